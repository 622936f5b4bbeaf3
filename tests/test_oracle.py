"""The rules against the oracle: equal outcome, trace and answers, on every prefix of a script."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from boards import LAND, random_answer, random_board, random_rulings
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json
from rivercheck.card import Card
from rivercheck.records import TERRAINS
from rivercheck.referee import Result, check, enter
from rivercheck.rulings import Rulings

Json = dict[str, Any]


def same(result: Result, expected: Json) -> None:
    """Fail unless the rules and the oracle agree in everything that both say."""
    got = result.to_json()
    for key in expected.keys() - {"steps"}:
        assert got[key] == expected[key], key
    steps = [
        [step.step, None if step.step == "loop?" else step.value, step.answer]
        for step in result.trace
    ]
    assert steps == expected["steps"]


def check_both(board: Board, twin: Json, label: str, rulings: Json, dice: random.Random) -> Json:
    """Check a hex by both, answer by answer; enter the outcome on both boards."""
    answers: list[Json] = []
    while True:
        result = check(board, label, answers, Rulings.of(rulings))
        expected = oracle.check(twin, label, rulings, answers)
        same(result, expected)
        if result.need is None:
            enter(board, result)
            return oracle.apply(twin, expected)
        answers.append(random_answer(dice, result.need.to_json()))


def hexes_of(board: Json) -> Json:
    """The hexes of a board file, without what is only a matter of writing."""
    default = {"state": "blank", "in": [], "out": [], "source": False}
    plain = {}
    for label, entry in board["hexes"].items():
        kept = {key: value for key, value in {**default, **entry}.items() if key != "printed"}
        kept["in"], kept["out"] = sorted(kept["in"]), sorted(kept["out"])
        if kept.get("terrain") == "sea":
            kept["state"] = "sea"
        if kept != default:
            plain[label] = kept
    return plain


def grow_both(seed: int) -> int:
    """Map a random board in random order by both; returns the number of checks."""
    dice = random.Random(seed)
    data = random_board(dice)
    rulings = random_rulings(dice)
    board, twin = board_from(data), data
    places = board.layout.places()
    dice.shuffle(places)
    checks = 0
    for place in places[: dice.randint(1, len(places))]:
        label = board.name(place)
        if not board.unmapped(place):
            continue
        if not board.terrain(place):
            terrain = dice.choice(LAND) if dice.random() < 0.9 else dice.choice(TERRAINS[6:9])
            board.set_terrain(place, terrain)
            twin["hexes"].setdefault(label, {})["terrain"] = terrain
        twin = check_both(board, twin, label, rulings, dice)
        checks += 1
    assert hexes_of(board_json(board)) == hexes_of(twin)
    mouths = [{k: m[k] for k in ("hex", "side")} for m in board_json(board)["mouths"]]  # type: ignore[attr-defined]
    assert sorted(mouths, key=str) == sorted(
        [{k: m[k] for k in ("hex", "side")} for m in twin["mouths"]], key=str
    )
    return checks


@pytest.mark.parametrize("block", range(8))
def test_rules_equal_the_oracle_on_random_boards(block: int) -> None:
    assert sum(grow_both(block * 1000 + seed) for seed in range(60)) > 300


def both_ask(data: Json, hex: str, card: str, preset: str) -> list[Any]:
    """The first question of a node by both, on a board on which only one answer is right."""
    said = {"card": Card.parse(card).to_json()}
    result = check(board_from(data), hex, [said], preset)
    same(result, oracle.check(data, hex, preset, [said]))
    return [[step.step, step.answer] for step in result.trace]


def sheet_of(columns: int, rows: int, hexes: Json, mouth: Json) -> Json:
    """A board: dry land, but for these hexes."""
    dry = {"terrain": "veldt", "state": "mapped"}
    labels = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    layout = {"columns": columns, "rows": rows}
    return {
        "rivercheck": 1,
        "layout": layout,
        "hexes": {label: hexes.get(label, dict(dry)) for label in labels},
        "mouths": [mouth],
    }


def test_a_mouth_in_a_blank_hex_opens_only_to_a_search_that_comes_by_it() -> None:
    """0103 gives the system one hex more, and does not touch the mouth: so 0304 cannot be had.

    With 0104 it can: from there the search comes by the mouth, and through it.
    """
    hexes: Json = {
        "0202": {"terrain": "jungle"},
        "0203": {"terrain": "veldt", "state": "mapped", "in": [1, 6], "out": [4]},
        "0204": {"terrain": "veldt", "state": "partial", "in": [1]},
        "0103": {},
        "0304": {},
    }
    for need, may_end in ((4, True), (5, False), (6, True), (7, False)):
        if need == 6:
            hexes["0104"] = {}
        data = sheet_of(4, 4, hexes, {"hex": "0204", "side": 4, "name": "", "drainage": need})
        assert ["may-end?", may_end] in both_ask(data, "0202", "ends/none 5", "table")


def test_a_lake_that_holds_the_mouth_opens_of_itself() -> None:
    """Mapped or not: a river may still extend from it."""
    lake = {"terrain": "lake", "state": "partial", "in": [4]}
    hexes: Json = {"0202": {"terrain": "jungle"}, "0201": lake, "0302": {}}
    for need, may_end in ((3, True), (4, False)):
        data = sheet_of(3, 3, hexes, {"hex": "0201", "side": 1, "name": "", "drainage": need})
        assert ["may-end?", may_end] in both_ask(data, "0202", "ends/none 4", "table")


def test_what_a_hexside_that_is_not_acceptable_could_keep_does_not_count() -> None:
    """By its own outflow the system could have four hexes, by the only other hexside three."""
    hexes: Json = {
        "0303": {"terrain": "jungle"},
        "0302": {"terrain": "veldt", "state": "partial", "in": [4]},
        "0301": {"terrain": "sea"},
        "0201": {},
        "0401": {},
        "0403": {},
    }
    data = sheet_of(4, 4, hexes, {"hex": "0302", "side": 1, "name": "", "drainage": 4})
    assert ["number?", True] in both_ask(data, "0303", "continues/none 3", "seaward")


@pytest.mark.prove
@pytest.mark.parametrize("block", range(100))
def test_rules_equal_the_oracle_on_many_boards(block: int) -> None:
    assert sum(grow_both(100_000 + block * 1000 + seed) for seed in range(500)) > 2_500
