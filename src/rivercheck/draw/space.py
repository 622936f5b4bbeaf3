"""Which parts of the picture are taken: by rivers, so that nothing hides them, and by text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .display import Point
from .geometry import SIZE

__all__ = ["Box", "Space"]

Box = tuple[float, float, float, float]  # left, top, right, bottom
_CELL = SIZE / 6


class Space:
    """A fine grid of cells, each with what it is taken by: the greater weight is the worse.

    It reaches `beyond` the edges of the picture; what would be farther out hides nothing.
    """

    def __init__(self, width: float, height: float, beyond: float) -> None:
        self.pad = int(beyond // _CELL) + 3
        self.wide, self.high = (int(one // _CELL) + 2 * self.pad for one in (width, height))
        self.origin = self.pad * self.wide + self.pad
        self.taken = bytearray(self.wide * self.high)

    def block(self, points: Iterable[Point], reach: float, weight: int = 1) -> None:
        """Take what lies within `reach` of these points."""
        taken, wide, origin = self.taken, self.wide, self.origin
        near = _near(round(reach / _CELL), wide)
        cells = [origin + int(y // _CELL) * wide + int(x // _CELL) for x, y in points]
        for middle in dict.fromkeys(cells):
            for step in near:
                if taken[middle + step] < weight:
                    taken[middle + step] = weight

    def block_box(self, box: Box, weight: int) -> None:
        """Take a rectangle."""
        taken, at_least = self.taken, _at_least(weight)
        starts, long = self._rows(box)
        for start in starts:
            taken[start : start + long] = taken[start : start + long].translate(at_least)

    def free(self, x: float, y: float) -> bool:
        """Whether nothing is at this point."""
        return not self.taken[self.origin + int(y // _CELL) * self.wide + int(x // _CELL)]

    def cost(self, box: Box) -> int:
        """What would be hidden in a rectangle."""
        taken = self.taken
        starts, long = self._rows(box)
        return sum([sum(taken[start : start + long]) for start in starts])

    def cost_along(self, points: Iterable[Point], reach: float) -> int:
        """What would be hidden along these points."""
        return sum([self.cost((x - reach, y - reach, x + reach, y + reach)) for x, y in points])

    def _rows(self, box: Box) -> tuple[range, int]:
        """The first cell of each row of a rectangle, and how long the rows are."""
        pad, wide = self.pad, self.wide
        left = max(int(box[0] // _CELL) + pad, 0)
        right = min(int(box[2] // _CELL) + pad + 1, wide)
        top = max(int(box[1] // _CELL) + pad, 0)
        bottom = min(int(box[3] // _CELL) + pad + 1, self.high)
        return range(top * wide + left, bottom * wide + left, wide), max(right - left, 0)


@lru_cache(16)
def _at_least(weight: int) -> bytes:
    """The greater of each weight and this one."""
    return bytes(max(one, weight) for one in range(256))


@lru_cache(64)
def _near(cells: int, wide: int) -> list[int]:
    """The way from a cell to each that is so near."""
    return [
        down * wide + right
        for down in range(-cells, cells + 1)
        for right in range(-cells, cells + 1)
        if down * down + right * right <= cells * cells + 1
    ]
