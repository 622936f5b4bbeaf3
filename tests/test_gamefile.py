"""Game files: nothing acknowledged is lost, nothing half written, damage is named by its line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rivercheck import gamefile
from rivercheck.boardfile import board_from, board_text
from rivercheck.deck import Deck
from rivercheck.entries import Check, Edit, Entry, Note, Terrain, Undo
from rivercheck.errors import FileError, GameError, HexError
from rivercheck.game import Game, new_start
from rivercheck.gamefile import GameFile, line_hash, replay

LAYOUT = {"columns": 6, "rows": 6}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    board = board_from({"rivercheck": 1, "name": "plain", "layout": LAYOUT})
    GameFile.create(tmp_path / "g.game", new_start(board, Deck.house(), seed=3))
    return tmp_path / "g.game"


def check(hex: str) -> Callable[[Game], Check]:
    return lambda game: game.answered(Check(hex, "veldt", explorer="Burton"))


@pytest.fixture
def played(path: Path) -> Path:
    """A game of five entries."""
    game_file = GameFile.open(path)
    game_file.append(check("0202"), "Anna")
    game_file.append(check("0303"), "Anna")
    game_file.append(Undo(), "Ben")
    game_file.append(Note("Zürich, 世界"), "Ben")
    game_file.append(check("0403"), "Anna")
    return path


def run(code: str, *arguments: object) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_what_was_appended_is_there_when_opened_again(played: Path) -> None:
    game_file = GameFile.open(played)
    assert [entry.kind for entry in game_file.game.entries] == [
        "check",
        "check",
        "undo",
        "note",
        "check",
    ]
    assert game_file.warnings == []
    again, why = replay(played)
    assert why == ""
    assert again.closing == game_file.game.closing
    assert board_text(again.board) == board_text(game_file.game.board)


def test_the_file_is_json_lines_and_each_entry_names_the_line_before_it(played: Path) -> None:
    lines = played.read_bytes().splitlines()
    values = [json.loads(line) for line in lines]
    assert values[0]["rivercheck_game"] == 1
    assert [value["number"] for value in values[1:]] == [1, 2, 3, 4, 5]
    assert [value["prev"] for value in values[1:]] == [line_hash(line) for line in lines[:-1]]


def test_appending_changes_no_earlier_byte(played: Path) -> None:
    before = played.read_bytes()
    GameFile.open(played).append(check("0505"), "Anna")
    after = played.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 1


def test_an_entry_is_synced_before_it_is_acknowledged(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*words: Any) -> Any:
            done.append(name)
            return function(*words)

        return noted

    game_file = GameFile.open(played)
    monkeypatch.setattr(os, "write", noting("write", os.write))
    monkeypatch.setattr(os, "fsync", noting("sync", os.fsync))
    monkeypatch.setattr(Game, "play", noting("play", Game.play))
    game_file.append(Note("now"), "Anna")
    assert done == ["write", "sync", "play"]


def test_what_cannot_be_made_is_not_written(played: Path) -> None:
    before = played.read_bytes()
    game_file = GameFile.open(played)
    with pytest.raises(HexError, match="0403 is already mapped"):
        game_file.append(Check("0403"), "Anna")
    assert played.read_bytes() == before
    assert game_file.game.revision == 5


def test_a_game_is_never_written_over(played: Path) -> None:
    before = played.read_bytes()
    with pytest.raises(FileError, match="exists already"):
        GameFile.create(played, GameFile.open(played).game.start)
    assert played.read_bytes() == before


# Damage ---------------------------------------------------------------------------------------


def test_a_torn_last_line_is_set_aside_wherever_it_was_torn(played: Path) -> None:
    whole = played.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for length in range(start + 1, len(whole)):
        played.write_bytes(whole[:length])
        game_file = GameFile.open(played)
        assert game_file.game.revision == 4
        (warning,) = game_file.warnings
        assert "line 6" in warning
        assert played.read_bytes() == whole[:length]  # to look at it changes nothing
        assert replay(played)[1] == warning


def test_the_next_entry_cuts_a_torn_line_off_and_keeps_it(played: Path) -> None:
    whole = played.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    beside = played.with_name("g.game.torn")
    for length in (start + 1, start + 40, len(whole) - 1):
        beside.unlink(missing_ok=True)
        played.write_bytes(whole[:length])
        game_file = GameFile.open(played)
        game_file.append(Note("on"), "Anna")
        assert beside.read_bytes() == whole[start:length] + b"\n"
        assert played.read_bytes().startswith(whole[:start])
        assert game_file.warnings == GameFile.open(played).warnings == []
        assert [one.kind for one in GameFile.open(played).game.entries][-2:] == ["note", "note"]


def test_a_last_line_that_is_no_json_is_set_aside(played: Path) -> None:
    whole = played.read_bytes()
    for garbage in (b"\0\0\0\0\n", b"\xff\xfe\n", b'{"number": 6,\n', b"\n"):
        played.write_bytes(whole + garbage)
        game_file = GameFile.open(played)
        assert game_file.game.revision == 5
        assert "line 7" in game_file.warnings[0]


@pytest.mark.parametrize("line", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"{", b"", "not JSON"),
        (b'"by": ', b'"by": 7, "by": ', "given twice"),
        (b'"number": ', b'"number": 1', "stands where"),
        (b'"kind": "', b'"kind": "x', "is none of check"),
        (b'"by": "', b'"by": "\xff', "UTF-8"),
        (b'"by": "', b'"at": "', "at: this version|by: is missing"),
        (b'"prev": "', b'"prev": "0', "prev is 0"),
        (b"{", b"[{", "not JSON"),
    ],
)
def test_a_damaged_line_is_named_and_replay_plays_up_to_it(
    played: Path, line: int, old: bytes, new: bytes, says: str
) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    played.write_bytes(b"".join(lines))
    with pytest.raises(GameError, match=says) as caught:
        GameFile.open(played)
    assert f"g.game, line {line}" in str(caught.value)
    assert "\n" not in str(caught.value)
    game, why = replay(played)
    assert game.revision == line - 2
    assert why == str(caught.value)


def test_a_changed_line_is_noticed_by_the_next(played: Path) -> None:
    played.write_bytes(played.read_bytes().replace("Zürich".encode(), b"Berlin"))
    with pytest.raises(GameError, match="line 6: the line before it is not the one"):
        GameFile.open(played)
    assert replay(played)[0].revision == 4


def test_a_line_that_was_taken_out_is_noticed(played: Path) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    played.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    with pytest.raises(GameError, match="line 4"):
        GameFile.open(played)


def test_other_line_ends_and_a_byte_order_mark_do_no_harm(played: Path) -> None:
    played.write_bytes(b"\xef\xbb\xbf" + played.read_bytes().replace(b"\n", b"\r\n"))
    game_file = GameFile.open(played)
    game_file.append(Note("on"), "Anna")
    assert GameFile.open(played).game.revision == 6


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a game"),
        (b"{}", "not a game"),
        (b"{}\n", "line 1: not a game"),
        (b"[1]\n", "line 1: not a game"),
        (b"hello\n", "line 1: .*not JSON"),
        (b'{"rivercheck": 1}\n', "line 1: not a game"),
        (b'{"rivercheck_game": 9}\n', "line 1: a game file of version 9"),
        (b'{"rivercheck_game": 1}\n', "line 1: .*is missing"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "x.game"
    file.write_bytes(content)
    for reader in (GameFile.open, replay):
        with pytest.raises(GameError, match=says) as caught:
            reader(file)
        assert "\n" not in str(caught.value)


def test_a_game_of_other_rules_is_refused_in_one_line(played: Path) -> None:
    played.write_bytes(played.read_bytes().replace(b'"rules": 1,', b'"rules": 2,'))
    for reader in (GameFile.open, replay):
        with pytest.raises(GameError, match="line 1: this game is played by version 2") as caught:
            reader(played)
        assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        GameFile.open(tmp_path / "none.game")
    with pytest.raises(FileError, match="cannot be read"):
        GameFile.open(tmp_path)


# Crashes and full disks -----------------------------------------------------------------------

APPENDING = """
import sys
from rivercheck.entries import Note
from rivercheck.gamefile import GameFile
game_file = GameFile.open(sys.argv[1])
while True:
    entry = game_file.append(Note(sys.argv[2] + "x" * 300), sys.argv[2])
    print(entry.number, flush=True)
"""


def test_killing_the_program_loses_nothing_that_was_acknowledged(path: Path) -> None:
    known = 0
    for round in range(12):
        process = run(APPENDING, path, f"round{round}")
        assert process.stdout is not None
        for _ in range(5 + 3 * round):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        assert process.returncode == -signal.SIGKILL
        game = GameFile.open(path).game
        if rest.strip():
            known = int(rest.split()[-1])
        else:
            known += 5 + 3 * round
        assert game.revision >= known
        assert all(one.number == place for place, one in enumerate(game.entries, 1))
        known = game.revision


FULL = """
import os, resource, sys
from rivercheck.entries import Note
from rivercheck.errors import FileError
from rivercheck.gamefile import GameFile
game_file = GameFile.open(sys.argv[1])
game_file.append(Note("fits"), "Anna")
size = os.path.getsize(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    game_file.append(Note("y" * 2000), "Anna")
except FileError as error:
    print(error)
assert os.path.getsize(sys.argv[1]) == size
assert game_file.game.revision == 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
game_file.append(Note("fits again"), "Anna")
"""


@pytest.mark.parametrize("room", [0, 1, 700])
def test_a_full_disk_leaves_the_game_as_it_was(path: Path, room: int) -> None:
    process = run(FULL, path, room)
    told, wrong = process.communicate()
    assert process.returncode == 0, wrong
    assert "g.game: the entry could not be written: file too large" in told
    assert told.count("\n") == 1
    texts = [entry.to_json()["text"] for entry in GameFile.open(path).game.entries]
    assert texts == ["fits", "fits again"]


def test_a_torn_line_that_cannot_be_kept_is_not_cut_off(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played.read_bytes()
    played.write_bytes(whole + b'{"half')
    game_file = GameFile.open(played)

    def fail(handle: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.raises(FileError, match="input/output error"):
            game_file.append(Note("lost"), "Anna")
    assert played.read_bytes() == whole + b'{"half'
    game_file.append(Note("kept"), "Anna")
    assert GameFile.open(played).game.revision == 6
    assert b'{"half' in played.with_name("g.game.torn").read_bytes()


# Several at once ------------------------------------------------------------------------------

ALONGSIDE = """
import sys
from rivercheck.entries import Note
from rivercheck.gamefile import GameFile
game_file = GameFile.open(sys.argv[1])
for number in range(int(sys.argv[3])):
    game_file.append(Note(f"{number}"), sys.argv[2])
"""


def test_two_programs_append_to_one_game(path: Path) -> None:
    both = [run(ALONGSIDE, path, name, 60) for name in ("Anna", "Ben")]
    for process in both:
        _, wrong = process.communicate()
        assert process.returncode == 0, wrong
    entries = GameFile.open(path).game.entries
    assert len(entries) == 120
    for name in ("Anna", "Ben"):
        texts = [entry.to_json()["text"] for entry in entries if entry.by == name]
        assert texts == [str(number) for number in range(60)]


def test_what_another_has_appended_is_played_first(played: Path) -> None:
    mine, other = GameFile.open(played), GameFile.open(played)
    other.append(check("0505"), "Ben")
    entry = mine.append(check("0502"), "Anna")
    assert entry.number == 7
    assert mine.game.entries[5].by == "Ben"
    assert replay(played)[1] == ""


def test_a_command_that_another_has_made_stale_is_refused(played: Path) -> None:
    mine, other = GameFile.open(played), GameFile.open(played)
    undo = mine.game.propose(Undo(), "Anna").change
    other.append(check("0505"), "Ben")
    before = played.read_bytes()
    with pytest.raises(GameError, match="undo of entries 5 is noted; now it is 6") as caught:
        mine.append(undo, "Anna")
    assert "the game has moved on: entry 6 is a check by Ben" in str(caught.value)
    with pytest.raises(HexError, match="0505 is already mapped"):
        mine.append(check("0505"), "Anna")
    assert played.read_bytes() == before
    mine.append(Terrain("0506", "lake"), "Anna")


def test_a_file_that_was_put_in_its_place_is_not_written_to(played: Path, tmp_path: Path) -> None:
    mine = GameFile.open(played)
    lines = played.read_bytes().splitlines(keepends=True)
    for content in (b"".join(lines[:-1]), b"".join([*lines[:-1], lines[-1].replace(b"A", b"B")])):
        played.write_bytes(content)
        with pytest.raises(GameError, match="was changed or replaced since it was opened"):
            mine.append(Note("x"), "Anna")
        assert played.read_bytes() == content


def test_a_file_that_is_replaced_while_the_lock_is_waited_for_is_not_written_to(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, whole = GameFile.open(played), played.read_bytes()
    wait = gamefile._wait_for_lock

    def slow(handle: int, path: str | Path, shared: bool) -> None:
        wait(handle, path, shared)
        played.rename(played.with_name("old"))
        played.write_bytes(whole)

    monkeypatch.setattr(gamefile, "_wait_for_lock", slow)
    with pytest.raises(GameError, match="was replaced just now"):
        mine.append(Note("x"), "Anna")
    assert played.read_bytes() == played.with_name("old").read_bytes() == whole


def test_a_lock_is_waited_for_and_then_given_up(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    mine = GameFile.open(played)
    with played.open("rb+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        monkeypatch.setattr(gamefile, "LOCK_SECONDS", 0.05)
        with pytest.raises(FileError, match="another program keeps it locked"):
            mine.append(Note("x"), "Anna")
        monkeypatch.setattr(gamefile, "LOCK_SECONDS", 10)
        threading.Timer(0.1, fcntl.flock, (held, fcntl.LOCK_UN)).start()
        assert mine.append(Note("x"), "Anna").number == 6


def test_entries_of_another_kind_of_store_are_the_same_entries(played: Path) -> None:
    game = GameFile.open(played).game
    texts = [json.dumps(entry.to_json()) for entry in game.entries]
    again = Game(game.start, [Entry.from_json(json.loads(text)) for text in texts])
    assert again.closing == game.closing
    again.add(Edit({"0101": {"terrain": "lake", "state": "mapped"}}), "Anna")
    assert again.closing != game.closing
