"""`rivercheck game log | replay | board`, and what all commands on a game share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..boardfile import board_text, save_board
from ..entries import Entry
from ..errors import FileError
from ..gamefile import GameFile, replay
from ..gamelog import Line, entry_text, log, turn_text
from ..referee import Result
from ..words import sentence
from .common import JsonOption, err, out, print_json, styled

__all__ = ["ByOption", "FileArgument", "add_to", "done", "open_game"]

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The file of the game.")]
ByOption = Annotated[
    str,
    typer.Option("--by", metavar="NAME", envvar="RIVERCHECK_BY", help="Who makes the entry."),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("log")(log_command)
    app.command("replay")(replay_command)
    app.command("board")(board_command)


def open_game(file: str) -> GameFile:
    """Open a game; what is to be known of its file goes to standard error."""
    game_file = GameFile.open(file)
    for warning in game_file.warnings:
        err().print(styled(warning, "yellow"))
    return game_file


def done(game_file: GameFile, entry: Entry, as_json: bool, result: Result | None = None) -> None:
    """Say what was entered, and the line that two sides can compare."""
    game = game_file.game
    if as_json:
        shown: dict[str, object] = {"entry": entry.to_json(), "closing": game.closing}
        print_json(shown | ({} if result is None else {"result": result.to_json()}))
        return
    text = entry_text(Line.of(game_file.game, entry))
    out().print(styled(text if result is None else f"\n{text}", lines=True))
    out().print(styled(game.closing, "dim"))


def log_command(
    file: FileArgument,
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="N", min=0, help="Only what came after revision N."),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="The last turn as a text to paste into a mail.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """The journal, with what was undone struck out.

    With --text, a turn as a text to paste into a mail: the last change that stands and what follows
    it, or all after revision --since (the number that the last mail closed with). Its last line
    (revision, hash of the board, version of the rules) is equal on both sides if their games are.

    Example: `rivercheck game log nile.game --text --since 12`
    """
    game = open_game(file).game
    if text and not as_json:
        typer.echo(turn_text(game, sentence, since), nl=False)
        return
    lines = log(game, sentence, since or 0)
    if as_json:
        entries = [{**line.entry.to_json(), "struck": line.struck} for line in lines]
        print_json({"name": game.start.name, "entries": entries, "closing": game.closing})
        return
    for line in lines:
        style = "strike dim" if line.struck else ""
        out().print(styled(entry_text(line), style, lines=True))
    out().print(styled(game.closing, "dim"))


def replay_command(file: FileArgument, as_json: JsonOption = False) -> None:
    """Play a game from its start as far as it is valid, and say why not further.

    Every card, die and outcome is compared with what the seed, the deck and the rules give. Exit
    status 1 if the file goes on after the last valid entry.

    Example: `rivercheck game replay nile.game`
    """
    game, why = replay(file)
    if as_json:
        print_json(
            {"revision": game.revision, "valid": not why, "why": why, "closing": game.closing}
        )
    else:
        out().print(styled(f"valid up to entry {game.revision}"))
        if why:
            out().print(styled(f"not further: {why}", "yellow"))
        out().print(styled(game.closing, "dim"))
    if why:
        raise typer.Exit(1)


def board_command(
    file: FileArgument,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="As it was at revision N.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Save it in a file.")
    ] = None,
) -> None:
    """The board as it stands, as a board file: on standard output, or saved.

    Example: `rivercheck game board nile.game --out nile.json`
    """
    game = open_game(file).game
    board = game.board if at is None else game.at(at).board
    if target is None:
        typer.echo(board_text(board), nl=False)
        return
    if Path(target).exists() and Path(target).samefile(file):
        raise FileError(f"{target}: is the game itself; name another file")
    save_board(board, target)
    err().print(styled(f"saved {target}", "dim"))
