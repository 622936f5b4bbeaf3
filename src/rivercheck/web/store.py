"""Games in one SQLite file: how each started, its entries line by line, and snapshots.

A line is that of a game file, byte for byte, and names the line before it by its hash. What is told
of a check (the sentence, its path) is kept beside it; snapshots are derived, and can be dropped.
"""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import apsw

from ..entries import utc
from ..errors import FileError, GameError
from ..files import json_text
from ..snapshot import Snapshot

__all__ = ["Listed", "Row", "Store"]

FILE = "games.sqlite"
_KIND = 0x52697631  # application_id: "Riv1"
_VERSION = 1
_BUSY_MS = 10_000
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SAFE_WAL = (3, 51, 3)  # before it, WAL could lose commits: sqlite.org/wal.html#walresetbug
_TABLES = """
create table games (
    id text primary key, key text not null unique, start text not null, name text not null,
    board text not null, land integer not null, mapped integer not null, changed text not null
) strict;
create table entries (
    game text not null references games, number integer not null, key text not null,
    line text not null, told text not null, primary key (game, number), unique (game, key)
) strict;
create table snapshots (
    game text not null references games, number integer not null, state text not null,
    primary key (game, number)
) strict;
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list of games says of one."""

    name: str
    board: str
    land: int  # hexes
    mapped: int
    id: str = ""
    revision: int = 0
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as stored."""

    number: int
    line: str
    told: dict[str, Any]  # of a check: sentence and path
    key: str = ""


class Store:
    """The file of games. One connection, used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the file in a folder, or make both. Raises FileError."""
        self.path = folder / FILE
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = not self.path.exists()
            self._db = apsw.Connection(str(self.path))
            if new:
                os.chmod(self.path, 0o600)
            self._set_up()
        except (OSError, apsw.Error) as error:
            raise FileError(f"{self.path}: cannot be opened: {_reason(error)}") from None

    def _set_up(self) -> None:
        self._db.set_busy_timeout(_BUSY_MS)
        wal = tuple(map(int, apsw.sqlite_lib_version().split("."))) >= _SAFE_WAL
        for pragma in (
            f"journal_mode={'wal' if wal else 'delete'}",
            f"synchronous={'full' if wal else 'extra'}",
            "foreign_keys=on",
            "trusted_schema=off",
        ):
            self._db.execute(f"pragma {pragma}").fetchall()
        kind = self._number("pragma application_id")
        version = self._number("pragma user_version")
        if kind == 0 and version == 0 and not self._number("select count(*) from sqlite_schema"):
            with self.transaction():
                self._db.execute(_TABLES)
                self._db.execute(f"pragma application_id={_KIND}")
                self._db.execute(f"pragma user_version={_VERSION}")
        elif kind != _KIND:
            raise FileError(f"{self.path}: is no file of rivercheck games; name another folder")
        elif version != _VERSION:
            raise FileError(
                f"{self.path}: is of version {version}, and this program reads {_VERSION}"
            )
        elif (found := self._db.pragma("quick_check")) != "ok":
            raise FileError(f"{self.path}: is damaged ({found}); export what can be read")

    def _number(self, sql: str, values: tuple[object, ...] = ()) -> int:
        found = self._db.execute(sql, values).get
        return found if isinstance(found, int) else 0

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nobody else writes meanwhile. Raises FileError if it cannot be kept."""
        with self._lock:
            try:
                self._db.execute("begin immediate")
                try:
                    yield
                    self._db.execute("commit")
                except BaseException:
                    with suppress(apsw.Error):
                        self._db.execute("rollback")
                    raise
            except apsw.Error as error:
                raise self._unwritten(error) from None

    def _unwritten(self, error: apsw.Error) -> FileError:
        """What a player is told of a failed transaction."""
        full = isinstance(error, apsw.IOError) and self._db.system_errno in _FULL
        if full or isinstance(error, apsw.FullError):
            return FileError(f"{self.path}: the disk is full; nothing was entered", "full")
        return FileError(f"{self.path}: cannot be written: {_reason(error)}")

    # Games

    def create(self, key: str, start: str, listed: Listed) -> str:
        """Add a game, in a transaction; returns its id. The key must be new: see `made_by`."""
        id = token_urlsafe(16)
        self._db.execute(
            "insert into games values (?, ?, ?, ?, ?, ?, ?, ?)",
            (id, key, start, listed.name, listed.board, listed.land, listed.mapped, utc()),
        )
        return id

    def made_by(self, key: str) -> str | None:
        """The game that a command of this key made."""
        with self._lock:
            found = self._db.execute("select id from games where key = ?", (key,)).get
        return found if isinstance(found, str) else None

    def games(self) -> list[Listed]:
        """All games, the last changed first."""
        sql = (
            "select name, board, land, mapped, id, "
            "(select count(*) from entries where game = id), changed "
            "from games order by changed desc, rowid desc"
        )
        with self._lock:
            found: list[Any] = self._db.execute(sql).fetchall()
        return [Listed(*row) for row in found]

    def start(self, id: str) -> str:
        """The first line of a game. Raises GameError if there is no such game."""
        with self._lock:
            found = self._db.execute("select start from games where id = ?", (id,)).get
        if not isinstance(found, str):
            raise GameError("there is no such game here", "no-game")
        return found

    def name(self, id: str) -> str:
        """The name of a game, empty if there is none."""
        with self._lock:
            found = self._db.execute("select name from games where id = ?", (id,)).get
        return found if isinstance(found, str) else ""

    # Entries

    def count(self, id: str) -> int:
        """How many entries a game has."""
        with self._lock:
            return self._number("select count(*) from entries where game = ?", (id,))

    def rows(self, id: str, after: int = 0, most: int = -1) -> list[Row]:
        """The entries after a number, in order."""
        sql = (
            "select number, line, told, key from entries where game = ? and number > ? "
            "order by number limit ?"
        )
        with self._lock:
            found: list[Any] = self._db.execute(sql, (id, after, most)).fetchall()
        return [Row(n, line, json.loads(told), key) for n, line, told, key in found]

    def row(self, id: str, number: int) -> Row:
        """One entry. Raises GameError."""
        found = self.rows(id, number - 1, 1)
        if not found or found[0].number != number:
            raise GameError(f"there is no entry {number}", "revision")
        return found[0]

    def keyed(self, id: str, key: str) -> int | None:
        """The number of the entry that a command of this key made."""
        sql = "select number from entries where game = ? and key = ?"
        with self._lock:
            found = self._db.execute(sql, (id, key)).get
        return found if isinstance(found, int) else None

    def add(self, id: str, row: Row) -> None:
        """Add an entry, in a transaction."""
        sql = "insert into entries values (?, ?, ?, ?, ?)"
        self._db.execute(sql, (id, row.number, row.key, row.line, json_text(row.told)))

    def touch(self, id: str, mapped: int) -> None:
        """Note that a game has changed, in a transaction."""
        sql = "update games set mapped = ?, changed = ? where id = ?"
        self._db.execute(sql, (mapped, utc(), id))

    # Snapshots

    def keep(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, in a transaction."""
        sql = "insert or replace into snapshots values (?, ?, ?)"
        self._db.execute(sql, (id, snapshot.revision, json_text(snapshot.to_json())))

    def snapshots(self, id: str, revision: int) -> Iterator[Snapshot]:
        """The snapshots up to a revision, the newest first."""
        sql = (
            "select number, state from snapshots where game = ? and number <= ? "
            "order by number desc limit 1"
        )
        while True:
            with self._lock:
                found = self._db.execute(sql, (id, revision)).fetchone()
            if found is None:
                return
            revision = found[0] - 1
            yield Snapshot(**json.loads(found[1]))


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error)
