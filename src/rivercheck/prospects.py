"""What each possible answer would mean: the rules run once for each, never stated again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from . import rules
from .answers import Said
from .board import Board
from .path import why_not_end
from .records import RIVER_A, RIVER_B
from .referee import Result, check
from .words import REFUSED, listed, side_name

__all__ = ["Part", "Prospector", "Prospects", "part_needed", "prospects"]

Part = Literal["river_a", "river_b", "number"]
_FORKS = "to each number that is acceptable; if none is, as where the river ends"
_CROSSES = "from the first number to the second if both are acceptable; else as begins"
_NEEDS = {
    "card": "draw the next card",
    "die": "a die decides",
    "pick": "from the water: its hexside is chosen at random",
}
_COMES_TO = {
    "none": "no river",
    "begins": "a river rises here and runs to that hexside",
    "extends": "a river comes from the water and runs to that hexside",
    "continues": "the river is drawn to that hexside",
    "ends": "the river ends here, with a source dot",
    "stops": "the river stops here, without a dot",
}


@dataclass(frozen=True, slots=True)
class Prospects:
    """Each answer and what it would come to; and, if some may not end the river, why not."""

    meanings: tuple[tuple[str, str], ...]
    reason: str = ""


def part_needed(board: Board, result: Result) -> Part:
    """Which part of the missing card counts: `river_a`, `river_b`, or `number` for a next card."""
    if any(step.step == "card" for step in result.trace):
        return "number"
    ins, outs = rules.rivers_here(board.hexes, board.grid, result.run.hex)
    return "river_a" if ins | outs else "river_b"


def prospects(board: Board, answers: Sequence[Said], result: Result) -> Prospects:
    """What an unfinished check could come to next, equal answers together."""
    return Prospector(board, answers, result).look()


class Prospector:
    """Tries answers to what an unfinished check needs. `reason`: why some may not end the river."""

    def __init__(self, board: Board, answers: Sequence[Said], result: Result) -> None:
        self.board, self.answers, self.result = board, answers, result
        self.reason = ""

    def look(self) -> Prospects:
        """One run of the rules for each answer."""
        need = self.result.need
        if need is None:
            return Prospects(())
        if need.kind == "die":
            rows = self._grouped([(str(n), {"die": n}) for n in range(1, 7)])
        elif need.kind == "pick":
            picks = need.options or ()
            rows = self._grouped([(side_name(self.board, side), {"pick": side}) for side in picks])
        else:
            rows = self._cards()
        return Prospects(tuple(rows), self.reason)

    def _cards(self) -> list[tuple[str, str]]:
        part = part_needed(self.board, self.result)
        if part == "number":
            return self._numbers("continues/none", "")
        if part == "river_a":
            rows = [row for word in RIVER_A[:2] for row in self._numbers(f"{word}/none", word)]
            return [*rows, (RIVER_A[2], _FORKS)]
        rows = [row for word in RIVER_B[:3] for row in self._numbers(f"continues/{word}", word)]
        return [*rows, (RIVER_B[3], _CROSSES)]

    def _numbers(self, card: str, word: str) -> list[tuple[str, str]]:
        choices: list[tuple[str, Said]] = [(str(n), f"{card} {n}") for n in range(1, 7)]
        if word and self.alike(card):
            return [(word, self.brief(self.check(choices[0][1])))]
        rows = self._grouped(choices)
        if len(rows) == 1:
            return [(f"{word} any number".strip(), rows[0][1])]
        return [(f"{word} {numbers}".strip(), meaning) for numbers, meaning in rows]

    def alike(self, words: str) -> bool:
        """Whether a card of these words (`ends/none`) comes to the same with any one number."""
        ends = [self.check(f"{words} {number}") for number in range(1, 7)]
        if any(end.need is not None and end.need.kind == "pick" for end in ends):
            return False  # the card outlives the pick, and its number is asked after it
        return len({(end.need, end.outcome, end.ins, end.outs) for end in ends}) == 1

    def _grouped(self, choices: Sequence[tuple[str, Said]]) -> list[tuple[str, str]]:
        groups: dict[str, list[str]] = {}
        for name, said in choices:
            groups.setdefault(self.brief(self.check(said)), []).append(name)
        return [(listed(names, "or"), meaning) for meaning, names in groups.items()]

    def check(self, said: Said) -> Result:
        """The check with one more answer."""
        return check(self.board, self.result.hex, [*self.answers, said], self.result.rulings)

    def brief(self, after: Result, *, named: bool = False) -> str:
        """What one more answer came to, in a few words; `named` tells two numbers apart."""
        start = len(self.result.trace)
        because = [
            f"not by {step.value}, {REFUSED[step.refused]}" if named else REFUSED[step.refused]
            for step in after.trace[start:]
            if step.refused
        ]
        if any(step.step == "may-end?" and not step.answer for step in after.trace[start:]):
            because.append("it may not end")
            self.reason = self.reason or _may_not_end(self.board, after)
        if after.need is not None:
            text = _NEEDS[after.need.kind]
        else:
            text = _COMES_TO.get(str(after.outcome), str(after.outcome))
            if after.terrain != self.board.terrain(after.run.hex):
                text += f", and the hex becomes {after.terrain}"
        return "; ".join([*dict.fromkeys(because), text])


def _may_not_end(board: Board, after: Result) -> str:
    step = next(step for step in after.trace if step.step == "may-end?" and not step.answer)
    return why_not_end(board, after, step)
