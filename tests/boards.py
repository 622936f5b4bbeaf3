"""Random boards and answers for the tests: every kind of hex, stroke, mouth and ruling."""

from __future__ import annotations

import random
from typing import Any

from oracle import CHOICES, PRESETS
from rivercheck.grid import FLAT, POINTY, Layout

Json = dict[str, Any]

LAND = ("desert", "veldt", "jungle", "mountain", "jungle/mountain")
WATER = ("lake", "swamp", "jungle/swamp")
OPPOSITE = (0, 4, 5, 6, 1, 2, 3)


def random_rulings(dice: random.Random) -> dict[str, str]:
    """A preset, or any mix."""
    if dice.random() < 0.4:
        return dict(dice.choice(list(PRESETS.values())))
    return {name: dice.choice(values) for name, values in CHOICES.items()}


def random_answer(dice: random.Random, need: Json) -> Json:
    """An answer of the kind that is needed."""
    if need["kind"] == "die":
        return {"die": dice.randint(1, 6)}
    if need["kind"] == "pick":
        return {"pick": dice.choice(need["options"])}
    numbers = dice.sample(range(1, 7), dice.choice((1, 2, 2)))
    return {
        "card": {
            "river_a": dice.choice(("continues", "continues", "ends", "ends", "forks")),
            "river_b": dice.choice(("none", "begins", "extends", "crosses")),
            "numbers": numbers,
        }
    }


def random_board(dice: random.Random) -> Json:
    """A board with sea, lakes of any state, printed rivers and mouths, nothing checked yet."""
    orientation = dice.choice(("flat", "pointy"))
    layout = Layout(
        dice.randint(2, 6),
        dice.randint(2, 6),
        orientation,
        dice.choice(FLAT if orientation == "flat" else POINTY),
    )
    sea, lake = dice.choice((0, 0.1, 0.3)), dice.choice((0, 0.1, 0.3))
    hexes: Json = {}
    for place in layout.places():
        entry = _random_hex(dice, sea, lake)
        if entry:
            hexes[layout.label(place)] = entry
    board: Json = {
        "rivercheck": 1,
        "layout": {
            "orientation": orientation,
            "columns": layout.columns,
            "rows": layout.rows,
            "hexside_one": layout.hexside_one,
        },
        "hexes": hexes,
        "mouths": [],
    }
    _add_mouths(dice, board, layout)
    for _ in range(dice.choice((0, 0, 2, 6))):
        _add_printed_stroke(dice, board, layout)
    return board


def beyond(board: Json, layout: Layout, label: str, side: int) -> str | None:
    """The label across a hexside, or None off the board."""
    place = layout.find(label)
    shift = 0 if place // layout.stride % 2 else 7
    column, row = layout.column_row(place + layout.steps[shift + side])
    if 1 <= column <= layout.columns and 1 <= row <= layout.rows:
        return layout.label(layout.at(column, row))
    return None


def _random_hex(dice: random.Random, sea: float, lake: float) -> Json:
    roll = dice.random()
    if roll < sea:
        return {"terrain": "sea"}
    if roll < sea + lake:
        return {"terrain": dice.choice(WATER), "state": dice.choice(("blank", "partial", "mapped"))}
    if roll > 0.9:
        return {"terrain": dice.choice(LAND), "state": dice.choice(("partial", "mapped"))}
    return {}


def _add_mouths(dice: random.Random, board: Json, layout: Layout) -> None:
    hexes = board["hexes"]
    for place in layout.places():
        label = layout.label(place)
        if hexes.get(label, {}).get("terrain") == "sea":
            continue
        ways = [side for side in range(1, 7) if _outside(board, layout, label, side)]
        if ways and dice.random() < 0.25:
            side = dice.choice(ways)
            drainage = dice.choice((0, 0, 1, 2, 3, 5, 8, 13, 30))
            board["mouths"].append({"hex": label, "side": side, "name": "M", "drainage": drainage})
            if hexes.get(label, {}).get("state") == "mapped":
                hexes[label]["out"] = [side]


def _outside(board: Json, layout: Layout, label: str, side: int) -> bool:
    other = beyond(board, layout, label, side)
    return other is None or board["hexes"].get(other, {}).get("terrain") == "sea"


def _add_printed_stroke(dice: random.Random, board: Json, layout: Layout) -> None:
    """A printed river in an unmapped hex, that agrees with what lies across."""
    hexes = board["hexes"]
    label = layout.label(dice.choice(layout.places()))
    side = dice.randint(1, 6)
    other = beyond(board, layout, label, side)
    entry = hexes.setdefault(label, {})
    there = hexes.get(other, {}) if other else {}
    if other is None or "sea" in (entry.get("terrain"), there.get("terrain")):
        return
    if entry.get("state", "blank") == "mapped" or there.get("state", "blank") == "mapped":
        return
    taken = entry.get("in", []) + entry.get("out", [])
    taken += [OPPOSITE[s] for s in there.get("in", []) + there.get("out", [])]
    if side in taken:
        return
    way = dice.choice(("in", "out"))
    entry["state"] = "partial"
    entry.setdefault(way, []).append(side)
    if dice.random() < 0.3:
        back = "out" if way == "in" else "in"
        there = hexes.setdefault(other, {})
        there["state"] = "partial"
        there.setdefault(back, []).append(OPPOSITE[side])
