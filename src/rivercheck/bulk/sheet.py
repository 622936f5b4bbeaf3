"""Boards as arrays: what the compiled engine maps, of any size."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rules
from ..board import Board, Mouth, Printed, part_title
from ..errors import BoardError
from ..grid import LARGEST, Layout, Part
from ..npz import MOUTH, PRINTED, Archive
from ..rulings import Rulings
from .layouts import HEX

__all__ = [
    "BYTES",
    "KEPT_BYTES",
    "LARGEST_SHEET",
    "Past",
    "Records",
    "Sheet",
    "is_water",
    "require_room",
]

Records = npt.NDArray[np.void]

LARGEST_SHEET = 2_000_000_000  # places, which are numbers of 32 bits
BYTES = 32  # a hex takes at most, while it is mapped: 20 on the sheet, 8 in lists, 4 to be saved
KEPT_BYTES = 5  # and of a board that was read, what was printed
_HOT = tuple(HEX.fields)
HEAD = ("rivercheck", "name", "layout", "rulings", "hexes", "mouths")  # keys that are ours
_KEPT = ("terrain", "state", "ins", "outs", "source")


@dataclass
class Past:
    """What an archive said that the records do not hold; nothing, where all was blank.

    `printed` is as in an archive, but `known` is 2 where a hex was not mapped yet: what was in it
    then becomes what is printed in it once it is mapped.
    """

    head: dict[str, Any] = field(default_factory=dict)
    told: dict[int, dict[str, Any]] = field(default_factory=dict)  # mouths of the head, by place
    made: dict[int, bool] = field(default_factory=dict)  # of the other mouths, by place
    printed: dict[str, npt.NDArray[np.uint8]] = field(default_factory=dict)


@dataclass
class Sheet:
    """A board in two arrays of records by place, rim included, in the fields of `layouts.HEX`."""

    layout: Layout
    hexes: Records
    cold: Records
    title: str = ""
    rulings: Rulings | None = None
    names: dict[int, str] = field(default_factory=dict)  # of mouths, by place
    past: Past = field(default_factory=Past)

    @classmethod
    def blank(cls, layout: Layout, title: str = "") -> Sheet:
        """A sheet of blank hexes of unknown terrain. Raises BoardError if memory will not do."""
        require_room(layout)
        sheet = cls.bare(layout, title)
        sheet.cold["next"] = rules.NOWHERE  # so that memory is there before it is timed
        return sheet

    @classmethod
    def bare(cls, layout: Layout, title: str = "") -> Sheet:
        """The same, but that no memory is taken for what is seldom read until it is written."""
        sheet = cls(layout, *_arrays(layout), title)
        sheet.hexes["terrain"] = rules.OFF_BOARD
        sheet.hexes["state"] = rules.CLOSED
        inside = sheet.inside(sheet.hexes)
        inside["terrain"] = rules.UNKNOWN
        inside["state"] = rules.BLANK
        sheet.hexes.reshape(layout.lines + 2, layout.stride)["shift"][::2] = 7
        return sheet

    @classmethod
    def of(cls, board: Board) -> Sheet:
        """The sheet of a board."""
        sheet = cls(board.layout, *_arrays(board.layout), board.title, board.rulings)
        for name in _HOT[:-1]:
            sheet.hexes[name] = [getattr(hex, name) for hex in board.hexes]
        sheet.cold["drainage"] = [hex.drainage for hex in board.hexes]
        sheet.names = {hex: mouth.name for hex, mouth in board.mouths.items() if mouth.name}
        return sheet

    def copy(self) -> Sheet:
        """A sheet with arrays of its own."""
        return Sheet(
            self.layout,
            _copied(self.hexes),
            _copied(self.cold),
            self.title,
            self.rulings,
            self.names,
            self.past,
        )

    def inside(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Values by place as a view by line and place in it, without the rim."""
        return values.reshape(self.layout.lines + 2, self.layout.stride)[1:-1, 1:-1]

    def beyond(self, places: npt.NDArray[Any], side: Any) -> npt.NDArray[Any]:
        """The places across a hexside, one for all or one for each; in the rim, off the board."""
        steps = np.array(self.layout.steps, np.int32)
        beyond: npt.NDArray[Any] = places + steps[self.hexes["shift"][places] + side]
        return beyond

    def by_column(self, name: str) -> npt.NDArray[Any]:
        """A field of the hexes as a view by column and row, from 0."""
        values = self.inside(self.hexes[name])
        return values if self.layout.flat else values.T

    def mouths(self) -> npt.NDArray[np.int64]:
        """The places of all mouths, in order of their labels."""
        places = np.flatnonzero(self.hexes["mouth"])
        if self.layout.flat:
            return places
        line, place = np.divmod(places, self.layout.stride)
        return places[np.lexsort((line, place))]

    def onto(self, board: Board) -> None:
        """Put what was mapped on the board that the sheet was made of, as `explore` would have."""
        now = [self.hexes[name].tolist() for name in ("mouth", *_KEPT)]
        for hex, (mouth, *kept) in enumerate(zip(*now, strict=True)):
            here = board.hexes[hex]
            before = here.state, here.mouth
            if before[0] < rules.MAPPED and kept[1] == rules.MAPPED:
                board.keep_printed(hex)
            here.terrain, here.state, here.ins, here.outs, here.source = kept
            here.mouth = mouth
            if mouth != before[1]:
                board.mouths[hex] = Mouth(made=True)

    def board(self) -> Board:
        """A board with all that stands here. Raises BoardError if it is too large for one."""
        board = Board(self.layout, self.title, self.rulings)
        for hex in np.flatnonzero(self.hexes["terrain"] == rules.SEA).tolist():
            board.hexes[hex].terrain, board.hexes[hex].state = rules.SEA, rules.CLOSED
        for hex in self.printed_mouths().tolist():
            board.hexes[hex].mouth = int(self.hexes["mouth"][hex])
            board.hexes[hex].drainage = int(self.cold["drainage"][hex])
            board.mouths[hex] = Mouth(self.names.get(hex, ""))
        self.onto(board)
        return board

    def printed_mouths(self) -> npt.NDArray[np.int64]:
        """The places of the mouths that no check has made: they have a name or a requirement."""
        places = self.mouths()
        named = np.isin(places, np.fromiter(self.names, np.int64, len(self.names)))
        return places[named | (self.cold["drainage"][places] > 0)]

    def part(self, layout: Part) -> Board:
        """A board of a part of the sheet, with labels as on the whole."""
        past = self.past
        board = Board(layout, part_title(self.title, layout), self.rulings)
        board.extra = {key: past.head[key] for key in past.head if key not in HEAD}
        places = layout.places()
        here = self.hexes[[layout.outer(hex) for hex in places]]
        for hex, *values in zip(places, *(here[name].tolist() for name in _HOT[:6]), strict=True):
            for name, value in zip(_HOT, values, strict=False):
                setattr(board.hexes[hex], name, value)
            if board.hexes[hex].mouth:
                self._give_mouth(board, hex, layout.outer(hex))
        self._note(board, layout)
        return board

    def _note(self, board: Board, layout: Part) -> None:
        """Give a part the names of its hexes, and what is printed in them."""
        past = self.past
        for label, entry in past.head.get("hexes", {}).items():
            column, row = self.layout.column_row(self.layout.find(label))
            if column in layout.across and row in layout.down:
                board.note(layout.at(column, row)).name = entry.get("name", "")
        for hex in layout.places() if past.printed else ():
            column, row = layout.column_row(hex)
            known, *was = (
                int(past.printed[name][column - 1, row - 1]) for name in ("known", *PRINTED)
            )
            if known == 1:
                board.note(hex).printed = Printed(*was)

    def _give_mouth(self, board: Board, hex: int, place: int) -> None:
        board.hexes[hex].drainage = int(self.cold["drainage"][place])
        board.mouths[hex] = Mouth(self.names.get(place, ""), self.made(place))

    def made(self, place: int) -> bool:
        """Whether a check made the mouth of this hex."""
        if place in self.past.told:
            return bool(self.past.told[place].get("made", False))
        return self.past.made.get(place, not self.cold["drainage"][place])

    def archive(self) -> Archive:
        """The sheet as an archive, whatever its size; not one that was made of a board."""
        layout, past = self.layout, self.past
        shape = {"orientation": layout.orientation, "columns": layout.columns, "rows": layout.rows}
        head: dict[str, Any] = {"rivercheck": 1, "name": self.title}
        head["layout"] = {
            **shape,
            "hexside_one": layout.hexside_one,
            **past.head.get("layout", {}),
        }
        if self.rulings is not None:
            text = str(self.rulings)
            head["rulings"] = self.rulings.values() if "=" in text else text
        head["hexes"] = past.head.get("hexes", {})
        named = {hex: self._mouth(hex) for hex in self.names} | past.told
        head["mouths"] = [named[hex] for hex in sorted(named, key=layout.label)]
        head |= {key: past.head[key] for key in past.head if key not in HEAD}
        names = dict(zip(("terrain", "state", "in", "out", "source"), _KEPT, strict=True))
        fields = {key: self._bytes(name) for key, name in names.items()}
        return Archive(head, fields, self._unnamed(list(named)), self._printed(fields))

    def _bytes(self, name: str) -> npt.NDArray[np.uint8]:
        return np.ascontiguousarray(self.by_column(name)).view(np.uint8)

    def _mouth(self, hex: int) -> dict[str, object]:
        return {
            "hex": self.layout.label(hex),
            "side": int(self.hexes["mouth"][hex]),
            "name": self.names[hex],
            "drainage": int(self.cold["drainage"][hex]),
        }

    def _unnamed(self, named: list[int]) -> npt.NDArray[np.int32]:
        places = self.mouths()
        places = places[~np.isin(places, np.array(named, np.int64))]
        table = np.zeros((len(places), len(MOUTH)), "<i4")
        line, place = np.divmod(places, self.layout.stride)
        table[:, 0], table[:, 1] = (line, place) if self.layout.flat else (place, line)
        table[:, 2] = self.hexes["mouth"][places]
        table[:, 3] = self.cold["drainage"][places]
        table[:, 4] = [self.made(place) for place in places.tolist()]
        return table

    def _printed(self, fields: dict[str, npt.NDArray[np.uint8]]) -> dict[str, Any]:
        """What was printed where it is known: of old, or because the hex has been mapped."""
        mapped, before = fields["state"] == rules.MAPPED, self.past.printed
        known = (before["known"] == 1) | ((before["known"] == 2) & mapped) if before else mapped
        if not bool(known.any()):
            return {}
        if before:
            kept = {name: before[name] * known for name in PRINTED}
        else:
            kept = dict.fromkeys(PRINTED, np.zeros(known.shape, np.uint8))
        return {"known": known.view(np.uint8), **kept}


def is_water(hexes: Records) -> npt.NDArray[np.bool_]:
    """Which of these hexes are water, as `rules.is_water`."""
    water: npt.NDArray[np.bool_] = (hexes["terrain"] >= rules.SWAMP) & (
        hexes["terrain"] <= rules.LAKE
    )
    return water


def _arrays(layout: Layout) -> tuple[Records, Records]:
    assert HEX.cold is not None
    return np.zeros(layout.size, HEX.dtype), np.zeros(layout.size, HEX.cold.dtype)


def _copied(records: Records) -> Records:
    """A copy, by bytes: numpy would copy field by field, ten times as slowly."""
    return records.view(np.uint8).copy().view(records.dtype)


def require_room(layout: Layout, bytes: int = BYTES) -> None:
    """Raise BoardError if a sheet so large, at so many bytes a hex, does not fit what is free."""
    if layout.size > LARGEST_SHEET:
        raise BoardError(
            f"columns and rows: {layout.columns:,} x {layout.rows:,} hexes are more than the "
            f"{LARGEST_SHEET:,} that can be numbered"
        )
    needed, free = layout.size * bytes, available()
    if layout.size > LARGEST and needed > free:
        raise BoardError(
            f"columns and rows: {layout.columns:,} x {layout.rows:,} hexes would take "
            f"{needed / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free"
        )


def available() -> int:
    """Bytes of memory that are free; where that cannot be learned, more than there can be."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError, IndexError):
        return 1 << 62
