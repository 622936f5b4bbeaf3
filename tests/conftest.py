"""The command line for all tests, and the figures of the proofs, counted on several processes."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import exhaustive
from compiled import CompiledWatch
from rivercheck import boardfile
from rivercheck.cli import common, ground, main
from running import Done, Run

Count = Callable[..., None]


def pytest_configure() -> None:
    """Let tests press Ctrl-C, which what a shell starts in the background would ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`run("check", "bay", "0203", typed="y")` runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["rivercheck", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return Done(int(ended.value.code or 0), shown.out, shown.err)

    return run


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 20 hexes be the most that a board of objects may have."""
    for module in (boardfile, common, ground):
        monkeypatch.setattr(module, "LARGEST", 20)


@pytest.fixture
def compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """All scripts run through the compiled rules as well."""
    monkeypatch.setattr(exhaustive, "Watch", CompiledWatch)


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """`count("what was proved", situations=12, scripts=300)`, once, at the end of a test."""
    begun = process_time()

    def note(proved: str, **numbers: int) -> None:
        record_property("counted", [proved, numbers, process_time() - begun])

    return note


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """One line for each thing that was proved, with all its numbers added up."""
    if "prove" not in str(config.option.markexpr) or "not prove" in str(config.option.markexpr):
        return
    lines: dict[str, dict[str, float]] = {}
    for report in terminalreporter.stats.get("passed", []):
        for key, value in report.user_properties:
            if key == "counted":
                proved, numbers, seconds = value
                line = lines.setdefault(proved, {})
                for name, number in [*numbers.items(), ("processor seconds", seconds)]:
                    line[name] = line.get(name, 0) + number
    if lines:
        terminalreporter.section("figures")
    for proved, line in sorted(lines.items()):
        shown = ", ".join(f"{round(number):,} {name}" for name, number in line.items())
        terminalreporter.write_line(f"{proved}: {shown}")
