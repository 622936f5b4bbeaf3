"""Cards, as they are written in decks, scripts and messages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from .errors import AnswerError
from .records import RIVER_A, RIVER_B, TERRAINS

__all__ = ["Card", "quoted"]

_LONGEST_ID = 64
_LAND_AND_WATER = TERRAINS[1:9]  # a card never names the sea
_SHORT = re.compile(r"([a-z]+) */ *([a-z]+)[ ,]+([0-9])(?:[ ,]+([0-9]))?")
_EXPECTED = (
    f"write it like continues/none 3,5: one of {', '.join(RIVER_A)}, a slash, "
    f"one of {', '.join(RIVER_B)}, and one or two numbers from 1 to 6"
)


@dataclass(frozen=True, slots=True)
class Card:
    """A card: words for River A and River B, one or two hexsides, for a terrain draw its terrain.

    `extra` are the further columns of a deck file. Raises AnswerError if there is no such card.
    """

    river_a: str
    river_b: str
    numbers: tuple[int, ...]
    terrain: str = ""
    id: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _require_word("river_a", self.river_a, RIVER_A)
        _require_word("river_b", self.river_b, RIVER_B)
        if self.terrain:
            _require_word("terrain", self.terrain, _LAND_AND_WATER)
        _require_numbers(self.numbers)
        if len(self.id) > _LONGEST_ID or not self.id.isprintable() or "," in self.id:
            raise AnswerError(
                f"id {quoted(self.id)}: no commas or control characters, "
                f"and at most {_LONGEST_ID} characters"
            )

    @property
    def short(self) -> str:
        """The short form, `continues/none 3,5`."""
        return f"{self.river_a}/{self.river_b} {','.join(map(str, self.numbers))}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The card of a short form; `f/n 3 5` will do. Raises AnswerError."""
        match = _SHORT.fullmatch(" ".join(text.lower().split()))
        if match is None:
            raise AnswerError(f"card {quoted(text)}: {_EXPECTED}")
        try:
            river_a = _completed("river_a", match[1], RIVER_A)
            river_b = _completed("river_b", match[2], RIVER_B)
            return cls(
                river_a, river_b, tuple(int(number) for number in match.groups()[2:] if number)
            )
        except AnswerError as error:
            raise AnswerError(f"card {quoted(text)}: {error}") from None

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The card of a JSON object; keys it does not know are passed over. Raises AnswerError."""
        if not isinstance(data, Mapping):
            raise AnswerError("a card is an object with river_a, river_b and numbers")
        for key in ("river_a", "river_b", "numbers"):
            if key not in data:
                raise AnswerError(f"the card lacks the key {key}")
        numbers = data["numbers"]
        if not isinstance(numbers, list | tuple):
            raise AnswerError("numbers must be a list of one or two numbers from 1 to 6")
        terrain, id = _text("terrain", data), _text("id", data)
        return cls(data["river_a"], data["river_b"], tuple(numbers), terrain, id)

    def to_json(self) -> dict[str, object]:
        """The card as JSON values, with terrain and id if it has them."""
        data: dict[str, object] = {
            "river_a": self.river_a,
            "river_b": self.river_b,
            "numbers": list(self.numbers),
        }
        if self.terrain:
            data["terrain"] = self.terrain
        if self.id:
            data["id"] = self.id
        return data

    def same(self, other: Card) -> bool:
        """Whether a check reads the same on both: equal words and numbers."""
        return (self.river_a, self.river_b, self.numbers) == (
            other.river_a,
            other.river_b,
            other.numbers,
        )


def quoted(value: object) -> str:
    """A text that somebody wrote, in quotation marks, for one line of an error."""
    text = str(value)
    return json.dumps(text if len(text) <= 40 else f"{text[:40]}…", ensure_ascii=False)


def _require_word(key: str, word: object, allowed: Sequence[str]) -> None:
    if not isinstance(word, str) or word not in allowed:
        raise AnswerError(f"{key} {quoted(word)} is none of {', '.join(allowed)}")


def _completed(key: str, prefix: str, allowed: Sequence[str]) -> str:
    found = [word for word in allowed if word.startswith(prefix)]
    if len(found) != 1:
        raise AnswerError(f"{key} {quoted(prefix)} is none of {', '.join(allowed)}")
    return found[0]


def _require_numbers(numbers: tuple[object, ...]) -> None:
    if len(numbers) not in (1, 2):
        raise AnswerError(f"a card has one or two numbers, not {len(numbers)}")
    for number in numbers:
        if type(number) is not int or not 1 <= number <= 6:
            raise AnswerError(f"number {quoted(number)} is none of 1, 2, 3, 4, 5, 6")
    if len(set(numbers)) != len(numbers):
        raise AnswerError(f"both numbers are {numbers[0]}; they must differ")


def _text(key: str, data: Mapping[str, object]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise AnswerError(f"{key} must be a text")
    return value
