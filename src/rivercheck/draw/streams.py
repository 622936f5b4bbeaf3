"""Rivers as smooth lines. Each stroke of the board is one cubic between a hexside and its hex.

In a hex one inflow and one outflow make the main line; the others join it where it bends. Strokes
that follow each other and are of one width make one line, so a river is drawn from its source down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt

from .. import rules
from ..board import Board
from ..network import strahler
from ..records import sides_of
from .display import Line, Point, Step, on_cubic
from .geometry import SIZE, Sheet, unsteady

__all__ = ["Streams", "Stroke"]

Key = tuple[int, int]  # hex, hexside


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke as drawn, in the direction of flow."""

    start: Point
    curve: Step
    order: int
    inward: bool

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.curve[4], self.curve[5]

    @property
    def rim(self) -> Point:
        """Where it crosses the hexside."""
        return self.start if self.inward else self.end

    def points(self, parts: int = 6) -> list[Point]:
        """Points along it."""
        return _points(self.start, self.curve, parts)


class Streams:
    """All strokes of a board as drawn; those of a lake end at its shore and need no line."""

    def __init__(self, board: Board, sheet: Sheet, orders: dict[int, int] | None = None) -> None:
        self.board, self.sheet = board, sheet
        self.orders = strahler(board) if orders is None else orders
        self.carrying = [hex for hex in sheet.places if self._mask(hex)]
        self.crossed = self._crossed()
        self.main: dict[int, tuple[int, int]] = {}  # the main inflow and outflow of a hex, or 0
        self.knots: dict[int, Point] = {}  # where the strokes of a hex meet
        self.strokes: dict[Key, Stroke] = {}
        for hex in self.carrying:
            if board.hexes[hex].terrain != rules.LAKE:
                self._draw(hex)

    def _mask(self, hex: int) -> int:
        here = self.board.hexes[hex]
        return here.ins | here.outs

    def _crossed(self) -> set[Key]:
        """The hexsides that rivers cross, from either side, and those of mouths."""
        crossed: set[Key] = set()
        for hex in self.sheet.places:
            here = self.board.hexes[hex]
            mask = here.ins | here.outs | (1 << here.mouth if here.mouth else 0)
            for side in sides_of(mask):
                crossed.add((hex, side))
                crossed.add((self.sheet.around[hex][side], rules.OPPOSITE[side]))
        return crossed

    def order(self, hex: int, side: int) -> int:
        """Strahler's order of the water in a stroke."""
        if self.board.hexes[hex].ins >> side & 1:
            above = self.sheet.around[hex][side]
            return self.orders.get(above, 1)
        return self.orders.get(hex, 1)

    # Where a river crosses a hexside --------------------------------------------------------

    def crossing(self, hex: int, side: int) -> tuple[Point, Point]:
        """Where a stroke crosses its hexside, and which way leads out of the hex there."""
        sheet, other = self.sheet, self.sheet.around[hex][side]
        (x, y), (dx, dy) = sheet.middle(hex, side), sheet.normals[side]
        if not self._wanders(hex) or not self._wanders(other):
            return (x, y), (dx, dy)
        near, way, sign = (hex, side, 1) if hex < other else (other, rules.OPPOSITE[side], -1)
        number = sheet.layout.outer(near) * 7 + way
        shift, tilt = 0.13 * SIZE * unsteady(number, 3) * sign, 0.5 * unsteady(number, 4)
        return (x - shift * dy, y + shift * dx), (dx - tilt * dy, dy + tilt * dx)

    def _wanders(self, hex: int) -> bool:
        """Whether the hexsides of a hex are no shore."""
        return self.board.hexes[hex].terrain not in (rules.LAKE, rules.SEA, rules.OFF_BOARD)

    # The strokes of one hex -----------------------------------------------------------------

    def _draw(self, hex: int) -> None:
        here = self.board.hexes[hex]
        ins, outs = sides_of(here.ins), sides_of(here.outs)
        knot, way = self._middle(hex), (0.0, 0.0)
        if ins and outs and not rules.is_water(here):
            first, last = self._main(hex, ins, outs)
            knot, way = self._through(hex, first, last)
        else:
            self.main[hex] = (0, 0)
        self.knots[hex] = knot
        for side in ins + outs:
            if (hex, side) not in self.strokes:
                self._branch(hex, side, knot, way)

    def _middle(self, hex: int) -> Point:
        x, y = self.sheet.centres[hex]
        number = self.sheet.layout.outer(hex)
        return x + 0.1 * SIZE * unsteady(number, 5), y + 0.1 * SIZE * unsteady(number, 6)

    def _main(self, hex: int, ins: list[int], outs: list[int]) -> tuple[int, int]:
        """The strongest inflow and outflow; among equals those that lie straightest."""
        pairs = [(first, last) for first in ins for last in outs]
        best = max(pairs, key=lambda pair: (self.order(hex, pair[0]), -abs(_bend(*pair)), pair))
        self.main[hex] = best
        return best

    def _through(self, hex: int, first: int, last: int) -> tuple[Point, Point]:
        """Draw the main line of a hex in two halves; returns where they meet, and the way there."""
        (x, y), (dx, dy) = self.crossing(hex, first)
        (x2, y2), (dx2, dy2) = self.crossing(hex, last)
        reach = SIZE * (0.6, 0.52, 0.36, 0.3)[abs(_bend(first, last))]
        curve = (x - reach * dx, y - reach * dy, x2 - reach * dx2, y2 - reach * dy2, x2, y2)
        one, two = _halves((x, y), curve)
        self.strokes[hex, first] = Stroke((x, y), one, self.order(hex, first), True)
        knot = one[4], one[5]
        self.strokes[hex, last] = Stroke(knot, two, self.order(hex, last), False)
        return knot, _unit((two[0] - knot[0], two[1] - knot[1]))

    def _branch(self, hex: int, side: int, knot: Point, way: Point) -> None:
        """Draw a stroke that joins the main line with its flow, or that ends in the hex."""
        (x, y), (dx, dy) = self.crossing(hex, side)
        inward = bool(self.board.hexes[hex].ins >> side & 1)
        sign = -1 if inward else 1
        reach, join = 0.45 * SIZE, 0.28 * SIZE * sign
        rim = x - reach * dx, y - reach * dy
        near = knot[0] + join * way[0], knot[1] + join * way[1]
        order = self.order(hex, side)
        if inward:
            self.strokes[hex, side] = Stroke((x, y), (*rim, *near, *knot), order, True)
        else:
            self.strokes[hex, side] = Stroke(knot, (*near, *rim, x, y), order, False)

    # Lines ----------------------------------------------------------------------------------

    @property
    def ashore(self) -> Iterator[Key]:
        """The strokes of lakes, which end at the shore."""
        for hex in self.carrying:
            if self.board.hexes[hex].terrain == rules.LAKE:
                yield from ((hex, side) for side in sides_of(self._mask(hex)))

    def after(self, key: Key) -> Key | None:
        """The stroke that carries a river on, None where it joins another or ends."""
        return self._after[key]

    @cached_property
    def _after(self) -> dict[Key, Key | None]:
        return {key: self._following(key) for key in self.strokes}

    def _following(self, key: Key) -> Key | None:
        hex, side = key
        if self.strokes[key].inward:
            first, last = self.main[hex]
            return (hex, last) if first == side else None
        on = self.sheet.around[hex][side], rules.OPPOSITE[side]
        return on if on in self.strokes and self.strokes[on].inward else None

    def courses(self) -> Iterator[list[Stroke]]:
        """All strokes, each once, in runs that follow each other and are of one order."""
        followed = {self.after(key) for key in self.strokes}
        starts = [key for key in self.strokes if key not in followed]
        seen: set[Key] = set()
        for start in [*starts, *self.strokes]:  # what is left after the first are circles
            run: list[Stroke] = []
            key: Key | None = start
            while key is not None and key not in seen:
                seen.add(key)
                stroke = self.strokes[key]
                if run and run[-1].order != stroke.order:
                    yield run
                    run = []
                run.append(stroke)
                key = self.after(key)
            if run:
                yield run

    def widths(self) -> dict[int, list[Line]]:
        """The lines of all rivers by their order."""
        found: dict[int, list[Line]] = {}
        for run in self.courses():
            line = Line(run[0].start, tuple(stroke.curve for stroke in run))
            found.setdefault(run[0].order, []).append(line)
        return dict(sorted(found.items()))


@lru_cache(1 << 13)  # most rivers of a map stay as they are when it is drawn again
def _points(start: Point, curve: Step, parts: int) -> list[Point]:
    return [on_cubic(start, curve, part / parts) for part in range(parts + 1)]


def _bend(one: int, other: int) -> int:
    """How far two hexsides are from lying opposite: 0 straight, up to 3."""
    return 3 - min((one - other) % 6, (other - one) % 6)


def _halves(start: Point, curve: Step) -> tuple[Step, Step]:
    """A cubic cut in the middle."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, curve
    ax, ay, bx, by, cx, cy = (x0 + x1) / 2, (y0 + y1) / 2, (x1 + x2) / 2, (y1 + y2) / 2, 0.0, 0.0
    cx, cy = (x2 + x3) / 2, (y2 + y3) / 2
    dx, dy, ex, ey = (ax + bx) / 2, (ay + by) / 2, (bx + cx) / 2, (by + cy) / 2
    mx, my = (dx + ex) / 2, (dy + ey) / 2
    return (ax, ay, dx, dy, mx, my), (ex, ey, cx, cy, x3, y3)


def _unit(vector: Point) -> Point:
    length = sqrt(vector[0] ** 2 + vector[1] ** 2)
    return (vector[0] / length, vector[1] / length) if length else (0.0, 0.0)
