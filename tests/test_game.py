"""Games: the state is what the standing entries make, and chance is never asked twice."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_text
from rivercheck.card import Card
from rivercheck.changes import found, typed
from rivercheck.deck import Deck
from rivercheck.entries import (
    Change,
    Check,
    Edit,
    Entry,
    Erase,
    Given,
    Note,
    Publish,
    Redo,
    Start,
    Terrain,
    Undo,
    Visit,
)
from rivercheck.errors import AnswerError, BoardError, GameError, HexError, RivercheckError
from rivercheck.game import Game, board_hash, new_start
from rivercheck.gamelog import log, turn_text
from rivercheck.grid import Layout
from rivercheck.words import sentence

DRAWN = Given("drawn")
SMALL = Deck.parse(
    "id,river_a,river_b,first,second,terrain\n"
    "a,continues,extends,1,4,jungle\n"
    "b,forks,crosses,2,5,desert\n"
    "c,ends,begins,3,,veldt\n"
    "d,continues,none,4,6,swamp\n"
    "e,forks,begins,5,1,lake\n"
    "f,continues,crosses,6,3,mountain\n",
    "small",
)
EXPLORERS = ("Burton", "Speke")
LABELS = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)]


def land() -> Board:
    """Five by five hexes: a coast in the west with a mouth and a printed river, a lake inland."""
    return board_from(
        {
            "rivercheck": 1,
            "name": "little land",
            "layout": {"columns": 5, "rows": 5},
            "hexes": {
                **{f"010{row}": {"terrain": "sea"} for row in range(1, 6)},
                "0202": {"terrain": "jungle", "state": "partial", "out": [6]},
                "0404": {"terrain": "lake", "state": "mapped", "name": "Old Lake"},
            },
            "mouths": [{"hex": "0202", "side": 6, "name": "Tamba", "drainage": 4}],
        }
    )


def new_game(seed: int = 5, deck: Deck = SMALL, rulings: str = "table") -> Game:
    return Game(new_start(land(), deck, seed=seed, rulings=rulings))


def make_check(game: Game, hex: str, terrain: str = "jungle", explorer: str = "Burton") -> Entry:
    land_of = "" if game.board.terrain(game.board.layout.find(hex)) else terrain
    return game.add(game.answered(Check(hex, land_of, explorer=explorer)), "Anna")


def reopened(game: Game) -> Game:
    """The game as it comes back from JSON."""
    start = Start.from_json(json.loads(json.dumps(game.start.to_json())))
    entries = [Entry.from_json(json.loads(json.dumps(one.to_json()))) for one in game.entries]
    return Game(start, entries)


def state(game: Game) -> tuple[object, ...]:
    return board_text(game.board), game.dealer.state, tuple(game.standing), game.revision


class Journal(RuleBasedStateMachine):
    """Any sequence of entries, undo and redo leaves what the standing entries make."""

    def __init__(self) -> None:
        super().__init__()
        self.game = new_game()
        self.done: list[int] = []  # a second bookkeeping: what stands, and what redo would bring
        self.taken: list[list[int]] = []

    def attempt(self, change: Change) -> bool:
        before = state(self.game)
        try:
            if isinstance(change, Check):
                change = self.game.answered(change)
            assert state(self.game) == before
            entry = self.game.add(change, "Anna")
        except RivercheckError:
            assert state(self.game) == before
            return False
        if not isinstance(change, Note | Undo | Redo):
            self.done.append(entry.number)
            self.taken.clear()
        return True

    @rule(
        hex=st.sampled_from(LABELS),
        terrain=st.sampled_from(["", "jungle", "desert", "swamp"]),
        explorer=st.sampled_from(["", *EXPLORERS]),
        card=st.sampled_from([None, *SMALL.cards]),
    )
    def check(self, hex: str, terrain: str, explorer: str, card: Card | None) -> None:
        answers = () if card is None else (typed(card),)
        self.attempt(Check(hex, terrain, explorer=explorer, answers=answers))

    @rule(hex=st.sampled_from(LABELS), explorer=st.sampled_from(EXPLORERS))
    def check_on_drawn_land(self, hex: str, explorer: str) -> None:
        self.attempt(Check(hex, terrain_card=DRAWN, explorer=explorer))

    @rule(hex=st.sampled_from(LABELS), terrain=st.sampled_from(["veldt", "lake", ""]))
    def terrain(self, hex: str, terrain: str) -> None:
        self.attempt(Terrain(hex, terrain, None if terrain else DRAWN))

    @rule(hex=st.sampled_from(LABELS), explorer=st.sampled_from(EXPLORERS))
    def visit(self, hex: str, explorer: str) -> None:
        self.attempt(Visit(explorer, hex))

    @rule(explorer=st.sampled_from(EXPLORERS))
    def erase(self, explorer: str) -> None:
        self.attempt(Erase(explorer))

    @rule(explorer=st.sampled_from(EXPLORERS))
    def publish(self, explorer: str) -> None:
        self.attempt(Publish(explorer))

    @rule(
        hexes=st.lists(st.sampled_from(LABELS), max_size=3), mouth=st.booleans(), gone=st.booleans()
    )
    def edit(self, hexes: list[str], mouth: bool, gone: bool) -> None:
        data: dict[str, object] = {
            "terrain": "veldt",
            "state": "mapped",
            "explorers": ["Speke"],
            "name": "edited",
        }
        mouths = ({"hex": "0203", "side": 6, "name": "New", "drainage": 2},) if mouth else ()
        edits = {label: None if gone and label != hexes[0] else dict(data) for label in hexes}
        self.attempt(Edit(edits, mouths, ("0202",) if gone else ()))

    @rule()
    def note(self) -> None:
        assert self.attempt(Note("A note."))

    @rule()
    def undo(self) -> None:
        assert self.attempt(Undo()) == bool(self.done)
        if self.done:
            self.taken.append([self.done.pop()])

    @precondition(lambda self: self.game.revision > 0)
    @rule(data=st.data())
    def undo_to(self, data: st.DataObject) -> None:
        to = data.draw(st.integers(0, self.game.revision))
        gone = [number for number in self.done if number > to]
        assert self.attempt(Undo(to)) == bool(gone)
        if gone:
            self.done = self.done[: -len(gone)]
            self.taken.append(gone)

    @rule()
    def redo(self) -> None:
        assert self.attempt(Redo()) == bool(self.taken)
        if self.taken:
            self.done += self.taken.pop()

    @invariant()
    def is_what_stands(self) -> None:
        assert self.game.standing == self.done
        fresh = Game(self.game.start)
        for place, number in enumerate(self.done, 1):
            fresh.play(replace(self.game.entries[number - 1], number=place))
        assert board_text(fresh.board) == board_text(self.game.board)
        assert fresh.dealer.state == self.game.dealer.state

    @invariant()
    def strikes_out_the_rest(self) -> None:
        for entry in self.game.entries:
            changing = entry.kind not in ("note", "undo", "redo")
            undone = changing and entry.number not in self.done
            assert (entry.number in self.game.struck) == undone

    def teardown(self) -> None:
        again = reopened(self.game)
        assert state(again) == state(self.game)
        assert again.entries == self.game.entries
        assert again.closing == self.game.closing


Journal.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestJournal = Journal.TestCase


# Chance ---------------------------------------------------------------------------------------


def test_a_check_is_never_rolled_again() -> None:
    game = new_game()
    first = make_check(game, "0202")
    assert isinstance(first.change, Check)
    assert first.change.answers
    for _ in range(5):
        game.add(Undo(), "Ben")
        assert make_check(game, "0202").change == first.change
    with pytest.raises(HexError, match="0202 is already mapped"):
        make_check(game, "0202")


def test_asking_does_not_use_up_chance() -> None:
    game = new_game()
    asked = [game.answered(Check("0202", explorer="Burton")) for _ in range(3)]
    made = make_check(game, "0202").change
    assert isinstance(made, Check)
    assert [one.answers for one in asked] == [made.answers] * 3


def test_another_seed_gives_other_chance() -> None:
    firsts = {str(new_game(seed).answered(Check("0202")).answers[0].card) for seed in range(40)}
    assert len(firsts) == len(SMALL.cards)


def test_a_drawn_answer_must_be_the_one_that_chance_gives() -> None:
    game = new_game()
    true = game.answered(Check("0202"))
    card = true.answers[0].card
    for other in SMALL.cards:
        claimed = replace(true, answers=(Given("drawn", card=other.to_json()), *true.answers[1:]))
        if other.to_json() != card:
            with pytest.raises(GameError, match=r"chance: .* \(.\) is noted, and .* follows"):
                game.add(claimed, "Mallory")
    assert game.revision == 0
    game.add(true, "Anna")


def test_a_typed_card_leaves_the_deck() -> None:
    game = new_game()
    game.add(Check("0202", answers=(typed("continues/extends 1,4"),)), "Ben")
    change = game.entries[0].change
    assert isinstance(change, Check)
    assert change.answers[0].by == "Ben"
    assert change.answers[0].source == "typed"
    assert not change.warnings
    assert "a" not in game.dealer.left


def test_a_typed_card_that_is_gone_is_allowed_and_pointed_out() -> None:
    game = new_game()
    card = typed({"card": {"river_a": "ends", "river_b": "none", "numbers": [2, 6]}})
    entry = game.add(Check("0303", "veldt", answers=(card,)), "Ben")
    assert isinstance(entry.change, Check)
    assert "ends/none 2,6" in entry.change.warnings[0]
    assert "ends/none 2,6" in turn_text(game, sentence)
    assert reopened(game).entries == game.entries


def test_a_part_of_a_card_leaves_the_deck_alone() -> None:
    game = new_game()
    part = replace(typed("ends/none 2"), part="river_b")
    entry = game.add(Check("0303", "veldt", answers=(part,)), "Ben")
    assert isinstance(entry.change, Check)
    assert not entry.change.warnings
    assert len(game.dealer.left) == 6


def test_typed_and_drawn_answers_mix() -> None:
    game = new_game()
    change = game.answered(
        Check("0202"), lambda result: typed("ends/none 6") if not result.used else DRAWN
    )
    assert change.answers[0].source == "typed"
    assert {one.source for one in change.answers[1:]} == {"drawn"}
    game.add(change, "Anna")
    assert reopened(game).entries == game.entries


def test_the_deck_is_shuffled_again_and_undo_goes_back_over_it() -> None:
    game = new_game()
    places = [label for label in LABELS if game.board.unmapped(game.board.layout.find(label))]
    seen = []
    for label in places[:14]:
        make_check(game, label, "veldt")
        seen.append(game.dealer.state)
    assert game.dealer.shuffles >= 1
    assert state(reopened(game)) == state(game)
    for expected in reversed(seen[:-1]):
        game.add(Undo(), "Anna")
        assert game.dealer.state == expected
    game.add(Redo(), "Anna")
    assert game.dealer.state == seen[1]


def test_dice_and_picks_are_counted() -> None:
    game = new_game()
    lake: dict[str, object] = {"terrain": "lake", "state": "mapped"}
    game.add(Edit({"0302": lake, "0304": lake}), "Anna")
    extends = typed("continues/extends 1,4")
    change = game.answered(Check("0303", "veldt", answers=(extends,)))
    kinds = [next(iter(one.said() or {})) for one in change.answers]
    assert kinds[:2] == ["card", "pick"]
    game.add(change, "Anna")
    assert game.dealer.state[4] == 1
    game.add(Undo(), "Anna")
    assert game.dealer.state[4] == 0


@pytest.mark.parametrize("data", [{}, {"die": 3, "pick": 2}, {"die": 0}, {"dice": 3}])
def test_a_typed_answer_holds_one_possible_value(data: dict[str, object]) -> None:
    with pytest.raises(GameError, match=r"one of card, die and pick|dice|die"):
        Given.from_json({"from": "typed", **data})
    assert Given.from_json({"from": "typed", "die": 3}) == typed("die 3")


# What is refused ------------------------------------------------------------------------------


def refused(game: Game, change: Change, error: type[RivercheckError], match: str) -> None:
    before = state(game)
    with pytest.raises(error, match=match):
        game.add(change, "Anna")
    assert state(game) == before


def test_refusals_name_the_hex_and_change_nothing() -> None:
    game = new_game()
    make_check(game, "0202")
    refused(game, Check("0202"), HexError, "0202 is already mapped")
    refused(game, Check("0101"), HexError, "0101 is sea")
    refused(game, Check("0303"), HexError, "0303: its terrain is not known")
    refused(game, Check("0909", "veldt"), HexError, "0909 is not on the board")
    refused(game, Check("0303", "veldt"), AnswerError, "0303: the check still needs a card")
    die = (Given("typed", die=3),)
    refused(game, Check("0303", "veldt", answers=die), AnswerError, "'die 3' is given where a card")
    refused(game, Check("0303", "lake", answers=die), AnswerError, "1 are left over")
    refused(game, Terrain("0202", "veldt"), HexError, "0202 is already mapped")
    refused(game, Terrain("0303", "sea"), HexError, "0303: sea is part of the board")
    refused(game, Terrain("0303", "forest"), HexError, "forest")
    refused(game, Terrain("0303"), HexError, "0303: say its terrain")
    refused(game, Visit("Burton", "0303"), HexError, "0303 is not mapped")
    refused(game, Visit("Burton", "0202"), HexError, "Burton has been in hex 0202")
    refused(game, Visit(" ", "0202"), GameError, "name")
    refused(game, Erase("Burtno"), GameError, "Burtno; explorers here are Burton")
    refused(game, Redo(), GameError, "nothing to redo")
    refused(game, Undo(9), GameError, "no entry 9")
    refused(game, Undo(1), GameError, "nothing to undo after entry 1")
    refused(game, Note("bell \a"), GameError, r"text: must not hold the character U\+0007")
    refused(game, Note("turned \u202e round"), GameError, r"U\+202E")
    refused(game, Terrain("0202", terrain_card=DRAWN), HexError, "0202 is already mapped")
    refused(game, Edit(), GameError, "must name a hex")
    game.add(Publish("Burton"), "Anna")
    refused(game, Publish("Burton"), GameError, "nothing that is not published")


def test_edits_that_no_map_can_have_are_refused() -> None:
    game = new_game()
    lone: dict[str, object] = {"terrain": "veldt", "state": "mapped", "in": [1]}
    game.add(Edit({"0402": {"terrain": "veldt", "state": "mapped"}}), "Anna")
    refused(game, Edit({"0403": lone}), BoardError, "0403")
    refused(game, Edit({"0403": {"terrain": "forest"}}), BoardError, "hex 0403: terrain")
    refused(game, Edit({}, ({"hex": "0303", "side": 1},)), BoardError, "0303 at hexside 1")
    refused(game, Edit({"0102": {"terrain": "veldt"}}), BoardError, "mouth of hex 0202|0202")
    refused(game, Edit({}, (), ("0202",)), BoardError, "0202")


def test_edits_replace_hexes_and_mouths() -> None:
    game = new_game()
    before = board_text(game.board)
    game.add(
        Edit(
            {
                "0402": {"terrain": "veldt", "state": "mapped", "out": [4], "source": True},
                "0403": {"terrain": "veldt", "state": "mapped", "in": [1], "out": [4]},
                "0404": {"terrain": "lake", "state": "mapped", "in": [1]},
                "0202": None,
            },
            ({"hex": "0205", "side": 4, "name": "South", "drainage": 3},),
            ("0202",),
        ),
        "Anna",
    )
    board = game.board
    assert board.hexes[board.layout.find("0403")].outs == 1 << 4
    assert board.layout.find("0404") not in board.notes
    assert [mouth.name for mouth in board.mouths.values()] == ["South"]
    assert board_from(json.loads(board_text(board)))
    game.add(Undo(), "Anna")
    assert board_text(game.board) == before


def play_all(game: Game, data: list[dict[str, Any]]) -> None:
    for one in data:
        game.play(Entry.from_json(one))


@pytest.mark.parametrize(
    ("place", "key", "value", "says"),
    [
        (0, "result", {"outcome": "none"}, "outcome"),
        (0, "result", {"in": [5]}, "in"),
        (0, "result", {"source": True}, "source"),
        (0, "result", None, "result is missing"),
        (0, "hex", "0404", "already mapped"),
        (1, "hexes", ["0303"], "lost with Burton"),
        (1, "number", 3, "entry 3 stands where entry 2 belongs"),
        (2, "entries", [1], "undo of entries 1 is noted; now it is 2"),
        (2, "entries", None, "entries is missing"),
    ],
)
def test_a_journal_that_was_tampered_with_is_valid_up_to_there(
    place: int, key: str, value: object, says: str
) -> None:
    game = new_game()
    make_check(game, "0202")
    game.add(Erase("Burton"), "Anna")
    game.add(Undo(), "Anna")
    data = [entry.to_json() for entry in game.entries]
    if isinstance(value, dict):
        value = {**data[place][key], **value}
    data[place] = {name: part for name, part in data[place].items() if name != key}
    if value is not None:
        data[place][key] = value
    again = Game(game.start)
    with pytest.raises(GameError, match=says) as caught:
        play_all(again, data)
    assert again.revision == place
    assert key == "number" or f"entry {place + 1} (" in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rules", rules.VERSION + 1, f"version {rules.VERSION + 1} of the rules"),
        ("seed", 1 << 70, "seed"),
        ("seed", True, "seed"),
        ("rivercheck_game", 2, "version 2"),
        ("name", "a\x1b[2J", "name"),
        ("time", "yesterday", "time"),
        ("colour", "blue", "colour"),
    ],
)
def test_a_start_that_cannot_be_played_is_refused_in_one_line(
    key: str, value: object, says: str
) -> None:
    data = {**new_game().start.to_json(), key: value}
    with pytest.raises(GameError, match=says) as caught:
        Game(Start.from_json(data))
    assert "\n" not in str(caught.value)


def test_the_deck_in_the_start_must_be_the_one_of_its_digest() -> None:
    start = new_game().start
    other = replace(start.deck, csv=start.deck.csv.replace("c,ends", "c,forks"))
    with pytest.raises(GameError, match="digest"):
        Game(replace(start, deck=other))


def test_a_player_who_saw_another_outcome_is_told() -> None:
    game = new_game()
    seen = game.answered(Check("0303", "veldt", answers=(typed("ends/begins 1"),)))
    _, result = game.attempt(seen)
    assert result.outcome == "begins"
    seen = replace(seen, result=found(result))
    game.add(Edit({"0302": {"terrain": "veldt", "state": "mapped"}}), "Ben")
    refused(game, seen, GameError, "0303, outcome: begins is noted, and none follows")
    game.add(Undo(), "Ben")
    game.add(seen, "Anna")


# Reading --------------------------------------------------------------------------------------


def test_the_closing_line_is_the_same_on_both_sides_and_differs_otherwise() -> None:
    game, other = new_game(), new_game()
    for one in (game, other):
        make_check(one, "0202")
    assert game.closing == other.closing
    assert game.closing == f"-- revision 1 · board {board_hash(game.board)} · rules {rules.VERSION}"
    assert re.fullmatch("[0-9a-f]{12}", board_hash(game.board))
    other.add(Terrain("0303", "veldt"), "Anna")
    assert board_hash(game.board) != board_hash(other.board)


def test_the_turn_tells_who_what_and_how_and_strikes_out() -> None:
    game = new_game()
    make_check(game, "0202")
    game.add(Undo(), "Ben")
    game.add(Check("0303", "veldt", answers=(typed("ends/none 2"),)), "Carl")
    text = turn_text(game, sentence, since=0)
    assert "1. Anna checks hex 0202, jungle, for Burton" in text
    assert "[struck out]" in text.split("\n")[0]
    assert "2. Ben undoes entry 1" in text
    assert "card ends/none 2 typed by Carl" in text
    assert "Draw nothing: there is no river in hex 0303." in text
    assert text.endswith(f"\n\n{game.closing}\n")
    assert turn_text(game, sentence).startswith("3. Carl")
    assert [line.struck for line in log(game, sentence)] == [True, False, False]


def test_every_kind_of_entry_reads_as_a_line() -> None:
    game = new_game()
    make_check(game, "0202")
    game.add(Terrain("0303", terrain_card=DRAWN), "Anna")
    game.add(Edit({"0402": None}, ({"hex": "0202", "side": 6, "name": "T"},)), "Anna")
    game.add(Visit("Speke", "0202"), "Anna")
    game.add(Publish("Speke"), "Anna")
    game.add(Erase("Speke"), "Anna")
    game.add(Note("one\ntwo"), "Anna")
    game.add(Undo(5), "Anna")
    game.add(Redo(), "")
    text = turn_text(game, sentence, since=1)
    for words in (
        "says that hex 0303 is",
        "terrain by card",
        "edits hex 0402 and the mouth of hex 0202",
        "leads Speke through hex 0202",
        "publishes for Speke: hex 0202",
        "reports Speke lost: nothing is erased",
        "   one\n   two",
        "undoes entry 6",
        "Somebody puts back entry 6",
    ):
        assert words in text


def test_an_earlier_revision_can_be_looked_at() -> None:
    game = new_game()
    before = board_text(game.board)
    make_check(game, "0202")
    after = board_text(game.board)
    game.add(Undo(), "Anna")
    assert [board_text(game.at(n).board) for n in range(3)] == [before, after, before]
    with pytest.raises(GameError, match="revision 4"):
        game.at(4)


def test_a_long_game_on_a_large_board_opens_and_undoes_at_once() -> None:
    start = new_start(Board(Layout(50, 30)), Deck.house(), seed=1)
    game = Game(start)
    for label in [game.board.name(hex) for hex in game.board.layout.places()][:1000]:
        make_check(game, label, "veldt")
    begun = time.perf_counter()
    again = Game(start, game.entries)
    opened = time.perf_counter()
    again.add(Undo(), "Anna")
    undone = time.perf_counter()
    assert opened - begun < 1  # measured: 0.07 s
    assert undone - opened < 0.1  # measured: 0.2 ms
