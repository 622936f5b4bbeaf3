"""What is studied: a board, and one or several ways of mapping it, on the same seeds."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Self

from .. import rules
from ..board import Board
from ..boardfile import board_from, board_json
from ..card import Card
from ..chance import key, seed_fault
from ..deck import LARGEST_DECK, Deck
from ..errors import DeckError, RivercheckError
from ..records import RIVER_A, RIVER_B, TERRAINS
from ..rulings import RULINGS, Rulings
from ..ways import ORDERS
from .trial import STUDIES, board_seed

__all__ = ["MOST_VARIANTS", "Plan", "Variant", "changed_deck", "varied", "versus"]

MOST_VARIANTS = 64
QUARTERS = 4  # `deck.forks=4` is the deck as it is
_RANGE = re.compile(r"(\d{1,3})\.\.(\d{1,3})")


@dataclass(frozen=True)
class Variant:
    """One way of mapping the board."""

    label: str
    board: Board
    rulings: Rulings
    deck: Deck
    order: str = "rivers"
    replacement: bool = False


@dataclass(frozen=True)
class Plan:
    """A study, but for how many boards. Raises RivercheckError if it cannot be."""

    variants: tuple[Variant, ...]
    seed: int
    want: str = ""  # conditions, as `longest>=20,lakes<=5`

    def __post_init__(self) -> None:
        fault = seed_fault(self.seed)
        if fault:
            raise RivercheckError(fault, "seed")
        order = self.variants[0].order
        if order not in ORDERS:
            raise RivercheckError(f"unknown order {order!r}: one of {', '.join(ORDERS)}", "order")
        if len(self.variants) > MOST_VARIANTS:
            raise RivercheckError(
                f"{len(self.variants)} variants are more than {MOST_VARIANTS}: vary less", "study"
            )
        if len({variant.label for variant in self.variants}) < len(self.variants):
            raise RivercheckError("two variants of the study are the same: change one", "study")

    @property
    def board(self) -> Board:
        """The board of all variants, as it is before it is mapped."""
        return self.variants[0].board

    def seed_of(self, number: int) -> int:
        """The seed of a board, from 0: with it `explore` maps the same one."""
        return board_seed(*key(self.seed, STUDIES), number)

    def to_json(self) -> dict[str, Any]:
        """As JSON values, for `from_json`."""
        first = self.variants[0]
        return {
            "rules": rules.VERSION,
            "board": board_json(self.board),
            "seed": self.seed,
            "order": first.order,
            "replacement": first.replacement,
            "want": self.want,
            "variants": [
                {
                    "label": one.label,
                    "rulings": one.rulings.values(),
                    "deck": {"name": one.deck.name, "csv": one.deck.to_csv()},
                }
                for one in self.variants
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The plan that `to_json` wrote. Raises KeyError, TypeError or RivercheckError."""
        board = board_from(data["board"])
        variants = tuple(
            Variant(
                one["label"],
                board,
                Rulings.of(one["rulings"]),
                Deck.parse(one["deck"]["csv"], one["deck"]["name"]),
                data["order"],
                data["replacement"],
            )
            for one in data["variants"]
        )
        return cls(variants, data["seed"], data["want"])

    @cached_property
    def text(self) -> str:
        """The plan as one line of JSON."""
        return json.dumps(self.to_json(), ensure_ascii=False)

    @property
    def digest(self) -> str:
        """The first twelve digits of the SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    def differs(self, other: Mapping[str, Any]) -> str:
        """What of another plan, as JSON, is not so here; empty if nothing."""
        ours = json.loads(self.text)
        for name in ("rules", "board", "seed", "order", "replacement", "want"):
            if other.get(name) != ours[name]:
                values = "" if name == "board" else f" ({other.get(name)!r}, not {ours[name]!r})"
                return f"its {name}{values}"
        theirs, mine = ([one["label"] for one in plan["variants"]] for plan in (other, ours))
        if theirs != mine:
            return f"what is compared ({', '.join(theirs)}, not {', '.join(mine)})"
        for one, two in zip(other["variants"], ours["variants"], strict=True):
            for name in ("rulings", "deck"):
                if one[name] != two[name]:
                    return f"the {name} of {one['label']}"
        return ""


# Side by side ---------------------------------------------------------------------------------


def versus(base: Variant, text: str) -> tuple[Variant, ...]:
    """A variant and another: `deck=FILE`, `rulings=NAME`, `own-side=open`, or `deck.forks=6`."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise RivercheckError(
            f"--versus {text!r}: say deck=FILE, rulings=NAME or a ruling, as own-side=open", "study"
        )
    if name == "deck":
        decks = (base.deck, Deck.read(value))
        alike = decks[0].name == decks[1].name and decks[0] != decks[1]
        labels = (f"deck {deck.name}{f' {deck.digest}' if alike else ''}" for deck in decks)
        first, second = (
            replace(base, deck=deck, label=label) for deck, label in zip(decks, labels, strict=True)
        )
        return first, second
    if name == "rulings":
        rulings = Rulings.of(value)
        other = replace(base, rulings=rulings, label=str(rulings))
        return replace(base, label=str(base.rulings)), other
    if name.startswith("deck."):
        deck = changed_deck(base.deck, {name.removeprefix("deck."): value})
        return replace(base, label=f"deck {base.deck.name}"), replace(base, deck=deck, label=text)
    rulings = Rulings.of({**base.rulings.values(), **_changes(text)})
    return replace(base, label=str(base.rulings)), replace(base, rulings=rulings, label=text)


def _changes(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(","))
    return {name.strip(): value.strip() for name, _, value in pairs}


def varied(base: Variant, texts: Sequence[str]) -> tuple[Variant, ...]:
    """All combinations of sweeps, as `own-side=open,barred` and `deck.forks=2..6`."""
    ways = [[(name, value) for value in _values(name, said)] for name, said in map(_named, texts)]
    found = []
    for choice in itertools.product(*ways):
        variant, quarters = base, {}
        for name, value in choice:
            if name.startswith("deck."):
                quarters[name.removeprefix("deck.")] = value
            else:
                variant = _set(variant, name, value)
        label = ",".join(f"{name}={value}" for name, value in choice)
        found.append(replace(variant, deck=changed_deck(variant.deck, quarters), label=label))
    return tuple(found)


def _named(text: str) -> tuple[str, str]:
    name, equals, said = (part.strip() for part in text.partition("="))
    if not equals or not said:
        raise RivercheckError(
            f"--vary {text!r}: say own-side=open,barred or deck.forks=2..6", "study"
        )
    return name, said


def _values(name: str, said: str) -> list[str]:
    """The values of a sweep, in order."""
    match = _RANGE.fullmatch(said)
    if match is None:
        return [value.strip() for value in said.split(",")]
    first, last = map(int, match.groups())
    if first > last:
        raise RivercheckError(f"--vary {name}={said}: the first is larger than the last", "study")
    return [str(number) for number in range(first, last + 1)]


def _set(variant: Variant, name: str, value: str) -> Variant:
    """The variant with one thing changed."""
    if name == "rulings":
        return replace(variant, rulings=Rulings.of(value))
    if name == "deck":
        return replace(variant, deck=Deck.read(value))
    if name not in {ruling.name for ruling in RULINGS}:
        near = get_close_matches(name, ["deck", "rulings", *(one.name for one in RULINGS)], 1)
        hint = f"did you mean {near[0]}?" if near else "a ruling, rulings, deck, or as deck.forks"
        raise RivercheckError(f"nothing that can be varied is called {name!r}: {hint}", "study")
    return replace(variant, rulings=Rulings.of({**variant.rulings.values(), name: value}))


# Decks ----------------------------------------------------------------------------------------


def changed_deck(deck: Deck, quarters: Mapping[str, str]) -> Deck:
    """The deck with more or fewer of the cards that say some words, in quarters: 4 is as it is.

    A card stands four times for each word that it does not say, so many times as said for each
    that it says, multiplied; then all stand as few times as keep the shares. So a deck that
    favours no direction goes on favouring none. Raises DeckError.
    """
    for word, number in quarters.items():
        _require_word(deck, word, number)
    times = [math.prod(_times(card, *one) for one in quarters.items()) for card in deck.cards]
    step = math.gcd(*times) or 1
    if sum(times) // step > LARGEST_DECK:
        raise DeckError(
            f"{deck.name}: would have {sum(times) // step} cards: {LARGEST_DECK} at most"
        )
    if len(set(times)) == 1 and times[0]:
        return deck
    copies = [
        replace(card, id=f"{card.id}+{copy}") if copy else card
        for card, number in zip(deck.cards, times, strict=True)
        for copy in range(number // step)
    ]
    name = ", ".join(f"{word}={number}" for word, number in quarters.items())
    return Deck(f"{deck.name} with {name}", tuple(copies))


def _says(card: Card, word: str) -> bool:
    return word in (card.river_a, card.river_b, card.terrain)


def _times(card: Card, word: str, number: str) -> int:
    return int(number) if _says(card, word) else QUARTERS


def _require_word(deck: Deck, word: str, number: str) -> None:
    """Raise DeckError unless the word is one of cards, and of these, and the number is one."""
    words = dict.fromkeys((*RIVER_A, *RIVER_B, *TERRAINS[1:9]))
    if word not in words:
        near = get_close_matches(word, words, 1)
        hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(words)}"
        raise DeckError(f"deck.{word}: no card says {word!r}: {hint}")
    if not number.isascii() or not number.isdigit() or len(number) > 3:
        raise DeckError(f"deck.{word}={number}: must be a number of quarters; 4 is as it is")
    if not any(_says(card, word) for card in deck.cards):
        raise DeckError(f"{deck.name}: no card says {word!r}")
