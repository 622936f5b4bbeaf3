"""The counted trees of `perft.txt`, by the rules and, without any shortcut, by the oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import oracle
import perft
from perft import Position, counts, positions
from rivercheck.answers import to_json
from rivercheck.boardfile import board_from
from rivercheck.rulings import Rulings

Json = dict[str, Any]
POSITIONS = positions()
EACH = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
CARDS = to_json(perft.CARDS)


@EACH
def test_one_and_two_checks(position: Position) -> None:
    assert counts(position, 2) == position.counts[:2]


@pytest.mark.prove
@EACH
def test_three_checks(count: Callable[..., None], position: Position) -> None:
    assert counts(position, 3) == position.counts
    count("counted trees, by the rules", positions=1, boards=sum(position.counts))


def by_oracle(board: Json, position: Position, hex: str) -> Iterator[str]:
    """The boards, as texts, that a check by the oracle can make: each script with each card."""
    rulings = Rulings.of(position.rulings).values()
    todo: list[list[Json]] = [[]]
    while todo:
        script = todo.pop()
        result = oracle.check(board, hex, rulings, script)
        if result["outcome"] is not None:
            yield drawn(oracle.apply(board, result))
        elif result["need"]["kind"] == "card":
            # After the first card, only its first number is asked.
            cards = CARDS if not script else CARDS[:36]
            if sum("card" in one for one in script) < 2:
                todo += [[*script, card] for card in cards]
        else:
            kind, options = result["need"]["kind"], result["need"]["options"] or range(1, 7)
            todo += [[*script, {kind: option}] for option in options]


def drawn(board: Json) -> str:
    """All that is drawn on a board, as a text."""
    hexes = []
    for label, entry in sorted(board["hexes"].items()):
        strokes = [sorted(entry.get(way, [])) for way in ("in", "out")]
        hexes.append((label, entry["terrain"], entry.get("state"), strokes, entry.get("source")))
    mouths = sorted((mouth["hex"], mouth["side"]) for mouth in board["mouths"])
    return repr((hexes, mouths))


def compare_with_oracle(position: Position) -> None:
    boards = set(by_oracle(position.board, position, position.hexes[0]))
    assert len(boards) == position.counts[0]


@pytest.mark.parametrize("position", POSITIONS[:3], ids=lambda position: position.name)
def test_one_check_by_the_oracle(position: Position) -> None:
    compare_with_oracle(position)


@pytest.mark.prove
@EACH
def test_one_check_of_each_by_the_oracle(count: Callable[..., None], position: Position) -> None:
    compare_with_oracle(position)
    count("counted trees, by the oracle", positions=1, boards=position.counts[0])


def test_every_line_is_read_and_written_alike() -> None:
    lines = [line for line in perft.FILE.read_text("utf-8").splitlines() if " | " in line]
    assert [line for line in lines if not line.startswith("#")] == list(map(str, POSITIONS))
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 20


def test_the_cards_are_all_there_are() -> None:
    assert len(set(perft.CARDS)) == len(perft.CARDS) == 3 * 4 * 36


def test_a_position_is_left_as_it_was() -> None:
    """Counting does not leave strokes in the neighbours of what it checks."""
    position = POSITIONS[0]
    board = board_from(position.board)
    before = perft.state(board)
    hex = board.layout.find(position.hexes[0])
    assert len(set(perft.checked(board, before, hex, Rulings.of(position.rulings)))) == 37
    perft.put(board, before)
    assert before == perft.state(board_from(position.board))
