"""The game that was played through at the table: a hundred checks, half of them with typed cards.

tests/browser/test_played.py plays it, and says how it is written anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rivercheck.cli import main
from rivercheck.entries import Check, Erase, Publish, Undo
from rivercheck.game import Game
from rivercheck.gamefile import replay

KEPT = Path(__file__).parent / "games" / "table.game"


@pytest.fixture(scope="module")
def game() -> Game:
    played, wrong = replay(KEPT)
    assert wrong == ""
    return played


def test_it_is_valid_from_the_first_entry_to_the_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["rivercheck", "game", "replay", str(KEPT)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)
    assert capsys.readouterr().err == ""


def test_it_holds_what_a_long_evening_holds(game: Game) -> None:
    changes = [entry.change for entry in game.entries]
    checks = [change for change in changes if isinstance(change, Check)]
    typed = [check for check in checks if any(answer.source == "typed" for answer in check.answers)]
    assert len(checks) == 100
    assert 40 <= len(typed) <= 60
    assert sum(isinstance(change, Undo) for change in changes) == 2
    assert sum(isinstance(change, Publish) for change in changes) == 1
    (lost,) = [change for change in changes if isinstance(change, Erase)]
    assert lost.explorer == "Speke"
    assert lost.hexes
    assert len(game.struck) == 2
