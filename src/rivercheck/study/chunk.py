"""The one piece of work: some boards of a plan, mapped and tallied, in whatever process it is."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

from .. import chance, deck, grid, rules, survey, ways
from ..bulk import dealing, mapping
from . import measures, tally, trial
from .lab import Bench
from .measures import ORDERS, columns, conditions, measured
from .plan import Plan
from .tally import Tally

__all__ = ["CODE", "GROUPED", "run_chunk", "tallied"]

# The sums of these are kept by group, for ratios.
GROUPED = (
    *("rivers", "to-mouth", "to-sea", "to-water"),
    *("outcome.continues", "outcome.forks", "outcome.ends"),
    *(f"streams.{order}" for order in ORDERS),
    *(f"stream-hexes.{order}" for order in ORDERS),
)
_TEXTS = (chance, deck, grid, rules, survey, ways, dealing, mapping, measures, tally, trial)
_KEPT = 4  # plans a thread keeps ready
_READY = threading.local()


def _code() -> str:
    """A digest of all that a tally depends on."""
    sources = [Path(str(text.__file__)).read_bytes() for text in _TEXTS]
    return hashlib.sha256(b"\0".join(sources)).hexdigest()


CODE = _code()


def run_chunk(text: str, first: int, count: int) -> tuple[str, list[Tally]]:
    """The tallies of so many boards, for each variant of a plan; and by which code.

    A dask worker calls it by name, and may have another version.
    """
    plan, benches = _ready(text)
    return CODE, tallied(plan, benches, first, count)


def tallied(plan: Plan, benches: list[Bench], first: int, count: int) -> list[Tally]:
    """The tallies of so many boards, for each variant."""
    board = plan.board
    wanted = conditions(plan.want, board) if plan.want else []
    names = columns(board, bool(wanted))
    found: list[Tally] = []
    other = None
    for bench in benches:
        rows, through = bench.run(first, count)
        values = measured(board, rows, wanted)
        found.append(Tally.of(names, values, first, through.tolist(), GROUPED, other))
        other = values if other is None else other
    return found


def _ready(text: str) -> tuple[Plan, list[Bench]]:
    """A plan with its benches, made once in each thread."""
    kept: OrderedDict[str, Any] = _READY.__dict__.setdefault("plans", OrderedDict())
    if text not in kept:
        plan = Plan.from_json(json.loads(text))
        kept[text] = plan, [Bench(variant, plan.seed) for variant in plan.variants]
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    found: tuple[Plan, list[Bench]] = kept[text]
    return found
