"""Figures of the proofs: counted in many tests, on several processes, and printed at the end."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

Count = Callable[..., None]


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
