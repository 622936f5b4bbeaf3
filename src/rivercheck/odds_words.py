"""The odds of a check as a player asks for them: does the river end here, where does it go on?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .board import Board
from .odds import Odds, Outcome
from .words import listed, side_name

__all__ = ["Rows", "odds_questions"]

MOST = 20  # outcomes that are told one by one
_FATES = {
    "water": "the hex is water",
    "becomes-water": "no, rivers meet in its water",
    "joined": "no, all rivers join",
    "unmapped-river": "yes, at its centre",
    "none": "there is no river",
    "begins": "no, it rises here",
    "extends": "no, it extends from water beside",
    "crosses": "no, it crosses",
    "continues": "no, it goes on",
    "forks": "no, it forks",
    "ends": "yes",
    "ends-in-swamp": "yes, in a swamp of its own",
    "stops": "yes, without a source dot",
}
_RISES = {
    "none": "no",
    "begins": "yes, it rises here",
    "extends": "yes, it extends from water beside",
    "crosses": "yes, it crosses",
    "ends": "yes, it rises here and runs into water beside",
}
Rows = list[tuple[str, Fraction]]


def _fate(outcome: str, met: bool) -> str:
    """What becomes of the river that was met; where none was, whether there is one now."""
    if not met and outcome in _RISES:
        return _RISES[outcome]
    return _FATES[outcome]


def odds_questions(board: Board, found: Odds) -> list[tuple[str, Rows]]:
    """What a player asks, with the answers; a question that has none is left out.

    Answers come with the most likely first. `board` is the one the check would be made on.
    """
    met = bool(found.leads)
    fates = found.by(lambda one: _fate(one.outcome, met))
    lands = found.by(lambda one: _becomes(found, one))
    asked = "Does the hex become water?" if found.terrain else "What terrain will the hex have?"
    questions = [
        ("Does the river end here?" if met else "Does a river run here?", [*fates.items()]),
        (
            "By which hexside does it go on?" if met else "By which hexside?",
            _hexsides(board, found),
        ),
        (asked, [*lands.items()]),
        ("Every outcome", _every(board, found)),
    ]
    return [question for question in questions if question[1]]


def _becomes(found: Odds, one: Outcome) -> str:
    if not found.terrain:
        return one.terrain
    if one.outcome == "water":
        return f"it is {one.terrain}"
    return f"no, it stays {one.terrain}" if one.terrain == found.terrain else f"yes, {one.terrain}"


def _hexsides(board: Board, found: Odds) -> Rows:
    """How likely each new stroke is; an outcome may have two."""
    rows = []
    for side in range(1, 7):
        for way in ("in", "out"):
            name = f"{side_name(board, side)}, water flows {way}"
            rows.append((name, found.chance(_draws(found, (way, side)))))
    rows.append(("none, it turns back", found.chance(lambda one: _turns_back(found, one))))
    return [row for row in rows if row[1]]


def _draws(found: Odds, stroke: tuple[str, int]) -> Callable[[Outcome], bool]:
    return lambda one: stroke in found.drawn(one)


def _turns_back(found: Odds, one: Outcome) -> bool:
    return one.outcome in ("continues", "forks") and not found.drawn(one)


def _every(board: Board, found: Odds) -> Rows:
    """The outcomes, if they are many only the most likely."""
    rows = [(_brief(board, found, one), one.probability) for one in found.outcomes]
    if len(rows) <= MOST:
        return rows
    rest = sum((probability for _, probability in rows[MOST:]), Fraction())
    return [*rows[:MOST], (f"{len(rows) - MOST} more", rest)]


def _brief(board: Board, found: Odds, one: Outcome) -> str:
    """An outcome in short: what the hex carries, and what becomes of it."""
    parts = [one.outcome]
    if one.terrain != found.terrain:
        parts.append(one.terrain)
    for way, sides in (("in", one.ins), ("out", one.outs)):
        if sides:
            parts.append(f"{way} {listed([side_name(board, side) for side in sides])}")
    if one.source:
        parts.append("source dot")
    if one.forced:
        parts.append(f"forced: {listed(one.forced)}")
    return ", ".join(parts)
