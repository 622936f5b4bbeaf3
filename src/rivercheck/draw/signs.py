"""What stands along rivers: sources, flow arrows, mouths, and ends that are open or lost."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from .. import rules
from .display import Line, Point, Shape, polyline
from .geometry import SIZE
from .streams import Key, Streams, Stroke

__all__ = ["arrow", "cross", "dot", "open_dots", "river_width", "signs"]

_EVERY = 6  # strokes from one arrow to the next, two to a hex


def river_width(order: int) -> float:
    """The width of a river of this order, at plain boldness."""
    return SIZE * (0.065 + 0.042 * min(order, 9))


def signs(streams: Streams, arrows: bool, bold: float) -> Iterator[Shape]:
    """All signs, those that others may lie over first; `bold` times as large as on a small map."""
    yield Shape("open", tuple(_open_ends(streams, bold)))
    yield Shape("lost", tuple(_lost_ends(streams, bold)))
    yield Shape("mouth", tuple(_mouths(streams, bold)))
    if arrows:
        yield Shape("arrow", tuple(_arrows(streams, bold)))
    yield Shape("source", tuple(_sources(streams, bold)))


def dot(at: Point, radius: float) -> Line:
    """A circle."""
    x, y = at
    bow = 0.5523 * radius
    return Line(
        (x + radius, y),
        (
            (x + radius, y + bow, x + bow, y + radius, x, y + radius),
            (x - bow, y + radius, x - radius, y + bow, x - radius, y),
            (x - radius, y - bow, x - bow, y - radius, x, y - radius),
            (x + bow, y - radius, x + radius, y - bow, x + radius, y),
        ),
        closed=True,
    )


def arrow(tip: Point, way: Point, size: float) -> Line:
    """A barbed arrowhead whose middle is at a point."""
    (x, y), (dx, dy) = tip, way
    shape = ((0.55, 0.0), (-0.45, 0.42), (-0.22, 0.0), (-0.45, -0.42))
    points = [(x + size * (a * dx - b * dy), y + size * (a * dy + b * dx)) for a, b in shape]
    return polyline(points, closed=True)


def _sources(streams: Streams, bold: float) -> Iterator[Line]:
    hexes = streams.board.hexes
    for hex in streams.sheet.places:
        if hexes[hex].source:
            yield dot(streams.knots.get(hex, streams.sheet.centres[hex]), 0.15 * SIZE * bold)


# Arrows -----------------------------------------------------------------------------------------


def _arrows(streams: Streams, bold: float) -> Iterator[Line]:
    """On every third hex of a river, and at least one on each."""
    followed = {streams.after(key) for key in streams.strokes}
    seen: set[Key] = set()
    starts = [key for key in streams.strokes if key not in followed]
    for start in [*starts, *streams.strokes]:  # what is left after the first are circles
        river = list(_river(streams, start, seen))
        for stroke in river[min(2, len(river) - 1) :: _EVERY] if river else ():
            yield _arrow_on(stroke, bold)


def _river(streams: Streams, start: Key, seen: set[Key]) -> Iterator[Stroke]:
    """The strokes of a river from here down."""
    key: Key | None = start
    while key is not None and key not in seen:
        seen.add(key)
        yield streams.strokes[key]
        key = streams.after(key)


def _arrow_on(stroke: Stroke, bold: float) -> Line:
    before, at, after = stroke.points(8)[4:7]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = sqrt(dx * dx + dy * dy) or 1.0
    size = bold * (SIZE * 0.24 + 1.6 * river_width(stroke.order))
    return arrow(at, (dx / length, dy / length), size)


# Ends -------------------------------------------------------------------------------------------


def open_dots(rim: Point, way: Point, share: float = 1) -> Iterator[Line]:
    """Dots that lead on, and dwindle, where a river has not been followed."""
    for number in (1, 2, 3):
        reach, radius = 0.2 * number * SIZE * share, SIZE * share * (0.085 - 0.014 * number)
        yield dot((rim[0] + reach * way[0], rim[1] + reach * way[1]), radius)


def cross(at: Point, arm: float) -> Iterator[Line]:
    """Two bars that cross at a point."""
    x, y = at
    yield Line((x - arm, y - arm), ((x + arm, y + arm),))
    yield Line((x - arm, y + arm), ((x + arm, y - arm),))


def _open_ends(streams: Streams, bold: float) -> Iterator[Line]:
    """Dots where a stroke leads to a hex that does not carry it on, and up from unused mouths."""
    hexes = streams.board.hexes
    for (hex, side), stroke in streams.strokes.items():
        other = streams.sheet.around[hex][side]
        there = hexes[other]
        followed = (other, rules.OPPOSITE[side]) in streams.strokes
        if there.state < rules.MAPPED and there.terrain != rules.LAKE and not followed:
            yield from open_dots(stroke.rim, streams.crossing(hex, side)[1], bold)
    for hex, side in streams.ashore:
        there = hexes[streams.board.beyond(hex, side)]
        if there.state < rules.MAPPED and not (there.ins | there.outs):
            yield from open_dots(*streams.crossing(hex, side), bold)
    for hex in streams.sheet.places:
        side = hexes[hex].mouth
        if side and (hex, side) not in streams.strokes and hexes[hex].terrain != rules.LAKE:
            (x, y), (dx, dy) = streams.crossing(hex, side)
            back = 0.45 * SIZE * bold
            yield from open_dots((x - back * dx, y - back * dy), (-dx, -dy), bold)


def _lost_ends(streams: Streams, bold: float) -> Iterator[Line]:
    """Bars where a mapped river ends on dry land without a source."""
    for hex, (x, y) in streams.knots.items():
        here = streams.board.hexes[hex]
        if rules.is_water(here) or here.source or (here.ins and here.outs):
            continue
        if here.state == rules.MAPPED:
            yield from cross((x, y), 0.17 * SIZE * bold)


def _mouths(streams: Streams, bold: float) -> Iterator[Line]:
    hexes = streams.board.hexes
    for hex in streams.sheet.places:
        if hexes[hex].mouth:
            yield _estuary(streams, hex, bold)


def _estuary(streams: Streams, hex: int, bold: float) -> Line:
    """A river that widens to the coast: the corners of one bank, and of the other."""
    (x, y), (dx, dy) = streams.crossing(hex, streams.board.hexes[hex].mouth)
    half = bold * river_width(streams.orders.get(hex, 1)) / 2

    def at(back: float, aside: float) -> Point:
        return x - back * dx - aside * dy, y - back * dy + aside * dx

    deep, wide, front = 0.3 * SIZE * bold, half + 0.15 * SIZE * bold, -0.04 * SIZE
    bend, end = at(0, half), at(front, wide)
    opposite, back = at(0, -half), at(deep, -0.8 * half)
    return Line(
        at(deep, 0.8 * half),
        ((*bend, *bend, *end), at(front, -wide), (*opposite, *opposite, *back)),
        closed=True,
    )
