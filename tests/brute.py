"""Odds by brute force: every order of whole cards, every die and every pick, one by one.

Nothing is merged, counted or solved. It is for small decks: there is a path for each way in which
cards can come one after another. The rules are asked, or the oracle, which shares nothing with
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import oracle
from rivercheck import rules
from rivercheck.answers import answer
from rivercheck.boardfile import board_from
from rivercheck.card import Card
from rivercheck.records import OUTCOMES, TERRAINS, sides_of, tests_of
from rivercheck.rulings import Rulings

Json = dict[str, Any]
Key = tuple[object, ...]  # the six values that tell outcomes apart
Need = tuple[str, Sequence[int]]  # card, die or pick, and what a pick is among
Tree = dict[Key, Fraction]


class Check(Protocol):
    """The check of one hex, as it is asked."""

    def said(self, kind: str, value: Any) -> Any:
        """An answer: a card, a die or a pick."""

    def run(self, said: list[Any]) -> tuple[Key | None, Need]:
        """The outcome, or None and what is needed."""


class ByOracle:
    """By the second transcription of the chart."""

    def __init__(self, board: Json, hex: str, rulings: Mapping[str, str] | str) -> None:
        self.asked = board, hex, rulings if isinstance(rulings, str) else dict(rulings)

    def said(self, kind: str, value: Any) -> Json:
        return {kind: value.to_json() if isinstance(value, Card) else value}

    def run(self, said: list[Json]) -> tuple[Key | None, Need]:
        result = oracle.check(*self.asked, said)
        if result["outcome"] is None:
            return None, (result["need"]["kind"], result["need"]["options"] or ())
        return key_of(result), ("", ())


class ByRules:
    """By the rules themselves, some thirty times faster."""

    def __init__(self, board: Json, hex: str, rulings: Mapping[str, str] | str) -> None:
        self.board, self.rulings = board_from(board), Rulings.of(rulings)
        self.hex = self.board.layout.find(hex)

    def said(self, kind: str, value: Any) -> rules.Answer:
        return answer(value if isinstance(value, Card) else {kind: value})

    def run(self, said: list[rules.Answer]) -> tuple[Key | None, Need]:
        run = rules.Run(self.hex, said)
        rules.river_check(self.board.hexes, self.board.grid, self.rulings, run)
        if run.outcome == rules.UNFINISHED:
            kind = {rules.CARD: "card", rules.DIE: "die", rules.PICK: "pick"}[run.need]
            return None, (kind, sides_of(run.options) if kind == "pick" else ())
        return key_of_run(run), ("", ())


def key_of(result: Json) -> Key:
    """The six values of a result as JSON."""
    values = [result[name] for name in ("outcome", "terrain", "in", "out", "source", "forced")]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def key_of_run(run: rules.Run) -> Key:
    """The six values of a run of the rules."""
    strokes = tuple(sides_of(run.ins)), tuple(sides_of(run.outs))
    forced = tuple(tests_of(run.forced))
    return OUTCOMES[run.outcome], TERRAINS[run.terrain], *strokes, bool(run.source), forced


def tree(check: Check, deck: Sequence[Card], left: Sequence[Card]) -> Tree:
    """Outcomes and probabilities. A card is drawn from those left; when none is, all return."""
    cards = [check.said("card", card) for card in deck]
    rest = [check.said("card", card) for card in left]
    return _sum(_walk(check, cards, rest, [], Fraction(1)))


def _sum(ends: Iterable[tuple[Key, Fraction]]) -> Tree:
    found: Tree = {}
    for end, weight in ends:
        found[end] = found.get(end, Fraction()) + weight
    return found


def _walk(
    check: Check, deck: list[Any], left: list[Any], said: list[Any], weight: Fraction
) -> Iterator[tuple[Key, Fraction]]:
    end, need = check.run(said)
    if end is not None:
        yield end, weight
        return
    choices = _choices(check, need, deck, left)
    for one, rest in choices:
        yield from _walk(check, deck, rest, [*said, one], weight / len(choices))


def _choices(
    check: Check, need: Need, deck: list[Any], left: list[Any]
) -> list[tuple[Any, list[Any]]]:
    """Each answer, and the cards left after it."""
    kind, options = need
    if kind == "card":
        return [(card, left[:n] + left[n + 1 :] or deck) for n, card in enumerate(left)]
    return [(check.said(kind, one), left) for one in (options or range(1, 7))]


def replaced(check: Check, deck: Sequence[Card], longest: int) -> tuple[Tree, Fraction]:
    """The same where each card goes back: by up to so many answers, and the weight of the rest."""
    cards = [check.said("card", card) for card in deck]
    ends: list[tuple[Key, Fraction]] = []
    paths: list[tuple[list[Any], Fraction]] = [([], Fraction(1))]
    for _ in range(longest + 1):
        longer = []
        for said, weight in paths:
            end, need = check.run(said)
            if end is not None:
                ends.append((end, weight))
                continue
            choices = _choices(check, need, cards, cards)
            longer += [([*said, one], weight / len(choices)) for one, _ in choices]
        paths = longer
    return _sum(ends), sum((weight for _, weight in paths), Fraction())


def whole_deck(check: Check, deck: Sequence[Card]) -> Tree:
    """For a large deck: each card as the first one, and after it each of the others.

    Those after which one more card would be asked for are passed over; the others are alike.
    """
    cards = [check.said("card", card) for card in deck]
    return _sum(_two_cards(check, cards))


def _two_cards(check: Check, cards: list[Any]) -> Iterator[tuple[Key, Fraction]]:
    for place, card in enumerate(cards):
        for said, weight in _by_chance(check, [card], Fraction(1, len(cards))):
            end, _ = check.run(said)
            if end is not None:
                yield end, weight
                continue
            others = cards[:place] + cards[place + 1 :]
            paths = [[*_by_chance(check, [*said, one], weight)] for one in others]
            good = [path for path in paths if check.run(path[0][0])[0] is not None]
            for last, share in (step for path in good for step in path):
                end, _ = check.run(last)
                assert end is not None
                yield end, share / len(good)


def _by_chance(
    check: Check, said: list[Any], weight: Fraction
) -> Iterator[tuple[list[Any], Fraction]]:
    """The paths by dice and picks that go on from here, each to an end or the next card."""
    end, need = check.run(said)
    if end is not None or need[0] == "card":
        yield said, weight
        return
    choices = _choices(check, need, [], [])
    for one, _ in choices:
        yield from _by_chance(check, [*said, one], weight / len(choices))
