"""The table in a real browser: time to the first map, from a click to its painted outcome, frames
a second while the map is moved; and how fast a long game opens and undoes on the server.

    python benchmarks/table.py [--checks 60] [--loads 7]

Chromium without a graphics card, on this machine; a server of its own in a folder of its own. A
time ends at the second animation frame after the last change of the picture: the first painted it.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from rivercheck.board import Board
from rivercheck.boardfile import board_json
from rivercheck.deck import Dealer, Deck
from rivercheck.entries import Change, Check, Note, Undo
from rivercheck.explore import explore
from rivercheck.game import new_start
from rivercheck.grid import Layout
from rivercheck.rulings import PRESETS
from rivercheck.shipped import open_board
from rivercheck.web.store import Store
from rivercheck.web.table import Table, create

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FIRST_MAP = """() => new Promise(done => {
  const look = () => document.querySelectorAll('[role=gridcell]').length > 100
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})"""
CLICK = """button => new Promise(done => {
  const start = performance.now();
  let last = start, frames = 0;
  const seen = new MutationObserver(() => { last = performance.now(); frames = 0; });
  seen.observe(document.querySelector('svg.picture'), { childList: true });
  const wait = () => {
    frames += 1;
    if (last > start && frames > 1) { seen.disconnect(); done(performance.now() - start); }
    else requestAnimationFrame(wait);
  };
  requestAnimationFrame(wait);
  button.click();
})"""
FRAMES = """() => {
  window.frames_seen = [];
  let before = performance.now();
  const next = now => { window.frames_seen.push(now - before); before = now;
    window.frames_on = requestAnimationFrame(next); };
  window.frames_on = requestAnimationFrame(next);
}"""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server over a folder; yields its address."""
    command = shutil.which("rivercheck") or str(Path(sys.executable).with_name("rivercheck"))
    words = [command, "serve", "--port", "0", "--no-open", "--data", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()


def start(address: str, board: dict[str, Any]) -> str:
    """The address of a new game."""
    body = {"key": str(uuid.uuid4()), "board": board, "seed": 1, "explorers": ["Burton"]}
    made = httpx.post(f"{address}/api/games", json=body, timeout=60).raise_for_status().json()
    return f"{address}/#/games/{made['id']}"


def first_map(browser: Browser, game: str, loads: int) -> list[float]:
    """Milliseconds from the beginning of the navigation to the painted map, nothing cached."""
    times = []
    for _ in range(loads):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(game)
        times.append(page.evaluate(FIRST_MAP))
        page.close()
    return times


def clicks(page: Page, game: str, checks: int) -> list[float]:
    """Milliseconds from the click on "Draw for me" to the painted outcome, hex after hex."""
    page.goto(game)
    page.wait_for_selector("[role=gridcell]")
    labels = [
        cell.get_attribute("data-hex")
        for cell in page.query_selector_all("[role=gridcell][aria-label*=', blank']")
    ]
    random.Random(1).shuffle(labels)
    times = []
    for label in labels[:checks]:
        page.locator(f"[data-hex='{label}']").dispatch_event("click")
        page.get_by_role("button", name="jungle", exact=True).click()
        button = page.get_by_role("button", name="Draw for me").element_handle()
        times.append(page.evaluate(CLICK, button))
    return times


def frames(page: Page, game: str) -> list[float]:
    """Milliseconds between frames while the map is dragged about, zoomed in."""
    page.goto(game)
    page.wait_for_selector("[role=gridcell]")
    page.mouse.move(400, 400)
    for _ in range(4):
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(50)
    page.wait_for_timeout(600)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(240):
        page.mouse.move(400 + 150 * ((step // 40) % 2) + step % 40 * 3, 400 + step % 60 * 2)
    found: list[float] = page.evaluate(
        "() => { cancelAnimationFrame(frames_on); return frames_seen }"
    )
    page.mouse.up()
    return found[2:]


def mapped(columns: int, rows: int) -> dict[str, Any]:
    """A board of so many hexes, all mapped."""
    board = Board(Layout(columns, rows), "All mapped")
    for row in range(2, rows, 5):
        board.hexes[board.layout.at(1, row)].mouth = 6
    explore(board, Dealer(Deck.house(), 1), PRESETS["seaward"])
    return board_json(board)


def long_game(folder: Path, entries: int) -> tuple[float, float]:
    """Milliseconds to open a game of so many entries, and to undo one."""
    store = Store(folder)
    id = create(store, new_start(open_board("africa"), Deck.house(), seed=1), "a long game")
    table = Table(store, id)
    dice = random.Random(1)
    places = table.game.board.layout.places()
    while table.game.revision < entries:
        table.enter(
            _something(table, dice, places), "Anna", table.game.revision, str(uuid.uuid4()), True
        )
    opened, undone = [], []
    for _ in range(7):
        began = time.perf_counter()
        table = Table(store, id)
        opened.append(time.perf_counter() - began)
        began = time.perf_counter()
        table.enter(Undo(), "Anna", table.game.revision, str(uuid.uuid4()))
        undone.append(time.perf_counter() - began)
    store.close()
    return 1000 * statistics.median(opened), 1000 * statistics.median(undone)


def _something(table: Table, dice: random.Random, places: list[int]) -> Change:
    board = table.game.board
    left = [hex for hex in places if board.unmapped(hex)]
    if len(left) < 20:
        return Undo(to=table.game.standing[len(table.game.standing) // 2])
    if dice.random() < 0.1:
        return Note("a word") if dice.random() < 0.5 or not table.game.standing else Undo()
    hex = dice.choice(left)
    return Check(board.name(hex), terrain="" if board.terrain(hex) else "veldt", explorer="Burton")


def told(name: str, times: list[float]) -> str:
    """A row: median, 95th percentile and longest."""
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"| {name} | {statistics.median(times):.0f} | {p95:.0f} | {ordered[-1]:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=60)
    parser.add_argument("--loads", type=int, default=7)
    options = parser.parse_args()
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name)
        print("| milliseconds | median | 95 % | longest |\n|---|---|---|---|")
        with server(folder / "games") as address:
            browser = play.chromium.launch(executable_path=found, args=QUIET)
            africa = start(address, {"shipped": "africa"})
            print(told("first map of Africa", first_map(browser, africa, options.loads)))
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            print(told("click to painted outcome, Africa", clicks(page, africa, options.checks)))
            big = start(address, {"file": mapped(50, 40)})
            print(told("first map of 2,000 mapped hexes", first_map(browser, big, options.loads)))
            print(told("a frame, 2,000 mapped hexes dragged", frames(page, big)))
            browser.close()
        opened, undone = long_game(folder / "long", 5000)
    print(f"\na game of 5,000 entries opens in {opened:.0f} ms, and undoes in {undone:.1f} ms")


if __name__ == "__main__":
    main()
