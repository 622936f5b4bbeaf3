"""Counted trees: a position, and how many different boards there are after 1, 2 and 3 checks.

    python tests/perft.py    # count again and rewrite tests/perft.txt

The head of `perft.txt` says what is counted and how a line is read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_from
from rivercheck.branches import Branches, Draw
from rivercheck.records import RIVER_A, RIVER_B
from rivercheck.rulings import Rulings

Json = dict[str, Any]
FILE = Path(__file__).with_name("perft.txt")
CARDS = [
    rules.Answer(rules.CARD, 0, a, b, first, second)
    for a in range(len(RIVER_A))
    for b in range(len(RIVER_B))
    for first in range(1, 7)
    for second in range(7)
    if first != second
]
State = tuple[tuple[int, ...], ...]
End = tuple[int, int, int, int]  # terrain, ins, outs, source


@dataclass(frozen=True, slots=True)
class Position:
    """One line of the file."""

    name: str
    rulings: str
    hexes: tuple[str, ...]  # to be checked in this order
    counts: tuple[int, ...]  # after 1, 2, 3 checks
    board: Json

    @classmethod
    def read(cls, line: str) -> Position:
        name, rulings, hexes, counts, board = (part.strip() for part in line.split("|"))
        numbers = tuple(map(int, counts.split()))
        return cls(name, rulings, tuple(hexes.split()), numbers, json.loads(board))

    def __str__(self) -> str:
        board = json.dumps(self.board, separators=(",", ":"))
        words = (" ".join(self.hexes), " ".join(map(str, self.counts)), board)
        return " | ".join((self.name, self.rulings, *words))


def positions() -> list[Position]:
    """All positions of the file."""
    lines = FILE.read_text("utf-8").splitlines()
    return [Position.read(line) for line in lines if line and not line.startswith("#")]


def counts(position: Position, depth: int) -> tuple[int, ...]:
    """How many different boards there are after each of so many checks."""
    board, rulings = board_from(position.board), Rulings.of(position.rulings)
    boards = {state(board)}
    counted = []
    for label in position.hexes[:depth]:
        hex = board.layout.find(label)
        boards = {after for before in boards for after in checked(board, before, hex, rulings)}
        counted.append(len(boards))
    return tuple(counted)


def state(board: Board) -> State:
    """All that is drawn on a board: two boards are different if these are."""
    return tuple(
        (here.terrain, here.state, here.ins, here.outs, here.source, here.mouth)
        for here in board.hexes
    )


def put(board: Board, drawn: State) -> None:
    """Draw a board as it was."""
    for here, values in zip(board.hexes, drawn, strict=True):
        here.terrain, here.state, here.ins, here.outs, here.source, here.mouth = values


def checked(board: Board, before: State, hex: int, rulings: Rulings) -> Iterator[State]:
    """The boards that a check of this hex can make."""
    put(board, before)
    if not board.unmapped(hex):
        raise ValueError(f"hex {board.name(hex)} is mapped already")
    for terrain, ins, outs, source in ends(board, hex, rulings):
        put(board, before)
        run = rules.Run(hex, terrain=terrain, ins=ins, outs=outs, source=source)
        rules.enter(board.hexes, board.grid, run)
        yield state(board)


def ends(board: Board, hex: int, rulings: Rulings) -> set[End]:
    """What a check of this hex can come to, by any cards, dice and picks."""
    found: set[End] = set()
    seen: list[Draw] = []
    todo = list(Branches(board, hex, rulings, CARDS).start)
    while todo:
        end, _ = todo.pop()
        if not isinstance(end, Draw):
            _, terrain, ins, outs, source, _ = end
            found.add((terrain, ins, outs, source))
        elif end not in seen:  # drawn again: the same cards lead to the same ends
            seen.append(end)
            todo += [one for by_card in end.ends for one in by_card]
    return found


def main() -> None:
    """Count all positions again and rewrite the file."""
    lines = FILE.read_text("utf-8").splitlines()
    for place, line in enumerate(lines):
        if line and not line.startswith("#"):
            position = Position.read(line)
            lines[place] = str(replace(position, counts=counts(position, 3)))
            print(lines[place].rpartition("|")[0], file=sys.stderr)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
