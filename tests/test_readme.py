"""README and help say what is so: their commands are run, their examples checked."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

import rivercheck

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent


def run(command: str, folder: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run a shell command with `rivercheck` on the path."""
    environ = {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "200",
    }
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        input=said,
    )


def test_the_examples_of_the_library_are_true() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert attempted > 10
    assert failed == 0
    assert doctest.testmod(rivercheck).failed == 0


def test_readme_shows_what_its_commands_print() -> None:
    script = str(ROOT / "tools" / "fill_readme.py")
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "python tools/fill_readme.py would change README.md"


def serve(command: str, folder: Path) -> None:
    """Run a command that serves until Ctrl-C: it prints an address, answers there, and ends."""
    environ = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    program, *words = command.split()
    process = subprocess.Popen(
        [BIN / program, *words],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(f"{address}api/about") as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        _, wrong = process.communicate(timeout=60)
    assert process.returncode == 130, wrong


def commands() -> dict[str, list[str]]:
    """Every command of the program with the examples of its help, by its own listing."""
    from typer.main import get_command

    from rivercheck.cli.app import app

    found: dict[str, list[str]] = {}
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        for inner, other in getattr(command, "commands", {"": command}).items():
            full = f"{name} {inner}".strip()
            named = re.findall(r"`(rivercheck [^`]+)`", other.help or "")
            found[full] = [example for example in named if len(example.split()) > 2 + bool(inner)]
    return found


COMMANDS = commands()
PLAIN = {"boards", "schema"}  # they take no argument that an example could show
ANSWERS = "jungle\nnone\nends 3\ncontinues 2\n3\n4\n2\n1\n5\n6\n"  # enough for any check that asks


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the examples in help name."""
    folder = tmp_path_factory.mktemp("papers")
    for command in (
        "rivercheck explore bay --seed 1 --limit 12 --out map.json",
        "rivercheck check bay 0203 --seed 1 --explorer Burton --out my-board.json",
        "rivercheck deck new my-cards.csv",
        "rivercheck game new nile.game bay --seed 7",
        "rivercheck game check nile.game 0203 --explorer Burton",
    ):
        assert run(command, folder).returncode == 0, command
    cases = (ROOT / "tests" / "cases" / "printed.json").read_text("utf-8")
    (folder / "chart.json").write_text(cases, "utf-8")
    (folder / "changes.json").write_text('{"hexes": {"0505": {"terrain": "lake"}}}', "utf-8")
    return folder


@pytest.fixture
def desk(papers: Path, tmp_path: Path) -> Path:
    """A folder of its own with these files."""
    shutil.copytree(papers, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_each_command_has_an_example() -> None:
    assert {name for name, examples in COMMANDS.items() if not examples} == PLAIN


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_in_help_run(command: str, desk: Path) -> None:
    if command == "game new":
        (desk / "nile.game").unlink()
    if command == "game redo":
        run("rivercheck game undo nile.game", desk)
    if command == "deck new":
        (desk / "my-cards.csv").unlink()
    for example in COMMANDS[command]:
        if command == "serve":
            serve(example, desk)
            continue
        done = run(example, desk, ANSWERS)
        assert done.returncode == 0, f"{example}: {done.stdout}{done.stderr}"
