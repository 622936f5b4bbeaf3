"""Reading and writing files: nothing too large, nothing half written, one line when it fails."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from .errors import FileError, RivercheckError

__all__ = ["LARGEST_FILE", "parse_json", "read_text", "write_text"]

LARGEST_FILE = 64 * 1024 * 1024  # bytes; a board of a million hexes takes about 40 MB


def read_text(path: str | Path, largest: int = LARGEST_FILE) -> str:
    """The text of a UTF-8 file; `-` is standard input. Raises FileError."""
    try:
        if str(path) == "-":
            raw = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(largest + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {_reason(error)}") from None
    if len(raw) > largest:
        raise FileError(
            f"{path}: larger than {largest // 1024 // 1024} MB, which is the most allowed"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FileError(f"{path}, line {line}: not UTF-8 text") from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file whole or not at all: a temporary file beside it, synced, then renamed."""
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {_reason(error)}") from None


def sync_folder(folder: Path) -> None:
    """Make a rename or a new file in this folder last through a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def parse_json(text: str, name: str, error: type[RivercheckError] = FileError) -> object:
    """The JSON value in a text. Raises `error` with line and column, also for a key given twice."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise error(f"{name}, {where}: not JSON: {fault.msg}") from None
    except RecursionError:
        raise error(f"{name}: not a file of ours: nested too deeply") from None
    except ValueError as fault:
        raise error(f"{name}: {fault}") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {twice!r} is given twice")
    return found


def _no_constant(word: str) -> object:
    raise ValueError(f"not JSON: {word} is no number")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
