"""Results in plain words: what to draw on the map, in one sentence, and the words for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from . import rules
from .board import Board
from .records import sides_of
from .referee import Result
from .rulings import RULINGS

__all__ = [
    "REFUSED",
    "TESTS",
    "a_terrain",
    "hexes_of",
    "hexsides",
    "listed",
    "ruling_means",
    "sentence",
    "side_name",
    "spoken",
    "visible",
]

REFUSED = {
    "sea": "the sea lies beyond",
    "off the board": "it is the edge of the board",
    "mapped land": "mapped land without a river at this hexside lies beyond",
    "own hexside": "it already carries a river of this hex",
    "no way to water": "no unmapped hex beyond it leads to any water",
    "requirement out of reach": "a requirement would be lost by it that another hexside can keep",
}
TESTS = {
    "mouth": "its water could not reach a mouth",
    "drainage": "its system could not meet its drainage requirement",
    "desert": "the hex is desert",
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


def hexes_of(number: int) -> str:
    """`1 hex`, `9 hexes`."""
    return f"{number} hex{'' if number == 1 else 'es'}"


def side_name(board: Board, side: int) -> str:
    """A hexside with the direction it faces: `4 (S)`."""
    return f"{side} ({board.layout.directions[side - 1]})"


def hexsides(board: Board, sides: Sequence[int]) -> str:
    """`hexside 4 (S)`, or `hexsides 1 (N) and 4 (S)`."""
    noun = "hexside" if len(sides) == 1 else "hexsides"
    return f"{noun} {listed([side_name(board, side) for side in sides])}"


def ruling_means(name: str, value: str) -> str:
    """What a value of a ruling does, in a few words."""
    ruling = next(one for one in RULINGS if one.name == name)
    return ruling.means[ruling.values.index(value)]


# One sentence ---------------------------------------------------------------------------------


def sentence(board: Board, result: Result) -> str:
    """What to draw on the map, in one sentence. `board` is the one the check was made on."""
    if result.need is not None:
        return f"Hex {result.hex} is not decided yet: the check needs a {result.need.kind}."
    text = _DRAW[str(result.outcome)](board, result)
    if result.terrain != board.terrain(result.run.hex) and result.outcome not in _SAY_TERRAIN:
        text += f", and make the hex {a_terrain(result.terrain)}: its water would run in a circle"
    return f"{text}."


def a_terrain(terrain: object) -> str:
    return f"a {terrain}"


def _flows(board: Board, result: Result) -> str:
    parts = []
    if result.ins:
        parts.append(f"in by {hexsides(board, result.ins)}")
    if result.outs:
        parts.append(f"out by {hexsides(board, result.outs)}")
    return " and ".join(parts)


def _water(board: Board, result: Result) -> str:
    text = f"Draw nothing: hex {result.hex} is {a_terrain(result.terrain)}"
    return f"{text}; its rivers meet in its water" if result.ins or result.outs else text


def _becomes_water(board: Board, result: Result) -> str:
    way = _flows(board, result)
    return f"Make hex {result.hex} {a_terrain(result.terrain)}: its rivers meet in it ({way})"


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
        f"Make hex {result.hex} {a_terrain(result.terrain)}: the river that comes "
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


# A hex in words ---------------------------------------------------------------------------------


def spoken(board: Board, hex: int) -> str:
    """A hex as a screen reader says it: its label, terrain and state, its rivers and their ends."""
    here = board.hexes[hex]
    land, state = board.terrain(hex), board.state(hex)
    parts = [f"{board.name(hex)}, {land or 'terrain unknown'}" + (f", {state}" if state else "")]
    if board.unmapped(hex):
        ins, outs = rules.rivers_here(board.hexes, board.grid, hex)
        verbs = "a river leads here, in", "a river leads here, out"
    else:
        ins, outs = here.ins, here.outs
        verbs = "water in", "out"
    parts += [
        f"{verb} by {hexsides(board, sides_of(mask))}"
        for verb, mask in zip(verbs, (ins, outs), strict=True)
        if mask
    ]
    if here.source:
        parts.append("a river rises here")
    if hex in board.mouths:
        name = visible(board.mouths[hex].name)
        need = f", which must drain {hexes_of(here.drainage)}" if here.drainage else ""
        parts.append(f"mouth of the {name}{need}" if name else f"a mouth{need}")
    notes = board.notes.get(hex)
    if notes and notes.explorers:
        known = "published" if notes.published else "not published"
        parts.append(f"explored by {visible(listed(notes.explorers))}, {known}")
    return "; ".join(parts)
