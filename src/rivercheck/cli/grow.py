"""`rivercheck grow`: whole boards by the compiled rules, from a board file or from nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..board import Board
from ..boardfile import save_board
from ..bulk import require_bulk
from ..chance import SEEDS, fresh_seed
from ..deck import Deck
from ..errors import BoardError, DeckError, RivercheckError
from ..faults import faults
from ..files import require_file
from ..grid import LARGEST
from ..npz import is_npz, write_npz
from ..ways import ORDERS
from .common import (
    DeckOption,
    JsonOption,
    ReplacementOption,
    RulingsOption,
    SeedOption,
    err,
    open_deck,
    out,
    print_json,
    styled,
)
from .ground import Ground
from .longwork import (
    OrderOption,
    WorkersOption,
    at_terminal,
    interrupted,
    keep,
    progress,
)

if TYPE_CHECKING:
    from ..bulk.growing import Growth
    from ..bulk.native import Library
    from ..bulk.sheet import Sheet

__all__ = ["add_to"]

LISTED = 200_000  # hexes of a board whose faults are listed; on larger ones they are counted
Report = dict[str, Any]  # what `--json` prints of a board
STEP = 1 << 18  # hexes between one look at the clock and the next


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("grow")(grow_command)


def grow_command(
    board: Annotated[
        str | None,
        typer.Argument(metavar="[BOARD]", help="A board file or a shipped board; or --columns."),
    ] = None,
    columns: Annotated[
        int | None, typer.Option("--columns", metavar="C", help="Make a board so wide.")
    ] = None,
    rows: Annotated[
        int | None, typer.Option("--rows", metavar="R", help="Make a board so high.")
    ] = None,
    coast: Annotated[
        str | None,
        typer.Option("--coast", metavar="COAST", help="island (the default), side or continent."),
    ] = None,
    mouths: Annotated[
        int | None,
        typer.Option("--mouths", metavar="N", help="So many; else one for 24 hexes of coast."),
    ] = None,
    orientation: Annotated[
        str | None, typer.Option("--orientation", help="flat (the default) or pointy.")
    ] = None,
    seed: SeedOption = None,
    rulings: RulingsOption = None,
    deck: DeckOption = "house",
    replacement: ReplacementOption = False,
    order: OrderOption = "rivers",
    boards: Annotated[
        int, typer.Option("--boards", metavar="N", help="So many, from the seed on.")
    ] = 1,
    workers: WorkersOption = None,
    target: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Save here: board JSON, or .npz if so named."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Map a whole board by the compiled rules, as `explore` would, some hundred times as fast.

    A board made from nothing gets a coast and mouths, and is mapped under `seaward` if no
    --rulings say otherwise. Ctrl-C stops, and saves what is mapped; named as BOARD, that is mapped
    on, with chance anew from the seed. Needs `rivercheck[bulk]`.

    Examples:

    - `rivercheck grow bay --seed 1 --out map.json`
    - `rivercheck grow --columns 60 --rows 40 --coast continent --seed 1 --out continent.json`
    """
    require_bulk()
    if boards < 1:
        raise RivercheckError(f"--boards {boards}: must be 1 or more", "usage")
    if workers is not None and workers < 1:
        raise RivercheckError(f"--workers {workers}: must be 1 or more", "usage")
    first = fresh_seed() if seed is None else seed
    ground = Ground.of(board, columns, rows, coast, mouths, orientation, rulings)
    job = _Job(ground, open_deck(deck), first, order, replacement, target, as_json)
    job.one() if boards == 1 else job.many(boards, workers)


class _Job:
    """One command with its output, which is tried before the work, not after."""

    def __init__(
        self,
        ground: Ground,
        deck: Deck,
        seed: int,
        order: str,
        replacement: bool,
        target: str | None,
        as_json: bool,
    ) -> None:
        if order not in ORDERS:
            raise RivercheckError(f"unknown order {order!r}: one of {', '.join(ORDERS)}", "order")
        self.ground, self.deck, self.seed, self.order = ground, deck, seed, order
        self.replacement, self.target, self.as_json = replacement, target, as_json
        if target is not None:
            self._require(target)

    def _require(self, target: str) -> None:
        """Raise FileError or BoardError unless the map can be saved there."""
        require_file(target)
        if self.ground.large and not is_npz(target):
            raise BoardError(f"{target}: more than {LARGEST:,} hexes are kept as .npz: name it so")

    def one(self) -> None:
        """Map one board, save it, also when interrupted, and say what came of it."""
        from ..bulk.growing import Growth

        growth = Growth(
            self.ground.sheet(self.seed, own=True),
            self.deck,
            self.seed,
            self.ground.rulings,
            self.order,
            replacement=self.replacement,
            library=_engine(),
        )
        stopped = self._run(growth)
        report = self._finish(growth, self.target, ask=at_terminal() and not self.as_json)
        if self.as_json:
            print_json(report)
        else:
            _tell(report)
        if stopped:
            err().print(styled("stopped; what was mapped is kept", "yellow"))
            raise typer.Exit(130)

    def _run(self, growth: Growth) -> bool:
        """Map with progress; returns whether Ctrl-C came."""
        with interrupted() as stop, progress(self.as_json) as bar:
            task = bar.add_task("mapping", total=growth.todo, rate="")
            while growth.left and not stop:
                growth.step(STEP)
                rate = f"{growth.hexes / max(growth.seconds, 1e-9) / 1e6:.1f} M hexes/s"
                bar.update(task, completed=growth.hexes, rate=rate)
        return bool(stop)

    def many(self, boards: int, workers: int | None) -> None:
        """Map boards side by side, each from its own seed; files are numbered."""
        from ..bulk.growing import grow_many

        if self.seed + boards > SEEDS:
            raise DeckError(f"seed {self.seed}: {boards} seeds from there on are too many", "seed")
        _engine()
        reports: list[Report] = []
        with interrupted() as stop, progress(self.as_json) as bar:
            task = bar.add_task("boards", total=boards, rate="")
            for report in grow_many(
                self.ground.sheet,
                range(self.seed, self.seed + boards),
                lambda growth: self._finish(growth, self._numbered(growth.seed, boards)),
                deck=self.deck,
                rulings=self.ground.rulings,
                order=self.order,
                replacement=self.replacement,
                workers=workers,
            ):
                reports.append(report)
                bar.update(task, completed=len(reports))
                if stop:
                    break
        self._tell_many(reports)
        if stop:
            err().print(styled(f"stopped; {len(reports)} boards are done", "yellow"))
            raise typer.Exit(130)

    def _numbered(self, seed: int, boards: int) -> str | None:
        if self.target is None:
            return None
        path = Path(self.target)
        number = f"{seed - self.seed + 1:0{len(str(boards))}}"
        return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))

    def _finish(self, growth: Growth, target: str | None, ask: bool | None = None) -> Report:
        """Save a board and ask what is wrong with it; returns the report.

        With `ask` it is said where it was saved, and if true, asked for another file if it cannot.
        """
        sheet, ground = growth.close(), self.ground
        small = sheet.layout.columns * sheet.layout.rows <= LISTED
        board = None
        if ground.board is not None:
            board = ground.board.copy()
            board.rulings = growth.rulings
            sheet.onto(board)
        elif ground.kept is None and (small or not (target is None or is_npz(target))):
            board = sheet.board()
        if target is not None:
            self._save(board, sheet, target, growth.seed, ask)
        return _report(growth, board if small else None)

    def _save(
        self, board: Board | None, sheet: Sheet, target: str, seed: int, ask: bool | None
    ) -> None:
        def save(path: str) -> None:
            self._require(path)
            replaced = " (replaced)" if Path(path).exists() else ""
            if board is not None:
                save_board(board, path)
            else:
                write_npz(path, sheet.archive())
            if ask is not None:
                err().print(styled(f"saved {path}{replaced}", "dim"))

        keep(save, target, f"--seed {seed} maps the same again", bool(ask))

    def _tell_many(self, reports: list[Report]) -> None:
        hexes = sum(report["hexes"] for report in reports)
        seconds = sum(report["seconds"] for report in reports)
        if self.as_json:
            print_json(
                {
                    "hexes": hexes,
                    "checks": hexes,
                    "seconds": round(seconds, 6),
                    "seed": self.seed,
                    "order": self.order,
                    "faults": [fault for report in reports for fault in report["faults"]],
                    "boards": reports,
                }
            )
        else:
            out().print(styled(f"{len(reports)} boards, {hexes:,} hexes mapped in {seconds:.2f} s"))


def _engine() -> Library:
    from ..bulk.growing import engine

    return engine(lambda line: err().print(styled(line, "dim")))


def _report(growth: Growth, board: Board | None) -> Report:
    """What `--json` prints. The faults of a board are listed; where there is none, counted."""
    from ..bulk.growing import count_faults

    if board is not None:
        found = [fault.to_json() for fault in faults(board, growth.rulings)]
    else:
        found = count_faults(growth.sheet, growth.rulings)
    layout = growth.sheet.layout
    return {
        "hexes": growth.hexes,
        "checks": growth.hexes,
        "seconds": round(growth.seconds, 6),
        "seed": growth.seed,
        "order": growth.order,
        "rulings": str(growth.rulings),
        "columns": layout.columns,
        "rows": layout.rows,
        "forced": growth.forced_by(),
        "audit": "counted" if board is None else "listed",
        "faults": found,
    }


def _tell(report: Report) -> None:
    hexes, seconds = report["hexes"], report["seconds"]
    out().print(
        styled(
            f"{hexes:,} hexes mapped in {seconds:.2f} s ({hexes / max(seconds, 1e-9):,.0f} a "
            f"second), order {report['order']}, rulings {report['rulings']}, seed {report['seed']}"
        )
    )
    counts: Counter[str] = Counter()
    for fault in report["faults"]:
        counts[fault["kind"]] += fault.get("count", 1)
    said = ", ".join(f"{number:,} {kind}" for kind, number in counts.items()) or "nothing"
    if report["audit"] == "counted":
        said += "; requirements were not asked"
    out().print(styled(f"the audit finds {said}"))
