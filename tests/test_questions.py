"""The questions of a check: every possibility has its choice, and each means what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from rivercheck import Deck, odds
from rivercheck.answers import answer
from rivercheck.board import Board
from rivercheck.deal import finish
from rivercheck.deck import Dealer
from rivercheck.entries import Given
from rivercheck.questions import Choice, Question, question
from rivercheck.records import RIVER_A, RIVER_B
from rivercheck.referee import Result, check, enter
from rivercheck.rulings import PRESETS, Rulings
from rivercheck.shipped import open_board
from test_game import land

Answers = list[dict[str, Any]]
HOUSE = Deck.house()
ALL = Deck.parse(  # every card that can be
    "id,river_a,river_b,first,second,terrain\n"
    + "".join(
        f"{a}{b}{n}{m},{a},{b},{n},{m or ''},jungle\n"
        for a, b, n, m in product(RIVER_A, RIVER_B, range(1, 7), range(7))
        if n != m
    ),
    "all",
)


def said(answers: Answers) -> list[Any]:
    return [{key: one[key] for key in ("card", "die", "pick") if key in one} for one in answers]


def asked(
    board: Board,
    hex: str,
    answers: Answers,
    word: str = "",
    numbers: Sequence[int] = (),
    **more: Any,
) -> tuple[Result, Question | None]:
    result = check(board, hex, said(answers), **more)
    return result, question(board, said(answers), result, word, numbers)


def whole(board: Board, hex: str, answers: Answers, **more: Any) -> Iterator[Choice]:
    """Every choice that completes the answer that is asked for, through all parts of a card."""
    parts: list[tuple[str, Sequence[int]]] = [("", ())]
    while parts:
        _, ask = asked(board, hex, answers, *parts.pop(), **more)
        assert ask is not None
        for choice in ask.choices:
            if choice.answer is None:
                parts.append((choice.word, choice.numbers))
            else:
                yield choice


def partly_explored(seed: int, rulings: str = "table") -> tuple[Board, list[str]]:
    """A bay as it stands in the middle of a game, and the hexes that can be checked on it."""
    board, random = open_board("bay"), Random(seed)
    dealer = Dealer(HOUSE, seed)
    places = [hex for hex in board.layout.places() if board.unmapped(hex)]
    random.shuffle(places)
    left = []
    for place in places:
        name = board.name(place)
        if not board.unmapped(place) or board.terrain(place) == "sea":
            continue
        if not board.terrain(place):
            board.set_terrain(place, random.choice(["jungle", "desert", "swamp", "lake"]))
        if random.random() < 0.4:
            _, answers = finish(board, place, Rulings.of(rulings), dealer, [])
            enter(board, check(board, name, answers, Rulings.of(rulings)))
        else:
            left.append(name)
    return board, [name for name in left if board.unmapped(board.layout.find(name))]


def test_a_river_that_leads_here_is_asked_for_by_river_a() -> None:
    result, ask = asked(land(), "0202", [])
    assert ask is not None
    assert ask.kind == "word"
    assert "River A" in ask.question
    assert [one.label for one in ask.choices] == list(RIVER_A)
    assert result.need is not None


def test_where_no_river_leads_river_b_is_asked_for() -> None:
    board = land()
    board.set_terrain(board.layout.find("0303"), "jungle")
    _, ask = asked(board, "0303", [])
    assert ask is not None
    assert "River B" in ask.question
    assert [one.label for one in ask.choices] == list(RIVER_B)
    by = {one.label: one for one in ask.choices}
    none = by["none"].answer  # whatever its number: the whole answer
    assert none is not None
    assert none["part"] == "river_b"
    assert by["begins"].answer is None
    assert by["crosses"].word == "crosses"


def test_a_fork_is_asked_for_both_numbers_and_may_have_only_one() -> None:
    board = land()
    _, ask = asked(board, "0202", [], "forks")
    assert ask is not None
    assert ask.kind == "number"
    assert [one.side for one in ask.choices] == [1, 2, 3, 4, 5, 6]
    assert all(one.answer is None and one.word == "forks" for one in ask.choices)
    refused = {one.side for one in ask.choices if one.refused}
    assert 6 in refused  # its own way out
    _, ask = asked(board, "0202", [], "forks", [3])
    assert ask is not None
    assert ask.kind == "second"
    assert [one.side for one in ask.choices] == [1, 2, 4, 5, 6, 0]
    numbers = [one.answer["card"]["numbers"] for one in ask.choices if one.answer]
    assert numbers == [[3, 1], [3, 2], [3, 4], [3, 5], [3, 6], [3]]


def test_a_finished_check_asks_nothing() -> None:
    board = land()
    answers: Answers = [
        {"from": "typed", "card": {"river_a": "continues", "river_b": "none", "numbers": [3]}}
    ]
    result, ask = asked(board, "0202", answers)
    assert result.need is None
    assert ask is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_the_choices_are_all_that_can_be_said(seed: int, preset: str) -> None:
    rulings = Rulings.of(preset)
    board, hexes = partly_explored(seed)
    for hex in hexes[:8]:
        answers: Answers = []
        for _ in range(4):
            result, ask = asked(board, hex, answers, rulings=rulings)
            if ask is None:
                break
            assert result.need is not None
            choices = list(whole(board, hex, answers, rulings=rulings))
            given = [one.answer for one in choices if one.answer]
            if ask.kind == "die":
                assert [one.die for one in choices] == [1, 2, 3, 4, 5, 6]
            elif ask.kind == "pick":
                assert [one.side for one in choices] == list(result.need.options or ())
            else:
                covers_every_card(board, hex, answers, given, rulings)
            for one in choices:
                means_what_it_says(board, hex, answers, one, rulings)
            answers = [*answers, Random(seed).choice(given)]


def outcome(result: Result) -> tuple[object, ...]:
    options = result.need.options if result.need else None
    kind = result.need.kind if result.need else None
    return kind, options, result.outcome, result.terrain, result.ins, result.outs, result.source


def covers_every_card(
    board: Board, hex: str, answers: Answers, given: list[dict[str, Any]], rulings: Rulings
) -> None:
    """What any card of the deck comes to, one of the choices that say a part of it does."""
    part = given[0]["part"]
    assert {one["part"] for one in given} == {part}
    for card in HOUSE.cards:
        after = check(board, hex, [*said(answers), {"card": card.to_json()}], rulings)
        same = [one for one in given if agrees(one, card.to_json(), given)]
        assert same, card
        for one in same:
            again = check(board, hex, [*said(answers), *said([one])], rulings)
            assert outcome(again) == outcome(after), (card, one)


def agrees(one: dict[str, Any], card: dict[str, Any], given: list[dict[str, Any]]) -> bool:
    """Whether somebody who holds the card would make this choice of all that are given."""
    part, numbers = one["part"], one["card"]["numbers"]
    if part == "number":
        return bool(numbers[0] == card["numbers"][0])
    word = one["card"][part]
    if word != card[part]:
        return False
    if word in ("forks", "crosses"):
        return bool(numbers == card["numbers"])
    alone = sum(other["card"][part] == word for other in given) == 1
    return alone or bool(numbers[0] == card["numbers"][0])


def means_what_it_says(
    board: Board, hex: str, answers: Answers, choice: Choice, rulings: Rulings
) -> None:
    """The answer can be an entry's, and its meaning fits what it comes to."""
    assert choice.answer is not None
    given = Given.from_json(choice.answer)
    assert given.source == "typed"
    assert given.to_json() == choice.answer
    answer(given.said() or {})
    after = check(board, hex, [*said(answers), *said([choice.answer])], rulings)
    assert choice.label
    if after.need is not None:
        words = {"card": "next card", "die": "die", "pick": "random"}
        assert words[after.need.kind] in choice.meaning
    elif after.outcome == "none":
        assert "no river" in choice.meaning
    else:
        assert choice.meaning
    assert choice.side or not choice.refused


def test_by_choices_every_outcome_of_the_odds_is_reached_and_no_other() -> None:
    board, hexes = partly_explored(7)
    for hex in hexes[:6]:
        exact = odds(board, hex, "table", ALL, replacement=True)
        expected = {
            (one.outcome, tuple(one.ins), tuple(one.outs), one.source) for one in exact.outcomes
        }
        assert reached(board, hex) == expected


def reached(board: Board, hex: str) -> set[tuple[object, ...]]:
    """All ends that choices lead to; redraws are followed a few cards deep."""
    found: set[tuple[object, ...]] = set()
    scripts: list[Answers] = [[]]
    while scripts:
        answers = scripts.pop()
        result = check(board, hex, said(answers))
        if result.need is None:
            found.add((result.outcome, result.ins, result.outs, result.source))
        elif len(answers) < 4:
            seen: set[tuple[object, ...]] = set()
            for choice in whole(board, hex, answers):
                assert choice.answer is not None
                after = outcome(check(board, hex, said([*answers, choice.answer])))
                if after not in seen or after[0] in ("die", "pick"):
                    scripts.append([*answers, choice.answer])
                seen.add(after)
    return found


def test_why_a_river_may_not_end_is_said() -> None:
    _, ask = asked(land(), "0202", [])
    assert ask is not None
    ends = next(one for one in ask.choices if one.label == "ends")
    assert "may not end" in ends.meaning
    assert ask.why.startswith("The river may not end here: ")
    assert ask.to_json()["why"] == ask.why
