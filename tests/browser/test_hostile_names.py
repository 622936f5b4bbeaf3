"""Names that would like to be more than text: in the places where names are shown, all at once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hostile import HOSTILE, NAMES
from rivercheck.words import visible
from serving import Client, Game

from .conftest import Sit, Visit
from .desk import Desk, drop

COLUMNS, ROWS = 20, (len(NAMES) + 19) // 20 * 2
# What no page of ours holds: they would only be there if a name had been taken for markup.
FOREIGN = (
    "script:not([src]), iframe, object, embed, base, meta[http-equiv], svg script, foreignObject, "
    "marquee, video, audio, frame, template, plaintext, xss, body > img, math, "
    "a[href^='javascript' i], [onerror], [onload], [onclick], [onfocus], [onbegin], [ontoggle]"
)


def injected(page: Page) -> list[str]:
    """Elements that are none of the page's own."""
    return [
        str(one)
        for one in page.evaluate(
            "foreign => [...document.querySelectorAll(foreign)].map(one => one.outerHTML)", FOREIGN
        )
    ]


def texts(page: Page, selector: str) -> list[str]:
    """The text of elements, as it stands in the document."""
    found: list[str] = page.locator(selector).evaluate_all("all => all.map(one => one.textContent)")
    return found


def board() -> dict[str, Any]:
    """Sea in every other row; in the rows between a lake and a mouth for every name there is."""
    hexes: dict[str, Any] = {}
    mouths = []
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            label = f"{column:02}{row:02}"
            place = (row // 2 - 1) * COLUMNS + column - 1
            if row % 2 or place >= len(NAMES):
                hexes[label] = {"terrain": "sea"}
            else:
                hexes[label] = {"terrain": "veldt", "name": NAMES[place]}
                mouths.append({"hex": label, "side": 1, "name": NAMES[place], "drainage": 2})
    return {
        "rivercheck": 1,
        "name": NAMES[0],
        "layout": {"columns": COLUMNS, "rows": ROWS},
        "hexes": hexes,
        "mouths": mouths,
    }


@pytest.fixture(scope="module")
def full(server: Client) -> Game:
    """A game in which every name is a hex's, a mouth's, an explorer's, a player's and a note."""
    game = server.new(board={"file": board()}, name=NAMES[0], explorers=NAMES[:50])
    labels = [mouth["hex"] for mouth in board()["mouths"]]
    for label, name in zip(labels, NAMES, strict=True):
        if name.strip():
            change = {"kind": "check", "hex": label, "explorer": name, "draw": True}
            game.send(game.command(change, by=name))
            game.revision += 1
    for text in HOSTILE:
        note = game.command({"kind": "note", "text": text}, by="Anna")
        game.revision = game.send(note, None).get("revision", game.revision)
    return game


def test_every_tab_shows_them_as_text(sit: Sit, full: Game) -> None:
    desk = sit(full)
    view = full.get("/view")
    assert injected(desk.page) == []
    mouths = {mouth["hex"]: mouth["name"] for mouth in board()["mouths"]}
    spoken = desk.page.get_by_role("gridcell").evaluate_all(
        "all => all.map(one => [one.dataset.hex, one.getAttribute('aria-label')])"
    )
    for label, said in spoken:
        assert said == view["hexes"][label]["spoken"]
        if label in mouths and mouths[label].strip():
            assert f"mouth of the {visible(mouths[label])}" in said
    explorers(desk, view)
    rivers(desk, [name for name in mouths.values() if name])
    journal(desk, full)
    desk.tab("List")
    desk.hand.choose(desk.panel.get_by_label("Show", exact=True), "With a mouth")
    while desk.button("Show more").count():
        desk.press("Show more")
    rows = texts(desk.page, "[role=tabpanel] tbody td")
    assert len(rows) == len(mouths)
    assert injected(desk.page) == []


def explorers(desk: Desk, view: dict[str, Any]) -> None:
    """The tab of the explorers."""
    desk.tab("Explorers")
    shown = texts(desk.page, "[role=tabpanel] h3")
    for one in view["explorers"]:
        assert any(one["name"] in text or visible(one["name"]) in text for text in shown)
    assert injected(desk.page) == []


def rivers(desk: Desk, names: list[str]) -> None:
    """The table of the rivers."""
    panel = desk.tab("Rivers")
    expect(panel.get_by_role("table").first).to_be_visible()
    shown = texts(desk.page, "[role=tabpanel] th[scope=row]")
    assert len(shown) >= len(names)
    for name in names:
        if name.strip():
            assert any(name in text or visible(name) in text for text in shown), ascii(name)
    assert injected(desk.page) == []


def journal(desk: Desk, game: Game) -> None:
    """All of the journal, back to the first entry."""
    panel = desk.tab("Journal")
    items = panel.locator("ol > li[value]")
    expect(items).not_to_have_count(0)
    while (before := items.count()) < game.revision:
        desk.press("Show older entries")
        expect(items).to_have_count(min(game.revision, before + 100))
    shown = "\n".join(texts(desk.page, "[role=tabpanel] li p"))
    lines = game.get("/journal", count=1000)["lines"]
    assert len(lines) == game.revision
    for line in lines:
        assert line["heading"].replace(f" ({line['time']})", "") in shown
        for detail in line["details"]:
            assert detail in shown
    assert injected(desk.page) == []


def test_each_hex_shows_its_name(sit: Sit, full: Game) -> None:
    desk = sit(full)
    mouths = board()["mouths"]
    shown = desk.page.evaluate(
        """labels => labels.map(label => {
        document.querySelector(`[data-hex="${label}"]`).dispatchEvent(
            new MouseEvent("click", { bubbles: true }));
        return document.querySelector("[role=tabpanel] h2").textContent; })""",
        [mouth["hex"] for mouth in mouths],
    )
    for mouth, text in zip(mouths, shown, strict=True):
        assert text.startswith(f"Hex {mouth['hex']}")
        assert mouth["name"] in text or visible(mouth["name"]) in text, ascii(text)
    desk.at(mouths[-1]["hex"])
    assert injected(desk.page) == []


def test_they_are_typed_into_the_first_screen(visit: Visit, server: Client) -> None:
    """Game, player and explorers, fifty at a time; what is refused is refused in words."""
    chosen = [name for name in NAMES if name.strip()][:150]
    for start in range(0, len(chosen), 50):
        names = chosen[start : start + 50]
        page, watch = visit("/")
        watch.allow("400", "422")
        page.get_by_role("radio", name=re.compile("^The bay")).check()
        page.get_by_label("Who are you at this table?").fill(names[1])
        page.get_by_label("Name of the game").fill(names[0])
        for _ in names[2:]:
            page.locator("#add-explorer").dispatch_event("click")
        page.locator("[aria-label^='Explorer ']").evaluate_all(
            """(all, names) => all.forEach((one, place) => {
            one.value = names[place]; one.dispatchEvent(new Event("input")); })""",
            names,
        )
        page.get_by_role("button", name="Start the game").click()
        page.get_by_role("gridcell").first.wait_for()
        expect(page.get_by_role("heading", level=1)).to_have_text(names[0].strip())
        assert page.title() == f"{names[0].strip()} · rivercheck"
        page.get_by_role("tab", name="Explorers").click()
        assert page.get_by_role("button", name="Lost").count() == len(
            {name.strip() for name in names}
        )
        assert injected(page) == []
        page.get_by_role("link", name="Games").click()
        expect(page.get_by_role("heading", name="Go on with a game")).to_be_visible()
        shown = texts(page, "main a strong")
        assert any(names[0].strip() in text for text in shown)
        assert injected(page) == []


def test_files_with_them_are_dropped(visit: Visit) -> None:
    page, watch = visit("/")
    watch.allow("400", "422")
    for name in HOSTILE:
        drop(page, f"{name[:80]}.json", "{")
        expect(page.get_by_role("alert")).to_contain_text("neither a board, a game nor a deck")
    drop(page, "<img src=x onerror=alert(1)>.json", json.dumps(board()))
    expect(page.get_by_role("radio", name=re.compile("^<img src=x"))).to_be_checked()
    assert injected(page) == []
