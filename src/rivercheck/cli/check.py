"""`rivercheck check` and `rivercheck cases`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..answers import script, to_json
from ..board import Board
from ..chance import fresh_seed
from ..deal import deal
from ..deck import Dealer
from ..errors import AnswerError, RivercheckError
from ..files import json_text, parse_json, read_text, write_text
from ..path import explain
from ..referee import Result, check, enter
from ..rulings import Rulings
from ..shipped import open_board
from ..words import sentence, visible
from .ask import Quit, ask_check
from .cases import run_cases
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
    print_path,
    read_script,
    require_writable,
    rulings_of,
    styled,
    write_board,
)

__all__ = ["add_to", "print_result"]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("check")(check_command)
    app.command("cases")(cases_command)


def check_command(
    board: BoardArgument,
    hex: HexArgument,
    rulings: RulingsOption = None,
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help='A script of answers, - for standard input: [{"card": ...}, {"die": 4}].',
        ),
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for your own cards and dice.")] = False,
    seed: SeedOption = None,
    terrain: Annotated[
        str | None, typer.Option("--terrain", metavar="TERRAIN", help="The hex's terrain.")
    ] = None,
    deck: DeckOption = "house",
    replacement: ReplacementOption = False,
    explorer: Annotated[
        str, typer.Option("--explorer", metavar="NAME", help="Who maps the hex.")
    ] = "",
    compare: Annotated[
        str | None,
        typer.Option("--compare", metavar="RULINGS", help="Show beside it what these would do."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Save the outcome on the board.")] = False,
    target: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Save it in another file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check one hex: what river runs there, and why.

    Without --answers or --ask the program draws the card and rolls the dice itself.

    Examples:

    - `rivercheck check bay 0303 --terrain jungle --seed 1`
    - `rivercheck check bay 0303 --terrain jungle --ask`
    - `rivercheck check bay 0303 --terrain jungle --seed 1 --compare printed --out mine.json`
    """
    path = require_writable(board, target) if write or target is not None else None
    drawn = seed is not None or replacement
    if sum((ask, answers is not None, drawn)) > 1:
        raise AnswerError("--ask, --answers and --seed or --replacement exclude each other")
    land = open_board(board)
    in_force = rulings_of(rulings, land)
    other = None if compare is None else Rulings.of(compare)
    place = land.layout.find(hex)
    label = land.name(place)
    try:
        if terrain is not None:
            _say_terrain(land, place, terrain)
        if ask:
            _, result, asked = ask_check(land, place, in_force, open_deck(deck))
            said = [one.said for one in asked]
        elif answers is not None:
            said = read_script(answers)
            result = check(land, label, said, in_force)
        else:
            seed = fresh_seed() if seed is None else seed
            result, said = deal(land, label, in_force, Dealer(open_deck(deck), seed, replacement))
    except Quit:
        err().print(styled("stopped; nothing is written", "yellow"))
        raise typer.Exit(3) from None
    beside = None if other is None else check(land, label, said, other, spare=True)
    saved = ""
    if path is not None and result.need is None:
        after = land.copy()  # what is printed is said of the board before the check
        enter(after, result, explorer)
        if rulings is not None:
            after.rulings = in_force
        saved = write_board(after, path)
    if as_json:
        shown = result.to_json()
        if answers is None:
            shown |= {"answers": to_json(script(said))} | ({} if ask else {"seed": seed})
        if beside is not None:
            shown["compare"] = {"rulings": str(other), "result": beside.to_json()}
        print_json(shown)
    else:
        print_result(land, result, path=not ask)
        if beside is not None:
            _print_beside(land, result, beside)
        if answers is None and not ask:
            out().print(styled(f"drawn with --seed {seed}", "dim"))
    if result.need is not None:
        raise typer.Exit(3)
    if saved or ask:
        err().print(styled(saved or "not saved: --out FILE saves the board with it", "dim"))


def _say_terrain(board: Board, hex: int, terrain: str) -> None:
    """Set the terrain that was typed; that it replaces a printed one is pointed out."""
    before = board.terrain(hex)
    board.set_terrain(hex, terrain)
    if before not in ("", terrain):
        err().print(styled(f"hex {board.name(hex)}: {terrain} instead of {before}", "yellow"))


def print_result(board: Board, result: Result, path: bool = True) -> None:
    """What to draw in one sentence, then the path through the chart, unless it was told already."""
    console = out()
    if not path:
        err().print()
    console.print(styled(sentence(board, result), "bold"))
    if result.forced:
        console.print(styled(f"Forced: it may not end here ({', '.join(result.forced)})."))
    if not path:
        return
    console.print()
    print_path(console, explain(board, result))
    if result.need is not None:
        console.print(
            styled(f"The answers end here: the check needs a {result.need.kind}.", "yellow")
        )


def _print_beside(board: Board, result: Result, beside: Result) -> None:
    """The other rulings' result: that it is the same, or both from where they part."""
    out().print()
    if beside.trace == result.trace and beside.outcome == result.outcome:
        out().print(styled(f"Under {beside.rulings}: the same, box by box."))
        return
    parted = _parted(result, beside)
    table = Table("", *(visible(str(one.rulings)) for one in (result, beside)), show_lines=True)
    table.add_row("draw", *(styled(sentence(board, one)) for one in (result, beside)))
    start = f"path from\n{result.trace[parted - 1].step} on" if parted else "path"
    table.add_row(start, *(_boxes(board, one, parted) for one in (result, beside)))
    out().print(table)


def _parted(result: Result, beside: Result) -> int:
    """How many boxes both results have in common before they part."""
    pairs = zip(result.trace, beside.trace, strict=False)
    return next(
        (place for place, (one, other) in enumerate(pairs) if one != other),
        min(len(result.trace), len(beside.trace)),
    )


def _boxes(board: Board, result: Result, parted: int) -> Text:
    """The path after the boxes in common, as text for a cell."""
    cut = replace(result, trace=result.trace[parted:])
    lines = [f"{node}: {text}" if node else f"  {text}" for node, text in explain(board, cut)]
    if result.need is not None:
        lines.append(f"here a {result.need.kind} is needed")
    return styled("\n".join(map(visible, lines)), lines=True)


def cases_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON or JSON Lines of cases.")],
    results: Annotated[
        str | None,
        typer.Option("--results", metavar="OUT.jsonl", help="Also write each result, in order."),
    ] = None,
) -> None:
    """Run conformance cases, and say which differ.

    Example: `rivercheck cases chart.json --results results.jsonl`
    """
    cases = _cases(file)
    lines: list[str] = []
    failed = 0
    for number, case in enumerate(cases, 1):
        result, differences = run_cases(number, case)
        lines.append(json_text(result) + "\n")
        failed += bool(differences)
        for difference in differences:
            out().print(styled(difference))
    if results is not None:
        write_text(results, "".join(lines))
    typer.echo(f"{len(cases) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _cases(file: str) -> list[Any]:
    text = read_text(file)
    cases: list[Any] = []
    if text.lstrip().startswith("["):
        data = parse_json(text, file)
        cases = data if isinstance(data, list) else []
    else:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                cases.append(parse_json(line, f"{file}, line {number}"))
    if not cases:
        raise RivercheckError(f"{file}: holds no cases", "cases")
    return cases
