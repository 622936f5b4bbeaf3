"""Exact odds: against brute force by the oracle, against simulation, and on the command line."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import brute
import oracle
from boards import LAND, WATER, random_answer, random_board, random_rulings
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json
from rivercheck.card import Card
from rivercheck.deal import deal, terrain_by
from rivercheck.deck import Dealer, Deck
from rivercheck.errors import DeckError, HexError
from rivercheck.gamefile import GameFile
from rivercheck.odds import Odds, odds
from rivercheck.rulings import PRESETS, Rulings
from running import Run
from situations import HERE, land, lying, river_in, river_out, sea, sheet
from test_cases import CONFORMANCE, cases_in

Json = dict[str, Any]
HOUSE = Deck.house()


def as_tree(found: Odds) -> brute.Tree:
    assert found.chance(lambda one: True) == 1
    assert found.to_json()["sum"] == "1"
    tree = {brute.key_of(one.to_json()): one.probability for one in found.outcomes}
    assert len(tree) == len(found.outcomes)
    return tree


def small_deck(dice: random.Random, *cards: Json, more: int = 0) -> Deck:
    """Six cards, each with another first number, these among them; and more if wanted."""
    made = {card["numbers"][0]: card for card in cards}
    for first in range(1, 7):
        made.setdefault(first, _card(dice, first))
    chosen = [*made.values(), *(_card(dice, dice.randint(1, 6)) for _ in range(more))]
    dice.shuffle(chosen)
    return Deck(
        "small", tuple(Card.from_json({**one, "id": f"c{n}"}) for n, one in enumerate(chosen))
    )


def _card(dice: random.Random, first: int) -> Json:
    card: Json = random_answer(dice, {"kind": "card"})["card"]
    others = [number for number in card["numbers"] if number != first]
    card["numbers"] = [first, *others[:1]] if dice.random() < 0.8 else [first]
    return {**card, "terrain": dice.choice((*LAND, *WATER))}


# Brute force ----------------------------------------------------------------------------------


def cases_with_a_card() -> list[Json]:
    return [case for case in cases_in(CONFORMANCE) if any("card" in one for one in case["answers"])]


def compare_conformance(check_by: type[brute.ByRules] | type[brute.ByOracle]) -> None:
    """Each case with a card: its card, and others, in a small deck."""
    cases = cases_with_a_card()
    assert len(cases) > 150
    for number, case in enumerate(cases):
        cards = [one["card"] for one in case["answers"] if "card" in one]
        deck = small_deck(random.Random(number), *cards)
        rulings = case["rulings"]
        found = odds(board_from(case["board"]), case["hex"], Rulings.of(rulings), deck)
        check = check_by(case["board"], case["hex"], rulings)
        assert as_tree(found) == brute.tree(check, deck.cards, deck.cards), case["name"]
        if len(cards) == 1 and case["expect"].get("outcome") is not None:
            ends = [one.to_json() for one in found.outcomes]
            keys = [key for key in case["expect"] if key in ends[0]]
            assert any(all(end[key] == case["expect"][key] for key in keys) for end in ends)


def test_each_conformance_case_with_a_card_equals_the_brute_tree() -> None:
    compare_conformance(brute.ByRules)


@pytest.mark.prove
def test_each_conformance_case_with_a_card_equals_the_brute_tree_of_the_oracle() -> None:
    compare_conformance(brute.ByOracle)


def compare_house_deck(step: int) -> None:
    """Every so many of the cases with a card, with the cards of the house deck one by one."""
    for case in cases_with_a_card()[::step]:
        rulings = Rulings.of(case["rulings"])
        found = odds(board_from(case["board"]), case["hex"], rulings, HOUSE)
        check = brute.ByRules(case["board"], case["hex"], case["rulings"])
        assert as_tree(found) == brute.whole_deck(check, HOUSE.cards), case["name"]


def test_conformance_cases_equal_the_house_deck_card_by_card() -> None:
    compare_house_deck(10)


@pytest.mark.prove
def test_each_conformance_case_equals_the_house_deck_card_by_card() -> None:
    compare_house_deck(1)


Situation = tuple[Json, str, dict[str, str]]


def situation(dice: random.Random) -> Situation:
    """A board, one of its hexes that calls for a card, and rulings of any kind."""
    while True:
        data, rulings = random_board(dice), random_rulings(dice)
        board = board_from(data)
        places = [hex for hex in board.layout.places() if board.unmapped(hex)]
        if not places:
            continue
        label = board.name(dice.choice(places))
        hex = data["hexes"].setdefault(label, {})
        hex.setdefault("terrain", dice.choice(LAND))
        need = oracle.check(data, label, rulings, []).get("need")
        if need and need["kind"] == "card":
            return data, label, rulings


def compare_with_brute(seed: int) -> int:
    """Compare in one situation, with some cards of a small deck left; how many outcomes."""
    dice = random.Random(seed)
    data, hex, rulings = situation(dice)
    deck = small_deck(dice)
    left = dice.sample(deck.cards, dice.choice((1, 2, 3, 6)))
    board = board_from(data)
    found = odds(board, hex, Rulings.of(rulings), deck, left=[card.id for card in left])
    check = brute.ByOracle(data, hex, rulings)
    assert as_tree(found) == brute.tree(check, deck.cards, left)
    return len(found.outcomes)


@pytest.mark.parametrize("block", range(4))
def test_random_situations_equal_the_brute_tree(block: int) -> None:
    assert sum(compare_with_brute(block * 1000 + seed) for seed in range(40)) > 60


@pytest.mark.prove
@pytest.mark.parametrize("block", range(20))
def test_many_random_situations_equal_the_brute_tree(block: int) -> None:
    assert sum(compare_with_brute(10_000 + block * 1000 + seed) for seed in range(100)) > 150


@pytest.mark.parametrize("seed", range(40))
def test_with_replacement_odds_lie_where_the_brute_tree_allows(seed: int) -> None:
    dice = random.Random(seed)
    data, hex, rulings = situation(dice)
    deck = small_deck(dice)
    found = as_tree(odds(board_from(data), hex, Rulings.of(rulings), deck, replacement=True))
    sure, open_weight = brute.replaced(brute.ByOracle(data, hex, rulings), deck.cards, 4)
    assert sure.keys() <= found.keys()
    for end, probability in found.items():
        least = sure.get(end, Fraction())
        assert least <= probability <= least + open_weight


def test_a_chain_of_redraws_with_replacement_is_solved_exactly() -> None:
    board = board_from(sheet(river_in(1), land(3, 4, 5, 6), terrain="desert"))
    deck = Deck("six", tuple(Card("continues", "none", (n,), id=str(n)) for n in range(1, 7)))
    assert ends_by(odds(board, HERE, deck=deck, replacement=True)) == {(2,): Fraction(1)}
    twice = Deck("seven", (*deck.cards, Card("forks", "none", (2,), id="7")))
    board = board_from(sheet(river_in(1), land(4, 5, 6), terrain="desert"))
    found = odds(board, HERE, deck=twice, replacement=True)
    assert ends_by(found) == {(2,): Fraction(2, 3), (3,): Fraction(1, 3)}


# The first card is used up --------------------------------------------------------------------

SIX = Deck("six", tuple(Card("ends", "none", (n,), id=f"c{n}") for n in range(1, 7)))


def ends_by(found: Odds) -> dict[tuple[int, ...], Fraction]:
    return {one.outs: one.probability for one in found.outcomes}


def test_a_first_card_is_not_drawn_again_in_the_same_check() -> None:
    board = board_from(sheet(river_in(1), land(4, 5, 6)))  # only 2 and 3 are acceptable
    found = odds(board, HERE, deck=SIX, left=["c2", "c3", "c4"])
    assert ends_by(found) == {(2,): Fraction(1, 2), (3,): Fraction(1, 2)}
    found = odds(board, HERE, deck=SIX, left=["c2", "c4"])
    # c4, then c2; or c2, then c4 is refused, and the six are shuffled again.
    assert ends_by(found) == {(2,): Fraction(3, 4), (3,): Fraction(1, 4)}


def test_if_the_rest_holds_no_acceptable_card_the_whole_deck_decides() -> None:
    board = board_from(sheet(river_in(1), land(4, 5, 6)))
    for left in (["c2"], ["c5"], ["c4", "c5", "c6"], ["c2", "c5"][:1]):
        assert ends_by(odds(board, HERE, deck=SIX, left=left)) == {
            (2,): Fraction(1, 2),
            (3,): Fraction(1, 2),
        }


def test_clockwise_needs_no_second_card() -> None:
    board = board_from(sheet(river_in(1), land(4, 5, 6)))
    found = odds(board, HERE, "redraw=clockwise", SIX)
    # From 1, 2, 4, 5 and 6 the first acceptable hexside clockwise is 2; from 3 it is 3.
    assert ends_by(found) == {(2,): Fraction(5, 6), (3,): Fraction(1, 6)}


def test_the_first_card_outlives_a_pick() -> None:
    data = sheet(lying("lake", 1, 4))
    deck = small_deck(random.Random(3), {"river_a": "ends", "river_b": "extends", "numbers": [4]})
    found = odds(board_from(data), HERE, deck=deck)
    check = brute.ByOracle(data, HERE, "table")
    assert as_tree(found) == brute.tree(check, deck.cards, deck.cards)
    assert {one.outcome for one in found.outcomes} > {"extends"}


def test_dice_are_uniform_and_take_no_card() -> None:
    board = board_from(sheet(river_out(1), river_out(3)))
    found = odds(board, HERE)
    assert [(one.terrain, str(one.probability)) for one in found.outcomes] == [
        ("lake", "1/2"),
        ("swamp", "1/3"),
        ("jungle/swamp", "1/6"),
    ]


# Terrain drawn first --------------------------------------------------------------------------


def next_by_brute(data: Json, hex: str, rulings: Any, deck: Deck, left: list[Card]) -> brute.Tree:
    found: brute.Tree = {}
    for card in left:
        rest = [other for other in left if other is not card] or list(deck.cards)
        board = board_from(data)
        terrain = terrain_by(board, board.layout.find(hex), card)
        known = {**data, "hexes": {**data["hexes"]}}
        known["hexes"][hex] = {**data["hexes"].get(hex, {}), "terrain": terrain}
        tree = brute.tree(brute.ByRules(known, hex, rulings), deck.cards, rest)
        for end, probability in tree.items():
            found[end] = found.get(end, Fraction()) + probability / len(left)
    return found


@pytest.mark.parametrize("seed", range(25))
def test_next_equals_the_brute_tree_terrain_card_included(seed: int) -> None:
    dice = random.Random(seed)
    data, hex, rulings = situation(dice)
    del data["hexes"][hex]["terrain"]
    deck = small_deck(dice)
    left = dice.sample(deck.cards, dice.choice((1, 2, 4)))
    board = board_from(data)
    before = board_json(board)
    ids = [card.id for card in left]
    found = odds(board, hex, Rulings.of(rulings), deck, left=ids, next=True)
    assert as_tree(found) == next_by_brute(data, hex, rulings, deck, left)
    assert board_json(board) == before


@pytest.mark.parametrize("seed", range(10))
def test_next_with_replacement_keeps_the_terrain_card_in(seed: int) -> None:
    dice = random.Random(seed)
    data, hex, rulings = situation(dice)
    deck, in_force = small_deck(dice), Rulings.of(rulings)
    del data["hexes"][hex]["terrain"]
    board = board_from(data)
    found = as_tree(odds(board, hex, in_force, deck, replacement=True, next=True))
    expected: brute.Tree = {}
    for card in deck.cards:
        known = board.copy()
        place = board.layout.find(hex)
        known.set_terrain(place, terrain_by(board, place, card))
        one = as_tree(odds(known, hex, in_force, deck, replacement=True))
        for end, probability in one.items():
            expected[end] = expected.get(end, Fraction()) + probability / len(deck.cards)
    assert found == expected


def test_next_leaves_a_known_terrain_alone() -> None:
    board = board_from(sheet(river_in(1), terrain="desert"))
    assert odds(board, HERE, next=True) == odds(board, HERE)


# Simulation -----------------------------------------------------------------------------------


class Simulation:
    """Checks made one after another from shuffled cards.

    Runs on equal answers are remembered, and a card that was refused is left out of the script: the
    brute trees above show that the rules forget it. It is out of the deck all the same.
    """

    def __init__(self, board: Board, hex: str, rulings: Rulings, deck: Deck) -> None:
        self.asked = brute.ByRules(board_json(board), hex, rulings.values())
        self.cards = [self.asked.said("card", card) for card in deck.cards]
        self.known: dict[tuple[int, ...], tuple[brute.Key | None, brute.Need]] = {}

    def run(self, said: tuple[int, ...]) -> tuple[brute.Key | None, brute.Need]:
        """Cards are said by their place in the deck, dice as -1 to -6, picks as -11 to -16."""
        if said not in self.known:
            self.known[said] = self.asked.run([self.answer(one) for one in said])
        return self.known[said]

    def answer(self, one: int) -> rules.Answer:
        if one >= 0:
            return self.cards[one]
        return self.asked.said("die", -one) if one > -7 else self.asked.said("pick", -one - 10)

    def check(self, left: list[int], replacement: bool, chance: Callable[[], float]) -> brute.Key:
        """One check with the cards left."""
        rest = left.copy()
        said: tuple[int, ...] = ()
        while True:
            end, (kind, options) = self.run(said)
            if end is not None:
                return end
            if kind == "card":
                place = int(chance() * len(rest))
                refused = len(said) > 1 and said[-1] >= 0
                said = (*(said[:-1] if refused else said), rest[place])
                if not replacement:
                    del rest[place]
                    rest = rest or list(range(len(self.cards)))
            elif kind == "die":
                said += (-1 - int(chance() * 6),)
            else:
                said += (-10 - options[int(chance() * len(options))],)


def simulate(seed: int, times: int) -> int:
    """Compare the odds of one situation with so many checks: all within 4 sigma.

    The seeds are fixed; of 20 sets of 100 of them about one holds an outcome that strays further.
    """
    dice = random.Random(seed)
    data, hex, rulings = situation(dice)
    board, in_force = board_from(data), Rulings.of(rulings)
    places = list(range(len(HOUSE.cards)))
    left = sorted(dice.sample(places, dice.choice((3, 20, 108, 108))))
    replacement = len(left) == 108 and dice.random() < 0.3
    ids = [HOUSE.cards[place].id for place in left]
    found = odds(board, hex, in_force, HOUSE, left=ids, replacement=replacement)
    simulation = Simulation(board, hex, in_force, HOUSE)
    chance = random.Random(f"checks {seed}").random
    counts: Counter[brute.Key] = Counter()
    for _ in range(times):
        counts[simulation.check(left, replacement, chance)] += 1
    require_close(found, counts)
    return len(found.outcomes)


def require_close(found: Odds, counts: Counter[brute.Key]) -> None:
    """No outcome is more than 4 standard deviations from what is expected."""
    times = counts.total()
    expected = as_tree(found)
    assert counts.keys() <= expected.keys()
    for end, probability in expected.items():
        p = float(probability)
        sigma = math.sqrt(times * p * (1 - p))
        assert abs(counts[end] - times * p) <= 4 * sigma + 1e-6, (end, counts[end])


@pytest.mark.parametrize("seed", range(10))
def test_simulated_checks_come_within_four_sigma(seed: int) -> None:
    assert simulate(seed, 10_000) >= 1


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_million_simulated_checks_come_within_four_sigma(seed: int) -> None:
    assert simulate(seed, 1_000_000) >= 1


def test_what_the_dealer_deals_comes_within_four_sigma() -> None:
    board = board_from(sheet(river_in(1), land(4, 5), sea(6), lying("lake", 3)))
    found = odds(board, HERE, deck=HOUSE)
    dealers = (Dealer(HOUSE, seed) for seed in range(2000))
    results = (deal(board, HERE, PRESETS["table"], dealer)[0] for dealer in dealers)
    require_close(found, Counter(brute.key_of(result.to_json()) for result in results))
    assert len(found.outcomes) > 1


# The house deck, and what is printed ----------------------------------------------------------


def test_the_house_deck_favours_no_direction() -> None:
    board = board_from(sheet())
    found = odds(board, HERE)
    for outcome in ("begins", "crosses"):
        sides: Counter[int] = Counter()
        for one in found.outcomes:
            if one.outcome == outcome:
                sides[one.outs[0]] += one.probability  # type: ignore[assignment]
        assert sorted(sides) == [1, 2, 3, 4, 5, 6]
        assert len(set(sides.values())) == 1


def test_outcomes_are_sorted_and_grouped() -> None:
    found = odds(board_from(sheet(river_in(1), lying("lake", 3))), HERE)
    shown = [
        (-one.probability, one.outcome, one.terrain, one.ins, one.outs) for one in found.outcomes
    ]
    assert shown == sorted(shown)
    by_outcome = found.by(lambda one: one.outcome)
    assert sum(by_outcome.values()) == 1
    assert list(by_outcome.values()) == sorted(by_outcome.values(), reverse=True)
    assert found.leads == (1,)
    assert {stroke for one in found.outcomes for stroke in found.drawn(one)} >= {("out", 3)}


def test_what_cannot_be_checked_is_refused() -> None:
    board = board_from(sheet(river_in(1), sea(2), terrain="desert"))
    for hex, says in [("0201", "already mapped"), ("0302", "is sea"), ("0303", "not known")]:
        with pytest.raises(HexError, match=says):
            odds(board, hex)
    for left, says in [
        (["H001", "H999"], 'no card has the id "H999"'),
        (["H001", "H001"], "H001 is named twice"),
        ([], "no card is left"),
    ]:
        with pytest.raises(DeckError, match=says):
            odds(board, HERE, left=left)


def test_cards_left_that_cannot_end_a_check_are_refused() -> None:
    board = board_from(sheet(river_in(1), land(4, 5, 6)))
    with pytest.raises(DeckError, match="whose first number is 2 or 3"):
        odds(board, HERE, deck=SIX, left=["c4"], replacement=True)
    assert len(odds(board, HERE, deck=SIX, left=["c3"], replacement=True).outcomes) == 1


def test_next_needs_cards_that_name_a_terrain() -> None:
    board = board_from(sheet())
    with pytest.raises(DeckError, match="names no terrain"):
        odds(board, "0101", deck=SIX, next=True)


# The command line -----------------------------------------------------------------------------


@pytest.fixture
def say(run: Run) -> Run:
    """Run `rivercheck ...` where b.json is a board."""
    board = sheet(river_in(1), land(4, 5, 6), terrain="desert")
    Path("b.json").write_text(json.dumps(board), encoding="utf-8")
    return run


def test_json_is_as_the_format_says(say: Run) -> None:
    code, shown, _ = say("odds", "b.json", HERE, "--deck", "house", "--rulings", "table", "--json")
    told = json.loads(shown)
    assert code == 0
    assert list(told) == ["hex", "outcomes", "sum"]
    assert list(told["outcomes"][0]) == [
        *("outcome", "terrain", "in", "out", "source", "forced", "probability", "percent")
    ]
    assert sum(Fraction(one["probability"]) for one in told["outcomes"]) == 1
    for one in told["outcomes"]:
        assert one["percent"] == round(float(100 * Fraction(one["probability"])), 4)
    assert told["sum"] == "1"


def test_options_say_which_cards_there_are(say: Run) -> None:
    board = board_from(json.loads(Path("b.json").read_text(encoding="utf-8")))
    some = ["H001", "H009", "H020"]
    for words, expected in [
        ((), odds(board, HERE)),
        (("--left", "H001, H009,H020"), odds(board, HERE, left=some)),
        (("--replacement",), odds(board, HERE, replacement=True)),
    ]:
        assert json.loads(say("odds", "b.json", HERE, *words, "--json")[1]) == expected.to_json()


def test_the_table_answers_what_a_player_asks(say: Run) -> None:
    code, shown, _ = say("odds", "b.json", HERE)
    assert code == 0
    for text in (
        f"The check of hex {HERE} (desert)",
        "Does the river end here?",
        "By which hexside does it go on?",
        "3 (SE), water flows out",
        "Does the hex become water?",
        "no, it stays desert",
        "100.00 %",
        "Every outcome",
    ):
        assert text in shown
    code, shown, _ = say("odds", "bay", "0303", "--next")
    assert code == 0
    assert "What terrain will the hex have?" in shown
    assert " more " in shown


def test_rivers_that_turn_back_or_meet_are_told(say: Run) -> None:
    board = sheet(river_in(1), terrain="desert")
    Path("b.json").write_text(json.dumps(board), encoding="utf-8")
    rulings = "own-side=open"
    assert "none, it turns back" in say("odds", "b.json", HERE, "--rulings", rulings)[1]
    board = sheet(river_out(1), river_out(3))
    Path("b.json").write_text(json.dumps(board), encoding="utf-8")
    shown = say("odds", "b.json", HERE)[1]
    assert "no, rivers meet in its water" in shown
    assert "yes, jungle/swamp" in shown
    board = sheet(lying("lake", 1), terrain="lake")
    Path("b.json").write_text(json.dumps(board), encoding="utf-8")
    assert "it is lake" in say("odds", "b.json", HERE)[1]


def test_errors_are_one_line_and_status_2(say: Run) -> None:
    for words, says in [
        (("b.json", "0101"), "0101: its terrain is not known"),
        (("b.json", "0201"), "0201 is already mapped"),
        (("b.json", "0909"), "0909 is not on the board"),
        (("b.json", "0101", "--next", "--terrain", "veldt"), "exclude each other"),
        (("b.json", "0101", "--terrain", "sea"), "sea is part of the board"),
        (("b.json", HERE, "--left", "H108,H0"), '"H0"'),
        (("b.json", HERE, "--left", ""), "no card is left"),
        (("b.json", HERE, "--left", "H004", "--replacement"), "cannot end this check"),
        (("b.json", HERE, "--deck", "none.csv"), "none.csv: cannot be read"),
        (("b.json", HERE, "--rulings", "tabel"), "did you mean table?"),
    ]:
        code, shown, wrong = say("odds", *words)
        assert (code, shown) == (2, ""), words
        assert says in wrong
        assert wrong.count("\n") == 1
    told = json.loads(say("odds", "b.json", "0101", "--json")[1])
    assert told["error"]["code"] == "terrain-unknown"


def test_a_game_gives_the_odds_of_its_deck_as_it_stands(say: Run) -> None:
    assert say("game", "new", "g", "b.json", "--seed", "4")[0] == 0
    fresh = json.loads(say("game", "odds", "g", HERE, "--json")[1])
    assert fresh == json.loads(say("odds", "b.json", HERE, "--json")[1])
    assert say("game", "check", "g", "0101", "--terrain", "draw")[0] == 0
    game = GameFile.open("g").game
    left = ",".join(game.dealer.left)
    assert len(game.dealer.left) < 108
    Path("now.json").write_text(json.dumps(board_json(game.board)), encoding="utf-8")
    words = ("now.json", "0102", "--terrain", "veldt", "--left", left, "--json")
    expected = json.loads(say("odds", *words)[1])
    before = Path("g").read_bytes()
    shown = say("game", "odds", "g", "0102", "--terrain", "veldt", "--json")[1]
    assert json.loads(shown) == expected
    assert Path("g").read_bytes() == before
    assert say("game", "odds", "g", "0101")[0] == 2
    assert "What terrain" in say("game", "odds", "g", "0301", "--next")[1]
