"""Boards as numpy archives, `.npz`: for boards so large that JSON would not do.

docs/formats.md says what stands in one. numpy is loaded when a file is read or written, not before.
What is read is checked here as to form; whether it can be a map asks who makes a board of it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from . import rules
from .errors import BoardError, FileError
from .extras import require
from .files import parse_json, write_file

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

__all__ = [
    "FIELDS",
    "LARGEST_HEAD",
    "MOUTH",
    "PRINTED",
    "Archive",
    "is_npz",
    "npz_size",
    "read_npz",
    "require_numpy",
    "write_npz",
]

T = TypeVar("T")

FIELDS = ("terrain", "state", "in", "out", "source")
PRINTED = ("terrain", "state", "in", "out")
MOUTH = ("column", "row", "side", "drainage", "made")
LARGEST_HEAD = 64 * 1024 * 1024  # bytes of the JSON text inside, and of the table of mouths
LARGEST_MAP = 1 << 31  # hexes
_LARGEST = {"terrain": rules.SEA, "state": rules.CLOSED, "in": 126, "out": 126, "source": 1}


@dataclass
class Archive:
    """What stands in a file: `head` is JSON, the fields are arrays by column and row, from 0."""

    head: dict[str, Any]
    fields: Mapping[str, Bytes]
    mouths: npt.NDArray[np.int32]  # a line each, in the columns of `MOUTH`, column and row from 1
    printed: Mapping[str, Bytes] = field(default_factory=dict)  # `known`, and those of `PRINTED`


def require_numpy() -> None:
    """Raise FileError, with what to do, unless numpy is installed."""
    require("bulk", ".npz files need", "numpy", error=FileError)


def is_npz(path: str | Path) -> bool:
    """Whether the name is that of an archive."""
    return str(path).lower().endswith(".npz")


def write_npz(path: str | Path, archive: Archive) -> None:
    """Write an archive, whole or not at all. Equal boards give equal bytes. Raises FileError."""
    require_numpy()
    write_file(path, lambda file: _fill(file, archive))


def _fill(file: BinaryIO, archive: Archive) -> None:
    import numpy as np

    head = json.dumps(archive.head, ensure_ascii=False).encode("utf-8")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        _put(target, "head", np.frombuffer(head, np.uint8))
        for name, values in archive.fields.items():
            _put(target, name, values)
        _put(target, "mouths", archive.mouths)
        for name, values in archive.printed.items():
            _put(target, f"printed_{name}", values)


def _put(target: zipfile.ZipFile, name: str, values: npt.NDArray[Any]) -> None:
    import numpy as np

    member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, so that equal boards give equal bytes
    member.compress_type = zipfile.ZIP_DEFLATED
    with target.open(member, "w", force_zip64=True) as entry:
        np.lib.format.write_array(entry, values, allow_pickle=False)


def read_npz(path: str | Path, largest: int = LARGEST_MAP) -> Archive:
    """Read an archive of at most so many hexes. Raises FileError or BoardError with the key."""
    return _opened(path, lambda source: _read(source, largest))


def npz_size(path: str | Path) -> tuple[int, int]:
    """Columns and rows of the board of an archive. Raises FileError or BoardError with the key."""
    return _opened(path, lambda source: _shape(_head(source), LARGEST_MAP))


def _opened(path: str | Path, read: Callable[[zipfile.ZipFile], T]) -> T:
    require_numpy()
    try:
        with zipfile.ZipFile(path) as source:
            return read(source)
    except BoardError as error:
        raise BoardError(f"{path}: {error}") from None
    except OSError as error:
        says = (error.strerror or str(error)).lower()
        raise FileError(f"{path}: cannot be read: {says}") from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise BoardError(f"{path}: not an .npz file of ours: {str(error)[:80]}") from None


def _read(source: zipfile.ZipFile, largest: int) -> Archive:
    head = _head(source)
    shape = _shape(head, largest)
    fields = {name: _field(source, name, shape, _LARGEST[name]) for name in FIELDS}
    printed: dict[str, Bytes] = {}
    if "printed_known.npy" in source.namelist():
        printed["known"] = _field(source, "printed_known", shape, 1)
        for name in PRINTED:
            printed[name] = _field(source, f"printed_{name}", shape, _LARGEST[name])
    return Archive(head, fields, _mouths(source, shape), printed)


def _head(source: zipfile.ZipFile) -> dict[str, Any]:
    raw = _array(source, "head", LARGEST_HEAD)
    if raw.dtype.kind != "u" or raw.itemsize != 1 or raw.ndim != 1:
        raise BoardError("head: must be bytes of JSON")
    try:
        text = raw.tobytes().decode("utf-8")
    except UnicodeDecodeError:
        raise BoardError("head: not UTF-8 text") from None
    head = parse_json(text, "head", BoardError)
    if not isinstance(head, dict):
        raise BoardError("head: must be an object")
    return head


def _shape(head: dict[str, Any], largest: int) -> tuple[int, int]:
    columns, rows = _size(head, "columns"), _size(head, "rows")
    if columns * rows > largest:
        takes = "" if largest == LARGEST_MAP else "; `grow`, `draw` and `faults` take more"
        says = f"{columns} x {rows} hexes are more than the {largest:,} allowed here"
        raise BoardError(says + takes)
    return columns, rows


def _size(head: dict[str, Any], key: str) -> int:
    layout = head.get("layout")
    size = layout.get(key) if isinstance(layout, dict) else None
    if type(size) is not int or size < 1:
        raise BoardError(f"head.layout.{key}: must be a whole number from 1")
    return size


def _field(source: zipfile.ZipFile, name: str, shape: tuple[int, int], highest: int) -> Bytes:
    values = _array(source, name, shape[0] * shape[1])
    if values.dtype.kind != "u" or values.itemsize != 1 or values.shape != shape:
        raise BoardError(f"{name}: must be {shape[0]} columns of {shape[1]} rows of bytes")
    if int(values.max()) > highest:
        raise BoardError(f"{name}: {int(values.max())} is none of 0 to {highest}")
    if highest == 126 and bool((values & 1).any()):
        raise BoardError(f"{name}: bit 0 is no hexside")
    return values


def _mouths(source: zipfile.ZipFile, shape: tuple[int, int]) -> npt.NDArray[np.int32]:
    values = _array(source, "mouths", LARGEST_HEAD)
    if values.dtype.str != "<i4" or values.ndim != 2 or values.shape[1] != len(MOUTH):
        raise BoardError(f"mouths: must be a table of {', '.join(MOUTH)}")
    highest = (shape[0], shape[1], 6, 1_000_000_000, 1)
    for place, (name, most) in enumerate(zip(MOUTH, highest, strict=True)):
        column, least = values[:, place], int(place < 3)
        if len(column) and not least <= int(column.min()) <= int(column.max()) <= most:
            raise BoardError(f"mouths: a {name} is not from {least} to {most}")
    return values


def _array(source: zipfile.ZipFile, name: str, most: int) -> npt.NDArray[Any]:
    """One array of the file, of at most so many bytes, which is asked before it is read."""
    import numpy as np

    try:
        member = source.getinfo(f"{name}.npy")
    except KeyError:
        raise BoardError(f"{name}: is missing") from None
    if member.file_size > most + 1000:
        raise BoardError(f"{name}: is longer than it can be")
    try:
        with source.open(member) as entry:
            values: npt.NDArray[Any] = np.lib.format.read_array(entry, allow_pickle=False)
    except (ValueError, MemoryError, zipfile.BadZipFile, OSError, SyntaxError) as error:
        raise BoardError(f"{name}: not an array: {str(error)[:80]}") from None
    except Exception as error:  # zlib's own
        raise BoardError(f"{name}: damaged: {str(error)[:80]}") from None
    return values
