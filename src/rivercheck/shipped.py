"""The boards that come with the program."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from .board import Board
from .boardfile import board_from, load_board
from .errors import FileError
from .files import parse_json

__all__ = ["is_shipped", "open_board", "shipped_boards"]


def shipped_boards() -> list[str]:
    """Their names, sorted."""
    folder = files("rivercheck") / "data" / "boards"
    return sorted(
        entry.name.removesuffix(".json")
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    )


def is_shipped(name: str) -> bool:
    """Whether this names a shipped board and not a file."""
    return not Path(name).is_file() and name in shipped_boards()


def open_board(name: str) -> Board:
    """A board file, or a shipped board by its name. Raises FileError or BoardError."""
    if is_shipped(name):
        text = (files("rivercheck") / "data" / "boards" / f"{name}.json").read_text("utf-8")
        return board_from(parse_json(text, name), name)
    if name != "-" and not Path(name).exists():
        near = get_close_matches(name, shipped_boards(), 1)
        hint = f"did you mean the shipped board {near[0]}?" if near else "see `rivercheck boards`"
        raise FileError(f"{name}: no such file, and no shipped board has that name: {hint}")
    return load_board(name)
