"""Three ways to use the page: a mouse, a finger on a phone, a keyboard and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

__all__ = ["DESKTOP", "HANDS", "PHONE", "Hand", "Keyboard", "Mouse", "Touch", "cell"]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
_FOCUSED = "one => one === document.activeElement"
_WAY = """one => { const here = document.activeElement;
if (one === here) return "";
const before = here !== document.body && here.compareDocumentPosition(one) & 2;
return before ? "Shift+Tab" : "Tab"; }"""


def cell(page: Page, label: str) -> Locator:
    """A hex of the map, by what a screen reader says of it."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(label)}, "))


class Hand:
    """How somebody does what a page offers; in itself, with a mouse."""

    device = DESKTOP

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        """A button, a link, a tab, a radio button, a box to tick."""
        what.click()

    def hex(self, label: str) -> None:
        """A hex of the map."""
        self.press(cell(self.page, label))

    def write(self, field: Locator, text: str) -> None:
        """Text in place of what stands in a field."""
        self.press(field)
        field.fill(text)

    def choose(self, select: Locator, option: str) -> None:
        """An option of a select."""
        select.select_option(label=option)

    def drag(self, points: Sequence[tuple[float, float]]) -> None:
        """Press at the first point, move over the others, let go at the last."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=6)
        mouse.up()

    def reach(self, what: Locator) -> None:
        """Press Tab, or Shift and Tab where it lies before, until it has the focus."""
        for _ in range(150):
            way = what.evaluate(_WAY)
            if not way:
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"Tab does not lead to {what}")


class Mouse(Hand):
    """A mouse on a desk."""


class Touch(Hand):
    """A finger on a phone."""

    device = PHONE

    def press(self, what: Locator) -> None:
        what.tap()

    def drag(self, points: Sequence[tuple[float, float]]) -> None:
        self.fingers(*[[point] for point in points])

    def fingers(self, *moments: Sequence[tuple[float, float]]) -> None:
        """Fingers at these points, moment after moment, then lifted."""
        session = self.page.context.new_cdp_session(self.page)
        kinds = ["touchStart", *["touchMove"] * (len(moments) - 1), "touchEnd"]
        for kind, points in zip(kinds, [*moments, ()], strict=True):
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        session.detach()


class Keyboard(Hand):
    """Keys alone: what cannot be reached by them is not pressed."""

    def press(self, what: Locator) -> None:
        expect(what).to_be_visible()
        role = what.evaluate("one => one.getAttribute('role') || one.type || ''")
        if role == "radio":
            self._turn(what, "ArrowDown", "one => one.checked")
        elif role == "tab":
            self._turn(what, "ArrowRight", "one => one.getAttribute('aria-selected') === 'true'")
        else:
            self.reach(what)
            self.page.keyboard.press("Space" if role == "checkbox" else "Enter")

    def _turn(self, what: Locator, key: str, done: str) -> None:
        """Of a group of which one has the focus: reach the group, then this one by arrows."""
        for _ in range(150):
            if self._same_group(what):
                break
            self.page.keyboard.press("Tab")
        for _ in range(20):
            if what.evaluate(done) and what.evaluate(_FOCUSED):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {what}")

    def _same_group(self, what: Locator) -> bool:
        return bool(
            what.evaluate(
                """one => { const focused = document.activeElement;
                return one.name ? focused.name === one.name
                  : focused.getAttribute('role') === 'tab'; }"""
            )
        )

    def hex(self, label: str) -> None:
        keyboard = self.page.keyboard
        keyboard.press("Escape")
        keyboard.press("/")
        expect(self.page.get_by_role("textbox", name="Hex")).to_be_focused()
        keyboard.type(label)
        keyboard.press("Enter")
        expect(cell(self.page, label)).to_be_focused()
        keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)

    def choose(self, select: Locator, option: str) -> None:
        self.reach(select)
        here, there = select.evaluate(
            """(one, option) => [one.selectedIndex,
            [...one.options].findIndex(other => other.label === option)]""",
            option,
        )
        for _ in range(abs(there - here)):
            self.page.keyboard.press("ArrowDown" if there > here else "ArrowUp")
        shown = select.evaluate("one => one.selectedOptions[0].label")
        assert shown == option


HANDS = (Mouse, Touch, Keyboard)
