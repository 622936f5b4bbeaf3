"""Rivers as a graph: lines joined where they meet, and all turned downstream from their ends.

The lines of the data are not all drawn from source to mouth, and many stop a little short of the
river that they join. So the direction of flow is found by a search upstream from each end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from math import dist
from typing import NamedTuple

from africa_sheet import Point

__all__ = ["Line", "River", "Rivers"]

JOIN = 8.0  # km: a line that stops this near to another joins it
MEET = 2.0  # km: the same for an end that closes a loop of its own
STEP = 3.0  # km: no segment of the graph is longer
Vertex = int


class Line(NamedTuple):
    """One line of the data."""

    name: str
    points: list[Point]  # km


class River(NamedTuple):
    """One way from where it ends, or joins another, up to its source."""

    vertices: list[Vertex]  # upstream; the first lies on the river that it joins
    length: float  # km


class Rivers:
    """All lines as one graph. `down` and `root` are known after `drain`."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.points: list[Point] = []
        self.links: list[dict[Vertex, str]] = []  # to each neighbour, the name of the line
        self.ends: dict[Vertex, str] = {}  # the ends of lines that no other line continues
        self.down: dict[Vertex, Vertex] = {}
        self.root: dict[Vertex, Vertex] = {}
        self._find: dict[Point, Vertex] = {}
        self._boxes: dict[tuple[int, int], list[Vertex]] = defaultdict(list)
        tips = [tip for line in lines for tip in self._add(line)]
        loose = {vertex for vertex, _ in tips if len(self.links[vertex]) == 1}
        for vertex, name in tips:
            joined = self._joined(vertex, name, JOIN if vertex in loose else MEET)
            if vertex in loose and not joined:
                self.ends[vertex] = name

    def _add(self, line: Line) -> list[tuple[Vertex, str]]:
        """Add a line, cut into short steps; returns both tips."""
        chain = [self._vertex(point) for point in _dense(line.points)]
        for one, other in pairwise(chain):
            if one != other:
                self.links[one].setdefault(other, line.name)
                self.links[other].setdefault(one, line.name)
        return [(chain[0], line.name), (chain[-1], line.name)]

    def _vertex(self, point: Point) -> Vertex:
        key = (round(point[0], 1), round(point[1], 1))
        if key not in self._find:
            self._find[key] = len(self.points)
            self._boxes[_box(key)].append(len(self.points))
            self.points.append(key)
            self.links.append({})
        return self._find[key]

    def near(self, point: Point, reach: float) -> list[tuple[float, Vertex]]:
        """How far the vertices within `reach` km are (at most 50), and which: the nearest first."""
        column, row = _box(point)
        boxes = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        found = [(dist(point, self.points[v]), v) for box in boxes for v in self._boxes[box]]
        return sorted(pair for pair in found if pair[0] <= reach)

    def _joined(self, tip: Vertex, name: str, reach: float) -> bool:
        """Join a tip to the nearest vertex of another stretch, if one is near."""
        own = self._along(tip, 10 * JOIN)
        for _, vertex in self.near(self.points[tip], reach):
            if vertex not in own:
                self.links[tip][vertex] = self.links[vertex][tip] = name
                return True
        return False

    def _along(self, start: Vertex, reach: float) -> set[Vertex]:
        """What lies within `reach` km along the lines."""
        seen, queue = {start: 0.0}, [start]
        for vertex in queue:
            for other in self.links[vertex]:
                far = seen[vertex] + dist(self.points[vertex], self.points[other])
                if other not in seen and far <= reach:
                    seen[other] = far
                    queue.append(other)
        return set(seen)

    def drain(self, ends: Iterable[Vertex]) -> None:
        """Turn all downstream: each vertex flows to the end that is nearest along the rivers."""
        self.root = {end: end for end in ends}
        best = dict.fromkeys(self.root, 0.0)
        queue = [(0.0, end, end) for end in sorted(best)]
        while queue:
            far, vertex, root = heappop(queue)
            if far > best[vertex]:
                continue
            for other in self.links[vertex]:
                length = far + dist(self.points[vertex], self.points[other])
                if length < best.get(other, float("inf")):
                    best[other] = length
                    self.down[other], self.root[other] = vertex, root
                    heappush(queue, (length, other, root))

    def name(self, vertex: Vertex) -> str:
        """The river that leaves this vertex downstream, or, at its end, the one that comes in."""
        if vertex in self.down:
            return self.links[vertex][self.down[vertex]]
        return next(iter(self.links[vertex].values()))

    def stems(self) -> list[River]:
        """Every river: at each fork the longer way up goes on, the others begin there."""
        ups: dict[Vertex, list[Vertex]] = defaultdict(list)
        for vertex, below in self.down.items():
            ups[below].append(vertex)
        reach = self._reach(ups)
        starts = [(v, up) for v, above in ups.items() for up in _but_longest(above, reach)]
        found = [self._stem(root, root, ups, reach) for root in sorted(set(self.root.values()))]
        found += [self._stem(below, up, ups, reach) for below, up in sorted(starts)]
        return sorted(found, key=lambda river: (-river.length, river.vertices[0]))

    def _reach(self, ups: dict[Vertex, list[Vertex]]) -> dict[Vertex, float]:
        """For each vertex, km up to the farthest source, counted from the vertex below it."""
        reach: dict[Vertex, float] = {}
        order = sorted(set(self.root.values()))
        for vertex in order:
            order.extend(ups[vertex])
        for vertex in reversed(order):
            below = self.down.get(vertex, vertex)
            top = max((reach[up] for up in ups[vertex]), default=0.0)
            reach[vertex] = top + dist(self.points[vertex], self.points[below])
        return reach

    def _stem(
        self,
        below: Vertex,
        start: Vertex,
        ups: dict[Vertex, list[Vertex]],
        reach: dict[Vertex, float],
    ) -> River:
        chain = [start] if start == below else [below, start]
        while ups[chain[-1]]:
            chain.append(_longest(ups[chain[-1]], reach))
        return River(chain, reach[start])

    def downstream(self, vertex: Vertex) -> Iterator[Vertex]:
        """The vertex and all below it to the end."""
        yield vertex
        while vertex in self.down:
            vertex = self.down[vertex]
            yield vertex


def _box(point: Point) -> tuple[int, int]:
    return int(point[0] // 50), int(point[1] // 50)


def _dense(points: list[Point]) -> Iterator[Point]:
    yield points[0]
    for one, other in pairwise(points):
        parts = int(dist(one, other) // STEP) + 1
        for k in range(1, parts + 1):
            t = k / parts
            yield one[0] + t * (other[0] - one[0]), one[1] + t * (other[1] - one[1])


def _longest(ups: list[Vertex], reach: dict[Vertex, float]) -> Vertex:
    return max(ups, key=lambda up: (reach[up], -up))


def _but_longest(ups: list[Vertex], reach: dict[Vertex, float]) -> list[Vertex]:
    return sorted(ups, key=lambda up: (-reach[up], up))[1:]
