"""What each possible answer would mean: the rules run once for each, never stated again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from . import rules
from .answers import Said
from .board import Board
from .records import RIVER_A, RIVER_B
from .referee import Result, check
from .words import hindrances, listed, side_name

__all__ = ["part_needed", "prospects"]

Part = Literal["river_a", "river_b", "number"]
_FORKS = "to each number that is acceptable; if none is, as where the river ends"
_CROSSES = "from the first number to the second if both are acceptable; else as begins"


def part_needed(board: Board, result: Result) -> Part:
    """Which part of the missing card counts: `river_a`, `river_b`, or `number` for a next card."""
    if any(step.step == "card" for step in result.trace):
        return "number"
    ins, outs = rules.rivers_here(board.hexes, board.grid, result.run.hex)
    return "river_a" if ins | outs else "river_b"


def prospects(board: Board, answers: Sequence[Said], result: Result) -> list[tuple[str, str]]:
    """What each answer to an unfinished check would come to, equal ones together."""
    if result.need is None:
        return []
    if result.need.kind == "die":
        return _grouped(board, answers, result, [(str(n), {"die": n}) for n in range(1, 7)])
    if result.need.options is not None:
        picks = [(side_name(board, side), {"pick": side}) for side in result.need.options]
        return _grouped(board, answers, result, picks)
    part = part_needed(board, result)
    if part == "number":
        return _numbers(board, answers, result, "continues/none", "")
    if part == "river_a":
        rows = [_numbers(board, answers, result, f"{word}/none", word) for word in RIVER_A[:2]]
        return [*rows[0], *rows[1], (RIVER_A[2], _FORKS)]
    rows = [_numbers(board, answers, result, f"continues/{word}", word) for word in RIVER_B[:3]]
    return [*rows[0], *rows[1], *rows[2], (RIVER_B[3], _CROSSES)]


def _numbers(
    board: Board, answers: Sequence[Said], result: Result, card: str, word: str
) -> list[tuple[str, str]]:
    choices = [(str(n), f"{card} {n}") for n in range(1, 7)]
    ends = [check(board, result.hex, [*answers, said], result.rulings) for _, said in choices]
    if word and len({(end.need, end.outcome, end.ins, end.outs) for end in ends}) == 1:
        return [(word, _brief(board, result, ends[0]))]
    rows = _grouped(board, answers, result, choices)
    if len(rows) == 1:
        return [(f"{word} any number".strip(), rows[0][1])]
    return [(f"{word} {numbers}".strip(), meaning) for numbers, meaning in rows]


def _grouped(
    board: Board, answers: Sequence[Said], result: Result, choices: Sequence[tuple[str, Said]]
) -> list[tuple[str, str]]:
    groups: dict[str, list[str]] = {}
    for name, said in choices:
        after = check(board, result.hex, [*answers, said], result.rulings)
        groups.setdefault(_brief(board, result, after), []).append(name)
    return [(listed(names, "or"), meaning) for meaning, names in groups.items()]


def _brief(board: Board, before: Result, after: Result) -> str:
    """What one more answer came to, in a few words."""
    because = "".join(f"{reason}; " for reason in hindrances(after.trace[len(before.trace) :]))
    if after.need is not None:
        then = {"card": "draw the next card", "die": "roll a die", "pick": "pick a hexside"}
        return because + then[after.need.kind]
    text = str(after.outcome)
    if after.outcome in ("continues", "extends", "begins"):
        text = f"{text}: the river is drawn to that hexside"
    if after.terrain != board.terrain(after.run.hex):
        text += f", and the hex becomes {after.terrain}"
    return because + text
