"""Board files: JSON as docs/formats.md says, checked at the edge, written so that a diff reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from . import rules
from .board import Board, Mouth, Notes, Printed
from .boardarrays import archive_of, lay_over
from .errors import BoardError, RivercheckError
from .faults import damage
from .files import json_text, parse_json, read_text, write_text
from .grid import LARGEST, Layout
from .npz import Archive, is_npz, read_npz, write_npz
from .records import STATES, TERRAINS, mask_of, sides_of
from .rulings import Rulings

__all__ = [
    "BoardModel",
    "archive_head",
    "board_from",
    "board_json",
    "board_schema",
    "board_text",
    "load_board",
    "remove_mouth",
    "save_board",
    "set_hex",
    "set_mouth",
]

Side = Annotated[int, Field(ge=1, le=6)]
Sides = Annotated[list[Side], Field(max_length=6)]
Terrain = Literal[
    "desert",
    "veldt",
    "jungle",
    "mountain",
    "jungle/mountain",
    "swamp",
    "jungle/swamp",
    "lake",
    "sea",
]
State = Literal["blank", "partial", "mapped"]


class _Strict(BaseModel):
    """Types as written; keys that are not ours are kept and written back."""

    model_config = ConfigDict(strict=True, extra="allow", populate_by_name=False)

    def unknown(self) -> dict[str, object]:
        """The keys that are not ours, with their values."""
        return dict(self.__pydantic_extra__ or {})


class PrintedModel(_Strict):
    """What the map itself shows in a hex: what erasing restores."""

    terrain: Terrain | None = None
    state: State = "blank"
    ins: Sides = Field(default=[], alias="in")
    outs: Sides = Field(default=[], alias="out")


class HexModel(PrintedModel):
    """One hex."""

    source: bool = False
    name: str = ""
    explorers: list[str] = []
    published: bool = False
    printed: PrintedModel | None = None


class MouthModel(_Strict):
    """Where a river leaves the map."""

    hex: str
    side: Side
    name: str = ""
    drainage: Annotated[int, Field(ge=0, le=1_000_000_000)] = 0
    made: bool = False


class LayoutModel(_Strict):
    """The sheet of hexes."""

    orientation: Literal["flat", "pointy"] = "flat"
    columns: Annotated[int, Field(ge=1)]
    rows: Annotated[int, Field(ge=1)]
    hexside_one: str = ""


class BoardModel(_Strict):
    """A board file."""

    rivercheck: Literal[1]
    name: str = ""
    layout: LayoutModel
    rulings: str | dict[str, str] | None = None
    hexes: dict[str, HexModel] = {}
    mouths: Annotated[list[MouthModel], Field(fail_fast=True)] = []


_Model = TypeVar("_Model", bound=_Strict)


def board_schema() -> dict[str, object]:
    """The JSON Schema of a board file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **BoardModel.model_json_schema(by_alias=True),
        "title": "rivercheck board",
    }


def load_board(path: str | Path, *, damaged: bool = False) -> Board:
    """Read a board file. Raises FileError or BoardError that names the hex or key.

    With `damaged`, strokes and mouths that no map can have are let be, to be listed by `faults`.
    """
    if is_npz(path):
        return _sound(_unpacked(read_npz(path, LARGEST), str(path)), str(path), damaged)
    text = read_text(path)
    if text[:40].lstrip().startswith('{"rivercheck_game"'):
        raise BoardError(f"{path}: is a game; `rivercheck game board` writes its board into a file")
    data = parse_json(text, str(path), BoardError)
    return board_from(data, str(path), damaged=damaged)


def save_board(board: Board, path: str | Path) -> None:
    """Write a board file, whole or not at all: JSON, or an archive if its name ends in `.npz`."""
    if is_npz(path):
        write_npz(path, archive_of(board, board_json(board)))
    else:
        write_text(path, board_text(board))


def board_from(data: object, name: str = "board", *, damaged: bool = False) -> Board:
    """A board from JSON values. Raises BoardError that names what is damaged, the first in full."""
    model = _board_model(data, name)
    try:
        board = _build(model)
    except RivercheckError as error:
        raise BoardError(f"{name}: {error}") from None
    return _sound(board, name, damaged)


def archive_head(archive: Archive, name: str) -> BoardModel:
    """The head of an archive, checked as a board file is. Raises BoardError with the key."""
    return _board_model(archive.head, f"{name}: head")


def _unpacked(archive: Archive, name: str) -> Board:
    try:
        board = _build(archive_head(archive, name))
        lay_over(board, archive)
    except RivercheckError as error:
        raise BoardError(f"{name}: {error}" if name not in str(error) else str(error)) from None
    return board


def _sound(board: Board, name: str, damaged: bool) -> Board:
    faults = [] if damaged else damage(board)
    if faults:
        more = f" (and {len(faults) - 1} more: see `rivercheck faults`)" if faults[1:] else ""
        raise BoardError(f"{name}: {faults[0].message}{more}")
    return board


def _board_model(data: object, name: str) -> BoardModel:
    """The board as pydantic reads it; hex by hex, so that the first that is wrong ends it."""
    hexes = data.get("hexes", {}) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(hexes, dict):
        return _validated(BoardModel, data, name)
    if type(data.get("rivercheck", 1)) is not int:
        raise BoardError(f"{name}: rivercheck: must be the whole number 1")
    model = _validated(BoardModel, {**data, "hexes": {}}, name)
    for label, entry in hexes.items():
        model.hexes[label] = _validated(HexModel, entry, name, f"hexes.{label[:20]}.")
    return model


def _first(error: ValidationError, before: str) -> str:
    """The first thing that pydantic found, as a line that names the key."""
    found = error.errors(include_url=False)[0]
    key = before + ".".join(str(part) for part in found["loc"])
    key = key.rstrip(".") or "the file"
    got = found.get("input")
    said = found["msg"][0].lower() + found["msg"][1:]
    shown = "" if found["type"] == "missing" else f", not {json.dumps(got, default=str)[:60]}"
    more = error.error_count() - 1
    return f"{key}: {said}{shown}" + (f" (and {more} more)" if more else "")


def _build(model: BoardModel) -> Board:
    layout = model.layout
    board = Board(
        Layout(layout.columns, layout.rows, layout.orientation, layout.hexside_one),
        model.name,
        None if model.rulings is None else Rulings.of(model.rulings),
    )
    board.extra, board.layout_extra = model.unknown(), layout.unknown()
    seen: set[int] = set()
    for label, hex_model in model.hexes.items():
        hex = board.layout.find(label)
        if hex in seen:
            raise BoardError(f"hexes: {board.name(hex)} is given twice")
        seen.add(hex)
        _set_hex(board, hex, hex_model)
    for number, mouth in enumerate(model.mouths):
        _set_mouth(board, f"mouths.{number}", mouth)
    return board


def set_hex(board: Board, hex: int, data: object) -> None:
    """Replace all that stands in a hex but its mouth, by JSON values as in a board file.

    `{}` makes it blank. Raises BoardError for the values; whether they fit the map `damage` says.
    """
    where = f"hex {board.name(hex)}"
    model = _validated(HexModel, data, where)
    board.notes.pop(hex, None)
    _set_hex(board, hex, model)


def set_mouth(board: Board, data: object) -> None:
    """Replace the mouth of a hex, by JSON values as in a board file. Raises BoardError."""
    model = _validated(MouthModel, data, "mouth")
    hex = board.layout.find(model.hex)
    remove_mouth(board, hex)
    _set_mouth(board, f"mouth of {model.hex}", model)


def remove_mouth(board: Board, hex: int) -> None:
    """Take the mouth of a hex away, if it has one."""
    board.mouths.pop(hex, None)
    board.hexes[hex].mouth = board.hexes[hex].drainage = 0


def _validated(kind: type[_Model], data: object, where: str, before: str = "") -> _Model:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise BoardError(f"{where}: {_first(error, before)}") from None
    except RecursionError:
        raise BoardError(f"{where}: nested too deeply") from None


def _set_hex(board: Board, hex: int, model: HexModel) -> None:
    here = board.hexes[hex]
    printed = _printed(model)
    here.terrain, here.state = printed.terrain, printed.state
    here.ins, here.outs, here.source = printed.ins, printed.outs, int(model.source)
    if here.terrain == rules.SEA:
        here.state = rules.CLOSED
    notes = Notes(
        model.name,
        list(dict.fromkeys(model.explorers)),
        model.published,
        _printed(model.printed) if model.printed else None,
        model.unknown(),
    )
    if notes != Notes():
        board.notes[hex] = notes


def _printed(model: PrintedModel) -> Printed:
    terrain = TERRAINS.index(model.terrain or "")
    return Printed(terrain, STATES.index(model.state), mask_of(model.ins), mask_of(model.outs))


def _set_mouth(board: Board, where: str, model: MouthModel) -> None:
    hex = board.layout.find(model.hex)
    if board.hexes[hex].mouth:
        raise BoardError(f"{where}: hex {board.name(hex)} has a mouth already, and may have one")
    board.hexes[hex].mouth, board.hexes[hex].drainage = model.side, model.drainage
    board.mouths[hex] = Mouth(model.name, model.made, model.unknown())


def board_json(board: Board) -> dict[str, object]:
    """The board as the JSON values of its file."""
    layout = board.layout
    data: dict[str, object] = {
        "rivercheck": 1,
        "name": board.title,
        "layout": {
            "orientation": layout.orientation,
            "columns": layout.columns,
            "rows": layout.rows,
            "hexside_one": layout.hexside_one,
            **board.layout_extra,
        },
    }
    if board.rulings is not None:
        text = str(board.rulings)
        data["rulings"] = board.rulings.values() if "=" in text else text
    hexes = ((board.name(hex), hex_json(board, hex)) for hex in layout.places())
    data["hexes"] = {label: entry for label, entry in hexes if entry != {"state": "blank"}}
    data["mouths"] = [_mouth_json(board, hex) for hex in sorted(board.mouths, key=board.name)]
    return {**data, **board.extra}


def hex_json(board: Board, hex: int) -> dict[str, object]:
    """One hex as it stands in the file."""
    here = board.hexes[hex]
    notes = board.notes.get(hex, Notes())
    entry = _printed_json(Printed(here.terrain, here.state, here.ins, here.outs))
    if here.source or (here.outs and here.state == rules.MAPPED):
        entry["source"] = bool(here.source)
    if notes.name:
        entry["name"] = notes.name
    if notes.explorers:
        entry["explorers"] = list(notes.explorers)
    if notes.published:
        entry["published"] = True
    if notes.printed:
        entry["printed"] = _printed_json(notes.printed)
    return {**entry, **notes.extra}


def _printed_json(printed: Printed) -> dict[str, object]:
    entry: dict[str, object] = {}
    if printed.terrain:
        entry["terrain"] = TERRAINS[printed.terrain]
    if printed.state != rules.CLOSED:
        entry["state"] = STATES[printed.state]
    if printed.ins:
        entry["in"] = sides_of(printed.ins)
    if printed.outs:
        entry["out"] = sides_of(printed.outs)
    return entry


def _mouth_json(board: Board, hex: int) -> dict[str, object]:
    here, mouth = board.hexes[hex], board.mouths[hex]
    entry: dict[str, object] = {
        "hex": board.name(hex),
        "side": here.mouth,
        "name": mouth.name,
        "drainage": here.drainage,
    }
    if mouth.made:
        entry["made"] = True
    return {**entry, **mouth.extra}


def board_text(board: Board) -> str:
    """The board file: one line a hex and a mouth. Equal boards give equal bytes."""
    lines = []
    for key, value in board_json(board).items():
        if key == "hexes" and isinstance(value, Mapping) and value:
            rows = [f"    {json_text(label)}: {json_text(entry)}" for label, entry in value.items()]
            lines.append('  "hexes": {\n' + ",\n".join(rows) + "\n  }")
        elif key == "mouths" and isinstance(value, list) and value:
            rows = [f"    {json_text(entry)}" for entry in value]
            lines.append('  "mouths": [\n' + ",\n".join(rows) + "\n  ]")
        else:
            lines.append(f"  {json_text(key)}: {json_text(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
