"""The records that compiled code reads and writes, field by field.

A `Struct` is one kind of record: integers, other structs, and `Table`s, which are an address and a
length. Compiled code holds nothing but such addresses, so that no reference is ever counted; the
arrays behind them must outlive the call. What is seldom read of a hex, `cold`, is kept in a table
of its own, so that eight hexes share a line of the processor's cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from .. import rules
from ..ways import Way

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


def _whole(record: type[Any]) -> dict[str, str | Struct | Table]:
    """The whole numbers among the fields of a record of the texts."""
    return {one.name: "i8" for one in fields(record) if one.type in (int, "int")}


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
GRID = Struct("Grid", {"steps": Table("i4"), **_whole(rules.Grid)})
RULINGS = Struct("RulingCodes", _whole(rules.RulingCodes))
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
ANSWER = Struct("Answer", _whole(rules.Answer))
# What asks of chance stands in the run: a dealer, or in proofs a script; what is noted is counted,
# or in proofs written down.
RUN = Struct(
    "Run",
    {
        **_whole(rules.Run),
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
        **_whole(Way),
        "flags": Table("u1", HEX.dtype.itemsize),
        **dict.fromkeys(("edge", "led", "mouths"), Table("i4")),
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
        "next": "i8",  # the hex to be mapped next, if it has been chosen
        "outcomes": Table("i8"),
        "forced": Table("i8"),
        "found": Table("i8"),
        "first": Table("i8"),
    },
)
