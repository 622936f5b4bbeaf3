"""The ground that rivers are traced on: which hex a point of a river belongs to, and their runs."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist, sqrt
from typing import NamedTuple

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from africa_sheet import WIDTH, Point, around, centre, hex_at
from africa_terrain import Wet

__all__ = ["Ground", "Run"]

CLIP = 50.0  # km: a hex that a river only clips, by less than this, is left out
SHORE = 25.0  # km: a river that stays farther from a lake does not touch it
BEYOND = WIDTH / sqrt(3) + 8.0  # km from a centre: 8 km beyond the edge is not yet off the board


class Run(NamedTuple):
    """A stretch of a river within one hex."""

    hex: int
    name: str
    km: float


class Ground:
    """The land, and the water on it that does not flow."""

    def __init__(self, land: set[int], water: dict[int, Wet]) -> None:
        self.land = land
        self.body: dict[int, int] = {}  # each water hex to the first hex of its body of water
        for hex in sorted(water):
            self._fill(hex, hex, water)
        named = {wet.name: wet.shape for wet in water.values() if wet.shape}
        self.lakes: list[tuple[Polygon, list[int]]] = [
            (shape, [hex for hex in sorted(water) if water[hex].name == name])
            for name, shape in named.items()
        ]

    def _fill(self, first: int, hex: int, water: dict[int, Wet]) -> None:
        if hex in water and hex not in self.body:
            self.body[hex] = first
            for other in around(hex):
                self._fill(first, other, water)

    def key(self, hex: int) -> int:
        """The same for all hexes of a body of water, and for no others."""
        return self.body.get(hex, hex)

    def hex_of(self, point: Point) -> int | None:
        """The hex of a point of a river; None off the board.

        At the coast and close beyond the edge it is the nearest land. In a lake it is the nearest
        hex of the lake, and in a lake's hex but far from its shore the nearest that is dry.
        """
        hex = hex_at(point)
        if hex is None:
            return self._nearest_dry(point, self.land, BEYOND)
        for lake, hexes in self.lakes:
            far = lake.distance(Spot(point))
            if far == 0:
                return min(hexes, key=lambda one: dist(point, centre(one)))
            if hex in hexes:
                return hex if far < SHORE else self._nearest_dry(point, around(hex), 2 * WIDTH)
        return hex if hex in self.land else self._nearest_dry(point, around(hex), 2 * WIDTH)

    def _nearest_dry(self, point: Point, hexes: Iterable[int], reach: float) -> int | None:
        dry = [hex for hex in hexes if hex in self.land and hex not in self.body]
        near = min(((dist(point, centre(hex)), hex) for hex in dry), default=(reach, None))
        return near[1] if near[0] < reach else None

    def lake_beside(self, point: Point, reach: float) -> int | None:
        """The nearest hex of a lake whose shore is no farther than `reach` km."""
        for lake, hexes in self.lakes:
            if lake.distance(Spot(point)) <= reach:
                return min(hexes, key=lambda one: dist(point, centre(one)))
        return None

    def way(self, runs: list[Run]) -> list[Run]:
        """The way of a river in hexes, upstream: each touches the next, or lies in its water."""
        return self._without_loops(self._filled(self._without_clips(runs)))

    def _without_clips(self, runs: list[Run]) -> list[Run]:
        """Leave out hexes only clipped, the least first, where those beside still touch."""
        kept = list(runs)
        while clips := [(kept[n].km, n) for n in range(1, len(kept) - 1) if self._clipped(kept, n)]:
            n = min(clips)[1]
            before, after = kept[n - 1], kept[n + 1]
            if before.hex == after.hex:
                kept[n - 1 : n + 2] = [before._replace(km=before.km + after.km)]
            else:
                del kept[n]
        return kept

    def _clipped(self, runs: list[Run], n: int) -> bool:
        before, run, after = runs[n - 1 : n + 2]
        touch = before.hex == after.hex or after.hex in around(before.hex)
        return touch and run.km < CLIP and run.hex not in self.body

    def _filled(self, runs: list[Run]) -> list[Run]:
        """With the hexes between that a straight line passes where two do not touch."""
        filled = runs[:1]
        for run in runs[1:]:
            last = filled[-1].hex
            if self.key(last) != self.key(run.hex) and run.hex not in around(last):
                filled += [Run(hex, run.name, 0.0) for hex in self._between(last, run.hex)]
            filled.append(run)
        return filled

    def _between(self, one: int, other: int) -> list[int]:
        (x1, y1), (x2, y2) = centre(one), centre(other)
        spots = [(x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(1, 40)]
        hexes = dict.fromkeys(hex_at(spot) for spot in spots)
        return [hex for hex in hexes if hex in self.land and hex not in (one, other)]

    def _without_loops(self, runs: list[Run]) -> list[Run]:
        """Where the river comes back to a hex or a body of water, the loop is left out.

        A loop through water that is longer than all above it stays, and what is above does not. Of
        the hexes of a body that the river passes the first and the last stay.
        """
        kept: list[Run] = []
        for number, run in enumerate(runs):
            keys = [self.key(one.hex) for one in kept]
            if self.key(run.hex) in keys:
                start = keys.index(self.key(run.hex)) + 1
                if self._worth_more(kept[start:], runs[number:]):
                    break
                del kept[start:]
                if kept[-1].hex == run.hex:
                    continue
            kept.append(run)
        return kept

    def _worth_more(self, loop: list[Run], above: list[Run]) -> bool:
        wet = any(run.hex in self.body for run in loop)
        return wet and sum(run.km for run in loop) > sum(run.km for run in above)
