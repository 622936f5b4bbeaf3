"""What `grow` maps: a board file, an archive of any size, or a board from nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..board import Board
from ..errors import BoardError
from ..grid import LARGEST, Layout
from ..rulings import PRESETS, Rulings
from ..shipped import open_board
from .common import is_large, rulings_of

if TYPE_CHECKING:
    from ..bulk.sheet import Sheet

__all__ = ["Ground"]


@dataclass
class Ground:
    """What is to be mapped: a board, or what one is made from."""

    board: Board | None
    layout: Layout
    coast: str
    mouths: int | None
    rulings: Rulings
    kept: Sheet | None = None  # a board too large to be one of objects

    @classmethod
    def of(
        cls,
        name: str | None,
        columns: int | None,
        rows: int | None,
        coast: str | None,
        mouths: int | None,
        orientation: str | None,
        rulings: str | None,
    ) -> Ground:
        """Raises BoardError unless there is either a board or a size."""
        makes = {"columns": columns, "rows": rows, "coast": coast, "mouths": mouths}
        if name is not None:
            for key, value in {**makes, "orientation": orientation}.items():
                if value is not None:
                    raise BoardError(f"--{key} is for a board made from nothing, and {name} is one")
            return cls._read(name, rulings)
        for key, value in (("columns", columns), ("rows", rows)):
            if value is None or value < 1:
                says = "is missing" if value is None else f"{value}: must be 1 or more"
                raise BoardError(f"--{key} {says}; name a BOARD, or --columns and --rows")
        if mouths is not None and mouths < 0:
            raise BoardError(f"--mouths {mouths}: must be 0 or more")
        in_force = PRESETS["seaward"] if rulings is None else Rulings.of(rulings)
        layout = Layout(int(columns or 0), int(rows or 0), orientation or "flat")
        return cls(None, layout, coast or "island", mouths, in_force)

    @classmethod
    def _read(cls, name: str, rulings: str | None) -> Ground:
        if is_large(name):
            from ..bulk.reading import read_sheet

            sheet = read_sheet(name)
            in_force = Rulings.of(sheet.rulings if rulings is None else rulings)
            return cls(None, sheet.layout, "", None, in_force, sheet)
        board = open_board(name)
        return cls(board, board.layout, "", None, rulings_of(rulings, board))

    @property
    def large(self) -> bool:
        """Whether there are more hexes than a board of objects may have."""
        return self.layout.columns * self.layout.rows > LARGEST

    def sheet(self, seed: int, *, own: bool = False) -> Sheet:
        """The board as arrays, from this seed if it is made from nothing.

        With `own` they may be those that were read, for who needs no others.
        """
        from ..bulk.fresh import fresh_sheet
        from ..bulk.sheet import Sheet

        if self.kept is not None:
            return self.kept if own else self.kept.copy()
        if self.board is not None:
            return Sheet.of(self.board)
        return fresh_sheet(self.layout, self.coast, seed, self.mouths)
