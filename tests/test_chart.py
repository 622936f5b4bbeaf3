"""docs/chart.md says where every line of the chart is; this holds it to that."""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import oracle
from rivercheck import rules
from rivercheck.boardfile import board_from
from rivercheck.cli.cases import run_cases
from rivercheck.records import NODES
from rivercheck.referee import Result, check
from rivercheck.rulings import PRESETS, RULINGS
from situations import CASES, Json, functions_called, path

ROOT = Path(__file__).parent.parent
CHART = (ROOT / "docs" / "chart.md").read_text(encoding="utf-8")
PRINTED: list[Json] = json.loads((CASES / "printed.json").read_text(encoding="utf-8"))
BY_NAME = {case["name"]: case for case in PRINTED}
SEED = ROOT.parent / "shared" / "seed"


@dataclass(frozen=True)
class Row:
    """A row of the table of lines. `shown` is the answer or value at the node, if it says one."""

    line: int
    node: str
    shown: str
    function: str
    cases: tuple[str, ...]
    rulings: tuple[str, ...]


def row(cells: list[str]) -> Row:
    node = re.fullmatch(r"`([^`]+)`(?: (\S+))?", cells[2])
    assert node, cells
    return Row(
        int(cells[0]),
        node[1],
        node[2] or "",
        cells[3].strip("`"),
        tuple(re.findall(r"`([^`]+)`", cells[4])),
        tuple(name for name in cells[5].split(", ") if name),
    )


def tables(first: str) -> list[list[str]]:
    """The cells of the rows whose first cell matches."""
    lines = (line for line in CHART.splitlines() if line.startswith("| "))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells for cells in rows if re.fullmatch(first, cells[0])]


ROWS = [row(cells) for cells in tables(r"\d+")]
BY_LINE = {row.line: row for row in ROWS}


@cache
def played(name: str) -> tuple[Result, frozenset[str]]:
    """The result of a case, and the functions of `rules` that it called."""
    case = BY_NAME[name]
    board = board_from(case["board"])
    with functions_called() as called:
        result = check(board, case["hex"], case["answers"], case["rulings"])
    return result, frozenset(called)


def shows(result: Result, row: Row) -> bool:
    """Whether the trace passes the node of the row, with the answer or the value it names."""
    answers = {None: "", True: "yes", False: "no"}
    return any(
        step.step == row.node and row.shown in ("", answers[step.answer], step.value)
        for step in result.trace
    )


def test_every_line_has_one_row_in_order() -> None:
    assert [row.line for row in ROWS] == list(range(1, len(ROWS) + 1))


def test_there_are_as_many_rows_as_the_chart_has_lines() -> None:
    if not SEED.is_dir():
        pytest.skip("the chart is not at hand: ../shared/seed is missing")
    (file,) = SEED.glob("*.txt")
    text = file.read_text(encoding="utf-8").replace("\r", "")
    procedure = text.split("River Check Procedure:")[1].split("by Tom Anderson")[0]
    assert len(ROWS) == sum(bool(line.strip()) for line in procedure.splitlines())


def test_the_rows_name_every_node_but_the_one_the_letter_has_not() -> None:
    assert {row.node for row in ROWS} == set(NODES) - {"no-way-out"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"line {row.line}")
def test_line(row: Row) -> None:
    assert row.node in NODES
    assert inspect.isfunction(getattr(rules, row.function, None)), row.function
    assert row.cases
    assert set(row.rulings) <= {ruling.name for ruling in RULINGS}
    for name in row.cases:
        assert name in BY_NAME
        assert row.line in BY_NAME[name]["lines"], name


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["name"])
def test_case_is_as_worked_out_by_hand(case: Json) -> None:
    _, differences = run_cases(0, case)
    assert differences == []
    assert path(played(case["name"])[0]) == case["path"]


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["name"])
def test_case_is_the_same_by_the_oracle(case: Json) -> None:
    expected = oracle.check(case["board"], case["hex"], case["rulings"], case["answers"])
    assert {key: expected[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["name"])
def test_case_shows_the_lines_it_says(case: Json) -> None:
    assert case["rulings"] == "printed"
    result, called = played(case["name"])
    for line in case["lines"]:
        row = BY_LINE[line]
        assert shows(result, row), f"line {line}: the trace lacks {row.node} {row.shown}"
        assert row.function in called, f"line {line}: {row.function} is not called"


def test_case_names_differ() -> None:
    assert [
        name for name, count in Counter(case["name"] for case in PRINTED).items() if count > 1
    ] == []


def test_the_gaps_are_the_rulings_with_their_values() -> None:
    names = "|".join(ruling.name for ruling in RULINGS)
    rows = tables(f"`(?:{names})`")
    printed, table = PRESETS["printed"].values(), PRESETS["table"].values()
    assert [[cells[0], *cells[3:]] for cells in rows] == [
        [f"`{name}`", f"`{printed[name]}`", f"`{table[name]}`"] for name in printed
    ]


def test_the_gaps_name_the_lines_that_name_them() -> None:
    for cells in tables(r"`[a-z-]+`"):
        lines = [int(line) for line in cells[1].split(", ")]
        assert lines == [row.line for row in ROWS if cells[0].strip("`") in row.rulings], cells[0]
