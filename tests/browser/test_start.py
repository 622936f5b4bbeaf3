"""Starting a game: every kind of board, the rulings, the deck, the explorers; files dropped."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from rivercheck.boardfile import board_text
from rivercheck.deck import Deck
from rivercheck.shipped import open_board
from serving import ISLAND, Client

from .conftest import Sit, Visit
from .desk import drop
from .hands import Hand, Mouse

BAY = board_text(open_board("bay"))
PLAIN_DECK = "id,river_a,river_b,first,second,terrain\n" + "".join(
    f"P{number:02},continues,none,{number % 6 + 1},,jungle\n" for number in range(1, 13)
)


def come(visit: Visit, hand: type[Hand]) -> tuple[Page, Hand]:
    page, _ = visit("/", **hand.device)
    return page, hand(page)


def begin(page: Page, hand: Hand) -> str:
    """Press the button, wait for the map; the id of the game."""
    hand.press(page.get_by_role("button", name="Start the game"))
    page.get_by_role("gridcell").first.wait_for()
    return page.url.split("/")[-1]


def test_africa_with_two_explorers_is_one_press_away(
    visit: Visit, hand: type[Hand], server: Client
) -> None:
    page, fingers = come(visit, hand)
    expect(page.get_by_role("radio", name=re.compile("^Africa")).first).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^table"))).to_be_checked()
    fingers.write(page.get_by_label("Who are you at this table?"), "Anna")
    view = server.get(f"/games/{begin(page, fingers)}/view")
    assert view["title"] == "Africa"
    assert [one["name"] for one in view["explorers"]] == ["Burton", "Speke"]
    assert view["odds"] is True
    assert view["deck"] == {"name": "house", "cards": 108, "left": 108}
    expect(page.get_by_role("heading", level=1)).to_have_text("Africa")
    expect(page.get_by_role("gridcell")).to_have_count(len(view["hexes"]))
    fingers.press(page.get_by_role("link", name="Games"))
    expect(page.get_by_label("Who are you at this table?")).to_have_value("Anna")
    fingers.press(page.get_by_role("link", name=re.compile("^Africa.*0 of 733")).first)
    expect(page.get_by_role("heading", level=1)).to_have_text("Africa")


def test_a_blank_board_of_any_size_with_rulings_changed_one_by_one(
    visit: Visit, hand: type[Hand], server: Client
) -> None:
    page, fingers = come(visit, hand)
    fingers.press(page.get_by_role("radio", name=re.compile("^A blank board")))
    fingers.write(page.get_by_label("Columns"), "7")
    fingers.write(page.get_by_label("Rows"), "5")
    fingers.choose(page.get_by_label("Hexes with"), "pointed top")
    fingers.choose(page.get_by_label("Hexside 1 faces"), "SE")
    fingers.write(page.get_by_label("Name of the board"), "The high plain")
    fingers.write(page.get_by_label("Name of the game"), "Tuesday")
    fingers.press(page.get_by_text("Look at each ruling, and change it"))
    groups = page.get_by_role("group", name=re.compile("^[a-z-]+$"))
    about = server.get("/about")
    for ruling in about["rulings"]:
        group = groups.and_(page.get_by_role("group", name=ruling["name"], exact=True))
        expect(group).to_contain_text(ruling["why"])
        expect(group.get_by_role("img")).to_have_count(1 + len(ruling["values"]))
        for value in ruling["values"]:
            box = group.get_by_role("radio", name=re.compile(rf"^{value['value']}\b"))
            expect(box).to_be_checked(checked="table" in value["presets"])
    own = page.get_by_role("group", name="own-side", exact=True)
    own.scroll_into_view_if_needed()
    for image in own.get_by_role("img").all():
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 0
    fingers.press(own.get_by_role("radio", name=re.compile("^open")))
    last = page.get_by_role("group", name="redraw", exact=True)
    fingers.press(last.get_by_role("radio", name=re.compile("^clockwise")))
    expect(page.get_by_role("radio", name=re.compile(r"^table \(2 changed\)"))).to_be_checked()
    view = server.get(f"/games/{begin(page, fingers)}/view")
    assert view["layout"] == {
        "orientation": "pointy",
        "columns": 7,
        "rows": 5,
        "directions": ["SE", "SW", "W", "NW", "NE", "E"],
    }
    assert (view["title"], view["name"], view["land"]) == ("The high plain", "Tuesday", 35)
    expect(page).to_have_title("Tuesday · rivercheck")
    changed = {"own-side": "open", "redraw": "clockwise"}
    assert view["rulings"] == {**about["presets"]["table"], **changed}


def test_preset_explorers_odds_off_and_cards_that_go_back(
    visit: Visit, hand: type[Hand], server: Client
) -> None:
    page, fingers = come(visit, hand)
    fingers.press(page.get_by_role("radio", name=re.compile("^The bay")))
    fingers.press(page.get_by_role("radio", name=re.compile("^printed")))
    fingers.press(page.get_by_role("button", name="Remove explorer 1"))
    fingers.write(page.get_by_label("Explorer 1", exact=True), "Mary Kingsley")
    fingers.press(page.get_by_role("button", name="Add an explorer"))
    expect(page.get_by_label("Explorer 2", exact=True)).to_be_focused()
    fingers.write(page.get_by_label("Explorer 2", exact=True), "Ibn Battuta")
    fingers.press(page.get_by_label("Players may look at the odds of a check"))
    fingers.press(page.get_by_label("Every card goes back"))
    view = server.get(f"/games/{begin(page, fingers)}/view")
    assert [one["name"] for one in view["explorers"]] == ["Mary Kingsley", "Ibn Battuta"]
    assert view["odds"] is False
    assert view["rulings"] == server.get("/about")["presets"]["printed"]
    (start, *_) = server.http.get(f"/api/games/{view['id']}/game.rivercheck").text.splitlines()
    assert '"replacement": true' in start


def test_a_board_file_is_dropped(visit: Visit, server: Client) -> None:
    page, fingers = come(visit, Mouse)
    drop(page, "mine.json", BAY)
    expect(page.get_by_role("radio", name=re.compile(r"^mine\.json"))).to_be_checked()
    id = begin(page, fingers)
    assert server.get(f"/games/{id}/board.json") == json.loads(BAY)


def test_a_game_file_is_dropped_and_goes_on(visit: Visit, server: Client) -> None:
    game = server.new(name="by mail")
    game.check("0303", "veldt")
    page, _ = come(visit, Mouse)
    drop(page, "turn.rivercheck", game.file().decode())
    expect(page.get_by_role("heading", level=1)).to_have_text("by mail")
    taken = page.url.split("/")[-1]
    assert taken != game.id
    assert server.http.get(f"/api/games/{taken}/game.rivercheck").content == game.file()


def test_a_deck_is_dropped_and_played_from(visit: Visit, server: Client) -> None:
    page, fingers = come(visit, Mouse)
    drop(page, "plain.csv", PLAIN_DECK)
    expect(page.get_by_role("radio", name=re.compile("^plain"))).to_be_checked()
    deck = server.get(f"/games/{begin(page, fingers)}/view")["deck"]
    assert deck == {"name": "plain", "cards": 12, "left": 12}


def test_files_are_chosen_too(visit: Visit, server: Client) -> None:
    page, fingers = come(visit, Mouse)
    fingers.press(page.get_by_role("radio", name=re.compile("^A board or game file")))
    page.get_by_label(re.compile("file", re.IGNORECASE)).and_(
        page.locator("input[type=file]")
    ).set_input_files(
        {
            "name": "b.json",
            "mimeType": "application/json",
            "buffer": BAY.encode(),
        }
    )
    fingers.press(page.get_by_role("radio", name=re.compile("^Your own deck")))
    page.get_by_label("Deck file").set_input_files(
        {"name": "house.csv", "mimeType": "text/csv", "buffer": Deck.house().to_csv().encode()}
    )
    view = server.get(f"/games/{begin(page, fingers)}/view")
    assert (view["title"], view["deck"]["cards"]) == ("The bay", 108)


def test_what_is_wrong_with_a_file_is_said_and_nothing_is_started(
    visit: Visit, server: Client
) -> None:
    page, watch = visit("/")
    watch.allow("400", "422")
    count = len(server.get("/games")["games"])
    alert = page.get_by_role("alert")
    drop(page, "x.json", "no json")
    expect(alert).to_contain_text("x.json is neither a board, a game nor a deck.")
    wrong = {**ISLAND, "hexes": {"0909": {"terrain": "veldt"}}}
    drop(page, "far.json", json.dumps(wrong))
    page.get_by_role("button", name="Start the game").click()
    expect(alert).to_contain_text("0909")
    drop(page, "cut.rivercheck", '{"rivercheck_game": 1, "board"')
    expect(alert).to_contain_text("no whole first line")
    drop(page, "bad.csv", "id,river_a\nA,flows\n")
    page.get_by_role("radio", name=re.compile("^The bay")).check()
    page.get_by_role("button", name="Start the game").click()
    expect(alert).to_contain_text(re.compile("line|column"))
    assert len(server.get("/games")["games"]) == count


def test_an_address_without_a_game_says_so(visit: Visit) -> None:
    page, watch = visit("")
    watch.allow("404")
    page.goto(f"{watch.address}/#/games/nosuchgame")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Start a new game")).to_be_visible()


def test_too_many_explorers_are_refused_in_words(visit: Visit) -> None:
    page, watch = visit("/")
    watch.allow("422", "400")
    page.get_by_role("button", name="Add an explorer").wait_for()
    page.evaluate("for (let n = 0; n < 60; n += 1) document.getElementById('add-explorer').click()")
    page.evaluate(
        """document.querySelectorAll("[aria-label^='Explorer ']").forEach((one, n) => {
        one.value = `Name ${n}`; one.dispatchEvent(new Event("input")); })"""
    )
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("explorers")


def test_leaving_a_game_stops_listening(sit: Sit) -> None:
    desk = sit("bay")
    with desk.page.expect_event("requestfailed", lambda request: "/events" in request.url):
        desk.page.get_by_role("link", name="Games").click()
    expect(desk.page.get_by_role("heading", name="Start a new game")).to_be_visible()
