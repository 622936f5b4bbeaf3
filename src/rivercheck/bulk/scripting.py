"""Single checks on a script and with a trace, as in plain Python: for proofs.

Compiled text. The rules' own `ask_card`, `ask_die` and `ask_pick` read the script; `note` takes the
place of theirs, which appends to a list.
"""

from __future__ import annotations

from typing import Any

from .. import rules
from .mapping import begin_run

__all__ = ["check", "note"]


def check(world: Any) -> int:
    """One check, of the hex and by the script that stand in the run; returns the outcome."""
    begin_run(world.run, world.run.hex)
    world.run.need = world.run.options = world.run.steps = 0
    return rules.river_check(world.hexes, world.grid, world.rulings, world.run)


def note(run: Any, node: int, value: int, why: int) -> None:
    """Write down a box of the chart as it is passed, as long as there is room."""
    if run.steps < len(run.trace):
        step = run.trace[run.steps]
        step.node = node
        step.value = value
        step.why = why
    run.steps += 1
