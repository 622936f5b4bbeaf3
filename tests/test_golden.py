"""The golden games: as the program plays them today they must read as they did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted((ROOT / "tests" / "golden").glob("*.txt"))


def test_the_games_read_as_they_did() -> None:
    """Where a change is meant: python tools/golden.py, and read the difference."""
    command = [sys.executable, str(ROOT / "tools" / "golden.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_there_are_ten() -> None:
    assert len(GAMES) == 10


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_game_says_first_what_it_shows(game: Path) -> None:
    first, empty, rulings, *_ = game.read_text("utf-8").splitlines()
    assert first.endswith(".")
    assert 40 < len(first) < 200
    assert empty == ""
    assert rulings.startswith("Rulings: ")
