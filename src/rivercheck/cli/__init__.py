"""The command line. Exit status: 0 done, 1 faults, 2 bad input, 3 answers ran out, 130 Ctrl-C."""

from __future__ import annotations

import io
import sys

__all__ = ["main"]


def main() -> None:
    """The `rivercheck` command."""
    if sys.argv[1:] == ["--version"]:  # answered before all that the other commands need is loaded
        from .. import __version__

        print(f"rivercheck {__version__}")
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a sign shows its number
            stream.reconfigure(errors="backslashreplace")
    try:
        from .app import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
