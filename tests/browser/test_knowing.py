"""What the page tells when asked: why, the odds, the journal; and what it gives to take away."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

from playwright.sync_api import Locator, expect

from rivercheck.boardfile import board_text, load_board
from rivercheck.gamefile import replay
from serving import Client

from .conftest import Sit
from .desk import Desk
from .hands import Hand


def turned_back(desk: Desk) -> None:
    """After the fork, a card in 0303 that would double back: a ruling departs from the letter."""
    desk.fork()
    desk.hex("0303")
    desk.press("veldt", "I have the cards")
    desk.answer("continues")
    own = desk.button("Hexside 5 (SW)")
    expect(own).to_have_accessible_description(
        re.compile("^not acceptable: it already carries a river of this hex")
    )
    desk.answer("Hexside 5 (SW)")
    desk.press("Draw it on the map")
    desk.told("from hexside 5 (SW) to the centre and mark a source dot there.")


def disputed(place: Locator) -> None:
    """The path of that check, box by box, the ruling and what the letter says."""
    expect(place.get_by_text("Label 1, may the river end here? Yes.")).to_be_visible()
    expect(place.get_by_text(re.compile("^ruling own-side = barred: "))).to_be_visible()
    letter = (
        "by the letter of the chart: the hexside is acceptable, and the river doubles back by it"
    )
    expect(place.get_by_text(letter)).to_be_visible()


def entries(desk: Desk) -> list[str]:
    """The headings of the journal as they are read, newest first."""
    return desk.panel.get_by_text(re.compile(r"^\d+\. ")).all_inner_texts()


def test_why_shows_the_path_the_ruling_and_the_letter(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    turned_back(desk)
    outcome = desk.panel.get_by_role("region", name="Outcome")
    why = outcome.get_by_role("button", name="Why?")
    expect(why).to_have_attribute("aria-expanded", "false")
    desk.hand.press(why)
    disputed(outcome)
    desk.hand.press(why)
    expect(outcome.get_by_text(re.compile("^ruling own-side"))).to_be_hidden()
    journal = desk.tab("Journal")
    desk.hand.press(journal.get_by_role("button", name="Why?").first)
    disputed(journal)


def test_odds_are_exact_and_go_by_the_cards_left(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    desk.hex("0206")
    desk.press("Odds")
    shown = desk.panel.get_by_role("list", name="Odds of this check")
    expect(shown.get_by_role("listitem").first).to_be_visible()
    odds = desk.game.get("/hexes/0206/odds")
    expect(shown.get_by_role("listitem")).to_have_count(len(odds["outcomes"]))
    text = shown.inner_text()
    fractions = re.findall(r"\d+/\d+", text)
    assert sorted(fractions) == sorted(one["probability"] for one in odds["outcomes"])
    assert sum(map(Fraction, fractions)) == 1
    assert text.count("%") == len(fractions)
    bars = shown.locator(".bar")
    widths = bars.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert len(widths) == len(fractions)
    assert widths == sorted(widths, reverse=True)
    desk.press("Odds")
    expect(shown).to_be_hidden()
    desk.hex("0402")
    desk.press("desert", "Odds")
    expect(desk.panel.get_by_role("list", name="Odds of this check")).to_be_visible()


def test_no_odds_where_the_players_agreed_not_to_look(sit: Sit) -> None:
    desk = sit("bay", odds=False)
    desk.hex("0206")
    expect(desk.button("Draw for me")).to_be_visible()
    expect(desk.button("Odds")).to_have_count(0)


def test_the_journal_keeps_what_is_undone_takes_notes_and_copies_turns(
    sit: Sit, hand: type[Hand]
) -> None:
    desk = sit("bay", hand, options={"permissions": ["clipboard-read", "clipboard-write"]})
    blank = desk.items()
    desk.fork()
    drawn = desk.items()
    desk.tab("Journal")
    desk.head("Undo")
    desk.revision(2)
    assert desk.items() == blank
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("partial"))
    expect(desk.panel.get_by_role("deletion").get_by_text("1. Anna checks")).to_be_visible()
    expect(desk.panel.get_by_text("(struck out)")).to_have_count(1)
    expect(desk.panel.get_by_text("2. Anna undoes entry 1")).to_be_visible()
    desk.head("Redo")
    desk.revision(3)
    assert desk.items() == drawn
    expect(desk.panel.get_by_role("deletion").get_by_text("1. Anna checks")).to_be_hidden()
    redo = desk.page.get_by_role("button", name="Redo")
    expect(redo).to_have_attribute("aria-disabled", "true")
    assert len(entries(desk)) == 3
    desk.press("Copy turn")
    expect(desk.panel.get_by_text("Copied.")).to_be_visible()
    copied = desk.page.evaluate("navigator.clipboard.readText()")
    assert copied == desk.game.raw("/turn.txt", since=2).text
    assert "puts back entry 1" in copied
    desk.write("Note", "Lake reached at noon")
    desk.press("Add note")
    expect(desk.panel.get_by_text("Lake reached at noon").last).to_be_visible()
    expect(desk.panel.get_by_label("Note", exact=True)).to_have_value("")
    desk.write("Note", "half a senten")
    desk.game.enter("note", 409, text="stale")
    desk.game.revision = 4
    desk.game.enter("note", text="Ben was here")
    expect(desk.panel.get_by_text("Ben was here").last).to_be_visible()
    expect(desk.panel.get_by_label("Note", exact=True)).to_have_value("half a senten")


def test_undo_to_here_shows_what_goes_and_can_be_left(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    for hex in ("0302", "0303", "0304"):
        desk.game.check(hex, "veldt")
    desk.revision(3)
    desk.tab("Journal")
    here = desk.panel.get_by_role("button", name="Undo to here")
    expect(here).to_have_count(2)  # not at the last entry
    dialog = desk.page.get_by_role("dialog", name="Undo to entry 1?")
    desk.hand.press(here.last)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    desk.hand.press(dialog.get_by_role("button", name="Cancel"))
    expect(dialog).to_be_hidden()
    expect(here.last).to_be_focused()
    desk.hand.press(here.last)
    expect(dialog).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    desk.hand.press(here.last)
    desk.hand.press(dialog.get_by_role("button", name="Undo 2 entries"))
    desk.revision(4)
    expect(desk.panel.get_by_text("(struck out)")).to_have_count(2)
    expect(here).to_have_count(0)  # nothing stands after entry 1
    desk.head("Redo")
    desk.revision(5)
    expect(desk.panel.get_by_text("(struck out)")).to_have_count(0)
    expect(here).to_have_count(2)


def test_a_turn_is_shown_where_there_is_no_clipboard(sit: Sit) -> None:
    desk = sit("bay")
    desk.game.check("0302", "veldt")
    desk.revision(1)
    desk.page.evaluate("delete Navigator.prototype.clipboard")
    desk.tab("Journal")
    desk.press("Copy turn")
    dialog = desk.page.get_by_role("dialog", name="Copy this text")
    box = dialog.get_by_role("textbox")
    expect(box).to_have_value(desk.game.raw("/turn.txt", since=0).text.replace("\r\n", "\n"))
    expect(box).to_be_focused()
    desk.hand.press(dialog.get_by_role("button", name="Close"))
    expect(dialog).to_be_hidden()


def test_what_is_downloaded_opens_again(
    sit: Sit, hand: type[Hand], server: Client, tmp_path: Path
) -> None:
    desk = sit("bay", hand, name="Nile, <2>")
    desk.game.check("0203")
    desk.revision(1)
    desk.tab("Journal")
    paths = {}
    for name, ending in (("Board", "json"), ("Game", "rivercheck"), ("Picture", "svg")):
        with desk.page.expect_download() as download:
            desk.hand.press(desk.panel.get_by_role("link", name=name, exact=True))
        assert download.value.suggested_filename == f"Nile-2.{ending}"
        paths[name] = tmp_path / download.value.suggested_filename
        download.value.save_as(paths[name])
    game, wrong = replay(paths["Game"])
    assert (game.revision, wrong) == (1, "")
    data = paths["Game"].read_bytes()
    assert server.imported(data).file() == data == desk.game.file()
    assert board_text(load_board(paths["Board"])) == board_text(game.board)
    assert ET.parse(paths["Picture"]).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_older_entries_are_fetched(sit: Sit, server: Client) -> None:
    game = server.new(board={"shipped": "bay"})
    for number in range(1, 251):
        game.enter("note", text=f"day {number}")
    desk = sit(game)
    desk.tab("Journal")
    expect(desk.panel.get_by_text("250. Anna", exact=False)).to_be_visible()
    assert len(entries(desk)) == 200
    desk.press("Show older entries")
    expect(desk.panel.get_by_text(re.compile(r"^1\. "))).to_be_visible()
    assert len(entries(desk)) == 250
    expect(desk.button("Show older entries")).to_have_count(0)
