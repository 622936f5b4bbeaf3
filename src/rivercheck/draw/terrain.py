"""Terrain by drawings: which stand in a hex, and where; none in a river or under a name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .. import rules
from ..board import Board
from ..records import TERRAINS
from .display import Marks, Point
from .geometry import SIZE, Sheet, unsteady
from .space import Space

__all__ = ["DRAWINGS", "marks"]

Drawing = tuple[str, str, float]  # a terrain, a glyph and its size
Stand = tuple[str, float, tuple[Point, ...]]  # a glyph, its size, where its foot may stand

_SEVEN: tuple[Point, ...] = (
    (-0.3, -0.38),
    (0.3, -0.4),
    (-0.58, 0.08),
    (0.0, 0.06),
    (0.56, 0.04),
    (-0.28, 0.55),
    (0.32, 0.52),
)
_TREES: tuple[Point, ...] = (
    (-0.28, -0.36),
    (0.24, -0.4),
    (-0.56, 0.1),
    (-0.08, 0.06),
    (0.4, 0.02),
    (-0.3, 0.54),
    (0.16, 0.5),
    (0.6, 0.4),
)
# By terrain: the drawings that stand in a hex, in units of its size from its centre.
DRAWINGS: dict[str, tuple[Stand, ...]] = {
    "desert": (
        ("dune", 0.8, ((-0.22, -0.36), (0.22, 0.36))),
        ("stipple", 0.8, ((0.4, -0.42), (-0.52, 0.1), (0.4, 0.02), (-0.3, 0.58), (-0.05, 0.02))),
    ),
    "veldt": (
        (
            "tuft",
            0.85,
            ((-0.3, -0.36), (0.32, -0.3), (-0.5, 0.2), (0.06, 0.2), (0.52, 0.34), (-0.22, 0.66)),
        ),
    ),
    "jungle": (("tree", 0.78, _TREES),),
    "mountain": (
        ("peak", 0.95, ((-0.22, -0.08), (0.34, 0.16), (-0.2, 0.56))),
        ("hill", 0.7, ((0.42, -0.36), (-0.58, 0.22), (0.32, 0.62))),
    ),
    "jungle/mountain": (
        ("peak", 0.95, ((0.0, -0.12), (-0.36, 0.32))),
        (
            "tree",
            0.72,
            ((-0.48, -0.2), (0.46, -0.24), (0.1, 0.2), (0.5, 0.24), (0.26, 0.6), (-0.22, 0.68)),
        ),
    ),
    "swamp": (
        (
            "reed",
            0.75,
            (
                (-0.32, -0.34),
                (0.32, -0.36),
                (-0.58, 0.16),
                (0.56, 0.14),
                (-0.24, 0.66),
                (0.28, 0.64),
            ),
        ),
    ),
    "jungle/swamp": (
        ("reed", 0.7, ((-0.56, 0.16), (0.5, -0.26), (0.3, 0.66))),
        ("tree", 0.72, ((-0.3, -0.36), (0.14, -0.44), (0.58, 0.24), (-0.3, 0.62))),
    ),
    "lake": (("ripple", 0.8, ((-0.2, -0.4), (0.3, -0.1), (-0.3, 0.18), (0.18, 0.5))),),
    "sea": (("swell", 0.7, ((-0.2, 0.1),)),),
}
_THIN = 2  # of the drawings of an unmapped hex only every so many stand


def marks(board: Board, sheet: Sheet, space: Space) -> Iterator[Marks]:
    """The drawings of all hexes, by terrain and glyph, from the top down."""
    found: dict[Drawing, list[Point]] = {}
    for hex in sheet.places:
        terrain = board.terrain(hex)
        if terrain:
            thin = board.unmapped(hex) and board.hexes[hex].terrain != rules.LAKE
            number = sheet.layout.outer(hex)
            for drawing, feet in _stand(number, sheet.centres[hex], terrain, thin).items():
                lift = 0.2 * SIZE * drawing[2]
                found.setdefault(drawing, []).extend(
                    [(x, y) for x, y in feet if space.free(x, y) and space.free(x, y - lift)]
                )
    for terrain in TERRAINS[1:]:
        for glyph, size, _ in DRAWINGS[terrain]:
            places = found.get((terrain, glyph, size))
            if places:
                places.sort(key=lambda place: (place[1], place[0]))
                kind = terrain.replace("/", "-")
                yield Marks(f"mark mark-{kind} {glyph}", glyph, tuple(places), size * SIZE)


@lru_cache(1 << 12)  # a map that is drawn again has most of its hexes as they were
def _stand(number: int, centre: Point, terrain: str, thin: bool) -> dict[Drawing, list[Point]]:
    """Where the drawings of a hex stand if nothing else is there."""
    found: dict[Drawing, list[Point]] = {}
    turn = 1 if unsteady(number, 7) > 0 else -1  # half of the hexes are mirrored
    for glyph, size, feet in DRAWINGS[terrain]:
        places = found.setdefault((terrain, glyph, size), [])
        for foot, (right, down) in enumerate(feet):
            salt = 10 + foot
            x = centre[0] + SIZE * (turn * right + 0.06 * unsteady(number, salt))
            y = centre[1] + SIZE * (down + 0.06 * unsteady(number, salt + 20))
            if (thin and foot % _THIN) or (terrain == "sea" and unsteady(number, 8) > 0):
                continue
            places.append((x, y))
    return found
