"""For each ruling a small board on which its values come to different maps, and pictures of them.

example = examples()["coast"]
example.caption, example.after("open").sentence
ruling_picture("coast", None), ruling_picture("coast", "open")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from .board import Board
from .boardfile import board_from
from .draw import Style, picture
from .draw.style import Theme
from .draw.svg import svg
from .errors import RulingError
from .files import parse_json
from .referee import Result, check, enter
from .rulings import Rulings
from .words import sentence

__all__ = ["After", "Example", "examples", "ruling_picture"]


@dataclass(frozen=True, slots=True)
class After:
    """What an example comes to under one value."""

    board: Board
    results: tuple[Result, ...]  # of its checks, one after the other
    sentence: str  # what is drawn


@dataclass(frozen=True, slots=True)
class Example:
    """A board, the checks that are made on it, and the rulings in force but for the one shown."""

    ruling: str
    caption: str
    before: Board
    checks: tuple[tuple[str, tuple[str, ...]], ...]  # a hex, and answers enough for every value
    rulings: Rulings

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that are checked."""
        return tuple(hex for hex, _ in self.checks)

    def after(self, value: str) -> After:
        """Make the checks under a value of the ruling. Raises RulingError if it has no such."""
        rulings = Rulings.of({**self.rulings.values(), self.ruling: value})
        board, results, said = self.before.copy(), [], []
        for hex, answers in self.checks:
            result = check(board, hex, answers, rulings, spare=True)
            said.append(sentence(board, result))
            enter(board, result)
            results.append(result)
        return After(board, tuple(results), " ".join(said))


@cache
def examples() -> dict[str, Example]:
    """The example of each ruling, by its name."""
    text = (files("rivercheck") / "data" / "rulings.json").read_text("utf-8")
    data: Any = parse_json(text, "rulings.json")
    return {name: _example(name, entry) for name, entry in data.items()}


def _example(name: str, entry: Mapping[str, Any]) -> Example:
    return Example(
        name,
        entry["caption"],
        board_from(entry["board"], name),
        tuple((one["hex"], tuple(one["answers"])) for one in entry["checks"]),
        Rulings.of(entry["rulings"]),
    )


@cache
def ruling_picture(ruling: str, value: str | None = None, theme: Theme = "auto") -> str:
    """A small SVG of the example of a ruling: under a value of it, or before the check.

    The hexes that are checked have a ring. Raises RulingError if there is no such ruling or value.
    """
    example = examples().get(ruling)
    if example is None:
        near = get_close_matches(ruling[:40], list(examples()), 1)
        hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(examples())}"
        raise RulingError(f"unknown ruling {ruling[:40]!r}: {hint}")
    board, title, text = example.before, f"{ruling}: before the check", example.caption
    if value is not None:
        after = example.after(value)
        board, title, text = after.board, f"{ruling} = {value}", after.sentence
    style = Style(theme, labels="none", bare=True, marked=example.hexes)
    return svg(replace(picture(board, style), title=title, description=text), style)
