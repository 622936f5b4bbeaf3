"""`rivercheck show` and `rivers`: a board as a map in the terminal, and as a table."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from ..board import Board
from ..network import System, endings, systems
from ..show import legend, mouths, pages
from .common import JsonOption, MapArgument, open_map, out, print_json, styled

__all__ = ["add_to"]

_ENDS = {
    "mouth": "mouth",
    "water": "lake or swamp",
    "unmapped": "unmapped hex",
    "land": "dry land",
    "circle": "a circle",
}


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("show")(show_command)
    app.command("rivers")(rivers_command)


def show_command(
    board: MapArgument,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="N", min=20, help="Characters to a line; else as it fits."),
    ] = None,
) -> None:
    """The map in the terminal: terrain by letter and colour, with the rivers between.

    A board that is wider than the terminal is shown in pages of columns.

    Examples: `rivercheck show bay`, `rivercheck show africa --width 160`
    """
    land = open_map(board)
    wide = width or min(80, out().width)
    for page in pages(land, wide):
        out().print(page)
        out().print()
    for line in legend(land, wide):
        out().print(line)
    for text in mouths(land):
        out().print(styled(text))


# Rivers -----------------------------------------------------------------------------------------


def rivers_command(board: MapArgument, as_json: JsonOption = False) -> None:
    """The table of river systems: what each mouth drains, and where other rivers end.

    Lengths are in hexes, both ends counted; order is Strahler's, at the end.

    Example: `rivercheck rivers bay --json`
    """
    land = open_map(board)
    found, rest = systems(land), endings(land)
    if as_json:
        print_json(
            {
                "systems": [system.to_json() for system in found],
                "endings": [system.to_json() for system in rest],
            }
        )
        return
    if found:
        out().print(_table("rivers with mouths", ("river", "mouth"), found))
    if rest:
        out().print(_table("rivers that end without a mouth", ("name", "hex", "end"), rest))
    out().print(styled(_totals(land, found, rest), "dim"))


def _table(title: str, headings: tuple[str, ...], found: list[System]) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for heading in ("drains", "needs", "longest", "order", "sources", "open"):
        table.add_column(heading, justify="right")
    for system in found:
        first = (system.name or "-", system.hex, _ENDS[system.end])[: len(headings)]
        table.add_row(*(styled(cell) for cell in (*first, *_figures(system))))
    return table


def _figures(system: System) -> list[str]:
    needs = f"{system.drainage} {system.status}" if system.status else ""
    counts = (system.length, system.order, len(system.sources), len(system.open_ends))
    return [str(system.size), needs, *(str(count) if count else "" for count in counts)]


def _totals(board: Board, found: list[System], rest: list[System]) -> str:
    drained = {hex for system in found for hex in system.drained}
    ended = {hex for system in rest for hex in system.drained}
    mapped = sum(board.state(hex) == "mapped" for hex in board.layout.places())
    return (
        f"of {mapped} mapped hexes {len(drained)} drain to mouths, {len(ended - drained)} elsewhere"
    )
