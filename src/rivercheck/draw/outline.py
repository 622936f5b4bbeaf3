"""Areas of hexes as smooth outlines: coasts, shores, and the edges of washes.

An outline passes through the middle of each hexside and rounds the corners, so that two areas that
share hexsides share the line; at the edge of the board it keeps to the hexes' corners.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from .. import rules
from .display import Line, Point, Step
from .geometry import SIZE, Sheet, unsteady

__all__ = ["Outlines"]

Edge = tuple[int, int]  # a hex of the area, and the hexside beyond which another begins
Around = tuple[frozenset[int], frozenset[int] | None]  # an area, and what lies against it
_HANDLE = 0.27 * SIZE
_LEFT = (0, 6, 1, 2, 3, 4, 5)
_RIGHT = (0, 2, 3, 4, 5, 6, 1)


class Outlines:
    """Draws outlines on a sheet. `steady` are the hexsides that rivers cross: there it keeps."""

    def __init__(self, sheet: Sheet, steady: Collection[Edge] = ()) -> None:
        self.sheet = sheet
        self.around = sheet.around
        self.on_board = frozenset(sheet.places)
        self.steady = steady
        self.crossings: dict[Edge, tuple[Point, Point]] = {}
        self.drawn: dict[Around, tuple[Line, ...]] = {}
        self.before: dict[Around, tuple[Line, ...]] = {}  # of what was drawn, what still holds

    def renew(self, steady: Collection[Edge]) -> None:
        """Begin anew with other hexsides that rivers cross; what that leaves as it is, is kept."""
        changed = set(self.steady).symmetric_difference(steady)
        self.steady = steady
        for edge in changed:
            self.crossings.pop(edge, None)
        hexes = {hex for hex, _ in changed}
        self.before = {key: self.drawn[key] for key in self.drawn if hexes.isdisjoint(key[0])}
        self.drawn = {}

    def area(self, hexes: frozenset[int]) -> tuple[Line, ...]:
        """The closed outlines of an area, holes as well."""
        key = hexes, None
        if key not in self.drawn:
            self.drawn[key] = self.before.get(key) or tuple(map(self._closed, self.loops(hexes)))
        return self.drawn[key]

    def border(self, hexes: frozenset[int], against: frozenset[int]) -> tuple[Line, ...]:
        """The parts of the outline of an area that lie against another."""
        key = hexes, against
        if key not in self.drawn:
            self.drawn[key] = self.before.get(key) or tuple(self._border(hexes, against))
        return self.drawn[key]

    def _border(self, hexes: frozenset[int], against: frozenset[int]) -> Iterator[Line]:
        for loop in self.loops(hexes):
            yield from self._parts(
                loop, [self.around[edge[0]][edge[1]] in against for edge in loop]
            )

    def loops(self, hexes: Collection[int]) -> Iterator[list[Edge]]:
        """The hexsides around an area, each loop clockwise around the area."""
        left = dict.fromkeys(
            (hex, side)
            for hex in hexes
            for side in rules.SIDES
            if self.around[hex][side] not in hexes
        )
        while left:
            edge = next(iter(left))
            loop = []
            while edge in left:
                del left[edge]
                loop.append(edge)
                edge = self._next(edge, hexes)
            yield loop

    def _next(self, edge: Edge, hexes: Collection[int]) -> Edge:
        hex, side = edge
        turned = self.around[hex][_RIGHT[side]]
        return (turned, _LEFT[side]) if turned in hexes else (hex, _RIGHT[side])

    def _closed(self, loop: list[Edge]) -> Line:
        steps: list[Step] = []
        for edge, after in zip(loop, loop[1:] + loop[:1], strict=True):
            steps += self._between(edge, after)
        return Line(self._through(loop[0])[0], tuple(steps), closed=True)

    def _parts(self, loop: list[Edge], wanted: list[bool]) -> Iterator[Line]:
        """The runs of wanted hexsides; a loop that is wanted throughout is closed."""
        if all(wanted):
            yield self._closed(loop)
            return
        start = wanted.index(False)
        loop, wanted = loop[start:] + loop[:start], wanted[start:] + wanted[:start]
        run: list[Edge] = []
        for edge, want in zip([*loop, loop[0]], [*wanted, False], strict=True):
            if want:
                run.append(edge)
            elif run:
                yield self._open(run)
                run = []

    def _open(self, run: list[Edge]) -> Line:
        """From the corner before the first hexside to the corner after the last."""
        hex, side = run[0]
        steps: list[Step] = [self._through(run[0])[0]]
        for edge, after in pairwise(run):
            steps += self._between(edge, after)
        steps.append(self.sheet.corner(*run[-1]))
        return Line(self.sheet.corner(hex, _LEFT[side]), tuple(steps))

    def _between(self, edge: Edge, after: Edge) -> list[Step]:
        """From the middle of a hexside to the middle of the next."""
        (x, y), (dx, dy) = self._through(edge)
        (x2, y2), (dx2, dy2) = self._through(after)
        if self._at_rim(edge):
            return [self.sheet.corner(*edge), (x2, y2)]
        return [
            (x + _HANDLE * dx, y + _HANDLE * dy, x2 - _HANDLE * dx2, y2 - _HANDLE * dy2, x2, y2)
        ]

    def _at_rim(self, edge: Edge) -> bool:
        """Whether the corner after a hexside lies on the edge of the board."""
        hex, side = edge
        return not (
            self.around[hex][side] in self.on_board
            and self.around[hex][_RIGHT[side]] in self.on_board
        )

    def _through(self, edge: Edge) -> tuple[Point, Point]:
        """Where the outline crosses the middle of a hexside, and which way it goes there."""
        if edge not in self.crossings:
            self.crossings[edge] = self._crossing(edge)
        return self.crossings[edge]

    def _crossing(self, edge: Edge) -> tuple[Point, Point]:
        hex, side = edge
        x, y = self.sheet.middle(hex, side)
        along, normal = self._along(side), self.sheet.normals[side]
        other = self.around[hex][side]
        if other not in self.on_board:
            return (x, y), along
        sign = 1 if hex < other else -1
        near, way_there = (hex, side) if hex < other else (other, rules.OPPOSITE[side])
        number = self.sheet.layout.outer(near) * 7 + way_there
        tilt = 0.45 * unsteady(number, 1)
        way = along[0] + tilt * normal[0], along[1] + tilt * normal[1]
        if edge in self.steady:
            return (x, y), way
        shift = sign * 0.07 * SIZE * unsteady(number, 2)
        return (x + shift * normal[0], y + shift * normal[1]), way

    def _along(self, side: int) -> Point:
        ahead, behind = self.sheet.after[side], self.sheet.before[side]
        return ahead[0] - behind[0], ahead[1] - behind[1]
