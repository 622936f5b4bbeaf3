"""All commands in one, and what becomes of errors."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

import typer

from .. import __version__
from ..errors import RivercheckError
from ..words import visible
from . import boards, check, decks, draw, explore, game, grow, maps, odds, serve, study
from .common import print_json

__all__ = ["app", "run"]

LONGEST = 1000  # characters of an error, which may quote what is wrong
_HALF = re.compile("[\ud800-\udfff]")  # what stands for a byte that is not UTF-8

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
draw.add_to(app)
explore.add_to(app)
grow.add_to(app)
study.add_to(app)
app.add_typer(decks.app, name="deck")
app.add_typer(game.app, name="game")
odds.add_to(app, game.app)
serve.add_to(app)


def run() -> None:
    """Run a command; whatever a user can get wrong ends in one line and exit status 2."""
    try:
        if any(_HALF.search(word) for word in sys.argv):
            raise RivercheckError("an argument is not UTF-8 text", "usage")
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except RivercheckError as error:
        code = _fail(str(error), error.code)
    except typer.TyperException as error:
        message = error.format_message()
        code = _fail(message, "usage") if message else 0  # without one, help has been shown
    except typer.Abort:
        code = 130
    except BrokenPipeError:
        _drop_output()
        code = 141
    except MemoryError:
        code = _fail("there is not enough memory for this", "memory")
    except OSError as error:
        _drop_output()
        code = _fail(
            f"{error.filename or 'standard output'}: {(error.strerror or '').lower()}", "file"
        )
    sys.exit(code if isinstance(code, int) else 0)


def _drop_output() -> None:
    """Nobody reads standard output any more, or it is full: what is left in it goes nowhere."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: str) -> int:
    line = visible(" ".join(message.split("\n")))
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."
    with suppress(OSError):
        print(f"rivercheck: {line}", file=sys.stderr, flush=True)
        if "--json" in sys.argv:
            print_json({"error": {"code": code, "message": line}})
    return 2
