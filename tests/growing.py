"""Boards for the tests of measures: written by hand in short, or grown at random by the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from boards import LAND, WATER, random_answer, random_board, random_rulings
from rivercheck.board import Board
from rivercheck.boardfile import board_from
from rivercheck.referee import check, enter
from rivercheck.rulings import Rulings

Json = dict[str, Any]


def drawn(
    columns: int, rows: int, hexes: Json, *mouths: Json, orientation: str = "flat", **keys: object
) -> Board:
    """A board as its file says it; a hex is mapped veldt unless it says something else."""
    layout = {"columns": columns, "rows": rows, "orientation": orientation}
    entries = {
        label: {"terrain": "veldt", "state": "mapped", **entry} for label, entry in hexes.items()
    }
    return board_from(
        {"rivercheck": 1, "layout": layout, "hexes": entries, "mouths": list(mouths), **keys}
    )


def mouth(hex: str, side: int, name: str = "", drainage: int = 0) -> Json:
    """A mouth."""
    return {"hex": hex, "side": side, "name": name, "drainage": drainage}


def wide_board(dice: random.Random) -> Json:
    """A blank board with a few lakes, and mouths with requirements along its upper edge."""
    columns, rows = dice.randint(5, 12), dice.randint(5, 12)
    labels = [f"{column:02}{row:02}" for column in range(1, columns + 1) for row in range(2, rows)]
    lakes = dice.sample(labels, len(labels) // 12)
    hexes: Json = {label: {"terrain": dice.choice(WATER)} for label in lakes}
    mouths = [
        mouth(f"{column:02}01", 1, f"River {column}", dice.choice((0, 3, 9, 30)))
        for column in range(1, columns + 1, 3)
    ]
    layout = {"columns": columns, "rows": rows}
    return {"rivercheck": 1, "layout": layout, "hexes": hexes, "mouths": mouths}


def grown(data: Json, rulings: Mapping[str, str] | str, dice: random.Random, share: float) -> Board:
    """Map this share of a board, rivers first, by two explorers."""
    board = board_from({**data, "rulings": rulings})
    blank = [hex for hex in board.layout.places() if board.unmapped(hex)]
    for _ in range(round(share * len(blank))):
        led_to = [hex for hex in blank if led(board, hex)]
        hex = dice.choice(led_to or blank)
        blank.remove(hex)
        if not board.terrain(hex):
            board.set_terrain(hex, dice.choice(LAND))
        map_hex(board, hex, dice)
    return board


def led(board: Board, hex: int) -> bool:
    """Whether a river leads to a hex, or leaves the map by it."""
    if board.hexes[hex].mouth:
        return True
    around = [board.hexes[board.beyond(hex, side)] for side in range(1, 7)]
    return any(
        (there.ins | there.outs) >> ((side + 2) % 6 + 1) & 1 for side, there in enumerate(around, 1)
    )


def map_hex(board: Board, hex: int, dice: random.Random) -> None:
    """Check a hex with random answers, and enter it."""
    answers: list[Json] = []
    result = check(board, board.name(hex))
    while result.need is not None:
        answers.append(random_answer(dice, result.need.to_json()))
        result = check(board, board.name(hex), answers)
    enter(board, result, dice.choice(("Burton", "Speke")))


def random_map(seed: int) -> Board:
    """A board of any kind, mapped in part or whole by any rulings, sometimes erased in part."""
    dice = random.Random(seed)
    data = random_board(dice) if seed % 2 else wide_board(dice)
    rulings = random_rulings(dice) if seed % 3 else dict(Rulings.of("table").values())
    board = grown(data, rulings, dice, dice.choice((0.3, 0.7, 1, 1)))
    if dice.random() < 0.25:
        board.erase("Speke")
    return board
