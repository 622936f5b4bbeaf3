"""Pictures of the table for the README: a small game is played, and its page photographed.

    python tools/screenshots.py [--out docs]

On a desk and on a phone, light and dark. The game is the same each time but for the time of day.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from rivercheck.shipped import open_board

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
CHECKS = 130
MIDDLE = (14, 23)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server over a folder; yields its address."""
    words = ["-c", "from rivercheck.cli import main; main()", "serve", "--port", "0", "--no-open"]
    command = [sys.executable, *words, "--data", str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()


class Play:
    """A game on Africa, along its rivers, with the terrain that there is."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60, trust_env=False)
        self.dice = random.Random(4)
        board = open_board("africa-real")
        self.land = {board.name(hex): board.terrain(hex) for hex in board.layout.places()}
        body = {
            "key": "the game of the pictures",
            "board": {"shipped": "africa"},
            "rulings": "seaward",
            "seed": 2,
            "explorers": ["Burton", "Speke"],
        }
        self.id = self._posted("/api/games", body)["id"]
        for number in range(CHECKS):
            self.check(number)

    def _posted(self, path: str, body: Any) -> Any:
        return self.http.post(path, json=body).raise_for_status().json()

    def open(self) -> dict[str, Any]:
        """The hexes that are not mapped yet and to which a river leads, or else all of them."""
        view = self.http.get(f"/api/games/{self.id}/view").raise_for_status().json()
        hexes = dict(sorted(view["hexes"].items()))
        left = {
            label: hex
            for label, hex in hexes.items()
            if hex["terrain"] != "sea" and hex["state"] != "mapped"
        }
        return {label: hex for label, hex in left.items() if hex["led"]} or left

    def asks(self, label: str) -> bool:
        """Whether the check of a hex asks for a card that may fork its river."""
        full = self.http.get(f"/api/games/{self.id}/hexes/{label}").raise_for_status().json()
        leads = [side["leads"] for side in full["sides"] if side["leads"]]
        return (
            leads == ["out"] and "lake" not in self.land[label] and "swamp" not in self.land[label]
        )

    def check(self, number: int) -> None:
        """Go where a river leads, rather in the middle of things."""
        found = self.open()
        hex = min(found, key=lambda label: _far(label) + 7 * self.dice.random())
        explorer = ("Burton", "Speke")[number % 2]
        change = {"kind": "check", "hex": hex, "draw": True, "explorer": explorer}
        if not found[hex]["terrain"]:
            change["terrain"] = self.land[hex] or "veldt"
        body = {"revision": number, "key": f"picture {number:04}", "by": "Anna", "change": change}
        self._posted(f"/api/games/{self.id}/entries", body)


def _far(label: str) -> float:
    """How far a hex lies from where the pictures are taken."""
    column, row = int(label[:2]), int(label[2:])
    return float(abs(column - MIDDLE[0]) + abs(row - MIDDLE[1]))


def photographed(browser: Browser, play: Play, address: str, path: Path, **options: Any) -> None:
    """Run a check on the page, look nearer, take the picture, and take the check back."""
    who = {"name": "rivercheck.name", "value": "Anna"}
    state: Any = {"origins": [{"origin": address, "localStorage": [who]}]}
    context = browser.new_context(reduced_motion="reduce", storage_state=state, **options)
    context.set_default_timeout(8000)
    page = context.new_page()
    page.goto(f"{address}/#/games/{play.id}")
    page.get_by_role("gridcell").first.wait_for()
    checked(page, play)
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    taken.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("region", name="Outcome").wait_for(state="detached")
    context.close()
    print(f"{path}: {path.stat().st_size // 1000} kB")
    assert path.stat().st_size < 400_000


def checked(page: Page, play: Play) -> None:
    """A check of a hex in the middle of things with typed cards, by the page's own buttons."""
    hex = min(filter(play.asks, play.open()), key=_far)
    page.keyboard.press("/")
    page.keyboard.type(hex)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=f"Hex {hex}").wait_for()
    terrain = page.get_by_role("button", name=play.land[hex] or "veldt", exact=True)
    cards = page.get_by_role("button", name="I have the cards")
    terrain.or_(cards).first.wait_for()
    if terrain.count():
        terrain.click()
    cards.click()
    page.get_by_role("button", name="forks").click()
    for question in ("first", "second"):
        asked = page.get_by_role("group", name=question)
        asked.wait_for()
        for side in asked.get_by_role("button", name="Hexside").all():
            if "not acceptable" not in side.inner_text():
                side.click()
                break
    page.get_by_role("button", name="Draw it on the map").click()
    page.get_by_role("region", name="Outcome").wait_for()
    centred(page)


def centred(page: Page) -> None:
    """Draw the map so that the hex lies in the middle of what is seen of it."""
    here = page.locator("[role=gridcell][aria-selected=true]").bounding_box()
    whole = page.get_by_role("region", name="Map").bounding_box()
    panel = page.get_by_role("tablist").bounding_box()
    assert here is not None
    assert whole is not None
    assert panel is not None
    right = panel["x"] or whole["x"] + whole["width"]
    below = panel["y"] if not panel["x"] else whole["y"] + whole["height"]
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move((whole["x"] + right) / 2, (whole["y"] + below) / 2, steps=10)
    page.mouse.up()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(500)  # until the map is drawn sharp again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs"))
    out = parser.parse_args().out
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with (
        tempfile.TemporaryDirectory() as name,
        server(Path(name)) as address,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=found, args=QUIET)
        game = Play(address)
        for device, options in (("desktop", DESK), ("phone", PHONE)):
            for theme, ending in (("light", ""), ("dark", "-dark")):
                path = out / f"table-{device}{ending}.png"
                photographed(browser, game, address, path, color_scheme=theme, **options)
        browser.close()


if __name__ == "__main__":
    main()
