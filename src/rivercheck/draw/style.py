"""What a user can choose about a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["LABELS", "THEMES", "Labels", "Style", "Theme"]

Theme = Literal["light", "dark", "auto"]
Labels = Literal["auto", "all", "margin", "none"]
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")
LABELS: tuple[Labels, ...] = ("auto", "all", "margin", "none")


@dataclass(frozen=True, slots=True)
class Style:
    """What to draw, and in which colours."""

    theme: Theme = "light"  # auto: as the reader's system has it
    labels: Labels = "auto"  # auto: in each hex of a small board, else along the margins
    arrows: bool = True  # which way rivers flow
    names: bool = True  # of rivers, mouths, lakes and hexes
    legend: bool = True  # with the scale and the wheel of hexsides
    bare: bool = False  # the map alone: no heading, frame, legend or page, and no least width
    marked: tuple[str, ...] = ()  # labels of hexes with a ring around them
