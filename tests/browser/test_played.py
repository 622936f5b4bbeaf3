"""A game played through at the table: a hundred checks on Africa over three restarts.

Half of the checks are made with typed cards, a third on the page itself. What is said and where the
explorers go is decided by dice with a fixed seed, so that the same game comes out each time: it is
kept in tests/games/table.game. Where a change is meant, play it anew and read the difference:

    RIVERCHECK_TABLE_GAME=tests/games/table.game pytest tests/browser/test_played.py
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from serving import RUN, Game

from .conftest import Mortal, Sit
from .desk import Desk

KEPT = Path(__file__).parents[1] / "games" / "table.game"
TERRAINS = ["desert", "veldt", "jungle", "mountain", "jungle/mountain", "veldt", "jungle", "swamp"]
OWN = "it already carries a river of this hex"  # what the ruling own-side refuses


class Evening:
    """Those who play, and what they decide."""

    def __init__(self, game: Game) -> None:
        self.game, self.dice = game, random.Random(1887)
        self.disputed = 0  # the entry that a ruling decided against the letter
        self.hexes: dict[str, Any] = game.get("/view")["hexes"]
        self.seen = 0

    def hex(self) -> tuple[str, str]:
        """Where the next explorer goes, mostly where a river leads; and the terrain there."""
        view = self.game.get("/view", since=self.seen)
        self.seen = view["revision"]
        hexes = self.hexes = {**self.hexes, **view["hexes"]}
        left = [
            label
            for label, hex in sorted(hexes.items())
            if hex["terrain"] != "sea" and hex["state"] != "mapped"
        ]
        led = [label for label in left if hexes[label]["led"]]
        label = self.dice.choice(led if led and self.dice.random() < 0.8 else left)
        return label, "" if hexes[label]["terrain"] else self.dice.choice(TERRAINS)

    def said(self, hex: str, terrain: str) -> tuple[list[str], list[dict[str, Any]]]:
        """The cards and dice on the table: the buttons to press, and the answers they come to."""
        labels, answers, word, numbers = list[str](), list[dict[str, Any]](), "", list[int]()
        while True:
            body = {"hex": hex, "terrain": terrain, "answers": answers}
            known = {**body, "word": word, "numbers": numbers}
            came = self.game.client.post(f"{self.game.path}/attempt", known)
            if came["ask"] is None:
                return labels, came["answers"]
            choice = self._chosen(came["ask"]["choices"])
            labels.append(_name(choice))
            word, numbers = choice["word"], choice["numbers"]
            if choice["answer"]:
                answers = [*came["answers"], choice["answer"]]

    def _chosen(self, choices: list[dict[str, Any]]) -> dict[str, Any]:
        own = [one for one in choices if one["refused"] == OWN and one["answer"]]
        if own and not self.disputed:
            self.disputed = self.game.revision + 1
            return own[0]
        return self.dice.choice(choices)


def _name(choice: dict[str, Any]) -> str:
    """What the button of a choice is called."""
    label = str(choice["label"])
    if choice["side"]:
        return f"Hexside {label}"
    return f"The die shows {label}" if choice["die"] else label


def check_on_page(desk: Desk, hex: str, terrain: str, labels: list[str] | None) -> None:
    """A check by the page's own buttons."""
    desk.revision(desk.game.revision)
    desk.hex(hex)
    if terrain:
        desk.press(terrain)
    if labels is None:
        desk.press("Draw for me")
    else:
        desk.press("I have the cards")
        desk.answer(*labels)
        desk.press("Draw it on the map")
    outcome = desk.panel.get_by_role("region", name="Outcome")
    expect(outcome).to_be_visible()
    desk.revision(desk.game.revision + 1)
    told = desk.game.get(f"/entries/{desk.game.revision}")["line"]["told"]
    expect(outcome).to_contain_text(told)


def check(desk: Desk, evening: Evening, number: int) -> None:
    """The next check: every other with typed cards, every third on the page."""
    hex, terrain = evening.hex()
    labels, answers = evening.said(hex, terrain) if number % 2 else (None, [])
    if number % 3 == 0:
        check_on_page(desk, hex, terrain, labels)
    else:
        explorer = ("Burton", "Speke")[number % 2]
        more = {"answers": answers} if labels is not None else {"draw": True}
        desk.game.enter("check", hex=hex, terrain=terrain, explorer=explorer, **more)


def undo_two(desk: Desk) -> None:
    """A card was read wrongly, and then another was drawn on it."""
    for _ in range(2):
        desk.revision(desk.game.revision)
        desk.head("Undo")
        desk.revision(desk.game.revision + 1)


def dispute(desk: Desk, number: int) -> None:
    """Someone asks why: the journal shows the ruling, and what the letter of the chart says."""
    desk.revision(desk.game.revision)
    journal = desk.tab("Journal")
    entry = journal.get_by_role("listitem").filter(has_text=re.compile(rf"^{number}\. "))
    desk.hand.press(entry.get_by_role("button", name="Why?"))
    expect(entry).to_contain_text(re.compile("ruling own-side = barred: a hexside that already"))
    expect(entry).to_contain_text("by the letter of the chart: the hexside is acceptable")


def lose(desk: Desk, name: str) -> None:
    """An explorer does not come back, and takes along what was not published."""
    desk.revision(desk.game.revision)
    panel = desk.tab("Explorers")
    row = panel.get_by_role("listitem").filter(has_text=name)
    desk.hand.press(row.get_by_role("button", name="Lost"))
    desk.hand.press(panel.get_by_role("button", name=re.compile(r"^Erase \d+ hex")))
    desk.revision(desk.game.revision + 1)


def publish(desk: Desk, name: str) -> None:
    """An explorer comes home."""
    desk.revision(desk.game.revision)
    panel = desk.tab("Explorers")
    row = panel.get_by_role("listitem").filter(has_text=name)
    desk.hand.press(row.get_by_role("button", name="Publish"))
    desk.revision(desk.game.revision + 1)


def timeless(data: bytes) -> list[dict[str, Any]]:
    """A game file without the moments at which it was played."""
    lines = [json.loads(line) for line in data.splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("time", "prev", "started")}
        for line in lines
    ]


def test_a_hundred_checks_over_three_restarts(sit: Sit, mortal: Mortal, tmp_path: Path) -> None:
    game = mortal.client.new(
        board={"shipped": "africa"},
        seed=1887,
        name="A game at the table",
        explorers=["Burton", "Speke"],
    )
    desk, evening = sit(game), Evening(game)
    desk.watch.allow("net::ERR_")
    for number in range(1, 101):
        check(desk, evening, number)
        if number in (33, 66, 90):
            mortal.kill()
            mortal.come_back()
        elif number == 40:
            dispute(desk, evening.disputed)
        elif number == 60:
            undo_two(desk)
        elif number == 70:
            publish(desk, "Burton")
        elif number == 80:
            lose(desk, "Speke")
    desk.revision(game.revision)
    desk.tab("Journal")
    with desk.page.expect_download() as download:
        desk.hand.press(desk.panel.get_by_role("link", name="Game", exact=True))
    download.value.save_as(tmp_path / "table.game")
    data = (tmp_path / "table.game").read_bytes()
    assert data == game.file()
    command = [sys.executable, "-c", RUN, "game", "replay", str(tmp_path / "table.game")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if "RIVERCHECK_TABLE_GAME" in os.environ:
        Path(os.environ["RIVERCHECK_TABLE_GAME"]).write_bytes(data)
    assert timeless(data) == timeless(KEPT.read_bytes())
