"""Boards laid out as arrays by column and row, for `npz`, and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import rules
from .board import Board, Mouth, Printed
from .errors import BoardError
from .npz import MOUTH, Archive, require_numpy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["archive_of", "beside_arrays", "lay_over"]

# Of a hex's entry in a board file, what the arrays hold. The rest stands in the head.
IN_ARRAYS = ("terrain", "state", "in", "out", "source", "printed")


def archive_of(board: Board, data: dict[str, Any]) -> Archive:
    """The archive of a board; `data` is its board file as JSON values."""
    require_numpy()
    import numpy as np

    head = {**data, "hexes": beside_arrays(data["hexes"])}
    head["mouths"] = [entry for entry in data["mouths"] if entry["name"] or len(entry) > 5]
    told = {entry["hex"] for entry in head["mouths"]}
    # By label, as `Sheet.archive` has them: the same board gives the same bytes.
    by_label = sorted(board.mouths, key=board.name)
    rows = [_mouth(board, hex) for hex in by_label if board.name(hex) not in told]
    places = board.layout.places()
    shape = (board.layout.columns, board.layout.rows)
    here = [board.hexes[hex] for hex in places]

    def by_column(values: list[int]) -> npt.NDArray[np.uint8]:
        return np.array(values, np.uint8).reshape(shape)

    fields = {
        "terrain": by_column([hex.terrain for hex in here]),
        "state": by_column([hex.state for hex in here]),
        "in": by_column([hex.ins for hex in here]),
        "out": by_column([hex.outs for hex in here]),
        "source": by_column([hex.source for hex in here]),
    }
    mouths = np.array(rows, "<i4").reshape(-1, len(MOUTH))
    known = [board.notes[hex].printed if hex in board.notes else None for hex in places]
    printed = {}
    if any(known):
        was = [one or Printed() for one in known]
        printed = {
            "known": by_column([one is not None for one in known]),
            "terrain": by_column([one.terrain for one in was]),
            "state": by_column([one.state for one in was]),
            "in": by_column([one.ins for one in was]),
            "out": by_column([one.outs for one in was]),
        }
    return Archive(head, fields, mouths, printed)


def beside_arrays(hexes: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Of the hexes of a board file, what the arrays do not hold."""
    rest = {label: _rest(entry) for label, entry in hexes.items()}
    return {label: entry for label, entry in rest.items() if entry}


def _rest(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in IN_ARRAYS}


def _mouth(board: Board, hex: int) -> tuple[int, ...]:
    here = board.hexes[hex]
    place = board.layout.column_row(hex)
    return (*place, here.mouth, here.drainage, int(board.mouths[hex].made))


def lay_over(board: Board, archive: Archive) -> None:
    """Put the arrays of an archive on the board of its head. Raises BoardError."""
    places = board.layout.places()
    columns = [archive.fields[name].ravel().tolist() for name in archive.fields]
    for hex, terrain, state, ins, outs, source in zip(places, *columns, strict=True):
        here = board.hexes[hex]
        if (terrain == rules.SEA) != (state == rules.CLOSED):
            raise BoardError(f"state: hex {board.name(hex)}: 3 stands in the sea, and only there")
        here.terrain, here.state = terrain, state
        here.ins, here.outs, here.source = ins, outs, source
    for column, row, side, drainage, made in archive.mouths.tolist():
        hex = board.layout.at(column, row)
        if board.hexes[hex].mouth:
            raise BoardError(f"mouths: hex {board.name(hex)} has two, and may have one")
        board.hexes[hex].mouth, board.hexes[hex].drainage = side, drainage
        board.mouths[hex] = Mouth(made=bool(made))
    if archive.printed:
        _print(board, archive)


def _print(board: Board, archive: Archive) -> None:
    columns = [archive.printed[name].ravel().tolist() for name in archive.printed]
    for hex, known, *was in zip(board.layout.places(), *columns, strict=True):
        if known:
            if was[1] == rules.CLOSED:
                raise BoardError(f"printed_state: hex {board.name(hex)}: 3 is that of the sea")
            board.note(hex).printed = Printed(*was)
