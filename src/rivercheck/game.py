"""A game: how it started, the journal of its entries, and the state that follows from them.

The state is derived from the start and the entries that stand. Nothing leaves the journal: an entry
that was undone stays in it, struck out. Chance comes from the seed and from what the standing
entries have used of it, so a check that is undone and made again gets the same card and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    )
    return Start.from_json(start.to_json())


def board_hash(board: Board) -> str:
    """Twelve hexadecimal digits that two sides can compare: equal boards have the same."""
    return _digest(board_text(board))[:12]


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Game:
    """A game as it stands. `entries` is the journal; its length is the revision."""

    def __init__(self, start: Start, entries: Iterable[Entry] = ()) -> None:
        """Play a game from its start.

        Raises GameError at the first entry that is not valid, and for rules of another version.
        """
        self.start = start
        self.entries: list[Entry] = []
        self.standing: list[int] = []  # numbers of the entries that changed something and stand
        self._undone: list[tuple[int, ...]] = []  # what redo would put back, the last first
        self._before: dict[int, Before] = {}  # what takes each standing entry back
        self._position = _opening(start)
        for entry in entries:
            self.play(entry)

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

    def struck(self, entry: Entry) -> bool:
        """Whether an entry of the journal is undone."""
        changing = not isinstance(entry.change, Note | Undo | Redo)
        return changing and entry.number not in self._before

    def at(self, revision: int) -> Game:
        """The game as it was at an earlier revision."""
        if not 0 <= revision <= self.revision:
            raise GameError(f"revision {revision}: the game has 0 to {self.revision}", "revision")
        return Game(self.start, self.entries[:revision])

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
        if not self._undone:
            raise GameError("there is nothing to redo: the last change was no undo", "nothing")
        return _agreed("redo", change.entries, self._undone[-1])

    def _undo(self, numbers: tuple[int, ...]) -> None:
        for number in reversed(numbers):
            self._position.restore(self._before.pop(number))
        del self.standing[-len(numbers) :]
        self._undone.append(numbers)

    def _redo(self, numbers: tuple[int, ...]) -> None:
        quiet = replace(self._position, told=None)
        for number in numbers:
            _, self._before[number] = carry_out(quiet, self.entries[number - 1].change)
        self._position.dealer = quiet.dealer
        self.standing += self._undone.pop()


def _opening(start: Start) -> Position:
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
    deck = Deck.parse(start.deck.csv, start.deck.name)
    dealer = Dealer(deck, start.seed, start.replacement)
    board = board_from(start.board, "the board at the start")
    return Position(board, dealer, Rulings.of(start.rulings))


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
