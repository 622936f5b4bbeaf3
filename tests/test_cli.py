"""The command line: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from running import Run, by_line

FORK = '["forks/none 2,3"]'


@pytest.fixture
def run(run: Run) -> Run:
    """The command line, by lines of words."""
    return by_line(run)


def test_a_check_as_json(run: Run) -> None:
    done = run("check bay 0203 --answers - --json", FORK)
    assert done.code == 0
    assert {key: done.json[key] for key in ("hex", "outcome", "in", "out", "used", "need")} == {
        "hex": "0203",
        "outcome": "forks",
        "in": [2, 3],
        "out": [5],
        "used": 1,
        "need": None,
    }
    assert done.json["trace"][-1] == {"step": "done", "value": "forks"}


def test_answers_that_run_out_end_with_status_3_and_write_nothing(run: Run, tmp_path: Path) -> None:
    done = run("check bay 0203 --answers - --out b.json --json", '["ends/none 1"]')
    assert done.code == 3
    assert done.json["need"] == {"kind": "card", "options": None}
    assert done.json["used"] == 1
    assert not (tmp_path / "b.json").exists()


def test_a_seed_repeats_a_check_and_its_answers_do_too(run: Run) -> None:
    first, again = run("check bay 0203 --seed 3 --json"), run("check bay 0203 --seed 3 --json")
    assert first.json == again.json
    by_answers = run("check bay 0203 --answers - --json", json.dumps(first.json["answers"]))
    assert by_answers.json["trace"] == first.json["trace"]


def test_write_keeps_the_outcome_and_the_explorer(run: Run, tmp_path: Path) -> None:
    run("check bay 0203 --answers - --out b.json --explorer Burton", FORK)
    done = run("check b.json 0204 --answers - --write", '["none"]')
    assert done.code == 2  # not a card
    assert run("check b.json 0204 --answers - --write", '["ends/none 3"]').code == 0
    hexes = json.loads((tmp_path / "b.json").read_text())["hexes"]
    assert hexes["0203"]["in"] == [2, 3]
    assert hexes["0203"]["explorers"] == ["Burton"]
    assert hexes["0203"]["printed"] == {"terrain": "jungle", "state": "partial"}
    assert hexes["0204"]["state"] == "mapped"
    assert [path.name for path in tmp_path.iterdir()] == ["b.json"]


def test_lost_explorers_are_erased(run: Run, tmp_path: Path) -> None:
    run("check bay 0203 --answers - --out b.json --explorer Burton", FORK)
    done = run("erase b.json Burton --json")
    assert done.json == {"explorer": "Burton", "erased": ["0203"]}
    assert run("check b.json 0203 --answers - --json", FORK).json["outcome"] == "forks"


def test_comparing_rulings(run: Run) -> None:
    run("check bay 0203 --answers - --out b.json", '["continues/none 3"]')
    command = "check b.json 0304 --terrain veldt --answers - --compare printed"
    same = run(command, '["continues/none 4"]')
    assert "Under printed: the same, box by box." in same.out
    turned = '["continues/none 6", "continues/none 4"]'
    other = run(f"{command} --json", turned)
    beside = other.json["compare"]
    assert (other.json["outcome"], beside["rulings"]) == ("continues", "printed")
    assert beside["result"]["need"] == {"kind": "die", "options": None}
    table = run(command, turned).out
    assert "own-side" in table
    assert "here a die is needed" in table


def test_a_person_is_asked_only_for_what_is_needed(run: Run, tmp_path: Path) -> None:
    said = "\nbegins 1\nends\nb\nends\n9\n4\n"
    done = run("check bay 0203 --ask --json --out b.json", said)
    assert done.code == 0
    assert (done.json["outcome"], done.json["in"], done.json["used"]) == ("continues", [4], 2)
    assert "begins: that is a word of River B" in done.err
    assert "taken back: ends\n" in done.err
    assert "9: Say the first number" in done.err
    assert "the Tamba must drain 9 hexes" in done.err
    assert (tmp_path / "b.json").exists()


@pytest.mark.parametrize("said", ["", "q\n", "ends\nq\n"])
def test_a_person_who_stops_has_written_nothing(said: str, run: Run, tmp_path: Path) -> None:
    done = run("check bay 0203 --ask --out b.json", said)
    assert done.code == 3
    assert "nothing is written" in done.err
    assert not list(tmp_path.iterdir())


def test_terrain_is_asked_and_can_be_taken_back(run: Run) -> None:
    done = run("check bay 0303 --ask --json", "jun\ndesert\nb\nlake\n")
    assert (done.code, done.json["outcome"], done.json["terrain"]) == (0, "water", "lake")
    assert "jun: say one of jungle" in done.err


@pytest.mark.parametrize(
    ("command", "said", "code", "says"),
    [
        ("check bay 0909 --seed 1", "", "no-such-hex", "hex 0909 is not on the board"),
        ("check bay 99 --seed 1", "", "no-such-hex", "a label is column and row"),
        ("check bay 0101 --seed 1", "", "sea", "hex 0101 is sea"),
        ("check bay 0604 --seed 1", "", "already-mapped", "hex 0604 is already mapped"),
        ("check bay 0303 --seed 1", "", "terrain-unknown", "desert, veldt"),
        ("check bay 0303 --terrain forest", "", "terrain", "'forest' is none of desert"),
        ("check bay 0203 --answers -", '[{"die": 7}]', "answer", "answer 1: die 7"),
        ("check bay 0203 --answers -", '["ends/none 3,3"]', "answer", "both numbers are 3"),
        ("check bay 0203 --answers -", '["die 3"]', "answer", "where a card is asked for"),
        ("check bay 0203 --answers -", '["forks/none 1,2", "die 3"]', "answer", "left over"),
        ("check bay 0203 --answers -", "{}", "answer", "must be a list"),
        ("check bay 0203 --answers -", "[", "answer", "line 1, column 2: not JSON"),
        ("check bay 0203 --answers none.json", "", "file", "no such file"),
        ("check bay 0203 --rulings tabel", "", "rulings", "did you mean table?"),
        ("check bay 0203 --rulings own-sid=open", "", "rulings", "did you mean own-side?"),
        ("check bay 0203 --rulings own-side=shut", "", "rulings", "one of open, barred"),
        ("check bay 0203 --deck none.csv", "", "file", "no such file"),
        ("check bay 0203 --seed -1", "", "seed", "seed -1"),
        ("check bay 0203 --write", "", "file", "shipped board and is never written"),
        ("check bay 0203 --out no/b.json", "", "file", "there is no folder"),
        ("check by 0203", "", "file", "did you mean the shipped board bay?"),
        ("check bay", "", "usage", "HEX"),
        ("explore bay --order up", "", "order", "one of rivers, frontier, rows"),
        ("explore bay --region 0301-0201", "", "hex", "upper left"),
        ("explore bay --svg no/b.svg", "", "file", "there is no folder"),
    ],
)
def test_bad_input_gets_one_line(
    command: str, said: str, code: str, says: str, run: Run, tmp_path: Path
) -> None:
    done = run(f"{command} --json", said)
    assert done.code == 2
    assert done.json["error"]["code"] == code
    assert says in done.json["error"]["message"]
    assert done.err == f"rivercheck: {done.json['error']['message']}\n"
    assert not list(tmp_path.iterdir())


def test_a_whole_map_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    first = run("explore bay --seed 1 --out a.json --json").json
    run("explore bay --seed 1 --out b.json --json")
    assert (tmp_path / "a.json").read_text() == (tmp_path / "b.json").read_text()
    assert {"hexes", "checks", "seconds", "seed", "order", "faults"} <= first.keys()
    assert run("audit a.json").code == 0
    assert run("explore a.json").code == 2
    kept = json.loads((tmp_path / "a.json").read_text())["hexes"]
    assert run("redo a.json --region 0302-0504 --seed 2 --out c.json --json").json["hexes"] == 9
    after = json.loads((tmp_path / "c.json").read_text())["hexes"]
    assert after["0703"]["terrain"] == kept["0703"]["terrain"]


def test_a_board_with_faults_fails_its_audit(run: Run, tmp_path: Path) -> None:
    board = {"rivercheck": 1, "layout": {"columns": 2, "rows": 2}, "hexes": {}}
    board["hexes"] = {"0101": {"terrain": "veldt", "state": "mapped", "out": [1]}}
    (tmp_path / "b.json").write_text(json.dumps(board))
    done = run("faults b.json --json")
    assert done.code == 1
    assert [fault["kind"] for fault in done.json] == ["stroke-without-mouth", "no-source"]


def test_names_are_shown_and_not_obeyed(run: Run, tmp_path: Path) -> None:
    hostile = "\x1b[31mred\u202e\x07 [bold]x[/bold]"
    board = {
        "rivercheck": 1,
        "name": hostile,
        "layout": {"columns": 2, "rows": 2},
        "mouths": [{"hex": "0101", "side": 1, "name": hostile, "drainage": 2}],
    }
    (tmp_path / "b.json").write_text(json.dumps(board))
    for command in ("faults", "rivers", "show", "draw -o -", "mouths", "odds --next"):
        words = command.split()
        hexes = ["0101"] if words[0] == "odds" else []
        done = run(" ".join([words[0], "b.json", *hexes, *words[1:]]))
        assert "\x1b[31m" not in done.out + done.err
        assert "\u202e" not in done.out + done.err
        assert "\x07" not in done.out + done.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"hex": "0101"}', "case 1: lacks the key board"),
        ("[1]", "case 1: must be an object"),
        ('[{"board": {}, "hex": "0101", "expect": 5}]', "case 1: expect: must be an object"),
    ],
)
def test_odd_files_of_cases(text: str, says: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(text)
    assert says in run("cases c.json").out


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("''", "no name of a file"),
        ("folder", "is a folder or a device"),
        ("pipe", "is a folder or a device"),
    ],
)
def test_only_a_file_is_written(target: str, says: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    command = ["check", "bay", "0203", "--seed", "1", "--out", target.strip("'")]
    done = run(command)
    assert done.code == 2
    assert says in done.err


def test_what_is_printed_must_stand_in_the_hex(run: Run, tmp_path: Path) -> None:
    entry = {"terrain": "veldt", "state": "mapped", "explorers": ["B"], "printed": {"out": [1]}}
    board = {"rivercheck": 1, "layout": {"columns": 3, "rows": 3}, "hexes": {"0202": entry}}
    (tmp_path / "b.json").write_text(json.dumps(board))
    done = run("erase b.json B")
    assert done.code == 2
    assert "hex 0202: printed names a hexside that is not in its in or out" in done.err


@pytest.mark.parametrize(
    ("value", "says"),
    [("1e400", "too large a number"), (r'"\ud800"', "lone surrogate"), ("1" * 5000, "digits")],
)
def test_numbers_and_texts_that_no_file_can_keep(
    value: str, says: str, run: Run, tmp_path: Path
) -> None:
    text = '{"rivercheck": 1, "layout": {"columns": 2, "rows": 2}, "x": VALUE}'
    (tmp_path / "b.json").write_text(text.replace("VALUE", value))
    done = run("faults b.json")
    assert done.code == 2
    assert says in done.err


def test_a_long_chain_of_refused_cards_is_drawn_quickly(run: Run, tmp_path: Path) -> None:
    cards = ["id,river_a,river_b,first,second,terrain"]
    cards += [f"A{n},continues,none,5,,veldt" for n in range(3000)]
    cards += [f"B{n},continues,none,{n},,veldt" for n in (1, 2, 3, 4, 6)]
    (tmp_path / "d.csv").write_text("\n".join(cards))
    done = run("check bay 0203 --deck d.csv --seed 1 --json")
    assert done.json["outcome"] == "continues"
    assert done.json["used"] > 100


def test_a_game_is_never_written_over(run: Run, tmp_path: Path) -> None:
    run("game new g.game bay --seed 1")
    before = (tmp_path / "g.game").read_bytes()
    for command in ("check bay 0203 --seed 5 --out g.game", "explore bay --seed 1 --out g.game"):
        done = run(command)
        assert done.code == 2
        assert "is a game" in done.err
    assert (tmp_path / "g.game").read_bytes() == before


def test_only_mapped_hexes_are_erased(run: Run, tmp_path: Path) -> None:
    entry = {"terrain": "jungle", "state": "partial", "in": [1], "explorers": ["Burton"]}
    board = {"rivercheck": 1, "layout": {"columns": 3, "rows": 3}, "hexes": {"0202": entry}}
    (tmp_path / "b.json").write_text(json.dumps(board))
    assert run("erase b.json Burton --json").json["erased"] == []
    after = json.loads((tmp_path / "b.json").read_text())["hexes"]
    assert after["0202"] == {"terrain": "jungle", "state": "partial", "in": [1]}
