"""`rivercheck study`: what rulings, a deck and an order make of a board, from many boards."""

from __future__ import annotations

import re
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..chance import fresh_seed
from ..errors import FileError, RivercheckError
from ..files import require_file, write_text
from ..shipped import open_board
from ..study import require_study
from .common import (
    BoardArgument,
    DeckOption,
    JsonOption,
    ReplacementOption,
    RulingsOption,
    SeedOption,
    err,
    open_deck,
    print_json,
    rulings_of,
    styled,
)
from .longwork import OrderOption, WorkersOption, interrupted, progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..study.plan import Plan
    from ..study.runner import Study

__all__ = ["add_to"]

EVERY = 3.0  # seconds between one saving of the study file and the next
MOST_BOARDS = 10**9


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("study")(study_command)


def study_command(
    board: BoardArgument,
    boards: Annotated[
        int, typer.Option("--boards", metavar="N", help="Map it so many times.")
    ] = 1000,
    seed: SeedOption = None,
    rulings: RulingsOption = None,
    deck: DeckOption = "house",
    replacement: ReplacementOption = False,
    order: OrderOption = "rivers",
    versus: Annotated[
        str | None,
        typer.Option(
            "--versus",
            metavar="CHANGE",
            help="Side by side with another, on the same seeds: deck=FILE, rulings=NAME, "
            "a ruling as own-side=open, or deck.forks=6.",
        ),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="SWEEP",
            help="Side by side with all of these: own-side=open,barred or deck.forks=2..6 "
            "(cards that say so, in quarters of what there are: 4 is the deck as it is). "
            "Several make all combinations.",
        ),
    ] = None,
    want: Annotated[
        str | None,
        typer.Option(
            "--want",
            metavar="CONDITIONS",
            help="Count boards that are so: 'great>=3,lakes<=5'. Measures as in --csv.",
        ),
    ] = None,
    workers: WorkersOption = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="On a cluster: tcp://127.0.0.1:8786."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Keep the study here, as it comes (JSON)."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the study that --out names.")
    ] = False,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Write all figures as CSV.")
    ] = None,
    plots: Annotated[
        str | None, typer.Option("--plots", metavar="DIR", help="Draw them, as SVG and PNG.")
    ] = None,
    decks: Annotated[
        str | None,
        typer.Option("--decks", metavar="DIR", help="Write the deck of each variant as CSV."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Map a board thousands of times and say, with 95 % intervals, what came of it.

    Ctrl-C stops, and keeps what is done. Needs `rivercheck[study]`.

    Examples:

    - `rivercheck study bay --boards 500 --seed 1 --csv figures.csv`
    - `rivercheck study bay --boards 500 --seed 1 --versus rulings=seaward`
    - `rivercheck study bay --boards 200 --vary deck.forks=2..6 --want "longest>=12,lakes<=3"`
    """
    require_study(*(["matplotlib"] if plots else []), *(["distributed"] if dask else []))
    _require_counts(boards, workers, dask)
    for path in (target, csv):
        if path is not None:
            require_file(path)
    if resume and target is None:
        raise FileError("--resume goes on with a study file: name it with --out")
    if versus is not None and vary:
        raise RivercheckError("--versus and --vary: one of them", "study")
    from ..study.plan import Plan, Variant
    from ..study.plan import varied as vary_by
    from ..study.plan import versus as compare

    land = open_board(board)
    in_force = rulings_of(rulings, land)
    base = Variant(str(in_force), land, in_force, open_deck(deck), order, replacement)
    variants = (base,) if versus is None else compare(base, versus)
    if vary:
        variants = vary_by(base, vary)
    plan = Plan(variants, fresh_seed() if seed is None else seed, want or "")
    folder = None if plots is None else _folder(plots)
    study = _study(plan, target, boards, resume)
    if decks is not None:
        _write_decks(plan, _folder(decks))
    if dask is None:
        from ..study.lab import prepare

        prepare(lambda line: err().print(styled(line, "dim")))
    job = _Job(study, boards, target, as_json)
    job.run(_pool(workers, dask))
    job.report(csv, folder)


def _require_counts(boards: int, workers: int | None, dask: str | None) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise RivercheckError(f"--boards {boards}: must be from 1 to {MOST_BOARDS:,}", "usage")
    if workers is not None and workers < 1:
        raise RivercheckError(f"--workers {workers}: must be 1 or more", "usage")
    if workers is not None and dask is not None:
        raise RivercheckError("--workers and --dask: one of them", "usage")


def _folder(name: str) -> Path:
    """A folder to write into, made if it is not there."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise FileError(f"{name}: no files can be written there: {reason}") from None
    require_file(folder / "figures.csv")
    return folder


def _write_decks(plan: Plan, folder: Path) -> None:
    """The deck of each variant, by its label."""
    for variant in plan.variants:
        name = re.sub(r"[^\w.=,+-]", "_", variant.label)
        write_text(folder / f"{name}.csv", variant.deck.to_csv())
        _said(str(folder / f"{name}.csv"))


def _study(plan: Plan, target: str | None, boards: int, resume: bool) -> Study:
    """A new study, or the one in the file."""
    from ..study.measures import conditions
    from ..study.runner import Study
    from ..study.studyfile import resumed

    if plan.want:
        conditions(plan.want, plan.board)
    if target is None or not Path(target).exists():
        return Study(plan)
    if resume:
        return resumed(plan, target, boards)
    raise FileError(f"{target}: exists already: go on with --resume, or name another file")


def _pool(workers: int | None, dask: str | None) -> AbstractContextManager[tuple[Executor, int]]:
    from ..study.runner import threads

    if dask is None:
        return threads(workers)
    from ..study.cluster import cluster

    return cluster(dask)


@dataclass
class _Job:
    """A study with its output."""

    study: Study
    boards: int
    target: str | None
    as_json: bool
    stopped: bool = False
    saved: float = 0.0  # when the file was written last
    pause: float = EVERY

    def run(self, pool: AbstractContextManager[tuple[Executor, int]]) -> None:
        """Map what is left, keeping what is done every few seconds and at the end."""
        from ..study.runner import run

        with pool as (executor, workers), interrupted() as stop, progress(self.as_json) as bar:
            task = bar.add_task("boards", total=self.boards, completed=self.study.boards, rate="")
            begun, before = time.monotonic(), self.study.boards
            self.saved = begun

            def told(study: Study) -> bool:
                rate = (study.boards - before) / max(time.monotonic() - begun, 1e-9)
                bar.update(task, completed=study.boards, rate=f"{rate:,.0f} boards/s")
                if time.monotonic() - self.saved > self.pause:
                    self.keep()
                return not stop

            try:
                run(self.study, self.boards, executor, workers, told)
            finally:
                self.keep()
            self.stopped = bool(stop) and self.study.boards < self.boards

    def keep(self) -> None:
        """Write the study file."""
        from ..study.studyfile import save_study

        begun = time.monotonic()
        if self.target is not None and self.study.boards:
            save_study(self.study, self.target)
        self.saved = time.monotonic()
        self.pause = max(EVERY, 20 * (self.saved - begun))

    def report(self, csv: str | None, folder: Path | None) -> None:
        """Say what came of it; exit status 130 if it was stopped."""
        if self.study.boards:
            self._write(csv, folder)
            self._print()
        if self.stopped:
            done = f"stopped; {self.study.boards:,} boards are done"
            kept = "" if self.target is None else f", and --resume goes on from {self.target}"
            err().print(styled(done + kept, "yellow"))
            raise typer.Exit(130)

    def _write(self, csv: str | None, folder: Path | None) -> None:
        """The files come first: what is printed may have no reader."""
        from ..study.report import figures_csv

        if self.target is not None:
            _said(self.target)
        if csv is not None:
            write_text(csv, figures_csv(self.study))
            _said(csv)
        if folder is not None:
            from ..study.plots import draw_plots

            for path in draw_plots(self.study, folder):
                _said(str(path))

    def _print(self) -> None:
        from ..study.report import figures_json
        from .study_tables import print_study

        if self.as_json:
            head = {"boards": self.study.boards, "seed": self.study.plan.seed}
            print_json({**head, "figures": figures_json(self.study)})
        else:
            print_study(self.study)


def _said(path: str) -> None:
    err().print(styled(f"saved {path}", "dim"))
