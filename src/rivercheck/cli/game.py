"""`rivercheck game`: a game as a journal in a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ..board import Board
from ..changes import found, typed
from ..entries import (
    Change,
    Check,
    Edit,
    Erase,
    Given,
    Note,
    Publish,
    Redo,
    Terrain,
    Undo,
    Visit,
)
from ..errors import AnswerError, GameError
from ..files import parse_json, read_text
from ..game import Game, new_start
from ..gamefile import GameFile
from ..referee import Result
from ..shipped import open_board
from .ask import Quit, ask_check
from .check import print_result
from .common import (
    BoardArgument,
    DeckOption,
    HexArgument,
    JsonOption,
    ReplacementOption,
    RulingsOption,
    SeedOption,
    err,
    open_deck,
    out,
    print_json,
    read_script,
    rulings_of,
    styled,
)
from .journal import ByOption, FileArgument, add_to, done, open_game

__all__ = ["app"]

app = typer.Typer(help="A game as a journal in a file: nothing is lost, all can be undone.")

WhoArgument = Annotated[str, typer.Argument(metavar="EXPLORER", help="The explorer's name.")]


@app.command("new")
def new_command(
    file: FileArgument,
    board: BoardArgument,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What the game is called.")
    ] = "",
    rulings: RulingsOption = None,
    deck: DeckOption = "house",
    seed: SeedOption = None,
    replacement: ReplacementOption = False,
) -> None:
    """Start a game: the board, the rulings and the whole deck go into its file.

    Example: `rivercheck game new nile.game bay --rulings table --deck house`
    """
    land = open_board(board)
    start = new_start(
        land,
        open_deck(deck),
        name=name,
        rulings=rulings_of(rulings, land),
        seed=seed,
        replacement=replacement,
    )
    game_file = GameFile.create(file, start)
    err().print(styled(f"saved {file}: rulings {game_file.game.rulings}", "dim"))
    out().print(styled(game_file.game.closing, "dim"))


@app.command("check")
def check_command(
    file: FileArgument,
    hex: HexArgument,
    terrain: Annotated[
        str | None,
        typer.Option("--terrain", metavar="TERRAIN", help="The hex's terrain; draw draws a card."),
    ] = None,
    explorer: Annotated[
        str, typer.Option("--explorer", metavar="NAME", help="Who maps the hex.")
    ] = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask for your own cards and dice.")] = False,
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help='A script of answers, - for standard input: [{"card": ...}, {"die": 4}].',
        ),
    ] = None,
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """Check a hex. The program draws and rolls, unless --ask or --answers says otherwise.

    Examples:

    - `rivercheck game check nile.game 0303 --terrain jungle --explorer Burton`
    - `rivercheck game check nile.game 0304 --terrain draw --ask`
    """
    if ask and answers is not None:
        raise AnswerError("--ask and --answers exclude each other: say one of them")
    game_file = open_game(file)
    wanted = Check(hex, explorer=explorer)
    if terrain == "draw":
        wanted = replace(wanted, terrain_card=Given("drawn"))
    elif terrain is not None:
        wanted = replace(wanted, terrain=terrain)
    if ask:
        wanted = _asked(game_file.game, wanted)
    elif answers is not None:
        wanted = replace(wanted, answers=tuple(map(typed, read_script(answers))))
        _require_finished(game_file.game, wanted, as_json)
    told: list[Result] = []

    def make(game: Game) -> Change:
        def tell(board: Board, result: Result) -> None:
            told.append(result)
            if not as_json:
                print_result(board, result, path=not ask)

        game.told = tell
        return wanted if ask or answers is not None else game.answered(wanted)

    entry = game_file.append(make, by)
    done(game_file, entry, as_json, told[-1])


def _asked(game: Game, wanted: Check) -> Check:
    """The check with a person's terrain, cards and dice, and what came of them."""
    place = game.board.place(wanted.hex)
    game.board.require_unmapped(place)
    if wanted.terrain or wanted.terrain_card:
        wanted, _ = game.attempt(wanted)
        err().print(styled(f"The terrain of hex {wanted.hex}: {wanted.terrain}", "bold"))
    board = game.board.copy()
    if wanted.terrain:
        board.set_terrain(place, wanted.terrain)
    try:
        terrain, result, said = ask_check(board, place, game.rulings, game.dealer.deck)
    except Quit:
        err().print(styled("stopped; nothing is written", "yellow"))
        raise typer.Exit(3) from None
    given = [replace(typed(one.said), part=one.part, unasked=one.unasked) for one in said]
    done = replace(wanted, answers=tuple(given), result=found(result))
    return replace(done, terrain=terrain) if terrain else done


def _require_finished(game: Game, wanted: Check, as_json: bool) -> None:
    """Exit with status 3 and say what is needed if the answers run out."""
    _, result = game.attempt(wanted)
    if result.need is None:
        return
    if as_json:
        print_json(result.to_json())
    else:
        print_result(game.board, result)
    raise typer.Exit(3)


@app.command("terrain")
def terrain_command(
    file: FileArgument,
    hex: HexArgument,
    terrain: Annotated[str, typer.Argument(metavar="TERRAIN", help="draw draws a card.")],
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say, or draw, the terrain of an unmapped hex.

    Example: `rivercheck game terrain nile.game 0303 jungle`
    """
    drawn = terrain == "draw"
    change = Terrain(hex, "" if drawn else terrain, Given("drawn") if drawn else None)
    _append(file, change, by, as_json)


@app.command("undo")
def undo_command(
    file: FileArgument,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Undo all after entry N.")
    ] = None,
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """Strike out the last entry that changed something; it stays in the journal.

    A check that is made again after it gets the same card and dice.

    Example: `rivercheck game undo nile.game --by Anna`
    """
    _append(file, Undo(to), by, as_json, seen=True)


@app.command("redo")
def redo_command(file: FileArgument, by: ByOption = "", as_json: JsonOption = False) -> None:
    """Put back what the last undo struck out.

    Example: `rivercheck game redo nile.game`
    """
    _append(file, Redo(), by, as_json, seen=True)


@app.command("erase")
def erase_command(
    file: FileArgument, explorer: WhoArgument, by: ByOption = "", as_json: JsonOption = False
) -> None:
    """An explorer is lost: what nobody else has mapped or visited, and is not published, goes.

    Example: `rivercheck game erase nile.game Burton`
    """
    _append(file, Erase(explorer), by, as_json)


@app.command("publish")
def publish_command(
    file: FileArgument, explorer: WhoArgument, by: ByOption = "", as_json: JsonOption = False
) -> None:
    """An explorer publishes: what they have mapped or visited is no longer erased.

    Example: `rivercheck game publish nile.game Burton`
    """
    _append(file, Publish(explorer), by, as_json)


@app.command("visit")
def visit_command(
    file: FileArgument,
    hex: HexArgument,
    explorer: WhoArgument,
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """An explorer passes through a hex that is mapped already, and will remember it.

    Example: `rivercheck game visit nile.game 0203 Speke`
    """
    _append(file, Visit(explorer, hex), by, as_json)


@app.command("edit")
def edit_command(
    file: FileArgument,
    patch: Annotated[
        str, typer.Argument(metavar="PATCH", help="A JSON file, - for standard input.")
    ],
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """Set up or correct the board: hexes and mouths in the form of a board file.

    PATCH holds `{"hexes": {"0303": {"terrain": "lake", "state": "mapped"}, "0304": null},
    "mouths": [...], "mouths_removed": ["0203"]}`; null makes a hex blank.

    Example: `rivercheck game edit nile.game changes.json`
    """
    data = parse_json(read_text(patch), patch, GameError)
    if not isinstance(data, dict):
        raise GameError(f"{patch}: must be an object with hexes, mouths or mouths_removed")
    _append(file, Edit.from_json(data), by, as_json)


@app.command("note")
def note_command(
    file: FileArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to note.")],
    by: ByOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write words into the journal.

    Example: `rivercheck game note nile.game "Burton turns back"`
    """
    _append(file, Note(text), by, as_json)


def _append(file: str, change: Change, by: str, as_json: bool, seen: bool = False) -> None:
    """Make an entry. If `seen`, it must do what it would do to the game as it stands here."""
    game_file = open_game(file)
    if seen:
        change = game_file.game.propose(change, by).change
    done(game_file, game_file.append(change, by), as_json)


add_to(app)
