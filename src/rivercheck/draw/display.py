"""The display list: what a picture consists of, in units of the sheet, whatever it is drawn with.

A step of a line is its end, or two control points and its end (a cubic). Kinds name what a thing
is; palettes give kinds their colours. Later items lie over earlier ones. `about` is the label of a
hex by which an item can be told from others of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = [
    "Along",
    "Bitmap",
    "Item",
    "Label",
    "Line",
    "Marks",
    "Picture",
    "Point",
    "Shape",
    "samples",
]

Point = tuple[float, float]
Step = tuple[float, ...]  # 2 numbers: a straight line; 6: a cubic


@dataclass(frozen=True, slots=True)
class Line:
    """A line, straight or smooth; closed, it bounds an area."""

    start: Point
    steps: tuple[Step, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """Lines of one kind, filled or stroked as their kind is; `clip` names an area they keep to."""

    kind: str
    lines: tuple[Line, ...]
    width: float = 0  # of the stroke; 0: as the kind is
    clip: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """A small drawing of `glyphs`, stamped at places; `size` is the length of its unit."""

    kind: str
    glyph: str
    places: tuple[Point, ...]
    size: float


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text at a point of its baseline."""

    kind: str
    text: str
    at: Point
    size: float
    anchor: str = "middle"  # or start, end
    about: str = ""


@dataclass(frozen=True, slots=True)
class Along:
    """Text in the middle of a line, which is its baseline."""

    kind: str
    text: str
    line: Line
    size: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture of pixels, as a PNG file, from one corner to the other."""

    kind: str
    start: Point
    end: Point
    png: bytes
    about: str = ""


Item = Shape | Marks | Label | Along | Bitmap


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture from (0, 0) to its width and height, and what it shows in words."""

    width: float
    height: float
    title: str
    description: str
    items: tuple[Item, ...]
    clips: dict[str, tuple[Line, ...]]


def samples(line: Line, parts: int = 4) -> Iterator[Point]:
    """Points along a line, so many in each cubic, and its ends."""
    here = line.start
    yield here
    for step in line.steps:
        if len(step) == 2:
            yield (step[0], step[1])
        else:
            yield from (on_cubic(here, step, part / parts) for part in range(1, parts + 1))
        here = step[-2], step[-1]


def on_cubic(start: Point, step: Step, part: float) -> Point:
    """The point of a cubic at this part of it, from 0 to 1."""
    rest = 1 - part
    one, two = 3 * rest * rest * part, 3 * rest * part * part
    first, last = rest * rest * rest, part * part * part
    return (
        first * start[0] + one * step[0] + two * step[2] + last * step[4],
        first * start[1] + one * step[1] + two * step[3] + last * step[5],
    )


def polyline(points: Iterable[Point], closed: bool = False) -> Line:
    """Straight lines through points."""
    first, *rest = points
    return Line(first, tuple(rest), closed)
