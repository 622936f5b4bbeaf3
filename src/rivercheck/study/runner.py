"""Running a study: chunks of boards on threads or on a cluster, added up in the order of boards."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..errors import RivercheckError
from .chunk import CODE, run_chunk
from .plan import Plan
from .tally import Tally

__all__ = ["Study", "run", "study", "threads"]

_HEXES = 800_000  # of all variants in a chunk: some tenths of a second
_LARGEST_CHUNK = 1000  # boards
PATIENCE = 1.0  # seconds between one look at whether to stop and the next
_AHEAD = 3  # chunks for each worker that are under way or done before their turn

Chunk = tuple[str, list[Tally]]


@dataclass
class Study:
    """A plan, and what its boards from number 0 on have come to so far."""

    plan: Plan
    boards: int = 0
    tallies: list[Tally] = field(default_factory=list)  # by variant

    def add(self, tallies: list[Tally]) -> None:
        """Add the next boards."""
        if not self.tallies:
            self.tallies = [Tally() for _ in tallies]
        for ours, more in zip(self.tallies, tallies, strict=True):
            ours.add(more)
        self.boards = self.tallies[0].boards


@contextmanager
def threads(workers: int | None) -> Iterator[tuple[Executor, int]]:
    """This machine: compiled code lets other threads run, and they share what is compiled."""
    count = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(count) as pool:
        yield pool, count


def chunk_size(plan: Plan) -> int:
    """How many boards are asked for at a time. It does not matter to the result."""
    layout = plan.board.layout
    hexes = layout.columns * layout.rows * len(plan.variants)
    return max(1, min(_LARGEST_CHUNK, _HEXES // hexes))


def run(
    study: Study,
    boards: int,
    pool: Executor,
    workers: int,
    told: Callable[[Study], bool] = lambda study: True,
) -> None:
    """Go on until so many boards are done; `told` is asked after each chunk whether to go on.

    Raises RivercheckError if there is nothing to map, or a worker has another version.
    """
    size = chunk_size(study.plan)
    text = study.plan.text
    waiting: deque[Future[Chunk]] = deque()
    first = study.boards
    try:
        while study.boards < boards:
            while first < boards and len(waiting) < _AHEAD * workers:
                count = min(size, boards - first)
                waiting.append(pool.submit(run_chunk, text, first, count))
                first += count
            while not wait([waiting[0]], PATIENCE).done:  # a cluster may have lost its workers
                if not told(study):
                    return
            study.add(_same(waiting.popleft().result()))
            if not told(study):
                return
    finally:
        for future in waiting:
            future.cancel()


def study(plan: Plan, boards: int, workers: int | None = None) -> Study:
    """A plan with so many boards done, on this machine."""
    made = Study(plan)
    with threads(workers) as (pool, count):
        run(made, boards, pool, count)
    return made


def _same(chunk: Chunk) -> list[Tally]:
    code, tallies = chunk
    if code != CODE:
        raise RivercheckError(
            "a worker has another version of rivercheck: install the same everywhere", "study"
        )
    return tallies
