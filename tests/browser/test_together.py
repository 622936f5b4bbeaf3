"""Several people at one game, and what happens when the server or the network is gone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from serving import Game

from .conftest import Mortal, Sit
from .desk import FORK
from .hands import Mouse, Touch

GONE = "net::ERR_"  # what the browser notes when there is no answer


@pytest.fixture
def bay(mortal: Mortal) -> Game:
    """A game on the server that will be killed."""
    return mortal.client.new(board={"shipped": "bay"}, seed=1, explorers=["Burton"])


def kinds(game: Game) -> list[str]:
    """What the journal holds."""
    return [line["kind"] for line in game.get("/view")["lines"]]


def test_two_browsers_follow_one_game(sit: Sit) -> None:
    anna = sit("bay", Mouse, "Anna")
    ben = sit(anna.game, Touch, "Ben")
    anna.fork()
    ben.revision(1)
    expect(ben.cell("0203")).to_have_attribute("aria-label", re.compile("jungle, mapped"))
    assert ben.items() == anna.items()
    expect(ben.marks("lit")).to_have_count(1)
    expect(ben.page.locator("#spoken")).to_have_text(FORK)
    ben.tab("Journal")
    ben.write("Note", "Well drawn")
    ben.press("Add note")
    anna.revision(2)
    anna.tab("Journal")
    expect(anna.panel.get_by_text("2. Ben")).to_be_visible()
    expect(anna.panel.get_by_text("Well drawn").last).to_be_visible()
    ben.head("Undo")
    anna.revision(3)
    expect(anna.panel.get_by_text("(struck out)")).to_have_count(1)
    anna.head("Redo")
    ben.revision(4)
    assert ben.items() == anna.items()
    expect(ben.panel.get_by_text("(struck out)")).to_have_count(0)


def test_who_comes_too_late_is_shown_what_was_missed(sit: Sit) -> None:
    desk = sit("bay", Mouse, "Anna")
    desk.watch.allow("409")

    check = {"kind": "check", "hex": "0206", "draw": True}

    def faster(route: Route) -> None:
        """Somebody else enters a check just before."""
        if desk.game.get("/view")["revision"] == 0:
            desk.game.send(desk.game.command(check, by="Ben"))
        route.continue_()

    desk.page.route("**/entries", faster)
    desk.hex("0203")
    desk.press("Draw for me")
    expect(desk.notice).to_contain_text("The game has moved on meanwhile, and nothing was done.")
    told = desk.game.get("/view")["lines"][0]["told"]
    expect(desk.notice).to_contain_text(told)
    desk.revision(1)
    expect(desk.cell("0206")).to_have_attribute("aria-label", re.compile("mapped"))
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("partial"))
    desk.press("Draw for me")  # decided again, on the map as it is
    desk.told("0203")
    desk.revision(2)
    assert kinds(desk.game) == ["check", "check"]


def test_an_answer_that_is_lost_on_the_way_does_nothing_twice(sit: Sit) -> None:
    desk = sit("bay")
    desk.watch.allow(GONE)
    keys: list[str] = []

    def lose(route: Route) -> None:
        """The server does it, and its answer never comes; then all is well."""
        keys.append(json.loads(route.request.post_data or "")["key"])
        if len(keys) < 3:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    desk.page.route("**/entries", lose)
    desk.hex("0203")
    desk.press("Draw for me")
    desk.told("0203")
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert kinds(desk.game) == ["check"]


def test_a_killed_server_comes_back_and_the_page_finds_its_way(
    sit: Sit, mortal: Mortal, bay: Game
) -> None:
    desk = sit(bay)
    desk.watch.allow(GONE)
    desk.fork()
    desk.hex("0206")
    mortal.kill()
    lost = desk.page.get_by_text("Connection lost, trying again")
    expect(lost).to_be_visible()
    desk.press("Draw for me")  # it waits, with its key, for the server
    mortal.come_back()
    desk.told("0206")
    expect(lost).to_be_hidden()
    desk.revision(2)
    assert kinds(bay) == ["check", "check"]
    bay.check("0304", "veldt")  # and the page goes on listening
    desk.revision(3)


def test_a_server_that_does_not_come_back_is_told_of(sit: Sit, mortal: Mortal, bay: Game) -> None:
    desk = sit(bay)
    desk.watch.allow(GONE)
    desk.page.clock.install()
    desk.tab("Journal")
    desk.write("Note", "Camped at the falls")
    mortal.kill()
    desk.press("Add note")
    for _ in range(12):
        desk.page.clock.run_for(3000)
    expect(desk.notice).to_contain_text("The server does not answer.")
    expect(desk.panel.get_by_label("Note", exact=True)).to_have_value("Camped at the falls")
    mortal.come_back()
    desk.press("Add note")
    desk.page.clock.run_for(3000)
    expect(desk.panel.get_by_label("Note", exact=True)).to_have_value("")
    assert kinds(bay) == ["note"]


def test_offline_and_back(sit: Sit) -> None:
    desk = sit("bay")
    desk.watch.allow(GONE)
    desk.hex("0203")
    desk.page.context.set_offline(True)
    with desk.page.expect_event("requestfailed", lambda one: one.url.endswith("/entries")):
        desk.press("Draw for me")
    assert desk.game.get("/view")["revision"] == 0
    desk.page.context.set_offline(False)
    desk.told("0203")
    assert kinds(desk.game) == ["check"]
    desk.revision(1)
    desk.game.enter("note", text="from elsewhere")
    desk.revision(2)


def test_what_was_answered_survives_a_restart(sit: Sit, mortal: Mortal, bay: Game) -> None:
    desk = sit(bay)
    desk.watch.allow(GONE)
    desk.hex("0203")
    desk.press("I have the cards", "forks")
    desk.asked("Which number stands first on the card?")
    mortal.kill()
    mortal.come_back()
    desk.answer("Hexside 2 (NE)", "Hexside 3 (SE)")
    desk.press("Draw it on the map")
    desk.told(FORK)


def test_a_page_that_is_not_looked_at_lets_go_and_catches_up(sit: Sit) -> None:
    desk = sit("bay")
    desk.page.clock.install()
    seen = """state => { Object.defineProperty(document, "visibilityState",
        { configurable: true, get: () => state });
        document.dispatchEvent(new Event("visibilitychange")); }"""
    with desk.page.expect_event("requestfailed", lambda one: "/events" in one.url):
        desk.page.evaluate(seen, "hidden")
        desk.page.clock.run_for(11_000)
    desk.game.check("0203")
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("partial"))
    desk.page.evaluate(seen, "visible")
    desk.revision(1)
    expect(desk.cell("0203")).to_have_attribute("aria-label", re.compile("mapped"))
