"""The sheet of hexes: labels, hexsides and neighbours, for flat and pointy hexes of any layout."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from . import rules
from .errors import BoardError, HexError

__all__ = ["FLAT", "LARGEST", "POINTY", "Land", "Layout", "Part"]

FLAT = ("N", "NE", "SE", "S", "SW", "NW")  # hexsides clockwise, by the direction they face
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
LARGEST = 1_000_000  # hexes; beyond it plain Python objects would take more than 200 MB

# Neighbours as (line, place) steps in the order above. A line is a column of flat hexes or a row of
# pointy ones; the second of each pair is for the even lines, which sit half a hex further on.
_FLAT_STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
_POINTY_STEPS = (
    ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    ((-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)),
)
_LABEL = re.compile(r"(\d\d)(\d\d)|(\d{1,7})\.(\d{1,7})", re.ASCII)


@dataclass(frozen=True)
class Layout:
    """How the sheet is laid out. A hex is known inside by its place in one sequence with a rim."""

    columns: int
    rows: int
    orientation: str = "flat"
    hexside_one: str = ""

    def __post_init__(self) -> None:
        if self.orientation not in ("flat", "pointy"):
            raise BoardError(f"layout.orientation {self.orientation!r} is neither flat nor pointy")
        if not self.hexside_one:
            object.__setattr__(self, "hexside_one", self._faces[0])
        if self.hexside_one not in self._faces:
            raise BoardError(
                f"layout.hexside_one {self.hexside_one!r}: on {self.orientation} hexes one of "
                + " ".join(self._faces)
            )
        if self.columns < 1 or self.rows < 1:
            raise BoardError("layout: columns and rows must be 1 or more")

    @property
    def flat(self) -> bool:
        """Whether the hexes have a flat top."""
        return self.orientation == "flat"

    @property
    def _faces(self) -> tuple[str, ...]:
        return FLAT if self.flat else POINTY

    @cached_property
    def lines(self) -> int:
        """How many lines there are: columns of flat hexes, rows of pointy ones."""
        return self.columns if self.flat else self.rows

    @cached_property
    def stride(self) -> int:
        """Places from one line to the next, the rim at both ends included."""
        return (self.rows if self.flat else self.columns) + 2

    @cached_property
    def size(self) -> int:
        """The length of the sequence, rim included."""
        return (self.lines + 2) * self.stride

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The compass direction that each hexside faces, hexside 1 first."""
        start = self._faces.index(self.hexside_one)
        return self._faces[start:] + self._faces[:start]

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """14 offsets to the neighbours: [shift + side], shift 0 on odd lines and 7 on even ones."""
        start = self._faces.index(self.hexside_one)
        steps: list[int] = []
        for ways in _FLAT_STEPS if self.flat else _POINTY_STEPS:
            turned = ways[start:] + ways[:start]
            steps += [0, *(line * self.stride + place for line, place in turned)]
        return tuple(steps)

    @property
    def across(self) -> range:
        """The numbers of the columns."""
        return range(1, self.columns + 1)

    @property
    def down(self) -> range:
        """The numbers of the rows."""
        return range(1, self.rows + 1)

    def outer(self, hex: int) -> int:
        """The place on the whole sheet, of which this is all."""
        return hex

    def line(self, hex: int) -> int:
        """The number of the line of a place; the even ones sit half a hex further on."""
        return hex // self.stride

    def at(self, column: int, row: int) -> int:
        """The place of a hex, given its column and row from 1."""
        line, place = (column, row) if self.flat else (row, column)
        return line * self.stride + place

    def column_row(self, hex: int) -> tuple[int, int]:
        """The column and row, from 1, of a place."""
        line, place = divmod(hex, self.stride)
        return (line, place) if self.flat else (place, line)

    def places(self) -> list[int]:
        """All places that are on the board, in order of their labels: by column, then row."""
        return [self.at(column, row) for column in self.across for row in self.down]

    def label(self, hex: int) -> str:
        """The label: CCRR, or CCC.RRR with as many digits as the board needs."""
        column, row = self.column_row(hex)
        if not self._digits:
            return f"{column:02}{row:02}"
        return f"{column:0{self._digits}}.{row:0{self._digits}}"

    @cached_property
    def _digits(self) -> int:
        """How many digits a number of a label with a point has; 0 for labels without."""
        largest = max(self.columns, self.rows)
        return 0 if largest <= 99 else max(3, len(str(largest)))

    def find(self, label: str) -> int:
        """The place of a label. Raises HexError if it is none or lies off the board."""
        match = _LABEL.fullmatch(label)
        if not match:
            raise HexError(f"hex {label!r}: a label is {self._example}", "no-such-hex")
        column, row = (int(part) for part in match.groups() if part is not None)
        if column not in self.across or row not in self.down:
            raise HexError(f"hex {label} is not on the board: it has {self.span}", "no-such-hex")
        return self.at(column, row)

    @property
    def span(self) -> str:
        """The labels of the first hex and of the last."""
        first = self.label(self.at(self.across[0], self.down[0]))
        return f"{first} to {self.label(self.at(self.across[-1], self.down[-1]))}"

    @property
    def _example(self) -> str:
        return f"column and row, from {self.span}"

    def distance(self, one: int, other: int) -> int:
        """Hexes from one place to another in a straight line."""
        (q1, r1), (q2, r2) = self._axial(one), self._axial(other)
        q, r = q1 - q2, r1 - r2
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def _axial(self, hex: int) -> tuple[int, int]:
        line, place = self.line(hex), hex % self.stride
        return line, place - (line - 1) // 2


@dataclass(frozen=True)
class Part(Layout):
    """A part of a larger sheet, whose hexes keep the labels and the shift that they have there.

    `columns` and `rows` are its own; `before` is how many of each the whole has before it.
    """

    whole: Layout = Layout(1, 1)
    before: tuple[int, int] = (0, 0)

    @classmethod
    def between(cls, whole: Layout, one: str, other: str) -> Part:
        """The part with these labels at two opposite corners. Raises HexError for a label."""
        corners = [whole.column_row(whole.find(label)) for label in (one, other)]
        (left, right), (top, bottom) = (sorted(numbers) for numbers in zip(*corners, strict=True))
        size = right - left + 1, bottom - top + 1
        return cls(*size, whole.orientation, whole.hexside_one, whole, (left - 1, top - 1))

    @property
    def across(self) -> range:
        """The numbers of the columns, as on the whole sheet."""
        return range(self.before[0] + 1, self.before[0] + self.columns + 1)

    @property
    def down(self) -> range:
        """The numbers of the rows, as on the whole sheet."""
        return range(self.before[1] + 1, self.before[1] + self.rows + 1)

    def line(self, hex: int) -> int:
        """The number of the line of a place, as on the whole sheet."""
        return hex // self.stride + self.before[0 if self.flat else 1]

    def at(self, column: int, row: int) -> int:
        """The place here of a hex, given its column and row on the whole sheet."""
        return super().at(column - self.before[0], row - self.before[1])

    def column_row(self, hex: int) -> tuple[int, int]:
        """The column and row of a place on the whole sheet."""
        column, row = super().column_row(hex)
        return column + self.before[0], row + self.before[1]

    def outer(self, hex: int) -> int:
        """The place on the whole sheet of a place here, which may lie in the rim."""
        return self.whole.at(*self.column_row(hex))

    @cached_property
    def _digits(self) -> int:
        return self.whole._digits


class Land:
    """A sheet of hexes in memory: the records that the rules read and write.

    Raises BoardError if there are more than `LARGEST`.
    """

    def __init__(self, layout: Layout) -> None:
        if layout.columns * layout.rows > LARGEST:
            raise BoardError(
                f"layout: {layout.columns} x {layout.rows} hexes are more than the {LARGEST:,} "
                "allowed"
            )
        self.layout = layout
        self.hexes = [rules.Hex() for _ in range(layout.size)]
        self.grid = rules.Grid(layout.steps)
        for hex in layout.places():
            here = self.hexes[hex]
            here.terrain, here.state = rules.UNKNOWN, rules.BLANK
            here.shift = 0 if layout.line(hex) % 2 else 7

    def beyond(self, hex: int, side: int) -> int:
        """The place across a hexside; it may lie in the rim, off the board."""
        return rules.beyond(self.hexes, self.grid, hex, side)

    def place(self, label: str) -> int:
        """The place of a label. Raises HexError if it is none or lies off the board."""
        return self.layout.find(label)

    def name(self, hex: int) -> str:
        """The hex's label."""
        return self.layout.label(hex)
