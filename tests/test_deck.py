"""Cards, decks and the dealer."""

import csv
import runpy
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivercheck import rules
from rivercheck.card import Card
from rivercheck.deck import COLUMNS, LARGEST_DECK, LARGEST_DECK_FILE, Dealer, Deck
from rivercheck.errors import AnswerError, DeckError, FileError
from rivercheck.records import RIVER_A, RIVER_B, TERRAINS

HEADER = "id,river_a,river_b,first,second,terrain\n"
SIX = "".join(f"c{first},continues,none,{first},,\n" for first in range(1, 7))
SMALL = Deck.parse(HEADER + SIX, "small")
HOUSE = Deck.house()

words = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=","), max_size=12)
cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12)
numbers = st.permutations(range(1, 7)).flatmap(
    lambda order: st.sampled_from([(order[0],), (order[0], order[1])])
)
cards = st.builds(
    Card,
    st.sampled_from(RIVER_A),
    st.sampled_from(RIVER_B),
    numbers,
    st.sampled_from(["", *TERRAINS[1:9]]),
    words,
)
seeds = st.integers(0, 2**63 - 1)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck of any cards, with six more so that it can serve, and further columns."""
    columns = draw(
        st.lists(words.filter(lambda key: key.lower() not in ("", *COLUMNS)), unique=True)
    )
    made = [*draw(st.lists(cards, max_size=6)), *SMALL.cards]
    extra = [tuple((key, draw(cells)) for key in columns) for _ in made]
    return Deck(
        "any",
        tuple(
            replace(card, id=f"{place}{card.id}", extra=extra[place])
            for place, card in enumerate(made)
        ),
    )


def turned(card: Card, turn: int) -> Card:
    """The card with its numbers turned, without what makes it this one card."""
    numbers = tuple((number - 1 + turn) % 6 + 1 for number in card.numbers)
    return Card(card.river_a, card.river_b, numbers, card.terrain)


# Cards ----------------------------------------------------------------------------------------


def test_words_stand_where_the_rules_have_them() -> None:
    assert RIVER_A.index("forks") == rules.FORKS
    assert RIVER_B.index("crosses") == rules.CROSSES
    assert TERRAINS[rules.DESERT : rules.SEA] == TERRAINS[1:9]


def test_short_form() -> None:
    assert Card("continues", "none", (3, 5)).short == "continues/none 3,5"
    assert Card("ends", "crosses", (1,), "lake", "x").short == "ends/crosses 1"


@given(cards)
def test_short_form_comes_back(card: Card) -> None:
    assert Card.parse(card.short) == Card(card.river_a, card.river_b, card.numbers)


@given(cards)
def test_json_comes_back(card: Card) -> None:
    assert Card.from_json(card.to_json()) == card


def test_json_form() -> None:
    card = Card("continues", "none", (3, 5))
    assert card.to_json() == {"river_a": "continues", "river_b": "none", "numbers": [3, 5]}
    named = {"river_a": "ends", "river_b": "none", "numbers": [3], "terrain": "lake", "id": "H1"}
    assert Card("ends", "none", (3,), "lake", "H1").to_json() == named
    assert Card.from_json({**named, "colour": "red"}) == Card("ends", "none", (3,), "lake", "H1")


@pytest.mark.parametrize(
    "text",
    ["f/n 3,5", " FORKS / None  3 , 5 ", "fo/no 3 5", "forks/none 3,5", "f/n,3,5", "f/n\t3,  5\n"],
)
def test_short_form_is_tolerant(text: str) -> None:
    assert Card.parse(text) == Card("forks", "none", (3, 5))


EXPECTED = (
    "write it like continues/none 3,5: one of continues, ends, forks, a slash, "
    "one of none, begins, extends, crosses, and one or two numbers from 1 to 6"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f'card "": {EXPECTED}'),
        ("continues 3", f'card "continues 3": {EXPECTED}'),
        ("f/n", f'card "f/n": {EXPECTED}'),
        ("f/n 3,5,6", f'card "f/n 3,5,6": {EXPECTED}'),
        ("f/n 35", f'card "f/n 35": {EXPECTED}'),
        ("f/n ３", f'card "f/n ３": {EXPECTED}'),
        ("die\x1b 4", f'card "die\\u001b 4": {EXPECTED}'),
        ("x" * 50, f'card "{"x" * 40}…": {EXPECTED}'),
        ("q/n 3", 'card "q/n 3": river_a "q" is none of continues, ends, forks'),
        ("f/nope 3", 'card "f/nope 3": river_b "nope" is none of none, begins, extends, crosses'),
        ("f/n 7", 'card "f/n 7": number "7" is none of 1, 2, 3, 4, 5, 6'),
        ("f/n 3,0", 'card "f/n 3,0": number "0" is none of 1, 2, 3, 4, 5, 6'),
        ("f/n 3,3", 'card "f/n 3,3": both numbers are 3; they must differ'),
    ],
)
def test_short_form_refused(text: str, message: str) -> None:
    with pytest.raises(AnswerError) as caught:
        Card.parse(text)
    assert str(caught.value) == message


GOOD: dict[str, object] = {"river_a": "ends", "river_b": "none", "numbers": [3]}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a card is an object with river_a, river_b and numbers"),
        ({"river_a": "ends", "numbers": [3]}, "the card lacks the key river_b"),
        ({**GOOD, "river_a": "Ends"}, 'river_a "Ends" is none of continues, ends, forks'),
        ({**GOOD, "river_a": ["ends"]}, "river_a \"['ends']\" is none of continues, ends, forks"),
        ({**GOOD, "river_b": None}, 'river_b "None" is none of none, begins, extends, crosses'),
        ({**GOOD, "numbers": 3}, "numbers must be a list of one or two numbers from 1 to 6"),
        ({**GOOD, "numbers": []}, "a card has one or two numbers, not 0"),
        ({**GOOD, "numbers": [1, 2, 3]}, "a card has one or two numbers, not 3"),
        ({**GOOD, "numbers": [True]}, 'number "True" is none of 1, 2, 3, 4, 5, 6'),
        ({**GOOD, "numbers": [3.0]}, 'number "3.0" is none of 1, 2, 3, 4, 5, 6'),
        ({**GOOD, "numbers": ["3"]}, 'number "3" is none of 1, 2, 3, 4, 5, 6'),
        ({**GOOD, "numbers": [[1]]}, 'number "[1]" is none of 1, 2, 3, 4, 5, 6'),
        ({**GOOD, "terrain": 1}, "terrain must be a text"),
        ({**GOOD, "id": 1}, "id must be a text"),
        (
            {**GOOD, "terrain": "sea"},
            'terrain "sea" is none of desert, veldt, jungle, mountain, jungle/mountain, swamp, '
            "jungle/swamp, lake",
        ),
        (
            {**GOOD, "id": "a\tb"},
            'id "a\\tb": no commas or control characters, and at most 64 characters',
        ),
        (
            {**GOOD, "id": "a,b"},
            'id "a,b": no commas or control characters, and at most 64 characters',
        ),
        (
            {**GOOD, "id": "i" * 65},
            f'id "{"i" * 40}…": no commas or control characters, and at most 64 characters',
        ),
    ],
)
def test_json_refused(data: object, message: str) -> None:
    with pytest.raises(AnswerError) as caught:
        Card.from_json(data)
    assert str(caught.value) == message


def test_same_passes_over_all_but_words_and_numbers() -> None:
    card = Card("ends", "none", (3, 5), "lake", "a")
    assert card.same(Card("ends", "none", (3, 5)))
    assert not card.same(Card("ends", "none", (5, 3)))
    assert not card.same(Card("ends", "begins", (3, 5)))
    assert not card.same(Card("forks", "none", (3, 5)))


# The house deck -------------------------------------------------------------------------------


def test_house_deck_has_each_pattern_three_times() -> None:
    patterns = Counter(card.numbers for card in HOUSE.cards)
    assert len(HOUSE.cards) == 108
    assert len(patterns) == 36
    assert set(patterns.values()) == {3}
    assert [card.id for card in HOUSE.cards] == [f"H{number:03}" for number in range(1, 109)]


@pytest.mark.parametrize("turn", range(1, 6))
def test_house_deck_favours_no_direction(turn: int) -> None:
    plain = Counter(turned(card, 0) for card in HOUSE.cards)
    assert Counter(turned(card, turn) for card in HOUSE.cards) == plain


def test_house_deck_favours_no_hand() -> None:
    def pattern(card: Card, hand: int) -> Card:
        mirrored = tuple((hand * number) % 6 + 1 for number in card.numbers)
        return replace(turned(card, 0), numbers=mirrored)

    right = Counter(pattern(card, 1) for card in HOUSE.cards)
    assert Counter(pattern(card, -1) for card in HOUSE.cards) == right


def test_house_deck_uses_every_word() -> None:
    assert {card.river_a for card in HOUSE.cards} == set(RIVER_A)
    assert {card.river_b for card in HOUSE.cards} == set(RIVER_B)
    assert {card.terrain for card in HOUSE.cards} == set(TERRAINS[1:9]) - {"swamp"}  # dice make it
    assert all(len(card.numbers) == 2 for card in HOUSE.cards if card.river_b == "crosses")


def test_house_deck_is_what_its_script_writes() -> None:
    script = Path(__file__).parents[1] / "tools" / "house_deck.py"
    assert runpy.run_path(str(script))["house_csv"]() == HOUSE.to_csv()


# Deck files -----------------------------------------------------------------------------------


@given(decks())
def test_csv_comes_back(deck: Deck) -> None:
    again = Deck.parse(deck.to_csv(), deck.name)
    assert again == deck
    assert again.to_csv() == deck.to_csv()


def test_digest_is_that_of_the_cards(tmp_path: Path) -> None:
    assert len(SMALL.digest) == 12
    file = tmp_path / "dos.csv"
    file.write_bytes(b"\xef\xbb\xbf" + (HEADER + SIX).replace("\n", "\r\n").encode())
    assert Deck.read(file).cards == SMALL.cards
    assert Deck.read(file).digest == SMALL.digest
    assert Deck.read(file).name == "dos.csv"
    assert Deck.parse(HEADER + SIX.replace("c6", "c7"), "other").digest != SMALL.digest


def test_house_is_a_name() -> None:
    assert Deck.read("house") == HOUSE
    assert HOUSE.name == "house"
    assert HOUSE.by_id["H001"] == HOUSE.cards[0]


def test_further_columns_are_kept() -> None:
    text = "note,ID,River_A,river_b,first,second,terrain,art,\n"
    text += '"wet, and\nwild",a, Forks ,None,1, 2 ,LAKE, x\n'
    deck = Deck.parse(text + "".join(f",{row}\n" for row in SIX.split()), "deck.csv")
    first = deck.cards[0]
    assert first.extra == (("note", "wet, and\nwild"), ("art", " x"))
    assert (first.short, first.terrain, first.id) == ("forks/none 1,2", "lake", "a")
    table = list(csv.reader(deck.to_csv().splitlines(keepends=True)))
    assert table[0] == [*COLUMNS, "note", "art"]
    assert table[1] == ["a", "forks", "none", "1", "2", "lake", "wet, and\nwild", " x"]


def test_blank_lines_are_passed_over() -> None:
    assert Deck.parse(f"\n{HEADER}\n , ,\n{SIX}\n\n", "small") == SMALL


MANY = "".join(f"n{number},ends,none,1,,\n" for number in range(LARGEST_DECK))
ALL_TERRAINS = "desert, veldt, jungle, mountain, jungle/mountain, swamp, jungle/swamp, lake"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"deck.csv: empty; its first line must be {HEADER.strip()}"),
        (HEADER, "deck.csv: the deck has no cards"),
        (
            "id,river_a,first,second,terrain\n",
            f"deck.csv, line 1: no column river_b; the header is {HEADER.strip()}",
        ),
        (
            f"\n{HEADER.replace(',', ';')}",
            f"deck.csv, line 2: no column id; the header is {HEADER.strip()}",
        ),
        (f"first,{HEADER}", 'deck.csv, line 1: two columns are called "first"'),
        (f"art,{HEADER.strip()},art\n", 'deck.csv, line 1: two columns are called "art"'),
        (
            HEADER + SIX + "x,contnues,none,1,,\n",
            'deck.csv, line 8: river_a "contnues" is none of continues, ends, forks',
        ),
        (
            HEADER + "x,ends,no,1,,\n",
            'deck.csv, line 2: river_b "no" is none of none, begins, extends, crosses',
        ),
        (HEADER + "x,ends,none,,,\n", 'deck.csv, line 2: first "" is none of 1, 2, 3, 4, 5, 6'),
        (HEADER + "x,ends,none,7,,\n", 'deck.csv, line 2: first "7" is none of 1, 2, 3, 4, 5, 6'),
        (
            HEADER + "x,ends,none,1,two,\n",
            'deck.csv, line 2: second "two" is none of 1, 2, 3, 4, 5, 6, or empty',
        ),
        (HEADER + "x,ends,none,4,4,\n", "deck.csv, line 2: both numbers are 4; they must differ"),
        (
            HEADER + "x,ends,none,4,,sea\n",
            f'deck.csv, line 2: terrain "sea" is none of {ALL_TERRAINS}',
        ),
        (
            HEADER + ",ends,none,1,,\n",
            "deck.csv, line 2: id is empty; every card needs one of its own",
        ),
        (
            HEADER + "a\x07b,ends,none,1,,\n",
            'deck.csv, line 2: id "a\\u0007b": no commas or control characters, '
            "and at most 64 characters",
        ),
        (
            HEADER + SIX + "\nc2,ends,none,1,,\n",
            'deck.csv, line 9: id "c2" is that of line 3 too',
        ),
        (
            HEADER + "x,ends,none,1,,,9\n",
            'deck.csv, line 2: "9" stands in column 7, which has no name',
        ),
        (
            HEADER + 'x,"en\nds",none,1,,\n',
            'deck.csv, line 2: river_a "en\\nds" is none of continues, ends, forks',
        ),
        (HEADER + 'x,ends,"none,1,,\n', "deck.csv, line 2: not CSV: unexpected end of data"),
        (
            HEADER + SIX.replace(",4,", ",3,"),
            "deck.csv: 4 is the first number of no card; every number from 1 to 6 must be the "
            "first of some card, or drawing again might never end",
        ),
        (HEADER + SIX + MANY, "deck.csv, line 10002: more than 10000 cards"),
        (HEADER + "x" * LARGEST_DECK_FILE, "deck.csv: more than 4 MB"),
    ],
)
def test_csv_refused(text: str, message: str) -> None:
    with pytest.raises(DeckError) as caught:
        Deck.parse(text, "deck.csv")
    assert str(caught.value) == message


def test_files_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        Deck.read(tmp_path / "none.csv")
    file = tmp_path / "large.csv"
    file.write_bytes(b"x" * (LARGEST_DECK_FILE + 1))
    with pytest.raises(FileError, match="larger than 4 MB"):
        Deck.read(file)


def test_decks_made_by_hand_are_validated_too() -> None:
    six = SMALL.cards
    for wrong, message in (
        ((), "hand: the deck has no cards"),
        (six * (LARGEST_DECK // 6 + 1), "hand: more than 10000 cards"),
        ((*six, six[0]), "hand: two cards have the same id"),
        ((*six, replace(six[0], id="")), "hand: every card must have an id"),
    ):
        with pytest.raises(DeckError) as caught:
            Deck("hand", wrong)
        assert str(caught.value) == message


# The dealer -----------------------------------------------------------------------------------


@given(seeds)
def test_each_card_comes_once_before_a_reshuffle(seed: int) -> None:
    dealer = Dealer(HOUSE, seed)
    for shuffles in range(2):
        assert dealer.shuffles == shuffles
        assert {dealer.draw().id for _ in range(108)} == set(HOUSE.by_id)
    assert dealer.shuffles == 2


def test_reshuffles_differ() -> None:
    dealer = Dealer(HOUSE, 1)
    assert [dealer.draw() for _ in range(108)] != [dealer.draw() for _ in range(108)]


def test_left_tells_nothing_of_the_order() -> None:
    dealer = Dealer(HOUSE, 1)
    ids = [card.id for card in HOUSE.cards]
    assert dealer.left == tuple(ids)
    gone = {dealer.draw().id for _ in range(50)}
    assert dealer.left == tuple(id for id in ids if id not in gone)
    assert dealer.state == (0, tuple(id for id in ids if id in gone), 0, 0, 0)
    for _ in range(58):
        dealer.draw()
    assert dealer.left == tuple(ids)
    assert dealer.state == (1, (), 0, 0, 0)


def test_a_seed_is_pinned() -> None:
    dealer = Dealer(SMALL, 2026)
    assert "".join(dealer.draw().id for _ in range(12)) == "c1c3c6c2c4c5c5c2c1c3c6c4"
    assert [dealer.roll() for _ in range(6)] == [4, 5, 5, 3, 6, 3]
    assert [dealer.pick([1, 3, 5]) for _ in range(6)] == [5, 5, 1, 5, 5, 5]
    replaced = Dealer(SMALL, 2026, replacement=True)
    assert "".join(replaced.draw().id for _ in range(12)) == "c3c2c3c5c2c6c5c5c3c5c3c5"


def test_seeds_and_streams_differ() -> None:
    orders = [
        [Dealer(HOUSE, seed, stream=stream).draw().id, Dealer(HOUSE, seed, stream=stream).left]
        for seed in range(6)
        for stream in range(6)
    ]
    assert len({str(order) for order in orders}) > 20


def test_cards_dice_and_picks_do_not_disturb_one_another() -> None:
    plain, busy = Dealer(HOUSE, 3), Dealer(HOUSE, 3)
    rolls = [plain.roll() for _ in range(9)]
    picks = [plain.pick((1, 2, 3, 4)) for _ in range(9)]
    drawn = [plain.draw() for _ in range(9)]
    for roll, pick, card in zip(rolls, picks, drawn, strict=True):
        assert (busy.draw(), busy.roll(), busy.pick((4, 3, 2, 1))) == (card, roll, pick)


def test_a_typed_card_is_skipped() -> None:
    order = [card.id for card in _drawn(Dealer(HOUSE, 5), 108)]
    dealer = Dealer(HOUSE, 5)
    assert dealer.take(HOUSE.by_id[order[3]])
    assert not dealer.take(HOUSE.by_id[order[3]])
    assert [card.id for card in _drawn(dealer, 107)] == order[:3] + order[4:]
    assert dealer.shuffles == 1


def test_a_typed_card_without_id_is_the_first_like_it() -> None:
    text = HEADER + SIX + "d1,continues,none,1,,lake\n"
    dealer = Dealer(Deck.parse(text, "small"), 5)
    typed = Card.parse("c/n 1")
    assert dealer.take(typed)
    assert list(dealer.left) == ["c2", "c3", "c4", "c5", "c6", "d1"]
    assert dealer.take(typed)
    assert not dealer.take(typed)
    assert list(dealer.left) == ["c2", "c3", "c4", "c5", "c6"]
    assert not dealer.take(Card.parse("f/n 2"))
    assert not dealer.take(replace(SMALL.cards[1], id="elsewhere"))


def test_taking_the_last_card_shuffles_again() -> None:
    dealer = Dealer(SMALL, 5)
    assert all(dealer.take(card) for card in SMALL.cards)
    assert (dealer.shuffles, len(dealer.left)) == (1, 6)


def test_replacement_takes_nothing_out() -> None:
    dealer = Dealer(SMALL, 5, replacement=True)
    drawn = Counter(card.id for card in _drawn(dealer, 600))
    assert min(drawn.values()) > 60
    assert dealer.take(SMALL.cards[0])
    assert not dealer.take(Card.parse("f/n 1"))
    assert len(dealer.left) == 6
    assert dealer.state == (0, (), 600, 0, 0)


def test_dice_and_picks_are_even() -> None:
    dealer = Dealer(SMALL, 5)
    assert all(900 < n < 1100 for n in Counter(dealer.roll() for _ in range(6000)).values())
    picks = Counter(dealer.pick([2, 4, 6]) for _ in range(3000))
    assert set(picks) == {2, 4, 6}
    assert min(picks.values()) > 900


def _drawn(dealer: Dealer, n: int) -> list[Card]:
    return [dealer.draw() for _ in range(n)]


def _do(dealer: Dealer, event: str | Card) -> object:
    if isinstance(event, Card):
        return dealer.take(event)
    if event == "draw":
        return dealer.draw()
    return dealer.roll() if event == "roll" else dealer.pick([1, 4, 6])


events = st.sampled_from(["draw", "draw", "roll", "pick", *SMALL.cards, Card.parse("c/n 2")])


@given(seeds, st.booleans(), st.lists(events, max_size=30), st.lists(events, max_size=8))
def test_the_same_events_make_the_same_dealer(
    seed: int, replacement: bool, before: list[str | Card], after: list[str | Card]
) -> None:
    one, other = Dealer(SMALL, seed, replacement), Dealer(SMALL, seed, replacement)
    assert [_do(one, event) for event in before] == [_do(other, event) for event in before]
    assert one.state == other.state
    twin, stood = one.copy(), one.state
    went = [_do(one, event) for event in after]
    assert twin.state == stood
    assert [_do(twin, event) for event in after] == went
    assert twin.state == one.state


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_dealer_needs_a_seed(seed: int) -> None:
    with pytest.raises(DeckError) as caught:
        Dealer(SMALL, seed)
    assert str(caught.value) == f"seed {seed} is not an integer from 0 to 9223372036854775807"
    assert caught.value.code == "seed"


def test_a_pick_needs_options() -> None:
    with pytest.raises(AnswerError, match="there is nothing to pick from"):
        Dealer(SMALL, 1).pick([])
