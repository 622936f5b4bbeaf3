"""Single checks by the compiled rules, on a script of answers and with a trace, as plain ones are.

Where boards are grown a dealer stands in for the script and a counter for the trace. Here the
rules' own `ask_card`, `ask_die` and `ask_pick` are compiled, and `note` writes into a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

import numpy as np

from exhaustive import Watch
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.bulk import mapping, scripting
from rivercheck.bulk.growing import World
from rivercheck.bulk.layouts import ANSWER, STEP, WORLD
from rivercheck.bulk.native import Program, load
from rivercheck.bulk.sheet import Sheet
from rivercheck.rulings import RULINGS, Rulings

ENTRIES = {"check": (WORLD,)}
QUICK = Program("script", (mapping, scripting), ENTRIES)
CHECKED = Program("script-checked", (mapping, scripting), ENTRIES, boundscheck=True)

SAID = ("outcome", "terrain", "ins", "outs", "inflows", "source", "forced", "used", "need")
ROOM = 4096  # steps of a trace; answers


class Table:
    """A board under rulings, ready for checks; `board` must not change meanwhile."""

    def __init__(self, board: Board, rulings: rules.RulingCodes, program: Program) -> None:
        self.library = load(program)
        self.sheet = Sheet.of(board)
        words = Rulings(*(getattr(rulings, ruling.field) for ruling in RULINGS))
        self.world = World(self.sheet, words)
        self.answers = np.zeros(ROOM, ANSWER.dtype)
        self.trace = np.zeros(ROOM, STEP.dtype)
        self.run = self.world.at("run")
        self.run["trace"] = self.world.table(self.trace)

    def check(self, hex: int, script: Sequence[rules.Answer]) -> rules.Run:
        """What the compiled rules make of a script."""
        if script:
            self.answers[: len(script)] = [astuple(answer) for answer in script]
        self.run["answers"] = self.world.table(self.answers[: len(script)])
        del self.world.kept[-1]  # `answers` lives as long as we do
        self.run["hex"] = hex
        self.library.call("check", self.world.address)
        steps = int(self.run["steps"])
        assert steps <= ROOM
        made = rules.Run(hex, script, [tuple(step) for step in self.trace[:steps].tolist()])
        for name in (*SAID, "options"):
            setattr(made, name, int(self.run[name]))
        return made


def said(run: rules.Run) -> tuple[object, ...]:
    """All that a run of the rules says, its trace included."""
    options = run.options if run.need == rules.PICK else 0
    return (*(getattr(run, name) for name in SAID), options, run.trace)


class ThreefoldWatch(Watch):
    """A situation in which plain rules, oracle and compiled rules, unchecked and checked, agree."""

    tables: tuple[Table, ...] | None = None

    def rule_with(self, rulings: Rulings) -> None:
        super().rule_with(rulings)
        self.tables = tuple(Table(self.board, self.codes, one) for one in (QUICK, CHECKED))

    def by_both(self, script: Sequence[rules.Answer]) -> rules.Run:
        run = super().by_both(script)
        for table in self.tables or ():
            other = table.check(self.here, script)
            assert said(other) == said(run), (self.situation, script)
        return run
