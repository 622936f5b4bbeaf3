"""Which parts of the picture are taken: by rivers, so that nothing hides them, and by text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .display import Point
from .geometry import SIZE

__all__ = ["Box", "Space"]

Box = tuple[float, float, float, float]  # left, top, right, bottom
_CELL = SIZE / 6
_WIDE = 1 << 20


class Space:
    """A fine grid of cells, each with what it is taken by: the greater weight is the worse."""

    def __init__(self) -> None:
        self.taken: Counter[int] = Counter()

    def block(self, points: Iterable[Point], reach: float, weight: int = 1) -> None:
        """Take what lies within `reach` of these points."""
        cells = round(reach / _CELL)
        near = [
            down * _WIDE + right
            for down in range(-cells, cells + 1)
            for right in range(-cells, cells + 1)
            if down * down + right * right <= cells * cells + 1
        ]
        taken = self.taken
        for middle in dict.fromkeys(_cell(x, y) for x, y in points):
            for step in near:
                cell = middle + step
                if taken[cell] < weight:
                    taken[cell] = weight

    def block_box(self, box: Box, weight: int) -> None:
        """Take a rectangle."""
        for cell in _cells(box):
            if self.taken[cell] < weight:
                self.taken[cell] = weight

    def free(self, x: float, y: float) -> bool:
        """Whether nothing is at this point."""
        return _cell(x, y) not in self.taken

    def cost(self, box: Box) -> int:
        """What would be hidden in a rectangle."""
        taken = self.taken
        return sum(taken[cell] for cell in _cells(box) if cell in taken)

    def cost_along(self, points: Iterable[Point], reach: float) -> int:
        """What would be hidden along these points."""
        return sum(self.cost((x - reach, y - reach, x + reach, y + reach)) for x, y in points)


def _cell(x: float, y: float) -> int:
    return int(y // _CELL) * _WIDE + int(x // _CELL)


def _cells(box: Box) -> Iterator[int]:
    left, top, right, bottom = (int(edge // _CELL) for edge in box)
    for y in range(top, bottom + 1):
        yield from range(y * _WIDE + left, y * _WIDE + right + 1)
