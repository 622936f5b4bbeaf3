"""What the terrain of a hex is, by where its centre lies: one simple rule for both Africa boards.

The first region that holds the centre gives the terrain, and elsewhere it is veldt. Desert may not
touch jungle, so a desert hex that does is veldt too. It is a plausible Africa and no survey.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from africa_sheet import AREA, around, centre, globe, hex_at, outline, project

__all__ = ["Wet", "terrain_of", "water_of"]

# fmt: off
HIGHLANDS = (  # ellipses: longitude and latitude of the middle, half widths in degrees
    ("mountain",        38.4,   9.6, 2.6, 4.8),  # Ethiopia
    ("mountain",        36.8,  -0.4, 1.2, 1.6),  # Mount Kenya
    ("mountain",        37.3,  -3.2, 0.9, 0.9),  # Kilimanjaro
    ("jungle/mountain", 29.0,  -1.2, 1.0, 3.2),  # Ruwenzori and Virunga
    ("mountain",        34.3,  -9.2, 1.3, 1.2),  # north of Lake Malawi
    ("mountain",        32.6, -19.0, 0.8, 1.3),  # Inyanga
    ("mountain",        29.0, -29.4, 1.4, 2.0),  # Drakensberg
    ("mountain",        20.6, -33.3, 3.2, 1.0),  # the Cape
    ("mountain",        17.0, -22.7, 0.9, 0.9),  # Khomas
    ("mountain",        15.6, -12.6, 1.6, 1.4),  # Bié
    ("mountain",        24.3,  13.0, 1.0, 1.0),  # Marra
    ("mountain",         9.2,   9.6, 0.9, 0.9),  # Jos
    ("jungle/mountain", 10.2,   6.0, 1.3, 1.3),  # Cameroon
    ("mountain",        13.2,   7.2, 1.4, 0.8),  # Adamawa
)
FORESTS = (
    (21.0, -0.4, 8.6, 4.6),  # the Congo
    (12.0,  0.6, 3.6, 5.4),  # Gabon and Cameroon
    ( 6.0,  5.4, 4.5, 1.8),  # the Bight of Benin
)
DRY = (
    (21.2, -24.6, 3.2, 3.4),  # Kalahari
    (37.6,   3.0, 1.4, 1.2),  # east of Lake Turkana
)
LAKES = (  # natural ones of 3,000 square km, and that of Chad, which was so large until of late
    ("Lake Victoria",   33.0,  -1.1),
    ("Lake Tanganyika", 29.9,  -6.2),
    ("Lake Malawi",     34.5, -12.0),
    ("Lake Turkana",    36.2,   3.6),
    ("Lake Albert",     30.9,   1.7),
    ("Lake Mweru",      28.7,  -9.0),
    ("Lake Tana",       37.3,  12.0),
    ("Lake Chad",       14.5,  13.1),
)
WETLANDS = (  # the hex that holds the spot
    ("swamp",        "The Sudd",          30.7,   7.8),
    ("swamp",        "Bangweulu Swamps",  30.2, -11.9),
    ("swamp",        "Okavango Delta",    22.6, -19.3),
    ("swamp",        "Makgadikgadi",      25.0, -21.2),
    ("swamp",        "Lake Abbe",         41.6,  11.4),
    ("jungle/swamp", "Cuvette",           17.6,  -0.6),
)
# fmt: on
COVERED = 3 / 16  # of a hex: a lake that covers so much of it makes it a lake
SMALL = 1000.0  # square km: what is less is none of these lakes
SAHARA = 13.2  # degrees north; north of it, outside the highlands, all is desert
HORN = 40.2  # degrees east; between it and the edge the Danakil, the Ogaden, north-east Kenya


class Wet(NamedTuple):
    """A lake or a wetland in one hex."""

    terrain: str
    name: str
    shape: Polygon | None = None


def water_of(land: set[int], lakes: Iterable[Polygon]) -> dict[int, Wet]:
    """The lakes and wetlands by hex. A lake that covers little of every hex has its fullest."""
    shapes = [lake for lake in lakes if lake.area > SMALL]
    found: dict[int, Wet] = {}
    for terrain, name, *spot in WETLANDS:
        hex = hex_at(project(*spot))
        if hex in land:
            found[hex] = Wet(terrain, name)
    for name, *spot in LAKES:
        place = Spot(project(*spot))
        lake = min(shapes, key=place.distance)
        found |= dict.fromkeys(_covered(land, lake), Wet("lake", name, lake))
    return found


def _covered(land: set[int], lake: Polygon) -> list[int]:
    shares = {hex: lake.intersection(Polygon(outline(hex))).area / AREA for hex in sorted(land)}
    return [hex for hex in shares if shares[hex] >= COVERED] or [
        max(shares, key=shares.__getitem__)
    ]


def terrain_of(land: Iterable[int]) -> dict[int, str]:
    """The terrain of each hex of the land."""
    raw = {hex: _terrain(*globe(*centre(hex))) for hex in land}
    return {hex: _checked(hex, terrain, raw) for hex, terrain in raw.items()}


def _checked(hex: int, terrain: str, raw: dict[int, str]) -> str:
    beside = [raw.get(other, "") for other in around(hex)]
    touches = terrain == "desert" and any(one.startswith("jungle") for one in beside)
    return "veldt" if touches else terrain


def _terrain(longitude: float, latitude: float) -> str:
    for terrain, *ellipse in HIGHLANDS:
        if _within(ellipse, longitude, latitude):
            return terrain
    if any(_within(ellipse, longitude, latitude) for ellipse in FORESTS):
        return "jungle"
    if _desert(longitude, latitude):
        return "desert"
    return "veldt"


def _desert(longitude: float, latitude: float) -> bool:
    namib = -30 < latitude < -15 and longitude < 13.9 - (latitude + 16) * 0.32
    horn = longitude > HORN and latitude > 2
    dry = any(_within(ellipse, longitude, latitude) for ellipse in DRY)
    return latitude > SAHARA or namib or horn or dry


def _within(ellipse: Iterable[float], longitude: float, latitude: float) -> bool:
    x, y, a, b = ellipse
    return ((longitude - x) / a) ** 2 + ((latitude - y) / b) ** 2 <= 1
