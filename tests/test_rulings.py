"""The rulings: what each value does on the same board and answers, and how mixes are written."""

from __future__ import annotations

import json
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from rivercheck.boardfile import board_from
from rivercheck.cli.cases import run_cases
from rivercheck.errors import RulingError
from rivercheck.referee import Result, check, enter
from rivercheck.rulings import PRESETS, RULINGS, Rulings
from situations import (
    CASES,
    Json,
    checked,
    land,
    lying,
    mouth,
    river_in,
    river_out,
    sea,
    sheet,
    step,
    steps,
)

VALUED: list[Json] = json.loads((CASES / "rulings.json").read_text(encoding="utf-8"))
NAMES = {ruling.name: ruling for ruling in RULINGS}
PRINTED, TABLE, SEAWARD = PRESETS["printed"], PRESETS["table"], PRESETS["seaward"]
EVERY_RULINGS = st.fixed_dictionaries(
    {ruling.name: st.sampled_from(ruling.values) for ruling in RULINGS}
)


def name_and_value(case: Json) -> tuple[str, str]:
    name, value = case["name"].split(",")[0].split("=")
    return name, value


def result_of(case: Json) -> Result:
    return check(
        board_from(case["board"]), case["hex"], case["answers"], Rulings.of(case["rulings"])
    )


def situations(name: str) -> list[list[Json]]:
    """The cases of a ruling, those of one board together."""
    cases = [case for case in VALUED if name_and_value(case)[0] == name]
    return [list(group) for _, group in groupby(cases, key=lambda case: case["board"])]


# Each value on the same board -----------------------------------------------------------------


@pytest.mark.parametrize("case", VALUED, ids=lambda case: case["name"])
def test_value(case: Json) -> None:
    name, value = name_and_value(case)
    assert case["rulings"] == {name: value}
    _, differences = run_cases(0, case)
    assert differences == []


@pytest.mark.parametrize("case", VALUED, ids=lambda case: case["name"])
def test_trace_names_the_ruling_and_the_letter_where_it_departs(case: Json) -> None:
    name, _ = name_and_value(case)
    named = [step for step in result_of(case).trace if step.ruling == name]
    assert [[step.step, step.letter is not None] for step in named] == case["ruled"]
    assert {step.letter for step in named} <= {None, NAMES[name].letter}


@pytest.mark.parametrize("case", VALUED, ids=lambda case: case["name"])
def test_value_by_the_oracle(case: Json) -> None:
    expected = oracle.check(case["board"], case["hex"], case["rulings"], case["answers"])
    assert {key: expected[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_a_case_on_the_same_board_and_answers(name: str) -> None:
    for cases in situations(name):
        assert [name_and_value(case)[1] for case in cases] == list(NAMES[name].values)
        longest = max((case["answers"] for case in cases), key=len)
        for case in cases:
            assert case["answers"] == longest[: len(case["answers"])]


@pytest.mark.parametrize("name", NAMES)
def test_any_two_values_differ_on_some_board(name: str) -> None:
    for one, other in combinations(range(len(NAMES[name].values)), 2):
        assert any(cases[one]["expect"] != cases[other]["expect"] for cases in situations(name))


# What a line of a case cannot show --------------------------------------------------------------


def test_inflow_only_exit_asks_for_no_card() -> None:
    result = checked(sheet(river_in(1)), rulings="inflow-only=exit")
    assert (result.outcome, result.need) == ("unmapped-river", None)


def test_redraw_next_card_reads_only_the_number_of_the_next_card() -> None:
    board = sheet(river_out(4), terrain="desert")
    for words in ("continues/none", "ends/begins", "forks/crosses"):
        result = checked(board, "ends/none 1", f"{words} 5,6")
        assert (result.outcome, result.ins, result.used) == ("continues", (5,), 2)


@pytest.mark.parametrize(("number", "drawn"), [(1, 2), (2, 2), (3, 3), (4, 6), (5, 6), (6, 6)])
def test_redraw_clockwise_starts_at_the_number_itself(number: int, drawn: int) -> None:
    board = sheet(river_out(4), land(1, 5), terrain="desert")
    result = checked(board, f"ends/none {number}", rulings="redraw=clockwise")
    assert step(result, "redraw").value == drawn
    assert result.ins == (drawn,)


def test_own_side_open_doubles_back_and_adds_no_stroke() -> None:
    result = checked(sheet(river_out(4)), "continues/none 4", "die 5", rulings="own-side=open")
    assert step(result, "draw").direction == "back"
    assert step(result, "loop?").value == 4
    assert (result.ins, result.outs) == ((), (4,))


def test_own_side_barred_refuses_every_river_of_the_hex() -> None:
    lake = lying("lake", 1)
    result = checked(sheet(lake), "ends/extends 1", "ends/none 5", rulings="own-side=barred")
    assert steps(result, "number?")[0].refused == "own hexside"
    assert result.outs == (5,)


def test_no_way_out_marks_a_source_only_where_water_leaves() -> None:
    down = sheet(river_in(1), land(2, 3, 4, 5, 6))
    up = sheet(river_out(1), land(2, 3, 4, 5, 6), terrain="desert")
    assert not checked(down, "ends/none 1", rulings="no-way-out=end").source
    assert checked(up, "ends/none 1", rulings="no-way-out=end").source


@pytest.mark.parametrize(("die", "terrain"), [(1, "swamp"), (5, "swamp"), (6, "jungle/swamp")])
def test_no_way_out_swamp_has_no_dot_and_no_loop(die: int, terrain: str) -> None:
    board = sheet(river_in(1), land(2, 3, 4, 5, 6), terrain="desert")
    result = checked(board, "ends/none 1", f"die {die}")
    assert (result.outcome, result.terrain, result.source) == ("ends-in-swamp", terrain, False)
    assert result.forced == ("mouth", "desert")
    assert steps(result, "loop?") == []


def test_fork_one_bad_as_end_goes_on_where_the_river_may_not_end() -> None:
    board = sheet(river_out(4), land(6), terrain="desert")
    result = checked(board, "forks/none 6", "ends/none 2", rulings="fork-one-bad=as-end")
    assert (result.outcome, result.ins) == ("continues", (2,))
    assert [step.ruling for step in steps(result, "may-end?")] == ["fork-one-bad"]


def test_fork_one_bad_leaves_two_bad_numbers_alone() -> None:
    board = sheet(river_out(4), land(5, 6))
    for value in ("nothing", "as-end"):
        result = checked(board, "forks/none 5,6", rulings=f"fork-one-bad={value}")
        assert result.outcome == "ends"
        assert [step.ruling for step in result.trace if step.ruling == "fork-one-bad"] == []


LAKE_THAT_RUNS_TO_0301 = {"0201": {"terrain": "lake", "state": "mapped", "out": [2]}}


@pytest.mark.parametrize(
    ("beyond", "outs"), [("veldt", (1,)), ("swamp", (3,))], ids=["an outlet", "within the body"]
)
def test_extension_flow_by_outlet_asks_for_a_way_out_of_the_body(
    beyond: str, outs: tuple[int, ...]
) -> None:
    board = sheet(LAKE_THAT_RUNS_TO_0301, {"0301": {"terrain": beyond}})
    assert checked(board, "ends/extends 3").outs == outs


def test_extension_flow_by_outlet_finds_the_outlet_of_another_hex_of_the_body() -> None:
    board = sheet(
        {"0201": {"terrain": "lake", "state": "mapped"}, "0301": {"terrain": "lake"}},
        {"0302": {"terrain": "swamp", "state": "mapped", "out": [4]}},
    )
    result = checked(board, "ends/extends 5", "pick 1")
    assert (result.ins, result.outs) == ((5,), (1,))


def test_downstream_fork_tributary_takes_the_first_number_that_adds_a_stroke() -> None:
    rulings = "own-side=open,downstream-fork=tributary"
    result = checked(sheet(river_in(1)), "forks/none 1,3", "die 1", rulings=rulings)
    assert [(s.value, s.direction) for s in steps(result, "draw")] == [(1, "back"), (3, "out")]
    assert (result.ins, result.outs) == ((1,), (3,))


def test_coast_open_makes_a_mouth() -> None:
    board = board_from(sheet(river_in(1), {"0203": {"terrain": "sea"}}))
    result = check(board, "0202", ["continues/none 4"], "coast=open")
    enter(board, result)
    place = board.layout.find("0202")
    assert board.hexes[place].mouth == 4
    assert board.mouths[place].made


@pytest.mark.parametrize("answers", [["continues/none 1"], ["forks/none 1"], ["forks/none 1,6"]])
def test_coast_open_is_for_rivers_followed_downstream(answers: list[str]) -> None:
    result = checked(sheet(river_out(4), lying("sea", 1, 6)), *answers, rulings="coast=open")
    assert {step.refused for step in steps(result, "number?")} == {"sea"}


def test_coast_open_of_two_sea_hexsides_only_the_first_is_drawn() -> None:
    result = checked(sheet(river_in(1), lying("sea", 3, 5)), "forks/none 5,3", rulings="coast=open")
    assert (result.outcome, result.ins, result.outs) == ("continues", (1,), (5,))


@pytest.mark.parametrize("numbers", ["3,5", "5,3"])
def test_coast_open_a_sea_hexside_is_always_the_outflow(numbers: str) -> None:
    result = checked(
        sheet(river_in(1), lying("sea", 5)), f"forks/none {numbers}", rulings="coast=open"
    )
    assert (result.outcome, result.ins, result.outs) == ("forks", (1, 3), (5,))


def test_coast_open_is_for_extensions_too() -> None:
    result = checked(sheet(lying("lake", 1), sea(4)), "ends/extends 4", rulings="coast=open")
    assert (result.outcome, result.ins, result.outs) == ("extends", (1,), (4,))


# Beyond hexside 6 of 0202 lies 0102, shut in by mapped land; a river comes in by 4.
LAND = {"terrain": "veldt", "state": "mapped"}
POCKET = {"0101": LAND, "0201": LAND, "0103": LAND}
SHUT_IN = sheet(river_in(4), POCKET, {"0301": {"terrain": "lake"}})
WAYS_OUT: dict[str, tuple[Json, list[Json]]] = {
    "none": ({}, []),
    "a lake beside it": ({"0101": {"terrain": "lake"}}, []),
    "it is a swamp": ({"0102": {"terrain": "swamp"}}, []),
    "a mapped lake": ({"0102": {"terrain": "lake", "state": "mapped"}}, []),
    "its own mouth": ({}, [mouth("0102", 5)]),
    "a mouth farther on": ({"0101": {}}, [mouth("0101", 6)]),
    "a mouth behind mapped land": ({"0101": LAND | {"out": [6]}}, [mouth("0101", 6)]),
    "a blank hex that leads nowhere": ({"0101": {}}, []),
    "an outflow back into this hex": ({"0103": {"state": "partial", "out": [2]}}, []),
    "sea beside it": ({"0101": {"terrain": "sea"}}, []),
}
NO_WAYS = (
    "none",
    "a mouth behind mapped land",
    "a blank hex that leads nowhere",
    "an outflow back into this hex",
)


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("coast", ["open", "mouths-only"])
def test_lookahead_downstream_asks_for_a_way_to_water(way: str, coast: str) -> None:
    around, mouths = WAYS_OUT[way]
    board = SHUT_IN | {"hexes": SHUT_IN["hexes"] | around, "mouths": mouths}
    script = ["continues/none 6", "continues/none 2"]
    result = check(board_from(board), "0202", script, f"lookahead=on,coast={coast}", spare=True)
    shut = way in NO_WAYS or (way == "sea beside it" and coast == "mouths-only")
    assert steps(result, "number?")[0].refused == ("no way to water" if shut else None)
    assert result.outs == ((2,) if shut else (6,))


def test_lookahead_asks_for_extensions_too() -> None:
    board = sheet(lying("lake", 4), POCKET, {"0301": {"terrain": "lake"}})
    result = checked(board, "ends/extends 6", "ends/none 2", rulings="lookahead=on")
    assert [asked.refused for asked in steps(result, "number?")] == ["no way to water", None]


@pytest.mark.parametrize(("drainage", "refused"), [(3, False), (4, True), (5, True), (6, False)])
def test_lookahead_upstream_refuses_only_what_another_hexside_can_keep(
    drainage: int, refused: bool
) -> None:
    # By 6 the system can have 0203, 0202 and 0102; by 2 the first two and 0302, 0301 and 0303.
    below = {"0203": {"terrain": "veldt", "state": "mapped", "in": [1], "out": [4]}}
    board = sheet(below, POCKET, mouths=(mouth("0203", 4, drainage),))
    script = ["continues/none 6", "continues/none 2"]
    result = check(board_from(board), "0202", script, "lookahead=on", spare=True)
    wanted = "requirement out of reach" if refused else None
    assert steps(result, "number?")[0].refused == wanted


def test_lookahead_does_not_ask_where_a_river_begins() -> None:
    result = checked(sheet(POCKET), "ends/begins 6", rulings="lookahead=on")
    assert (result.outcome, result.outs) == ("begins", (6,))


# Presets and mixes ------------------------------------------------------------------------------


def test_there_are_eleven_rulings_and_the_letter_comes_first() -> None:
    assert len(RULINGS) == 11
    assert PRINTED.values() == {ruling.name: ruling.values[0] for ruling in RULINGS}
    for ruling in RULINGS:
        assert len(ruling.means) == len(ruling.values) == len(set(ruling.values))


def test_table_is_the_default() -> None:
    assert Rulings() == TABLE == Rulings.of() == Rulings.of(None) == Rulings.of("table")


def test_seaward_is_table_with_two_changes() -> None:
    assert Rulings.of("table,coast=open,lookahead=on") == SEAWARD == Rulings.of("seaward")


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_preset_is_that_of_the_oracle(preset: str) -> None:
    assert Rulings.of(preset).values() == oracle.PRESETS[preset]
    assert str(Rulings.of(preset)) == preset


def test_changes_are_over_table() -> None:
    text = Rulings.of("own-side=open, redraw = clockwise")
    mapping = Rulings.of({"redraw": "clockwise", "own-side": "open"})
    assert text == mapping
    assert text.values() == TABLE.values() | {"own-side": "open", "redraw": "clockwise"}


def test_a_preset_may_stand_first() -> None:
    mixed = Rulings.of("printed,own-side=barred")
    assert mixed.values() == PRINTED.values() | {"own-side": "barred"}
    assert str(mixed) == "printed,own-side=barred"


def test_rulings_are_taken_as_they_are() -> None:
    assert Rulings.of(SEAWARD) is SEAWARD


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("tabel", "unknown preset 'tabel': did you mean table?"),
        ("own-side=open,printed", "only first"),
        ("table,printed", "only first"),
        ("xyz", "unknown preset 'xyz': one of printed, table, seaward"),
        ("own-sides=open", "unknown ruling 'own-sides': did you mean own-side?"),
        ("own-side=bared", "unknown value of own-side 'bared': did you mean barred?"),
        ("redraw=zzz", "unknown value of redraw 'zzz': one of next-card, clockwise"),
        ("redraw=", "unknown value of redraw ''"),
        ("", "unknown preset ''"),
    ],
)
def test_what_is_unknown_is_named_with_the_nearest(said: str, message: str) -> None:
    with pytest.raises(RulingError) as raised:
        Rulings.of(said)
    assert message in str(raised.value)
    assert raised.value.code == "rulings"


@pytest.mark.parametrize("said", [{"own-sides": "open"}, {"own-side": "bared"}])
def test_what_is_unknown_in_a_mapping_is_named(said: dict[str, str]) -> None:
    with pytest.raises(RulingError, match="did you mean"):
        Rulings.of(said)


@given(EVERY_RULINGS)
def test_any_mix_survives_its_text(said: dict[str, str]) -> None:
    mixed = Rulings.of(said)
    assert mixed.values() == said
    assert Rulings.of(str(mixed)) == mixed


@given(st.sampled_from(["printed", "table", "seaward"]), EVERY_RULINGS, st.data())
def test_a_preset_with_changes_survives_its_text(
    preset: str, said: dict[str, str], data: st.DataObject
) -> None:
    kept = data.draw(st.lists(st.sampled_from(sorted(said)), unique=True))
    text = ",".join([preset, *(f"{name}={said[name]}" for name in kept)])
    mixed = Rulings.of(text)
    assert mixed.values() == PRESETS[preset].values() | {name: said[name] for name in kept}
    assert Rulings.of(str(mixed)) == mixed


# How `table` departs from `printed` ---------------------------------------------------------------

DEPARTS = {"inflow-only": "follow", "own-side": "barred", "joined-loop": "check"}
FILLS = {
    "no-way-out": "swamp",
    "fork-one-bad": "as-end",
    "extension-flow": "by-outlet",
    "downstream-fork": "tributary",
}


def test_table_departs_in_three_places_and_fills_four_gaps_otherwise() -> None:
    printed, table = PRINTED.values(), TABLE.values()
    changed = {name: table[name] for name in table if table[name] != printed[name]}
    assert changed == DEPARTS | FILLS


@pytest.mark.parametrize("name", DEPARTS)
def test_table_says_what_the_letter_would_have_done(name: str) -> None:
    (case,) = [case for case in VALUED if case["name"] == f"{name}={DEPARTS[name]}"]
    result = check(board_from(case["board"]), case["hex"], case["answers"], "table")
    letters = [step.letter for step in result.trace if step.ruling == name]
    assert letters == [NAMES[name].letter]


def test_printed_never_departs_from_the_letter() -> None:
    for case in VALUED:
        result = check(
            board_from(case["board"]), case["hex"], case["answers"], "printed", spare=True
        )
        assert [step.letter for step in result.trace if step.letter] == []
