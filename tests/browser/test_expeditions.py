"""Explorers: marked, published, lost; visits; newcomers."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Sit
from .hands import Hand


def test_hexes_are_marked_published_and_lost_after_a_look(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    desk.hex("0203")
    desk.hand.choose(desk.panel.get_by_label("Explorer"), "Speke")
    desk.press("Draw for me")
    desk.told("0203")
    expect(desk.cell("0203")).to_have_attribute(
        "aria-label", re.compile("explored by Speke, not published$")
    )
    expect(desk.marks("signs")).to_have_count(1)
    desk.check("0402", "veldt")  # the explorer who moved last is chosen again
    expect(desk.cell("0402")).to_have_attribute("aria-label", re.compile("explored by Speke"))

    panel = desk.tab("Explorers")
    speke = panel.get_by_role("listitem").filter(has_text="Speke")
    burton = panel.get_by_role("listitem").filter(has_text="Burton")
    expect(speke).to_contain_text("2 hexes on the map, 2 not published.")
    show = speke.get_by_role("button", name="Show hexes")
    desk.hand.press(show)
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(desk.marks("shown")).to_have_count(2)
    desk.hand.press(show)
    expect(desk.marks("shown")).to_have_count(0)

    desk.hand.press(speke.get_by_role("button", name="Publish"))
    desk.revision(3)
    expect(speke).to_contain_text("2 hexes on the map, 0 not published.")
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("Speke, published$"))
    desk.game.check("0303", "jungle", explorer="Burton")
    desk.game.check("0504", "mountain", explorer="Burton")
    desk.revision(5)
    expect(burton).to_contain_text("2 hexes on the map, 2 not published.")

    desk.hand.press(burton.get_by_role("button", name="Lost"))
    sure = panel.get_by_role("group", name="Burton is lost")
    expect(sure).to_contain_text("2 hexes that only this expedition mapped")
    expect(sure).to_contain_text("0303, 0504")
    expect(desk.marks("shown")).to_have_count(2)
    desk.hand.press(sure.get_by_role("button", name="Cancel"))
    expect(sure).to_be_hidden()
    assert desk.game.get("/view")["revision"] == 5
    desk.hand.press(burton.get_by_role("button", name="Lost"))
    desk.hand.press(sure.get_by_role("button", name="Erase 2 hexes"))
    desk.revision(6)
    expect(desk.cell("0504")).to_have_attribute("aria-label", "0504, terrain unknown, blank")
    expect(desk.marks("shown")).to_have_count(0)
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("mapped"))
    desk.head("Undo")
    desk.revision(7)
    expect(desk.cell("0504")).to_have_attribute("aria-label", re.compile("mountain, mapped"))
    expect(desk.marks("signs")).not_to_have_count(0)
    desk.hand.press(desk.panel.get_by_role("checkbox", name=re.compile("^Mark their hexes")))
    expect(desk.marks("signs")).to_have_count(0)


def test_who_has_been_nowhere_has_nothing_to_lose(sit: Sit) -> None:
    desk = sit("bay")
    desk.watch.allow("400")
    panel = desk.tab("Explorers")
    speke = panel.get_by_role("listitem").filter(has_text="Speke")
    desk.hand.press(speke.get_by_role("button", name="Lost"))
    expect(desk.notice).to_contain_text("no hex was mapped or visited by Speke")


def test_newcomers_set_out_and_one_visits_where_the_other_was(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand, explorers=[])
    desk.tab("Explorers")
    expect(desk.panel.get_by_text("Nobody is on the way yet.")).to_be_visible()
    desk.write("New explorer", "Mary Kingsley")
    desk.press("Add explorer")
    expect(desk.panel.get_by_role("heading", name="Mary Kingsley")).to_be_visible()
    desk.tab("Hex")
    desk.check("0203")
    assert desk.game.get("/hexes/0203")["explorers"] == ["Mary Kingsley"]
    desk.tab("Explorers")
    desk.write("New explorer", "Ibn Battuta")
    desk.press("Add explorer")
    desk.tab("Hex")
    desk.hex("0402")
    desk.hex("0203")
    visit = desk.panel.get_by_role("region", name="Visit")
    desk.hand.choose(visit.get_by_label("Explorer"), "Ibn Battuta")
    desk.hand.press(visit.get_by_role("button", name="Passes through"))
    desk.revision(2)
    expect(
        desk.panel.get_by_text("Mapped or visited by Mary Kingsley, Ibn Battuta; not published.")
    ).to_be_visible()
    desk.tab("Explorers")
    lost = (
        desk.panel.get_by_role("listitem")
        .filter(has_text="Mary Kingsley")
        .get_by_role("button", name="Lost")
    )
    desk.hand.press(lost)
    expect(desk.panel.get_by_text("No hex will be erased")).to_be_visible()  # the other was there
