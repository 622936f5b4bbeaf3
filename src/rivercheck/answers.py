"""Answers of chance: cards, dice and picks, as they are written and as the rules read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from . import rules
from .card import Card
from .errors import AnswerError
from .records import RIVER_A, RIVER_B

__all__ = ["Said", "answer", "card_of", "script", "short", "to_json"]

Said = rules.Answer | Card | Mapping[str, object] | str  # every way to write one answer

_KINDS = {rules.CARD: "card", rules.DIE: "die", rules.PICK: "pick"}
_SHORT = re.compile(r"(die|pick)\s+(\d{1,9})", re.IGNORECASE | re.ASCII)


def script(said: Iterable[Said]) -> list[rules.Answer]:
    """A script of answers. Raises AnswerError that says which one is impossible."""
    answers = []
    for place, one in enumerate(said, 1):
        try:
            answers.append(answer(one))
        except AnswerError as error:
            raise AnswerError(f"answer {place}: {error}") from None
    return answers


def answer(said: Said) -> rules.Answer:
    """One answer: a card, `{"die": 4}`, or short: `continues/none 3,5`, `die 4`, `pick 2`."""
    if isinstance(said, rules.Answer):
        return said
    if isinstance(said, Card):
        return _from_card(said)
    if isinstance(said, str):
        match = _SHORT.fullmatch(said.strip())
        if match:
            return _number(match[1].lower(), int(match[2]))
        return _from_card(Card.parse(said))
    if isinstance(said, Mapping) and len(said) == 1:
        (kind, value), *_ = said.items()
        if kind == "card" and isinstance(value, Mapping):
            return _from_card(Card.from_json(dict(value)))
        if kind in ("die", "pick"):
            return _number(kind, value)
    raise AnswerError('an answer is {"card": {...}}, {"die": 1-6} or {"pick": hexside}')


def _number(kind: str, value: object) -> rules.Answer:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 6:
        raise AnswerError(f"{kind} {value!r}: must be a whole number from 1 to 6")
    return rules.Answer(rules.DIE if kind == "die" else rules.PICK, value)


def _from_card(card: Card) -> rules.Answer:
    first, *rest = card.numbers
    return rules.Answer(
        rules.CARD,
        river_a=RIVER_A.index(card.river_a),
        river_b=RIVER_B.index(card.river_b),
        first=first,
        second=rest[0] if rest else 0,
    )


def card_of(answer: rules.Answer) -> Card:
    """The card that an answer of that kind stands for."""
    numbers = (answer.first, answer.second) if answer.second else (answer.first,)
    return Card(RIVER_A[answer.river_a], RIVER_B[answer.river_b], numbers)


def short(answer: rules.Answer) -> str:
    """The short form: `continues/none 3,5`, `die 4` or `pick 2`."""
    if answer.kind == rules.CARD:
        return card_of(answer).short
    return f"{_KINDS[answer.kind]} {answer.value}"


def to_json(answers: Sequence[rules.Answer]) -> list[dict[str, object]]:
    """The script as JSON values."""
    return [
        {"card": card_of(one).to_json()}
        if one.kind == rules.CARD
        else {_KINDS[one.kind]: one.value}
        for one in answers
    ]
