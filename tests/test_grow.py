"""`rivercheck grow`, and archives: what they print, write and refuse."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rivercheck.boardfile import board_text, load_board, save_board
from rivercheck.bulk import native, require_bulk, sheet
from rivercheck.bulk.growing import Growth
from rivercheck.cli import grow as command
from rivercheck.errors import BoardError, FileError, RivercheckError
from rivercheck.shipped import open_board
from running import Run

MAKE = ("grow", "--columns", "30", "--rows", "20", "--seed", "4")


# What it does -------------------------------------------------------------------------------------


def test_the_least_board_has_no_coast_and_no_mouth(run: Run) -> None:
    done = run("grow", "--columns", "1", "--rows", "1", "--seed", "1", "--json")
    assert (done.code, done.json["hexes"], done.json["faults"]) == (0, 1, [])


def test_grow_writes_what_explore_writes(run: Run) -> None:
    for order in ("rivers", "frontier", "rows", "random"):
        words = ("africa", "--seed", "2", "--order", order, "--rulings", "seaward")
        assert run("grow", *words, "--out", "grown.json")[0] == 0
        assert run("explore", *words, "--out", "explored.json")[0] == 0
        assert Path("grown.json").read_bytes() == Path("explored.json").read_bytes()


def test_grow_says_as_json_what_it_did(run: Run) -> None:
    code, out, _ = run(*MAKE, "--coast", "side", "--out", "map.json", "--json")
    said = json.loads(out)
    assert code == 0
    assert said["hexes"] == said["checks"] > 300
    assert said["seconds"] > 0
    assert (said["seed"], said["order"], said["rulings"]) == (4, "rivers", "seaward")
    assert (said["columns"], said["rows"], said["audit"]) == (30, 20, "listed")
    assert not any(fault["fails"] for fault in said["faults"])
    assert {fault["kind"] for fault in said["faults"]} <= {"requirement-lost"}


def test_the_same_seed_writes_the_same_bytes(run: Run) -> None:
    for name in ("one.npz", "two.npz", "one.json", "two.json"):
        assert run(*MAKE, "--out", name)[0] == 0
    assert Path("one.npz").read_bytes() == Path("two.npz").read_bytes()
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    assert board_text(load_board("one.npz")) == Path("one.json").read_text("utf-8")


def test_what_takes_a_board_file_takes_an_archive(run: Run) -> None:
    assert run(*MAKE, "--out", "map.npz")[0] == 0
    assert run(*MAKE, "--out", "map.json")[0] == 0
    for words in (("show",), ("rivers",), ("faults",), ("draw", "--out", "map.svg")):
        shown = []
        for name in ("map.npz", "map.json"):
            code, out, _ = run(words[0], name, *words[1:])
            shown.append((code, out, Path("map.svg").exists() and Path("map.svg").read_bytes()))
        assert shown[0] == shown[1]
        assert shown[0][0] == 0
    run("check", "bay", "0203", "--seed", "1", "--out", "begun.npz")
    code, _, _ = run("explore", "begun.npz", "--seed", "1", "--out", "done.npz")
    assert code == 0


def test_many_boards_are_numbered_and_do_not_depend_on_workers(run: Run) -> None:
    for workers in ("1", "3"):
        many = ("--boards", "12", "--workers", workers, "--out", f"w{workers}.json", "--json")
        code, out, _ = run(*MAKE, *many)
        said = json.loads(out)
        assert code == 0
        assert [board["seed"] for board in said["boards"]] == list(range(4, 16))
        assert said["hexes"] == sum(board["hexes"] for board in said["boards"])
    for number in range(1, 13):
        one, three = (Path(f"w{workers}-{number:02}.json").read_bytes() for workers in "13")
        assert one == three
    assert run(*MAKE, "--out", "alone.json")[0] == 0
    assert Path("alone.json").read_bytes() == Path("w1-01.json").read_bytes()


def test_interrupted_it_keeps_what_is_mapped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Growth.step

    def interrupted(self: Growth, most: int = 0) -> int:
        done = step(self, 50)
        if self.hexes >= 100:
            signal.raise_signal(signal.SIGINT)
        return done

    monkeypatch.setattr(Growth, "step", interrupted)
    code, out, err = run("grow", "africa", "--seed", "1", "--out", "half.json", "--json")
    assert (code, json.loads(out)["hexes"]) == (130, 100)
    assert "stopped; what was mapped is kept" in err
    left = load_board("half.json")
    assert sum(left.state(hex) == "mapped" for hex in left.layout.places()) == 100


def test_a_larger_map_is_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LISTED", 100)
    code, out, _ = run(*MAKE, "--rulings", "printed", "--json")
    said = json.loads(out)
    assert (code, said["audit"]) == (0, "counted")
    assert all(set(fault) == {"kind", "count", "first"} for fault in said["faults"])
    assert said["faults"]
    assert "the audit finds" in run(*MAKE, "--rulings", "printed")[1]


# What it refuses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "--columns is missing"),
        (("--columns", "5"), "--rows is missing"),
        (("--columns", "0", "--rows", "5"), "--columns 0: must be 1 or more"),
        (("bay", "--coast", "side"), "--coast is for a board made from nothing"),
        ((*MAKE[1:], "--coast", "cliff"), "coast 'cliff': one of island, side, continent"),
        ((*MAKE[1:], "--mouths", "900"), "mouths 900: the coast has only"),
        ((*MAKE[1:], "--mouths", "-1"), "--mouths -1: must be 0 or more"),
        ((*MAKE[1:], "--orientation", "round"), "layout.orientation 'round'"),
        ((*MAKE[1:], "--order", "up"), "unknown order 'up'"),
        ((*MAKE[1:], "--boards", "0"), "--boards 0: must be 1 or more"),
        ((*MAKE[1:], "--workers", "0"), "--workers 0: must be 1 or more"),
        ((*MAKE[1:], "--out", "no/map.json"), "there is no folder"),
        (("--columns", "90000", "--rows", "90000"), "that can be numbered"),
        (("--columns", "2000", "--rows", "2000", "--out", "a.json"), "are kept as .npz"),
    ],
)
def test_bad_input_gets_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, _, err = run("grow", *words)
    assert code == 2
    assert says in err
    assert err.count("\n") == 1


def test_a_board_too_large_for_memory_is_refused_before_it_is_made(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "available", lambda: 1_000_000_000)
    code, _, err = run("grow", "--columns", "20000", "--rows", "20000", "--out", "a.npz")
    assert code == 2
    assert "would take 12.8 GB of memory, and 1.0 GB are free" in err


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rivercheck.extras.find_spec", lambda name: None)
    with pytest.raises(RivercheckError, match=r"pip install 'rivercheck\[bulk\]'"):
        require_bulk()
    with pytest.raises(FileError, match=r"pip install 'rivercheck\[bulk\]'"):
        load_board("map.npz")


def test_the_other_commands_load_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, rivercheck.cli.app; "
        "print([name for name in ('numpy', 'numba', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_damaged_cache_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "rivercheck" / "x.o"
    native._keep(path, b"code")
    assert native._kept(path) == b"code"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert native._kept(path) is None
    assert native._kept(tmp_path / "none") is None
    native._keep(Path("/proc/none/x.o"), b"code")  # says nothing: the next run compiles


# Archives -----------------------------------------------------------------------------------------


def archive(path: Path, **changes: Any) -> Path:
    """An archive of the board `bay` with some arrays replaced, or with None left out."""
    save_board(open_board("bay"), path)
    with np.load(path) as loaded:
        arrays = {name: loaded[name] for name in loaded.files}
    arrays |= changes
    with zipfile.ZipFile(path, "w") as target:
        for name, values in arrays.items():
            if values is not None:
                raw = io.BytesIO()
                np.save(raw, values, allow_pickle=True)
                target.writestr(f"{name}.npy", raw.getvalue())
    return path


def test_archives_hold_all_that_a_board_holds(tmp_path: Path) -> None:
    for name in ("bay", "africa", "africa-real"):
        board = open_board(name)
        save_board(board, tmp_path / "a.npz")
        assert board_text(load_board(tmp_path / "a.npz")) == board_text(board)


BYTES = np.zeros((9, 9), np.uint8)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"terrain": None}, "terrain: is missing"),
        ({"head": None}, "head: is missing"),
        ({"head": np.frombuffer(b"[1]", np.uint8)}, "head: must be an object"),
        ({"head": np.frombuffer(b"\xff", np.uint8)}, "head: not UTF-8"),
        ({"head": np.frombuffer(b'{"layout": {"columns": 0}}', np.uint8)}, "head.layout.columns"),
        ({"head": np.frombuffer(b'{"layout": {"columns": 9000, "rows": 9000}}', np.uint8)},
         "more than the 1,000,000 allowed here"),
        ({"terrain": np.zeros((2, 2), np.uint8)}, "terrain: must be"),
        ({"terrain": np.array([{}], object)}, "terrain: not an array"),
        ({"state": np.zeros(10**6, np.uint8)}, "state: is longer than it can be"),
        ({"mouths": np.zeros((1, 5), "<i4")}, "mouths: a column is not from 1"),
        ({"mouths": np.zeros((1, 4), "<i4")}, "mouths: must be a table of column, row"),
    ],
)  # fmt: skip
def test_damaged_archives_are_refused(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BoardError, match=says):
        load_board(archive(tmp_path / "a.npz", **changes))


def test_values_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    shape = (open_board("bay").layout.columns, open_board("bay").layout.rows)
    for name, value, says in (
        ("terrain", 10, "terrain: 10 is none of 0 to 9"),
        ("in", 1, "in: bit 0 is no hexside"),
        ("state", 3, "state: hex 0"),
        ("source", 2, "source: 2 is none of 0 to 1"),
    ):
        with pytest.raises(BoardError, match=says):
            load_board(archive(tmp_path / "a.npz", **{name: np.full(shape, value, np.uint8)}))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_text("{}")
    with pytest.raises(BoardError, match=r"not an \.npz file of ours"):
        load_board(tmp_path / "a.npz")
    with pytest.raises(FileError, match="cannot be read: no such file"):
        load_board(tmp_path / "b.npz")
    whole = archive(tmp_path / "a.npz").read_bytes()
    for end in (10, 200, len(whole) // 2, len(whole) - 30):
        (tmp_path / "a.npz").write_bytes(whole[:end])
        with pytest.raises(BoardError):
            load_board(tmp_path / "a.npz")
    for place in range(0, len(whole), 97):
        harmed = bytearray(whole)
        harmed[place] ^= 0x55
        (tmp_path / "a.npz").write_bytes(harmed)
        with suppress(BoardError, FileError):
            load_board(tmp_path / "a.npz")
