"""A board on the bench: the arrays that the compiled trials work on, kept from chunk to chunk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import numpy as np
import numpy.typing as npt

from .. import survey
from ..bulk import dealing, mapping
from ..bulk.growing import Growth, World
from ..bulk.layouts import WORLD
from ..bulk.native import Library, Program, load
from ..bulk.sheet import Sheet
from ..chance import key
from ..ways import WANTED
from . import trial
from .measures import width_of
from .plan import Variant
from .trial import LAB, STUDIES

__all__ = ["PROGRAM", "Bench", "prepare"]

Rows = npt.NDArray[np.int32]
Through = npt.NDArray[np.int64]

PROGRAM = Program(
    "study",
    (mapping, dealing, survey, trial),
    {"start": (WORLD, "i8", "i8"), "trials": (WORLD, LAB, "i8", "i8")},
)


def prepare(told: Callable[[str], None] | None = None) -> None:
    """Compile the trials if they are not; `told` is given a line that says so before it begins."""
    load(PROGRAM, told)


class Bench:
    """One variant of a study, ready for any of its boards. Not to be used by two threads at once.

    Raises RivercheckError if there is nothing to map, DeckError for the deck.
    """

    def __init__(self, variant: Variant, seed: int, library: Library | None = None) -> None:
        self.library = library or load(PROGRAM)
        sheet = Sheet.of(variant.board)
        self.growth = Growth(
            sheet,
            variant.deck,
            seed,
            variant.rulings,
            variant.order,
            replacement=variant.replacement,
            library=self.library,
        )
        self.world: World = self.growth.world
        self.record = np.zeros(1, LAB.dtype)
        self.width = width_of(variant.board)
        self.through = np.zeros(sheet.layout.size, np.int64)
        self._fill(sheet, seed)
        self._survey(sheet)

    def _fill(self, sheet: Sheet, seed: int) -> None:
        lab, layout = self.record[0], sheet.layout
        blank = sheet.copy()
        blank.hexes["flags"] &= WANTED  # what has been seen from a neighbour is forgotten
        lab["blank"] = self.world.table(blank.hexes, blank.cold)
        lab["through"] = self.world.table(self.through)
        lab["first"], lab["second"] = key(seed, STUDIES)
        lab["width"], lab["wanted"] = self.width, self.growth.todo
        lab["corner"] = layout.at(1, 1)
        lab["columns"], lab["high"] = layout.columns, layout.rows

    def _survey(self, sheet: Sheet) -> None:
        """Room for the survey, as `Survey.of` makes it."""
        room = survey.Survey.of(sheet.layout.size, sheet.mouths().tolist())
        for field in fields(room):
            value = getattr(room, field.name)
            if not isinstance(value, int):
                table = self.world.table(np.array(value, np.int32))
                self.record[0]["survey"][field.name] = table

    def run(self, first: int, count: int) -> tuple[Rows, Through]:
        """What so many boards from this number on came to, and where their rivers ran."""
        rows = np.zeros((count, self.width), np.int32)
        self.record[0]["rows"] = (rows.ctypes.data, 0, rows.size)
        self.through[:] = 0
        address: int = self.record.ctypes.data
        self.library.call("trials", self.world.address, address, first, count)
        return rows, self.through.copy()
