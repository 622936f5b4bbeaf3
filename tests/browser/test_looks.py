"""What is seen in light, dark and forced colours, at rest and on paper; axe finds nothing in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from serving import Client

from .conftest import Sit, Visit
from .desk import Desk
from .hands import DESKTOP, PHONE, Hand, Mouse, Touch

SCHEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}


def violations(page: Page, name: str) -> list[str]:
    """What axe finds: the rule and where. In other colours, by the rules that look at colours."""
    look = f"axe.run({json.dumps(COLOURS)})"
    found = [("light", one) for one in Axe().run(page).response["violations"]]
    for scheme in ("dark", "forced"):
        page.emulate_media(**SCHEMES[scheme])
        found += [(scheme, one) for one in page.evaluate(look)["violations"]]
    page.emulate_media(**SCHEMES["light"])
    return [
        f"{name} ({scheme}) {one['id']}: {' '.join(map(str, node['target']))}"
        f" {node['failureSummary'][:300]}"
        for scheme, one in found
        for node in one["nodes"][:4]
    ]


def start_screens(page: Page) -> Iterator[str]:
    """The first screen, with all that can be opened on it."""
    page.get_by_role("button", name="Start the game").wait_for()
    yield "start"
    page.get_by_text("Look at each ruling, and change it").click()
    page.get_by_role("radio", name=re.compile("^A blank board")).check()
    page.get_by_role("radio", name=re.compile("^Your own deck")).check()
    expect(page.get_by_label("Columns")).to_be_visible()
    yield "start, all open"
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    yield "start, refused"


def hex_screens(desk: Desk) -> Iterator[str]:
    """The panel of a hex, from nothing selected to the outcome."""
    yield "nothing selected"
    desk.hex("0303")
    yield "terrain"
    desk.press("veldt", "Odds")
    expect(desk.panel.get_by_role("list", name="Odds of this check")).to_be_visible()
    yield "before the check, with odds"
    desk.hex("0203")
    desk.press("I have the cards")
    desk.asked("A river leads here")
    yield "word"
    desk.press("forks")
    desk.asked("Which number stands first")
    yield "number"
    desk.press("Hexside 2 (NE)")
    desk.asked("Which is the second number")
    yield "second number"
    desk.press("Hexside 3 (SE)")
    desk.asked("Draw this on the printed map")
    yield "finished"
    desk.press("Draw it on the map")
    outcome = desk.panel.get_by_role("region", name="Outcome")
    outcome.get_by_role("button", name="Why?").click()
    expect(desk.panel.get_by_text("Outcome: forks.")).to_be_visible()
    yield "outcome and why"
    desk.hex("0604")
    yield "a mapped hex"


def other_screens(desk: Desk) -> Iterator[str]:
    """The other tabs, and the dialogs."""
    desk.revision(3)
    desk.head("Undo")
    desk.revision(4)
    desk.tab("Journal")
    yield "journal"
    desk.press("Copy turn")
    dialog = desk.page.get_by_role("dialog")
    yield "turn"
    if dialog.count():
        desk.page.keyboard.press("Escape")
    desk.hand.press(desk.button("Undo to here").last)
    expect(dialog).to_be_visible()
    yield "undo to here"
    desk.page.keyboard.press("Escape")
    desk.tab("Explorers")
    yield "explorers"
    desk.tab("Rivers")
    expect(desk.panel.get_by_role("table")).to_be_visible()
    yield "rivers"
    desk.tab("List")
    yield "list"
    desk.tab("Set up")
    for tool in ("Terrain", "Rivers", "State", "Source", "Mouth", "One hex"):
        desk.press(tool)
        desk.hand.hex("0203")
        yield f"set up: {tool}"
    desk.press("Discard all")
    if dialog.count():
        yield "discard"
        desk.hand.press(dialog.get_by_role("button", name=re.compile("^Discard")))
    desk.head("Help and keys")
    expect(dialog).to_be_visible()
    yield "help"
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("/")
    expect(dialog).to_be_visible()
    yield "go to hex"
    desk.page.keyboard.press("Escape")


@pytest.mark.parametrize("hand", [Mouse, Touch], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_first_screen(visit: Visit, hand: type[Hand]) -> None:
    page, watch = visit("/", **hand.device)
    watch.allow("422", "400")
    assert [one for name in start_screens(page) for one in violations(page, name)] == []


@pytest.mark.parametrize("hand", [Mouse, Touch], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_panel_of_a_hex(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    assert [one for name in hex_screens(desk) for one in violations(desk.page, name)] == []


@pytest.mark.parametrize("hand", [Mouse, Touch], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_other_tabs_and_dialogs(sit: Sit, hand: type[Hand]) -> None:
    desk = sit("bay", hand)
    for hex in ("0302", "0303", "0304"):
        desk.game.check(hex, "veldt", explorer="Burton")
    assert [one for name in other_screens(desk) for one in violations(desk.page, name)] == []


def test_axe_finds_nothing_on_africa_with_an_explorer_lost(sit: Sit) -> None:
    desk = sit("africa")
    desk.game.check("1420", "jungle", explorer="Burton")
    desk.revision(1)
    desk.tab("Explorers")
    desk.hand.press(desk.panel.get_by_role("button", name="Lost").first)
    expect(desk.panel.get_by_role("group", name="Burton is lost")).to_be_visible()
    assert violations(desk.page, "lost") == []


def test_axe_would_find_something(visit: Visit) -> None:
    page, _ = visit("")
    page.set_content("<title>x</title><main><h1>x</h1><img src='data:,'><p>faint</p></main>")
    page.locator("p").evaluate("one => { one.style.color = '#ddd'; }")
    found = " ".join(violations(page, "broken"))
    assert "(light) image-alt" in found
    assert "(light) color-contrast" in found


def luminance(page: Page, selector: str) -> float:
    """How bright the background of an element is, from 0 to 1."""
    parts: list[float] = page.locator(selector).first.evaluate(
        """one => { let at = one, colour; do { colour = getComputedStyle(at).backgroundColor;
        at = at.parentElement; } while (at && /, 0\\)$/.test(colour));
        const dot = document.createElement("canvas").getContext("2d");
        dot.fillStyle = colour; dot.fillRect(0, 0, 1, 1);
        return [...dot.getImageData(0, 0, 1, 1).data]; }"""
    )
    red, green, blue, _ = (part / 255 for part in parts)
    return 0.21 * red + 0.72 * green + 0.07 * blue


def test_colours_follow_the_system_or_the_button(sit: Sit) -> None:
    desk = sit("bay", options=SCHEMES["dark"])
    assert luminance(desk.page, "[role=tabpanel]") < 0.3
    desk.page.emulate_media(color_scheme="light")
    assert luminance(desk.page, "[role=tabpanel]") > 0.7
    desk.head("Colours: auto")
    desk.head("Colours: light")
    expect(desk.page.get_by_role("button", name="Colours: dark")).to_be_visible()
    assert luminance(desk.page, "[role=tabpanel]") < 0.3
    desk.page.reload()
    desk.page.get_by_role("gridcell").first.wait_for()
    assert luminance(desk.page, "[role=tabpanel]") < 0.3
    desk.tab("Journal")
    link = desk.panel.get_by_role("link", name="Picture")
    assert str(link.get_attribute("href")).endswith("theme=dark")


def test_forced_colours_leave_terrains_and_rivers_apart(sit: Sit) -> None:
    """Where there are no colours, rivers and hexes still have their lines."""
    desk = sit("bay", options=SCHEMES["forced"])
    desk.fork()
    strokes = desk.page.locator("svg.picture path").evaluate_all(
        "all => all.map(one => getComputedStyle(one)).filter(one => one.stroke !== 'none').length"
    )
    assert strokes > 20


def test_nothing_moves_for_those_who_ask_for_less_motion(sit: Sit) -> None:
    desk = sit("bay", options={"reduced_motion": "reduce"})
    desk.fork()
    running = desk.page.evaluate(
        """[...document.getAnimations()].filter(one => one.playState === "running"
        && one.effect.getComputedTiming().duration > 1).length"""
    )
    lit = desk.marks("lit").first.evaluate("one => getComputedStyle(one).animationName")
    assert (running, lit) == (0, "none")


def test_the_map_is_printed_without_the_panel(sit: Sit) -> None:
    desk = sit("bay", name="Tuesday")
    desk.fork()
    desk.page.evaluate("window.print = () => { window.printed = true; }")
    desk.tab("Journal")
    desk.press("Print the map")
    desk.page.wait_for_function("window.printed")
    desk.page.emulate_media(media="print")
    expect(desk.page.get_by_role("tablist", include_hidden=True)).to_be_hidden()
    expect(desk.page.get_by_role("button", name="Undo", include_hidden=True).first).to_be_hidden()
    picture = desk.page.locator("svg.picture")
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1281
    expect(desk.page.get_by_text("Tuesday").filter(visible=True)).to_have_count(1)
    tamba = desk.page.get_by_role("rowheader", name="Tamba", include_hidden=True)
    expect(tamba.first).to_be_visible()
    pdf = desk.page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert pages in (1, 2)


@pytest.mark.parametrize("device", [DESKTOP, PHONE, {"viewport": {"width": 1920, "height": 1080}}])
def test_nothing_is_cut_off(sit: Sit, device: dict[str, Any]) -> None:
    """From a phone to a screen on the wall: nothing scrolls sideways, each button can be hit."""
    desk = sit("bay", Mouse, options=device)
    for tab in ("Hex", "Journal", "Explorers", "Rivers", "List", "Set up"):
        desk.tab(tab)
        wide = desk.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, tab
    desk.tab("Hex")
    desk.hex("0203")
    desk.press("I have the cards", "forks")
    desk.asked("Which number stands first")
    for button in desk.panel.get_by_role("button", name=re.compile("^Hexside")).all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        button.click(trial=True)


def test_no_request_leaves_the_machine(visit: Visit, server: Client) -> None:
    """Every request there is passes here, and goes to the server's own address."""
    page, watch = visit("")
    asked: list[str] = []

    def look(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(f"{watch.address}/"):
            route.continue_()
        else:
            route.abort()

    page.context.route("**", look)
    page.goto(watch.address)
    page.get_by_role("radio", name=re.compile("^The bay")).check()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("gridcell").first.wait_for()
    for tab in ("Journal", "Explorers", "Rivers", "List", "Set up", "Hex"):
        page.get_by_role("tab", name=tab, exact=True).click()
    assert len(asked) > 30
    assert [url for url in asked if not url.startswith(f"{watch.address}/")] == []
    response = server.http.get("/")
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert re.findall(r"https?:", response.text) == []


def test_the_page_is_light(visit: Visit) -> None:
    """All that the page is made of weighs less than 300 kB."""
    page, watch = visit("")
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(watch.address)
    expect(page.get_by_role("heading", name="Start a new game")).to_be_visible()
    assert 50_000 < sum(sizes) < 300_000
