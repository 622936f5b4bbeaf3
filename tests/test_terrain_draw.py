"""The terrain draw: by every pair of neighbours, every hexside, and every named terrain."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rivercheck.boardfile import board_from
from rivercheck.card import Card
from rivercheck.deal import terrain_by
from rivercheck.records import TERRAINS
from situations import AROUND, HERE, sheet

Json = dict[str, Any]
WATER = ("lake", "swamp", "jungle/swamp")
JUNGLE = ("jungle", "jungle/mountain", "jungle/swamp")
NAMED = TERRAINS[1:9]
BESIDE: list[Json] = [
    {},
    {"terrain": "sea"},
    {"state": "mapped"},  # its terrain is not known
    *({"terrain": terrain, "state": state} for terrain in NAMED for state in ("blank", "mapped")),
    {"terrain": "desert", "state": "partial"},
]


def expected(around: dict[int, Json], numbers: tuple[int, ...], named: str) -> str:
    """By the words of the rule."""
    terrain = named
    for number in numbers:
        beside = around.get(number, {})
        mapped_land = beside.get("state") == "mapped" and "terrain" in beside
        if mapped_land or beside.get("terrain") in WATER:
            terrain = beside["terrain"]
            break
    touched = {beside.get("terrain") for beside in around.values()}
    if terrain == "desert" and touched & set(JUNGLE):
        return "veldt"
    return "veldt" if terrain in JUNGLE and "desert" in touched else terrain


def drawn(around: dict[int, Json], numbers: tuple[int, ...], named: str) -> str:
    board = board_from(sheet({AROUND[side]: beside for side, beside in around.items()}))
    return terrain_by(board, board.layout.find(HERE), Card("ends", "none", numbers, terrain=named))


@pytest.mark.parametrize("named", ["desert", "jungle", "veldt"])
def test_the_first_number_that_gives_terrain_gives_it(named: str) -> None:
    for one, other in product(BESIDE, BESIDE):
        around = {2: one, 5: other}
        assert drawn(around, (2, 5), named) == expected(around, (2, 5), named), around
        assert drawn(around, (5,), named) == expected(around, (5,), named), around


@pytest.mark.parametrize("named", NAMED)
def test_desert_may_touch_no_jungle_by_any_hexside(named: str) -> None:
    for side, beside in product(AROUND, BESIDE):
        around = {side: beside}
        number = side % 6 + 1  # a blank hex: the card's terrain counts
        assert drawn(around, (number,), named) == expected(around, (number,), named), around
