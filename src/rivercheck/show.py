"""The map as text: letters for terrain, rivers drawn between them, in pages that fit a terminal.

Flat hexes take three characters and two lines, pointy ones four and two. Every hexside has a place
of its own, half of which belongs to each hex, so a river that only one of them carries shows as
half a line. All signs are ASCII.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from . import rules
from .board import Board
from .records import TERRAINS, sides_of
from .words import visible

__all__ = ["LETTERS", "legend", "mouths", "pages"]

LETTERS = {
    "": ".",
    "desert": "D",
    "veldt": "V",
    "jungle": "J",
    "mountain": "M",
    "jungle/mountain": "H",
    "swamp": "S",
    "jungle/swamp": "W",
    "lake": "L",
    "sea": "~",
}
_COLOURS = {
    "": "dim",
    "desert": "bold yellow",
    "veldt": "yellow",
    "jungle": "bold green",
    "mountain": "bold red",
    "jungle/mountain": "green",
    "swamp": "bold magenta",
    "jungle/swamp": "magenta",
    "lake": "bold cyan",
    "sea": "blue",
}
_RIVER, _SOURCE, _RULER = "bold bright_blue", "bold bright_red", "dim"
# Where a stroke is drawn, from the letter of its hex: right, down, and the sign, by face.
_FLAT_SIGNS = {
    "N": (0, -1, "|"),
    "NE": (1, 0, "/"),
    "SE": (1, 0, "\\"),
    "S": (0, 1, "|"),
    "SW": (-1, 0, "/"),
    "NW": (-1, 0, "\\"),
}
_POINTY_SIGNS = {
    "NE": (1, -1, "/"),
    "E": (1, 0, "-"),
    "SE": (1, 1, "\\"),
    "SW": (-1, 1, "/"),
    "W": (-1, 0, "-"),
    "NW": (-1, -1, "\\"),
}
_UPPER, _LOWER = "'", ","  # the half of a line that the hex above, or the one below, carries


@dataclass(slots=True)
class _Cell:
    """One character, and how it looks."""

    sign: str
    style: str


class _Sheet:
    """Characters by (line, place), put on a page of columns `first` to `last`."""

    def __init__(self, board: Board, first: int, last: int) -> None:
        self.board, self.layout = board, board.layout
        self.first, self.last = first, last
        self.flat = board.layout.flat
        self.cells: dict[tuple[int, int], _Cell] = {}
        self.ends: dict[int, int] = {}  # the last place of each line
        for row in range(1, board.layout.rows + 1):
            for column in range(first, last + 1):
                self._draw(column, row)

    def _at(self, column: int, row: int) -> tuple[int, int]:
        """The line and place of a hex's letter."""
        if self.flat:
            return 2 * row - (column % 2), 3 * (column - self.first) + 1
        return 2 * row - 1, 4 * (column - self.first) + 1 + (0 if row % 2 else 2)

    def _draw(self, column: int, row: int) -> None:
        hex = self.layout.at(column, row)
        line, place = self._at(column, row)
        here = self.board.hexes[hex]
        terrain = self.board.terrain(hex)
        letter = LETTERS[terrain]
        if self.board.unmapped(hex):
            letter = letter.lower() if terrain or here.state == rules.BLANK else ":"
        self.cells[line, place] = _Cell(letter, _COLOURS[terrain])
        mouth = 1 << here.mouth if here.mouth else 0
        for side in sides_of(here.ins | here.outs | mouth):
            self._stroke(line, place, self.layout.directions[side - 1])
        if here.source:
            self._source(line, place)

    def _stroke(self, line: int, place: int, face: str) -> None:
        right, down, sign = (_FLAT_SIGNS if self.flat else _POINTY_SIGNS)[face]
        where = line + down, place + right
        if self.flat and not down:
            there = self.cells.get(where)
            self.cells[where] = _Cell(_both(there, sign, right), _RIVER)
        elif down:
            half = _UPPER if down > 0 else _LOWER
            self.cells[where] = _Cell(sign if where in self.cells else half, _RIVER)
        else:
            self.cells[where] = _Cell(sign, _RIVER)
            self.cells[line, place + 2 * right] = _Cell(sign, _RIVER)

    def _source(self, line: int, place: int) -> None:
        """A source stands beside the letter where no river runs."""
        spots = [(line, place + 1), (line, place - 1)]
        spot = next((one for one in spots if one not in self.cells), None)
        if spot is not None:
            self.cells[spot] = _Cell("o", _SOURCE)

    def text(self) -> Text:
        """The page with numbers of columns above it and of rows beside it."""
        digits = max(2, len(str(max(self.layout.columns, self.layout.rows))))
        page = Text(" " * (digits + 1))
        page.append_text(self._ruler(digits))
        for line in range(
            0 if any(place[0] == 0 for place in self.cells) else 1, self._lines() + 1
        ):
            row, rest = divmod(line + 1, 2)
            number = f"{row:0{digits}}" if not rest and line else " " * digits
            text = self._line(line)
            page.append(f"\n{number} " if text or not rest else "\n", _RULER)
            page.append_text(text)
        return page

    def _lines(self) -> int:
        return max(line for line, _ in self.cells)

    def _line(self, line: int) -> Text:
        if not self.ends:
            for at, place in self.cells:
                self.ends[at] = max(place, self.ends.get(at, -1))
        text = Text()
        for place in range(self.ends.get(line, -1) + 1):
            cell = self.cells.get((line, place))
            text.append(cell.sign if cell else " ", cell.style if cell else "")
        return text

    def _ruler(self, digits: int) -> Text:
        wide = 3 if self.flat else 4
        signs = [" "] * (wide * (self.last - self.first + 1) + digits)
        for column in range(self.first, self.last + 1):
            if digits < wide or column % 2:
                start = wide * (column - self.first)
                signs[start : start + digits] = f"{column:0{digits}}"
        return Text("".join(signs).rstrip(), _RULER)


def _both(there: _Cell | None, sign: str, right: int) -> str:
    """The sign beside a flat hex for one river, or for two that leave it on the same hand."""
    if there is None or there.sign in (sign, "o"):
        return sign
    return "<" if right > 0 else ">"


def pages(board: Board, width: int = 80) -> Iterator[Text]:
    """The map in pages of so many columns of hexes as fit the width."""
    layout = board.layout
    digits = max(2, len(str(max(layout.columns, layout.rows))))
    wide, spare = (3, 1) if layout.flat else (4, 3)
    fit = max(1, (width - digits - 1 - spare) // wide)
    for first in range(1, layout.columns + 1, fit):
        yield _Sheet(board, first, min(layout.columns, first + fit - 1)).text()


def legend(board: Board, width: int = 80) -> Iterator[Text]:
    """What the letters and signs on this board mean."""
    seen = sorted({board.hexes[hex].terrain for hex in board.layout.places()} - {rules.UNKNOWN})
    line = Text()
    for terrain in (TERRAINS[number] for number in seen):
        if line and len(line) + len(terrain) + 4 > width:
            yield line
            line = Text()
        line.append(f"{'  ' if line else ''}{LETTERS[terrain]} ", _COLOURS[terrain])
        line.append(terrain)
    yield line
    yield from (Text(line, "dim") for line in wrap("; ".join(_signs(board)), width))


def _signs(board: Board) -> Iterator[str]:
    places, hexes = board.layout.places(), board.hexes
    if any(board.unmapped(hex) and hexes[hex].terrain for hex in places):
        yield "a small letter is not mapped"
    if any(hexes[hex].state == rules.BLANK and not hexes[hex].terrain for hex in places):
        yield ". is not explored"
    if any(hexes[hex].state == rules.PARTIAL and not hexes[hex].terrain for hex in places):
        yield ": is printed in part"
    if any(hexes[hex].ins | hexes[hex].outs | hexes[hex].mouth for hex in places):
        lines = r"| / \ < > are rivers" if board.layout.flat else r"- / \ are rivers"
        yield f"{lines}, ' and , half ones"
    if any(hexes[hex].source for hex in places):
        yield "o is a source"


def mouths(board: Board) -> Iterator[str]:
    """A line for each mouth, which the map has no room to name."""
    for hex in board.layout.places():
        here = board.hexes[hex]
        if here.mouth:
            name = board.mouths[hex].name if hex in board.mouths else ""
            need = f", drains at least {here.drainage}" if here.drainage else ""
            face = board.layout.directions[here.mouth - 1]
            yield f"mouth {board.name(hex)} {face}: {visible(name) or 'no name'}{need}"
