"""Systems, endings and orders: small maps worked by hand, and grown ones against networkx."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

from boards import beyond
from growing import drawn, grown, mouth, random_map, wide_board
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_json
from rivercheck.flow import circles, upstream
from rivercheck.network import System, endings, requirements, strahler, systems

Json = dict[str, Any]


def orders(board: Board) -> dict[str, int]:
    return {board.name(hex): order for hex, order in strahler(board).items()}


def only(found: list[System]) -> System:
    assert len(found) == 1
    return found[0]


# By hand. Hexsides of flat hexes: 1 N, 2 NE, 3 SE, 4 S, 5 SW, 6 NW; 02 sits lower than 01 and 03.


def tree(drainage: int = 0) -> Board:
    """Down column 02 to its mouth in the south, with two tributaries from column 01."""
    return drawn(
        2,
        4,
        {
            "0102": {"out": [3], "source": True},
            "0103": {"out": [3], "source": True},
            "0201": {"out": [4], "source": True},
            "0202": {"in": [1, 6], "out": [4]},
            "0203": {"in": [1, 6], "out": [4]},
            "0204": {"in": [1], "out": [4]},
        },
        mouth("0204", 4, "Ruvuma", drainage),
    )


def test_a_river_with_two_tributaries() -> None:
    assert systems(tree(6)) == [
        System(
            end="mouth",
            hex="0204",
            name="Ruvuma",
            drainage=6,
            status="met",
            drained=("0102", "0103", "0201", "0202", "0203", "0204"),
            sources=("0102", "0103", "0201"),
            open_ends=(),
            longest=("0204", "0203", "0202", "0102"),  # 0201 is as far, and later by label
            farthest="0102",
            straight=4,
            order=2,
        )
    ]
    assert endings(tree()) == []


def test_orders_rise_where_two_of_the_highest_meet_and_only_there() -> None:
    expected = {"0102": 1, "0103": 1, "0201": 1, "0202": 2, "0203": 2, "0204": 2}
    assert orders(tree()) == expected


def test_an_order_of_three() -> None:
    """0201 and 0302 have two headwaters each; they meet in 0202."""
    board = drawn(
        4,
        3,
        {
            "0101": {"out": [3], "source": True},
            "0102": {"out": [2], "source": True},
            "0201": {"in": [5, 6], "out": [4]},
            "0301": {"out": [4], "source": True},
            "0401": {"out": [5], "source": True},
            "0302": {"in": [1, 2], "out": [5]},
            "0202": {"in": [1, 2], "out": [4]},
            "0203": {"in": [1], "out": [4]},
        },
        mouth("0203", 4),
    )
    expected = {"0101": 1, "0102": 1, "0201": 2, "0301": 1, "0302": 2, "0401": 1}
    assert orders(board) == {**expected, "0202": 3, "0203": 3}
    assert only(systems(board)).order == 3


def test_pointy_hexes() -> None:
    """Hexsides 1 NE, 2 E, 3 SE, 4 SW, 5 W, 6 NW: west along row 01, one tributary from row 02."""
    board = drawn(
        4,
        2,
        {
            "0101": {"in": [2], "out": [5]},
            "0201": {"in": [2, 4], "out": [5]},
            "0301": {"in": [2], "out": [5]},
            "0401": {"out": [5], "source": True},
            "0102": {"out": [1], "source": True},
        },
        mouth("0101", 5, "Orange"),
        orientation="pointy",
    )
    system = only(systems(board))
    assert system.drained == ("0101", "0102", "0201", "0301", "0401")
    assert system.longest == ("0101", "0201", "0301", "0401")
    assert (system.size, system.length, system.farthest, system.straight) == (5, 4, "0401", 4)
    assert (system.sources, system.status) == (("0102", "0401"), None)
    assert orders(board) == {"0101": 2, "0102": 1, "0201": 2, "0301": 1, "0401": 1}


def test_a_lake_with_two_mouths() -> None:
    """West in two hexes, east in three: of the lake 0301 is nearer the west, 0401 as near both."""
    board = drawn(
        7,
        1,
        {
            "0101": {"in": [2], "out": [5]},
            "0201": {"in": [2], "out": [5]},
            "0301": {"terrain": "lake", "out": [5]},
            "0401": {"terrain": "lake", "out": [2]},
            "0501": {"in": [5], "out": [2]},
            "0601": {"in": [5], "out": [2]},
            "0701": {"in": [5], "out": [2]},
        },
        mouth("0101", 5, "West"),
        mouth("0701", 2, "East"),
        orientation="pointy",
    )
    east, west = systems(board)  # the larger first
    assert (east.name, east.drained) == ("East", ("0301", "0401", "0501", "0601", "0701"))
    assert (west.name, west.drained) == ("West", ("0101", "0201", "0301", "0401"))
    assert east.longest == ("0701", "0601", "0501", "0401")
    assert west.longest == ("0101", "0201", "0301", "0401")
    assert east.sources == west.sources == ("0301",)  # the lake, by its first hex
    assert set(orders(board).values()) == {1}


def lake_with_inflows(drainage: int) -> Board:
    """Two rivers run into a lake; it has a half that is not mapped, and an outlet in the west."""
    return drawn(
        3,
        2,
        {
            "0101": {"in": [2], "out": [5]},
            "0201": {"terrain": "lake", "in": [2, 4], "out": [5]},
            "0202": {"terrain": "swamp", "state": "blank"},
            "0301": {"out": [5], "source": True},
            "0102": {"out": [1], "source": True},
            "0302": {},
        },
        mouth("0101", 5, "Shire", drainage),
        orientation="pointy",
    )


def test_a_body_of_water_is_one_confluence_and_only_its_mapped_hexes_are_drained() -> None:
    board = lake_with_inflows(0)
    system = only(systems(board))
    assert system.drained == ("0101", "0102", "0201", "0301")
    assert system.sources == ("0102", "0301")
    assert system.order == 2
    assert orders(board) == {"0102": 1, "0301": 1, "0201": 2, "0202": 2, "0101": 2}


@pytest.mark.parametrize(("drainage", "status"), [(4, "met"), (5, "open"), (6, "lost")])
def test_a_system_may_grow_from_its_water(drainage: int, status: str) -> None:
    assert only(systems(lake_with_inflows(drainage))).status == status


def test_a_lake_is_a_source_unless_it_has_a_dot_or_an_inflow() -> None:
    """Two hexes of one lake, and a stroke between them, which is no inflow."""
    lake = {"terrain": "lake", "in": [2], "out": [5]}
    plain = drawn(
        2,
        1,
        {"0101": lake, "0201": {"terrain": "lake", "out": [5]}},
        mouth("0101", 5),
        orientation="pointy",
    )
    assert only(systems(plain)).sources == ("0101",)
    plain.hexes[plain.layout.find("0201")].source = 1
    assert only(systems(plain)).sources == ("0201",)


@pytest.mark.parametrize(("drainage", "status"), [(4, "open"), (5, "lost")])
def test_mapped_water_that_is_not_of_the_system_passes_but_does_not_count(
    drainage: int, status: str
) -> None:
    """Up column 01 from the mouth: river, blank, mapped lake, blank, blank."""
    board = drawn(
        1,
        5,
        {"0105": {"in": [1], "out": [4]}, "0103": {"terrain": "lake"}},
        mouth("0105", 4, "", drainage),
    )
    assert only(systems(board)).status == status


def test_an_unmapped_lake_with_a_mouth_opens_its_shores_though_a_river_runs_to_it() -> None:
    board = drawn(
        3,
        3,
        {"0202": {"out": [4], "source": True}, "0203": {"terrain": "lake", "state": "blank"}},
        mouth("0203", 4, "", 8),
    )
    assert only(systems(board)).status == "open"


def column(drainage: int, above: Json | None = None) -> Board:
    """One column: two mapped hexes of a river that comes from the blank 0102."""
    hexes = {"0103": {"in": [1], "out": [4]}, "0104": {"in": [1], "out": [4]}, **(above or {})}
    return drawn(1, 4, hexes, mouth("0104", 4, "", drainage))


@pytest.mark.parametrize(
    ("drainage", "status"), [(2, "met"), (3, "open"), (4, "open"), (5, "lost")]
)
def test_a_system_may_grow_from_its_open_ends(drainage: int, status: str) -> None:
    system = only(systems(column(drainage)))
    assert (system.drained, system.open_ends) == (("0103", "0104"), ("0102",))
    assert system.status == status


def test_mapped_land_bars_the_way() -> None:
    board = column(4)
    board.hexes[board.layout.find("0101")].state = rules.MAPPED
    assert only(systems(board)).status == "lost"


def test_a_mouth_that_is_not_mapped_is_an_open_end() -> None:
    board = drawn(1, 2, {}, mouth("0102", 4, "Congo", 2))
    system = only(systems(board))
    assert (system.drained, system.longest, system.farthest) == ((), (), "")
    assert (system.length, system.straight, system.order) == (0, 0, 0)
    assert (system.open_ends, system.status) == (("0102",), "open")
    board.hexes[board.layout.find("0102")].drainage = 3
    assert only(systems(board)).status == "lost"


@pytest.mark.parametrize(
    ("river", "status"), [({"out": [4], "source": True}, "lost"), ({}, "open")]
)
def test_a_river_that_leads_to_an_unmapped_mouth_will_be_joined(river: Json, status: str) -> None:
    """So 0203 opens nothing beside itself, unless no river leads to it."""
    board = drawn(3, 3, {"0202": river}, mouth("0203", 4, "", 3))
    assert only(systems(board)).status == status


def test_a_printed_hex_passes_water_on_but_is_not_drained() -> None:
    board = column(3, {"0102": {"state": "partial", "in": [1], "out": [4]}})
    system = only(systems(board))
    assert (system.drained, system.open_ends) == (("0103", "0104"), ("0101", "0102"))
    assert system.status == "open"


def braid(more: Json | None = None) -> Board:
    """0201 parts, and its two arms meet again in 0202."""
    hexes = {
        "0201": {"out": [3, 5], "source": True},
        "0102": {"in": [2], "out": [3]},
        "0302": {"in": [6], "out": [5]},
        "0202": {"in": [2, 6], "out": [4]},
        "0203": {"in": [1], "out": [4]},
    }
    return drawn(3, 3, {**hexes, **(more or {})}, mouth("0203", 4))


def test_arms_of_one_river_do_not_raise_its_order() -> None:
    assert set(orders(braid()).values()) == {1}
    assert only(systems(braid())).size == 5


def test_a_tributary_raises_one_arm() -> None:
    fed: Json = {"0102": {"in": [1, 2], "out": [3]}, "0101": {"out": [4], "source": True}}
    expected = {"0101": 1, "0201": 1, "0302": 1, "0102": 2, "0202": 2, "0203": 2}
    assert orders(braid(fed)) == expected


def test_the_longest_river_takes_the_shortest_way() -> None:
    """From 0201 straight down it is 3 hexes; around by 0302 and 0303 it would be 4."""
    board = drawn(
        3,
        3,
        {
            "0201": {"out": [3, 4], "source": True},
            "0202": {"in": [1], "out": [4]},
            "0302": {"in": [6], "out": [4]},
            "0303": {"in": [1], "out": [5]},
            "0203": {"in": [1, 2], "out": [4]},
        },
        mouth("0203", 4),
    )
    system = only(systems(board))
    assert (system.longest, system.length) == (("0203", "0202", "0201"), 3)


CIRCLE = {
    "0201": {"in": [3], "out": [4]},
    "0202": {"in": [1], "out": [2]},
    "0302": {"in": [1, 4, 5], "out": [6]},
    "0301": {"out": [4], "source": True},
    "0303": {"out": [1], "source": True},
}


def test_a_circle_is_an_end_and_one_confluence() -> None:
    board = drawn(3, 3, CIRCLE)
    ending = only(endings(board))
    assert (ending.end, ending.hex, ending.order) == ("circle", "0201", 2)
    assert ending.drained == ("0201", "0202", "0301", "0302", "0303")
    assert (ending.longest, ending.status) == (("0302", "0301"), None)
    assert orders(board) == {"0201": 2, "0202": 2, "0302": 2, "0301": 1, "0303": 1}


def test_a_circle_that_water_can_leave_is_no_end() -> None:
    out = {"0202": {"in": [1], "out": [2, 4]}, "0203": {"in": [1], "out": [4]}}
    board = drawn(3, 3, CIRCLE | out, mouth("0203", 4))
    assert endings(board) == []
    system = only(systems(board))
    assert (system.size, system.order) == (6, 2)
    assert system.longest == ("0203", "0202", "0201", "0302", "0301")
    found = circles(board, upstream(board))
    assert [[board.name(hex) for hex in circle] for circle in found] == [["0201", "0202", "0302"]]


def test_a_circle_through_water_is_none() -> None:
    board = drawn(3, 3, CIRCLE | {"0202": {"terrain": "swamp", "in": [1], "out": [2]}})
    assert circles(board, upstream(board)) == []
    ending = only(endings(board))
    assert (ending.end, ending.hex, ending.order) == ("water", "0202", 2)


def test_rivers_without_a_mouth_end_in_water_on_land_or_where_the_map_ends() -> None:
    """Three columns of two hexes, each with a river from north to south."""
    board = drawn(
        5,
        2,
        {
            "0101": {"out": [4], "source": True},
            "0102": {"terrain": "lake", "in": [1], "name": "Chad"},
            "0301": {"out": [4], "source": True},
            "0302": {"in": [1]},
            "0501": {"out": [4], "source": True},
        },
    )
    assert systems(board) == []
    found = [(one.end, one.hex, one.name, one.drained, one.longest) for one in endings(board)]
    assert found == [
        ("water", "0102", "Chad", ("0101", "0102"), ("0102", "0101")),
        ("land", "0302", "", ("0301", "0302"), ("0302", "0301")),
        ("unmapped", "0502", "", ("0501",), ("0502", "0501")),
    ]
    assert [one.open_ends for one in endings(board)] == [(), (), ()]


def test_named_rivers_come_first_then_the_larger() -> None:
    """Of four columns, 01 has no name, 02 and 03 have one hex with a river, 04 has two."""
    source: Json = {"out": [4], "source": True}
    long: Json = {"0401": source, "0402": {"in": [1], "out": [4]}}
    board = drawn(
        4,
        2,
        {"0101": source, "0102": {"in": [1], "out": [4]}, "0202": source, "0302": source, **long},
        mouth("0102", 4),
        mouth("0202", 4, "Rufiji"),
        mouth("0302", 4, "Kwanza"),
        mouth("0402", 4, "Zambezi"),
    )
    names = [system.name for system in systems(board)]
    assert names == ["Zambezi", "Rufiji", "Kwanza", ""]


def test_a_system_as_json() -> None:
    data = only(systems(tree(7))).to_json()
    assert list(data)[:5] == ["end", "hex", "name", "drainage", "status"]
    assert (data["status"], data["size"], data["length"]) == ("lost", 6, 4)


def test_measures_change_nothing() -> None:
    board = random_map(4)
    before = board_json(board)
    systems(board), endings(board), strahler(board)
    assert board_json(board) == before


def test_a_river_longer_than_the_stack_is_deep() -> None:
    rows = 5_000
    hexes = {f"001.{row:04}": {"in": [1], "out": [4]} for row in range(2, rows + 1)}
    hexes["001.0001"] = {"out": [4], "source": True}  # type: ignore[dict-item]
    board = drawn(1, rows, hexes, mouth(f"1.{rows}", 4))
    assert only(systems(board)).length == rows
    assert len(strahler(board)) == rows


# Against networkx ----------------------------------------------------------------------------


def flow_graph(board: Board) -> nx.DiGraph[str]:
    """The flow, read from the board's file without the rules."""
    data, layout = board_json(board), board.layout
    hexes: Json = data["hexes"]  # type: ignore[assignment]
    graph: nx.DiGraph[str] = nx.DiGraph()
    for place in layout.places():
        label = layout.label(place)
        here = hexes.get(label, {})
        for side in range(1, 7):
            other = beyond(data, layout, label, side)
            if other is not None and passes(here, hexes.get(other, {}), side):
                graph.add_edge(label, other)
    return graph


def passes(here: Json, there: Json, side: int) -> bool:
    water = ("lake", "swamp", "jungle/swamp")
    if there.get("terrain") == "sea":
        return False
    if side in here.get("out", []):
        return True
    if here.get("terrain") not in water:
        return False
    return there.get("terrain") in water or (side + 2) % 6 + 1 in there.get("in", [])


def check_systems(board: Board, graph: nx.DiGraph[str]) -> None:
    found = systems(board)
    for system in found:
        graph.add_node(system.hex)
    lengths = {one.hex: nx.single_target_shortest_path_length(graph, one.hex) for one in found}
    lengths = {hex: dict(ways) for hex, ways in lengths.items()}
    for system in found:
        reached = nx.ancestors(graph, system.hex) | {system.hex}
        drained = {hex for hex in reached if board.state(board.layout.find(hex)) == "mapped"}
        assert set(system.drained) == drained
        check_longest(board, graph, system, lengths)


def check_longest(board: Board, graph: nx.DiGraph[str], system: System, lengths: Json) -> None:
    own = lengths[system.hex]
    near = {
        hex: own[hex]
        for hex in system.drained
        if own[hex] == min(ways[hex] for ways in lengths.values() if hex in ways)
    }
    assert system.length == max(near.values(), default=-1) + 1
    for below, above in zip(system.longest, system.longest[1:], strict=False):
        assert graph.has_edge(above, below)
    assert system.longest[:1] in ((), (system.hex,))
    distance, find = board.layout.distance, board.layout.find
    straight = [distance(find(hex), find(system.hex)) + 1 for hex in near]
    assert system.straight == max(straight, default=0)


def check_endings(board: Board, graph: nx.DiGraph[str]) -> None:
    """Each river's water is listed: with a mouth, or with the end that it comes to."""
    mouths = {board.name(hex) for hex in board.mouths}
    with_river = run_through(board, graph)
    pools = nx.condensation(graph)
    ends = [pools.nodes[pool]["members"] for pool in pools if not pools.out_degree(pool)]
    expected = [end for end in ends if end & with_river and not end & mouths]
    found = endings(board)
    assert len(found) == len(expected)
    for ending in found:
        end = next(end for end in expected if ending.hex in end)
        reached = end | nx.ancestors(graph, ending.hex)
        drained = {hex for hex in reached if board.state(board.layout.find(hex)) == "mapped"}
        assert set(ending.drained) == drained


def run_through(board: Board, graph: nx.DiGraph[str]) -> set[str]:
    """The hexes that a river runs through or into, with the whole of each body of water."""
    carry = [hex for hex in board.layout.places() if has_strokes(board, hex)]
    rivers = {board.name(hex) for hex in carry}
    graph.add_nodes_from(rivers)
    into = {hex for river in rivers for hex in graph.successors(river)} | rivers
    return {hex for river in into for hex in nx.ancestors(graph, river)} | into


def has_strokes(board: Board, hex: int) -> bool:
    here = board.hexes[hex]
    return bool(here.ins | here.outs | here.mouth)


def check_circles(board: Board, graph: nx.DiGraph[str]) -> int:
    dry = [hex for hex in graph if not rules.is_water(board.hexes[board.layout.find(hex)])]
    pools = nx.strongly_connected_components(graph.subgraph(dry))
    expected = sorted(sorted(pool) for pool in pools if len(pool) > 1)
    found = [[board.name(hex) for hex in pool] for pool in circles(board, upstream(board))]
    assert found == expected
    return len(found)


def check_orders(board: Board, graph: nx.DiGraph[str]) -> bool:
    """Where no water parts, Strahler's order in the words of his definition."""
    with_river = run_through(board, graph)
    pools = nx.condensation(graph)
    if any(degree > 1 for _, degree in pools.out_degree()):
        return False
    order: dict[int, int] = {}
    for pool in nx.topological_sort(pools):
        feeders = sorted((order[above] for above in pools.predecessors(pool)), reverse=True)
        rises = feeders[:1] == feeders[1:2]
        order[pool] = (feeders[0] + 1 if rises else feeders[0]) if feeders else 1
    mapping = pools.graph["mapping"]
    assert orders(board) == {hex: order[mapping[hex]] for hex in with_river}
    return True


def check_statuses(board: Board) -> int:
    """Against the rules: a headwater that is asked again whether it may end says the same."""
    asked = 0
    for hex, size, status in requirements(board, upstream(board)):
        system = next(one for one in systems(board) if one.hex == board.name(hex))
        assert (size, status) == (system.size, system.status)
        for source in map(board.layout.find, system.drained):
            here = board.hexes[source]
            if not here.ins and not rules.is_water(here):
                run = rules.Run(source)
                could = rules.could_fill(board.hexes, board.grid, run, hex, 0)
                assert could == (status != "lost")
                asked += 1
    return asked


@pytest.mark.parametrize("block", range(6))
def test_systems_and_endings_on_grown_boards(block: int) -> None:
    for seed in range(40):
        board = random_map(1000 * block + seed)
        check_systems(board, flow_graph(board))
        check_endings(board, flow_graph(board))


def count(check: Callable[[Board], int], seeds: range) -> int:
    return sum(check(random_map(seed)) for seed in seeds)


def test_circles_on_grown_boards() -> None:
    found = 0
    for seed in range(100):
        dice = random.Random(seed)
        board = grown(wide_board(dice), "joined-loop=exit", dice, 1)
        found += check_circles(board, flow_graph(board))
    assert found > 8


def test_orders_on_grown_boards() -> None:
    assert count(lambda board: check_orders(board, flow_graph(board)), range(20_000, 20_100)) > 30


def test_statuses_on_grown_boards() -> None:
    assert count(check_statuses, range(30_000, 30_080)) > 30


def test_all_water_reaches_water_on_a_whole_map() -> None:
    """The promise of the rulings `table` and `seaward`."""
    for seed in range(20):
        dice = random.Random(seed)
        board = grown(wide_board(dice), "table" if seed % 2 else "seaward", dice, 1)
        assert {ending.end for ending in endings(board)} <= {"water"}
