"""The map in the terminal, and the commands that show, draw and list."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from growing import drawn, mouth, random_map
from rivercheck.boardfile import save_board
from rivercheck.shipped import shipped_boards
from rivercheck.show import LETTERS, pages


def run(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from rivercheck.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path), **env},
    )


def test_flat_rivers_run_between_letters() -> None:
    board = drawn(
        3,
        2,
        {
            "0101": {"terrain": "lake", "in": [3]},
            "0201": {"terrain": "mountain", "source": True, "out": [4, 6]},
            "0202": {"terrain": "jungle", "in": [1]},
            "0302": {"terrain": "desert", "state": "partial"},
        },
        mouth("0101", 1, "Nile"),
    )
    (page,) = pages(board)
    assert page.plain.split("\n") == [
        "   01 02 03",
        "    ,",
        "01  L\\    .",
        "      \\Mo",
        "02  .  |  d",
        "       J",
    ]


def test_pointy_rivers_have_a_line_between() -> None:
    board = drawn(
        3,
        2,
        {
            "0101": {"terrain": "veldt", "source": True, "out": [2]},
            "0201": {"terrain": "veldt", "in": [5], "out": [4]},
            "0102": {"terrain": "swamp", "in": [1]},
            "0202": {"terrain": "veldt", "source": True, "out": [3]},
        },
        mouth("0202", 3),
        orientation="pointy",
    )
    (page,) = pages(board)
    assert page.plain.split("\n") == [
        "   01  02  03",
        "01 oV---V   .",
        "       /",
        "02    S   Vo  .",
        "           '",
    ]


def test_letters_are_different() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)


@pytest.mark.parametrize("width", [40, 80, 132])
@pytest.mark.parametrize("seed", range(8))
def test_no_line_is_wider_than_the_terminal(seed: int, width: int) -> None:
    for page in pages(random_map(seed), width):
        assert max(map(len, page.plain.split("\n"))) <= width


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("columns", [9, 60, 140])
def test_wide_boards_come_in_pages(columns: int, orientation: str) -> None:
    board = drawn(columns, 3, {}, orientation=orientation)
    shown = list(pages(board))
    assert (len(shown) > 1) is (columns > 25)
    assert sum(page.plain.count(".") for page in shown) == 3 * columns
    assert max(len(line) for page in shown for line in page.plain.split("\n")) <= 80


@pytest.mark.parametrize("name", shipped_boards())
def test_show_is_plain_and_narrow_when_piped(name: str) -> None:
    done = run("show", name)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.split("\n"))) <= 80


def test_show_has_colour_only_where_wanted() -> None:
    (page, *_) = pages(drawn(2, 2, {}))
    plain = Console(force_terminal=True, no_color=True, color_system=None)
    with plain.capture() as capture:
        plain.print(page)
    assert "\x1b[3" not in capture.get()


# Draw -------------------------------------------------------------------------------------------


def test_draw_to_a_file_and_to_standard_output(tmp_path: Path) -> None:
    target = tmp_path / "bay.svg"
    assert run("draw", "bay", "-o", str(target)).returncode == 0
    done = run("draw", "bay", "-o", "-")
    assert done.stdout == target.read_text("utf-8")
    assert done.stdout.startswith("<svg ")


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("nowhere/map.svg", "there is no folder"),
        ("folder.svg", "is a folder"),
        ("map.gif", "ends in .svg"),
    ],
)
def test_draw_refuses_before_it_reads_the_board(tmp_path: Path, target: str, says: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    done = run("draw", "no-such-board.json", "-o", str(tmp_path / target))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


@pytest.mark.parametrize("option", ["--theme", "--labels"])
def test_draw_names_what_would_be_right(option: str) -> None:
    done = run("draw", "bay", "-o", "-", option, "purple")
    assert done.returncode == 2
    assert done.stderr.startswith(f"rivercheck: {option} 'purple': is one of ")


# Rivers -----------------------------------------------------------------------------------------


def test_rivers_as_a_table_and_as_json(tmp_path: Path) -> None:
    board = drawn(
        2,
        3,
        {
            "0101": {"in": [4], "out": [1]},
            "0102": {"out": [1], "source": True},
            "0202": {"out": [4], "source": True},
            "0203": {"terrain": "lake", "in": [1], "name": "Lake \x1b[1m"},
        },
        mouth("0101", 1, "Nile", 2),
    )
    path = str(tmp_path / "board.json")
    save_board(board, path)
    found = json.loads(run("rivers", path, "--json").stdout)
    assert [system["name"] for system in found["systems"]] == ["Nile"]
    assert found["systems"][0]["size"] == 2
    assert found["endings"][0]["end"] == "water"
    shown = run("rivers", path).stdout
    assert "2 met" in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.split("\n"))) <= 80
    assert "of 4 mapped hexes 2 drain to mouths, 2 elsewhere" in shown
