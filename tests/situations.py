"""Small boards for tests: hex 0202 in the middle of 3 x 3 flat hexes, and what lies around it.

Hexsides 1 to 6 of 0202 face 0201, 0302, 0303, 0203, 0103 and 0102. Answers are short texts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

from rivercheck import rules
from rivercheck.boardfile import board_from
from rivercheck.referee import Result, Step, check
from rivercheck.rulings import Rulings

Json = dict[str, Any]

HERE = "0202"
AROUND = {1: "0201", 2: "0302", 3: "0303", 4: "0203", 5: "0103", 6: "0102"}
OPPOSITE = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}


def _mapped(side: int, **more: Any) -> Json:
    return {AROUND[side]: {"terrain": "veldt", "state": "mapped", **more}}


def river_in(side: int) -> Json:
    """A spring beyond the hexside; its river comes into 0202."""
    return _mapped(side, out=[OPPOSITE[side]], source=True)


def river_out(side: int, *others: int) -> Json:
    """A mapped hex beyond the hexside into which a river of 0202 flows, and others of its sides."""
    return _mapped(side, **{"in": [OPPOSITE[side], *others]})


def land(*sides: int) -> Json:
    """Mapped land without a river."""
    return {label: hex for side in sides for label, hex in _mapped(side).items()}


def lying(terrain: str, *sides: int, state: str = "mapped") -> Json:
    """Hexes of this terrain."""
    return {AROUND[side]: {"terrain": terrain, "state": state} for side in sides}


def sea(*sides: int) -> Json:
    """The sea."""
    return {AROUND[side]: {"terrain": "sea"} for side in sides}


def mouth(hex: str, side: int, drainage: int = 0) -> Json:
    """A mouth, for the board's list of them."""
    return {"hex": hex, "side": side, "name": "Mouth", "drainage": drainage}


def sheet(*parts: Json, terrain: str = "jungle", mouths: tuple[Json, ...] = ()) -> Json:
    """A board file: 0202 blank and of this terrain, and the parts around it."""
    hexes: Json = {HERE: {"terrain": terrain}}
    for part in parts:
        hexes |= deepcopy(part)
    layout = {"orientation": "flat", "columns": 3, "rows": 3, "hexside_one": "N"}
    return {"rivercheck": 1, "layout": layout, "hexes": hexes, "mouths": list(mouths)}


def checked(board: Json, *answers: str, rulings: str = "table", hex: str = HERE) -> Result:
    """Check a hex of a board file."""
    return check(board_from(board), hex, answers, Rulings.of(rulings))


def steps(result: Result, node: str) -> list[Step]:
    """The steps of a result at one node."""
    return [step for step in result.trace if step.step == node]


def step(result: Result, node: str) -> Step:
    """The only step of a result at this node."""
    (only,) = steps(result, node)
    return only


def path(result: Result) -> list[str]:
    """The nodes passed, each with yes or no where it asks: `inflow? no`."""
    answers = {None: "", True: " yes", False: " no"}
    return [f"{step.step}{answers[step.answer]}" for step in result.trace]


@contextmanager
def functions_called() -> Iterator[set[str]]:
    """The names of the functions of `rules` that are called inside."""
    called: set[str] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == rules.__file__:
            called.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield called
    finally:
        sys.setprofile(before)


CASES = Path(__file__).parent / "cases"
