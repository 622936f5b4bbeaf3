"""Setting up a game that is going on already: what is printed or mapped, entered as one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Sit
from .desk import Desk
from .hands import Hand, Keyboard, Mouse, Touch

PLAIN: dict[str, Any] = {
    "rivercheck": 1,
    "name": "plain",
    "layout": {"columns": 6, "rows": 5},
}
COAST = ["0101", "0102", "0103", "0104", "0105"]


def changed(desk: Desk, text: str) -> None:
    """Wait for how much is changed and not entered yet."""
    expect(desk.panel.get_by_text(text)).to_be_visible()


def by_hexside(desk: Desk, label: str, side: int) -> None:
    """Tap or click in a hex near one of its hexsides, from 1 in the north clockwise."""
    box = desk.cell(label).bounding_box()
    assert box is not None
    x, y = [(0.5, 0.12), (0.82, 0.3), (0.82, 0.7), (0.5, 0.88), (0.18, 0.7), (0.18, 0.3)][side - 1]
    point = (box["x"] + x * box["width"], box["y"] + y * box["height"])
    if isinstance(desk.hand, Touch):
        desk.page.touchscreen.tap(*point)
    else:
        desk.page.mouse.click(*point)


@pytest.mark.parametrize("hand", [Mouse, Touch], ids=["mouse", "touch"])
def test_a_rim_a_river_a_mouth_and_a_lake_are_entered_as_one(sit: Sit, hand: type[Hand]) -> None:
    desk = sit(PLAIN, hand)
    desk.tab("Set up")
    expect(desk.button("Terrain")).to_have_attribute("aria-pressed", "true")
    desk.press("sea")
    before = desk.middle("0404")
    desk.drag(*[desk.middle(label) for label in COAST])
    changed(desk, "5 hexes are changed and not entered yet.")
    expect(desk.marks("pending")).to_have_count(5)
    assert desk.middle("0404") == before  # the brush paints, and the map stays
    desk.press("Undo this step")
    changed(desk, "Nothing is changed yet.")
    expect(desk.marks("pending")).to_have_count(0)
    desk.drag(*[desk.middle(label) for label in COAST])
    desk.press("jungle")
    desk.hand.hex("0303")
    changed(desk, "6 hexes are changed")

    desk.press("Rivers")
    by_hexside(desk, "0202", 2)
    by_hexside(desk, "0202", 2)  # out, then in
    by_hexside(desk, "0202", 6)
    desk.press("Mouth")
    by_hexside(desk, "0202", 6)
    expect(desk.panel.get_by_label("River", exact=True)).to_be_focused()
    desk.page.keyboard.type("Tamba")
    desk.write("Must drain", "7")
    desk.page.keyboard.press("Tab")
    desk.press("State", "partly")
    desk.hand.hex("0303")
    desk.press("Source")
    desk.hand.hex("0302")

    desk.press("One hex")
    desk.hand.hex("0404")
    desk.hand.choose(desk.panel.get_by_label("Terrain", exact=True), "lake")
    desk.hand.choose(desk.panel.get_by_label("State", exact=True), "mapped")
    desk.write("Name", "Old Lake")
    desk.page.keyboard.press("Tab")
    assert desk.game.get("/view")["revision"] == 0
    desk.press("Enter in the journal")
    desk.revision(1)
    changed(desk, "Nothing is changed yet.")
    hexes = desk.game.get("/view")["hexes"]
    assert [label for label in hexes if hexes[label]["terrain"] == "sea"] == COAST
    assert hexes["0303"]["terrain"] == "jungle"
    assert hexes["0303"]["state"] == "partial"
    assert (hexes["0202"]["in"], hexes["0202"]["out"]) == ([2], [6])
    assert hexes["0202"]["mouth"] == {"side": 6, "name": "Tamba", "drainage": 7}
    lake = hexes["0404"]
    assert (lake["terrain"], lake["state"], lake["name"]) == ("lake", "mapped", "Old Lake")
    assert hexes["0302"]["source"] is True
    expect(desk.cell("0101")).to_have_attribute("aria-label", "0101, sea")
    desk.head("Undo")
    desk.revision(2)
    expect(desk.cell("0101")).to_have_attribute("aria-label", "0101, terrain unknown, blank")


def test_the_same_by_keys_alone(sit: Sit) -> None:
    desk = sit(PLAIN, Keyboard)
    keyboard = desk.page.keyboard
    desk.tab("Set up")
    desk.press("sea")
    keyboard.press("Escape")
    keyboard.press("Control+Home")
    for _ in COAST:
        keyboard.press("Enter")
        keyboard.press("ArrowDown")
    changed(desk, "5 hexes are changed")
    desk.press("Rivers")
    keyboard.press("Escape")
    keyboard.press("/")
    keyboard.type("0202")
    keyboard.press("Enter")
    expect(desk.cell("0202")).to_be_focused()
    keyboard.press("6")
    keyboard.press("3")
    expect(desk.page.locator("#spoken")).to_contain_text("hexside 3 (SE): flows out")
    keyboard.press("3")
    expect(desk.page.locator("#spoken")).to_contain_text("hexside 3 (SE): flows in")
    desk.press("One hex")
    desk.write("River", "Tamba")
    keyboard.press("Tab")
    desk.press("Enter in the journal")
    desk.revision(1)
    hexes = desk.game.get("/view")["hexes"]
    assert [label for label in hexes if hexes[label]["terrain"] == "sea"] == COAST
    assert (hexes["0202"]["in"], hexes["0202"]["out"]) == ([3], [6])
    assert hexes["0202"]["mouth"]["name"] == "Tamba"


def test_what_cannot_be_names_its_hex_and_is_kept_or_discarded(sit: Sit, hand: type[Hand]) -> None:
    desk = sit(PLAIN, hand)
    desk.watch.allow("400")
    desk.tab("Set up")
    desk.press("One hex")
    desk.hand.hex("0404")
    desk.hand.choose(desk.panel.get_by_label("Terrain", exact=True), "veldt")
    desk.hand.choose(desk.panel.get_by_label("Hexside 1 (N)"), "flows out")
    desk.hand.hex("0403")
    desk.hand.choose(desk.panel.get_by_label("Terrain", exact=True), "desert")
    desk.hand.choose(desk.panel.get_by_label("State", exact=True), "mapped")
    desk.hand.hex("0202")
    desk.press("Enter in the journal")
    expect(desk.notice).to_contain_text("hexes 0404 and 0403: the river")
    expect(desk.cell("0404")).to_have_attribute("aria-selected", "true")
    desk.hand.hex("0403")
    changed(desk, "2 hexes are changed")
    assert desk.game.get("/view")["revision"] == 0
    desk.hand.choose(desk.panel.get_by_label("Hexside 4 (S)"), "flows in")
    desk.press("Enter in the journal")
    desk.revision(1)
    expect(desk.notice).to_be_hidden()
    desk.press("Terrain")
    desk.press("lake")
    desk.hand.hex("0303")
    desk.hand.hex("0505")
    changed(desk, "2 hexes are changed")
    desk.press("Discard all")
    sure = desk.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Discard"))
    if sure.count():
        desk.hand.press(sure)
    changed(desk, "Nothing is changed yet.")
    expect(desk.marks("pending")).to_have_count(0)


def test_a_printed_lake_is_played_around(sit: Sit) -> None:
    """As a newcomer does it: the lake first, then a check beside it."""
    desk = sit(PLAIN)
    desk.tab("Set up")
    desk.press("lake", "State")
    desk.press("mapped")
    desk.hand.hex("0303")
    desk.press("Terrain", "lake")
    desk.hand.hex("0303")
    desk.press("Enter in the journal")
    desk.revision(1)
    desk.tab("Hex")
    desk.hex("0304")
    desk.press("jungle", "I have the cards")
    desk.answer("extends", "Hexside 4 (S)")
    desk.press("Draw it on the map")
    desk.told("in by hexside 1 (N) and out by hexside 4 (S)")


def test_what_others_do_meanwhile_is_told(sit: Sit) -> None:
    desk = sit(PLAIN)
    desk.tab("Set up")
    desk.press("jungle")
    desk.hand.hex("0303")
    desk.game.check("0303", "veldt")
    desk.revision(1)
    expect(desk.notice).to_contain_text("0303")
    changed(desk, "1 hex is changed")


def test_a_game_is_not_left_unasked_while_something_is_pending(sit: Sit) -> None:
    desk = sit(PLAIN)
    held = "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    desk.tab("Set up")
    desk.press("jungle")
    assert not desk.page.evaluate(held)
    desk.hand.hex("0303")
    changed(desk, "1 hex is changed")
    assert desk.page.evaluate(held)
    games = desk.page.get_by_role("link", name="Games")
    dialog = desk.page.get_by_role("dialog", name="Leave without entering?")
    games.click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(desk.page).to_have_url(desk.address)
    changed(desk, "1 hex is changed")
    games.click()
    dialog.get_by_role("button", name="Leave").click()
    expect(desk.page.get_by_role("heading", name="Start a new game")).to_be_visible()
    assert not desk.page.evaluate(held)
