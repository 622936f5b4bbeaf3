"""The page as players see it; and a watch that it stays at home and does not complain."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Locator, Page, expect

from serving import Game

from .hands import Hand, cell

__all__ = ["FORK", "Desk", "Watch", "drop"]

FORK = "Fork the river in hex 0203: in by hexsides 2 (NE) and 3 (SE) and out by hexside 5 (SW)."


class Watch:
    """Collects what must never happen: a request elsewhere, an error, a broken policy, an alert."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address, self.problems = address, list[str]()
        self.allowed = list[str]()
        context.on("request", lambda request: self._asked(request.url))
        context.on("console", self._said)
        context.on("weberror", lambda error: self.problems.append(f"thrown: {error.error}"))
        context.on("dialog", self._opened)

    def allow(self, *texts: str) -> None:
        """Console errors with one of these texts are expected in this test."""
        self.allowed += texts

    def check(self) -> None:
        """Fail if anything was collected."""
        found = [one for one in self.problems if not any(text in one for text in self.allowed)]
        if found:
            raise AssertionError("\n".join(found))

    def _asked(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", "data:", f"blob:{self.address}/")):
            self.problems.append(f"request: {url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.problems.append(f"console: {message.text}")

    def _opened(self, dialog: Dialog) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()


class Desk:
    """One game on a page, in somebody's hands."""

    def __init__(self, page: Page, hand: Hand, game: Game, watch: Watch) -> None:
        self.page, self.hand, self.game, self.watch = page, hand, game, watch
        self.panel = page.get_by_role("tabpanel")
        self.notice = page.get_by_role("alert")
        self.status = page.get_by_role("banner").get_by_role("status")

    @property
    def address(self) -> str:
        """Where the page shows the game."""
        return f"{self.watch.address}/#/games/{self.game.id}"

    def open(self) -> Desk:
        """Show it, and wait for its map and for its link to the server."""
        with self.page.expect_request(re.compile("/events")):
            self.page.goto(self.address)
        self.page.get_by_role("gridcell").first.wait_for()
        return self

    # The map

    def cell(self, label: str) -> Locator:
        """A hex of the map."""
        return cell(self.page, label)

    def hex(self, label: str) -> None:
        """Open a hex, and wait for its panel."""
        self.hand.hex(label)
        self.at(label)

    def at(self, label: str) -> None:
        """Wait for the panel of a hex."""
        expect(self.panel.get_by_role("heading", name=re.compile(f"^Hex {label}"))).to_be_visible()
        sides = self.panel.get_by_text("Hexsides", exact=True)
        expect(sides.or_(self.button("Go back one answer"))).to_be_visible()

    def middle(self, label: str) -> tuple[float, float]:
        """The middle of a hex in the window."""
        box = self.cell(label).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def width(self, label: str) -> float:
        """How wide a hex is seen."""
        box = self.cell(label).bounding_box()
        assert box is not None
        return box["width"]

    def drag(self, *points: tuple[float, float]) -> None:
        """Press at the first point, move over the others, let go at the last."""
        self.hand.drag(points)

    def items(self) -> set[str]:
        """The elements of the picture, which says nothing to a screen reader."""
        found = self.page.locator("svg.picture").evaluate(
            "svg => [...svg.children].map(one => one.outerHTML)"
        )
        return set(found)

    def marks(self, layer: str) -> Locator:
        """What is drawn over the map: lit, shown, pending, signs."""
        return self.page.locator(f"svg.over > g.{layer} > *")

    # The panel

    def tab(self, name: str) -> Locator:
        """Open a tab; its panel."""
        tab = self.page.get_by_role("tab", name=name, exact=True)
        self.hand.press(tab)
        expect(tab).to_have_attribute("aria-selected", "true")
        return self.panel

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button of the panel."""
        return self.panel.get_by_role("button", name=name, exact=True)

    def press(self, *names: str) -> None:
        """Press buttons of the panel, one after the other."""
        for name in names:
            self.hand.press(self.button(name))

    def answer(self, *names: str) -> None:
        """Press answers of a check, each when the one before has been taken."""
        asking = self.panel.get_by_role("region", name="River Check")
        for name in names:
            before = asking.inner_text()
            self.press(name)
            expect(asking).not_to_have_text(before, use_inner_text=True)

    def head(self, name: str) -> None:
        """Press a button of the head."""
        self.hand.press(
            self.page.get_by_role("banner").get_by_role("button", name=name, exact=True)
        )

    def write(self, name: str, text: str) -> None:
        """Write into a field of the panel."""
        self.hand.write(self.panel.get_by_label(name, exact=True), text)

    def asked(self, question: str) -> None:
        """Wait until the check asks this, and has the focus on it."""
        heading = self.panel.get_by_role("heading", name=question)
        expect(heading).to_be_visible()
        expect(heading).to_be_focused()

    def told(self, sentence: str) -> None:
        """Wait until this is to be drawn on the printed map, and is."""
        outcome = self.panel.get_by_role("region", name="Outcome")
        expect(outcome).to_contain_text("Draw this on the printed map")
        expect(outcome).to_contain_text(sentence)

    def revision(self, number: int) -> None:
        """Wait until the page stands at a revision."""
        shown = self.page.get_by_role("banner").get_by_text(re.compile(rf"revision {number}$"))
        expect(shown).to_be_visible()
        self.game.revision = number

    def fork(self) -> None:
        """On the bay, the river of hex 0203 forked by typed cards."""
        self.hex("0203")
        self.press("I have the cards")
        self.answer("forks", "Hexside 2 (NE)", "Hexside 3 (SE)")
        self.press("Draw it on the map")
        self.told(FORK)

    def check(self, label: str, terrain: str = "") -> None:
        """A check that the server draws, from the hex to its outcome."""
        self.hex(label)
        if terrain:
            self.press(terrain)
        self.press("Draw for me")
        expect(self.panel.get_by_role("region", name="Outcome")).to_be_visible()


def drop(page: Page, name: str, text: str, kind: str = "") -> None:
    """Drop a file on the start page, as soon as it is there to drop it on."""
    page.get_by_role("button", name="Start the game").wait_for()
    carried = page.evaluate_handle(
        """([name, text, type]) => { const data = new DataTransfer();
        data.items.add(new File([text], name, { type })); return data; }""",
        [name, text, kind],
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": carried})
    page.dispatch_event("body", "drop", {"dataTransfer": carried})
