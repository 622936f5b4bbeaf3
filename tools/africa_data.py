"""What is read of Natural Earth: the mainland of Africa, its lakes, and its rivers with names."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import shapefile
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from africa_rivers import Line
from africa_sheet import Point, project

__all__ = ["checksums", "read_lines", "read_mainland"]

LAND = "50m/ne_50m_land"
RIVERS = "10m/ne_10m_rivers_lake_centerlines"
WINDOW = (-19.0, -36.0, 52.0, 33.0)  # degrees west, south, east, north: beside whom basins lie
ASIA = 60.0  # degrees east: of the land beyond it only that it is far away matters
DROPPED = {"Suez Canal", "Ismailiya Canal", "Bahr el  Zeraf"}  # canals, and an arm of the Nile
PLAIN = {  # names that the data give with a native form, or with letters lost
    "A?na": "Ayina",
    "Abay": "Blue Nile",
    "Abay (Blue Nile)": "Blue Nile",
    "Aoukal?": "Aoukalé",
    "B?nou?": "Benue",
    "Bahr el Jebel  (Mountain Nile)": "Mountain Nile",
    "Bahr el Jebel  (White Nile)": "White Nile",
    "El Bahr el Abyad  (White Nile)": "White Nile",
    "El Bahr el Azraq  (Blue Nile)": "Blue Nile",
    "Kad??": "Kadéï",
    "L?rio": "Lúrio",
    "Lualaba (Congo)": "Lualaba",
    "Mouhoun  (Black Volta)": "Black Volta",
    "Nakanb? (White Volta)": "White Volta",
    "Ogoou?": "Ogooué",
    "Ou?m?": "Ouémé",
    "Pungu?": "Pungwe",
    "S?n?gal": "Senegal",
    "Shabeelle": "Shebelle",
    "Shebele": "Shebelle",
}


def read_mainland(folder: Path) -> tuple[Polygon, list[Polygon]]:
    """The land that holds central Africa, without holes; and its holes, which are the lakes."""
    with shapefile.Reader(str(folder / LAND)) as reader:
        shapes = [shape for shape in reader.iterShapes(bbox=WINDOW) if shape.points]
    rings = [ring for shape in shapes for ring in _parts(shape)]
    land = max((Polygon(ring) for ring in rings), key=lambda one: one.contains(Spot(22, 5)))
    inside = [Polygon(ring) for ring in rings if _touches(ring)]
    lakes = [hole for hole in inside if hole != land and land.contains(hole)]
    return _plane(land), [_plane(lake) for lake in lakes]


def _parts(shape: shapefile.Shape) -> Iterator[list[Point]]:
    starts = [*shape.parts, len(shape.points)]
    for start, end in pairwise(starts):
        yield [(point[0], point[1]) for point in shape.points[start:end]]


def _touches(ring: list[Point]) -> bool:
    west, south, east, north = WINDOW
    return any(west < x < east and south < y < north for x, y in ring)


def _plane(shape: Polygon) -> Polygon:
    """In km. What lies in Asia is cut off, which may cross itself: hence the buffer."""
    return Polygon([project(x, y) for x, y in shape.exterior.coords if x < ASIA]).buffer(0)


def read_lines(folder: Path) -> Iterator[Line]:
    """The lines of rivers, and those through lakes, in km."""
    with shapefile.Reader(str(folder / RIVERS), encoding="latin-1") as reader:
        for found in reader.iterShapeRecords(bbox=WINDOW):
            name = found.record["name"]
            if name not in DROPPED:
                for part in _parts(found.shape):
                    yield Line(PLAIN.get(name, name), [project(*point) for point in part])


def checksums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file that is read."""
    files = [f"{stem}.{kind}" for stem in (LAND, RIVERS) for kind in ("shp", "shx", "dbf")]
    return {name: sha256((folder / name).read_bytes()).hexdigest() for name in files}
