"""The audit: each kind of fault, with and without the ruling that explains it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards import random_rulings
from growing import drawn, grown, mouth, wide_board
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.faults import Fault, damage, faults
from rivercheck.rulings import Rulings

Json = dict[str, Any]


def only(found: list[Fault]) -> Fault:
    assert len(found) == 1, found
    return found[0]


def river(drainage: int = 0, other: Json | None = None) -> Board:
    """One column of three hexes: from the source 0101 south to the mouth of 0103."""
    whole = {
        "0101": {"out": [4], "source": True},
        "0102": {"in": [1], "out": [4]},
        "0103": {"in": [1], "out": [4]},
    }
    return drawn(1, 3, {**whole, **(other or {})}, mouth("0103", 4, "Nile", drainage))


DRY_END = drawn(1, 3, {"0101": {"out": [4], "source": True}, "0102": {"in": [1]}, "0103": {}})
NO_SOURCE = river(0, {"0101": {"out": [4]}})
TWO_OUTFLOWS = drawn(
    3,
    2,
    {
        "0201": {"out": [3, 5], "source": True},
        "0102": {"terrain": "lake", "in": [2]},
        "0302": {"terrain": "lake", "in": [6]},
    },
)
CIRCLE = drawn(
    3,
    2,
    {
        "0201": {"in": [3], "out": [4]},
        "0202": {"in": [1], "out": [2]},
        "0302": {"in": [5], "out": [6]},
    },
)
EXPLAINED = [
    (DRY_END, "dry-end", "inflow-only=exit"),
    (DRY_END, "dry-end", "no-way-out=end"),
    (DRY_END, "dry-end", "fork-one-bad=nothing"),
    (NO_SOURCE, "no-source", "fork-one-bad=nothing"),
    (TWO_OUTFLOWS, "two-outflows", "downstream-fork=both-out"),
    (CIRCLE, "circle", "joined-loop=exit"),
]


def test_a_sound_river_has_no_faults() -> None:
    assert faults(river()) == []
    assert faults(river(3)) == []


@pytest.mark.parametrize(("board", "kind", "ruling"), EXPLAINED)
def test_a_fault_is_explained_by_its_ruling_alone(board: Board, kind: str, ruling: str) -> None:
    explained = only(faults(board, ruling))
    assert (explained.kind, explained.explained, explained.fails) == (kind, ruling, False)
    bare = only(faults(board, "table"))
    assert (bare.kind, bare.explained, bare.fails) == (kind, None, True)


@pytest.mark.parametrize(("board", "kind", "ruling"), EXPLAINED)
def test_no_other_ruling_explains_a_fault(board: Board, kind: str, ruling: str) -> None:
    causes = {cause for _, other, cause in EXPLAINED if other == kind}
    letter = Rulings.of("printed").values()
    others = {k: v for k, v in letter.items() if f"{k}={v}" not in causes}
    assert only(faults(board, others)).fails


def test_of_several_causes_the_first_in_force_is_named() -> None:
    assert only(faults(DRY_END, "printed")).explained == "inflow-only=exit"


def test_the_rulings_of_the_board_hold_unless_others_are_given() -> None:
    board = CIRCLE.copy()
    assert only(faults(board)).explained is None
    board.rulings = Rulings.of("printed")
    assert only(faults(board)).explained == "joined-loop=exit"
    assert only(faults(board, "table")).explained is None
    assert only(faults(board, {"own-side": "open"})).explained is None


def test_what_the_faults_say() -> None:
    said = [only(faults(board, "table")) for board in (DRY_END, NO_SOURCE, TWO_OUTFLOWS, CIRCLE)]
    assert [(fault.hexes, fault.message) for fault in said] == [
        (("0102",), "hex 0102 is land, and water comes in and leaves nowhere"),
        (
            ("0101",),
            "hex 0101 sends a river out, none comes in, and no source dot says that it rises here",
        ),
        (("0201",), "hex 0201 is land, and water leaves it by hexsides 3 and 5"),
        (
            ("0201", "0202", "0302"),
            "hexes 0201, 0202, 0302: water flows in a circle and passes no lake or swamp",
        ),
    ]


def test_a_source_dot_does_not_excuse_water_that_leaves_nowhere() -> None:
    board = DRY_END.copy()
    board.hexes[board.layout.find("0102")].source = 1
    assert only(faults(board)).kind == "dry-end"


def test_water_may_have_any_rivers() -> None:
    """Two outflows, inflows alone or outflows alone: water rests there and rises there."""
    lake = {"0201": {"terrain": "lake", "out": [3, 5]}}
    ends = {"0102": {"terrain": "swamp", "in": [2]}, "0302": {"terrain": "jungle/swamp", "in": [6]}}
    assert faults(drawn(3, 2, lake | ends)) == []


def test_a_mouth_is_an_outflow() -> None:
    board = drawn(
        2,
        2,
        {
            "0101": {"out": [2], "source": True},
            "0201": {"terrain": "lake", "in": [5]},
        },
        mouth("0101", 1),
        orientation="pointy",
    )
    assert [fault.kind for fault in faults(board)] == ["two-outflows"]


@pytest.mark.parametrize("seen", ["blank", "partial"])
def test_what_is_not_mapped_is_not_yet_at_fault(seen: str) -> None:
    """A printed river that dies, a headwater without a dot, a mouth without a river."""
    state = {"state": seen}
    board = drawn(
        1, 4, {"0101": {"out": [4], **state}, "0102": {"in": [1], **state}}, mouth("0104", 4)
    )
    assert faults(board) == []


def test_a_mouth_without_a_river() -> None:
    board = river(0, {"0101": {}, "0102": {}, "0103": {}})
    fault = only(faults(board, "printed"))
    assert (fault.kind, fault.fails) == ("mouth-without-river", True)
    assert fault.message == "hex 0103 is mapped, but no river runs to its mouth at hexside 4"
    board.hexes[board.layout.find("0103")].source = 1  # a river of one hex
    assert faults(board) == []


def test_a_lake_that_lets_water_over_the_edge() -> None:
    """A map may be cut so: it is no damage, but a fault unless there is a mouth."""
    lake = {"0101": {"terrain": "lake", "out": [1]}}
    board = drawn(1, 1, lake)
    assert damage(board) == []
    fault = only(faults(board, "printed"))
    assert (fault.kind, fault.hexes, fault.fails) == ("over-the-edge", ("0101",), True)
    assert faults(drawn(1, 1, lake, mouth("0101", 1))) == []


def test_a_mapped_hex_of_unknown_terrain() -> None:
    board = drawn(1, 1, {})
    board.hexes[board.layout.find("0101")].state = rules.MAPPED
    fault = only(faults(board, "printed"))
    assert (fault.kind, fault.hexes, fault.fails) == ("unknown-terrain", ("0101",), True)


def test_a_requirement_that_is_lost() -> None:
    fault = only(faults(river(4), "printed"))
    assert (fault.kind, fault.hexes) == ("requirement-lost", ("0103",))
    assert (fault.explained, fault.remark, fault.fails) == (None, True, False)
    assert fault.message == (
        "mouth of hex 0103 (Nile): drains 3 of the 4 hexes it requires "
        "and can no longer reach the rest"
    )


def test_a_requirement_that_can_still_be_met_is_no_failure() -> None:
    fault = only(faults(drawn(1, 3, {"0103": {"in": [1], "out": [4]}}, mouth("0103", 4, "", 3))))
    assert (fault.kind, fault.explained, fault.remark, fault.fails) == (
        "requirement-open",
        None,
        True,
        False,
    )
    assert fault.message == "mouth of hex 0103: drains 1 of the 3 hexes it requires so far"


def test_all_faults_are_listed_damage_first() -> None:
    """The river is cut between 0101 and 0102, so that it drains two hexes of three."""
    board = river(3)
    board.hexes[board.layout.find("0102")].ins = 0
    found = faults(board)
    assert [(fault.kind, fault.hexes) for fault in found] == [
        ("strokes-disagree", ("0101", "0102")),
        ("no-source", ("0102",)),
    ]
    board.hexes[board.layout.find("0101")].outs = 0
    assert [fault.kind for fault in faults(board)] == ["no-source", "requirement-lost"]


def test_damage_of_some_hexes_alone() -> None:
    board = river()
    first, second = board.layout.find("0101"), board.layout.find("0102")
    board.hexes[second].ins = 0
    assert only(damage(board)).kind == only(damage(board, [first])).kind == "strokes-disagree"
    assert damage(board, [second, board.layout.find("0103")]) == []


def test_two_hexes_that_flow_into_each_other_are_damage_and_no_circle() -> None:
    board = drawn(1, 2, {"0101": {}, "0102": {}})
    for label, side in (("0101", 4), ("0102", 1)):
        board.hexes[board.layout.find(label)].outs = 1 << side
    kinds = [fault.kind for fault in faults(board)]
    assert kinds == ["strokes-disagree", "no-source", "no-source"]


def test_any_damage_can_be_audited() -> None:
    """Random strokes, mouths and terrain, at the sea and the edge too: never an exception."""
    for seed in range(200):
        dice = random.Random(seed)
        board = drawn(4, 4, {})
        for hex in board.layout.places():
            here = board.hexes[hex]
            here.terrain, here.state = dice.randint(0, rules.SEA), dice.randint(0, 2)
            here.ins, here.outs = dice.choice((0, 2 * dice.randint(0, 63))), 2 * dice.randint(0, 63)
            here.mouth = dice.choice((0, 0, dice.randint(1, 6)))
            here.drainage = dice.randint(0, 9)
            if here.terrain == rules.SEA:
                here.state = rules.CLOSED
        assert {fault.kind for fault in damage(board)} <= {fault.kind for fault in faults(board)}


def test_a_fault_as_json() -> None:
    assert only(faults(DRY_END, "printed")).to_json() == {
        "kind": "dry-end",
        "hexes": ["0102"],
        "message": "hex 0102 is land, and water comes in and leaves nowhere",
        "explained": "inflow-only=exit",
        "remark": False,
        "fails": False,
    }


def test_rulings_explain_all_that_the_rules_do() -> None:
    """On boards mapped by any mix of rulings; `kinds` proves that the boards were wild enough."""
    kinds: set[str] = set()
    for seed in range(120):
        dice = random.Random(seed)
        found = faults(grown(wide_board(dice), random_rulings(dice), dice, dice.choice((0.5, 1))))
        kinds.update(fault.kind for fault in found)
        assert {fault.kind for fault in found if fault.fails} == set()
    assert kinds >= {"dry-end", "no-source", "two-outflows", "circle", "requirement-open"}


@pytest.mark.parametrize("preset", ["table", "seaward"])
def test_nothing_but_lost_requirements_is_found_under_the_playable_presets(preset: str) -> None:
    for seed in range(20):
        dice = random.Random(seed)
        found = faults(grown(wide_board(dice), preset, dice, 1))
        assert {fault.kind for fault in found} <= {"requirement-lost"}
