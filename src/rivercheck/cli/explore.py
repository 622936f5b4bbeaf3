"""`rivercheck explore`, `redo`, `erase` and `mouths`: whole maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich.table import Table

from .. import rules
from ..board import Board
from ..chance import fresh_seed
from ..deck import Dealer
from ..errors import HexError, RivercheckError
from ..explore import Exploration, explore, remap
from ..faults import Fault, faults
from ..files import require_file
from ..mouths import suggest_mouths
from ..referee import result_of
from ..rulings import Rulings
from ..shipped import open_board
from ..words import sentence
from .common import (
    BoardArgument,
    DeckOption,
    JsonOption,
    ReplacementOption,
    RulingsOption,
    SeedOption,
    err,
    open_deck,
    out,
    print_json,
    require_svg,
    require_writable,
    rulings_of,
    save,
    save_svg,
    styled,
)
from .longwork import OrderOption, interrupted, progress

__all__ = ["add_to"]

OutOption = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="Save the board in this file.")
]
SvgOption = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Draw the map into this file.")
]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Say of each hex what is drawn in it.")
]
RegionOption = Annotated[
    str | None,
    typer.Option(
        "--region",
        metavar="HEXES",
        help="Only these: a corner-to-corner block, 0301-0812, or a list.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("explore")(explore_command)
    app.command("redo")(redo_command)
    app.command("erase")(erase_command)
    app.command("mouths")(mouths_command)


def explore_command(
    board: BoardArgument,
    order: OrderOption = "rivers",
    seed: SeedOption = None,
    rulings: RulingsOption = None,
    deck: DeckOption = "house",
    replacement: ReplacementOption = False,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="Stop after so many hexes.")
    ] = None,
    region: RegionOption = None,
    keep: Annotated[
        str | None, typer.Option("--keep", metavar="HEXES", help="Hexes that stay as they are.")
    ] = None,
    target: OutOption = None,
    svg: SvgOption = None,
    explain: ExplainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Map a whole board, hex after hex. Ctrl-C stops, and saves what is mapped.

    Orders: `rivers` (expeditions follow rivers up from the mouths, then the frontier), `frontier`
    (an explorer's way, always beside what is known), `rows`, `random`.

    Examples:

    - `rivercheck explore bay --seed 1 --out map.json --svg map.svg`
    - `rivercheck explore bay --rulings seaward --order frontier --explain --limit 10`
    """
    land = open_board(board)
    todo = None if region is None else hexes_of(land, region)
    spared = [] if keep is None else hexes_of(land, keep)
    job = _Job(land, seed, rulings, deck, replacement, target, svg, explain, as_json)
    job.run(order, limit, todo, spared)


def redo_command(
    board: BoardArgument,
    region: Annotated[
        str, typer.Option("--region", metavar="HEXES", help="A block, 0301-0812, or a list.")
    ],
    order: OrderOption = "rivers",
    seed: SeedOption = None,
    rulings: RulingsOption = None,
    deck: DeckOption = "house",
    replacement: ReplacementOption = False,
    target: OutOption = None,
    svg: SvgOption = None,
    explain: ExplainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Map a part of a board anew and keep the rest.

    Example: `rivercheck redo map.json --region 0302-0504 --seed 2 --out map.json`
    """
    land = open_board(board)
    todo = hexes_of(land, region)
    remap(land, todo)
    job = _Job(land, seed, rulings, deck, replacement, target, svg, explain, as_json)
    job.run(order, None, todo, [])


class _Job:
    """One exploration with its outputs; these are tried before the work, not after."""

    def __init__(
        self,
        board: Board,
        seed: int | None,
        rulings: str | None,
        deck: str,
        replacement: bool,
        target: str | None,
        svg: str | None,
        explain: bool,
        as_json: bool,
    ) -> None:
        if svg is not None:
            require_svg(svg)
        if target is not None:
            require_file(target)
        self.board = board
        self.seed = fresh_seed() if seed is None else seed
        self.rulings = rulings_of(rulings, board)
        self.dealer = Dealer(open_deck(deck), self.seed, replacement)
        self.target, self.svg, self.explain, self.as_json = target, svg, explain, as_json

    def run(
        self, order: str, limit: int | None, region: Iterable[int] | None, keep: Iterable[int]
    ) -> None:
        """Explore, save what was mapped (also when interrupted), and say what came of it."""
        steps = explore(
            self.board,
            self.dealer,
            self.rulings,
            order,
            limit=limit,
            region=region,
            keep=keep,
            told=self._tell if self.explain else None,
        )
        done, stopped = _to_the_end(steps, quiet=self.as_json or self.explain)
        self.board.rulings = self.rulings
        if self.target is not None:
            save(self.board, self.target)
        if self.svg is not None:
            save_svg(self.board, self.svg)
        if done is not None:
            self._report(done)
        if stopped:
            err().print(styled("stopped; what was mapped is kept", "yellow"))
            raise typer.Exit(130)

    def _tell(self, run: rules.Run) -> None:
        line = sentence(self.board, result_of(self.board, run, self.rulings))
        if self.as_json:
            err().print(styled(line))
        else:
            out().print(styled(line))

    def _report(self, done: Exploration) -> None:
        found = faults(self.board, self.rulings)
        if self.as_json:
            print_json(_report_json(done, found, self.rulings))
            return
        rate = done.hexes / done.seconds if done.seconds else 0
        out().print(
            styled(
                f"{done.hexes} hexes mapped in {done.seconds:.2f} s ({rate:,.0f} a second), "
                f"order {done.order}, rulings {self.rulings}, --seed {done.seed}"
            )
        )
        failing = [fault for fault in found if fault.fails]
        out().print(styled(f"faults: {len(failing)} unexplained, {len(found)} in all"))
        for fault in failing[:10]:
            out().print(styled(f"  {fault.message}", "red"))


def _to_the_end(steps: Iterator[Exploration], quiet: bool) -> tuple[Exploration | None, bool]:
    """Run it out with progress; returns how far it came, and whether it was interrupted."""
    done, task = None, None
    with interrupted() as stop, progress(quiet) as bar:
        for done in steps:
            if stop:
                return done, True
            if task is None:
                task = bar.add_task("mapping", total=done.todo, rate="")
            if done.hexes % 50 == 0:
                rate = f"{done.hexes / max(done.seconds, 1e-9):,.0f} hexes/s"
                bar.update(task, completed=done.hexes, rate=rate)
    return done, False


def _report_json(done: Exploration, found: list[Fault], rulings: Rulings) -> dict[str, object]:
    return {
        "hexes": done.hexes,
        "checks": done.hexes,
        "seconds": round(done.seconds, 6),
        "seed": done.seed,
        "order": done.order,
        "rulings": str(rulings),
        "faults": [fault.to_json() for fault in found],
    }


def hexes_of(board: Board, text: str) -> list[int]:
    """The hexes named by `0301-0812` (a block from corner to corner), by a list, or by both."""
    found: list[int] = []
    for part in text.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if not dash:
            found.append(board.place(first))
            continue
        (left, top), (right, bottom) = (
            board.layout.column_row(board.place(label)) for label in (first, last)
        )
        if left > right or top > bottom:
            raise HexError(f"{part}: a block goes from its upper left hex to its lower right one")
        found += [
            board.layout.at(column, row)
            for column in range(left, right + 1)
            for row in range(top, bottom + 1)
        ]
    return list(dict.fromkeys(found))


def erase_command(
    board: BoardArgument,
    explorer: Annotated[str, typer.Argument(metavar="EXPLORER", help="Who is lost.")],
    target: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """An explorer is lost: what only they have mapped, and not published, is erased.

    Without --out the board's own file is written.

    Example: `rivercheck erase my-board.json Burton`
    """
    path = require_writable(board, target)
    land = open_board(board)
    known = sorted({name for notes in land.notes.values() for name in notes.explorers})
    if explorer not in known:
        who = ", ".join(known) or "nobody"
        raise RivercheckError(f"{explorer} has mapped nothing here; who has: {who}", "explorer")
    lost = [land.name(hex) for hex in land.erase(explorer)]
    save(land, path)
    if as_json:
        print_json({"explorer": explorer, "erased": lost})
    else:
        out().print(styled(f"erased: {', '.join(lost) or 'nothing'}"))


def mouths_command(
    board: BoardArgument,
    suggest: Annotated[
        int | None,
        typer.Option("--suggest", min=1, metavar="N", help="Propose so many new mouths."),
    ] = None,
    target: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """The mouths of a board; with --suggest, mouths for a board that has none, far from each other.

    Example: `rivercheck mouths my-board.json --suggest 6 --out with-mouths.json`
    """
    if target is not None:
        require_file(target)
    land = open_board(board)
    if suggest is not None:
        suggest_mouths(land, suggest)
    rows = [
        (land.name(hex), land.hexes[hex].mouth, land.mouths[hex].name, land.hexes[hex].drainage)
        for hex in sorted(land.mouths)
    ]
    if as_json:
        keys = ("hex", "side", "name", "drainage")
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
    else:
        table = Table("hex", "hexside", "name", "drainage")
        for row in rows:
            table.add_row(*(styled(str(cell)) for cell in row))
        out().print(table)
    if target is not None:
        save(land, target)
