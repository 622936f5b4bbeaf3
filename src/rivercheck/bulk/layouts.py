"""The records that compiled code reads and writes, field by field.

A `Struct` is one kind of record: integers, other structs, and `Table`s, which are an address and a
length. Compiled code holds nothing but such addresses, so that no reference is ever counted; the
arrays behind them must outlive the call. What is seldom read of a hex, `cold`, is kept in a table
of its own, so that eight hexes share a line of the processor's cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

__all__ = [
    "ANSWER",
    "CARD",
    "DEALER",
    "GRID",
    "HEX",
    "RULINGS",
    "RUN",
    "STEP",
    "WAY",
    "WORLD",
    "Struct",
    "Table",
]


@dataclass(frozen=True)
class Table:
    """A field that names a table elsewhere: of integers (a numpy type) or of records."""

    of: str | Struct
    stride: int = 0  # bytes from one element to the next; 0: they stand side by side


@dataclass(frozen=True, eq=False)
class Struct:
    """A kind of record: its fields in order, each a numpy integer type, a struct or a table."""

    name: str
    fields: Mapping[str, str | Struct | Table]
    cold: Struct | None = None  # further fields, in a table of their own

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The numpy dtype."""
        return np.dtype([(name, _plain(kind)) for name, kind in self.fields.items()])

    def part(self, name: str) -> Struct | None:
        """The part of the record that has this field: itself, its cold part, or neither."""
        if name in self.fields:
            return self
        return self.cold if self.cold is not None and name in self.cold.fields else None

    def offset(self, name: str) -> int:
        """How many bytes into the record a field begins."""
        offset: int = self.dtype.fields[name][1]  # type: ignore[index]
        return offset


_TABLE = np.dtype([("address", "i8"), ("cold", "i8"), ("length", "i8")])


def _plain(kind: str | Struct | Table) -> str | np.dtype[np.void]:
    if isinstance(kind, Table):
        return _TABLE
    return kind.dtype if isinstance(kind, Struct) else kind


# 20 bytes a hex: the fields of `rules.Hex`, narrow, and the flags of `ways`.
HEX = Struct(
    "Hex",
    {
        "terrain": "i1",
        "state": "i1",
        "ins": "u1",
        "outs": "u1",
        "source": "i1",
        "mouth": "i1",
        "shift": "i1",
        "flags": "u1",
    },
    Struct("Cold", dict.fromkeys(("drainage", "mark", "next"), "i4")),
)
GRID = Struct("Grid", {"steps": Table("i4"), "search": "i8", "first": "i8", "last": "i8"})
RULINGS = Struct(
    "RulingCodes",
    dict.fromkeys(
        (
            "inflow_only",
            "redraw",
            "own_side",
            "no_way_out",
            "joined_loop",
            "fork_one_bad",
            "crosses_one_bad",
            "extension_flow",
            "downstream_fork",
            "coast",
            "lookahead",
        ),
        "i8",
    ),
)
_RUN = (
    "hex used need options outcome terrain ins outs inflows source forced following extension "
    "doubled mouths die pick river_a river_b first second"
)
CARD = Struct("Card", dict.fromkeys(("river_a", "river_b", "first", "second", "terrain"), "i1"))
DEALER = Struct(
    "Dealer",
    {
        "cards": Table(CARD),
        "order": Table("i2"),  # places of cards in the deck, the next one last
        "left": "i8",
        "replacement": "i8",
        "seed": "i8",
        "base": "i8",
        "shuffles": "i8",
        "drawn": "i8",
        "rolled": "i8",
        "picked": "i8",
        "rolls_first": "i8",
        "rolls_second": "i8",
        "picks_first": "i8",
        "picks_second": "i8",
        "draws_first": "i8",
        "draws_second": "i8",
    },
)
STEP = Struct("Step", dict.fromkeys(("node", "value", "why"), "i8"))
ANSWER = Struct(
    "Answer", dict.fromkeys(("kind", "value", "river_a", "river_b", "first", "second"), "i8")
)
# What asks of chance stands in the run: a dealer, or in proofs a script; what is noted is counted,
# or in proofs written down.
RUN = Struct(
    "Run",
    {
        **dict.fromkeys(_RUN.split(), "i8"),
        "dealer": DEALER,
        "visits": Table("i8"),
        "answers": Table(ANSWER),
        "trace": Table(STEP),
        "steps": "i8",
    },
)
WAY = Struct(
    "Way",
    {
        "order": "i8",
        "flags": Table("u1", HEX.dtype.itemsize),
        "wanted": "i8",
        "edge": Table("i4"),
        "edges": "i8",
        "led": Table("i4"),
        "leds": "i8",
        "mouths": Table("i4"),
        "mouth": "i8",
        "first": "i8",
        "second": "i8",
        "choices": "i8",
        "place": "i8",
        "line": "i8",
        "left": "i8",
        "step": "i8",
        "jump": "i8",
        "length": "i8",
    },
)
WORLD = Struct(
    "World",
    {
        "hexes": Table(HEX),
        "grid": GRID,
        "rulings": RULINGS,
        "run": RUN,
        "way": WAY,
        "outcomes": Table("i8"),
        "forced": Table("i8"),
        "found": Table("i8"),
        "first": Table("i8"),
    },
)
