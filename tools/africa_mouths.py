"""The mouths of the Africa boards: where each is, the area that it drains, its drainage number.

    drainage = round(A / 2H),  A = P x E(board) / E(all), or E(board) where P is not known

H is the area of a hex, P the published area of the basin, E an estimate of it from the data: the
land to which this river is the nearest of all, no farther than 150 km; E(board) is the part of it
that lies on the board. So a number asks for half of the hexes that the real river drains there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import dist, sqrt
from typing import NamedTuple

from shapely import STRtree, contains_xy, points
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from africa_rivers import Rivers, Vertex
from africa_sheet import (
    AREA,
    LAYOUT,
    WIDTH,
    Mouth,
    Point,
    around,
    beyond,
    centre,
    hex_at,
    middle,
    project,
)
from rivercheck.rules import SIDES

__all__ = ["Basin", "basins", "ends_at_sea", "place", "prove"]

COAST = 20.0  # km: a river that ends this near to the sea has its mouth there
REACH = 150.0  # km: land farther than this from every river counts for none
GRID = 20.0  # km between the spots by which areas are measured
KHARTOUM = (32.5, 15.6)
Way = tuple[float, int, int]  # km, and the hex and hexside by which water could leave
PUBLISHED = {  # square km
    "Congo": 3_730_000,
    "Nile": 2_200_000,  # White and Blue, above Khartoum
    "Niger": 2_260_000,
    "Zambezi": 1_330_000,
    "Orange": 941_000,
    "Limpopo": 415_000,
    "Ogooué": 224_000,
    "Rufiji": 177_000,
    "Ruvuma": 155_000,
    "Cuanza": 153_000,
    "Cunene": 106_500,
}


class Basin(NamedTuple):
    """What a mouth drains."""

    name: str
    vertex: Vertex
    area: int  # square km, of what lies on the board
    published: bool  # or else estimated

    @property
    def drainage(self) -> int:
        """The requirement, in hexes."""
        return int(self.area / (2 * AREA) + 0.5)


def ends_at_sea(rivers: Rivers, land: Polygon) -> dict[str, Vertex]:
    """Where each river comes to the sea, by name: of several arms the one in their middle."""
    arms: dict[str, list[Vertex]] = defaultdict(list)
    for vertex, name in rivers.ends.items():
        if land.exterior.distance(Spot(rivers.points[vertex])) <= COAST:
            arms[name].append(vertex)
    return {name: _middle_one(rivers, arms[name]) for name in sorted(arms)}


def _middle_one(rivers: Rivers, arms: list[Vertex]) -> Vertex:
    spots = [rivers.points[vertex] for vertex in arms]
    middle_spot = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    return min(arms, key=lambda vertex: (dist(rivers.points[vertex], middle_spot), vertex))


def nile_gate(rivers: Rivers) -> Vertex:
    """Where the Nile leaves the board below Khartoum."""
    _, start = rivers.near(project(*KHARTOUM), 30.0)[0]
    return next(v for v in rivers.downstream(start) if hex_at(rivers.points[v]) is None)


def basins(rivers: Rivers, land: Polygon, ends: dict[str, Vertex]) -> list[Basin]:
    """The basins on the board, the largest first."""
    gates = {vertex: name for name, vertex in ends.items()} | {nile_gate(rivers): "Nile"}
    whole, part = _estimates(rivers, land, _gated(rivers, gates))
    found = [
        Basin(name, vertex, _area(name, whole[vertex], part[vertex]), name in PUBLISHED)
        for vertex, name in gates.items()
        if name and part[vertex]
    ]
    return sorted(found, key=lambda basin: (-basin.area, basin.name))


def _area(name: str, whole: float, part: float) -> int:
    return round(PUBLISHED[name] * part / whole if name in PUBLISHED else part)


def _gated(rivers: Rivers, gates: dict[Vertex, str]) -> dict[Vertex, Vertex]:
    """For each vertex above a gate: that gate."""
    ups: dict[Vertex, list[Vertex]] = defaultdict(list)
    for vertex, below in rivers.down.items():
        ups[below].append(vertex)
    gate_of = {gate: gate for gate in gates}
    queue = list(gates)
    for vertex in queue:
        for up in ups[vertex]:
            if up not in gate_of:
                gate_of[up] = gate_of[vertex]
                queue.append(up)
    return gate_of


def _estimates(
    rivers: Rivers, land: Polygon, gate_of: dict[Vertex, Vertex]
) -> tuple[dict[Vertex, float], dict[Vertex, float]]:
    """For each gate the square km nearest to the rivers above it: in all, and on the board."""
    spots = _spots(rivers, land)
    tree = STRtree(points(rivers.points))
    pairs = tree.query_nearest(points(spots), max_distance=REACH, all_matches=False)
    whole: dict[Vertex, float] = defaultdict(float)
    part: dict[Vertex, float] = defaultdict(float)
    for spot, vertex in zip(*pairs.tolist(), strict=True):
        if vertex in gate_of:
            whole[gate_of[vertex]] += GRID**2
            if hex_at(spots[spot]) is not None:
                part[gate_of[vertex]] += GRID**2
    return whole, part


def _spots(rivers: Rivers, land: Polygon) -> list[Point]:
    """A grid of spots on the land round the rivers."""
    wests, souths = zip(*rivers.points, strict=True)
    columns = range(int(min(wests) // GRID) - 8, int(max(wests) // GRID) + 9)
    rows = range(int(min(souths) // GRID) - 8, int(max(souths) // GRID) + 9)
    grid = [(column * GRID, row * GRID) for column in columns for row in rows]
    inside = contains_xy(land, *zip(*grid, strict=True))
    return [spot for spot, yes in zip(grid, inside.tolist(), strict=True) if yes]


def place(rivers: Rivers, found: list[Basin], land: set[int]) -> dict[Vertex, Mouth]:
    """A hex and hexside for each mouth on the board: the nearest, and one a hex.

    Where two fall into one hex, that one moves to its next which thereby moves the least.
    """
    ways: dict[Vertex, list[Way]] = {}
    for basin in found:
        spot, inner = rivers.points[basin.vertex], basin.name == "Nile"
        if inner or _beside_the_board(spot):
            out = _ways_out(land, edge=inner)
            ways[basin.vertex] = _nearest_by_hex((dist(spot, middle(*way)), *way) for way in out)
    while doubles := _doubles(ways):
        least = min(doubles, key=lambda one: (ways[one][1][0] - ways[one][0][0], one))
        del ways[least][0]
    names = {basin.vertex: basin.name for basin in found}
    return {
        vertex: Mouth(names[vertex], hex, side) for vertex, [(_, hex, side), *_] in ways.items()
    }


def _nearest_by_hex(ways: Iterable[Way]) -> list[Way]:
    """The nearest hexside of each hex, nearest hexes first."""
    nearest: dict[int, Way] = {}
    for way in sorted(ways):
        nearest.setdefault(way[1], way)
    return list(nearest.values())


def _doubles(ways: dict[Vertex, list[Way]]) -> list[Vertex]:
    """The mouths that fall into one hex, of the first such hex."""
    at: dict[int, list[Vertex]] = defaultdict(list)
    for vertex, options in ways.items():
        at[options[0][1]].append(vertex)
    return next((vertices for vertices in at.values() if len(vertices) > 1), [])


def _beside_the_board(spot: Point) -> bool:
    """Whether a spot is on the board, or no farther from it than a mouth from the sea."""
    reach = WIDTH / sqrt(3) + COAST
    return any(dist(spot, centre(hex)) < reach for hex in LAYOUT.places())


def _ways_out(land: set[int], edge: bool) -> Iterator[tuple[int, int]]:
    """The hexes and hexsides by which water could leave for the sea, or else over the edge."""
    places = set(LAYOUT.places())
    for hex in land:
        for side in SIDES:
            if beyond(hex, side) not in land and (beyond(hex, side) not in places) == edge:
                yield hex, side


def prove(numbers: dict[int, int], land: set[int]) -> dict[int, list[int]]:
    """Hexes for each mouth's hex by which all requirements are met together.

    The mouths take what is nearest, those that need least first. Raises ValueError if one of them
    finds too little left.
    """
    free = set(land) - set(numbers)
    taken: dict[int, list[int]] = {}
    for mouth in sorted(numbers, key=lambda hex: (numbers[hex], hex)):
        own = [mouth]
        for hex in own:
            for other in around(hex):
                if other in free and len(own) < numbers[mouth]:
                    free.remove(other)
                    own.append(other)
        if len(own) < numbers[mouth]:
            raise ValueError(f"the mouth in place {mouth} finds only {len(own)} hexes")
        taken[mouth] = own
    return taken
