"""The tables of a study, at a terminal and in a pipe."""

from __future__ import annotations

from rich.table import Table

from ..study.runner import Study
from ..study.tables import StudyTable, tables
from .common import out, styled

__all__ = ["print_study"]


def print_study(study: Study) -> None:
    """Print all tables: ruled at a terminal, in plain columns elsewhere."""
    console = out()
    for number, table in enumerate(tables(study)):
        if number:
            console.print()
        if console.is_terminal:
            console.print(_ruled(table))
        else:
            for line in _plain(table):
                console.print(styled(line))


def _ruled(table: StudyTable) -> Table:
    made = Table(title=styled(table.title), title_justify="left")
    for place, heading in enumerate(table.headings):
        made.add_column(styled(heading), justify="right" if place else "left", overflow="fold")
    for row in table.rows:
        made.add_row(*(styled(cell) for cell in row))
    return made


def _plain(table: StudyTable) -> list[str]:
    lines = [table.headings, *table.rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(table.headings))]
    shown = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return [table.title, *shown]
