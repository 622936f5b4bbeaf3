"""Boards from nothing: a believable coast from our own noise, and mouths along it.

The noise is that of `chance`, word by word of a lattice, so that a seed means the same land on any
machine. Heights are added octave by octave; where they fall below the sea's level, there is sea.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import rules
from ..chance import key, keyed_below, keyed_word
from ..errors import BoardError
from ..mouths import SHARE
from .sheet import Sheet

__all__ = ["COASTS", "height_map", "put_coast", "put_mouths"]

COASTS = ("island", "side", "continent")
OCTAVES = 7
MOST_DRAINAGE = 200  # hexes: a search for a requirement visits about so many
COAST_A_MOUTH = 24  # hexes of coast for each mouth, where nobody says how many
_COAST, _MOUTHS = (1 << 21) + 1, (1 << 21) + 2  # streams of chance
_BLOCK = 1 << 20  # hexes at once

Numbers = npt.NDArray[np.float64]


def put_coast(sheet: Sheet, kind: str, seed: int) -> None:
    """Make sea of part of a blank sheet. Raises BoardError for an unknown kind, or if all is sea.

    `island`: sea all around; `side`: sea along the left edge; `continent`: land with bays of the
    sea at all edges and an inland sea or two.
    """
    if kind not in COASTS:
        raise BoardError(f"coast {kind!r}: one of {', '.join(COASTS)}")
    first, second = key(seed, _COAST)
    terrain, state = sheet.by_column("terrain"), sheet.by_column("state")
    columns, rows = sheet.layout.columns, sheet.layout.rows
    x_all = _from_middle(columns)
    y = _from_middle(rows)[None, :]
    step = max(1, _BLOCK // rows)
    for left in range(0, columns, step):
        x = x_all[left : left + step, None]
        sea = _height(kind, x, y, columns / rows, first, second) < 0
        terrain[left : left + step][sea] = rules.SEA
        state[left : left + step][sea] = rules.CLOSED
    if not bool((state == rules.BLANK).any()):
        raise BoardError(
            f"coast {kind}: on {columns} x {rows} hexes it leaves no land; take more, or a BOARD"
        )


def height_map(columns: int, rows: int, seed: int) -> Numbers:
    """Heights about the sea's level, by column and row, sloping to one side: for comparisons."""
    first, second = key(seed, _COAST)
    x, y = _from_middle(columns)[:, None], _from_middle(rows)[None, :]
    step = max(1, _BLOCK // rows)
    parts = [
        _height("side", x[left : left + step], y, columns / rows, first, second)
        for left in range(0, columns, step)
    ]
    return np.concatenate(parts)


def _from_middle(number: int) -> Numbers:
    """Places along one way of the board, from -1 to 1."""
    return (np.arange(number) + 0.5) * 2 / number - 1


def _height(kind: str, x: Numbers, y: Numbers, aspect: float, first: int, second: int) -> Numbers:
    """Above 0 there is land."""
    rough = _noise(x * max(aspect, 1), y * max(1 / aspect, 1), first, second)
    if kind == "island":
        return 0.72 - np.sqrt(x * x + y * y) + 0.75 * rough
    if kind == "side":
        return x + 0.6 + 0.45 * rough
    edge = np.maximum(np.abs(x), np.abs(y))
    return 0.62 - edge**6 + 0.8 * rough


def _noise(x: Numbers, y: Numbers, first: int, second: int) -> Numbers:
    """Noise about 0, of several octaves of smooth values on a lattice."""
    total: Numbers = np.zeros(np.broadcast_shapes(x.shape, y.shape))
    for octave in range(OCTAVES):
        scale = 2.0 ** (octave + 1)
        total += _lattice(x * scale, y * scale, octave, first, second) * 0.55**octave
    return total


def _lattice(x: Numbers, y: Numbers, octave: int, first: int, second: int) -> Numbers:
    """Values from -0.5 to 0.5 of the lattice points around, smoothly between."""
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    across, down = _smooth(x - left), _smooth(y - top)
    corners = [_value(left + i, top + j, octave, first, second) for j in (0, 1) for i in (0, 1)]
    upper = corners[0] + (corners[1] - corners[0]) * across
    lower = corners[2] + (corners[3] - corners[2]) * across
    blended: Numbers = upper + (lower - upper) * down
    return blended


def _smooth(t: Numbers) -> Numbers:
    return t * t * (3 - 2 * t)


def _value(
    x: npt.NDArray[np.int64], y: npt.NDArray[np.int64], octave: int, first: int, second: int
) -> Numbers:
    """The lattice is small, whatever the board: its values are drawn once and looked up."""
    left, top = int(x.min()), int(y.min())
    width, height = int(x.max()) - left + 1, int(y.max()) - top + 1
    i = np.arange(left, left + width)[:, None]
    j = np.arange(top, top + height)[None, :]
    counter = (octave << 40) + ((i + (1 << 15)) << 20) + j + (1 << 15)
    words = keyed_word(first, second, counter)  # type: ignore[arg-type]
    values: Numbers = np.asarray(words) / 2.0**32 - 0.5
    return values[x - left, y - top]


# Mouths ---------------------------------------------------------------------------------------


def put_mouths(sheet: Sheet, wanted: int | None, seed: int) -> None:
    """Add mouths where land lies at the sea, spread along the coast, with requirements.

    Without `wanted`, one for every 24 hexes of the coast, if there is any. Each requires its part
    of `SHARE` of the land, up to 200 hexes. Raises BoardError if the coast has no room for so many.
    """
    coast = _coast(sheet)
    number = wanted
    if number is None:
        number = min(len(coast), max(1, len(coast) // COAST_A_MOUTH))
    if len(coast) < number:
        raise BoardError(f"mouths {number}: the coast has only {len(coast)} hexes of land")
    first, second = key(seed, _MOUTHS)
    land = int(np.count_nonzero(sheet.hexes["state"] == rules.BLANK))
    drainage = min(MOST_DRAINAGE, max(1, round(SHARE * land / max(number, 1))))
    for place in range(number):
        start, end = place * len(coast) // number, (place + 1) * len(coast) // number
        hex = int(coast[start + keyed_below(end - start, first, second, place)])
        sides = [side for side in rules.SIDES if _is_sea(sheet, hex, side)]
        sheet.hexes["mouth"][hex] = sides[len(sides) // 2]
        sheet.cold["drainage"][hex] = drainage
        sheet.names[hex] = f"Mouth {place + 1}"


def _is_sea(sheet: Sheet, hex: int, side: int) -> bool:
    shift = int(sheet.hexes["shift"][hex])
    beyond = hex + sheet.layout.steps[shift + side]
    return int(sheet.hexes["terrain"][beyond]) == rules.SEA


def _coast(sheet: Sheet) -> npt.NDArray[np.int64]:
    """The places of land beside the sea, ordered so that neighbours along the coast stay near."""
    starts = range(0, sheet.layout.size, _BLOCK)
    coast = np.concatenate([_coast_from(sheet, start) for start in starts])
    line, place = np.divmod(coast, sheet.layout.stride)
    angle = np.arctan2(place - sheet.layout.stride / 2, line - sheet.layout.lines / 2)
    return coast[np.lexsort((coast, angle))]


def _coast_from(sheet: Sheet, start: int) -> npt.NDArray[np.int64]:
    """The coast among the places of one block, so that a large board takes little more memory."""
    state, terrain = sheet.hexes["state"], sheet.hexes["terrain"]
    land = start + np.flatnonzero(state[start : start + _BLOCK] == rules.BLANK)
    beside = np.zeros(len(land), bool)
    even = (sheet.hexes["shift"][land] == 7).astype(int)
    for side in rules.SIDES:
        steps = np.array([sheet.layout.steps[side], sheet.layout.steps[7 + side]])
        beside |= terrain[land + steps[even]] == rules.SEA
    return land[beside]
