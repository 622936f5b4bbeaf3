"""The rivers of the data, hex by hex: one way down from every hex, so that all strokes agree.

The longest river of a system comes first. Each other begins where the longest stretch of its own
leaves a hex that the system has. A hex belongs to one system: where a watershed runs through it
the longer river has it, and another goes round it, if two hexes beside its way will do, or rises
short of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, takewhile
from math import dist
from typing import NamedTuple

from africa_ground import Ground, Run
from africa_rivers import River, Rivers, Vertex
from africa_sheet import Mouth, around, beyond, middle
from rivercheck.rules import SIDES

__all__ = ["Course", "Tracing"]

SHORT = 90.0  # km: what would add less than this to the map is left out
SPRING = 10.0  # km: a river that rises this near to a lake flows out of it
DETOUR = 2  # hexes at most to go round those of another system
AHEAD = 4  # hexes: how far ahead the way round may come back


class Course(NamedTuple):
    """A river from its source down; the last hex is where it ends or what it joins."""

    name: str
    hexes: list[int]


class Tracing:
    """The rivers traced so far. A system is known by the vertex where it ends or is cut off."""

    def __init__(
        self, rivers: Rivers, ground: Ground, ends: dict[Vertex, Mouth], sinks: dict[Vertex, int]
    ) -> None:
        self.rivers = rivers
        self.ground = ground
        self.ends = ends
        self.sinks = sinks  # ends without a mouth, and the water hex they come to
        first: dict[int, Vertex] = {}  # rivers that end in one body of water are one system
        self._same = {v: first.setdefault(ground.key(sinks[v]), v) for v in sorted(sinks)}
        self._hexes = [ground.hex_of(point) for point in rivers.points]
        self.mouths: list[Mouth] = []
        self.owner: dict[int, Vertex] = {}  # each hex with a river to its system
        self.down: dict[int, int] = {}  # each hex to the one it flows to
        self.courses: list[Course] = []
        self._entering: set[tuple[str, int | None]] = set()  # rivers that come in over the edge

    def trace(self, rivers: Iterable[River]) -> None:
        """Trace these, the most important first."""
        for river in rivers:
            for piece in self._on_board(river.vertices):
                self._piece(piece)
                if piece[-1] != river.vertices[-1]:
                    top = piece[-1]
                    self._entering.add((self.rivers.name(top), self._hexes[top]))

    def named_courses(self) -> list[Course]:
        """The rivers that have a name, by name, of one name the longer first.

        A river that has no hex of its own but that of its mouth is listed with that.
        """
        found: list[Course] = []
        known = {""}
        for course in sorted(self.courses, key=lambda one: (one.name, -len(one.hexes))):
            if course.name and (len(course.hexes) > 1 or course.name not in known):
                found.append(course)
                known.add(course.name)
        return found

    def entering(self) -> set[int]:
        """The hexes where the rivers that are drawn come in over the edge."""
        tops = {(course.name, course.hexes[0]) for course in self.courses}
        return {hex for name, hex in tops if (name, hex) in self._entering}

    def left_out(self) -> list[str]:
        """The names of the rivers on the board that no course shows."""
        rivers = range(len(self.rivers.points))
        shown = {course.name for course in self.courses} | {""}
        names = {self.rivers.name(vertex) for vertex in rivers if self._hexes[vertex] is not None}
        return sorted(names - shown)

    def _on_board(self, vertices: list[Vertex]) -> Iterator[list[Vertex]]:
        for on_board, group in groupby(vertices, lambda vertex: self._hexes[vertex] is not None):
            if on_board:
                yield list(group)

    def _system(self, vertex: Vertex) -> Vertex:
        """Where the water of a vertex ends, or first leaves the board."""
        last = vertex
        for last in self.rivers.downstream(vertex):
            if self._hexes[last] is None:
                break
        return self._same.get(last, last)

    # One river

    def _piece(self, vertices: list[Vertex]) -> None:
        system = self._system(vertices[0])
        below = [*self._to_its_system(vertices[0], system)][:0:-1]
        way = self.ground.way(self._runs([*below, *vertices]))
        ways = [way[n:] for n, run in enumerate(way) if self.owner.get(run.hex) == system]
        if ways:
            self._extend(system, max(ways, key=self._free_km))
        elif system not in self.owner.values():
            self._begin(system, way)

    def _to_its_system(self, vertex: Vertex, system: Vertex) -> Iterator[Vertex]:
        """Downstream to the first hex of the system, which may lie below where they meet."""
        for below in self.rivers.downstream(vertex):
            if self._hexes[below] is None:
                return
            yield below
            if self.owner.get(self._hexes[below] or 0) == system:
                return

    def _runs(self, vertices: list[Vertex]) -> list[Run]:
        runs = [self._run(list(group)) for _, group in groupby(vertices, self._hexes.__getitem__)]
        lake = self.ground.lake_beside(self.rivers.points[vertices[-1]], SPRING)
        if lake is not None and self.ground.key(lake) != self.ground.key(runs[-1].hex):
            runs.append(Run(lake, runs[-1].name, SHORT))
        return runs

    def _run(self, vertices: list[Vertex]) -> Run:
        names = [self.rivers.name(vertex) for vertex in vertices]
        points = [self.rivers.points[vertex] for vertex in vertices]
        km = sum(dist(one, other) for one, other in pairwise(points))
        hex = self._hexes[vertices[0]]
        assert hex is not None
        return Run(hex, max(sorted(set(names)), key=names.count), km)

    def _free_km(self, way: list[Run]) -> float:
        """How far it goes from the first of these before it comes to a hex that has a river."""
        return sum(run.km for run in takewhile(lambda run: run.hex not in self.owner, way[1:]))

    def _begin(self, system: Vertex, way: list[Run]) -> None:
        """The first river of a system: from its end up."""
        mouth = self.ends.get(system) or self._over_the_edge(system, way)
        hex = mouth.hex if mouth else self.sinks.get(system)
        if hex is None or hex in self.owner:
            return
        name = mouth.name if mouth else self.rivers.name(system)
        self._own(hex, system)
        self.courses.append(Course(name, [hex]))
        if mouth:
            self.mouths.append(mouth)
        self._extend(system, self.ground.way([Run(hex, name, SHORT), *way]))

    def _over_the_edge(self, system: Vertex, way: list[Run]) -> Mouth | None:
        """The mouth where a river with a name leaves the board, unless it only clips it."""
        name, point, hex = self.rivers.name(system), self.rivers.points[system], way[0].hex
        if not name or self._hexes[system] is not None or len(way) < 2:
            return None
        if name in (mouth.name for mouth in self.mouths):  # it left the board farther down
            return None
        sides = [side for side in SIDES if beyond(hex, side) not in self.ground.land]
        side = min(sides, key=lambda one: dist(point, middle(hex, one)), default=None)
        return Mouth(name, hex, side) if side else None

    def _extend(self, system: Vertex, way: list[Run]) -> None:
        """Go up from the first of these, which the system has already."""
        drawn = way[:1]
        for number, run in enumerate(way[1:], 1):
            if run.hex in self.owner and not self._one_water(run.hex, drawn[-1].hex):
                onward = self._around(drawn[-1].hex, way[number : number + AHEAD])
                self._draw(system, drawn)
                if onward and drawn[-1].hex in self.owner:
                    self._extend(system, [drawn[-1], *onward, *way[number + AHEAD :]])
                return
            drawn.append(run)
        self._draw(system, drawn)

    def _one_water(self, one: int, other: int) -> bool:
        return self.ground.key(one) == self.ground.key(other)

    def _around(self, start: int, ahead: list[Run]) -> list[Run]:
        """The shortest way round hexes that have a river to a later hex of this one."""
        beside = {other for run in ahead for other in around(run.hex)} & self.ground.land
        goals = {run.hex: n for n, run in enumerate(ahead) if run.hex not in self.owner}
        free = beside - set(self.owner) - set(self.ground.body) - set(goals)
        ways = [[start]]
        for way in ways:
            for other in around(way[-1]):
                if other in goals and len(way) > 1:
                    rest = ahead[goals[other] :]
                    return [*(Run(hex, rest[0].name, SHORT) for hex in way[1:]), *rest]
                if other in free and len(way) <= DETOUR:
                    ways.append([*way, other])
        return []

    def _draw(self, system: Vertex, way: list[Run]) -> None:
        """Draw the river along this way, unless it is too short to be worth it."""
        if sum(run.km for run in way[1:]) < SHORT:
            return
        for below, above in pairwise(way):
            self._own(above.hex, system)
            if not self._one_water(above.hex, below.hex):
                self.down[above.hex] = below.hex
        self.courses += _courses(way)

    def _own(self, hex: int, system: Vertex) -> None:
        body = self.ground.body
        for other in [one for one in body if body[one] == body.get(hex)] or [hex]:
            self.owner[other] = system


def _courses(way: list[Run]) -> Iterator[Course]:
    """The way upstream cut by names, each from its source down to what it joins."""
    for name, group in groupby(range(1, len(way)), lambda n: way[n].name):
        numbers = list(group)
        yield Course(name, [way[n].hex for n in (numbers[0] - 1, *numbers)][::-1])
