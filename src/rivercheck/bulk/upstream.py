"""How much water rivers carry on a board of any size, in hexes from which it comes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import rules
from ..draw.overview import Ground
from .sheet import Sheet, is_water

__all__ = ["ground_of", "upstream_hexes"]

Numbers = npt.NDArray[np.int32]
NONE = 0  # a place in the rim


def upstream_hexes(sheet: Sheet) -> Numbers:
    """By place: how many hexes' water comes through here, this one included; 0 without a river.

    Water that parts is followed by the first hexside alone; a circle's own comes nowhere.
    """
    hexes = sheet.hexes
    wet = ((hexes["ins"] | hexes["outs"]) > 0) | is_water(hexes)
    wet &= hexes["state"] != rules.CLOSED
    below = _below(sheet, wet)
    count: Numbers = wet.astype(np.int32)
    waiting = np.zeros(len(count), np.int8)  # for so many above
    np.add.at(waiting, below[wet], 1)
    ready = np.flatnonzero(wet & (waiting == 0)).astype(np.int32)
    while len(ready):
        ready = ready[below[ready] != NONE]
        after = below[ready]
        np.add.at(count, after, count[ready])
        np.subtract.at(waiting, after, 1)
        ready = np.unique(after[waiting[after] == 0])
    count[~wet] = 0
    return count


def ground_of(sheet: Sheet) -> Ground:
    """What an overview of a sheet is drawn from."""
    digits = np.frexp(upstream_hexes(sheet).astype(np.float32))[1].astype(np.uint8)
    carried = sheet.inside(digits)
    terrain, state, outs, mouth = (
        sheet.by_column(name).view(np.uint8) for name in ("terrain", "state", "outs", "mouth")
    )
    by_column = carried if sheet.layout.flat else carried.T
    return Ground(sheet.layout, terrain, state, outs, mouth, by_column)


def _below(sheet: Sheet, wet: npt.NDArray[np.bool_]) -> Numbers:
    """The hex into which each flows: by its first outflow, or through a lake toward one."""
    below = np.full(len(wet), NONE, np.int32)
    for side in reversed(rules.SIDES):
        places = np.flatnonzero(sheet.hexes["outs"] >> side & 1).astype(np.int32)
        below[places] = sheet.beyond(places, side)
    below[~wet[below]] = NONE
    shut = np.flatnonzero(is_water(sheet.hexes) & (sheet.hexes["outs"] == 0)).astype(np.int32)
    while len(shut):
        onward = np.full(len(shut), NONE, np.int32)
        for side in rules.SIDES:
            beside = sheet.beyond(shut, side)
            leads = is_water(sheet.hexes[beside]) & (below[beside] != NONE)
            onward[leads] = beside[leads]
        below[shut] = onward
        if not bool((onward != NONE).any()):
            break
        shut = shut[onward == NONE]
    return below
