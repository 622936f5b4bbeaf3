"""The commands on games, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rivercheck.boardfile import board_from, load_board, save_board
from rivercheck.entries import Entry, Terrain
from rivercheck.gamefile import GameFile
from running import Done, Run

BOARD = {
    "rivercheck": 1,
    "name": "little land",
    "layout": {"columns": 4, "rows": 4},
    "hexes": {
        "0101": {"terrain": "sea"},
        "0102": {"terrain": "sea"},
        "0202": {"terrain": "jungle"},
    },
    "mouths": [{"hex": "0202", "side": 6, "name": "Tamba", "drainage": 3}],
}


@pytest.fixture
def say(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `rivercheck game ...` where g is a game."""
    monkeypatch.setenv("RIVERCHECK_BY", "Anna")
    save_board(board_from(BOARD), "b.json")

    def say(*words: str, typed: str = "") -> Done:
        return run("game", *words, typed=typed)

    assert say("new", "g", "b.json", "--seed", "4", "--name", "Nile").code == 0
    return say


def test_a_game_from_start_to_log(say: Run) -> None:
    code, shown, _ = say("check", "g", "0202", "--explorer", "Burton")
    assert code == 0
    assert "1. Anna checks hex 0202, jungle, for Burton" in shown
    assert "drawn" in shown
    code, again, _ = say("undo", "g", "--by", "Ben")
    assert "2. Ben undoes entry 1" in again
    code, shown2, _ = say("check", "g", "0202", "--explorer", "Burton")
    assert shown2.split("\n")[0] == shown.split("\n")[0]
    assert say("visit", "g", "0202", "Speke")[0] == 0
    assert say("publish", "g", "Burton")[0] == 0
    assert say("erase", "g", "Burton")[0] == 0
    assert say("note", "g", "so far")[0] == 0
    assert say("redo", "g")[0] == 2
    code, text, _ = say("log", "g", "--text", "--since", "0")
    assert "[struck out]" in text
    assert text.rstrip().split("\n")[-1] == GameFile.open("g").game.closing
    code, entries, _ = say("log", "g", "--json")
    assert [one["struck"] for one in json.loads(entries)["entries"]] == [True] + [False] * 6
    assert say("replay", "g")[:2] == (
        0,
        f"valid up to entry 7\n{text.rstrip().split(chr(10))[-1]}\n",
    )


def test_errors_are_one_line_and_status_2(say: Run) -> None:
    for words, says in [
        (("check", "g", "0101"), "0101 is sea"),
        (("check", "g", "0303"), "0303: its terrain is not known"),
        (("check", "g", "9999"), "9999 is not on the board"),
        (("check", "g", "0202", "--ask", "--answers", "-"), "exclude each other"),
        (("undo", "g"), "nothing to undo"),
        (("erase", "g", "Nobody"), "by Nobody"),
        (("log", "none"), "none: cannot be read"),
        (("log", "b.json"), "b.json, line 1"),
        (("new", "g", "b.json"), "g: exists already"),
        (("board", "g", "--out", "g"), "is the game itself"),
        (("board", "g", "--at", "9"), "revision 9"),
        (("note", "g", "a\x1b[2J"), "U+001B"),
    ]:
        before = Path("g").read_bytes()
        code, shown, wrong = say(*words)
        assert (code, shown) == (2, ""), words
        assert says in wrong
        assert wrong.count("\n") == 1
        assert Path("g").read_bytes() == before


def test_typed_answers_and_answers_that_run_out(say: Run) -> None:
    before = Path("g").read_bytes()
    code, shown, _ = say("check", "g", "0202", "--answers", "-", "--json", typed="[]")
    assert code == 3
    assert json.loads(shown)["need"]["kind"] == "card"
    assert Path("g").read_bytes() == before
    script = '["continues/none 3,5"]'
    code, shown, _ = say("check", "g", "0202", "--answers", "-", "--json", typed=script)
    entry = json.loads(shown)["entry"]
    assert code == 0
    assert (entry["answers"][0]["from"], entry["answers"][0]["by"]) == ("typed", "Anna")
    assert json.loads(shown)["result"]["in"] == [3]


def test_asking_takes_terrain_and_the_part_of_a_card_that_counts(say: Run) -> None:
    assert say("check", "g", "0303", "--ask", typed="veldt\nbegins 3\n")[0] == 0
    entry = GameFile.open("g").game.entries[0].to_json()
    assert entry["terrain"] == "veldt"
    assert entry["answers"][0]["part"] == "river_b"
    assert "warnings" not in entry
    before = Path("g").read_bytes()
    assert say("check", "g", "0202", "--ask", typed="q\n")[0] == 3
    assert Path("g").read_bytes() == before


def test_terrain_can_be_said_drawn_and_edited(say: Run) -> None:
    assert say("terrain", "g", "0303", "desert")[0] == 0
    assert say("terrain", "g", "0404", "draw")[0] == 0
    assert say("check", "g", "0401", "--terrain", "draw")[0] == 0
    patch = '{"hexes": {"0303": {"terrain": "lake", "state": "mapped"}}}'
    assert say("edit", "g", "-", typed=patch)[0] == 0
    assert say("edit", "g", "-", typed='{"hexs": {}}')[0] == 2
    assert say("board", "g", "--out", "now.json")[0] == 0
    board = load_board("now.json")
    assert board.terrain(board.layout.find("0303")) == "lake"
    assert say("board", "g", "--at", "0")[1] == Path("b.json").read_text()


def test_an_undo_that_would_take_what_another_has_just_made_is_refused(
    say: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("terrain", "g", "0303", "desert")
    append = GameFile.append

    def slow(mine: GameFile, *words: Any) -> Entry:
        append(GameFile.open("g"), Terrain("0404", "lake"), "Ben")
        return append(mine, *words)

    monkeypatch.setattr(GameFile, "append", slow)
    code, _, wrong = say("undo", "g")
    assert code == 2
    assert "undo of entries 1 is noted; now it is 2 (the game has moved on" in wrong
    assert GameFile.open("g").game.standing == [1, 2]


def test_a_damaged_game_is_played_as_far_as_it_is_valid(say: Run) -> None:
    for text in ("one", "two", "three"):
        say("note", "g", text)
    lines = Path("g").read_text().splitlines(keepends=True)
    Path("g").write_text("".join([*lines[:2], lines[2].replace("two", "2"), lines[3]]))
    code, shown, _ = say("replay", "g", "--json")
    assert code == 1
    told = json.loads(shown)
    assert (told["revision"], told["valid"]) == (2, False)
    assert "line 4" in told["why"]
    assert say("log", "g")[0] == 2
    Path("g").write_text("".join(lines)[:-5])
    code, shown, wrong = say("log", "g")
    assert code == 0
    assert "line 4: the last line was not written to its end" in wrong
