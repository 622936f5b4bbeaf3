"""A game: how it started, the journal of its entries, and the state that follows from them.

The state is derived from the start and the entries that stand. Nothing leaves the journal: an entry
that was undone stays in it, struck out. Chance comes from the seed and from what the standing
entries have used of it, so a check that is undone and made again gets the same card and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from . import rules
from .board import Board
from .boardfile import board_from, board_json, board_text
from .chance import fresh_seed, seed_fault
from .changes import Before, Position, Told, attempt, carry_out
from .deck import Dealer, Deck
from .entries import Change, Check, DeckText, Entry, Given, Note, Redo, Start, Terrain, Undo, utc
from .errors import GameError, RivercheckError
from .referee import Result
from .rulings import Rulings
from .snapshot import Journal, Snapshot, Snapshots

__all__ = ["Game", "board_hash", "new_start"]


def new_start(
    board: Board,
    deck: Deck,
    *,
    name: str = "",
    rulings: Rulings | Mapping[str, str] | str | None = None,
    seed: int | None = None,
    replacement: bool = False,
    time: datetime | None = None,
    explorers: Sequence[str] = (),
    odds: bool = True,
) -> Start:
    """How a new game starts. Rulings given here win over the board's."""
    csv = deck.to_csv()
    start = Start(
        rivercheck_game=1,
        name=name or board.title,
        time=utc(time),
        rules=rules.VERSION,
        rulings=Rulings.of(board.rulings if rulings is None else rulings).values(),
        seed=fresh_seed() if seed is None else seed,
        deck=DeckText(deck.name, _digest(csv), csv),
        board=board_json(board),
        replacement=replacement,
        explorers=tuple(dict.fromkeys(explorers)),
        odds=odds,
    )
    return Start.from_json(start.to_json())


def board_hash(board: Board) -> str:
    """Twelve hexadecimal digits that two sides can compare: equal boards have the same."""
    return _digest(board_text(board))[:12]


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Game:
    """A game as it stands. `entries` is the journal; its length is the revision."""

    def __init__(
        self, start: Start, entries: Iterable[Entry] = (), last: Snapshot | None = None
    ) -> None:
        """Play a game from its start, or on from a snapshot of it; see `resume`.

        Raises GameError at the first entry that is not valid, and for rules of another version.
        """
        self.start = start
        self.entries = Journal()
        # Numbers of the entries that changed something and stand; of those that are undone; and
        # what redo would put back, the last first.
        self.standing: list[int] = [] if last is None else list(last.standing)
        self.struck: set[int] = set() if last is None else set(last.struck)
        undone = () if last is None else last.undone
        self._undone: list[tuple[int, ...]] = [tuple(numbers) for numbers in undone]
        self._before: dict[int, Before] = {}  # what takes a standing entry back, if still known
        self._snapshots: Snapshots = _no_snapshots
        self._position = _opening(start) if last is None else _resumed(start, last)
        for entry in entries:
            self.play(entry)

    @classmethod
    def resume(cls, start: Start, journal: Journal, snapshots: Snapshots) -> Game:
        """The game with this journal, played on from its last snapshot.

        Raises GameError where `Game(start, journal)` would, but looks at nothing before that.
        """
        last = next(iter(snapshots(len(journal))), None)
        game = cls(start, last=last)
        game.entries = journal.first(0 if last is None else last.revision)
        game._snapshots = snapshots
        for entry in journal[game.revision :]:
            game.play(entry)
        return game

    def snapshot(self) -> Snapshot:
        """The game as it stands, for `resume`."""
        undone = [list(numbers) for numbers in self._undone]
        board, dealer = board_json(self.board), self.dealer.to_json()
        standing, struck = list(self.standing), sorted(self.struck)
        return Snapshot(self.revision, standing, struck, undone, board, dealer)

    @property
    def board(self) -> Board:
        """The board as it stands. It belongs to the game: copy it to change it."""
        return self._position.board

    @property
    def told(self) -> Told | None:
        """What is given each check as it is played, just before it is drawn on the board."""
        return self._position.told

    @told.setter
    def told(self, told: Told | None) -> None:
        self._position.told = told

    @property
    def dealer(self) -> Dealer:
        """The deck and dice as they stand. They belong to the game."""
        return self._position.dealer

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self._position.rulings

    @property
    def revision(self) -> int:
        """How many entries the journal has."""
        return len(self.entries)

    @property
    def closing(self) -> str:
        """A line that two sides of a game by mail can compare."""
        board = board_hash(self.board)
        return f"-- revision {self.revision} · board {board} · rules {self.start.rules}"

    @property
    def to_redo(self) -> tuple[int, ...]:
        """The entries that redo would put back; none if the last change was no undo."""
        return self._undone[-1] if self._undone else ()

    def at(self, revision: int) -> Game:
        """The game as it was at an earlier revision."""
        if not 0 <= revision <= self.revision:
            raise GameError(f"revision {revision}: the game has 0 to {self.revision}", "revision")
        return Game.resume(self.start, self.entries.first(revision), self._snapshots)

    # Adding

    def attempt(self, change: Check) -> tuple[Check, Result]:
        """Run a check as far as its answers go; nothing changes. See `Result.need`.

        An answer `Given("drawn")` without a value is drawn by the program; it is the same however
        often it is asked for.
        """
        return attempt(self._position, change)

    def answered(self, change: Check, ask: Callable[[Result], Given] | None = None) -> Check:
        """The check with answers to its end; nothing changes yet.

        The program draws them, unless `ask` is given the unfinished result and returns the next.
        """
        if ask is None:
            return attempt(self._position, change, draw=True)[0]
        change, result = self.attempt(change)
        while result.need is not None:
            answers = (*change.answers, ask(result))
            change, result = self.attempt(replace(change, answers=answers))
        return change

    def add(self, change: Change, by: str, time: datetime | None = None) -> Entry:
        """Make an entry. Raises what `propose` raises, and has then changed nothing."""
        entry = self.propose(change, by, time)
        self.play(entry)
        return entry

    def propose(self, change: Change, by: str, time: datetime | None = None) -> Entry:
        """The entry that this change would make now, complete; nothing changes yet.

        What the change says of its own outcome must be what follows. Raises HexError, AnswerError,
        BoardError or GameError.
        """
        if isinstance(change, Check | Terrain):
            change = _signed(change, by)
        entry = Entry(self.revision + 1, utc(time), by, change)
        entry = Entry.from_json(entry.to_json())
        return replace(entry, change=self._completed(entry.change))

    def play(self, entry: Entry) -> None:
        """Append an entry that was made before. Raises GameError if it does not belong here."""
        expected = self.revision + 1
        if entry.number != expected:
            raise GameError(f"entry {entry.number} stands where entry {expected} belongs")
        try:
            _require_complete(entry.change)
            self._apply(entry)
        except RivercheckError as error:
            message = f"entry {entry.number} ({entry.kind}): {error}"
            raise GameError(message, error.code) from None
        self.entries.append(entry)

    def _completed(self, change: Change) -> Change:
        if isinstance(change, Undo):
            return replace(change, entries=self._to_undo(change))
        if isinstance(change, Redo):
            return replace(change, entries=self._to_redo(change))
        if isinstance(change, Note):
            return change
        quiet = replace(self._position, told=None)
        done, before = carry_out(quiet, change)
        quiet.restore(before)
        return done

    def _apply(self, entry: Entry) -> None:
        change = entry.change
        if isinstance(change, Undo):
            self._undo(self._to_undo(change))
        elif isinstance(change, Redo):
            self._redo(self._to_redo(change))
        elif not isinstance(change, Note):
            _, self._before[entry.number] = carry_out(self._position, change)
            self.standing.append(entry.number)
            self._undone.clear()

    # Undo and redo

    def _to_undo(self, change: Undo) -> tuple[int, ...]:
        if change.to is None:
            numbers = tuple(self.standing[-1:])
        elif change.to > self.revision:
            raise GameError(f"there is no entry {change.to}: there are {self.revision}", "revision")
        else:
            numbers = tuple(number for number in self.standing if number > change.to)
        if not numbers:
            after = "" if change.to is None else f" after entry {change.to}"
            raise GameError(f"there is nothing to undo{after}", "nothing")
        return _agreed("undo", change.entries, numbers)

    def _to_redo(self, change: Redo) -> tuple[int, ...]:
        if not self.to_redo:
            raise GameError("there is nothing to redo: the last change was no undo", "nothing")
        return _agreed("redo", change.entries, self.to_redo)

    def _undo(self, numbers: tuple[int, ...]) -> None:
        del self.standing[-len(numbers) :]
        self.struck.update(numbers)
        self._undone.append(numbers)
        if all(number in self._before for number in numbers):
            for number in reversed(numbers):
                self._position.restore(self._before.pop(number))
        else:
            self._stand_again()

    def _stand_again(self) -> None:
        """Set the board up anew from what stands, on the last snapshot that has no more than it."""
        last = next(filter(self._within, self._snapshots(self.revision)), None)
        position = _opening(self.start) if last is None else _resumed(self.start, last)
        self._before = {}
        for number in self.standing[0 if last is None else len(last.standing) :]:
            _, self._before[number] = carry_out(position, self.entries[number - 1].change)
        self._position = replace(position, told=self.told)

    def _within(self, snapshot: Snapshot) -> bool:
        return snapshot.standing == self.standing[: len(snapshot.standing)]

    def _redo(self, numbers: tuple[int, ...]) -> None:
        quiet = replace(self._position, told=None)
        for number in numbers:
            _, self._before[number] = carry_out(quiet, self.entries[number - 1].change)
        self._position.dealer = quiet.dealer
        self.standing += self._undone.pop()
        self.struck.difference_update(numbers)


def _no_snapshots(revision: int) -> Iterable[Snapshot]:
    return ()


def _opening(start: Start) -> Position:
    deck = _deck(start)
    dealer = Dealer(deck, start.seed, start.replacement)
    board = board_from(start.board, "the board at the start")
    return Position(board, dealer, Rulings.of(start.rulings))


def _resumed(start: Start, last: Snapshot) -> Position:
    dealer = Dealer.from_json(_deck(start), start.seed, start.replacement, last.dealer)
    board = board_from(last.board, f"the board at revision {last.revision}", damaged=True)
    return Position(board, dealer, Rulings.of(start.rulings))


def _deck(start: Start) -> Deck:
    """The deck of a game. Raises GameError unless this program can play it."""
    if start.rules != rules.VERSION:
        raise GameError(
            f"this game is played by version {start.rules} of the rules, and this program has "
            f"version {rules.VERSION}: use a release with that version",
            "rules-version",
        )
    fault = seed_fault(start.seed)
    if fault:
        raise GameError(fault)
    if _digest(start.deck.csv) != start.deck.digest:
        raise GameError("deck: the cards are not those that the digest is of")
    return Deck.parse(start.deck.csv, start.deck.name)


def _agreed(what: str, said: tuple[int, ...] | None, numbers: tuple[int, ...]) -> tuple[int, ...]:
    if said is not None and said != numbers:
        shown = [", ".join(map(str, list)) for list in (said, numbers)]
        raise GameError(f"{what} of entries {shown[0]} is noted; now it is {shown[1]}", "stale")
    return numbers


def _signed(change: Check | Terrain, by: str) -> Check | Terrain:
    """Typed answers that do not say by whom are by whoever makes the entry."""
    if change.terrain_card is not None:
        change = replace(change, terrain_card=_by(change.terrain_card, by))
    if isinstance(change, Check):
        change = replace(change, answers=tuple(_by(one, by) for one in change.answers))
    return change


def _by(one: Given, by: str) -> Given:
    return replace(one, by=by) if one.source == "typed" and not one.by else one


def _require_complete(change: Change) -> None:
    for key in ("result", "hexes", "entries"):
        if getattr(change, key, key) is None:
            raise GameError(f"the key {key} is missing")
    answers = [*change.answers] if isinstance(change, Check) else []
    if isinstance(change, Check | Terrain) and change.terrain_card is not None:
        answers.append(change.terrain_card)
    if any(one.said() is None for one in answers):
        raise GameError("an answer has no value")
