"""Single checks by the compiled rules, on a script of answers and with a trace, as plain ones are.

Where boards are grown a dealer stands in for the script and a counter for the trace. Here the
rules' own `ask_card`, `ask_die` and `ask_pick` are compiled, and `note` writes into a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from functools import cache

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


_ANSWERS = np.zeros(ROOM, ANSWER.dtype)
_TRACE = np.zeros(ROOM, STEP.dtype)
_row = cache(astuple)


class Table:
    """A board under rulings, ready for checks; `board` must not change meanwhile."""

    def __init__(self, board: Board, rulings: rules.RulingCodes) -> None:
        self.world = World(Sheet.of(board), _words(rulings))
        self.run = self.world.at("run")
        self.run["trace"] = self.world.table(_TRACE)

    def check(self, program: Program, hex: int, script: Sequence[rules.Answer]) -> rules.Run:
        """What the compiled rules make of a script."""
        if script:
            _ANSWERS[: len(script)] = [_row(answer) for answer in script]
        self.run["answers"] = (_ANSWERS.ctypes.data, 0, len(script))
        self.run["hex"] = hex
        load(program).call("check", self.world.address)
        steps = int(self.run["steps"])
        assert steps <= ROOM
        made = rules.Run(hex, script, _TRACE[:steps].tolist())
        for name in (*SAID, "options"):
            setattr(made, name, int(self.run[name]))
        return made


def said(run: rules.Run) -> tuple[object, ...]:
    """All that a run of the rules says, its trace included."""
    options = run.options if run.need == rules.PICK else 0
    return (*(getattr(run, name) for name in SAID), options, run.trace)


def _words(codes: rules.RulingCodes) -> Rulings:
    return Rulings(*(getattr(codes, ruling.field) for ruling in RULINGS))


class CompiledWatch(Watch):
    """A situation in which plain rules, oracle and compiled rules, unchecked and checked, agree."""

    def rule_with(self, rulings: Rulings) -> None:
        super().rule_with(rulings)
        self.table = Table(self.board, self.codes)

    def by_both(self, script: Sequence[rules.Answer]) -> rules.Run:
        run = super().by_both(script)
        expected = said(run)
        for program in (QUICK, CHECKED):
            compiled = self.table.check(program, self.here, script)
            assert said(compiled) == expected, (self.situation, program.name, script)
        return run
