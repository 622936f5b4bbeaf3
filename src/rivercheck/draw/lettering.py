"""Text on the map: labels, the names of mouths, lakes and hexes, and names along rivers."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from .. import rules
from ..network import System
from ..words import visible
from .courses import beside, even, length, smooth_line, smoothed, straight, windows
from .display import Along, Label, Point
from .geometry import SIZE
from .signs import river_width
from .space import Box, Space
from .streams import Streams

__all__ = ["Lettering", "shown", "text_width"]

_LONGEST = 48  # characters of a name
_TEXT = 40  # how bad it is to hide text; a river is 1
_CROWDED = 5.5  # no name stands where more than this is hidden at each point of it
_STRAIGHT = 0.86  # of a line that may bear text: its ends' distance to its length


def shown(text: str) -> str:
    """A name as it may be drawn: nothing in it is obeyed, and it has an end."""
    text = " ".join(visible(text).split())
    text = "".join(
        f"\\u{ord(sign):04x}" if unicodedata.category(sign) == "Cn" else sign for sign in text
    )
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def text_width(text: str, size: float) -> float:
    """About how wide a text is, rather too much than too little."""
    return size * sum(map(_em, text))


def _em(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if sign in "iljtfrI.,:;'|!()[] ":
        return 0.34
    return 0.78 if sign.isupper() or sign in "mwMW%@" else 0.54


class Lettering:
    """Places text where it hides the least. `size` is that of a plain name."""

    def __init__(
        self, streams: Streams, space: Space, size: float, bold: float, frame: Box
    ) -> None:
        self.streams, self.space, self.size, self.frame = streams, space, size, frame
        self.bold = bold
        self.sheet, self.board = streams.sheet, streams.board
        hexes = self.board.hexes
        self.ends = {  # where each river leaves the map
            hex: streams.crossing(hex, hexes[hex].mouth)[0]
            for hex in self.sheet.places
            if hexes[hex].mouth
        }

    # Labels of hexes ------------------------------------------------------------------------

    def hex_labels(self) -> Iterator[Label]:
        """The label of every hex, where the fewest rivers run."""
        size = 0.27 * SIZE
        for hex in self.sheet.places:
            text, (x, y) = self.board.name(hex), self.sheet.centres[hex]
            half = text_width(text, size) / 2
            spots = self._corners(x, y, size)
            best = min(spots, key=lambda spot: self.space.cost(_box(spot, half, size)))
            self.space.block_box(_box(best, half, size), 2)
            yield Label("hex-label", text, best, size, about=text)

    def _corners(self, x: float, y: float, size: float) -> list[Point]:
        far = 0.62 if self.sheet.flat else 0.6
        top, bottom = y - far * SIZE + 0.35 * size, y + far * SIZE + 0.35 * size
        return [(x, top), (x, bottom), (x - 0.3 * SIZE, top), (x + 0.3 * SIZE, top)]

    def keep_clear(self, label: Label) -> None:
        """Let no name lie over a label."""
        half = text_width(label.text, label.size) / 2
        middle = label.at[0] + {"start": half, "middle": 0.0, "end": -half}[label.anchor]
        self.space.block_box(_box((middle, label.at[1]), half, label.size), _TEXT)

    # Names beside a point -------------------------------------------------------------------

    def mouths(self) -> Iterator[Label]:
        """The name of each mouth, out at sea, with the hexes that it must drain."""
        hexes = self.board.hexes
        for hex in self.ends:
            side = hexes[hex].mouth
            name = self.board.mouths[hex].name if hex in self.board.mouths else ""
            need = f"({hexes[hex].drainage})" if hexes[hex].drainage else ""
            text = " ".join(filter(None, (shown(name), need)))
            if text:
                (x, y), (dx, dy) = self.streams.crossing(hex, side)
                yield self._beside(hex, text, (x, y), (dx, dy))

    def _beside(self, hex: int, text: str, at: Point, way: Point) -> Label:
        """The name of a mouth near a point, best on the side to which `way` leads."""
        size, half = self.size, text_width(text, self.size) / 2
        spots = []
        for number, (dx, dy) in enumerate(_around(way)):
            for far in (0.45, 0.9, 1.6):
                reach = far * size + 0.12 * SIZE
                spot = at[0] + dx * (reach + half), at[1] + dy * (reach + 0.5 * size) + 0.35 * size
                spots.append((number + 2 * far, spot))
        _, best = min(
            spots,
            key=lambda one: one[0] + self._cost(one[1], half, size) + self._astray(hex, one[1]),
        )
        return self._placed("mouth-name", text, best, hex)

    def _astray(self, hex: int, spot: Point) -> float:
        """What it costs the name of a mouth to stand nearer to others than to its own."""
        own = _apart(spot, self.ends[hex])
        return 6.0 * sum(_apart(spot, end) < own for end in self.ends.values())

    def _placed(self, kind: str, text: str, spot: Point, hex: int) -> Label:
        self.space.block_box(_box(spot, text_width(text, self.size) / 2, self.size), _TEXT)
        return Label(kind, text, spot, self.size, about=self.board.name(hex))

    def _cost(self, spot: Point, half: float, size: float) -> float:
        left, top, right, bottom = box = _box(spot, half, size)
        over = max(0, self.frame[0] - left) + max(0, self.frame[1] - top)
        over += max(0, right - self.frame[2]) + max(0, bottom - self.frame[3])
        return self.space.cost(box) + 100 * over

    def hexes(self) -> Iterator[Label]:
        """The names of hexes; of a body of water, once in its middle."""
        named: dict[str, list[int]] = {}
        for hex in self.sheet.places:
            if hex in self.board.notes and self.board.notes[hex].name:
                named.setdefault(self.board.notes[hex].name, []).append(hex)
        for name, hexes in named.items():
            centres = [self.sheet.centres[hex] for hex in hexes]
            x = sum(centre[0] for centre in centres) / len(centres)
            y = sum(centre[1] for centre in centres) / len(centres)
            x, y = min(centres, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)
            water = rules.is_water(self.board.hexes[hexes[0]])
            kind = "water-name" if water else "place-name"
            yield self._over(kind, hexes[0], shown(name), (x, y))

    def _over(self, kind: str, hex: int, text: str, at: Point) -> Label:
        """A name over a point, or as near to it as what is there allows."""
        size, half = self.size, text_width(text, self.size) / 2
        spots = [(0.0, (at[0], at[1] + 0.35 * size))]
        for number, (dx, dy) in enumerate(_around((0.0, 1.0))):
            for far in (0.6, 1.1, 1.8):
                spot = at[0] + dx * (half + far * SIZE) * 0.8, at[1] + dy * far * SIZE + 0.35 * size
                spots.append((1 + 2 * far + 0.1 * number, spot))
        _, best = min(spots, key=lambda one: one[0] + self._cost(one[1], half, size))
        return self._placed(kind, text, best, hex)

    # Names along rivers ---------------------------------------------------------------------

    def along(self, system: System) -> Along | None:
        """The name of a river along its longest course, if that is long and straight enough."""
        text, size = shown(system.name), self.size * (1 + 0.06 * min(system.order, 6))
        width = self.bold * river_width(system.order) / 2
        need = text_width(text, size) + 0.05 * size * len(text) + 0.2 * size
        rated = [
            (self._cost_of(line, size), line)
            for knots in self._courses(system)
            for line in _lines_beside(knots, need, size, width)
        ]
        if not text or not rated:
            return None
        cost, best = min(rated, key=lambda one: one[0])
        if cost > _CROWDED * len(best):
            return None
        self.space.block(beside(best, 0.33 * size), 0.6 * size, _TEXT)
        return Along("river-name", text, smooth_line(best), size, system.hex)

    def _courses(self, system: System) -> Iterator[tuple[Point, ...]]:
        """Points along the longest river, from its mouth up, without its ways through lakes."""
        hexes = [self.board.place(label) for label in system.longest]
        for lake, part in groupby(hexes, lambda hex: self.board.terrain(hex) == "lake"):
            if not lake:
                yield tuple(self._knots(list(part)))

    def _knots(self, hexes: list[int]) -> list[Point]:
        """Where a river turns in these hexes, and where it crosses from one to the next."""
        points: list[Point] = []
        for below, hex in zip([0, *hexes], hexes, strict=False):
            side = next((s for s in rules.SIDES if below and self.board.beyond(below, s) == hex), 0)
            if side:
                points.append(self.streams.crossing(below, side)[0])
            points.append(self.streams.knots.get(hex, self.sheet.centres[hex]))
        return points

    def _cost_of(self, line: Sequence[Point], size: float) -> float:
        left, top, right, bottom = self.frame
        inside = [left < x < right and top < y < bottom for x, y in line]
        hidden = self.space.cost_along(beside(line, 0.33 * size), 0.45 * size)
        return hidden + 1000 * inside.count(False) + 60 * (1 - straight(line))


@lru_cache(64)  # most rivers of a map stay as they are when it is drawn again
def _lines_beside(
    knots: tuple[Point, ...], need: float, size: float, width: float
) -> list[list[Point]]:
    """The lines beside a river of this width that are long and straight enough to bear a text."""
    course = smoothed(smoothed(even(knots, SIZE / 3)))
    lines = (
        beside(window, lift)
        for window in windows(course, need + 0.4 * size)
        for lift in (width + 0.4 * size, -width - 1.05 * size)
    )
    return [line for line in lines if straight(line) > _STRAIGHT and length(line) > need]


def _box(spot: Point, half: float, size: float) -> Box:
    x, y = spot
    return x - half, y - 0.8 * size, x + half, y + 0.25 * size


def _apart(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _around(way: Point) -> list[Point]:
    """Eight ways, the most like `way` first."""
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (0.8, 0.8), (0.8, -0.8), (-0.8, 0.8), (-0.8, -0.8)]
    ways.sort(key=lambda one: -(one[0] * way[0] + one[1] * way[1]))
    return [(float(x), float(y)) for x, y in ways]
