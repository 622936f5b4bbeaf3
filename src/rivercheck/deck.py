"""Decks as CSV files, and the dealer who draws, rolls and picks for a game."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Self

from . import chance
from .card import Card, quoted
from .errors import AnswerError, DeckError
from .files import read_text

__all__ = ["COLUMNS", "LARGEST_DECK", "LARGEST_DECK_FILE", "Card", "Dealer", "Deck"]

COLUMNS = ("id", "river_a", "river_b", "first", "second", "terrain")
LARGEST_DECK = 10_000  # cards
LARGEST_ROW = 100  # columns
LARGEST_DECK_FILE = 4 * 1024 * 1024  # bytes

# Low half of a dealer's stream: what it is for. Shuffle k has that of SHUFFLES + k.
ROLLS, PICKS, REPLACED, SHUFFLES = range(4)


@dataclass(frozen=True)
class Deck:
    """The cards of a deck, in their order in its file. Raises DeckError if they cannot serve."""

    name: str
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if not self.cards:
            raise DeckError(f"{self.name}: the deck has no cards")
        if len(self.cards) > LARGEST_DECK:
            raise DeckError(f"{self.name}: more than {LARGEST_DECK} cards")
        missing = {1, 2, 3, 4, 5, 6} - {card.numbers[0] for card in self.cards}
        if missing:
            raise DeckError(
                f"{self.name}: {min(missing)} is the first number of no card; every number "
                "from 1 to 6 must be the first of some card, or drawing again might never end"
            )
        if "" in self.by_id:
            raise DeckError(f"{self.name}: every card must have an id")
        if len(self.by_id) < len(self.cards):
            raise DeckError(f"{self.name}: two cards have the same id")

    @classmethod
    def house(cls) -> Self:
        """The project's own deck of 108 cards. It favours no direction."""
        file = resources.files("rivercheck") / "data" / "house.csv"
        return cls.parse(file.read_text(encoding="utf-8"), "house")

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The deck in a CSV file; `house` is the project's own. Raises FileError or DeckError."""
        if path == "house":
            return cls.house()
        return cls.parse(read_text(path, LARGEST_DECK_FILE), Path(path).name)

    @classmethod
    def parse(cls, text: str, name: str) -> Self:
        """The deck in a CSV text; `name` stands in errors. Raises DeckError that names the line."""
        if len(text) > LARGEST_DECK_FILE:
            raise DeckError(f"{name}: more than {LARGEST_DECK_FILE // 1024 // 1024} MB")
        return cls(name, tuple(_cards(text, name)))

    def to_csv(self) -> str:
        """The deck as CSV with line feeds, in the columns of the format and then the others."""
        further = dict.fromkeys(key for card in self.cards for key, _ in card.extra)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow((*COLUMNS, *further))
        for card in self.cards:
            first, second = (*card.numbers, "")[:2]
            extra = dict(card.extra)
            known = (card.id, card.river_a, card.river_b, first, second, card.terrain)
            writer.writerow((*known, *(extra.get(key, "") for key in further)))
        return text.getvalue()

    @cached_property
    def digest(self) -> str:
        """The first twelve digits of the SHA-256 of the deck as CSV."""
        return hashlib.sha256(self.to_csv().encode()).hexdigest()[:12]

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards}


def _cards(text: str, name: str) -> Iterator[Card]:
    lines: dict[str, int] = {}
    for line, row in _rows(text, name):
        try:
            card = _card(row)
        except AnswerError as error:
            raise DeckError(f"{name}, line {line}: {error}") from None
        if card.id in lines:
            first = lines[card.id]
            raise DeckError(
                f"{name}, line {line}: id {quoted(card.id)} is that of line {first} too"
            )
        if len(lines) == LARGEST_DECK:
            raise DeckError(f"{name}, line {line}: more than {LARGEST_DECK} cards")
        lines[card.id] = line
        yield card


def _rows(text: str, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column, for each line that is not blank."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] = []
    line = 1  # on which the row starts
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if header:
                    yield line, _row(header, cells, f"{name}, line {line}")
                else:
                    header = _header(cells, f"{name}, line {line}")
            line = reader.line_num + 1
    except csv.Error as error:
        raise DeckError(f"{name}, line {reader.line_num}: not CSV: {error}") from None
    if not header:
        raise DeckError(f"{name}: empty; its first line must be {','.join(COLUMNS)}")


def _header(cells: list[str], where: str) -> list[str]:
    cells = [cell.strip() for cell in cells]
    header = [cell.lower() if cell.lower() in COLUMNS else cell for cell in cells]
    for column in COLUMNS:
        if column not in header:
            raise DeckError(f"{where}: no column {column}; the header is {','.join(COLUMNS)}")
    if len(header) > LARGEST_ROW:
        raise DeckError(f"{where}: more than {LARGEST_ROW} columns")
    for column in header:
        if column and header.count(column) > 1:
            raise DeckError(f"{where}: two columns are called {quoted(column)}")
    return header


def _row(header: list[str], cells: list[str], where: str) -> dict[str, str]:
    cells += [""] * (len(header) - len(cells))
    names = header + [""] * (len(cells) - len(header))
    for place, (column, cell) in enumerate(zip(names, cells, strict=True), 1):
        if cell.strip() and not column:  # spreadsheets leave empty columns behind, which do no harm
            raise DeckError(f"{where}: {quoted(cell)} stands in column {place}, which has no name")
    return {column: cell for column, cell in zip(names, cells, strict=True) if column}


def _card(row: dict[str, str]) -> Card:
    """The card of a line. Raises AnswerError."""
    id, *words, first, second, terrain = (row[column].strip() for column in COLUMNS)
    if not id:
        raise AnswerError("id is empty; every card needs one of its own")
    numbers = [_cell_number("first", first)]
    if second:
        numbers.append(_cell_number("second", second))
    river_a, river_b = (word.lower() for word in words)
    extra = tuple((column, cell) for column, cell in row.items() if column not in COLUMNS)
    return Card(river_a, river_b, tuple(numbers), terrain.lower(), id, extra)


def _cell_number(column: str, cell: str) -> int:
    if cell not in ("1", "2", "3", "4", "5", "6"):
        empty = "" if column == "first" else ", or empty"
        raise AnswerError(f"{column} {quoted(cell)} is none of 1, 2, 3, 4, 5, 6{empty}")
    return int(cell)


class Dealer:
    """Draws cards, rolls dice and picks hexsides for one game, all from its seed.

    Its state follows from the deck, the seed and the calls made so far: make the same calls in the
    same order, and it stands where it stood. Cards, dice and picks do not disturb one another, nor
    does a card or die that a person types. Without `replacement` a card is drawn once; as soon as
    the last is gone, all are shuffled again. `stream` (below 2**31) makes a seed serve several
    dealers. Raises DeckError if the seed is none.
    """

    __slots__ = (
        "_base",
        "_drawn",
        "_order",
        "_picked",
        "_rolled",
        "deck",
        "replacement",
        "seed",
        "shuffles",
    )

    def __init__(self, deck: Deck, seed: int, replacement: bool = False, stream: int = 0) -> None:
        fault = chance.seed_fault(seed)
        if fault:
            raise DeckError(fault, "seed")
        self.deck = deck
        self.seed = seed
        self.replacement = replacement
        self.shuffles = 0  # how often the deck was shuffled again
        self._base = stream << 32
        self._drawn = self._rolled = self._picked = 0
        self._order = self._shuffled()  # places of cards in the deck, the next one last

    def _shuffled(self) -> list[int]:
        stream = self._base + SHUFFLES + self.shuffles
        return chance.shuffled(len(self.deck.cards), self.seed, stream)

    def _next(self, n: int, stream: int, counter: int) -> int:
        return chance.below(n, self.seed, self._base + stream, counter)

    @property
    def left(self) -> tuple[str, ...]:
        """The ids of the cards still in, in the order of the deck; never empty."""
        return tuple(self.deck.cards[place].id for place in sorted(self._order))

    @property
    def state(self) -> tuple[int, tuple[str, ...], int, int, int]:
        """Shuffles, ids gone since the last, and the counts of replaced draws, rolls, picks."""
        held = set(self._order)
        cards = self.deck.cards
        gone = tuple(card.id for place, card in enumerate(cards) if place not in held)
        return self.shuffles, gone, self._drawn, self._rolled, self._picked

    def to_json(self) -> dict[str, object]:
        """Where this dealer stands, as JSON values, for `from_json`."""
        counts = {"drawn": self._drawn, "rolled": self._rolled, "picked": self._picked}
        return {"shuffles": self.shuffles, "order": self._order.copy(), **counts}

    @classmethod
    def from_json(cls, deck: Deck, seed: int, replacement: bool, data: Mapping[str, Any]) -> Dealer:
        """A dealer who stands where that of `to_json` stood, with the same deck and seed."""
        dealer = cls(deck, seed, replacement)
        dealer.shuffles, dealer._order = data["shuffles"], list(data["order"])
        dealer._drawn, dealer._rolled = data["drawn"], data["rolled"]
        dealer._picked = data["picked"]
        return dealer

    def copy(self) -> Dealer:
        """Another dealer who stands where this one stands."""
        twin = Dealer.__new__(Dealer)
        for slot in Dealer.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin._order = self._order.copy()
        return twin

    def draw(self) -> Card:
        """The next card."""
        if self.replacement:
            self._drawn += 1
            return self.deck.cards[self._next(len(self.deck.cards), REPLACED, self._drawn - 1)]
        card = self.deck.cards[self._order[-1]]
        self._remove(len(self._order) - 1)
        return card

    def take(self, card: Card) -> bool:
        """Take out a card that a person drew and typed; False if it was not in any more.

        It is the card of that id, or without an id the first with equal words and numbers.
        """
        fits = [place for place in self._order if _is_of(self.deck.cards[place], card)]
        if fits and not self.replacement:
            self._remove(self._order.index(min(fits)))
        return bool(fits)

    def _remove(self, index: int) -> None:
        del self._order[index]
        if not self._order:
            self.shuffles += 1
            self._order = self._shuffled()

    def roll(self) -> int:
        """A die: 1 to 6."""
        self._rolled += 1
        return 1 + self._next(6, ROLLS, self._rolled - 1)

    def pick(self, options: Sequence[int]) -> int:
        """One of the options, which may come in any order. Raises AnswerError if there is none."""
        if not options:
            raise AnswerError("there is nothing to pick from")
        self._picked += 1
        return sorted(options)[self._next(len(options), PICKS, self._picked - 1)]


def _is_of(held: Card, card: Card) -> bool:
    return held.id == card.id if card.id else held.same(card)
