"""The rules against the oracle: equal outcome, trace and answers, on every prefix of a script."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from boards import LAND, random_answer, random_board, random_rulings
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json
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


@pytest.mark.prove
@pytest.mark.parametrize("block", range(100))
def test_rules_equal_the_oracle_on_many_boards(block: int) -> None:
    assert sum(grow_both(100_000 + block * 1000 + seed) for seed in range(500)) > 2_500
