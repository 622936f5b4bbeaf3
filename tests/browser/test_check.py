"""A River Check from the tap on a hex to the sentence, by every hand."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Sit
from .desk import FORK
from .hands import Hand, Mouse

APART: dict[str, Any] = {
    # In the west a river comes into 0202, and mapped land lies all around. In the east a lake lies
    # in the north of 0602, and a swamp in its south-east.
    "rivercheck": 1,
    "name": "two places apart",
    "layout": {"columns": 7, "rows": 3},
    "hexes": {
        **{label: {"terrain": "veldt", "state": "mapped"} for label in ("0102", "0103", "0203")},
        **{label: {"terrain": "desert", "state": "mapped"} for label in ("0101", "0301", "0302")},
        "0201": {"terrain": "mountain", "state": "mapped", "out": [4], "source": True},
        "0202": {"terrain": "veldt"},
        "0303": {"terrain": "desert", "state": "mapped"},
        "0601": {"terrain": "lake", "state": "mapped"},
        "0602": {"terrain": "jungle"},
        "0703": {"terrain": "swamp", "state": "mapped"},
    },
}


def test_terrain_is_chosen_or_drawn_and_the_cards_are_drawn(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    before = desk.items()
    expect(desk.cell("0402")).to_have_attribute("aria-label", "0402, terrain unknown, blank")
    desk.hex("0402")
    expect(desk.panel.get_by_role("heading", name="What terrain is it?")).to_be_visible()
    desk.press("jungle")
    expect(desk.panel.get_by_text("Terrain: jungle")).to_be_visible()
    desk.press("Draw for me")
    desk.told("0402")
    expect(desk.cell("0402")).to_have_attribute("aria-label", re.compile("0402, jungle, mapped"))
    assert desk.items() != before
    assert desk.marks("lit").count() == 1
    (line,) = desk.game.get("/view")["lines"]
    assert line["by"] == "Anna"
    desk.told(line["told"])
    expect(desk.page.locator("#spoken")).to_have_text(line["told"])
    desk.hex("0502")
    desk.press("Draw a terrain card for me")
    expect(desk.button("Draw for me")).to_be_visible()
    terrain = desk.game.get("/hexes/0502")["terrain"]
    expect(desk.cell("0502")).to_have_attribute("aria-label", f"0502, {terrain}, blank")
    desk.hex("0504")
    desk.press("swamp", "Change the terrain", "mountain", "Note the terrain only")
    expect(desk.cell("0504")).to_have_attribute("aria-label", "0504, mountain, blank")
    kinds = [line["kind"] for line in desk.game.get("/view")["lines"]]
    assert kinds == ["check", "terrain", "terrain"]


def test_own_cards_word_number_and_second_number(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    desk.hex("0203")
    desk.press("I have the cards")
    desk.asked("A river leads here, so River A of a card decides. Draw a card: what does it say?")
    desk.press("forks")
    desk.asked("Which number stands first on the card?")
    desk.press("Hexside 2 (NE)")
    desk.asked("Which is the second number of the card?")
    expect(desk.panel.get_by_text("You said: forks · 2 (NE)")).to_be_visible()
    desk.press("Hexside 3 (SE)")
    desk.asked("Draw this on the printed map")
    expect(desk.panel.get_by_text(FORK)).to_be_visible()
    assert desk.game.get("/view")["revision"] == 0  # it is not done before it is drawn
    desk.press("Draw it on the map")
    desk.told(FORK)
    (line,) = desk.game.get("/view")["lines"]
    assert "typed" in " ".join(line["details"])
    expect(desk.cell("0203")).to_have_attribute(
        "aria-label", re.compile(r"water in by hexsides 2 \(NE\) and 3 \(SE\); out by hexside 5")
    )
    going = desk.panel.get_by_role("button", name=re.compile("^Go on to hex"))
    expect(going).to_have_count(2)
    label = going.first.inner_text()[-4:]
    desk.hand.press(going.first)
    desk.at(label)
    expect(desk.panel.get_by_role("heading", name=f"Hex {label}")).to_be_focused()


def test_a_hexside_is_picked_at_random_and_a_die_is_rolled(sit: Sit, hand: type[Hand]) -> None:
    desk = sit(APART, hand)
    desk.hex("0602")
    desk.press("I have the cards")
    desk.asked("No river leads here, so River B of a card decides.")
    desk.press("extends")
    desk.asked("Which number stands first on the card?")
    desk.press("Hexside 5 (SW)")
    desk.asked("Choose one of these hexsides at random: roll a die until it shows one of them.")
    expect(
        desk.panel.get_by_role("group", name="Choose one of").get_by_role("button")
    ).to_have_count(2)
    desk.press("Hexside 3 (SE)")
    desk.asked("Draw this on the printed map")
    desk.press("Draw it on the map")
    expect(desk.cell("0602")).to_have_attribute(
        "aria-label", re.compile(r"in by hexside 3 \(SE\); out by hexside 5 \(SW\)")
    )
    desk.hex("0202")
    desk.press("I have the cards", "continues")
    desk.asked("Roll a die: what does it show?")
    die = desk.button("The die shows 6")
    expect(die).to_have_accessible_description(re.compile("becomes jungle/swamp"))
    desk.press("The die shows 4")
    desk.asked("Draw this on the printed map")
    desk.press("Draw it on the map")
    desk.told("Make hex 0202 a swamp")
    expect(desk.cell("0202")).to_have_attribute("aria-label", re.compile("^0202, swamp, mapped"))


def test_answers_go_back_and_redraws_follow_one_another(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    desk.hex("0203")
    desk.press("I have the cards")
    desk.answer("forks", "Hexside 2 (NE)")
    desk.asked("Which is the second number of the card?")
    desk.press("Go back one answer")
    desk.asked("Which number stands first on the card?")
    desk.press("Go back one answer")
    desk.asked("A river leads here")
    desk.press("Go back one answer")
    expect(desk.button("Draw for me")).to_be_visible()
    desk.press("I have the cards", "ends")
    desk.asked("The river must go on.")
    desk.press("Let the program draw the rest")
    desk.told("hex 0203")
    (line,) = desk.game.get("/view")["lines"]
    assert re.search("typed.*drawn", " ".join(line["details"]))
    desk.head("Undo")
    desk.revision(2)
    desk.hex("0203")
    desk.press("I have the cards", "ends")
    desk.asked("The river must go on. Draw the next card; only its first number counts.")
    expect(desk.panel.get_by_text("The river may not end here:")).to_be_visible()
    refused = desk.button("Hexside 6 (NW)")
    expect(refused).to_have_accessible_description(
        re.compile("^not acceptable: the sea lies beyond")
    )
    desk.hand.press(refused)
    expect(desk.panel.get_by_text("You said: ends · 6 (NW)")).to_be_visible()
    desk.asked("The river must go on. Draw the next card; only its first number counts.")
    desk.press("Hexside 2 (NE)")
    desk.asked("Draw this on the printed map")
    desk.press("Draw it on the map")
    desk.told("Draw a river through hex 0203: in by hexside 2 (NE) and out by hexside 5 (SW).")


def test_a_check_waits_while_another_hex_is_looked_at(sit: Sit) -> None:
    desk = sit("bay", Mouse)
    desk.hex("0203")
    desk.press("I have the cards", "forks")
    desk.hex("0604")
    desk.hex("0203")
    expect(desk.panel.get_by_text("You said: forks")).to_be_visible()
    desk.answer("Hexside 2 (NE)", "It has only one")
    desk.press("Draw it on the map")
    desk.told("Draw a river through hex 0203")


def test_the_map_moves_on_under_what_is_being_answered(sit: Sit) -> None:
    desk = sit("bay", Mouse)
    desk.hex("0203")
    desk.press("I have the cards", "forks")
    desk.asked("Which number stands first")
    desk.game.check("0304", "veldt")
    expect(
        desk.panel.get_by_text("The map has changed meanwhile; your answers stand.")
    ).to_be_visible()
    desk.answer("Hexside 2 (NE)", "It has only one")
    desk.press("Draw it on the map")
    desk.told("0203")
    desk.revision(2)
