"""Every node of the trace: what it asks and answers, and the order in which chance is asked for.

All checks are of hex 0202, jungle unless said otherwise, under the rulings `table` unless named.
"""

from __future__ import annotations

import json

import pytest

from rivercheck.board import Board
from rivercheck.boardfile import board_from
from rivercheck.errors import AnswerError, HexError
from rivercheck.records import NODES, OUTCOMES, REFUSALS
from rivercheck.referee import check, enter, play
from situations import (
    AROUND,
    Json,
    checked,
    land,
    lying,
    mouth,
    path,
    river_in,
    river_out,
    sea,
    sheet,
    step,
    steps,
)

WATERS = ("swamp", "jungle/swamp", "lake")
LANDS = ("desert", "veldt", "jungle", "mountain", "jungle/mountain")
LAKE = lying("lake", 1)
UP = river_out(4)  # a river leaves by 4: it is followed upstream
DOWN = river_in(1)  # a river comes in by 1: it is followed downstream
POCKET = {label: {"terrain": "veldt", "state": "mapped"} for label in ("0101", "0201", "0103")}
CIRCLE = {
    "0203": {"terrain": "veldt", "state": "mapped", "in": [1], "out": [2]},
    "0303": {"terrain": "veldt", "state": "mapped", "in": [5], "out": [6]},
}
BOXED_IN = sheet(DOWN, land(2, 3, 4, 5, 6))


def required(drainage: int, *more: Json) -> Json:
    """A board whose river leaves by 4, through 0203, to a mouth with this requirement."""
    below = river_out(4)
    below["0203"]["out"] = [4]
    return sheet(below, *more, mouths=(mouth("0203", 4, drainage),))


# water? ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", WATERS)
def test_water_yes(terrain: str) -> None:
    result = checked(sheet(UP, terrain=terrain))
    assert path(result) == ["water? yes", "done"]
    assert step(result, "water?").value == terrain
    assert (result.outcome, result.terrain, result.outs) == ("water", terrain, (4,))


@pytest.mark.parametrize("terrain", LANDS)
def test_water_no(terrain: str) -> None:
    result = checked(sheet(terrain=terrain), "ends/none 1")
    asked = step(result, "water?")
    assert (asked.value, asked.answer, result.terrain) == (terrain, False, terrain)


# two-outflows? ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "terrain"),
    [(1, "lake"), (2, "lake"), (3, "lake"), (4, "swamp"), (5, "swamp"), (6, "jungle/swamp")],
)
def test_two_outflows_yes(die: int, terrain: str) -> None:
    result = checked(sheet(UP, river_out(2), river_in(6)), f"die {die}")
    asked = step(result, "two-outflows?")
    assert (asked.value, asked.answer, asked.die) == ([2, 4], True, die)
    assert (result.outcome, result.terrain) == ("becomes-water", terrain)
    assert (result.ins, result.outs, result.source) == ((6,), (2, 4), False)


@pytest.mark.parametrize(("around", "outs"), [(UP, [4]), ({}, [])], ids=["one", "none"])
def test_two_outflows_no(around: Json, outs: list[int]) -> None:
    asked = step(checked(sheet(around), "ends/none 1"), "two-outflows?")
    assert (asked.value, asked.answer, asked.die) == (outs, False, None)


def test_two_outflows_counts_a_mouth_and_a_printed_stroke() -> None:
    board = sheet(sea(2), mouths=(mouth("0202", 2),))
    board["hexes"]["0202"] |= {"state": "partial", "out": [5]}
    assert step(checked(board, "die 1"), "two-outflows?").value == [2, 5]


# inflow? ----------------------------------------------------------------------------------------


def test_inflow_yes_with_an_outflow_joins() -> None:
    result = checked(sheet(UP, DOWN, river_in(6)))
    asked = step(result, "inflow?")
    assert (asked.value, asked.answer, asked.ruling) == ([1, 6], True, None)
    assert (result.outcome, result.ins, result.outs) == ("joined", (1, 6), (4,))


def test_inflow_yes_without_an_outflow_is_decided_by_a_ruling() -> None:
    asked = step(checked(sheet(DOWN), "continues/none 4"), "inflow?")
    assert (asked.value, asked.answer, asked.ruling) == ([1], True, "inflow-only")


def test_inflow_no() -> None:
    asked = step(checked(sheet(UP), "ends/none 1"), "inflow?")
    assert (asked.value, asked.answer, asked.ruling) == ([], False, None)


# card, leads-here?, river-a, river-b ------------------------------------------------------------


@pytest.mark.parametrize("card", ["ends/none 1", "forks/crosses 6,2"])
def test_card_is_shown_short(card: str) -> None:
    shown = step(checked(sheet(UP), card), "card")
    assert (shown.value, shown.answer) == (card, None)


def test_leads_here_yes_reads_river_a() -> None:
    result = checked(sheet(UP), "ends/begins 1")
    asked = step(result, "leads-here?")
    assert (asked.value, asked.answer, asked.ruling) == ([4], True, None)
    assert steps(result, "river-b") == []


def test_leads_here_no_reads_river_b() -> None:
    result = checked(sheet(), "continues/none 1")
    asked = step(result, "leads-here?")
    assert (asked.value, asked.answer, asked.ruling) == ([], False, None)
    assert steps(result, "river-a") == []


@pytest.mark.parametrize("word", ["continues", "ends", "forks"])
def test_river_a(word: str) -> None:
    shown = step(checked(sheet(UP), f"{word}/none 1"), "river-a")
    assert (shown.value, shown.answer) == (word, None)


@pytest.mark.parametrize("word", ["none", "begins", "extends", "crosses"])
def test_river_b(word: str) -> None:
    shown = step(checked(sheet(), f"ends/{word} 1"), "river-b")
    assert (shown.value, shown.answer) == (word, None)


# pick-water -------------------------------------------------------------------------------------


def test_pick_water_none() -> None:
    result = checked(sheet(), "ends/extends 3")
    shown = step(result, "pick-water")
    assert (shown.value, shown.pick) == ([], None)
    assert (result.outcome, result.outs, result.source) == ("begins", (3,), True)


@pytest.mark.parametrize("terrain", WATERS)
@pytest.mark.parametrize("state", ["blank", "partial", "mapped"])
def test_pick_water_one_is_the_one(terrain: str, state: str) -> None:
    result = checked(sheet(lying(terrain, 6, state=state)), "ends/extends 3")
    shown = step(result, "pick-water")
    assert (shown.value, shown.pick) == ([6], None)
    assert (result.ins, result.outs, result.source) == ((6,), (3,), False)


@pytest.mark.parametrize("pick", [2, 4, 5])
def test_pick_water_several(pick: int) -> None:
    result = checked(sheet(lying("lake", 5, 2, 4)), "ends/extends 1", f"pick {pick}")
    shown = step(result, "pick-water")
    assert (shown.value, shown.pick) == ([2, 4, 5], pick)
    assert (result.outcome, result.ins) == ("extends", (pick,))


# begin? -----------------------------------------------------------------------------------------


def test_begin_yes() -> None:
    result = checked(sheet(), "ends/begins 2,5")
    asked = step(result, "begin?")
    assert (asked.value, asked.answer, asked.refused) == (2, True, None)
    assert (result.outcome, result.outs, result.source) == ("begins", (2,), True)


def test_begin_no() -> None:
    result = checked(sheet(land(2)), "ends/begins 2,5")
    asked = step(result, "begin?")
    assert (asked.value, asked.answer, asked.refused) == (2, False, "mapped land")
    assert path(result)[-2:] == ["begin? no", "done"]
    assert (result.outcome, result.source) == ("none", False)


def test_begin_no_where_a_crossing_has_no_good_number() -> None:
    result = checked(sheet(sea(2), land(5)), "ends/crosses 2,5")
    asked = step(result, "begin?")
    assert (asked.value, asked.refused, asked.ruling) == (2, "sea", None)
    assert [number.refused for number in steps(result, "number?")] == ["sea", "mapped land"]


# number? ----------------------------------------------------------------------------------------


def test_number_yes() -> None:
    result = checked(sheet(UP), "continues/none 6,1")
    asked = step(result, "number?")
    assert (asked.value, asked.answer, asked.refused) == (6, True, None)
    assert result.outcome == "continues"


@pytest.mark.parametrize(
    "beyond",
    [{}, lying("veldt", 1, state="partial"), *(lying(terrain, 1) for terrain in WATERS)],
    ids=["blank", "partial", *WATERS],
)
def test_number_yes_by_what_lies_beyond(beyond: Json) -> None:
    assert step(checked(sheet(UP, beyond), "continues/none 1"), "number?").answer


def test_number_yes_by_a_river_at_the_same_hexside() -> None:
    result = checked(sheet(UP), "continues/none 4", "die 1", rulings="own-side=open")
    assert step(result, "number?").answer


@pytest.mark.parametrize("number", [2, 3, 5, 6])
def test_number_refused_sea(number: int) -> None:
    asked = step(checked(sheet(UP, sea(number)), f"continues/none {number}"), "number?")
    assert (asked.value, asked.answer, asked.refused) == (number, False, "sea")


def test_number_refused_off_the_board() -> None:
    board = sheet({"0201": {"terrain": "veldt"}})
    result = checked(board, "ends/crosses 1,2", hex="0201")
    first, second = steps(result, "number?")
    assert (first.answer, first.refused) == (False, "off the board")
    assert (second.answer, second.refused) == (True, None)


def test_number_refused_off_the_board_under_any_coast() -> None:
    board = sheet({"0202": {"terrain": "veldt", "state": "mapped", "out": [1]}, "0201": {}})
    board["hexes"]["0201"] = {"terrain": "veldt"}
    result = checked(board, "continues/none 1", "ends/none 3", rulings="coast=open", hex="0201")
    assert [asked.refused for asked in steps(result, "number?")] == ["off the board", None]


def test_number_refused_mapped_land() -> None:
    elsewhere = {"0201": {"terrain": "veldt", "state": "mapped", "out": [2]}}
    asked = step(checked(sheet(UP, elsewhere), "continues/none 1"), "number?")
    assert (asked.answer, asked.refused, asked.ruling) == (False, "mapped land", None)


def test_number_refused_own_hexside() -> None:
    asked = step(checked(sheet(UP), "continues/none 4"), "number?")
    assert (asked.answer, asked.refused, asked.ruling) == (False, "own hexside", "own-side")


def test_number_refused_no_way_to_water() -> None:
    board = sheet(river_in(4), POCKET, {"0301": {"terrain": "lake"}})
    result = checked(board, "continues/none 6", "ends/none 2", rulings="lookahead=on")
    asked, again = steps(result, "number?")
    assert (asked.answer, asked.refused, asked.ruling) == (False, "no way to water", "lookahead")
    assert (again.value, again.answer) == (2, True)


def test_number_refused_requirement_out_of_reach() -> None:
    board = required(4, POCKET)
    result = checked(board, "continues/none 6", "ends/none 2", rulings="lookahead=on")
    asked, again = steps(result, "number?")
    assert asked.refused == "requirement out of reach"
    assert (asked.answer, asked.ruling) == (False, "lookahead")
    assert (again.value, again.answer) == (2, True)


# may-end? ---------------------------------------------------------------------------------------


def test_may_end_yes() -> None:
    result = checked(sheet(UP), "ends/none 1")
    asked = step(result, "may-end?")
    assert (asked.value, asked.answer) == ([], True)
    assert (result.outcome, result.source, result.forced) == ("ends", True, ())


def test_may_end_no_mouth() -> None:
    asked = step(checked(sheet(DOWN), "ends/none 1", "ends/none 2"), "may-end?")
    assert (asked.value, asked.answer) == (["mouth"], False)


def test_may_end_no_desert() -> None:
    board = sheet(UP, terrain="desert")
    asked = step(checked(board, "ends/none 1", "ends/none 2"), "may-end?")
    assert (asked.value, asked.answer) == (["desert"], False)


def test_may_end_no_mouth_and_desert() -> None:
    board = sheet(DOWN, terrain="desert")
    asked = step(checked(board, "ends/none 1", "ends/none 2"), "may-end?")
    assert asked.value == ["mouth", "desert"]


@pytest.mark.parametrize(("drainage", "broken"), [(0, []), (2, []), (3, ["drainage"])])
def test_may_end_counts_the_drained_hexes(drainage: int, broken: list[str]) -> None:
    answers = ["ends/none 1", "ends/none 1"][: 1 + len(broken)]
    asked = step(checked(required(drainage), *answers), "may-end?")
    assert (asked.value, asked.answer) == (broken, not broken)


def test_may_end_no_drainage_and_desert() -> None:
    board = required(3)
    board["hexes"]["0202"]["terrain"] = "desert"
    asked = step(checked(board, "ends/none 1", "ends/none 2"), "may-end?")
    assert asked.value == ["drainage", "desert"]


def test_may_end_counts_what_can_be_reached_from_an_open_end() -> None:
    # 0203 and 0202, and beyond the open end of 0203 at 0303 all that is blank: seven of nine.
    enough, too_many = required(9), required(10)
    for board in (enough, too_many):
        board["hexes"]["0203"]["in"] = [1, 2]
    assert step(checked(enough, "ends/none 1"), "may-end?").answer
    asked = step(checked(too_many, "ends/none 1", "ends/none 1"), "may-end?")
    assert asked.value == ["drainage"]


def test_may_end_counts_what_can_be_reached_from_the_water_of_the_system() -> None:
    board = sheet(
        {"0203": {"terrain": "lake", "state": "mapped", "in": [1], "out": [4]}},
        mouths=(mouth("0203", 4, 9),),
    )
    assert step(checked(board, "ends/none 1"), "may-end?").answer


@pytest.mark.parametrize(("drainage", "broken"), [(3, []), (4, ["drainage"])])
def test_may_end_counts_the_other_branches_of_the_system(drainage: int, broken: list[str]) -> None:
    branch = {"0303": {"terrain": "veldt", "state": "mapped", "out": [5], "source": True}}
    board = required(drainage, branch)
    board["hexes"]["0203"]["in"] = [1, 2]
    result = checked(board, "ends/none 1", *["ends/none 1"] * len(broken))
    assert step(result, "may-end?").value == broken


@pytest.mark.parametrize("needs", [(2, 9), (9, 2), (2, 10), (10, 2)])
def test_may_end_asks_every_mouth_that_water_reaches(needs: tuple[int, int]) -> None:
    lakes = {
        "0203": {"terrain": "lake", "state": "mapped", "in": [1], "out": [4]},
        "0103": {"terrain": "lake", "state": "mapped", "out": [4]},
    }
    mouths = (mouth("0203", 4, needs[0]), mouth("0103", 4, needs[1]))
    board = board_from(sheet(lakes, mouths=mouths))
    result = check(board, "0202", ["ends/none 1", "ends/none 1"], spare=True)
    assert step(result, "may-end?").value == (["drainage"] if max(needs) > 9 else [])


# redraw -----------------------------------------------------------------------------------------


def test_redraw_shows_the_next_card() -> None:
    board = sheet(UP, land(1), terrain="desert")
    result = checked(board, "ends/none 1", "forks/none 1,2", "ends/begins 6")
    shown = steps(result, "redraw")
    assert [(s.value, s.answer, s.ruling) for s in shown] == [
        ("forks/none 1,2", None, "redraw"),
        ("ends/begins 6", None, "redraw"),
    ]
    assert [asked.value for asked in steps(result, "number?")] == [1, 6]
    again = [(asked.value, asked.ruling) for asked in steps(result, "may-end?")]
    assert again == [(["desert"], None), (["desert"], None)]


def test_redraw_clockwise_shows_the_hexside() -> None:
    board = sheet(UP, land(1), terrain="desert")
    shown = step(checked(board, "ends/none 1", rulings="redraw=clockwise"), "redraw")
    assert (shown.value, shown.answer, shown.ruling) == (2, None, "redraw")


# no-way-out -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "terrain"), [(1, "swamp"), (5, "swamp"), (6, "jungle/swamp")])
def test_no_way_out_for_water(die: int, terrain: str) -> None:
    result = checked(BOXED_IN, "continues/none 2", f"die {die}")
    shown = step(result, "no-way-out")
    assert (shown.value, shown.die, shown.ruling) == (["mouth"], die, "no-way-out")
    assert (result.outcome, result.terrain, result.source) == ("ends-in-swamp", terrain, False)
    assert path(result)[-2:] == ["no-way-out", "done"]


def test_no_way_out_for_a_source() -> None:
    result = checked(sheet(UP, land(1, 2, 3, 5, 6), terrain="desert"), "ends/none 1")
    shown = step(result, "no-way-out")
    assert (shown.value, shown.die, shown.letter) == (["desert"], None, None)
    assert (result.outcome, result.source, result.forced) == ("ends", True, ("desert",))


# draw -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "answers", "rulings", "strokes"),
    [
        (sheet(UP), ["continues/none 6"], "table", [(6, "in")]),
        (sheet(DOWN), ["continues/none 6"], "table", [(6, "out")]),
        (sheet(UP), ["forks/none 6,1"], "table", [(6, "in"), (1, "in")]),
        (sheet(DOWN), ["forks/none 6,3"], "table", [(6, "out"), (3, "in")]),
        (sheet(), ["ends/begins 5"], "table", [(5, "out")]),
        (sheet(), ["ends/crosses 5,2"], "table", [(5, "in"), (2, "out")]),
        (sheet(LAKE), ["ends/extends 3"], "table", [(1, "in"), (3, "out")]),
        (sheet(LAKE), ["ends/extends 3"], "extension-flow=in", [(1, "out"), (3, "in")]),
        (sheet(UP), ["continues/none 4", "die 1"], "own-side=open", [(4, "back")]),
        (sheet(UP), ["forks/none 4,1", "die 1"], "own-side=open", [(4, "back"), (1, "in")]),
    ],
)
def test_draw(
    board: Json, answers: list[str], rulings: str, strokes: list[tuple[int, str]]
) -> None:
    result = checked(board, *answers, rulings=rulings)
    shown = steps(result, "draw")
    assert [(s.value, s.direction) for s in shown] == strokes
    assert all(s.answer is None for s in shown)


# loop? ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "terrain"), [(1, "swamp"), (5, "swamp"), (6, "jungle/swamp")])
def test_loop_yes(die: int, terrain: str) -> None:
    result = checked(sheet(CIRCLE), f"die {die}")
    asked = step(result, "loop?")
    assert (asked.value, asked.answer, asked.die) == (3, True, die)
    assert (result.outcome, result.terrain) == ("joined", terrain)
    assert (result.ins, result.outs) == ((3,), (4,))


def test_loop_no() -> None:
    asked = step(checked(sheet(UP), "ends/none 1"), "loop?")
    assert (asked.value, asked.answer, asked.die) == (None, False, None)


@pytest.mark.parametrize("terrain", WATERS)
def test_loop_no_through_water(terrain: str) -> None:
    board = sheet(CIRCLE)
    board["hexes"]["0303"]["terrain"] = terrain
    assert step(checked(board), "loop?").answer is False


def test_loop_no_by_a_stroke_that_only_leads_to_a_hex() -> None:
    board = sheet(CIRCLE)
    board["hexes"]["0203"] |= {"state": "partial", "out": []}
    assert step(checked(board), "loop?").answer is False


# done, and every outcome --------------------------------------------------------------------------

OUTCOME: dict[str, tuple[Json, list[str], str]] = {
    "water": (sheet(terrain="lake"), [], "table"),
    "becomes-water": (sheet(UP, river_out(2)), ["die 1"], "table"),
    "joined": (sheet(UP, DOWN), [], "table"),
    "unmapped-river": (sheet(DOWN), [], "printed"),
    "none": (sheet(), ["ends/none 1"], "table"),
    "begins": (sheet(), ["ends/begins 1"], "table"),
    "extends": (sheet(LAKE), ["ends/extends 3"], "table"),
    "crosses": (sheet(), ["ends/crosses 1,2"], "table"),
    "continues": (sheet(UP), ["continues/none 1"], "table"),
    "forks": (sheet(UP), ["forks/none 1,2"], "table"),
    "ends": (sheet(UP), ["ends/none 1"], "table"),
    "ends-in-swamp": (BOXED_IN, ["ends/none 1", "die 1"], "table"),
    "stops": (sheet(UP, land(1)), ["forks/none 1"], "printed"),
}


def test_every_outcome_is_shown() -> None:
    assert list(OUTCOME) == list(OUTCOMES[1:])


@pytest.mark.parametrize("outcome", OUTCOME)
def test_done(outcome: str) -> None:
    board, answers, rulings = OUTCOME[outcome]
    result = checked(board, *answers, rulings=rulings)
    assert (result.outcome, result.trace[-1].step) == (outcome, "done")
    assert (step(result, "done").value, step(result, "done").answer) == (outcome, None)
    assert result.used == len(answers)


def test_extension_that_ends_has_the_outcome_ends() -> None:
    board = sheet(lying("lake", 1), land(3))
    result = checked(board, "ends/extends 3", rulings="extension-flow=in")
    assert (result.outcome, result.outs, result.source) == ("ends", (1,), True)


# The set of nodes -------------------------------------------------------------------------------


def test_every_node_and_every_refusal_has_a_test_here() -> None:
    tests = [name.removeprefix("test_") for name in globals() if name.startswith("test_")]
    for node in NODES:
        word = node.rstrip("?").replace("-", "_")
        assert any(name.startswith(word) for name in tests), node
    for reason in REFUSALS[1:]:
        assert f"number_refused_{reason.replace(' ', '_')}" in tests, reason


def test_nodes_are_those_of_the_rules_in_their_order() -> None:
    assert (
        *("water?", "two-outflows?", "inflow?", "card", "leads-here?", "river-a", "river-b"),
        *("pick-water", "begin?", "number?", "may-end?", "redraw", "no-way-out", "draw"),
        *("loop?", "done"),
    ) == NODES


# The order of chance ----------------------------------------------------------------------------

CHANCE: list[tuple[str, Json, list[str], str, list[str]]] = [
    ("nothing for water", sheet(terrain="lake"), [], "table", []),
    ("nothing for a join", sheet(UP, DOWN), [], "table", []),
    ("two outflows: a die, no card", sheet(UP, river_out(2)), ["die 3"], "table", ["die"]),
    ("a card", sheet(UP), ["continues/none 1"], "table", ["card"]),
    (
        "a card, a pick, two redraws",
        sheet(lying("lake", 1, 2), land(4)),
        ["ends/extends 4", "pick 2", "ends/none 4", "ends/none 3"],
        "table",
        ["card", "pick [1, 2]", "card", "card"],
    ),
    (
        "a card, a pick, a redraw, the die of the loop",
        sheet(lying("lake", 1, 2), land(4)),
        ["ends/extends 4", "pick 2", "ends/none 2", "die 2"],
        "own-side=open",
        ["card", "pick [1, 2]", "card", "die"],
    ),
    (
        "a card, the die of no way out",
        BOXED_IN,
        ["continues/none 4", "die 6"],
        "table",
        ["card", "die"],
    ),
    ("a join, the die of the loop", sheet(CIRCLE), ["die 6"], "table", ["die"]),
    ("clockwise: no second card", sheet(DOWN), ["ends/none 3"], "redraw=clockwise", ["card"]),
    ("one water: no pick", sheet(LAKE), ["ends/extends 3"], "table", ["card"]),
]


@pytest.mark.parametrize(
    ("board", "answers", "rulings", "needs"),
    [row[1:] for row in CHANCE],
    ids=[row[0] for row in CHANCE],
)
def test_chance_is_asked_for_in_order(
    board: Json, answers: list[str], rulings: str, needs: list[str]
) -> None:
    asked = []
    for used in range(len(answers)):
        result = checked(board, *answers[:used], rulings=rulings)
        assert result.need is not None
        assert result.used == used
        options = result.need.options
        asked.append(f"{result.need.kind} {list(options)}" if options else result.need.kind)
    assert asked == needs
    assert checked(board, *answers, rulings=rulings).need is None


def test_unfinished_result_says_what_it_needs() -> None:
    result = checked(sheet(lying("lake", 1, 2)), "ends/extends 4")
    shown = result.to_json()
    assert shown.keys() == {"outcome", "need", "used", "trace"}
    assert shown["outcome"] is None
    assert shown["need"] == {"kind": "pick", "options": [1, 2]}
    assert shown["used"] == 1
    assert path(result)[-1] == "pick-water"


def test_play_asks_in_the_same_order() -> None:
    script = ["ends/extends 4", "pick 2", "ends/none 4", "ends/none 3"]
    left = script.copy()
    board = board_from(sheet(lying("lake", 1, 2), land(4)))
    result = play(board, "0202", lambda _: left.pop(0))
    assert left == []
    assert result == check(board, "0202", script)


# Impossible answers -----------------------------------------------------------------------------

PICKING = sheet(lying("lake", 1, 2))
IMPOSSIBLE: list[tuple[str, Json, list[object], str]] = [
    ("a die for a card", sheet(UP), ["die 3"], "answer 1: 'die 3' is given where a card"),
    ("a pick for a card", sheet(UP), ["pick 3"], "answer 1: 'pick 3' is given where a card"),
    (
        "a card for a die",
        sheet(UP, river_out(2)),
        ["ends/none 1"],
        "answer 1: 'ends/none 1' is given where a die",
    ),
    (
        "a die for a pick",
        PICKING,
        ["ends/extends 4", "die 2"],
        "answer 2: 'die 2' is given where a pick is asked for",
    ),
    (
        "a pick that is none of the options",
        PICKING,
        ["ends/extends 4", "pick 3"],
        "answer 2: 'pick 3' is given where a pick among the hexsides 1, 2",
    ),
    ("die 7", sheet(UP, river_out(2)), [{"die": 7}], "answer 1: die 7: "),
    ("die 0", sheet(UP, river_out(2)), ["die 0"], "answer 1: die 0: "),
    ("die true", sheet(UP, river_out(2)), [{"die": True}], "answer 1: die True: "),
    ("pick 7", PICKING, ["ends/extends 4", "pick 7"], "answer 2: pick 7: "),
    ("equal numbers", sheet(UP), ["ends/none 1,1"], "answer 1: "),
    ("number 7", sheet(UP), ["ends/none 7"], "answer 1: "),
    ("unknown word", sheet(UP), ["stays/none 1"], "answer 1: "),
    ("no answer at all", sheet(UP), ["continues/none 1", {"coin": 1}], "answer 2: "),
    ("two answers in one", sheet(UP), [{"die": 1, "pick": 1}], "answer 1: "),
    (
        "one left over",
        sheet(UP),
        ["continues/none 1", "die 4"],
        "hex 0202: the check ends after 1 answer, and 1 is left over, from 'die 4' on",
    ),
    (
        "two left over",
        sheet(terrain="lake"),
        ["continues/none 1", "die 4"],
        "hex 0202: the check ends after 0 answers, and 2 are left over, from 'continues/none 1' on",
    ),
]


@pytest.mark.parametrize(
    ("board", "answers", "message"),
    [row[1:] for row in IMPOSSIBLE],
    ids=[row[0] for row in IMPOSSIBLE],
)
def test_impossible_answer(board: Json, answers: list[str], message: str) -> None:
    with pytest.raises(AnswerError) as raised:
        checked(board, *answers)
    assert str(raised.value).startswith(message)
    assert raised.value.code == "answer"


def test_spare_answers_may_be_left_over() -> None:
    result = check(board_from(sheet(terrain="lake")), "0202", ["die 1"], spare=True)
    assert (result.outcome, result.used) == ("water", 0)


# Hexes that are not checked -----------------------------------------------------------------------

UNCHECKED = [
    ("0203", "already-mapped", "hex 0203 is already mapped"),
    ("0302", "sea", "hex 0302 is sea"),
    ("0303", "terrain-unknown", "hex 0303: its terrain is not known"),
    ("0404", "no-such-hex", "hex 0404 is not on the board: it has 0101 to 0303"),
    ("0000", "no-such-hex", "hex 0000 is not on the board"),
    ("center", "no-such-hex", "hex 'center': a label is column and row"),
    ("0101", "already-mapped", "hex 0101 is already mapped"),
]


@pytest.mark.parametrize(("hex", "code", "message"), UNCHECKED)
def test_hex_that_is_not_checked(hex: str, code: str, message: str) -> None:
    water = {"0101": {"terrain": "lake", "state": "mapped"}}
    board = sheet(UP, lying("sea", 2), {"0303": {"state": "partial"}}, water)
    with pytest.raises(HexError) as raised:
        checked(board, "ends/none 1", hex=hex)
    assert str(raised.value).startswith(message)
    assert raised.value.code == code


# What a check leaves ------------------------------------------------------------------------------


def plain(board: Board) -> list[tuple[int, int, int, int, int, int]]:
    """What stands in each hex."""
    return [(h.terrain, h.state, h.ins, h.outs, h.source, h.mouth) for h in board.hexes]


def test_a_printed_source_stays() -> None:
    board = sheet(DOWN, UP)
    board["hexes"]["0202"] |= {"state": "partial", "source": True}
    assert checked(board).source


def test_check_leaves_the_board_alone() -> None:
    board = board_from(required(3, POCKET))
    before = plain(board)
    check(board, "0202", ["ends/none 1", "ends/none 2"], "lookahead=on")
    assert plain(board) == before


def test_enter_maps_the_hex_and_mirrors_at_water_alone() -> None:
    board = board_from(sheet(UP, LAKE))
    result = check(board, "0202", ["forks/none 1,6"])
    enter(board, result)
    here, lake, blank = (board.hexes[board.layout.find(at)] for at in ("0202", "0201", AROUND[6]))
    assert (board.state(result.run.hex), here.ins, here.outs) == ("mapped", 1 << 1 | 1 << 6, 1 << 4)
    assert lake.outs == 1 << 4
    assert (blank.ins, blank.outs) == (0, 0)


def test_enter_refuses_an_unfinished_check() -> None:
    board = board_from(sheet(UP))
    with pytest.raises(AnswerError, match="not finished"):
        enter(board, check(board, "0202"))


def test_a_result_can_be_written_as_json() -> None:
    for board, answers, rulings in OUTCOME.values():
        shown = checked(board, *answers, rulings=rulings).to_json()
        assert json.loads(json.dumps(shown)) == shown
