"""`rivercheck odds` and `rivercheck game odds`."""

from __future__ import annotations

from typing import Annotated

import typer

from ..board import Board
from ..errors import HexError
from ..odds import Odds, odds
from ..odds_words import odds_questions
from ..shipped import open_board
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


def _print(board: Board, found: Odds, as_json: bool) -> None:
    if as_json:
        print_json(found.to_json())
        return
    questions = odds_questions(board, found)
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
