"""The rivers with their requirements, the audit, and the map as a list; each leads to its hexes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Sit
from .hands import Hand


def test_the_rivers_are_measured_and_the_audit_leads_to_hexes(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    desk.fork()
    panel = desk.tab("Rivers")
    table = panel.get_by_role("table", name="Systems by mouth")
    tamba = table.get_by_role("row").filter(has=desk.page.get_by_role("rowheader", name="Tamba"))
    expect(tamba).to_contain_text("1 of 9")
    expect(tamba).to_contain_text("still open")
    expect(panel.get_by_text("The longest river: Tamba, 1 hexes.")).to_be_visible()
    for number, hex in enumerate(("0303", "0304", "0402", "0403"), 2):
        desk.game.revision = number - 1
        desk.game.check(hex, "jungle")
    system = desk.game.get("/rivers")["systems"][0]
    expect(tamba).to_contain_text(f"{system['size']} of 9")
    desk.hand.press(tamba.get_by_role("button", name=re.compile("^Show the longest way")))
    expect(desk.marks("shown")).to_have_count(len(system["longest"]))
    desk.hand.press(tamba.get_by_role("button", name="Hex 0203"))
    desk.at("0203")
    expect(desk.marks("shown")).to_have_count(0)
    desk.game.revision = 5
    dry = {"terrain": "veldt", "state": "mapped", "in": [2]}
    desk.game.enter("edit", hexes={"0704": dry})
    desk.revision(6)
    panel = desk.tab("Rivers")
    rivers = desk.game.get("/rivers")
    assert any(one["fails"] for one in rivers["faults"])
    for fault in rivers["faults"]:
        expect(panel.get_by_role("listitem").filter(has_text=fault["message"])).to_be_visible()
    fault = panel.get_by_role("listitem").filter(has_text="Fault:").first
    desk.hand.press(fault.get_by_role("button", name=re.compile(r"^Hex \d{4}$")).first)
    expect(panel.get_by_role("heading", name=re.compile(r"^Hex \d{4}"))).to_be_visible()


def test_nothing_is_wrong_with_an_empty_board(sit: Sit) -> None:
    desk = sit({"rivercheck": 1, "name": "empty", "layout": {"columns": 3, "rows": 3}})
    panel = desk.tab("Rivers")
    expect(panel.get_by_text("There is no mouth on this board.")).to_be_visible()
    expect(panel.get_by_text("Nothing is wrong with this map.")).to_be_visible()


def test_what_a_ruling_lets_happen_is_told_with_it(sit: Sit) -> None:
    board = {
        "rivercheck": 1,
        "name": "dry",
        "layout": {"columns": 3, "rows": 3},
        "hexes": {
            "0201": {"terrain": "veldt", "state": "mapped", "out": [4], "source": True},
            "0202": {"terrain": "veldt", "state": "mapped", "in": [1]},
        },
    }
    desk = sit(board, rulings="printed")
    fault = desk.game.get("/rivers")["faults"][0]
    item = desk.tab("Rivers").get_by_role("listitem").filter(has_text=fault["message"])
    expect(item).to_contain_text(f"By ruling {fault['explained']}: ")


def test_the_list_reads_the_map_and_opens_hexes(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    panel = desk.tab("List")
    status = panel.get_by_role("status")
    expect(status).to_have_text("2 hexes")
    spoken = desk.game.get("/hexes/0203")["spoken"]
    assert "mouth of the Tamba" in spoken
    line = panel.get_by_role("row").filter(has_text="0203")
    expect(line).to_contain_text(spoken.removeprefix("0203, j"))
    desk.hand.choose(panel.get_by_label("Show", exact=True), "Mapped")
    expect(status).to_have_text("3 hexes")
    desk.write("Find", "lake")
    expect(status).to_have_text("1 hex")
    expect(panel.get_by_label("Find")).to_be_focused()
    desk.hand.choose(panel.get_by_label("Show", exact=True), "With a mouth")
    expect(status).to_have_text("0 hexes")
    desk.write("Find", "luri")
    desk.hand.press(panel.get_by_role("button", name="Hex 0206"))
    desk.at("0206")
    expect(desk.cell("0206")).to_have_attribute("aria-selected", "true")
    desk.tab("List")
    desk.write("Find", "")
    desk.hand.choose(desk.panel.get_by_label("Show", exact=True), "All but sea")
    expect(desk.panel.get_by_role("row")).to_have_count(1 + 48)
    desk.hand.press(desk.button("Hex 0203"))
    desk.at("0203")
    desk.press("Draw for me")
    desk.told("0203")
    desk.tab("List")
    spoken = desk.game.get("/hexes/0203")["spoken"]
    expect(line).to_contain_text(spoken.removeprefix("0203, j"))


def test_a_long_list_is_shown_in_parts(sit: Sit) -> None:
    desk = sit("africa")
    desk.tab("List")
    desk.hand.choose(desk.panel.get_by_label("Show", exact=True), "All unmapped")
    expect(desk.panel.get_by_role("row")).to_have_count(61)
    desk.press("Show more")
    expect(desk.panel.get_by_role("row")).to_have_count(301)
