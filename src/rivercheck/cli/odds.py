"""`rivercheck odds` and `rivercheck game odds`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import typer

from ..board import Board
from ..errors import HexError
from ..odds import Odds, Outcome, odds
from ..shipped import open_board
from ..words import listed, side_name
from .common import (
    BoardArgument,
    DeckOption,
    HexArgument,
    JsonOption,
    ReplacementOption,
    RulingsOption,
    open_deck,
    out,
    print_json,
    rulings_of,
    styled,
)
from .journal import FileArgument, open_game

__all__ = ["add_to"]

BAR = 24  # characters for certainty
MOST = 20  # outcomes to print
TerrainOption = Annotated[
    str | None, typer.Option("--terrain", metavar="TERRAIN", help="The hex's terrain.")
]
NextOption = Annotated[
    bool, typer.Option("--next", help="Have the terrain drawn first where it is not known.")
]


def add_to(app: typer.Typer, game_app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("odds")(odds_command)
    game_app.command("odds")(game_odds_command)


def odds_command(
    board: BoardArgument,
    hex: HexArgument,
    rulings: RulingsOption = None,
    terrain: TerrainOption = None,
    next: NextOption = False,
    deck: DeckOption = "house",
    left: Annotated[
        str | None,
        typer.Option(
            "--left", metavar="IDS", help="The cards still in the deck: H001,H017. Default: all."
        ),
    ] = None,
    replacement: ReplacementOption = False,
    as_json: JsonOption = False,
) -> None:
    """How likely each outcome of a check is, exactly.

    Cards are drawn from those left, in an order of chance; once they are used up, the whole deck is
    shuffled again. With --replacement each card goes back at once. For the deck of a game as it
    stands: see `game odds`.

    Examples:

    - `rivercheck odds bay 0303 --terrain jungle`
    - `rivercheck odds bay 0303 --next --rulings printed`
    """
    land = open_board(board)
    _say_terrain(land, hex, terrain, next)
    found = odds(
        land,
        hex,
        rulings_of(rulings, land),
        open_deck(deck),
        left=None if left is None else _ids(left),
        replacement=replacement,
        next=next,
    )
    _print(land, found, as_json)


def game_odds_command(
    file: FileArgument,
    hex: HexArgument,
    terrain: TerrainOption = None,
    next: NextOption = False,
    as_json: JsonOption = False,
) -> None:
    """How likely each outcome of a check is, with the board and the deck as they stand.

    Example: `rivercheck game odds nile.game 0303 --next`
    """
    game = open_game(file).game
    land, dealer = game.board.copy(), game.dealer
    _say_terrain(land, hex, terrain, next)
    found = odds(
        land,
        hex,
        game.rulings,
        dealer.deck,
        left=dealer.left,
        replacement=dealer.replacement,
        next=next,
    )
    _print(land, found, as_json)


def _say_terrain(board: Board, hex: str, terrain: str | None, drawn: bool) -> None:
    if terrain is not None and drawn:
        raise HexError("--terrain and --next exclude each other: say one of them", "terrain")
    if terrain is not None:
        board.set_terrain(board.layout.find(hex), terrain)


def _ids(text: str) -> list[str]:
    return [id for id in (part.strip() for part in text.split(",")) if id]


# The table ------------------------------------------------------------------------------------

_FATES = {
    "water": "the hex is water",
    "becomes-water": "no, rivers meet in its water",
    "joined": "no, all rivers join",
    "unmapped-river": "yes, at its centre",
    "none": "there is no river",
    "begins": "no, it rises here",
    "extends": "no, it extends from water beside",
    "crosses": "no, it crosses",
    "continues": "no, it goes on",
    "forks": "no, it forks",
    "ends": "yes",
    "ends-in-swamp": "yes, in a swamp of its own",
    "stops": "yes, without a source dot",
}
_RISES = {
    "none": "no",
    "begins": "yes, it rises here",
    "extends": "yes, it extends from water beside",
    "crosses": "yes, it crosses",
    "ends": "yes, it rises here and runs into water beside",
}
_Rows = list[tuple[str, Fraction]]


def _print(board: Board, found: Odds, as_json: bool) -> None:
    if as_json:
        print_json(found.to_json())
        return
    questions = _questions(board, found)
    width = max(len(name) for _, rows in questions for name, _ in rows)
    bar = "#" if out().options.ascii_only else "█"
    land = found.terrain or "its terrain is drawn first"
    out().print(styled(f"The check of hex {found.hex} ({land})", "bold"))
    for heading, rows in questions:
        out().print(styled(f"\n{heading}", "bold", lines=True))
        for name, probability in rows:
            percent = f"{float(100 * probability):.2f} %"
            bars = (bar * round(BAR * probability)).ljust(BAR)
            out().print(styled(f"  {name:{width}} {percent:>9}  {bars}  {probability}"))


def _fate(outcome: str, met: bool) -> str:
    """What becomes of the river that was met; where none was, whether there is one now."""
    if not met and outcome in _RISES:
        return _RISES[outcome]
    return _FATES[outcome]


def _questions(board: Board, found: Odds) -> list[tuple[str, _Rows]]:
    """What a player asks, with the answers; a question that has none is left out."""
    met = bool(found.leads)
    fates = found.by(lambda one: _fate(one.outcome, met))
    lands = found.by(lambda one: _becomes(found, one))
    asked = "Does the hex become water?" if found.terrain else "What terrain will the hex have?"
    questions = [
        ("Does the river end here?" if met else "Does a river run here?", [*fates.items()]),
        (
            "By which hexside does it go on?" if met else "By which hexside?",
            _hexsides(board, found),
        ),
        (asked, [*lands.items()]),
        ("Every outcome", _every(board, found)),
    ]
    return [question for question in questions if question[1]]


def _becomes(found: Odds, one: Outcome) -> str:
    if not found.terrain:
        return one.terrain
    if one.outcome == "water":
        return f"it is {one.terrain}"
    return f"no, it stays {one.terrain}" if one.terrain == found.terrain else f"yes, {one.terrain}"


def _hexsides(board: Board, found: Odds) -> _Rows:
    """How likely each new stroke is; an outcome may have two."""
    rows = []
    for side in range(1, 7):
        for way in ("in", "out"):
            name = f"{side_name(board, side)}, water flows {way}"
            rows.append((name, found.chance(_draws(found, (way, side)))))
    rows.append(("none, it turns back", found.chance(lambda one: _turns_back(found, one))))
    return [row for row in rows if row[1]]


def _draws(found: Odds, stroke: tuple[str, int]) -> Callable[[Outcome], bool]:
    return lambda one: stroke in found.drawn(one)


def _turns_back(found: Odds, one: Outcome) -> bool:
    return one.outcome in ("continues", "forks") and not found.drawn(one)


def _every(board: Board, found: Odds) -> _Rows:
    """The outcomes, if they are many only the most likely."""
    rows = [(_brief(board, found, one), one.probability) for one in found.outcomes]
    if len(rows) <= MOST:
        return rows
    rest = sum((probability for _, probability in rows[MOST:]), Fraction())
    return [*rows[:MOST], (f"{len(rows) - MOST} more, see --json", rest)]


def _brief(board: Board, found: Odds, one: Outcome) -> str:
    """An outcome in short: what the hex carries, and what becomes of it."""
    parts = [one.outcome]
    if one.terrain != found.terrain:
        parts.append(one.terrain)
    for way, sides in (("in", one.ins), ("out", one.outs)):
        if sides:
            parts.append(f"{way} {listed([side_name(board, side) for side in sides])}")
    if one.source:
        parts.append("source dot")
    if one.forced:
        parts.append(f"forced: {listed(one.forced)}")
    return ", ".join(parts)
