"""The legend: what occurs on the map and nothing else, the numbers of the hexsides, the scale."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import ceil, log10

from .. import rules
from ..records import TERRAINS
from .display import Item, Label, Line, Marks, Point, Shape, polyline
from .geometry import ROOT3, SIZE, Plane
from .lettering import text_width
from .signs import arrow, cross, dot, open_dots, river_width
from .terrain import DRAWINGS

__all__ = ["Legend", "scale_text"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """Words, and what draws the swatch before them around a point."""

    text: str
    swatch: Callable[[Point], Iterator[Item]]


class Legend:
    """A legend in columns with the wheel and the scale at its left; its height is known at once.

    `occurs` holds the kinds of all that is on the map, and the states of its hexes; `miles` how
    many a hex has, if a board's key of that name says so.
    """

    def __init__(
        self,
        plane: Plane,
        occurs: Collection[str],
        size: float,
        bold: float,
        width: float,
        top_order: int,
        miles: object = None,
    ) -> None:
        self.plane, self.size, self.top_order, self.bold = plane, size, top_order, bold
        self.miles = miles
        self.radius = 1.12 * size
        self.entries = [*self._terrains(occurs), *self._states(occurs), *self._rivers(occurs)]
        widest = max((text_width(entry.text, size) for entry in self.entries), default=0)
        self.column, self.line, self.side = widest + 4.6 * size, 2.6 * size, 12.5 * size
        self.columns = max(1, min(len(self.entries), int((width - self.side) / self.column)))
        self.rows = -(-len(self.entries) // self.columns)
        self.width = self.side + self.columns * self.column
        self.height = max(self.rows * self.line, 10 * size)

    def items(self, left: float, top: float) -> Iterator[Item]:
        """Draw it below and to the right of a point."""
        yield from self._wheel((left + 5.2 * self.size, top + 3.4 * self.size))
        yield from self._scale(left + 5.2 * self.size, top + 8.4 * self.size)
        down = (self.height - self.rows * self.line) / 2
        for number, entry in enumerate(self.entries):
            column, row = divmod(number, self.rows)
            x = left + self.side + column * self.column + 1.5 * self.size
            y = top + down + (row + 0.5) * self.line
            yield from entry.swatch((x, y))
            at = x + 2.1 * self.size, y + 0.33 * self.size
            yield Label("legend-text", entry.text, at, self.size, "start")

    # Entries --------------------------------------------------------------------------------

    def _terrains(self, occurs: Collection[str]) -> Iterator[_Entry]:
        for terrain in TERRAINS[1:]:
            kind = terrain.replace("/", "-")
            if f"wash wash-{kind}" in occurs or f"wash wash-{kind} faint" in occurs:
                yield _Entry(terrain, lambda at, name=terrain: self._terrain(at, name))  # type: ignore[misc]

    def _states(self, occurs: Collection[str]) -> Iterator[_Entry]:
        if "unknown" in occurs:
            yield _Entry("not explored", lambda at: self._hex(at, "legend-hex"))
        if "faint" in occurs:
            yield _Entry("known, not mapped", self._faint)
        if "ring" in occurs:
            yield _Entry("printed, not mapped", self._ring)

    def _rivers(self, occurs: Collection[str]) -> Iterator[_Entry]:
        if any(kind.startswith("river ") for kind in occurs):
            yield _Entry("rivers join and widen", self._river)
        if "arrow" in occurs:
            yield _Entry("flow", self._flow)
        if "source" in occurs:
            yield _Entry("source", self._source)
        if "mouth" in occurs:
            yield _Entry(f"mouth{' (hexes to drain)' * ('drainage' in occurs)}", self._mouth)
        if "open" in occurs:
            yield _Entry("not followed further", self._open)
        if "lost" in occurs:
            yield _Entry("ends on dry land", self._lost)

    # Swatches -------------------------------------------------------------------------------

    def _outline(self, at: Point, share: float = 1) -> Line:
        reach = self.radius * share
        points = [(at[0] + reach * dx, at[1] + reach * dy) for dx, dy in self.plane.after[1:]]
        return polyline(points, closed=True)

    def _hex(self, at: Point, kind: str) -> Iterator[Item]:
        yield Shape(kind, (self._outline(at),))

    def _terrain(self, at: Point, terrain: str) -> Iterator[Item]:
        kind = terrain.replace("/", "-")
        yield Shape(f"wash wash-{kind}", (self._outline(at),))
        if terrain.endswith("swamp"):
            yield Shape("pool", (dot(at, 0.26 * self.radius),))
        for glyph, size, feet in DRAWINGS[terrain]:
            places = tuple((at[0] + self.radius * x, at[1] + self.radius * y) for x, y in feet)
            yield Marks(f"mark mark-{kind} {glyph}", glyph, places, size * self.radius)
        yield Shape("legend-edge", (self._outline(at),))

    def _faint(self, at: Point) -> Iterator[Item]:
        yield Shape("wash wash-veldt faint", (self._outline(at),))
        feet = DRAWINGS["veldt"][0][2][::2]
        places = tuple((at[0] + self.radius * x, at[1] + self.radius * y) for x, y in feet)
        yield Marks("mark mark-veldt tuft", "tuft", places, 0.85 * self.radius)
        yield Shape("legend-edge", (self._outline(at),))

    def _ring(self, at: Point) -> Iterator[Item]:
        yield Shape("legend-hex", (self._outline(at),))
        yield Shape("ring", (self._outline(at, 0.72),))

    def _bow(self, at: Point, bend: float) -> Line:
        (x, y), r = at, 1.3 * self.size
        return Line((x - r, y + bend), ((x - r / 3, y - bend, x + r / 3, y + 2 * bend, x + r, y),))

    def _river(self, at: Point) -> Iterator[Item]:
        (x, y), r = at, 1.3 * self.size
        for order in sorted({1, min(2, self.top_order), min(self.top_order, 9)}):
            start = x - r + (0 if order == 1 else r * (0.7 if order == 2 else 1.3))
            reach = (x + r - start) / 3
            line = Line(
                (start, y), ((start + reach, y - 0.3 * r, x + r - reach, y + 0.3 * r, x + r, y),)
            )
            yield Shape(f"river order-{order}", (line,), river_width(order) * self.bold)
        if self.top_order > 1:
            line = Line((x - 0.6 * r, y - r), ((x - 0.5 * r, y - 0.3 * r, x - 0.3 * r, y, x, y),))
            yield Shape("river order-1", (line,), river_width(1) * self.bold)

    def _flow(self, at: Point) -> Iterator[Item]:
        yield Shape("river order-1", (self._bow(at, 0.0),), river_width(1) * self.bold)
        yield Shape("arrow", (arrow(at, (1.0, 0.0), 0.36 * SIZE * self.bold),))

    def _source(self, at: Point) -> Iterator[Item]:
        x, y = at
        line = polyline([(x - 0.6 * self.size, y), (x + 1.3 * self.size, y)])
        yield Shape("river order-1", (line,), river_width(1) * self.bold)
        yield Shape("source", (dot((x - 0.6 * self.size, y), 0.15 * SIZE * self.bold),))

    def _mouth(self, at: Point) -> Iterator[Item]:
        (x, y), r = at, 1.3 * self.size
        half, wide = 0.06 * SIZE * self.bold, 0.2 * SIZE * self.bold
        yield Shape("river order-1", (polyline([(x - r, y), (x, y)]),), 2 * half)
        points = [
            (x - 0.3 * r, y - half),
            (x + 0.4 * r, y - wide),
            (x + 0.4 * r, y + wide),
            (x - 0.3 * r, y + half),
        ]
        yield Shape("mouth", (polyline(points, closed=True),))
        yield Shape("coast", (polyline([(x + 0.4 * r, y - r * 0.8), (x + 0.4 * r, y + r * 0.8)]),))

    def _open(self, at: Point) -> Iterator[Item]:
        (x, y), r = at, 1.3 * self.size
        yield Shape(
            "river order-1", (polyline([(x - r, y), (x - 0.3 * r, y)]),), river_width(1) * self.bold
        )
        yield Shape("open", tuple(open_dots((x - 0.3 * r, y), (1.0, 0.0), self.bold)))

    def _lost(self, at: Point) -> Iterator[Item]:
        (x, y), r = at, 1.3 * self.size
        yield Shape("river order-1", (polyline([(x - r, y), (x, y)]),), river_width(1) * self.bold)
        yield Shape("lost", tuple(cross(at, 0.17 * SIZE * self.bold)))

    # The wheel and the scale ----------------------------------------------------------------

    def _wheel(self, at: Point) -> Iterator[Item]:
        """A hex with the numbers of its hexsides, and an arrow to the north."""
        (x, y), reach = at, 2.3 * self.size
        points = [(x + reach * dx, y + reach * dy) for dx, dy in self.plane.after[1:]]
        yield Shape("legend-hex", (polyline(points, closed=True),))
        for side in rules.SIDES:
            dx, dy = self.plane.normals[side]
            spot = x + 2.75 * self.size * dx, y + 2.75 * self.size * dy + 0.34 * self.size
            yield Label("coordinate", str(side), spot, self.size)
        needle = [(x, y - 1.5 * self.size), (x + 0.4 * self.size, y + 1.2 * self.size)]
        needle += [(x, y + 0.75 * self.size), (x - 0.4 * self.size, y + 1.2 * self.size)]
        yield Shape("needle", (polyline(needle, closed=True),))
        yield Shape("needle dark", (polyline([needle[0], needle[1], needle[2]], closed=True),))

    def _scale(self, middle: float, y: float) -> Iterator[Item]:
        """A bar of hexes, black and white by turns."""
        room = 10.4 * self.size / (self.plane.unit * ROOT3)  # hexes
        hexes = 10 ** max(0, ceil(log10(room / 20)))  # to a part
        count = max(1, min(10, int(room / hexes)))
        step = hexes * self.plane.unit * ROOT3
        left, high = middle - count * step / 2, 0.32 * self.size
        for part in range(count):
            x = left + part * step
            box = [(x, y), (x + step, y), (x + step, y + high), (x, y + high)]
            yield Shape(f"scale{'' if part % 2 else ' dark'}", (polyline(box, closed=True),))
        text = scale_text(count * hexes, self.miles)
        yield Label("legend-text", text, (middle, y + high + 1.15 * self.size), 0.95 * self.size)


def scale_text(count: int, miles: object) -> str:
    """What so many hexes are, in miles too if it is known how many a hex has."""
    text = f"{count:,} hex{'es' if count > 1 else ''}"
    if isinstance(miles, (int, float)) and not isinstance(miles, bool) and 0 < miles < 1e6:
        return f"{text} = {round(count * miles):,} miles"
    return text
