"""A game as a file: JSON Lines, the start and then one entry a line; nothing is ever rewritten.

Each entry is one write, synced before it is acknowledged, and holds a hash of the line before it.
Whoever appends holds a lock and first reads what others have appended. A last line that is torn (a
crash, a full disk) is set aside: the next entry cuts it off and keeps it in `FILE.torn`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from .entries import Change, Entry, Start
from .errors import FileError, GameError, RivercheckError
from .files import LARGEST_FILE, json_text, parse_json, write_text
from .game import Game

__all__ = ["GameFile", "entry_line", "line_hash", "replay"]

LOCK_SECONDS = 10.0  # how long to wait while another program appends
_BOM = b"\xef\xbb\xbf"


def line_hash(line: bytes) -> str:
    """The hash by which an entry names the line before it, however lines are ended."""
    return sha256(line.rstrip(b"\r\n").removeprefix(_BOM)).hexdigest()[:12]


def entry_line(entry: Entry, prev: str) -> bytes:
    """An entry as a line of the file; `prev` is the hash of the line before it."""
    return _line({**entry.to_json(), "prev": prev})


def _line(data: object) -> bytes:
    return (json_text(data) + "\n").encode("utf-8")


class GameFile:
    """A game and the file that holds it."""

    def __init__(self, path: str | Path, data: bytes) -> None:
        """Read the start from the bytes of a file; `catch_up` plays the entries."""
        self.path = Path(path)
        self.torn = b""  # the last line, if it was not written to its end
        first, newline, _ = data.partition(b"\n")
        if not newline:
            raise GameError(f"{path}: not a game: it has no whole first line")
        try:
            self.game = Game(Start.from_json(_parsed(first)))
        except RivercheckError as error:
            raise _at(error, f"{path}, line 1") from None
        self._last = first + newline
        self._end = len(self._last)  # of what was played

    @classmethod
    def create(cls, path: str | Path, start: Start) -> GameFile:
        """Start a game in a new file, which appears whole or not at all."""
        if os.path.lexists(path):
            raise FileError(
                f"{path}: exists already; a game is never written over: name a new file"
            )
        line = _line(start.to_json())
        game_file = cls(path, line)
        write_text(path, line.decode("utf-8"), new=True)
        return game_file

    @classmethod
    def open(cls, path: str | Path) -> GameFile:
        """Open a game and play it. Raises FileError, or GameError that names the damaged line."""
        data = _contents(path)
        game_file = cls(path, data)
        game_file.catch_up(data[game_file._end :])
        return game_file

    @property
    def warnings(self) -> list[str]:
        """What a player should know of the file."""
        if not self.torn:
            return []
        where = f"{self.path}, line {self.game.revision + 2}"
        return [
            f"{where}: the last line was not written to its end and is set aside; "
            f"the next entry cuts it off and keeps it in {self.path.name}.torn"
        ]

    def catch_up(self, data: bytes) -> None:
        """Play the lines that follow in the file. Raises GameError that names the damaged line."""
        lines = _split(data)
        self.torn = _torn(lines)
        for line in lines[: len(lines) - bool(self.torn)]:
            try:
                self.game.play(_entry(_parsed(line), line_hash(self._last)))
            except RivercheckError as error:
                raise _at(error, f"{self.path}, line {self.game.revision + 2}") from None
            self._last = line
            self._end += len(line)

    def append(
        self,
        change: Change | Callable[[Game], Change],
        by: str,
        moment: datetime | None = None,
    ) -> Entry:
        """Make an entry and write it; when this returns it will survive a power cut.

        A function is called with the game as it stands once the file is locked. Raises what
        `Game.propose` raises, and FileError; nothing has changed then, in the file or here.
        """
        with _locked(self.path) as handle:
            known = self.game.revision
            self._read_on(handle)
            try:
                made = change(self.game) if callable(change) else change
                entry = self.game.propose(made, by, moment)
            except RivercheckError as error:
                raise self._moved_on(error, known) from None
            self._write(handle, entry_line(entry, line_hash(self._last)))
            self.game.play(entry)
        return entry

    def _moved_on(self, error: RivercheckError, known: int) -> RivercheckError:
        """The error; if others have appended since, it says so."""
        if self.game.revision == known:
            return error
        last = self.game.entries[-1]
        since = f"the game has moved on: entry {last.number} is a {last.kind} by {last.by or '?'}"
        return type(error)(f"{error} ({since})", error.code)

    def _read_on(self, handle: int) -> None:
        """Play what others have appended since, having seen that the rest is as it was."""
        start = self._end - len(self._last)
        if not os.path.samestat(os.fstat(handle), os.stat(self.path)):
            raise GameError(f"{self.path}: was replaced just now; try again", "stale")
        data = _read_from(handle, start, self.path)
        if not data.startswith(self._last):
            raise GameError(f"{self.path}: was changed or replaced since it was opened", "stale")
        self.catch_up(data[len(self._last) :])

    def _write(self, handle: int, line: bytes) -> None:
        """Write one line at the end, or leave the file as it was."""
        if self._end + len(line) > LARGEST_FILE:
            raise FileError(f"{self.path}: the game is full: no more than {LARGEST_FILE} bytes")
        try:
            self._keep_torn(handle)
            _append_line(handle, self._end, line)
        except OSError as error:
            fault = f"the entry could not be written: {_reason(error)}"
            raise FileError(f"{self.path}: {fault}") from None
        self._last, self._end = line, self._end + len(line)

    def _keep_torn(self, handle: int) -> None:
        """Keep a torn last line in a file beside this one, and only then cut it off."""
        if self.torn:
            with Path(f"{self.path}.torn").open("ab") as beside:
                beside.write(self.torn.rstrip(b"\n") + b"\n")
                beside.flush()
                os.fsync(beside.fileno())
            os.ftruncate(handle, self._end)
            self.torn = b""


def replay(path: str | Path) -> tuple[Game, str]:
    """Play a file as far as it is valid; the text says why not further, empty if all is well.

    Raises FileError, or GameError if not even the start is a game that these rules can play.
    """
    data = _contents(path)
    game_file = GameFile(path, data)
    try:
        game_file.catch_up(data[game_file._end :])
    except GameError as error:
        return game_file.game, str(error)
    return game_file.game, " ".join(game_file.warnings)


# Lines ----------------------------------------------------------------------------------------


def _split(data: bytes) -> list[bytes]:
    """The lines of the file with their ends; only a line feed ends one."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _torn(lines: list[bytes]) -> bytes:
    """The last line, if it has no end or is no JSON."""
    if lines and lines[-1].endswith(b"\n"):
        try:
            _parsed(lines[-1])
        except GameError:
            return lines[-1]
        return b""
    return lines[-1] if lines else b""


def _parsed(line: bytes) -> object:
    """The JSON value of a line. Raises GameError."""
    try:
        text = line.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise GameError("not UTF-8 text") from None
    try:
        return parse_json(text, "", GameError)
    except GameError as error:  # it begins with where in the text, which is always the first line
        raise GameError(str(error).removeprefix(", line 1, ").removeprefix(": ")) from None


def _entry(data: object, expected: str) -> Entry:
    """The entry of a line that must name the line before it. Raises GameError."""
    if not isinstance(data, dict):
        raise GameError("an entry must be an object in braces")
    prev = data.pop("prev", None)
    if prev != expected:
        raise GameError(
            f"the line before it is not the one that was written: prev is {str(prev)[:20]}, "
            f"and that line has {expected}"
        )
    return Entry.from_json(data)


def _at(error: RivercheckError, where: str) -> RivercheckError:
    return GameError(f"{where}: {error}", error.code)


# The file -------------------------------------------------------------------------------------

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, shared: bool) -> None:
        os.lseek(handle, 1 << 40, os.SEEK_SET)  # far beyond the end, where nobody reads
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, shared: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


@contextmanager
def _locked(path: str | Path, shared: bool = False) -> Iterator[int]:
    """A handle on the file, locked against others. Raises FileError."""
    how = os.O_RDONLY if shared else os.O_RDWR
    try:
        handle = os.open(path, how | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        verb = "read" if shared else "written"
        reason = _reason(error)
        raise FileError(f"{path}: cannot be {verb}: {reason}") from None
    try:
        _wait_for_lock(handle, path, shared)
        yield handle
    finally:
        os.close(handle)


def _wait_for_lock(handle: int, path: str | Path, shared: bool) -> None:
    give_up = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return _lock(handle, shared)
        except (BlockingIOError, PermissionError):
            if time.monotonic() > give_up:
                raise FileError(f"{path}: another program keeps it locked; try again") from None
            time.sleep(0.005)
        except OSError as error:
            if shared:  # a file system without locks can still be read
                return None
            reason = _reason(error)
            raise FileError(f"{path}: cannot be locked: {reason}") from None


def _contents(path: str | Path) -> bytes:
    with _locked(path, shared=True) as handle:
        return _read_from(handle, 0, path)


def _read_from(handle: int, start: int, path: str | Path) -> bytes:
    """All bytes from this place on. Raises FileError if they are too many."""
    try:
        os.lseek(handle, start, os.SEEK_SET)
        with os.fdopen(os.dup(handle), "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = _reason(error)
        raise FileError(f"{path}: cannot be read: {reason}") from None
    if start + len(data) > LARGEST_FILE:
        raise FileError(f"{path}: larger than {LARGEST_FILE} bytes, which is the most allowed")
    return data


def _append_line(handle: int, end: int, line: bytes) -> None:
    """Write and sync a line at the end; if that fails, cut off what was written of it."""
    try:
        os.lseek(handle, end, os.SEEK_SET)
        while line:
            line = line[os.write(handle, line) :]
        os.fsync(handle)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(handle, end)
            os.fsync(handle)
        raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
