"""What is measured of a board: the numbers of one row, by name, and what is derived from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt

from ..board import Board
from ..errors import RivercheckError
from ..records import NOTED, OUTCOMES, TESTS
from ..survey import GREAT, HIGHEST, SYSTEM
from .trial import COUNTS

__all__ = [
    "ORDERS",
    "WORDS",
    "Condition",
    "columns",
    "conditions",
    "measured",
    "mouth_names",
    "mouths_of",
    "required_mouths",
    "width_of",
    "words_of",
]

Rows = npt.NDArray[np.int32]
Values = npt.NDArray[np.int64]

ORDERS = range(1, HIGHEST + 1)  # Strahler's
WORDS = {
    "rivers": "land hexes with a river",
    "to-mouth": "river hexes whose water reaches a mouth of the map",
    "to-sea": "river hexes whose water reaches a mouth or the sea",
    "to-water": "river hexes whose water reaches any water",
    "sources": "source dots",
    "lakes": "lakes (bodies of adjacent lake hexes)",
    "lake-hexes": "lake hexes",
    "swamp-hexes": "swamp and jungle/swamp hexes",
    "great": f"great rivers ({GREAT} hexes or longer)",
    "systems": f"mouths that drain {SYSTEM} hexes or more",
    "longest": "longest river, in hexes by its channel",
    "largest": "largest system, in hexes",
    "met": "requirements met",
    "circles": "circles turned to swamp",
    "forced": "endings forced against the chart's tests",
    "want": "boards that are as wanted",
}
_GROUPS = {
    "streams": "streams of order {}",
    "stream-hexes": "river hexes of order {}",
    "drained": "hexes that the {} drains",
    "length": "length of the {}, in hexes",
    "met": "the {} drains what it must",
    "outcome": "outcome {}",
    "forced": "endings forced against the test {}",
    "visits": "visits to {}",
}
_MASKS = 8


def words_of(key: str) -> str:
    """What a measure is, in words."""
    group, _, name = key.partition(".")
    return _GROUPS[group].format(name) if name else WORDS[key]


def mouths_of(board: Board) -> list[int]:
    """The places of its mouths, in the order of their labels."""
    return [hex for hex in board.layout.places() if board.hexes[hex].mouth]


def mouth_names(board: Board) -> list[str]:
    """What each mouth is called: its name, or its label where that says more."""
    places = mouths_of(board)
    names = [board.mouths[hex].name for hex in places]
    return [
        name if name and names.count(name) == 1 else board.name(hex)
        for name, hex in zip(names, places, strict=True)
    ]


def _raw(board: Board) -> list[str]:
    """The names of the numbers that a trial writes down, in their order."""
    names = mouth_names(board)
    orders = range(HIGHEST + 1)
    return [
        *(count.replace("_", "-") for count in COUNTS),
        *(f"streams.{order}" for order in orders),
        *(f"stream-hexes.{order}" for order in orders),
        *(f"drained.{name}" for name in names),
        *(f"length.{name}" for name in names),
        *(f"outcome.{name}" for name in OUTCOMES),
        *(f"mask.{mask}" for mask in range(_MASKS)),
        *(f"visits.{node}" for node in NOTED),
    ]


def width_of(board: Board) -> int:
    """How many numbers a trial writes down."""
    return len(_raw(board))


def columns(board: Board, wanted: bool = False) -> list[str]:
    """The names of all measures of a board."""
    masks = (f"mask.{mask}" for mask in range(_MASKS))
    empty = {"streams.0", "stream-hexes.0", "outcome.", *masks}
    kept = [name for name in _raw(board) if name not in empty]
    required = [f"met.{name}" for name in required_mouths(board)]
    forced = ["forced", *(f"forced.{test}" for test, _ in TESTS)]
    return [*kept, "met", *required, "circles", *forced, *(["want"] if wanted else [])]


def required_mouths(board: Board) -> dict[str, int]:
    """The mouths that have a requirement, by name, and what it is."""
    pairs = zip(mouth_names(board), mouths_of(board), strict=True)
    found = {name: board.hexes[hex].drainage for name, hex in pairs}
    return {name: drainage for name, drainage in found.items() if drainage}


def measured(board: Board, rows: Rows, wanted: Sequence[Condition] = ()) -> Values:
    """All measures of the boards that these rows are of: boards by columns."""
    table: dict[str, Values] = {
        name: rows[:, place].astype(np.int64) for place, name in enumerate(_raw(board))
    }
    nothing = np.zeros(len(rows), np.int64)
    required = required_mouths(board)
    for name, drainage in required.items():
        table[f"met.{name}"] = (table[f"drained.{name}"] >= drainage).astype(np.int64)
    table["met"] = sum((table[f"met.{name}"] for name in required), nothing)
    turned = table["outcome.becomes-water"] + table["outcome.ends-in-swamp"]
    table["circles"] = table["visits.die"] - turned  # a die is rolled for nothing else
    for test, bit in [*TESTS, ("", _MASKS - 1)]:
        masks = (table[f"mask.{mask}"] for mask in range(_MASKS) if mask & bit)
        table[f"forced.{test}" if test else "forced"] = sum(masks, nothing)
    if wanted:
        met = [condition.holds(table[condition.key]) for condition in wanted]
        table["want"] = np.all(met, axis=0).astype(np.int64)
    return np.stack([table[name] for name in columns(board, bool(wanted))], axis=1)


# What is wanted -------------------------------------------------------------------------------

_CONDITION = re.compile(r"\s*(.+?)\s*(>=|<=|=|>|<)\s*(\d{1,9})\s*")
_HOLDS: dict[str, Callable[[Values, int], npt.NDArray[np.bool_]]] = {
    ">=": lambda values, number: values >= number,
    "<=": lambda values, number: values <= number,
    "=": lambda values, number: values == number,
    ">": lambda values, number: values > number,
    "<": lambda values, number: values < number,
}


@dataclass(frozen=True)
class Condition:
    """A measure that is to be so large: `longest>=20`."""

    key: str
    sign: str
    number: int

    def holds(self, values: Values) -> npt.NDArray[np.bool_]:
        """On which boards it is."""
        return _HOLDS[self.sign](values, self.number)


def conditions(text: str, board: Board) -> list[Condition]:
    """The conditions of `great>=3,lakes<=5`, all of which must hold. Raises RivercheckError."""
    known = columns(board)
    found = []
    for part in text.split(","):
        match = _CONDITION.fullmatch(part)
        if match is None:
            raise RivercheckError(f"--want {part!r}: say it like longest>=20", "want")
        key, sign, number = match.groups()
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else "one of " + ", ".join(known[:12])
            raise RivercheckError(f"--want: no measure is called {key!r}: {hint}", "want")
        found.append(Condition(key, sign, int(number)))
    return found
