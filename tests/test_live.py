"""Maps on a page: elements with keys, of which a change touches few."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median
from xml.etree import ElementTree as ET

import pytest

from growing import drawn, mouth, random_map
from rivercheck.board import Board
from rivercheck.deck import Dealer, Deck
from rivercheck.draw import LABELS, LiveMap, Style
from rivercheck.explore import explore
from rivercheck.rulings import Rulings
from rivercheck.shipped import open_board, shipped_boards

HOSTILE = "<script>&\"'\x1b[31m\u202e]]>\x00\ufffe--><!--"
Items = list[tuple[str, str]]


def whole(items: Items) -> ET.Element:
    """All elements as one picture."""
    return ET.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(text for _, text in items)}</svg>'
    )


def patched(before: Items, after: Items) -> Items:
    """What a page has that keeps its elements, and is given the order and those that are new."""
    page = dict(before)
    page.update({key: text for key, text in after if page.get(key) != text})
    return [(key, page[key]) for key, _ in after]


def in_order(before: Items, after: Items) -> bool:
    """Whether the keys that both have come in the same order."""
    old, new = {key for key, _ in before}, {key for key, _ in after}
    return [key for key, _ in before if key in new] == [key for key, _ in after if key in old]


@pytest.mark.parametrize("seed", range(30))
def test_keys_are_unique_and_each_text_is_one_element(seed: int) -> None:
    items = LiveMap(random_map(seed), Style(labels=LABELS[seed % 4])).items()
    assert items[0][0] == "defs"
    assert len(dict(items)) == len(items)
    assert len(whole(items)) == len(items)


@pytest.mark.parametrize("name", shipped_boards())
def test_measures(name: str) -> None:
    board = open_board(name)
    live = LiveMap(board)
    assert list(live.centres) == [board.name(hex) for hex in board.layout.places()]
    for x, y in live.centres.values():
        assert live.size / 2 < x < live.width - live.size / 2
        assert live.size / 2 < y < live.height - live.size / 2


@pytest.mark.parametrize(
    ("name", "order", "count"), [("bay", "rivers", 100), ("africa", "frontier", 25)]
)
def test_patching_gives_what_drawing_anew_gives(name: str, order: str, count: int) -> None:
    board = open_board(name)
    live = LiveMap(board)
    page = live.items()
    for _ in explore(board, Dealer(Deck.house(), 5), Rulings.of("seaward"), order, limit=count):
        items = live.items()
        assert items == LiveMap(board).items()
        assert in_order(page, items)
        page = patched(page, items)
        assert page == items


@pytest.mark.parametrize("seed", range(20))
def test_any_step_can_be_patched(seed: int) -> None:
    """Maps that were grown, then erased and given mouths and lakes, forth and back."""
    board = random_map(seed)
    changed = board.copy()
    changed.erase("Burton")
    for hex in board.layout.places()[:: seed + 2]:
        changed.hexes[hex] = replace(board.hexes[hex], terrain=seed % 9 + 1)
    live = LiveMap(board)
    for version in (board, changed, board, board):
        assert live.items(version) == LiveMap(version).items()


def test_hostile_names_are_text_and_no_part_of_a_key() -> None:
    hexes: dict[str, object] = {
        f"{column:02}01": {"in": [3], "out": [5]} if column % 2 else {"in": [2], "out": [6]}
        for column in range(1, 40)
    }
    hexes["4001"] = {"out": [6], "source": True, "name": HOSTILE}
    board = drawn(40, 2, hexes, mouth("0101", 5, HOSTILE), name=HOSTILE)
    items = LiveMap(board).items()
    said = [text.text for text in whole(items).iter() if text.text]
    assert len(said) >= 3
    assert all(text.startswith("<script>&\"'\\x1b[31m\\u202e]]>\\x00") for text in said[-3:])
    for key, text in items:
        assert re.fullmatch(r"[a-z0-9 :.-]+", key)
        assert "<script" not in text
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe]", text)


def test_a_name_along_a_river_keeps_its_key_and_brings_its_line() -> None:
    board = open_board("africa")
    for _ in explore(board, Dealer(Deck.house(), 1), Rulings.of("table"), "rivers"):
        pass
    named = [(key, text) for key, text in LiveMap(board).items() if key.startswith("river-name:")]
    assert named
    for key, text in named:
        (link,) = re.findall(r'href="#([^"]*)"', text)
        assert link == f"map-name-{key.split(':')[1]}"
        assert f'id="{link}"' in text


def mapped(board: Board, order: str) -> list[int]:
    """How many bytes of elements change by each check of a whole map."""
    live = LiveMap(board)
    before, changes = dict(live.items()), []
    for number, _ in enumerate(
        explore(board, Dealer(Deck.house(), 2), Rulings.of("table"), order), 1
    ):
        if number % 32 in (0, 1):
            after = dict(live.items())
            if number % 32 == 1:
                changes.append(
                    sum(len(after[key]) for key in after if after[key] != before.get(key))
                )
            before = after
    return changes


@pytest.mark.parametrize("order", ["rivers", "rows"])
def test_a_check_changes_few_bytes(order: str) -> None:
    changes = mapped(open_board("africa"), order)
    assert median(changes) < 12_000
    assert max(changes) < 60_000
