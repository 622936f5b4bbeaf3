"""The command line, run within the tests: what the fixture `run` of conftest gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Done", "Run", "by_line"]


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)


Run = Callable[..., Done]


def by_line(run: Run) -> Run:
    """The same for a line of words, or a list of them, and what is typed."""

    def command(line: str | list[str], typed: str = "") -> Done:
        return run(*(line.split() if isinstance(line, str) else line), typed=typed)

    return command
