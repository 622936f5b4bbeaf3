"""Where a check leads by every answer: the rules run on one card of each kind, and watched.

Two cards are of one kind where they agree in all that the rules read of the first: then the rules
cannot tell them apart. So nothing of the chart is stated here, nor which part of a card counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import rules
from .board import Board
from .records import sides_of
from .rulings import Rulings

__all__ = ["Branches", "Draw", "End", "Values"]

Values = tuple[int, int, int, int, int, int]  # outcome, terrain, ins, outs, source, forced
End = tuple["Values | Draw", int]  # it is reached in one of so many equally likely ways
Script = tuple[rules.Answer, ...]


@dataclass(eq=False, slots=True)
class Draw:
    """A point of a check at which a card is drawn, and the ends to which each card leads."""

    ends: list[list[End]] = field(default_factory=list)  # by the card's place among the cards
    leaving: list[int] = field(default_factory=list)  # cards after which it is not drawn again

    def tally(self, counts: Iterable[tuple[int, int]]) -> dict[End, int]:
        """How many of so many cards, given as (place, count), lead to each end."""
        tally: dict[End, int] = {}
        for place, count in counts:
            if count:
                for end in self.ends[place]:
                    tally[end] = tally.get(end, 0) + count
        return tally


class Branches:
    """The check of a hex of known terrain by all cards, dice and picks; `start` is where it leads.

    `cards` are different answers that are cards.
    """

    def __init__(
        self, board: Board, hex: int, rulings: Rulings, cards: Sequence[rules.Answer]
    ) -> None:
        self._board, self._hex, self._rulings, self._cards = board, hex, rulings, cards
        self._draws: dict[tuple[int, ...], Draw] = {}
        self.start = self._ends((), set())

    def _ends(self, script: Script, read: set[str], ways: int = 1) -> list[End]:
        """Where a script leads by dice and picks; `read` gains what is read of its last card."""
        run = _WatchedRun(self._hex, script)
        rules.river_check(self._board.hexes, self._board.grid, self._rulings, run)
        read |= run.read
        if run.outcome != rules.UNFINISHED:
            values = (run.outcome, run.terrain, run.ins, run.outs, run.source, run.forced)
            return [(values, ways)]
        if run.need == rules.CARD:
            return [(self._draw(run, script), ways)]
        options = sides_of(run.options) if run.need == rules.PICK else range(1, 7)
        ends = []
        for option in options:
            said = rules.Answer(run.need, option)
            ends += self._ends((*script, said), read, ways * len(options))
        return ends

    def _draw(self, run: rules.Run, script: Script) -> Draw:
        """The point at which the run stops: the same for all runs that find the hex alike.

        That is what forgets the cards before. It holds because a check that draws again reads
        nothing more of them.
        """
        strokes = (run.terrain, run.ins, run.outs, run.source)
        key = (*strokes, run.following, run.extension, run.doubled)
        if key not in self._draws:
            self._draws[key] = draw = Draw()
            draw.ends = self._by_card(script)
            draw.leaving = [place for place, ends in enumerate(draw.ends) if ends[0][0] is not draw]
        return self._draws[key]

    def _by_card(self, script: Script) -> list[list[End]]:
        """The ends to which each card leads after a script."""
        known: dict[tuple[str, ...], dict[tuple[int, ...], list[End]]] = {}
        by_card = []
        for card in self._cards:
            ends = _of_its_kind(known, card)
            if ends is None:
                read: set[str] = set()
                ends = self._ends((*script, card), read)
                parts = tuple(read)
                known.setdefault(parts, {})[_values(card, parts)] = ends
            by_card.append(ends)
        return by_card


def _of_its_kind(
    known: dict[tuple[str, ...], dict[tuple[int, ...], list[End]]], card: rules.Answer
) -> list[End] | None:
    """The ends of a card that agrees with this one in all that was read of it."""
    for parts, ends in known.items():
        found = ends.get(_values(card, parts))
        if found is not None:
            return found
    return None


def _values(card: rules.Answer, parts: tuple[str, ...]) -> tuple[int, ...]:
    return tuple([getattr(card, part) for part in parts])


def _watched(part: str) -> Any:
    """A part of the card in a run that notes when it is read; a new card starts afresh."""
    slot = getattr(rules.Run, part)

    def read(run: _WatchedRun) -> int:
        run.read.add(part)
        value: int = slot.__get__(run)
        return value

    def write(run: _WatchedRun, value: int) -> None:
        run.read = set()
        slot.__set__(run, value)

    return property(read, write)


class _WatchedRun(rules.Run):
    """A run that knows which parts of the last card the rules have read."""

    __slots__ = ("read",)
    read: set[str]
    river_a = _watched("river_a")
    river_b = _watched("river_b")
    first = _watched("first")
    second = _watched("second")
