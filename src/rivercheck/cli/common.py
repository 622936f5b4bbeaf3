"""What the commands share: printing, options, opening and saving."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ..answers import Said, script
from ..board import Board
from ..boardfile import load_board, save_board
from ..deck import Deck
from ..draw import Style, draw_svg
from ..errors import AnswerError, FileError
from ..files import is_game, json_text, parse_json, read_text, require_file, write_text
from ..grid import LARGEST
from ..npz import is_npz, npz_size
from ..rulings import Rulings
from ..shipped import is_shipped, open_board
from ..words import visible

BoardArgument = Annotated[
    str, typer.Argument(metavar="BOARD", help="A board file, or a shipped board by its name.")
]
MapArgument = Annotated[
    str,
    typer.Argument(metavar="BOARD", help="A board file, a shipped board, or a game file."),
]
HexArgument = Annotated[str, typer.Argument(metavar="HEX", help="The label of a hex, as 0203.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
RulingsOption = Annotated[
    str | None,
    typer.Option(
        "--rulings",
        metavar="RULINGS",
        help="printed, table or seaward, or changes: own-side=open,redraw=clockwise. "
        "Wins over the board's.",
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Make chance repeatable.")
]
DeckOption = Annotated[str, typer.Option("--deck", metavar="DECK", help="A CSV file, or house.")]
ReplacementOption = Annotated[
    bool, typer.Option("--replacement", help="Draw every card from the full deck.")
]


def out() -> Console:
    """Where results go; plain when piped or with NO_COLOR."""
    return Console(highlight=False, soft_wrap=True)


def err() -> Console:
    """Where questions and remarks go."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def styled(text: str, style: str = "", *, lines: bool = False) -> Text:
    """Text for the terminal: never markup, and with control characters shown.

    With `lines` line feeds are kept: only where what comes from outside was made visible before.
    """
    shown = "\n".join(map(visible, text.split("\n"))) if lines else visible(text)
    return Text(shown, style=style)


def print_path(console: Console, lines: Sequence[tuple[str, str]]) -> None:
    """The boxes of the chart, node and words; at a terminal, wrapped beside the node."""
    width = console.width - 18 if console.is_terminal else 10_000
    for node, text in lines:
        first, *rest = textwrap.wrap(visible(text), max(width, 20)) or [""]
        console.print(styled(f"  {node:14} {first}", "" if node else "dim"))
        for line in rest:
            console.print(styled(f"  {'':14} {line}", "" if node else "dim"))


def print_json(value: object) -> None:
    """One JSON value on one line of standard output."""
    typer.echo(json_text(value))


def rulings_of(text: str | None, board: Board) -> Rulings:
    """The rulings in force: the option, else the board's, else table."""
    return Rulings.of(text if text is not None else board.rulings)


def open_deck(name: str) -> Deck:
    """The house deck, or a CSV file."""
    return Deck.house() if name == "house" else Deck.read(Path(name))


def read_script(name: str) -> list[Said]:
    """A script of answers from a file, `-` for standard input."""
    data = parse_json(read_text(name), name, AnswerError)
    if not isinstance(data, list):
        raise AnswerError(f'{name}: must be a list of answers: [{{"card": ...}}, {{"die": 4}}]')
    script(data)  # what is impossible is said before anything is asked or drawn
    return data


def open_map(name: str, *, damaged: bool = False) -> Board:
    """A board to look at: a file, a shipped board, or the board of a game as it stands."""
    if not is_shipped(name) and name != "-" and is_game(name):
        from ..gamefile import GameFile

        return GameFile.open(name).game.board
    return load_board(name, damaged=True) if damaged and not is_shipped(name) else open_board(name)


def is_large(name: str) -> bool:
    """Whether this is an archive of a board too large to be one of objects."""
    return is_npz(name) and Path(name).exists() and prod(npz_size(name)) > LARGEST


def require_writable(name: str, target: str | None) -> str:
    """Where a changed board is saved. A shipped board is never written."""
    if target is None and is_shipped(name):
        raise FileError(f"{name} is a shipped board and is never written: name a file with --out")
    if target is None and name == "-":
        raise FileError(
            "a board from standard input cannot be written back: name a file with --out"
        )
    path = name if target is None else target
    require_file(path)
    return path


def write_board(board: Board, path: str) -> str:
    """Save the board; returns a remark that says so."""
    replaced = " (replaced)" if Path(path).exists() else ""
    save_board(board, path)
    return f"saved {path}{replaced}"


def save(board: Board, path: str) -> None:
    """Save the board and say so on standard error."""
    err().print(styled(write_board(board, path), "dim"))


def require_svg(path: str) -> None:
    """Raise FileError, before any work, unless a picture can be written there."""
    if not path.lower().endswith(".svg"):
        raise FileError(f"{path}: only SVG is drawn: name a file that ends in .svg")
    require_file(path)


def save_svg(
    board: Board, path: str, style: Style | None = None, orders: dict[int, int] | None = None
) -> None:
    """Draw the map and say so on standard error; `orders` as in `draw.picture`."""
    write_text(path, draw_svg(board, style, orders))
    err().print(styled(f"drawn {path}", "dim"))
