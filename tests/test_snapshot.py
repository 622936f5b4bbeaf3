"""Snapshots: a game that is resumed is the game that was played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from rivercheck.boardfile import board_text
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
from rivercheck.errors import GameError, RivercheckError
from rivercheck.game import Game
from rivercheck.snapshot import Journal, Snapshot, Snapshots
from test_game import EXPLORERS, LABELS, new_game


def state(game: Game) -> dict[str, Any]:
    """All that a game is, but its journal."""
    return {
        "board": board_text(game.board),
        "dealer": game.dealer.to_json(),
        "left": game.dealer.left,
        "standing": list(game.standing),
        "struck": sorted(game.struck),
        "redo": game.to_redo,
        "undone": [tuple(numbers) for numbers in game._undone],
        "closing": game.closing,
    }


def in_json(snapshot: Snapshot) -> Snapshot:
    """As a store gives it back."""
    return Snapshot(**json.loads(json.dumps(snapshot.to_json())))


def kept(snapshots: list[Snapshot]) -> Snapshots:
    def found(revision: int) -> Iterator[Snapshot]:
        upto = [one for one in snapshots if one.revision <= revision]
        return map(in_json, sorted(upto, key=lambda one: -one.revision))

    return found


def stored(game: Game) -> Journal:
    """The journal as a store reads it: each entry from its JSON, when it is asked for."""
    lines = [json.dumps(entry.to_json()) for entry in game.entries]
    return Journal.stored(len(lines), lambda number: Entry.from_json(json.loads(lines[number - 1])))


def start_of(game: Game) -> Start:
    return Start.from_json(json.loads(json.dumps(game.start.to_json())))


class Resumed(RuleBasedStateMachine):
    """Two games side by side: one only played, one resumed again and again from snapshots."""

    def __init__(self) -> None:
        super().__init__()
        self.played = new_game()
        self.other = new_game()
        self.snapshots: list[Snapshot] = []

    def both(self, change: Change) -> None:
        done: list[Entry | str] = []
        for game in (self.played, self.other):
            try:
                made = game.answered(change) if isinstance(change, Check) else change
                done.append(game.add(made, "Anna"))
            except RivercheckError as error:
                done.append(str(error))
        one, other = done
        if isinstance(one, Entry) and isinstance(other, Entry):
            assert one.change == other.change
        else:
            assert one == other

    @rule(hex=st.sampled_from(LABELS), terrain=st.sampled_from(["jungle", "desert", "lake"]))
    def check(self, hex: str, terrain: str) -> None:
        known = self.played.board.terrain(self.played.board.layout.find(hex))
        self.both(Check(hex, "" if known else terrain, explorer="Burton"))

    @rule(hex=st.sampled_from(LABELS), explorer=st.sampled_from(EXPLORERS))
    def check_on_drawn_land(self, hex: str, explorer: str) -> None:
        self.both(Check(hex, terrain_card=Given("drawn"), explorer=explorer))

    @rule(hex=st.sampled_from(LABELS), drawn=st.booleans())
    def terrain(self, hex: str, drawn: bool) -> None:
        self.both(Terrain(hex, "" if drawn else "swamp", Given("drawn") if drawn else None))

    @rule(explorer=st.sampled_from(EXPLORERS), lost=st.booleans())
    def lose_or_publish(self, explorer: str, lost: bool) -> None:
        self.both(Erase(explorer) if lost else Publish(explorer))

    @rule(hex=st.sampled_from(LABELS), explorer=st.sampled_from(EXPLORERS))
    def visit(self, hex: str, explorer: str) -> None:
        self.both(Visit(explorer, hex))

    @rule(hex=st.sampled_from(LABELS), state=st.sampled_from(["blank", "partial", "mapped"]))
    def edit(self, hex: str, state: str) -> None:
        data: dict[str, object] = {"terrain": "veldt", "state": state, "name": "edited", "mine": 1}
        mouth: dict[str, object] = {"hex": "0203", "side": 6, "name": "New", "drainage": 2}
        self.both(Edit({hex: data}, (mouth,) if state == "blank" else ()))

    @rule()
    def note(self) -> None:
        self.both(Note("A note."))

    @rule()
    def undo(self) -> None:
        self.both(Undo())

    @rule(back=st.integers(0, 12))
    def undo_to(self, back: int) -> None:
        self.both(Undo(max(0, self.played.revision - back)))

    @rule()
    def redo(self) -> None:
        self.both(Redo())

    @rule()
    def keep(self) -> None:
        self.snapshots.append(self.other.snapshot())

    @rule(lost=st.booleans())
    def resume(self, lost: bool) -> None:
        snapshots = self.snapshots[: len(self.snapshots) // 2] if lost else self.snapshots
        self.other = Game.resume(start_of(self.played), stored(self.other), kept(snapshots))

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        revision = data.draw(st.integers(0, self.played.revision))
        assert state(self.other.at(revision)) == state(self.played.at(revision))

    @invariant()
    def is_the_same(self) -> None:
        assert state(self.other) == state(self.played)
        assert self.other.revision == self.played.revision

    def teardown(self) -> None:
        entries = list(self.other.entries)
        assert len(entries) == self.played.revision
        assert [one.change for one in entries] == [one.change for one in self.played.entries]
        assert state(Game(self.played.start, entries)) == state(self.played)


Resumed.TestCase.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
TestResumed = Resumed.TestCase


def wandering(seed: int, steps: int) -> tuple[Game, list[Snapshot]]:
    """A game of checks, undo and redo, with a snapshot after each entry."""
    game, random = new_game(), Random(seed)
    snapshots = [game.snapshot()]
    for _ in range(steps):
        hex = random.choice(LABELS)
        known = game.board.terrain(game.board.layout.find(hex))
        check = Check(hex, "" if known else "jungle")
        changes: list[Change] = [check, check, Undo(), Redo(), Note("x")]
        change = random.choice(changes)
        try:
            game.add(game.answered(change) if isinstance(change, Check) else change, "Anna")
        except RivercheckError:
            continue
        snapshots.append(game.snapshot())
    return game, snapshots


@pytest.mark.parametrize("seed", range(4))
def test_every_snapshot_alone_leads_to_the_same_game(seed: int) -> None:
    game, snapshots = wandering(seed, 60)
    assert [one.revision for one in snapshots] == list(range(game.revision + 1))
    for one in snapshots:
        resumed = Game.resume(start_of(game), stored(game), kept([one]))
        assert state(resumed) == state(game)
        for _ in range(len(game.standing)):  # and back to the beginning
            resumed.add(Undo(), "Ben")
        assert board_text(resumed.board) == board_text(new_game().board)


def test_resuming_reads_only_what_came_after_the_snapshot() -> None:
    game, snapshots = wandering(1, 80)
    for number in range(10):
        game.add(Note(f"{number}"), "Anna")
    read: list[int] = []

    def entry(number: int) -> Entry:
        read.append(number)
        return game.entries[number - 1]

    journal = Journal.stored(game.revision, entry)
    resumed = Game.resume(game.start, journal, kept([snapshots[-1]]))
    assert read == list(range(game.revision - 9, game.revision + 1))
    assert state(resumed) == state(game)
    assert [one.number for one in resumed.entries] == list(range(1, game.revision + 1))
    assert sorted(read) == list(range(1, game.revision + 1))  # each once


def test_a_snapshot_is_not_changed_by_what_follows() -> None:
    game, snapshots = wandering(2, 30)
    before = [json.dumps(one.to_json()) for one in snapshots]
    for one in snapshots:
        resumed = Game.resume(game.start, stored(game), lambda revision, one=one: [one])  # type: ignore[misc]
        for change in (Note("x"), Undo(), Undo(), Redo(), Check("0505", "jungle")):
            try:
                made = resumed.answered(change) if isinstance(change, Check) else change
                resumed.add(made, "Anna")
            except RivercheckError:
                continue
    assert [json.dumps(one.to_json()) for one in snapshots] == before


def test_a_snapshot_shares_nothing_with_the_game_that_goes_on() -> None:
    game = new_game()
    game.add(game.answered(Check("0202", explorer="Burton")), "Anna")
    kept_now = game.snapshot()
    before = json.dumps(kept_now.to_json())
    game.add(Visit("Speke", "0202"), "Anna")
    game.add(Erase("Burton"), "Anna")
    assert json.dumps(kept_now.to_json()) == before


def test_a_check_is_told_once_also_after_a_resumed_undo() -> None:
    game, snapshots = wandering(3, 40)
    told: list[str] = []
    resumed = Game.resume(game.start, stored(game), kept(snapshots[::7]))
    resumed.told = lambda board, result: told.append(result.hex)
    resumed.add(Undo(), "Ben")
    resumed.add(Redo(), "Ben")
    assert told == []
    hex = next(hex for hex in LABELS if resumed.board.unmapped(resumed.board.layout.find(hex)))
    terrain = "" if resumed.board.terrain(resumed.board.layout.find(hex)) else "jungle"
    resumed.add(resumed.answered(Check(hex, terrain)), "Ben")
    assert told == [hex]


def test_what_cannot_be_played_is_refused_where_a_whole_replay_would() -> None:
    game, snapshots = wandering(4, 40)
    entries = list(game.entries)
    entries[-1], entries[-2] = entries[-2], entries[-1]
    journal = Journal.stored(len(entries), lambda number: entries[number - 1])
    for snapshot in ([], snapshots[:-5]):
        with pytest.raises(GameError, match=rf"entry {len(entries)} stands where"):
            Game.resume(game.start, journal, kept(snapshot))


# Journals ---------------------------------------------------------------------------------------


def test_a_journal_is_a_sequence_that_is_read_when_asked() -> None:
    game, _ = wandering(5, 20)
    entries = list(game.entries)
    journal = stored(game)
    assert len(journal) == len(entries)
    assert journal[0] == entries[0]
    assert journal[-1] == entries[-1]
    assert journal[2:5] == entries[2:5]
    assert journal[::-2] == entries[::-2]
    assert journal == entries
    assert list(journal.first(3)) == entries[:3]
    assert journal.index(entries[4]) == 4
    with pytest.raises(IndexError):
        journal[len(entries)]
    shorter = stored(game).first(4)
    shorter.append(entries[4])
    assert list(shorter) == entries[:5]
    assert Journal() == []
