"""Where hexes, their corners and hexsides lie on the sheet; and the unsteady hand that draws them.

Lengths are in units of the picture: a hex measures `SIZE` from its centre to a corner; y grows
downward. Nothing is random: a hand's deviation depends on the place alone, which in a part of a
board is that on the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from .. import rules
from ..board import Board
from ..grid import Layout
from .display import Line, Point, polyline

__all__ = ["APOTHEM", "ROOT3", "SIZE", "Plane", "Sheet", "unsteady"]

SIZE = 30.0
ROOT3 = 1.7320508075688772
APOTHEM = SIZE * ROOT3 / 2  # from a centre to the middle of a hexside
HALF = 0.5
# Unit vectors every 30 degrees, clockwise from the right.
_TURNS: tuple[Point, ...] = (
    (1.0, 0.0),
    (ROOT3 / 2, HALF),
    (HALF, ROOT3 / 2),
    (0.0, 1.0),
    (-HALF, ROOT3 / 2),
    (-ROOT3 / 2, HALF),
    (-1.0, 0.0),
    (-ROOT3 / 2, -HALF),
    (-HALF, -ROOT3 / 2),
    (0.0, -1.0),
    (HALF, -ROOT3 / 2),
    (ROOT3 / 2, -HALF),
)
_FIRST_TURN = {"N": 9, "NE": 11, "SE": 1, "S": 3, "SW": 5, "NW": 7}
_FIRST_TURN_POINTY = {"NE": 10, "E": 0, "SE": 2, "SW": 4, "W": 6, "NW": 8}


class Plane:
    """A layout as drawn, with the outermost corners of its hexes at `left` and `top`.

    A hex measures `unit` from its centre to a corner.
    """

    def __init__(self, layout: Layout, left: float = 0, top: float = 0, unit: float = SIZE) -> None:
        self.layout, self.unit = layout, unit
        self.flat = layout.flat
        turns = _FIRST_TURN if layout.flat else _FIRST_TURN_POINTY
        first = turns[layout.hexside_one]
        sides = [(first + 2 * number) % 12 for number in range(6)]
        # By hexside; place 0 is not used. A hexside runs clockwise from `before` to `after`.
        self.normals = (0.0, 0.0), *(_TURNS[turn] for turn in sides)
        self.after = (0.0, 0.0), *(_TURNS[(turn + 1) % 12] for turn in sides)
        self.before = (0.0, 0.0), *(_TURNS[turn - 1] for turn in sides)
        self.left, self.top = left, top
        self.width, self.height = self._extent()

    def _extent(self) -> Point:
        layout = self.layout
        lines, places = layout.lines, layout.rows if self.flat else layout.columns
        further = lines > 1 or layout.line(layout.stride) % 2 == 0
        across = self.unit * (1.5 * lines + 0.5)
        along = self.unit * ROOT3 * (places + (HALF if further else 0))
        return (across, along) if self.flat else (along, across)

    def centre(self, hex: int) -> Point:
        """The centre of a hex, on the board or in the rim around it."""
        line, place = divmod(hex, self.layout.stride)
        across = self.unit * (1.5 * line - 0.5)
        along = self.unit * ROOT3 * (place - (HALF if self.layout.line(hex) % 2 else 0))
        x, y = (across, along) if self.flat else (along, across)
        return self.left + x, self.top + y


class Sheet(Plane):
    """A board as drawn: a plane that knows each hex."""

    def __init__(self, board: Board, left: float = 0, top: float = 0) -> None:
        super().__init__(board.layout, left, top)
        self.board = board
        self.places = self.layout.places()
        self.centres = {hex: self.centre(hex) for hex in self.places}
        self.around = {
            hex: (0, *(board.beyond(hex, side) for side in rules.SIDES)) for hex in self.places
        }

    @cached_property
    def grid(self) -> tuple[Line, ...]:
        """Every hexside once."""
        return tuple(self._grid())

    def _grid(self) -> Iterator[Line]:
        for hex in self.places:
            yield polyline([self.corner(hex, side) for side in (6, 1, 2, 3)])
            for side in (4, 5, 6):
                if self.around[hex][side] not in self.centres:
                    yield polyline([self.corner(hex, side - 1), self.corner(hex, side)])

    def corner(self, hex: int, side: int) -> Point:
        """The corner at the clockwise end of a hexside."""
        x, y = self.centres[hex]
        return x + SIZE * self.after[side][0], y + SIZE * self.after[side][1]

    def middle(self, hex: int, side: int) -> Point:
        """The middle of a hexside."""
        x, y = self.centres[hex]
        return x + APOTHEM * self.normals[side][0], y + APOTHEM * self.normals[side][1]

    def outline(self, hex: int, share: float = 1) -> list[Point]:
        """The six corners, drawn in toward the centre by this share."""
        x, y = self.centres[hex]
        reach = SIZE * share
        return [(x + reach * dx, y + reach * dy) for dx, dy in self.after[1:]]


@lru_cache(1 << 15)
def unsteady(number: int, salt: int) -> float:
    """A deviation from -1 to 1, always the same for the same numbers."""
    value = (number * 73856093 ^ salt * 19349663) & 0xFFFFFFFF
    value = (value ^ value >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    value = (value ^ value >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (value ^ value >> 15) / 0x80000000 - 1
