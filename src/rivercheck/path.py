"""The path of a check through the chart, box by box, in plain words with what decided each."""

from __future__ import annotations

from . import rules
from .board import Board
from .referee import Result, Step
from .rulings import Rulings
from .words import (
    REFUSED,
    TESTS,
    a_terrain,
    hexes_of,
    hexsides,
    listed,
    ruling_means,
    side_name,
    visible,
)

__all__ = ["explain", "why_not_end"]

_RIVER_A = {
    "continues": "the river continues",
    "ends": "the river ends",
    "forks": "the river forks",
}
_RIVER_B = {
    "none": "no river",
    "begins": "a river begins",
    "extends": "a river extends from a lake or swamp, or begins",
    "crosses": "a river crosses the hex",
}


def explain(board: Board, result: Result) -> list[tuple[str, str]]:
    """The path through the chart: (node, what it asked and what decided it), in order.

    A line that belongs to the node before it (a ruling, the letter of the chart) has an empty node.
    `board` is the one the check was made on, before its outcome was entered.
    """
    lines: list[tuple[str, str]] = []
    for step in result.trace:
        lines.append((step.step, _SAY[step.step](board, result, step)))
        lines += [("", text) for text in _ruling_lines(step, result.rulings)]
    return lines


def _ruling_lines(step: Step, rulings: Rulings) -> list[str]:
    if step.ruling is None:
        return []
    value = rulings.value(step.ruling)
    lines = [f"ruling {step.ruling} = {value}: {ruling_means(step.ruling, value)}"]
    if step.letter is not None:
        lines.append(f"by the letter of the chart: {step.letter}")
    return lines


def _sides(board: Board, value: object) -> str:
    sides = value if isinstance(value, list) else [value]
    return hexsides(board, [side for side in sides if isinstance(side, int)])


def _say_water(board: Board, result: Result, step: Step) -> str:
    asked = "Is the hex a lake or a swamp?"
    return (
        f"{asked} Yes, {a_terrain(step.value)}."
        if step.answer
        else f"{asked} No, it is {step.value}."
    )


def _say_two_outflows(board: Board, result: Result, step: Step) -> str:
    asked = "Do two or more rivers flow out of it?"
    if step.answer:
        return f"{asked} Yes, by {_sides(board, step.value)}.{_die(step)}"
    return (
        f"{asked} No, one: by {_sides(board, step.value)}." if step.value else f"{asked} No, none."
    )


def _say_inflow(board: Board, result: Result, step: Step) -> str:
    asked = "Does a river flow into it?"
    if not step.answer:
        return f"{asked} No."
    rest = ", and one flows out, so all its rivers connect" if step.ruling is None else ""
    return f"{asked} Yes, by {_sides(board, step.value)}{rest}."


def _say_card(board: Board, result: Result, step: Step) -> str:
    return f"The card: {step.value}."


def _say_leads(board: Board, result: Result, step: Step) -> str:
    asked = "Does a river lead here?"
    if step.answer:
        return f"{asked} Yes, by {_sides(board, step.value)}: read River A of the card."
    return f"{asked} No: read River B of the card."


def _say_river_a(board: Board, result: Result, step: Step) -> str:
    return f"River A: {_RIVER_A[str(step.value)]}."


def _say_river_b(board: Board, result: Result, step: Step) -> str:
    return f"River B: {_RIVER_B[str(step.value)]}."


def _say_pick(board: Board, result: Result, step: Step) -> str:
    asked = "Is a lake or swamp adjacent?"
    sides = step.value if isinstance(step.value, list) else []
    if not sides:
        return f"{asked} No: a river may begin here instead."
    text = f"{asked} Yes, by {hexsides(board, sides)}"
    if step.pick is not None:
        return f"{text}; chance picks {side_name(board, step.pick)}."
    return f"{text}." if len(sides) == 1 else f"{text}: choose one at random."


def _say_acceptable(board: Board, result: Result, step: Step) -> str:
    asked = f"Is {_sides(board, step.value)} acceptable?"
    return f"{asked} No: {REFUSED[step.refused]}." if step.refused else f"{asked} Yes."


def _say_begin(board: Board, result: Result, step: Step) -> str:
    asked = _say_acceptable(board, result, step)
    return f"Label 2, a river begins if its hexside is acceptable. {asked}"


def _say_may_end(board: Board, result: Result, step: Step) -> str:
    asked = "Label 1, may the river end here?"
    return f"{asked} Yes." if step.answer else f"{asked} No: {why_not_end(board, result, step)}."


def why_not_end(board: Board, result: Result, step: Step) -> str:
    """The tests that ending the river would break, in words; of a `may-end?` step."""
    broken = step.value if isinstance(step.value, list) else []
    return listed(
        [_requirement(board, result) if test == "drainage" else TESTS[test] for test in broken]
    )


def _requirement(board: Board, result: Result) -> str:
    """Which requirement downstream could not be met if the river ended here."""
    hexes, grid, run = board.hexes, board.grid, result.run
    mouth = rules.next_mouth(hexes, grid, run, rules.NOWHERE)
    while mouth != rules.NOWHERE and rules.could_fill(hexes, grid, run, mouth, 0):
        mouth = rules.next_mouth(hexes, grid, run, mouth)
    if mouth == rules.NOWHERE:  # the board has changed since the check
        return TESTS["drainage"]
    name = board.mouths[mouth].name if mouth in board.mouths else ""
    river = f"the {visible(name)}" if name else f"the mouth in hex {board.name(mouth)}"
    return (
        f"{river} must drain {hexes_of(hexes[mouth].drainage)}, and could then not come to so many"
    )


def _say_redraw(board: Board, result: Result, step: Step) -> str:
    if isinstance(step.value, int):
        return f"Back to label 0: the first acceptable hexside is {side_name(board, step.value)}."
    return f"Back to label 0 with the next card, whose first number counts: {step.value}."


def _say_no_way_out(board: Board, result: Result, step: Step) -> str:
    return f"The river must go on, but no hexside is acceptable.{_die(step)}"


def _say_draw(board: Board, result: Result, step: Step) -> str:
    side = _sides(board, step.value)
    if step.direction == "back":
        return f"The river doubles back by {side}; no new stroke."
    return f"Draw the river to {side}; water flows {step.direction} there."


def _say_loop(board: Board, result: Result, step: Step) -> str:
    asked = "Label 3, does the river flow back into itself?"
    if not step.answer:
        return f"{asked} No."
    return f"{asked} Yes, by {_sides(board, step.value)}.{_die(step)}"


def _say_done(board: Board, result: Result, step: Step) -> str:
    forked = any(one.step == "river-a" and one.value == "forks" for one in result.trace)
    if forked and step.value == "continues":
        return "Outcome: continues (a fork of which one hexside can be drawn)."
    return f"Outcome: {step.value}."


def _die(step: Step) -> str:
    return "" if step.die is None else f" The die shows {step.die}."


_SAY = {
    "water?": _say_water,
    "two-outflows?": _say_two_outflows,
    "inflow?": _say_inflow,
    "card": _say_card,
    "leads-here?": _say_leads,
    "river-a": _say_river_a,
    "river-b": _say_river_b,
    "pick-water": _say_pick,
    "begin?": _say_begin,
    "number?": _say_acceptable,
    "may-end?": _say_may_end,
    "redraw": _say_redraw,
    "no-way-out": _say_no_way_out,
    "draw": _say_draw,
    "loop?": _say_loop,
    "done": _say_done,
}
