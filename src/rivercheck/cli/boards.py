"""`rivercheck rulings`, `boards`, `faults`, `schema` and `demo`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

from ..boardfile import board_schema
from ..bulk import require_bulk
from ..chance import fresh_seed
from ..demo import play_demo
from ..faults import Fault, faults
from ..rulings import PRESETS, RULINGS, Rulings
from ..shipped import open_board, shipped_boards
from .check import print_result
from .common import (
    JsonOption,
    MapArgument,
    RulingsOption,
    SeedOption,
    is_large,
    open_map,
    out,
    print_json,
    rulings_of,
    styled,
)

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("rulings")(rulings_command)
    app.command("boards")(boards_command)
    app.command("faults")(faults_command)
    app.command("audit", help="The same as `faults`. Example: `rivercheck audit bay`")(
        faults_command
    )
    app.command("schema")(schema_command)
    app.command("demo")(demo_command)


def rulings_command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[RULINGS]", help="A preset or a mix, to see its values."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Where the chart is silent or breaks, and what each ruling does.

    Examples: `rivercheck rulings`, `rivercheck rulings printed,own-side=barred`
    """
    chosen = None if name is None else Rulings.of(name)
    if as_json:
        print_json(_rulings_json(chosen))
        return
    for ruling in RULINGS:
        out().print(styled(ruling.name, "bold"), styled(f"- {ruling.why}"))
        for value, means in zip(ruling.values, ruling.means, strict=True):
            presets = [key for key, preset in PRESETS.items() if preset.value(ruling.name) == value]
            mark = "*" if chosen is not None and chosen.value(ruling.name) == value else " "
            in_presets = f"  [{', '.join(presets)}]" if presets else ""
            out().print(styled(f" {mark} {value:12} {means}{in_presets}"))
    if chosen is not None:
        out().print(styled(f"* in force under {chosen}", "dim"))


def _rulings_json(chosen: Rulings | None) -> dict[str, object]:
    listed = [
        {
            "name": ruling.name,
            "why": ruling.why,
            "values": dict(zip(ruling.values, ruling.means, strict=True)),
            "letter": ruling.letter,
        }
        for ruling in RULINGS
    ]
    presets = {name: preset.values() for name, preset in PRESETS.items()}
    shown: dict[str, object] = {"rulings": listed, "presets": presets}
    return shown if chosen is None else {**shown, "chosen": chosen.values()}


def boards_command(as_json: JsonOption = False) -> None:
    """The boards that come with the program. Wherever a BOARD is asked for, the name will do."""
    rows = []
    for name in shipped_boards():
        board = open_board(name)
        layout = board.layout
        rows.append(
            {
                "board": name,
                "name": board.title,
                "columns": layout.columns,
                "rows": layout.rows,
                "orientation": layout.orientation,
                "mouths": len(board.mouths),
            }
        )
    if as_json:
        print_json(rows)
        return
    table = Table("board", "name", "hexes", "mouths")
    for row in rows:
        size = f"{row['columns']} x {row['rows']}, {row['orientation']}"
        table.add_row(
            *(styled(str(cell)) for cell in (row["board"], row["name"], size, row["mouths"]))
        )
    out().print(table)


def faults_command(
    board: MapArgument, rulings: RulingsOption = None, as_json: JsonOption = False
) -> None:
    """Everything that is wrong with a board. Exit status 1 if a fault has no ruling to explain it.

    On a board of more than a million hexes faults are counted by kind, whatever the rulings;
    requirements are not asked.

    Example: `rivercheck faults my-board.json`
    """
    if is_large(board):
        _count_faults(board, rulings, as_json)
        return
    land = open_map(board, damaged=True)
    found = faults(land, rulings_of(rulings, land))
    if as_json:
        print_json([fault.to_json() for fault in found])
    else:
        _print_faults(found)
    if any(fault.fails for fault in found):
        raise typer.Exit(1)


def _count_faults(name: str, rulings: str | None, as_json: bool) -> None:
    require_bulk()
    from ..bulk.growing import count_faults
    from ..bulk.reading import read_sheet

    sheet = read_sheet(name)
    found = count_faults(sheet, Rulings.of(sheet.rulings if rulings is None else rulings))
    if as_json:
        print_json(found)
    else:
        for fault in found:
            says = f"{fault['count']:,} {fault['kind']}, the first at hex {fault['first']}"
            out().print(styled(says, "red"))
        kinds = f"{len(found) or 'no'} kind{'' if len(found) == 1 else 's'} of fault"
        out().print(styled(f"{kinds}; requirements were not asked", "bold"))
    if found:
        raise typer.Exit(1)


def _print_faults(found: list[Fault]) -> None:
    for fault in found:
        why = f" (ruling {fault.explained})" if fault.explained else ""
        out().print(styled(f"{fault.message}{why}", "red" if fault.fails else ""))
    failing = sum(fault.fails for fault in found)
    kinds = Counter(fault.kind for fault in found if fault.remark)
    explained = len(found) - failing - sum(kinds.values())
    counts = [f"{failing or 'no'} fault{'' if failing == 1 else 's'}"]
    if explained:
        counts.append(f"{explained} explained by a ruling")
    for kind, number in kinds.items():
        noun = "requirement" if number == 1 else "requirements"
        counts.append(f"{number} {noun} {kind.removeprefix('requirement-')}")
    out().print(styled("; ".join(counts), "bold"))


def schema_command() -> None:
    """The JSON Schema of a board file."""
    print_json(board_schema())


def demo_command(
    seed: SeedOption = None,
    hexes: Annotated[int, typer.Option("--hexes", min=1, help="How many hexes to map.")] = 5,
    rulings: RulingsOption = None,
) -> None:
    """A short explained game on a small shipped board: a river is followed from its mouth.

    Example: `rivercheck demo --seed 7 --hexes 8`
    """
    seed = fresh_seed() if seed is None else seed
    board = open_board("bay")
    for number, (before, result, remark) in enumerate(
        play_demo(board, seed, hexes, rulings_of(rulings, board)), 1
    ):
        out().print()
        out().print(styled(f"{number}. {remark}", "bold cyan"))
        print_result(before, result)
    out().print()
    out().print(styled(f"played with --seed {seed}; more: rivercheck demo --hexes 12", "dim"))
