"""What surrounds the map: the frame, the title and the coordinates."""

from __future__ import annotations

from collections.abc import Iterator

from .display import Item, Label, Line, Shape, polyline
from .geometry import ROOT3, Plane
from .space import Box

__all__ = ["coordinates", "frame", "heading", "rectangle"]


def rectangle(box: Box) -> Line:
    """A rectangle."""
    left, top, right, bottom = box
    return polyline([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)


def frame(box: Box, size: float) -> Iterator[Item]:
    """A thick line and a thin one within it."""
    left, top, right, bottom = box
    gap = 0.28 * size
    yield Shape("frame", (rectangle(box),), width=0.14 * size)
    inner = left + gap, top + gap, right - gap, bottom - gap
    yield Shape("neatline", (rectangle(inner),), width=0.05 * size)


def heading(
    title: str, mapped: int, land: int, middle: float, base: float, size: float
) -> Iterator[Item]:
    """The title, and how much of the land is mapped."""
    text = f"{mapped:,} of {land:,} hexes mapped"
    yield Label("title", title, (middle, base), 1.9 * size)
    yield Label("subtitle", text, (middle, base + 1.5 * size), size)


def coordinates(plane: Plane, size: float, box: Box) -> Iterator[Label]:
    """Numbers of columns above and below the map and of rows on both sides, as many as fit."""
    layout = plane.layout
    wide = plane.unit * (1.5 if plane.flat else ROOT3)
    steps = (one * 10**power for power in range(7) for one in (1, 2, 5))
    every = next(step for step in steps if step * wide >= 2.1 * size)
    left, top, right, bottom = box
    for column in layout.across:
        if column % every == 0 or every == 1:
            x = plane.centre(layout.at(column, layout.down[0]))[0] + (
                0 if plane.flat else plane.unit * ROOT3 / 4
            )
            yield Label("coordinate", f"{column:02}", (x, top - 0.4 * size), 0.9 * size)
            yield Label("coordinate", f"{column:02}", (x, bottom + 1.05 * size), 0.9 * size)
    for row in layout.down:
        if row % every == 0 or every == 1:
            y = plane.centre(layout.at(layout.across[0], row))[1] + (
                plane.unit * ROOT3 / 4 if plane.flat else 0
            )
            y += 0.32 * size
            yield Label("coordinate", f"{row:02}", (left - 0.4 * size, y), 0.9 * size, "end")
            yield Label("coordinate", f"{row:02}", (right + 0.4 * size, y), 0.9 * size, "start")
