"""All commands in one, and what becomes of errors."""

from __future__ import annotations

import os
import sys

import typer

from .. import __version__
from ..errors import RivercheckError
from ..words import visible
from . import boards, check, decks, explore, game, maps, odds
from .common import print_json

__all__ = ["app", "run"]

app = typer.Typer(
    name="rivercheck",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rivercheck {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """The referee for mapping rivers hex by hex, by the River Check of Source of the Nile.

    Try: `rivercheck demo`, `rivercheck check bay 0203 --seed 1`, `rivercheck check bay 0203 --ask`
    """


check.add_to(app)
boards.add_to(app)
maps.add_to(app)
explore.add_to(app)
app.add_typer(decks.app, name="deck")
app.add_typer(game.app, name="game")
odds.add_to(app, game.app)


def run() -> None:
    """Run a command; whatever a user can get wrong ends in one line and exit status 2."""
    try:
        code = app(standalone_mode=False)
    except RivercheckError as error:
        code = _fail(str(error), error.code)
    except typer.TyperException as error:
        message = error.format_message()
        code = _fail(message, "usage") if message else 0  # without one, help has been shown
    except typer.Abort:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: str) -> int:
    line = visible(" ".join(message.split("\n")))
    print(f"rivercheck: {line}", file=sys.stderr)
    if "--json" in sys.argv:
        print_json({"error": {"code": code, "message": line}})
    return 2
