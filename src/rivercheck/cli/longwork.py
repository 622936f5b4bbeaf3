"""What commands share whose work is long: progress with a rate, and no work that is lost."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
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

from ..errors import RivercheckError
from ..ways import ORDERS
from .common import err, styled

__all__ = [
    "OrderOption",
    "WorkersOption",
    "at_terminal",
    "interrupted",
    "keep",
    "progress",
]

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


def at_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and err().is_terminal


def keep(save: Callable[[str], None], target: str, loss: str, ask: bool) -> None:
    """Save what long work has made. If that fails, as on a full disk, ask for another file.

    Without `ask`, raises the error, which then says what is lost.
    """
    while True:
        try:
            save(target)
            return
        except RivercheckError as error:
            if not ask:
                raise type(error)(f"{error}; {loss}", error.code) from None
            err().print(styled(f"{error}; make room, or name another file", "yellow"))
            target = typer.prompt("save as", default=target, err=True)
