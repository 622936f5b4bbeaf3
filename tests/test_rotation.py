"""No direction is favoured: a turned or mirrored board gives the turned or mirrored outcome.

Boards are turned in two ways: by the numbers alone (another hexside is number 1), and as they lie
on the table, every hex around one of them. Each is grown side by side with the board as it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from boards import LAND, beyond, random_answer, random_board, random_rulings
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json
from rivercheck.grid import FLAT, POINTY, Layout
from rivercheck.referee import Result, check, enter
from rivercheck.rulings import Rulings

Json = dict[str, Any]
SideMap = Callable[[int], int]

SHEET = 25  # columns and rows of the sheet on which boards are turned
CENTRE, REACH = "1313", 7  # no random board, put in its middle, lies farther out
BOARDS = 12  # for each turn
CORNER = 10  # columns and rows before it; an even number, so that its lines stay even or odd


@dataclass(frozen=True)
class Turn:
    """What becomes of the labels and of the hexsides."""

    side: SideMap
    labels: dict[str, str] | None = None  # None: they stay

    def label(self, label: str) -> str:
        return label if self.labels is None else self.labels[label]

    def sides(self, sides: list[int]) -> list[int]:
        return sorted(self.side(side) for side in sides)

    def strokes(self, entry: Json) -> Json:
        moved: Json = {way: self.sides(entry[way]) for way in ("in", "out") if way in entry}
        if "printed" in entry:
            moved["printed"] = entry["printed"] | self.strokes(entry["printed"])
        return moved

    def board(self, board: Json) -> Json:
        hexes = {
            self.label(label): entry | self.strokes(entry)
            for label, entry in board["hexes"].items()
        }
        mouths = [
            mouth | {"hex": self.label(mouth["hex"]), "side": self.side(mouth["side"])}
            for mouth in board["mouths"]
        ]
        return board | {"hexes": hexes, "mouths": mouths}

    def answer(self, answer: Json) -> Json:
        if "pick" in answer:
            return {"pick": self.side(answer["pick"])}
        if "die" in answer:
            return answer
        card = answer["card"]
        return {"card": card | {"numbers": [self.side(side) for side in card["numbers"]]}}

    def result(self, result: Result) -> Json:
        """What the turned check must come to."""
        shown: Json = result.to_json()
        shown["trace"] = self.trace(result)
        if result.need is not None:
            shown["need"] = (result.need.kind, self.sides(list(result.need.options or ())))
            return shown
        return shown | self.strokes(shown) | {"hex": self.label(result.hex)}

    def trace(self, result: Result) -> list[Json]:
        """The trace without cards, and without the hexside by which a circle was found first."""
        steps: list[Json] = []
        for step in (step.to_json() for step in result.trace):
            value = step["value"]
            if step["step"] in ("card", "loop?", "redraw") and not clockwise(step):
                del step["value"]
            elif step["step"] in ("two-outflows?", "inflow?", "leads-here?", "pick-water"):
                step["value"] = self.sides(list(value))  # type: ignore[call-overload]
            elif isinstance(value, int):
                step["value"] = self.side(value)
            if isinstance(step.get("pick"), int):
                step["pick"] = self.side(int(str(step["pick"])))
            steps.append(step)
        return steps


def clockwise(step: Json) -> bool:
    """Whether a redraw took a hexside and not a card."""
    return step["step"] == "redraw" and isinstance(step["value"], int)


def turned(by: int) -> SideMap:
    """Every hexside goes so many directions clockwise."""
    return lambda side: (side - 1 + by) % 6 + 1


def mirrored(by: int) -> SideMap:
    """Every hexside is mirrored, then turned."""
    return lambda side: (by - side) % 6 + 1


AS_IT_IS = Turn(turned(0))


def renumbered(board: Json, by: int) -> tuple[Json, Turn]:
    """The same board with hexside 1 facing so many directions farther clockwise."""
    layout = dict(board["layout"])
    faces = FLAT if layout["orientation"] == "flat" else POINTY
    layout["hexside_one"] = faces[(faces.index(layout["hexside_one"]) + by) % 6]
    turn = Turn(turned(-by))
    return turn.board(board) | {"layout": layout}, turn


def in_the_sea(board: Json) -> tuple[Json, Layout]:
    """The board in the middle of a large sheet, with sea around it."""
    layout = Layout(SHEET, SHEET, board["layout"]["orientation"], board["layout"]["hexside_one"])
    moved = Turn(turned(0), {label: shifted(label) for label in labels_of(board)}).board(board)
    land = {shifted(label) for label in labels_of(board)}
    seas = {label: {"terrain": "sea"} for label in walked(layout, turned(0)) if label not in land}
    moved["layout"] = board["layout"] | {"columns": SHEET, "rows": SHEET}
    return moved | {"hexes": seas | moved["hexes"]}, layout


def labels_of(board: Json) -> list[str]:
    columns, rows = board["layout"]["columns"], board["layout"]["rows"]
    return [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]


def shifted(label: str) -> str:
    return f"{int(label[:2]) + CORNER:02}{int(label[2:]) + CORNER:02}"


def walked(layout: Layout, side_map: SideMap) -> dict[str, str]:
    """Where each hex comes to lie: the way to it from the centre, walked by the mapped hexsides."""
    labels = {CENTRE: CENTRE}
    ring = [CENTRE]
    for _ in range(REACH):
        outer = []
        for label in ring:
            for side in range(1, 7):
                there = beyond({}, layout, label, side)
                image = beyond({}, layout, labels[label], side_map(side))
                assert there
                assert image
                if labels.setdefault(there, image) is image:
                    outer.append(there)
                assert labels[there] == image
        ring = outer
    return labels


# Two boards grown side by side -------------------------------------------------------------------


def grow_twins(dice: random.Random, data: Json, twin: Json, turn: Turn, rulings: Json) -> int:
    """Check hexes of a board in random order, and their images on its twin; returns how many."""
    one, other = board_from(data), board_from(twin)
    labels = list(turn.labels or labels_of(data))
    dice.shuffle(labels)
    checks = 0
    for label in labels:
        place = one.layout.find(label)
        if not one.unmapped(place):
            continue
        if not one.terrain(place):
            terrain = dice.choice(LAND)
            one.set_terrain(place, terrain)
            other.set_terrain(other.layout.find(turn.label(label)), terrain)
        check_twins(dice, one, other, label, turn, Rulings.of(rulings))
        checks += 1
    assert hexes_of(turn.board(board_json(one))) == hexes_of(AS_IT_IS.board(board_json(other)))
    return checks


def hexes_of(board: Json) -> tuple[Json, list[Json]]:
    """The hexes and the mouths of a board file, whatever their order."""
    return board["hexes"], sorted(board["mouths"], key=lambda mouth: str(mouth["hex"]))


def check_twins(
    dice: random.Random, one: Board, other: Board, label: str, turn: Turn, rulings: Rulings
) -> None:
    """Check a hex and its image on the same answers, turned, and compare them at every answer."""
    answers: list[Json] = []
    while True:
        result = check(one, label, answers, rulings)
        image = check(other, turn.label(label), [turn.answer(said) for said in answers], rulings)
        assert turn.result(result) == AS_IT_IS.result(image)
        if result.need is None:
            break
        answers.append(random_answer(dice, result.need.to_json()))
    enter(one, result)
    enter(other, image)


@pytest.mark.parametrize("by", range(1, 6))
def test_hexside_one_may_be_any(by: int) -> None:
    checks = 0
    for seed in range(BOARDS):
        dice = random.Random(by * 1000 + seed)
        data = random_board(dice)
        twin, turn = renumbered(data, by)
        checks += grow_twins(dice, data, twin, turn, random_rulings(dice))
    assert checks > 60


def grown_on_the_table(side_map: SideMap, seed: int, rulings: Json) -> int:
    dice = random.Random(seed)
    board, layout = in_the_sea(random_board(dice))
    turn = Turn(side_map, walked(layout, side_map))
    return grow_twins(dice, board, turn.board(board), turn, random_rulings(dice) | rulings)


@pytest.mark.parametrize("by", range(1, 6))
def test_turning_the_board_turns_the_outcome(by: int) -> None:
    assert sum(grown_on_the_table(turned(by), by * 1000 + seed, {}) for seed in range(BOARDS)) > 60


@pytest.mark.parametrize("by", range(6))
def test_mirroring_the_board_mirrors_the_outcome(by: int) -> None:
    rulings = {"redraw": "next-card"}  # clockwise is what it says
    checks = (grown_on_the_table(mirrored(by), by * 1000 + seed, rulings) for seed in range(BOARDS))
    assert sum(checks) > 60
