"""Ten short games in words, each with a line that says what it is there to show.

python tools/golden.py          # rewrite tests/golden/*.txt
python tools/golden.py --check  # exit 1 and print the difference if they would change
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from rivercheck import Board, Result, check, enter, explain, faults, sentence
from rivercheck.boardfile import board_from
from rivercheck.network import systems
from rivercheck.rulings import Rulings

Json = dict[str, Any]
FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"


@dataclass(frozen=True)
class Move:
    """A hex is checked, or an explorer is lost."""

    hex: str = ""
    terrain: str = ""  # empty: it is known
    answers: tuple[str, ...] = ()
    explorer: str = "Burton"
    path: bool = False  # show the way through the chart
    lost: str = ""


@dataclass(frozen=True)
class Game:
    """A board, and what is done on it, under each of some rulings."""

    name: str
    shows: str
    hexes: Json
    moves: tuple[Move, ...]
    mouths: tuple[Json, ...] = ()
    rulings: tuple[str, ...] = ("table",)
    size: tuple[int, int] = (4, 4)

    def board(self) -> Board:
        columns, rows = self.size
        layout = {"columns": columns, "rows": rows}
        mouths = list(self.mouths)
        return board_from(
            {"rivercheck": 1, "layout": layout, "hexes": self.hexes, "mouths": mouths}
        )


def text(game: Game) -> str:
    """The game in words."""
    lines = [game.shows]
    for rulings in game.rulings:
        lines += ["", f"Rulings: {rulings}.", *_played(game.board(), game, Rulings.of(rulings))]
    return "\n".join(lines) + "\n"


def _played(board: Board, game: Game, rulings: Rulings) -> Iterator[str]:
    for move in game.moves:
        yield ""
        if move.lost:
            gone = [board.name(hex) for hex in board.erase(move.lost)]
            yield f"{move.lost} is lost. Erased: {', '.join(gone)}."
        else:
            yield from _checked(board, move, rulings)
    yield ""
    yield from _standing(board, rulings)


def _checked(board: Board, move: Move, rulings: Rulings) -> Iterator[str]:
    hex = board.layout.find(move.hex)
    if move.terrain:
        board.set_terrain(hex, move.terrain)
    result = _result(board, move, rulings)
    said = "; ".join(move.answers[: result.used]) or "no card"
    yield f"{move.explorer} enters hex {move.hex}, {board.terrain(hex)}: {said}."
    yield f"  {sentence(board, result)}"
    if move.path:
        yield from (f"    {node:<14}{line}".rstrip() for node, line in explain(board, result))
    enter(board, result, move.explorer)


def _result(board: Board, move: Move, rulings: Rulings) -> Result:
    result = check(board, move.hex, move.answers, rulings, spare=True)
    if result.need is not None:
        raise SystemExit(f"{move.hex}: a {result.need.kind} is needed")
    return result


def _standing(board: Board, rulings: Rulings) -> Iterator[str]:
    for system in systems(board):
        if system.drainage:
            name = system.name or system.hex
            yield f"The {name} drains {system.size} of {system.drainage} hexes."
    wrong = faults(board, rulings)
    for fault in wrong:
        why = f" (by {fault.explained})" if fault.explained else ""
        yield f"The audit: {fault.message}{why}."
    if not wrong:
        yield "The audit finds nothing wrong."


# The games ----------------------------------------------------------------------------------------


def _land(*labels: str) -> Json:
    return {label: {"terrain": "veldt", "state": "mapped"} for label in labels}


def _sea(*labels: str) -> Json:
    return {label: {"terrain": "sea"} for label in labels}


def _mouth(hex: str, side: int, name: str, drainage: int = 0) -> Json:
    return {"hex": hex, "side": side, "name": name, "drainage": drainage}


SPRING = {"0201": {"terrain": "mountain", "state": "mapped", "out": [4], "source": True}}

GAMES = (
    Game(
        "pocket",
        "A river is bent into a pocket of the coast, because its mouth requires four hexes.",
        _sea("0101", "0201", "0301") | _land("0103", "0203", "0303", "0402", "0403"),
        (
            Move("0102", "veldt", ("continues/none 3",)),
            Move(
                "0202", "veldt", ("ends/none 4", "continues/none 3", "continues/none 2"), path=True
            ),
            Move("0302", "veldt", ("ends/none 3", "ends/none 2")),
            Move("0401", "jungle", ("ends/none 1",)),
        ),
        (_mouth("0102", 6, "Cunene", 4),),
    ),
    Game(
        "circle",
        "Rivers that join would run in a circle: the hex becomes a swamp, where the water rests.",
        {},
        (
            Move("0303", "jungle", ("continues/crosses 1,6",)),
            Move("0202", "jungle", ("continues/none 2",)),
            Move("0302", "veldt", ("die 2",), path=True),
        ),
    ),
    Game(
        "letter",
        "The same cards by the letter of the chart and at the table: there the river dies at the"
        " border of the first blank hex, here it is followed to a lake.",
        SPRING | {"0204": {"terrain": "lake", "state": "mapped"}},
        (
            Move("0202", "jungle", ("continues/none 4",), path=True),
            Move("0203", "jungle", ("ends/none 1", "continues/begins 4")),
        ),
        rulings=("printed", "table"),
    ),
    Game(
        "lost",
        "An explorer is lost: what only he has seen becomes blank, the rest leads to it, and the"
        " next explorer finds another river there.",
        SPRING,
        (
            Move("0202", "jungle", ("continues/none 4",), "Speke"),
            Move("0203", "jungle", ("continues/none 4",)),
            Move("0204", "veldt", ("continues/none 6",)),
            Move(lost="Burton"),
            Move("0203", "mountain", ("forks/none 1,3",), "Speke", path=True),
            Move("0304", "veldt", ("continues/none 1",), "Speke"),
        ),
    ),
    Game(
        "coast",
        "Under seaward a river shuns a pocket without water, runs into the sea and makes a mouth;"
        " under table the same cards lead it into the pocket, where it ends in a swamp.",
        SPRING
        | {"0102": {"terrain": "veldt", "state": "mapped"}}
        | _land("0101", "0104", "0204", "0303", "0304", "0404")
        | _sea("0302", "0301", "0401", "0402", "0403"),
        (
            Move("0202", "veldt", ("continues/none 4", "continues/none 2"), path=True),
            Move("0203", "jungle", ("ends/none 2", "continues/none 6", "die 4")),
            Move("0103", "jungle", ("ends/none 2", "die 4")),
        ),
        rulings=("seaward", "table"),
    ),
    Game(
        "parting",
        "Two rivers flow out of one hex, and water cannot part on land: a die makes it a lake.",
        {},
        (
            Move("0302", "veldt", ("ends/crosses 5,3",)),
            Move("0203", "jungle", ("ends/crosses 1,4",)),
            Move("0202", "jungle", ("die 3",), path=True),
        ),
    ),
    Game(
        "outlet",
        "A river that extends from a lake flows out of it; the next flows into it, because by then"
        " water leaves the lake elsewhere.",
        {"0202": {"terrain": "lake", "state": "mapped"}},
        (
            Move("0203", "veldt", ("ends/extends 4",), path=True),
            Move("0302", "jungle", ("ends/extends 3",), path=True),
            Move("0402", "mountain", ("ends/none 1",)),
        ),
    ),
    Game(
        "fork",
        "A river followed downstream forks: at the table the second number is a tributary; by the"
        " other ruling water leaves by both, which the audit explains.",
        SPRING,
        (
            Move("0202", "jungle", ("forks/none 3,4",), path=True),
            Move("0203", "mountain", ("ends/none 3", "continues/none 4")),
        ),
        rulings=("table", "table,downstream-fork=both-out"),
    ),
    Game(
        "joined",
        "Rivers from two sides meet in a hex that has one outflow: all connect, without a card.",
        SPRING,
        (
            Move("0203", "veldt", ("ends/crosses 1,4",)),
            Move("0302", "mountain", ("ends/begins 5",)),
            Move("0202", "jungle", (), path=True),
        ),
    ),
    Game(
        "stranded",
        "A river must go on and no hexside is acceptable: at the table it ends in a swamp, by the"
        " other ruling on dry land, which the audit explains.",
        SPRING | _land("0102", "0103", "0203", "0302", "0303"),
        (Move("0202", "desert", ("ends/none 3", "die 6"), path=True),),
        rulings=("table", "table,no-way-out=end"),
    ),
)


def main() -> None:
    """Write the games, or check them."""
    changed = False
    for game in GAMES:
        path = FOLDER / f"{game.name}.txt"
        before, after = path.read_text("utf-8") if path.exists() else "", text(game)
        if "--check" in sys.argv:
            changed |= before != after
            was, now = before.splitlines(), after.splitlines()
            for line in unified_diff(was, now, path.name, path.name, lineterm=""):
                print(line)
        else:
            path.write_text(after, "utf-8")
    sys.exit(changed)


if __name__ == "__main__":
    main()
