"""One open game: entries are made here, in a transaction, with the chance that they need."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..board import Board
from ..entries import Change, Check, Entry, Start
from ..errors import GameError
from ..files import json_text, parse_json
from ..game import Game
from ..gamefile import GameFile, entry_line, line_hash
from ..gamelog import Line, turn_of
from ..path import explain
from ..referee import Result
from ..snapshot import Journal, Snapshot
from ..words import sentence
from .store import Listed, Row, Store

__all__ = ["Entered", "Stale", "Table", "create", "export_game", "import_game", "listed"]

EVERY = 100  # entries from one snapshot to the next: to open or to undo plays no more than these
_IMPORTED = 50  # snapshots of an imported game, about


class Stale(GameError):
    """The command was made against an earlier revision; `missed` is what came since."""

    code = "stale"

    def __init__(self, revision: int, missed: list[Line]) -> None:
        last = missed[-1].heading if missed else "nothing"
        super().__init__(f"the game has moved on to revision {revision}; last: {last}")
        self.revision, self.missed = revision, missed


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry that was made, now or by an earlier command with the same key."""

    line: Line
    revision: int  # that the entry made; the game may have moved on


class Table:
    """A game of the store. `enter` may be called from any thread; for all else take the lock."""

    def __init__(self, store: Store, id: str) -> None:
        """Open a game. Raises GameError if there is none, or it cannot be played."""
        self.store, self.id = store, id
        self.lock = threading.RLock()
        self.start = Start.from_json(parse_json(store.start(id), "the game", GameError))
        self._told: dict[str, Any] = {}
        self._game: Game | None = None
        self._last = ""  # the last line that was played
        self.game  # noqa: B018  # a game that cannot be played is said now

    @property
    def game(self) -> Game:
        """The game as it stands. Take the lock while you look at it."""
        if self._game is None:
            journal = Journal.stored(self.store.count(self.id), self._read)
            self._game = self._listening(Game.resume(self.start, journal, self._snapshots))
            self._last = self._line(len(journal))
        return self._game

    def _listening(self, game: Game) -> Game:
        def tell(board: Board, result: Result) -> None:
            self._told = told_of(board, result)

        game.told = tell
        return game

    def _read(self, number: int) -> Entry:
        return _entry(self.store.row(self.id, number).line)

    def _line(self, number: int) -> str:
        return self.store.row(self.id, number).line if number else self.store.start(self.id)

    def _snapshots(self, revision: int) -> Iterable[Any]:
        return self.store.snapshots(self.id, revision)

    # Entries

    def enter(
        self, change: Change, by: str, revision: int, key: str, draw: bool = False
    ) -> Entered:
        """Make an entry; when this returns it will survive a power cut.

        With `draw` the program draws what a check lacks. The same key again gives the same entry.
        Raises Stale, or what `Game.propose` raises, and FileError; nothing was entered then.
        """
        with self.lock:
            known = self.game.revision
            try:
                with self.store.transaction():
                    number = self.store.keyed(self.id, key)
                    self.catch_up()
                    if number is None:
                        number = self._enter(change, by, revision, key, draw)
            except BaseException:
                if self._game is not None and self._game.revision != known:
                    self._game = None  # what was played was not stored, and the store is the truth
                raise
            return Entered(self.line(number), number)

    def _enter(self, change: Change, by: str, revision: int, key: str, draw: bool) -> int:
        game = self.game
        if revision != game.revision:
            raise Stale(game.revision, self.lines(min(revision, game.revision)))
        if draw and isinstance(change, Check):
            change = game.answered(change)
        entry = game.propose(change, by)
        self._told = {}
        game.play(entry)
        line = entry_line(entry, line_hash(self._last.encode())).decode().rstrip("\n")
        self.store.add(self.id, Row(entry.number, line, self._told, key))
        self.store.touch(self.id, game.board.mapped)
        if entry.number % EVERY == 0:
            self.store.keep(self.id, game.snapshot())
        self._last = line
        return entry.number

    def catch_up(self) -> None:
        """Play what another program has entered since."""
        for row in self.store.rows(self.id, self.game.revision):
            self.game.play(_entry(row.line))
            self._last = row.line

    # Reading

    def lines(self, after: int = 0, most: int = -1) -> list[Line]:
        """The journal after a revision, with what was told of each check."""
        game = self.game
        rows = self.store.rows(self.id, after, most)
        return [self._shown(game, row) for row in rows if row.number <= game.revision]

    def line(self, number: int) -> Line:
        """One line of the journal."""
        return self._shown(self.game, self.store.row(self.id, number))

    def _shown(self, game: Game, row: Row) -> Line:
        return Line.of(game, game.entries[row.number - 1], row.told.get("sentence", ""))

    def path(self, number: int) -> list[tuple[str, str]]:
        """Why a check came out as it did, box by box; empty for other entries."""
        return [(node, text) for node, text in self.store.row(self.id, number).told.get("path", [])]

    def preview(self, change: Change) -> Change:
        """The change as it would be entered now, complete; nothing changes."""
        return self.game.propose(change, "").change

    def turn(self, since: int | None) -> str:
        """A turn as text; unless said, the last change that stands and what follows it."""
        return turn_of(self.game, self.lines, since)


def told_of(board: Board, result: Result) -> dict[str, Any]:
    """What is told of a check; `board` is the one it was made on."""
    return {"sentence": sentence(board, result), "path": explain(board, result)}


def listed(game: Game) -> Listed:
    """What a list says of a game."""
    board = game.board
    return Listed(game.start.name, board.title, board.land, board.mapped)


def create(store: Store, start: Start, key: str) -> str:
    """Start a game; returns its id. The same key again gives the same game."""
    game = Game(start)
    with store.transaction():
        made = store.made_by(key)
        return made or store.create(key, json_text(start.to_json()), listed(game))


def import_game(store: Store, data: bytes, key: str) -> str:
    """Take in a game file whole; returns its id. Raises GameError that names the damaged line."""
    file = GameFile("the game file", data)
    told: dict[int, dict[str, Any]] = {}

    def tell(board: Board, result: Result) -> None:
        told[file.game.revision + 1] = told_of(board, result)

    file.game.told = tell
    snapshots = list(_caught_up(file, data.partition(b"\n")[2]))
    lines = [line.decode("utf-8-sig").rstrip("\r") for line in data.split(b"\n")]
    with store.transaction():
        made = store.made_by(key)
        if made:
            return made
        id = store.create(key, lines[0], listed(file.game))
        for number in range(1, file.game.revision + 1):
            store.add(id, Row(number, lines[number], told.get(number, {}), str(number)))
        for snapshot in snapshots:
            store.keep(id, snapshot)
    return id


def _caught_up(file: GameFile, data: bytes) -> Iterator[Snapshot]:
    """Play all lines of a file, with snapshots on the way. Raises GameError."""
    lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
    step = EVERY * (1 + len(lines) // (_IMPORTED * EVERY))
    for start in range(0, len(lines), step):
        file.catch_up(b"".join(lines[start : start + step]))
        if file.torn:  # or only damaged, if others follow
            file.catch_up(b"".join(lines[file.game.revision :]))
            where = f"the game file, line {file.game.revision + 2}"
            raise GameError(f"{where}: was not written to its end")
        yield file.game.snapshot()


def export_game(store: Store, id: str) -> bytes:
    """The game file, byte for byte; also of a game that this program cannot play."""
    lines = [store.start(id), *(row.line for row in store.rows(id))]
    return "".join(f"{line}\n" for line in lines).encode()


def _entry(line: str) -> Entry:
    data = parse_json(line, "an entry", GameError)
    assert isinstance(data, dict)
    data.pop("prev", None)
    return Entry.from_json(data)
