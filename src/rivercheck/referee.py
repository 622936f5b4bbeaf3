"""The referee: check one hex on a script of answers, and say what each box of the chart decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from . import rules
from .answers import Said, script, short
from .board import Board
from .errors import AnswerError, HexError
from .records import NODES, OUTCOMES, REFUSALS, RIVER_A, RIVER_B, TERRAINS, sides_of, tests_of
from .rulings import RULINGS, Rulings

__all__ = ["Need", "Result", "Step", "check", "enter", "play", "result_of", "run_check"]

_LETTER = {ruling.name: ruling.letter for ruling in RULINGS}
_KINDS = {rules.CARD: "card", rules.DIE: "die", rules.PICK: "pick"}
_DIRECTIONS = {rules.DRAWN_IN: "in", rules.DRAWN_OUT: "out", rules.DRAWN_BACK: "back"}


@dataclass(frozen=True, slots=True)
class Need:
    """What the check still has to be told: a card, a die, or a pick among hexsides."""

    kind: str
    options: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, object]:
        """As docs/formats.md says."""
        return {"kind": self.kind, "options": list(self.options) if self.options else None}


@dataclass(slots=True)
class Step:
    """One box of the chart: what was asked, what decided it, and which ruling."""

    step: str  # the node's name in docs/chart.md
    value: object
    answer: bool | None = None
    ruling: str | None = None
    letter: str | None = None  # what the letter of the chart would have done, where that differs
    refused: str | None = None  # why a hexside is not acceptable
    direction: str | None = None  # of a stroke: in, out, or back where the river doubles back
    die: int | None = None
    pick: int | None = None

    def to_json(self) -> dict[str, object]:
        """`step` and `value`, and what else there is."""
        entry: dict[str, object] = {"step": self.step, "value": self.value}
        for key in ("answer", "ruling", "letter", "refused", "direction", "die", "pick"):
            value = getattr(self, key)
            if value is not None:
                entry[key] = value
        return entry


@dataclass(frozen=True, slots=True)
class Result:
    """What a check came to; where answers ran out, `outcome` is None and `need` is set."""

    hex: str
    outcome: str | None
    terrain: str
    ins: tuple[int, ...]
    outs: tuple[int, ...]
    source: bool
    forced: tuple[str, ...]
    used: int
    need: Need | None
    trace: tuple[Step, ...]
    rulings: Rulings
    run: rules.Run

    def to_json(self) -> dict[str, object]:
        """What `rivercheck check --json` prints."""
        trace = [step.to_json() for step in self.trace]
        if self.need is not None:
            need = self.need.to_json()
            return {"outcome": None, "need": need, "used": self.used, "trace": trace}
        return {
            "hex": self.hex,
            "outcome": self.outcome,
            "terrain": self.terrain,
            "in": list(self.ins),
            "out": list(self.outs),
            "source": self.source,
            "forced": list(self.forced),
            "used": self.used,
            "need": None,
            "trace": trace,
        }


def check(
    board: Board,
    hex: str,
    answers: Iterable[Said] = (),
    rulings: Rulings | str | None = None,
    *,
    spare: bool = False,
) -> Result:
    """Check a hex by the River Check; the board is not changed (see `enter`).

    Answers that are missing make `Result.need`. Impossible ones raise AnswerError, and so do those
    that are left over; with `spare` they are let be: the script was made for other rulings. A hex
    that cannot be checked raises HexError. Rulings given here win over the board's.
    """
    in_force = Rulings.of(board.rulings if rulings is None else rulings)
    run = run_check(board, board.layout.find(hex), script(answers), in_force)
    if spare or run.used == len(run.answers):
        return result_of(board, run, in_force)
    raise AnswerError(_wrong(run) if run.outcome == rules.UNFINISHED else _left_over(run, hex))


def play(
    board: Board,
    hex: str,
    ask: Callable[[Result], Said],
    rulings: Rulings | str | None = None,
) -> Result:
    """Check a hex to its end, asking for each answer as the chart comes to need it.

    `ask` is given the unfinished result (its `need` and `trace`) and returns the answer.
    """
    said: list[Said] = []
    result = check(board, hex, said, rulings)
    while result.need is not None:
        said.append(ask(result))
        result = check(board, hex, said, rulings)
    return result


def run_check(
    board: Board, hex: int, answers: Sequence[rules.Answer], rulings: Rulings
) -> rules.Run:
    """Run the rules on a hex, by place. Raises HexError unless it can be checked."""
    board.require_unmapped(hex)
    if board.hexes[hex].terrain == rules.UNKNOWN:
        raise HexError(
            f"hex {board.name(hex)}: its terrain is not known; say which it is (--terrain): "
            + ", ".join(TERRAINS[1:9]),
            "terrain-unknown",
        )
    run = rules.Run(hex, answers)
    rules.river_check(board.hexes, board.grid, rulings, run)
    return run


def enter(board: Board, result: Result, explorer: str = "") -> None:
    """Draw a finished check on the board it was made for."""
    if result.outcome is None:
        raise AnswerError(f"hex {result.hex}: the check is not finished", "unfinished")
    board.require_unmapped(result.run.hex)
    board.draw_on_map(result.run, explorer)


def _wrong(run: rules.Run) -> str:
    got = run.answers[run.used]
    if got.kind != run.need:
        wanted = f"a {_KINDS[run.need]}"
    else:
        wanted = "a pick among the hexsides " + ", ".join(map(str, sides_of(run.options)))
    return f"answer {run.used + 1}: {short(got)!r} is given where {wanted} is asked for"


def _left_over(run: rules.Run, hex: str) -> str:
    left = len(run.answers) - run.used
    return (
        f"hex {hex}: the check ends after {_count(run.used, 'answer')}, and {left} "
        f"{'is' if left == 1 else 'are'} left over, from {short(run.answers[run.used])!r} on"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def result_of(board: Board, run: rules.Run, rulings: Rulings) -> Result:
    """A run of the rules as a result in words."""
    need = None
    if run.outcome == rules.UNFINISHED:
        options = tuple(sides_of(run.options)) if run.need == rules.PICK else None
        need = Need(_KINDS[run.need], options)
    return Result(
        hex=board.name(run.hex),
        outcome=OUTCOMES[run.outcome] or None,
        terrain=TERRAINS[run.terrain],
        ins=tuple(sides_of(run.ins)),
        outs=tuple(sides_of(run.outs)),
        source=bool(run.source),
        forced=tuple(tests_of(run.forced)),
        used=run.used,
        need=need,
        trace=tuple(_steps(run, rulings)),
        rulings=rulings,
        run=run,
    )


# From the numbers of the trace to its words ---------------------------------------------------


def _steps(run: rules.Run, rulings: Rulings) -> list[Step]:
    steps: list[Step] = []
    for node, value, why in run.trace:
        if node == rules.DIE_ROLLED:
            steps[-1].die = value
        elif node == rules.SIDE_PICKED:
            steps[-1].pick = value
        else:
            steps.append(_step(run, rulings, node, value, why))
    _name_last_ruling(steps, rulings)
    return steps


def _step(run: rules.Run, rulings: Rulings, node: int, value: int, why: int) -> Step:
    step = Step(NODES[node], _value(run, node, value, why))
    if node == rules.IS_WATER:
        step.answer = rules.SWAMP <= value <= rules.LAKE
    elif node == rules.TWO_OUTFLOWS:
        step.answer = rules.several(value)
    elif node in (rules.INFLOW, rules.LEADS_HERE):
        step.answer = value != 0
        if why:
            _ruled(step, rulings, "inflow-only")
    elif node in (rules.NUMBER, rules.MAY_BEGIN):
        _acceptable(step, rulings, run, why)
    elif node == rules.MAY_END:
        step.answer = value == 0
        if why:
            _ruled(step, rulings, "fork-one-bad")
    elif node == rules.REDRAW:
        _ruled(step, rulings, "redraw")
    elif node == rules.NO_WAY_OUT:
        _ruled(step, rulings, "no-way-out", differs=bool(value & rules.BROKEN_MOUTH))
    elif node == rules.DRAW:
        _drawn(step, rulings, why)
    elif node == rules.LOOP:
        step.answer = value != 0
        if why == rules.JOINED:
            _ruled(step, rulings, "joined-loop")
    return step


def _value(run: rules.Run, node: int, value: int, why: int) -> object:
    if node == rules.IS_WATER:
        return TERRAINS[value]
    if node in (rules.TWO_OUTFLOWS, rules.INFLOW, rules.LEADS_HERE, rules.PICK_WATER):
        return sides_of(value)
    if node == rules.CARD_DRAWN or (node == rules.REDRAW and why == rules.REDRAW_NEXT_CARD):
        return short(run.answers[value - 1])
    if node == rules.RIVER_A:
        return RIVER_A[value]
    if node == rules.RIVER_B:
        return RIVER_B[value]
    if node in (rules.MAY_END, rules.NO_WAY_OUT):
        return tests_of(value)
    if node == rules.DONE:
        return OUTCOMES[value]
    return value or None


def _ruled(step: Step, rulings: Rulings, name: str, differs: bool = True) -> None:
    """Name the ruling that decided a step and, if it departs from it, the letter."""
    step.ruling = name
    if differs and getattr(rulings, name.replace("-", "_")):
        step.letter = _LETTER[name]


def _acceptable(step: Step, rulings: Rulings, run: rules.Run, why: int) -> None:
    if why & rules.BY_CROSSES_ONE_BAD and why > 0:
        why -= rules.BY_CROSSES_ONE_BAD
        _ruled(step, rulings, "crosses-one-bad", differs=step.value == run.second)
    step.answer = why <= 0
    if why > 0:
        step.refused = REFUSALS[why]
    if why in (rules.ACCEPTED_COAST, rules.REFUSED_COAST):
        _ruled(step, rulings, "coast")
    elif why == rules.REFUSED_OWN:
        _ruled(step, rulings, "own-side")
    elif why in (rules.REFUSED_POCKET, rules.REFUSED_TOO_SMALL):
        _ruled(step, rulings, "lookahead")


def _drawn(step: Step, rulings: Rulings, why: int) -> None:
    way = why & 3
    step.direction = _DIRECTIONS[way]
    if way == rules.DRAWN_BACK:
        _ruled(step, rulings, "own-side")
    elif why & rules.BY_EXTENSION_FLOW:
        _ruled(step, rulings, "extension-flow", differs=way == rules.DRAWN_OUT)
    elif why & rules.BY_DOWNSTREAM_FORK:
        _ruled(step, rulings, "downstream-fork", differs=way == rules.DRAWN_IN)


def _name_last_ruling(steps: list[Step], rulings: Rulings) -> None:
    """Two rulings decide by leaving the chart early, so they are named at its end."""
    last = steps[-1]
    if last.value == "stops":
        _ruled(last, rulings, "fork-one-bad")
    elif last.value == "joined" and not rulings.joined_loop:
        _ruled(last, rulings, "joined-loop")
