"""Maps as pictures: ink and wash, like an explorer's.

    from rivercheck.draw import Style, draw_svg
    text = draw_svg(board, Style(theme="dark"))

`picture` gives the display list that every kind of file is drawn from; `LiveMap` keeps a map on a
page as it is. `framed` has overviews of boards too large for either; they take numpy.
"""

from __future__ import annotations

from ..board import Board
from .display import Picture
from .geometry import Plane, Sheet
from .live import LiveMap
from .picture import picture
from .style import LABELS, THEMES, Style
from .svg import stylesheet, svg

__all__ = [
    "LABELS",
    "THEMES",
    "LiveMap",
    "Picture",
    "Plane",
    "Sheet",
    "Style",
    "draw_svg",
    "picture",
    "stylesheet",
]


def draw_svg(board: Board, style: Style | None = None, orders: dict[int, int] | None = None) -> str:
    """The board as the text of an SVG file. The same board and style give the same bytes.

    `orders` as in `picture`.
    """
    style = style or Style()
    return svg(picture(board, style, orders), style)
