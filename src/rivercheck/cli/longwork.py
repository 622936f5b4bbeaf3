"""What commands share whose work is long: progress with a rate, Ctrl-C that loses nothing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from ..ways import ORDERS
from .common import err

__all__ = ["OrderOption", "WorkersOption", "interrupted", "progress"]

OrderOption = Annotated[
    str, typer.Option("--order", metavar="ORDER", help=f"One of {', '.join(ORDERS)}.")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Threads; else one for each core.")
]


def progress(hidden: bool) -> Progress:
    """A bar on standard error, at a terminal alone. Its tasks have a field `rate`, a text."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=err(),
        transient=True,
        disable=hidden or not err().is_terminal,
    )


@contextmanager
def interrupted() -> Iterator[list[int]]:
    """Ctrl-C waits until a step is done, so that all is whole; the list is empty until then."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
