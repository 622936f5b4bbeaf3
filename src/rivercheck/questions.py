"""The questions of a check put one at a time to whoever holds the cards, with every choice.

A card is asked for in parts: its word first, then as many of its numbers as can matter here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .answers import Said
from .board import Board
from .prospects import Part, Prospector, part_needed
from .records import RIVER_A, RIVER_B
from .referee import Result
from .words import REFUSED, side_name

__all__ = ["Choice", "Question", "question"]

Kind = Literal["word", "number", "second", "die", "pick"]

_ASKS = {
    "river_a": "A river leads here, so River A of a card decides. Draw a card: what does it say?",
    "river_b": "No river leads here, so River B of a card decides. Draw a card: what does it say?",
    "number": "Which number stands first on the card?",
    "next": "The river must go on. Draw the next card; only its first number counts. Which is it?",
    "second": "Which is the second number of the card?",
    "die": "Roll a die: what does it show?",
    "pick": "Choose one of these hexsides at random: roll a die until it shows one of them.",
}
_TWO_NUMBERS = {
    "forks": "The river forks to each of the card's numbers that is acceptable.",
    "crosses": "The river crosses from the first number to the second if both are acceptable; "
    "else it may begin here.",
}
_FORMS = {"river_a": "{}/none", "river_b": "ends/{}", "number": "continues/none"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be said, and what it comes to.

    It either completes an answer (as an entry of a game holds it), or it is a part of a card, to be
    asked on with: `word` and `numbers` are all of the card that is said then.
    """

    label: str
    meaning: str = ""
    refused: str = ""  # why this hexside is not acceptable
    side: int = 0  # of a choice that is a hexside
    die: int = 0  # of a choice that is a face
    answer: dict[str, Any] | None = None
    word: str = ""
    numbers: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, why the river may not simply end, and all that can be said."""

    kind: Kind
    question: str
    why: str
    choices: list[Choice]

    def to_json(self) -> dict[str, Any]:
        """As JSON values: the fields by their names."""
        return asdict(self)


def question(
    board: Board,
    answers: Sequence[Said],
    result: Result,
    word: str = "",
    numbers: Sequence[int] = (),
) -> Question | None:
    """What to ask next; None if the check is finished.

    `word` and `numbers` are what was said already of the card that is asked for.
    """
    if result.need is None:
        return None
    return _Asking(board, answers, result, word, list(numbers)).question()


class _Asking:
    def __init__(
        self, board: Board, answers: Sequence[Said], result: Result, word: str, numbers: list[int]
    ) -> None:
        self.board, self.result = board, result
        self.tried = Prospector(board, answers, result)
        self.word, self.numbers = word, numbers
        assert result.need is not None
        self.kind = result.need.kind
        self.part: Part = part_needed(board, result) if self.kind == "card" else "number"

    def question(self) -> Question:
        if self.kind == "die":
            choices = [self._whole(str(n), {"die": n}, die=n) for n in range(1, 7)]
            return self._asked("die", "die", choices)
        if self.kind == "pick":
            assert self.result.need is not None
            sides = self.result.need.options or ()
            picks = [self._whole(self._named(n), {"pick": n}, side=n) for n in sides]
            return self._asked("pick", "pick", picks)
        if self.part != "number" and not self.word:
            return self._asked("word", self.part, list(self._words()))
        if self.numbers:
            return self._asked("second", "second", list(self._seconds()))
        asked = "next" if self.part == "number" else "number"
        return self._asked("number", asked, [self._number(n) for n in range(1, 7)])

    def _asked(self, kind: Kind, asked: str, choices: list[Choice]) -> Question:
        reason = self.tried.reason
        why = f"The river may not end here: {reason}." if reason else ""
        return Question(kind, _ASKS[asked], why, choices)

    def _words(self) -> Iterator[Choice]:
        """Each word; where the numbers cannot matter, it is the whole answer."""
        for word in RIVER_A if self.part == "river_a" else RIVER_B:
            if word in _TWO_NUMBERS:
                yield Choice(word, _TWO_NUMBERS[word], word=word)
            elif self.tried.alike(self._form(word)):
                yield self._whole(word, {**self._answer(word, [1]), "unasked": True})
            else:
                yield Choice(word, "Its first number decides.", word=word)

    def _number(self, number: int) -> Choice:
        name = self._named(number)
        answer = self._answer(self.word, [number])
        if self.word in _TWO_NUMBERS:
            refused = self._refused(answer, number)
            return Choice(name, "", refused, number, word=self.word, numbers=[number])
        return self._whole(name, answer, side=number)

    def _seconds(self) -> Iterator[Choice]:
        first, *_ = self.numbers
        for number in range(1, 7):
            if number != first:
                answer = self._answer(self.word, [first, number])
                yield self._whole(self._named(number), answer, side=number)
        yield self._whole("It has only one", self._answer(self.word, [first]))

    def _whole(self, label: str, answer: dict[str, Any], side: int = 0, die: int = 0) -> Choice:
        said = {key: value for key, value in answer.items() if key in ("card", "die", "pick")}
        after = self.tried.check(said)
        refused = self._refused(answer, side) if self.kind == "card" and side else ""
        given = {"from": "typed", **answer}
        meaning = self.tried.brief(after, named=bool(self.numbers))
        return Choice(label, meaning, refused, side, die, given)

    def _refused(self, answer: dict[str, Any], side: int) -> str:
        """Why this hexside of the answer is not acceptable, if it was asked and is not."""
        after = self.tried.check({"card": answer["card"]})
        steps = after.trace[len(self.result.trace) :]
        found = (step.refused for step in steps if step.refused and step.value == side)
        return next((REFUSED[refused] for refused in found), "")

    def _answer(self, word: str, numbers: list[int]) -> dict[str, Any]:
        river_a, river_b = self._form(word).split("/")
        card = {"river_a": river_a, "river_b": river_b, "numbers": numbers}
        return {"card": card, "part": self.part}

    def _form(self, word: str) -> str:
        return _FORMS[self.part].format(word)

    def _named(self, side: int) -> str:
        return side_name(self.board, side)
