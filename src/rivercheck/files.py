"""Reading and writing files: nothing too large, nothing half written, one line when it fails."""

from __future__ import annotations

import json
import math
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from .errors import FileError, RivercheckError

__all__ = [
    "LARGEST_FILE",
    "is_game",
    "json_text",
    "parse_json",
    "read_text",
    "require_file",
    "sync_folder",
    "write_file",
    "write_text",
]

LARGEST_FILE = 64 * 1024 * 1024  # bytes; a board of a million hexes takes about 40 MB


def read_text(path: str | Path, largest: int = LARGEST_FILE) -> str:
    """The text of a UTF-8 file; `-` is standard input. Raises FileError."""
    try:
        if str(path) == "-":
            if sys.stdin is None:
                raise FileError("standard input is closed")
            raw = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(largest + 1)
    except (OSError, ValueError) as error:
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


def is_game(path: str | Path) -> bool:
    """Whether this is the journal of a game."""
    try:
        with Path(path).open("rb") as file:
            return file.read(40).lstrip().startswith(b'{"rivercheck_game"')
    except OSError:  # said by who opens it
        return False


def require_file(path: str | Path) -> None:
    """Raise FileError if this could not become a file: before any work is done for it."""
    try:
        target = Path(os.path.realpath(path))
        if str(path) in ("", "-"):
            raise FileError(f"{str(path)!r} is no name of a file to write")
        if target.exists() and not target.is_file():
            raise FileError(f"{path}: cannot be written: is a folder or a device")
        if target.is_file() and is_game(target):
            raise FileError(f"{path}: is a game, and a game is never written over")
        if not target.parent.is_dir():
            raise FileError(f"{path}: cannot be written: there is no folder {target.parent}")
        if not os.access(target if target.exists() else target.parent, os.W_OK):
            raise FileError(f"{path}: cannot be written: permission denied")
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be written: {_reason(error)}") from None


def write_text(path: str | Path, text: str, *, new: bool = False) -> None:
    """Write a text file whole or not at all. With `new` a file that exists is never replaced."""
    write_file(path, lambda file: file.write(text.encode("utf-8")), new=new)


def write_file(path: str | Path, fill: Callable[[BinaryIO], object], *, new: bool = False) -> None:
    """Write a file whole or not at all: a temporary file beside it, synced, then renamed.

    `fill` writes into it. With `new` a file that exists is never replaced. Raises FileError.
    """
    require_file(path)
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:60]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            if new:
                _claim(target)
            os.replace(name, target)
        finally:
            Path(name).unlink(missing_ok=True)
        sync_folder(target.parent)
    except FileExistsError:
        raise FileError(f"{path}: exists already, and is not written over") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be written: {_reason(error)}") from None


def _claim(target: Path) -> None:
    """Make the name ours; fails if somebody else was faster."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))


def sync_folder(folder: Path) -> None:
    """Make a rename or a new file in this folder last through a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:  # a folder that can be written but not read; the file is there
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def parse_json(text: str, name: str, error: type[RivercheckError] = FileError) -> object:
    """The JSON value in a text. Raises `error` with line and column, also for a key given twice."""
    try:
        value: object = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite
        )
        if _HALF.search(text):
            _whole(value)
        return value
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise error(f"{name}, {where}: not JSON: {fault.msg}") from None
    except RecursionError:
        raise error(f"{name}: not a file of ours: nested too deeply") from None
    except ValueError as fault:
        says = "a number has too many digits" if "digits" in str(fault) else str(fault)
        raise error(f"{name}: {says}") from None


def json_text(value: object) -> str:
    """A value as JSON on one line, readable, with what would act on a terminal escaped."""
    return _ACTS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(value, ensure_ascii=False))


# Controls, marks of text direction, and the halves of characters, of which JSON can name one alone.
_ACTS = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _whole(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("holds half a character (a lone surrogate)") from None


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"key {key!r} is given twice")
            seen.add(key)
    return found


def _no_constant(word: str) -> object:
    raise ValueError(f"not JSON: {word} is no number")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
