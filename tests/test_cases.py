"""The conformance cases, and our own by the letter and by ruling, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rivercheck.boardfile import board_from
from rivercheck.referee import check
from rivercheck.rulings import Rulings
from running import Run
from situations import CASES, Json

CONFORMANCE = Path(__file__).parent.parent.parent / "shared" / "cases" / "chart.json"
FILES = [CONFORMANCE, CASES / "printed.json", CASES / "rulings.json"]


def cases_in(file: Path) -> list[Json]:
    if not file.is_file():
        pytest.skip(f"the conformance cases are not at hand: {file.name} is missing")
    cases: list[Json] = json.loads(file.read_text(encoding="utf-8"))
    return cases


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_all_cases_pass_on_the_command_line(run: Run, file: Path) -> None:
    count = len(cases_in(file))
    assert run("cases", str(file))[:2] == (0, f"{count} passed, 0 failed\n")


def test_each_conformance_case_by_the_referee() -> None:
    wrong = []
    for case in cases_in(CONFORMANCE):
        rulings = Rulings.of(case["rulings"])
        shown = check(board_from(case["board"]), case["hex"], case["answers"], rulings).to_json()
        if {key: shown.get(key) for key in case["expect"]} != case["expect"]:
            wrong.append(case["name"])
    assert wrong == []


def test_a_case_that_differs_is_named_with_what_differs(run: Run, tmp_path: Path) -> None:
    case = json.loads((CASES / "printed.json").read_text(encoding="utf-8"))[0]
    case["expect"] |= {"outcome": "ends", "source": True}
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([case]), encoding="utf-8")
    status, printed, _ = run("cases", str(file))
    assert status == 1
    assert printed.splitlines() == [
        'a lake is left alone: outcome: expected "ends", got "water"',
        "a lake is left alone: source: expected true, got false",
        "0 passed, 1 failed",
    ]


def test_results_are_written_in_order_as_json_lines(run: Run, tmp_path: Path) -> None:
    file, out = CASES / "printed.json", tmp_path / "results.jsonl"
    assert run("cases", str(file), "--results", str(out))[0] == 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    for case, shown in zip(cases_in(file), lines, strict=True):
        assert {key: shown[key] for key in case["expect"]} == case["expect"]
