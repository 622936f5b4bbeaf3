"""A whole land in one picture of pixels, for boards too large to be drawn hex by hex.

A pixel has the mean colour of the hexes in it. Rivers are lines from hex to hex, the wider the more
hexes they drain; small ones, which would cover the land, are the fainter the more there are, so
that the great ones stand out. What is as large as the board is looked at some columns at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from .. import rules
from ..grid import Layout
from ..records import TERRAINS
from .geometry import ROOT3, SIZE, Plane
from .palette import PALETTES, Palette
from .signs import river_width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Numbers = npt.NDArray[np.floating[Any]]
    Counts = npt.NDArray[np.unsignedinteger[Any]]
    Places = npt.NDArray[np.intp]

__all__ = ["LONGER", "Ground", "fitted", "overview"]

LONGER = 2000  # pixels of the longer side, at most
FINE = 2  # rivers are drawn so many times as large, and made smaller
BLOCK = 1 << 19  # hexes at once
FAINT = 10  # counted beside the terrains: hexes of known terrain that are not mapped
KINDS = FAINT + 1
_SMALL = 0.35  # pixels from the centre to a corner: of smaller hexes, each pixel has some
_LARGE = 16  # pixels: more would show nothing more of a hex
_FAINTER = 0.58  # as `.faint` of the style sheet
_COVER = 0.08  # of the land that rivers may darken in full
_LINES = ((3, 1.0), (7, 0.75), (12, 0.5), (18, 0.3))  # waterlines: how far out, how strong


@dataclass(frozen=True)
class Ground:
    """What is drawn, by column and row from 0."""

    layout: Layout
    terrain: Bytes
    state: Bytes
    outs: Bytes
    mouth: Bytes
    carried: Bytes  # how many binary digits the number of hexes upstream has; 0: no river


def overview(ground: Ground, theme: str = "light", longer: int = LONGER) -> Bytes:
    """The pixels by line, place and red, green, blue. The same ground gives the same."""
    canvas = _Canvas(ground, longer)
    palette = PALETTES[theme]
    shares = _Shares(_counts(canvas))
    colours = _washes(shares, palette)
    sea, lakes = shares.of(rules.SEA), shares.of(rules.LAKE)
    _draw_sea(colours, sea, palette)
    known = float((1 - sea - shares.of(rules.UNKNOWN)).sum())
    _mix(colours, palette["river"], _ink(canvas, known) * (1 - sea - lakes))
    return (colours * 255 + 0.5).astype("u1").swapaxes(0, 1)


class _Canvas:
    """Where hexes lie in a picture of so many pixels, by place across and down."""

    def __init__(self, ground: Ground, longer: int) -> None:
        self.ground, self.layout = ground, ground.layout
        self.plane = fitted(self.layout, longer)
        self.unit = self.plane.unit
        self.wide, self.high = max(1, round(self.plane.width)), max(1, round(self.plane.height))

    def blocks(self) -> Iterator[slice]:
        """All columns, some at once."""
        step = max(1, BLOCK // self.layout.rows)
        for left in range(0, self.layout.columns, step):
            yield slice(left, min(left + step, self.layout.columns))

    def centres(self, columns: Places, rows: Places) -> tuple[Numbers, Numbers]:
        """The centres of hexes by column and row from 0."""
        import numpy as np

        lines, places = (columns, rows) if self.plane.flat else (rows, columns)
        across = self.unit * (1.5 * lines + 1)
        along = self.unit * ROOT3 * (places + 0.5 + 0.5 * (lines % 2))
        x, y = (across, along) if self.plane.flat else (along, across)
        return x.astype(np.float32), y.astype(np.float32)


def fitted(layout: Layout, longer: float = LONGER) -> Plane:
    """A layout as large as its picture, on which no hex is large."""
    plane = Plane(layout, unit=1)
    return Plane(layout, unit=min(_LARGE, longer / max(plane.width, plane.height)))


# Terrain ----------------------------------------------------------------------------------------


def _counts(canvas: _Canvas) -> Counts:
    """How many hexes of each terrain are in each pixel, and how many are not mapped."""
    import numpy as np

    each = canvas.ground.terrain.size / (canvas.wide * canvas.high)
    kind = np.uint16 if each < 10_000 else np.uint32
    counts: Counts = np.zeros((canvas.wide, canvas.high, KINDS), kind)
    if canvas.unit < _SMALL:
        for block in canvas.blocks():
            _count(canvas, block, counts)
        _fill(canvas, counts)
    else:
        _sample(canvas, counts)
    return counts


def _count(canvas: _Canvas, block: slice, counts: Counts) -> None:
    """Where hexes are smaller than pixels: the pixel of each hex, of some columns."""
    import numpy as np

    ground = canvas.ground
    columns, rows = np.arange(block.start, block.stop)[:, None], np.arange(ground.layout.rows)
    x, y = np.broadcast_arrays(*canvas.centres(columns, rows[None, :]))
    i = np.minimum(x.astype(np.int32), canvas.wide - 1)
    j = np.minimum(y.astype(np.int32), canvas.high - 1)
    left, right = int(i.min()), int(i.max()) + 1
    kind = ((i - left) * canvas.high + j) * KINDS + ground.terrain[block]
    found = np.bincount(kind.ravel(), minlength=(right - left) * canvas.high * KINDS)
    faint = (ground.state[block] < rules.MAPPED) & (ground.terrain[block] > 0)
    kind += FAINT - ground.terrain[block]
    found += np.bincount(kind[faint], minlength=len(found))
    counts[left:right] += found.reshape(-1, canvas.high, KINDS).astype(counts.dtype)


def _fill(canvas: _Canvas, counts: Counts) -> None:
    """Give a pixel in which no hex has its centre, at an edge, the one that is nearest."""
    import numpy as np

    i, j = np.nonzero(counts[..., :FAINT].sum(-1) == 0)
    columns, rows = _hex_at(canvas, i + 0.5, j + 0.5)
    counts[i, j, canvas.ground.terrain[columns, rows]] = 1


def _sample(canvas: _Canvas, counts: Counts) -> None:
    """Where they are larger: the hexes in which some points of each pixel lie."""
    import numpy as np

    ground = canvas.ground
    j, points = np.arange(canvas.high)[None, :], (1 / 6, 1 / 2, 5 / 6)
    step = max(1, (1 << 16) // canvas.high)
    for left in range(0, canvas.wide, step):
        strip = counts[left : left + step]
        i = np.arange(len(strip))[:, None]
        for dx, dy in product(points, points):
            columns, rows = _hex_at(canvas, left + i + dx, j + dy)
            terrain = ground.terrain[columns, rows]
            strip[i, j, terrain] += 1
            strip[..., FAINT] += (ground.state[columns, rows] < rules.MAPPED) & (terrain > 0)


def _hex_at(canvas: _Canvas, x: Any, y: Any) -> tuple[Places, Places]:
    """Column and row from 0 of the hexes at, or nearest to, points of the picture."""
    import numpy as np

    flat, layout = canvas.plane.flat, canvas.layout
    across, along = (x, y) if flat else (y, x)
    lines, places = (layout.columns, layout.rows) if flat else (layout.rows, layout.columns)
    across, along = across / canvas.unit, along / (canvas.unit * ROOT3)
    near = np.floor(across / 1.5 - 0.5)
    found: list[Any] = []
    for line in (near - 1, near, near + 1):
        line = line.clip(0, lines - 1)
        place = np.floor(along - line % 2 / 2).clip(0, places - 1)
        far = (across - 1.5 * line - 1) ** 2 + 3 * (along - place - 0.5 - line % 2 / 2) ** 2
        found.append((far, *np.broadcast_arrays(line, place)))
    nearest = np.argmin([far for far, _, _ in found], axis=0)
    line, place = (np.choose(nearest, [one[part] for one in found]) for part in (1, 2))
    line, place = line.astype(np.intp), place.astype(np.intp)
    return (line, place) if flat else (place, line)


class _Shares:
    """What was counted, as parts of the hexes of each pixel."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.hexes: Numbers = counts[..., :FAINT].sum(-1, dtype="f4")

    def of(self, kind: int) -> Numbers:
        """The part that is of this kind."""
        share: Numbers = self.counts[..., kind] / self.hexes
        return share


def _washes(shares: _Shares, palette: Palette) -> Numbers:
    """The mean colour of the hexes of each pixel."""
    import numpy as np

    names = ["paper", *(f"wash-{name.replace('/', '-')}" for name in TERRAINS[1 : rules.LAKE])]
    table = np.array([_rgb(palette[name]) for name in (*names, "water", "sea")], np.float32)
    colours = np.zeros((*shares.hexes.shape, 3), np.float32)
    for kind in range(FAINT):
        colours += shares.of(kind)[..., None] * table[kind]
    _mix(colours, palette["paper"], _FAINTER * shares.of(FAINT))
    return colours


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))


def _mix(colours: Numbers, colour: str, share: Any) -> None:
    """Lay a colour over others, by pixel so strongly."""
    import numpy as np

    colours += (np.array(_rgb(colour), np.float32) - colours) * np.float32(share[..., None])


# The sea ----------------------------------------------------------------------------------------


def _draw_sea(colours: Numbers, sea: Numbers, palette: Palette) -> None:
    """Lines along the coast, as on old charts, and the coast itself."""
    import numpy as np

    near = land = sea < 0.5
    far = 0
    for reach, strength in _LINES:
        while far < reach:
            near, far = _grown(near, diagonal=far % 2 == 0), far + 1
        line = (_grown(near, diagonal=False) ^ near) & (sea == 1)
        _mix(colours, palette["waterline"], line * (0.7 * strength))
    coast = land & _grown(~land, diagonal=False)
    _mix(colours, palette["shore"], coast.astype(np.float32) * 0.85)


def _grown(mask: npt.NDArray[np.bool_], diagonal: bool) -> npt.NDArray[np.bool_]:
    """An area with all pixels that touch it by a side, or by a corner too."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    across = out.copy() if diagonal else mask
    out[:, 1:] |= across[:, :-1]
    out[:, :-1] |= across[:, 1:]
    return out


# Rivers -----------------------------------------------------------------------------------------


def _ink(canvas: _Canvas, land: float) -> Numbers:
    """How strongly rivers cover each pixel; `land` is how many pixels of it are known."""
    import numpy as np

    ink = np.zeros((canvas.wide * FINE, canvas.high * FINE), np.uint8)
    for size in range(int(canvas.ground.carried.max()), 0, -1):
        mask = np.zeros(ink.shape, bool)
        for block in canvas.blocks():
            _trace(canvas, block, size, mask)
        mask = _brushed(mask, max(_wide(size), _drawn(size) * canvas.unit / SIZE) * FINE / 2)
        covered = np.count_nonzero(mask | (ink > 0)) / FINE**2 / max(land, 1)
        strength = min(1.0, _COVER / max(covered, 1e-9)) ** 1.3
        np.maximum(ink, mask * np.uint8(255 * strength), out=ink)
    fine = ink.reshape(canvas.wide, FINE, canvas.high, FINE)
    mean: Numbers = fine.mean((1, 3), dtype=np.float32) / 255
    return mean


def _wide(size: int) -> float:
    """The least width in pixels."""
    return float(0.36 * 1.21**size)


def _drawn(size: int) -> float:
    """The width that it would have hex by hex, about: each order takes some four times the land."""
    return river_width(1 + size // 2)


def _trace(canvas: _Canvas, block: slice, size: int, mask: npt.NDArray[np.bool_]) -> None:
    """Mark lines down from the rivers of this size: to the next hex, or to the coast."""
    import numpy as np

    ground, unit = canvas.ground, canvas.unit
    columns, rows = np.nonzero(ground.carried[block] == size)
    columns += block.start
    x, y = canvas.centres(columns, rows)
    outs, mouth = ground.outs[columns, rows], ground.mouth[columns, rows]
    for side in rules.SIDES:
        here = np.flatnonzero(outs >> side & 1)
        reach = np.where(mouth[here] == side, 1, 2) * np.float32(unit * ROOT3 / 2)
        dx, dy = canvas.plane.normals[side]
        steps = max(1, round(unit * ROOT3 * FINE))
        for step in range(steps + 1):
            share = reach * np.float32(step / steps)
            i = ((x[here] + share * dx) * FINE).astype(np.intp).clip(0, mask.shape[0] - 1)
            j = ((y[here] + share * dy) * FINE).astype(np.intp).clip(0, mask.shape[1] - 1)
            mask[i, j] = True


def _brushed(mask: npt.NDArray[np.bool_], radius: float) -> npt.NDArray[np.bool_]:
    """An area drawn over with a round brush."""
    out = mask.copy()
    reach = int(radius)
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            if 0 < dx * dx + dy * dy <= radius * radius:
                out[_within(dx), _within(dy)] |= mask[_within(-dx), _within(-dy)]
    return out


def _within(step: int) -> slice:
    return slice(step, None) if step >= 0 else slice(None, step)
