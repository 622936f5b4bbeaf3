"""Lines that text can follow: the course of a river made even, smoothed and moved aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from .display import Line, Point

__all__ = ["beside", "even", "length", "smooth_line", "smoothed", "straight", "windows"]


def even(points: Sequence[Point], step: float) -> list[Point]:
    """Points at even steps along straight lines through points."""
    found = list(points[:1])
    for x, y in points[1:]:
        fx, fy = found[-1]
        count = int(sqrt((x - fx) ** 2 + (y - fy) ** 2) / step)
        found += [
            (fx + (x - fx) * part / count, fy + (y - fy) * part / count)
            for part in range(1, count + 1)
        ]
    return found


def smoothed(points: Sequence[Point], reach: int = 4) -> list[Point]:
    """Each point moved to the middle of its neighbours."""
    found = []
    for place in range(len(points)):
        near = points[max(0, place - reach) : place + reach + 1]
        found.append((sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)))
    return found


def windows(course: Sequence[Point], need: float) -> Iterator[list[Point]]:
    """The stretches of a course that are long enough, each turned to be read from the left."""
    for start in range(0, len(course), 3):
        far = 0.0
        for end in range(start + 1, len(course)):
            (x, y), (x2, y2) = course[end - 1], course[end]
            far += sqrt((x2 - x) ** 2 + (y2 - y) ** 2)
            if far >= need:
                window = list(course[start : end + 1])
                yield window if window[0][0] <= window[-1][0] else window[::-1]
                break


def beside(window: Sequence[Point], lift: float) -> list[Point]:
    """A course moved up, or down if `lift` is negative, as seen by who reads along it."""
    found = []
    for place, (x, y) in enumerate(window):
        (ax, ay), (bx, by) = window[max(0, place - 2)], window[min(len(window) - 1, place + 2)]
        dx, dy = bx - ax, by - ay
        far = sqrt(dx * dx + dy * dy) or 1.0
        found.append((x + lift * dy / far, y - lift * dx / far))
    return found


def straight(line: Sequence[Point]) -> float:
    """1 for a straight line, less the more it winds."""
    total = length(line)
    (x, y), (x2, y2) = line[0], line[-1]
    return sqrt((x2 - x) ** 2 + (y2 - y) ** 2) / total if total else 0.0


def length(line: Sequence[Point]) -> float:
    """How long straight lines through points are."""
    return sum(sqrt((x2 - x) ** 2 + (y2 - y) ** 2) for (x, y), (x2, y2) in pairwise(line))


def smooth_line(points: Sequence[Point]) -> Line:
    """A smooth line through every second point."""
    few = [*points[:-1:2], points[-1]]
    steps = []
    for place in range(len(few) - 1):
        (px, py), (x, y) = few[max(0, place - 1)], few[place]
        (x2, y2), (nx, ny) = few[place + 1], few[min(len(few) - 1, place + 2)]
        steps.append(
            (x + (x2 - px) / 6, y + (y2 - py) / 6, x2 - (nx - x) / 6, y2 - (ny - y) / 6, x2, y2)
        )
    return Line(few[0], tuple(steps))
