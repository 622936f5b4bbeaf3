"""The sheet of the Africa boards on the globe: a sinusoidal projection and pointy-topped hexes.

    x = R cos(latitude) (longitude - 21°),  y = R latitude      (angles in radians, R = 6371.0 km)

It keeps areas, and rows of hexes are parallels. Hexes are 100 miles across, from flat to flat.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, degrees, radians, sqrt
from typing import NamedTuple

from rivercheck.grid import Layout
from rivercheck.rules import SIDES

__all__ = [
    "AREA",
    "LAYOUT",
    "PROJECTION",
    "WIDTH",
    "Mouth",
    "Point",
    "around",
    "beyond",
    "centre",
    "globe",
    "hex_at",
    "middle",
    "outline",
    "project",
    "side_between",
]

Point = tuple[float, float]  # km east and north of (21° E, 0° N)


class Mouth(NamedTuple):
    """Where a river leaves the board."""

    name: str
    hex: int
    side: int


RADIUS = 6371.0  # km
MERIDIAN = 21.0  # degrees east: about the middle of the board
WIDTH = 160.9344  # km from flat to flat: 100 miles
PITCH = WIDTH * sqrt(3) / 2  # km from row to row
AREA = WIDTH * PITCH  # square km of a hex
NORTH = 15.65  # degrees: where the northern tips of row 1 stand on, just above Khartoum
TOP = RADIUS * radians(NORTH) + PITCH - WIDTH / sqrt(12)  # km: where the centres of row 0 would lie
WEST = -2116.0  # km: the western edge of the odd rows, 1.9° E at the coast of the Bight of Benin
LAYOUT = Layout(27, 41, "pointy", "NE")


def project(longitude: float, latitude: float) -> Point:
    """From degrees to km."""
    return (
        RADIUS * cos(radians(latitude)) * radians(longitude - MERIDIAN),
        RADIUS * radians(latitude),
    )


def globe(x: float, y: float) -> Point:
    """From km to longitude and latitude in degrees."""
    latitude = y / RADIUS
    return MERIDIAN + degrees(x / RADIUS / cos(latitude)), degrees(latitude)


def centre(hex: int) -> Point:
    """The centre of a hex, in km."""
    column, row = LAYOUT.column_row(hex)
    x = WEST + WIDTH * (column - 0.5 + (0 if row % 2 else 0.5))
    return x, TOP - PITCH * row


PROJECTION = {
    "kind": "sinusoidal",
    "formula": "x = R cos(latitude) (longitude - meridian), y = R latitude; angles in radians",
    "radius_km": RADIUS,
    "meridian": MERIDIAN,
    "hex_km": WIDTH,
    "first_hex_km": [round(km, 3) for km in centre(LAYOUT.at(1, 1))],
}


def outline(hex: int) -> list[Point]:
    """The six corners of a hex, in km, clockwise from the top."""
    x, y = centre(hex)
    half, corner = WIDTH / 2, WIDTH / sqrt(3)
    return [
        (x, y + corner),
        (x + half, y + corner / 2),
        (x + half, y - corner / 2),
        (x, y - corner),
        (x - half, y - corner / 2),
        (x - half, y + corner / 2),
    ]


def hex_at(point: Point) -> int | None:
    """The hex that holds a point, None off the board."""
    x, y = point
    row = round((TOP - y) / PITCH)
    near = []
    for r in (row - 1, row, row + 1):
        c = round((x - WEST) / WIDTH + (0.5 if r % 2 else 0))
        cx = WEST + WIDTH * (c - 0.5 + (0 if r % 2 else 0.5))
        cy = TOP - PITCH * r
        near.append(((x - cx) ** 2 + (y - cy) ** 2, c, r))
    _, column, row = min(near)
    on_board = 1 <= column <= LAYOUT.columns and 1 <= row <= LAYOUT.rows
    return LAYOUT.at(column, row) if on_board else None


def beyond(hex: int, side: int) -> int:
    """The place across a hexside; it may lie in the rim, off the board."""
    return hex + LAYOUT.steps[(0 if hex // LAYOUT.stride % 2 else 7) + side]


def around(hex: int) -> Iterator[int]:
    """The six neighbours of a hex, in the order of its hexsides; some may lie in the rim."""
    return (beyond(hex, side) for side in SIDES)


def side_between(hex: int, other: int) -> int:
    """The hexside of the first that leads to the other. Raises ValueError if they do not touch."""
    return 1 + list(around(hex)).index(other)


def middle(hex: int, side: int) -> Point:
    """The middle of a hexside, in km; hexside 1 faces north-east."""
    corners = outline(hex)
    (x1, y1), (x2, y2) = corners[side - 1], corners[side % 6]
    return (x1 + x2) / 2, (y1 + y2) / 2
