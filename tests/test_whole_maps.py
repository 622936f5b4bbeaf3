"""Whole boards grown by the program itself, in every order, under every preset and odd mixes.

The invariants are asked of the board file, not of the program: what stands there must be a map.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boards import OPPOSITE, WATER, beyond, random_board, random_rulings
from growing import wide_board
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json, board_text
from rivercheck.deck import Dealer, Deck
from rivercheck.explore import ORDERS, explore
from rivercheck.faults import damage, faults
from rivercheck.grid import Layout
from rivercheck.referee import check, enter
from rivercheck.rulings import PRESETS, Rulings

Json = dict[str, Any]
HOUSE = Deck.house()


class Sheet:
    """A board file, read without the program's help."""

    def __init__(self, board: Board) -> None:
        self.data: Json = json.loads(board_text(board))
        layout = self.data["layout"]
        self.layout = Layout(
            layout["columns"], layout["rows"], layout["orientation"], layout["hexside_one"]
        )
        self.hexes: Json = self.data["hexes"]
        self.mouths = {mouth["hex"]: mouth["side"] for mouth in self.data["mouths"]}

    def beyond(self, label: str, side: int) -> str | None:
        return beyond(self.data, self.layout, label, side)

    def strokes(self, label: str, way: str) -> list[int]:
        sides: list[int] = self.hexes.get(label, {}).get(way, [])
        return sides

    def outflows(self, label: str) -> set[int]:
        mouth = {self.mouths[label]} if label in self.mouths else set()
        return set(self.strokes(label, "out")) | mouth

    def mapped(self, label: str | None) -> bool:
        return label is not None and self.hexes.get(label, {}).get("state") == "mapped"

    def is_water(self, label: str) -> bool:
        return self.hexes.get(label, {}).get("terrain") in WATER

    def rivers_on_land(self) -> Iterator[str]:
        for label in self.hexes:
            if self.mapped(label) and not self.is_water(label):
                yield label


def half_rivers(sheet: Sheet) -> list[str]:
    """Strokes of mapped hexes that the mapped hex beyond does not show the other way round."""
    found = []
    for label in filter(sheet.mapped, sheet.hexes):
        for way, back in (("in", "out"), ("out", "in")):
            for side in sheet.strokes(label, way):
                there = sheet.beyond(label, side)
                if sheet.mapped(there) and OPPOSITE[side] not in sheet.strokes(str(there), back):
                    found.append(f"{label} {way} {side}")
    return found


def where_water_goes(sheet: Sheet, label: str) -> str:
    """Down the river from a land hex: to `water`, to a hex that is not mapped, or what is wrong."""
    seen = set()
    while label not in seen:
        seen.add(label)
        outflows = sheet.outflows(label)
        if len(outflows) > 1:
            return f"parts in {label}"
        if not outflows:
            return f"ends in {label}"
        (side,) = outflows
        there = sheet.beyond(label, side)
        if sheet.mouths.get(label) == side or (there and sheet.is_water(there)):
            return "water"
        if not sheet.mapped(there):
            return "not mapped"
        label = str(there)
    return f"runs in a circle by {label}"


def stranded(sheet: Sheet) -> list[str]:
    """All rivers on land whose water neither comes to water nor leads to a hex not yet mapped."""
    fates = {
        where_water_goes(sheet, label)
        for label in sheet.rivers_on_land()
        if sheet.strokes(label, "in") or sheet.outflows(label)
    }
    return sorted(fates - {"water", "not mapped"})


Failures = set[tuple[str, tuple[str, ...]]]


def failures(board: Board, rulings: Rulings) -> Failures:
    """The faults that nothing explains, and that are not still to be put right.

    Erasing a lake may lay bare a circle that rested in it. Then a hex of it is not mapped, and its
    check asks again whether the river runs into itself.
    """
    return {
        (fault.kind, fault.hexes)
        for fault in faults(board, rulings)
        if fault.fails and not (fault.kind == "circle" and any_unmapped(board, fault.hexes))
    }


def any_unmapped(board: Board, labels: tuple[str, ...]) -> bool:
    return any(board.unmapped(board.place(label)) for label in labels)


def require_sound(board: Board, rulings: Rulings, printed: Failures) -> Sheet:
    """What must hold of any map at any time; `printed` faults were on it before anyone came."""
    sheet = Sheet(board)
    assert half_rivers(sheet) == []
    assert damage(board) == []
    assert failures(board, rulings) <= printed
    text = board_text(board)
    again = board_from(json.loads(text))
    assert board_text(again) == text
    assert again.hexes == unmarked(board)
    if rulings in (PRESETS["table"], PRESETS["seaward"]):
        assert stranded(sheet) == []
    return sheet


def unmarked(board: Board) -> list[object]:
    """The hexes without what the last search left in them."""
    twin = board.copy()
    for hex in twin.hexes:
        hex.mark, hex.next = 0, -1
    return list(twin.hexes)


def mapped_by(board: Board, rulings: Rulings, order: str, seed: int, **how: Any) -> int:
    """Map a board, or as much of it as `how` says; returns how many checks there were."""
    if not any(map(board.unmapped, board.layout.places())):
        return 0
    *_, done = explore(board, Dealer(HOUSE, seed), rulings, order, **how)
    return done.hexes


def grow_and_lose(data: Json, rulings: Rulings, order: str, seed: int) -> int:
    """Two explorers map a board; one is lost; what they saw is mapped again, by the other."""
    board = board_from(data)
    size, printed = len(board.layout.places()), failures(board, rulings)
    checks = mapped_by(board, rulings, order, seed, explorer="Baker", limit=1 + size // 3)
    require_sound(board, rulings, printed)
    checks += mapped_by(board, rulings, order, seed + 1, explorer="Speke", limit=1 + size // 3)
    require_sound(board, rulings, printed)
    board.erase("Baker")
    require_sound(board, rulings, printed)
    checks += mapped_by(board, rulings, order, seed + 2, explorer="Speke")
    sheet = require_sound(board, rulings, printed)
    labels = map(board.name, board.layout.places())
    assert all(sheet.mapped(label) for label in labels if not is_sea(sheet, label))
    if rulings in (PRESETS["table"], PRESETS["seaward"]):
        fates = {
            where_water_goes(sheet, one) for one in sheet.rivers_on_land() if sheet.outflows(one)
        }
        assert fates <= {"water"}
    return checks


def is_sea(sheet: Sheet, label: str) -> bool:
    return bool(sheet.hexes.get(label, {}).get("terrain") == "sea")


def board_and_rulings(seed: int, preset: str) -> tuple[Json, Rulings]:
    """Every other board is a random one, of any shape; the others are wide, with mouths."""
    dice = random.Random(seed)
    data = random_board(dice) if seed % 2 else wide_board(dice)
    return data, Rulings.of(random_rulings(dice)) if preset == "mix" else PRESETS[preset]


def grow_block(preset: str, order: str, seeds: range) -> int:
    return sum(grow_and_lose(*board_and_rulings(seed, preset), order, seed) for seed in seeds)


EACH = [(preset, order) for preset in (*PRESETS, "mix") for order in ORDERS]


@pytest.mark.parametrize(("preset", "order"), EACH)
def test_some_whole_maps(preset: str, order: str) -> None:
    assert grow_block(preset, order, range(16)) > 300


@pytest.mark.prove
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize(("preset", "order"), EACH)
def test_many_whole_maps(count: Callable[..., None], preset: str, order: str, block: int) -> None:
    first, boards = 1000 * (block + 1), 120
    checks = grow_block(preset, order, range(first, first + boards))
    count(f"whole maps, {preset}", boards=boards, checks=checks)


@settings(derandomize=True, deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9), st.sampled_from([*PRESETS, "mix"]), st.sampled_from(ORDERS))
def test_to_lose_the_only_explorer_is_to_have_mapped_nothing(
    seed: int, preset: str, order: str
) -> None:
    data, rulings = board_and_rulings(seed, preset)
    board = board_from(data)
    before = hexes_of(board)
    mapped_by(board, rulings, order, seed, explorer="Speke", limit=20)
    board.erase("Speke")
    water = {label for label, entry in before[0].items() if entry.get("terrain") in WATER}
    after = hexes_of(board)
    # Mapped water keeps the mirrored strokes of rivers that are drawn to it.
    assert {label: one for label, one in after[0].items() if label not in water} == {
        label: one for label, one in before[0].items() if label not in water
    }
    assert after[1] == before[1]


def test_a_circle_that_an_erased_lake_lays_bare_is_closed_by_the_next_check() -> None:
    """Two printed rivers, and the smallest circle: 0201, 0202, 0302."""
    printed = {"0201": {"state": "partial", "out": [4]}, "0302": {"state": "partial", "out": [6]}}
    layout = {"columns": 3, "rows": 3}
    board = board_from({"rivercheck": 1, "layout": layout, "hexes": printed})
    board.set_terrain(board.place("0302"), "lake")
    enter(board, check(board, "0302"), "Baker")
    board.set_terrain(board.place("0202"), "veldt")
    enter(board, check(board, "0202", ["continues/none 2"]), "Speke")
    assert faults(board) == []
    board.erase("Baker")
    assert [fault.hexes for fault in faults(board)] == [("0201", "0202", "0302")]
    assert failures(board, PRESETS["table"]) == set()
    board.set_terrain(board.place("0302"), "veldt")
    result = check(board, "0302", ["die 1"])
    assert (result.outcome, result.terrain) == ("joined", "swamp")
    enter(board, result, "Speke")
    assert faults(board) == []


def hexes_of(board: Board) -> tuple[Json, list[Json]]:
    """What is drawn on a board, without what is noted of it."""
    data: Json = board_json(board)
    keys = ("terrain", "state", "in", "out", "source")
    hexes = {
        label: {key: one[key] for key in keys if key in one} for label, one in data["hexes"].items()
    }
    return {label: one for label, one in hexes.items() if one != {"state": "blank"}}, data["mouths"]


@settings(derandomize=True, deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9), st.sampled_from([*PRESETS, "mix"]), st.sampled_from(ORDERS))
def test_the_same_seed_gives_the_same_map(seed: int, preset: str, order: str) -> None:
    texts = []
    for _ in range(2):
        data, rulings = board_and_rulings(seed, preset)
        board = board_from(data)
        mapped_by(board, rulings, order, seed)
        texts.append(board_text(board))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("harm", ["half", "circle", "two", "dry"])
def test_each_invariant_can_fail(harm: str) -> None:
    """The questions above find what they ask for."""
    hexes: Json = {
        "half": {"0101": {"out": [4]}, "0102": {}},
        "circle": {
            "0101": {"in": [3], "out": [4]},
            "0102": {"in": [1], "out": [2]},
            "0201": {"in": [5], "out": [6]},
        },
        "two": {"0101": {"out": [3, 4]}, "0102": {"in": [1]}, "0201": {"in": [6]}},
        "dry": {"0101": {"out": [4]}, "0102": {"in": [1]}},
    }[harm]
    for entry in hexes.values():
        entry |= {"terrain": "veldt", "state": "mapped"}
    layout = {"columns": 2, "rows": 2}
    data = {"rivercheck": 1, "layout": layout, "hexes": hexes}
    sheet = Sheet(board_from(data, damaged=True))
    if harm == "half":
        assert half_rivers(sheet) == ["0101 out 4"]
    else:
        words = {"circle": "circle", "two": "parts", "dry": "ends"}[harm]
        assert any(words in fate for fate in stranded(sheet))
        assert half_rivers(sheet) == []
