"""Archives of any size as sheets, checked as a board file is, array by array.

What is wrong is found here for all hexes at once; the line that says it is that of `faults`, about
a board of the few hexes around.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rules
from ..boardarrays import beside_arrays
from ..boardfile import BoardModel, archive_head
from ..errors import BoardError, RivercheckError
from ..faults import damage
from ..grid import Layout, Part
from ..npz import PRINTED, Archive, npz_size, read_npz
from ..rulings import Rulings
from .sheet import BYTES, KEPT_BYTES, Sheet, is_water, require_room

__all__ = ["damaged", "read_sheet", "sheet_of"]

Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

BLOCK = 1 << 19  # hexes at once


def read_sheet(path: str | Path) -> Sheet:
    """Read an archive. Raises FileError, or BoardError that names the hex or key."""
    name = str(path)
    try:
        require_room(Layout(*npz_size(path)), BYTES + KEPT_BYTES)  # before the arrays are read
        return sheet_of(read_npz(path), name)
    except RivercheckError as error:
        raise BoardError(str(error) if name in str(error) else f"{name}: {error}") from None


def sheet_of(archive: Archive, name: str = "board") -> Sheet:
    """The sheet of an archive. Raises RivercheckError for what no board file may say."""
    model = archive_head(archive, name)
    layout = Layout(*(getattr(model.layout, key) for key in _LAYOUT))
    sheet = Sheet.bare(layout, model.name)
    sheet.rulings = None if model.rulings is None else Rulings.of(model.rulings)
    _lay(sheet, archive)
    _keep_head(sheet, archive, model)
    _put_mouths(sheet, archive)
    sheet.past.printed = _past(archive)
    hex, more = damaged(sheet)
    if more:
        also = f" (and {more - 1} more hexes)" if more > 1 else ""
        raise BoardError(f"{_damage(sheet, hex)}{also}")
    return sheet


_LAYOUT = ("columns", "rows", "orientation", "hexside_one")


def _lay(sheet: Sheet, archive: Archive) -> None:
    fields = archive.fields
    closed = fields["state"] == rules.CLOSED
    _refuse(
        sheet,
        closed != (fields["terrain"] == rules.SEA),
        "state: hex {}: 3 stands in the sea, and only there",
    )
    for name, key in (("ins", "in"), ("outs", "out"), *((key, key) for key in _SAME)):
        sheet.by_column(name)[:] = fields[key]


_SAME = ("terrain", "state", "source")


def _refuse(sheet: Sheet, wrong: Flags, says: str) -> None:
    """Raise BoardError about the first hex, by column and row, that is wrong."""
    if bool(wrong.any()):
        column, row = divmod(int(wrong.argmax()), sheet.layout.rows)
        raise BoardError(says.format(sheet.layout.label(sheet.layout.at(column + 1, row + 1))))


def _keep_head(sheet: Sheet, archive: Archive, model: BoardModel) -> None:
    """Keep what the head says, and put its mouths on the sheet."""
    past, find = sheet.past, sheet.layout.find
    past.head = {**archive.head, "hexes": beside_arrays(archive.head.get("hexes", {}))}
    seen: set[int] = set()
    for label in model.hexes:
        if find(label) in seen:
            raise BoardError(f"hexes: {sheet.layout.label(find(label))} is given twice")
        seen.add(find(label))
    for mouth in model.mouths:
        hex = find(mouth.hex)
        _put(sheet, hex, mouth.side, mouth.drainage)
        entry = {"hex": sheet.layout.label(hex), "side": mouth.side, "name": mouth.name}
        made = {"made": True} if mouth.made else {}
        past.told[hex] = {**entry, "drainage": mouth.drainage, **made, **mouth.unknown()}
        if mouth.name:
            sheet.names[hex] = mouth.name


def _put_mouths(sheet: Sheet, archive: Archive) -> None:
    for column, row, side, drainage, made in archive.mouths.tolist():
        hex = sheet.layout.at(column, row)
        _put(sheet, hex, side, drainage)
        sheet.past.made[hex] = bool(made)


def _put(sheet: Sheet, hex: int, side: int, drainage: int) -> None:
    if sheet.hexes["mouth"][hex]:
        raise BoardError(f"mouths: hex {sheet.layout.label(hex)} has two, and may have one")
    sheet.hexes["mouth"][hex], sheet.cold["drainage"][hex] = side, drainage


def _past(archive: Archive) -> dict[str, npt.NDArray[np.uint8]]:
    """What is printed, and what will be of hexes once they are mapped: as `Board.keep_printed`."""
    fields = archive.fields
    shape = fields["state"].shape
    printed = dict(archive.printed) or {
        name: np.zeros(shape, np.uint8) for name in ("known", *PRINTED)
    }
    open_ = (fields["state"] < rules.MAPPED) & (printed["known"] == 0)
    printed["known"] = printed["known"] | open_.view(np.uint8) << 1
    drawn = open_ & ((fields["state"] != rules.BLANK) | (fields["in"] | fields["out"] > 0))
    for name in PRINTED:
        np.copyto(printed[name], fields[name], where=drawn)
    return printed


# What no map can have ---------------------------------------------------------------------------


def _damage(sheet: Sheet, hex: int) -> str:
    """What is wrong with a damaged hex, in the words of `faults`."""
    column, row = sheet.layout.column_row(hex)
    left, top = max(column - 2, 1), max(row - 2, 1)
    right, bottom = min(column + 2, sheet.layout.columns), min(row + 2, sheet.layout.rows)
    corners = sheet.layout.at(left, top), sheet.layout.at(right, bottom)
    part = Part.between(sheet.layout, *map(sheet.layout.label, corners))
    return damage(sheet.part(part), [part.at(column, row)])[0].message


def damaged(sheet: Sheet) -> tuple[int, int]:
    """The first place of a hex that no map can have, and how many such hexes there are.

    What `faults.damage` asks, of all hexes at once.
    """
    first, number = rules.NOWHERE, 0
    for places in _blocks(sheet):
        found = places[_wrong(sheet, places)]
        if len(found):
            first = int(found[0]) if number == 0 else first
            number += len(found)
    return first, number


def _blocks(sheet: Sheet) -> Iterator[Places]:
    """The places of hexes with strokes, a mouth, or something printed, block by block."""
    layout, printed = sheet.layout, sheet.past.printed
    step = max(1, BLOCK // layout.stride)
    for line in range(1, layout.lines + 1, step):
        lines = slice(line * layout.stride, min(line + step, layout.lines + 1) * layout.stride)
        here = sheet.hexes[lines]
        busy = (here["ins"] | here["outs"] | here["mouth"].view(np.uint8)) > 0
        if printed:
            known = printed["known"] if layout.flat else printed["known"].T
            inside = busy.reshape(-1, layout.stride)[:, 1:-1]
            inside |= known[line - 1 : line - 1 + step] == 1
        yield np.flatnonzero(busy) + lines.start


def _wrong(sheet: Sheet, places: Places) -> Flags:
    here = sheet.hexes[places]
    sea = here["terrain"] == rules.SEA
    strokes = here["ins"] | here["outs"]
    wrong: Flags = (sea & (strokes > 0)) | (here["ins"] & here["outs"] > 0)
    wrong |= _misplaced(sheet, places, here)
    for side in rules.SIDES:
        crossed = np.flatnonzero(strokes >> side & 1)
        wrong[crossed] |= _bad_strokes(sheet, places[crossed], here[crossed], side)
    wrong |= _false_prints(sheet, places, here)
    return wrong


def _misplaced(sheet: Sheet, places: Places, here: Any) -> Flags:
    """Mouths at sea, and mouths that lie neither at the sea nor at the edge."""
    there = sheet.hexes["state"][sheet.beyond(places, here["mouth"])]
    misplaced: Flags = (here["mouth"] > 0) & (
        (here["terrain"] == rules.SEA) | (there != rules.CLOSED)
    )
    return misplaced


def _bad_strokes(sheet: Sheet, places: Places, here: Any, side: int) -> Flags:
    """Strokes at this hexside that lead out without a mouth, or that the neighbour denies."""
    beyond = sheet.beyond(places, side)
    there = sheet.hexes[beyond]
    enters = here["ins"] >> side & 1 == 1
    leaves = here["outs"] >> side & 1 == 1
    back = rules.OPPOSITE[side]
    sees_out, sees_in = (there[name] >> back & 1 == 1 for name in ("outs", "ins"))
    agree, against = np.where(enters, sees_out, sees_in), np.where(enters, sees_in, sees_out)
    closed, mapped = there["state"] == rules.CLOSED, there["state"] == rules.MAPPED
    mirrored = (here["state"] != rules.MAPPED) & is_water(there)
    denied = (against & (places < beyond)) | (~agree & mapped & ~mirrored & ~against)
    mouth = here["mouth"] == side
    cut = is_water(here) & leaves & ~mouth & (there["terrain"] == rules.OFF_BOARD)
    bad: Flags = np.where(closed, ~cut & (~mouth | enters), denied)
    return bad


def _false_prints(sheet: Sheet, places: Places, here: Any) -> Flags:
    """Printed strokes that do not stand in the hex, or run to a mouth that a check made; seas."""
    printed = sheet.past.printed
    if not printed:
        return np.zeros(len(places), bool)
    line, place = np.divmod(places, sheet.layout.stride)
    at = (line - 1, place - 1) if sheet.layout.flat else (place - 1, line - 1)
    known = printed["known"][at] == 1
    ins, outs, terrain = (printed[name][at] for name in ("in", "out", "terrain"))
    absent = (ins & ~here["ins"] | outs & ~here["outs"]) > 0
    made = here["mouth"] > 0
    made[made] = [sheet.made(hex) for hex in places[made].tolist()]
    to_mouth = made & (outs >> here["mouth"].view(np.uint8) & 1 == 1)
    false: Flags = known & (absent | to_mouth | (terrain == rules.SEA))
    return false
