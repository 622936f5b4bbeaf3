"""Results in plain words: what to draw on the map, and the path through the chart, box by box."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .board import Board
from .referee import Result, Step
from .rulings import Rulings

__all__ = ["explain", "hindrances", "listed", "sentence", "side_name", "visible"]

_REFUSED = {
    "sea": "the sea lies beyond",
    "off the board": "it is the edge of the board",
    "mapped land": "mapped land without a river at this hexside lies beyond",
    "own hexside": "it already carries a river of this hex",
    "no way to water": "no unmapped hex beyond it leads to any water",
    "requirement out of reach": "a requirement would be lost by it that another hexside can keep",
}
_TESTS = {
    "mouth": "its water could not reach a mouth",
    "drainage": "its system could not meet its drainage requirement",
    "desert": "the hex is desert",
}
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


def visible(text: str) -> str:
    """The text with control characters, escapes and text-direction marks shown, not obeyed."""
    return "".join(
        character
        if unicodedata.category(character) not in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co")
        else f"\\u{ord(character):04x}"
        if ord(character) > 255
        else f"\\x{ord(character):02x}"
        for character in text
    )


def listed(words: Sequence[str], join: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {join} {words[-1]}"


def side_name(board: Board, side: int) -> str:
    """A hexside with the direction it faces: `4 (S)`."""
    return f"{side} ({board.layout.directions[side - 1]})"


def hexsides(board: Board, sides: Sequence[int], join: str = "and") -> str:
    """`hexside 4 (S)`, or `hexsides 1 (N) and 4 (S)`."""
    noun = "hexside" if len(sides) == 1 else "hexsides"
    return f"{noun} {listed([side_name(board, side) for side in sides], join)}"


def hindrances(steps: Sequence[Step]) -> list[str]:
    """What kept the river from a hexside or from ending in these steps, each said once."""
    said: list[str] = []
    for step in steps:
        if step.refused is not None:
            said.append(_REFUSED[step.refused])
        elif step.step == "may-end?" and isinstance(step.value, list) and step.value:
            said.append("it may not end: " + listed([_TESTS[test] for test in step.value]))
    return list(dict.fromkeys(said))


# One sentence ---------------------------------------------------------------------------------


def sentence(board: Board, result: Result) -> str:
    """What to draw on the map, in one sentence. `board` is the one the check was made on."""
    if result.need is not None:
        return f"Hex {result.hex} is not decided yet: the check needs a {result.need.kind}."
    text = _DRAW[str(result.outcome)](board, result)
    if result.terrain != board.terrain(result.run.hex) and result.outcome not in _SAY_TERRAIN:
        text += f", and make the hex {_a(result.terrain)}: its water would run in a circle"
    return f"{text}."


def _a(terrain: str) -> str:
    return f"a {terrain}"


def _flows(board: Board, result: Result) -> str:
    parts = []
    if result.ins:
        parts.append(f"in by {hexsides(board, result.ins)}")
    if result.outs:
        parts.append(f"out by {hexsides(board, result.outs)}")
    return " and ".join(parts)


def _water(board: Board, result: Result) -> str:
    text = f"Draw nothing: hex {result.hex} is {_a(result.terrain)}"
    return f"{text}; its rivers meet in its water" if result.ins or result.outs else text


def _becomes_water(board: Board, result: Result) -> str:
    way = _flows(board, result)
    return f"Make hex {result.hex} {_a(result.terrain)}: its rivers meet in it ({way})"


def _joined(board: Board, result: Result) -> str:
    return f"Join the rivers in hex {result.hex}: {_flows(board, result)}"


def _unmapped_river(board: Board, result: Result) -> str:
    return (
        f"Draw nothing new in hex {result.hex}: what comes in by "
        f"{hexsides(board, result.ins)} stops at its centre"
    )


def _none(board: Board, result: Result) -> str:
    return f"Draw nothing: there is no river in hex {result.hex}"


def _begins(board: Board, result: Result) -> str:
    return (
        f"Mark a source dot in hex {result.hex} and draw a river from it out by "
        f"{hexsides(board, result.outs)}"
    )


def _through(board: Board, result: Result) -> str:
    back = _turned_back(result)
    if back:
        text = f"Turn the river of hex {result.hex} back by {hexsides(board, back)}"
    else:
        text = f"Draw a river through hex {result.hex}"
    return f"{text}: {_flows(board, result)}"


def _forks(board: Board, result: Result) -> str:
    text = f"Fork the river in hex {result.hex}: {_flows(board, result)}"
    back = _turned_back(result)
    return f"{text}, with an arm that turns back by {hexsides(board, back)}" if back else text


def _turned_back(result: Result) -> list[int]:
    return [s.value for s in result.trace if s.direction == "back" and isinstance(s.value, int)]


def _ends(board: Board, result: Result) -> str:
    dot = " and mark a source dot there" if result.source else ", without a source dot"
    way = f"from {hexsides(board, result.outs)}" if result.outs else f"{_flows(board, result)}"
    return f"Draw the river of hex {result.hex} {way} to the centre{dot}"


def _ends_in_swamp(board: Board, result: Result) -> str:
    return (
        f"Make hex {result.hex} {_a(result.terrain)}: the river that comes "
        f"{_flows(board, result)} has no way out and ends in it"
    )


def _stops(board: Board, result: Result) -> str:
    return (
        f"Draw the river of hex {result.hex} ({_flows(board, result)}) to the centre, without a dot"
    )


_DRAW = {
    "water": _water,
    "becomes-water": _becomes_water,
    "joined": _joined,
    "unmapped-river": _unmapped_river,
    "none": _none,
    "begins": _begins,
    "extends": _through,
    "crosses": _through,
    "continues": _through,
    "forks": _forks,
    "ends": _ends,
    "ends-in-swamp": _ends_in_swamp,
    "stops": _stops,
}
_SAY_TERRAIN = ("water", "becomes-water", "ends-in-swamp")


# The path, box by box -------------------------------------------------------------------------


def explain(board: Board, result: Result) -> list[tuple[str, str]]:
    """The path through the chart: (node, what it asked and what decided it), in order.

    A line that belongs to the node before it (a ruling, the letter of the chart) has an empty node.
    """
    lines: list[tuple[str, str]] = []
    for step in result.trace:
        lines.append((step.step, _SAY[step.step](board, step)))
        lines += [("", text) for text in _ruling_lines(step, result.rulings)]
    return lines


def _ruling_lines(step: Step, rulings: Rulings) -> list[str]:
    if step.ruling is None:
        return []
    lines = [f"ruling {step.ruling} = {rulings.value(step.ruling)}"]
    if step.letter is not None:
        lines.append(f"by the letter of the chart: {step.letter}")
    return lines


def _sides(board: Board, value: object) -> str:
    sides = value if isinstance(value, list) else [value]
    return hexsides(board, [side for side in sides if isinstance(side, int)]) if sides else "none"


def _yes(step: Step) -> str:
    return "yes" if step.answer else "no"


def _say_water(board: Board, step: Step) -> str:
    return f"Is the hex a swamp or a lake? It is {step.value}: {_yes(step)}."


def _say_two_outflows(board: Board, step: Step) -> str:
    text = f"Do two or more rivers flow out of it? Out: {_sides(board, step.value)}. {_yes(step)}"
    return f"{text.replace('. no', ': no').replace('. yes', ': yes')}.{_die(step)}"


def _say_inflow(board: Board, step: Step) -> str:
    text = f"Does a river flow into it? In: {_sides(board, step.value)}: {_yes(step)}."
    if step.answer and step.ruling is None:
        text += " It has one outflow, so all its rivers connect."
    return text


def _say_card(board: Board, step: Step) -> str:
    return f"Draw a card: {step.value}."


def _say_leads(board: Board, step: Step) -> str:
    part = "River A" if step.answer else "River B"
    return f"Does a river lead here? {_sides(board, step.value)}: {_yes(step)}, so read {part}."


def _say_river_a(board: Board, step: Step) -> str:
    return f"River A: {_RIVER_A[str(step.value)]}."


def _say_river_b(board: Board, step: Step) -> str:
    return f"River B: {_RIVER_B[str(step.value)]}."


def _say_pick(board: Board, step: Step) -> str:
    sides = step.value if isinstance(step.value, list) else []
    if not sides:
        return "Is a lake or swamp adjacent? None: a river may begin here instead."
    text = f"Is a lake or swamp adjacent? By {hexsides(board, sides)}"
    if step.pick is not None:
        return f"{text}; chance picks {side_name(board, step.pick)}."
    return f"{text}." if len(sides) == 1 else f"{text}: choose one at random."


def _say_acceptable(board: Board, step: Step) -> str:
    text = f"Is {_sides(board, step.value)} acceptable? {_yes(step)}"
    return f"{text}: {_REFUSED[step.refused]}." if step.refused else f"{text}."


def _say_begin(board: Board, step: Step) -> str:
    return "Label 2: a river begins if its hexside is acceptable. " + _say_acceptable(board, step)


def _say_may_end(board: Board, step: Step) -> str:
    if step.answer:
        return "Label 1: may the river end here? yes."
    broken = step.value if isinstance(step.value, list) else []
    return f"Label 1: may the river end here? no: {listed([_TESTS[test] for test in broken])}."


def _say_redraw(board: Board, step: Step) -> str:
    if isinstance(step.value, int):
        return f"Back to label 0: clockwise, the first acceptable is {_sides(board, step.value)}."
    return f"Back to label 0 with the next card: {step.value}."


def _say_no_way_out(board: Board, step: Step) -> str:
    return f"The river must go on, but no hexside is acceptable.{_die(step)}"


def _say_draw(board: Board, step: Step) -> str:
    side = _sides(board, step.value)
    if step.direction == "back":
        return f"The river doubles back by {side}; no new stroke."
    return f"Draw the river to {side}; water flows {step.direction} there."


def _say_loop(board: Board, step: Step) -> str:
    text = "Label 3: does the river flow back into itself?"
    if not step.answer:
        return f"{text} no."
    return f"{text} yes, by {_sides(board, step.value)}.{_die(step)}"


def _say_done(board: Board, step: Step) -> str:
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
