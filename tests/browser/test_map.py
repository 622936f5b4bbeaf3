"""Moving the map and moving over it: wheel, buttons, keys, drags, two fingers, six directions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Sit
from .desk import Desk
from .hands import Hand, Keyboard, Mouse, Touch

POINTY: dict[str, Any] = {
    "rivercheck": 1,
    "name": "pointed",
    "layout": {"columns": 8, "rows": 7, "orientation": "pointy"},
}
KEYS = {
    "flat": {"q": "NW", "w": "N", "e": "NE", "a": "SW", "s": "S", "d": "SE"},
    "pointy": {"q": "NW", "w": "NE", "e": "E", "a": "W", "s": "SW", "d": "SE"},
}
BACK = {"q": "d", "w": "s", "e": "a", "a": "e", "s": "w", "d": "q"}


def wider(desk: Desk, than: float) -> None:
    """Wait until the map is nearer than it was."""
    desk.page.wait_for_function(
        "([one, width]) => one.getBoundingClientRect().width > width * 1.05",
        arg=[desk.cell("0404").element_handle(), than],
    )


def narrower(desk: Desk, than: float) -> None:
    """Wait until the map is farther than it was."""
    desk.page.wait_for_function(
        "([one, width]) => one.getBoundingClientRect().width < width / 1.05",
        arg=[desk.cell("0404").element_handle(), than],
    )


def still(desk: Desk) -> None:
    """Wait until all that was to be drawn is drawn."""
    desk.page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")


def selected(desk: Desk) -> list[str]:
    """The labels of the hexes that are selected: one or none."""
    found = desk.page.locator("[role=gridcell][aria-selected=true]").all()
    return [str(one.get_attribute("aria-label"))[:4] for one in found]


def test_buttons_zoom_and_show_the_whole_map_again(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    zoom = desk.page.get_by_role("group", name="Zoom")
    whole = desk.width("0404")
    desk.hand.press(zoom.get_by_role("button", name="Zoom in"))
    wider(desk, whole)
    near = desk.width("0404")
    desk.hand.press(zoom.get_by_role("button", name="Zoom out"))
    narrower(desk, near)
    desk.hand.press(zoom.get_by_role("button", name="Zoom in"))
    desk.hand.press(zoom.get_by_role("button", name="Show the whole map"))
    still(desk)
    assert desk.width("0404") == pytest.approx(whole, rel=0.01)


def test_keys_zoom(sit: Sit) -> None:
    desk = sit("bay", Keyboard)
    whole = desk.width("0404")
    desk.page.keyboard.press("+")
    wider(desk, whole)
    desk.page.keyboard.press("-")
    still(desk)
    assert desk.width("0404") == pytest.approx(whole, rel=0.01)
    desk.page.keyboard.press("-")
    narrower(desk, whole)
    desk.page.keyboard.press("0")
    still(desk)
    assert desk.width("0404") == pytest.approx(whole, rel=0.01)


def test_the_wheel_zooms_about_the_pointer(sit: Sit) -> None:
    desk = sit("bay")
    whole = desk.width("0404")
    x, y = desk.middle("0305")
    desk.page.mouse.move(x, y)
    desk.page.mouse.wheel(0, -240)
    wider(desk, whole)
    desk.page.mouse.wheel(0, -240)
    still(desk)
    assert desk.middle("0305") == pytest.approx((x, y), abs=1.5)
    near = desk.width("0404")
    desk.page.mouse.wheel(0, 240)
    narrower(desk, near)


@pytest.mark.parametrize("hand", [Mouse, Touch], ids=["mouse", "touch"])
def test_a_drag_moves_the_map_and_selects_nothing(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    x, y = desk.middle("0404")
    desk.drag((x, y), (x + 20, y + 10), (x + 60, y + 30))
    still(desk)
    assert desk.middle("0404") == pytest.approx((x + 60, y + 30), abs=1.5)
    assert selected(desk) == []
    expect(desk.panel.get_by_role("heading", name="No hex is selected")).to_be_visible()
    x, y = desk.middle("0404")
    desk.drag((x, y), (x + 3, y + 2))  # a finger is never quite still
    still(desk)
    assert desk.middle("0404") == pytest.approx((x, y), abs=0.5)
    desk.at("0404")
    assert selected(desk) == ["0404"]


def test_two_fingers_pinch_and_a_tap_after_it_selects(sit: Sit) -> None:
    desk = sit("bay", Touch)
    assert isinstance(desk.hand, Touch)
    whole = desk.width("0404")
    x, y = desk.middle("0404")
    spread = [[(x - d, y), (x + d, y)] for d in (20, 24, 30, 36, 42)]
    desk.hand.fingers(*spread)
    wider(desk, whole)
    still(desk)
    assert desk.width("0404") == pytest.approx(whole * 2.1, rel=0.15)
    assert desk.middle("0404") == pytest.approx((x, y), abs=8)
    assert selected(desk) == []
    near = desk.width("0404")
    desk.hand.fingers(*reversed(spread))
    narrower(desk, near)
    assert selected(desk) == []
    desk.hex("0404")
    assert selected(desk) == ["0404"]


def test_go_to_a_hex_by_its_label(sit: Sit) -> None:
    desk = sit("africa", Keyboard)
    keyboard = desk.page.keyboard
    dialog = desk.page.get_by_role("dialog", name="Go to hex")
    keyboard.press("/")
    expect(dialog.get_by_label("Hex")).to_be_focused()
    keyboard.type("9999")
    keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("9999: there is no such hex")
    keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    for typed in ("1420", "14 20", "14,20"):
        keyboard.press("/")
        keyboard.type(typed)
        keyboard.press("Enter")
        expect(desk.cell("1420")).to_be_focused()
        keyboard.press("Home")
        expect(desk.cell("0120")).to_be_focused()
    keyboard.press("Enter")
    desk.at("0120")
    keyboard.press("Escape")
    expect(desk.cell("0120")).to_be_focused()
    x, y = desk.middle("0120")
    assert 0 < x < 1280
    assert 0 < y < 800


@pytest.mark.parametrize("board", ["bay", POINTY], ids=["flat", "pointy"])
def test_six_keys_lead_over_six_hexsides(sit: Sit, board: str | dict[str, Any]) -> None:
    desk = sit(board, Keyboard)
    keys = KEYS[desk.game.get("/view")["layout"]["orientation"]]
    for label in ("0404", "0303"):  # an even and an odd line
        desk.hex(label)
        desk.at(label)
        desk.page.keyboard.press("Escape")
        beyond = {
            side["direction"]: side["beyond"] for side in desk.game.get(f"/hexes/{label}")["sides"]
        }
        assert sorted(beyond) == sorted(keys.values())
        for key, direction in keys.items():
            desk.page.keyboard.press(key)
            expect(desk.cell(beyond[direction])).to_be_focused()
            desk.page.keyboard.press(BACK[key])
            expect(desk.cell(label)).to_be_focused()


def test_arrows_go_by_column_and_row_and_stop_at_the_edge(sit: Sit) -> None:
    desk = sit("bay", Keyboard)
    desk.hex("0404")
    desk.page.keyboard.press("Escape")
    steps = [
        ("ArrowUp", "0403"),
        ("ArrowRight", "0503"),
        ("ArrowDown", "0504"),
        ("ArrowLeft", "0404"),
        ("PageUp", "0401"),
        ("ArrowUp", "0401"),
        ("Home", "0101"),
        ("ArrowLeft", "0101"),
        ("End", "0801"),
        ("Control+End", "0807"),
        ("Control+Home", "0101"),
    ]
    for key, label in steps:
        desk.page.keyboard.press(key)
        expect(desk.cell(label)).to_be_focused()
    assert desk.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_single_keys_can_be_switched_off(sit: Sit) -> None:
    desk = sit("bay", Keyboard)
    desk.game.check("0203")
    desk.revision(1)
    desk.page.keyboard.press("u")
    desk.revision(2)
    desk.page.keyboard.press("U")
    desk.revision(3)
    desk.page.keyboard.press("?")
    dialog = desk.page.get_by_role("dialog", name="Help and keys")
    expect(dialog.get_by_role("row", name=re.compile("^Q W E A S D"))).to_be_visible()
    desk.hand.press(dialog.get_by_role("checkbox", name=re.compile("^Single keys")))
    desk.hand.press(dialog.get_by_role("button", name="Close"))
    expect(dialog).to_be_hidden()
    desk.page.keyboard.press("?")
    desk.page.keyboard.press("/")
    desk.page.keyboard.press("u")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator("[role=gridcell]:focus")).to_have_count(1)
    assert desk.game.get("/view")["revision"] == 3


def test_tabs_and_hexes_are_one_stop_each_for_the_tab_key(sit: Sit) -> None:
    desk = sit("bay", Keyboard)
    desk.hand.reach(desk.page.get_by_role("tab", name="Hex"))
    desk.page.keyboard.press("Shift+Tab")
    expect(desk.page.get_by_role("button", name="Show the whole map")).to_be_focused()
    for _ in range(3):
        desk.page.keyboard.press("Shift+Tab")
    expect(desk.page.locator("[role=gridcell]:focus")).to_have_count(1)
    desk.page.keyboard.press("Shift+Tab")
    expect(desk.page.get_by_role("button", name="Help and keys")).to_be_focused()
