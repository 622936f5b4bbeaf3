"""Strahler's orders of a board of any size, by `survey`, compiled."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .. import survey
from ..rulings import Rulings
from . import measuring
from .growing import World
from .layouts import WORLD, Struct, Table
from .native import Program, load
from .sheet import Sheet

__all__ = ["stream_orders"]

# Of the lists of a survey, what orders take. Those as long as the board are as narrow as can be.
_BY_PLACE = {
    "reaches": "u1",
    "order": "u1",
    **dict.fromkeys(("stream", "met", "trail", "heads", "work"), "i4"),
}
_BY_ORDER = dict.fromkeys(("streams", "stream_hexes"), "i4")
_SURVEY = Struct(
    "Survey",
    {
        **{name: Table(kind) for name, kind in {**_BY_PLACE, **_BY_ORDER}.items()},
        **dict.fromkeys(("trails", "heights", "works"), "i8"),
    },
)
PROGRAM = Program("strahler", (survey, measuring), {"stream_orders": (WORLD, _SURVEY)})


def stream_orders(sheet: Sheet, told: Callable[[str], None] | None = None) -> npt.NDArray[np.uint8]:
    """The order of each hex by place, as `network.strahler` has it; 0 where no river runs.

    Memory is taken as it is written to: ten bytes a hex, and little for the lists of what waits.
    """
    library = load(PROGRAM, told)
    world, found = World(sheet, Rulings.of(None)), np.zeros(1, _SURVEY.dtype)
    size = sheet.layout.size
    kinds = {**_BY_PLACE, **_BY_ORDER}
    lengths = {**dict.fromkeys(_BY_PLACE, size), **dict.fromkeys(_BY_ORDER, survey.HIGHEST + 1)}
    lengths["work"] = 7 * size  # a hex waits once for each side
    lists = {name: np.zeros(lengths[name], kind) for name, kind in kinds.items()}
    for name, values in lists.items():
        found[0][name] = world.table(values)
    library.call("stream_orders", world.address, found.ctypes.data)
    return lists["order"]
