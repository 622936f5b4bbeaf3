"""A map that changes, as keyed SVG elements: a page replaces only those that are not as they were.

    live = LiveMap(board)
    before = dict(live.items())
    enter(board, result)
    changed = {key: text for key, text in live.items() if before.get(key) != text}

What is one path in a file is cut in pieces here, washes into connected areas, rivers and drawings
into square blocks, so that a change in one hex changes little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from ..board import Board
from .display import Along, Item, Marks, Point, Shape
from .geometry import SIZE, Sheet
from .outline import Outlines
from .picture import Drawing, Setting
from .style import Style
from .svg import clip_path, element, text_path

__all__ = ["LiveMap"]

_T = TypeVar("_T")
_BLOCK = 6 * SIZE  # about 4 hexes
_APART = ("ring", "bank", "river", "channel", "pool", "open", "lost", "mouth", "arrow", "source")


class LiveMap:
    """Draws a board again and again, bare; what has not changed is not made anew.

    Lengths are those of the picture: its `width` and `height`, the `size` of a hex from its centre
    to a corner, and the `centres` by label.
    """

    def __init__(self, board: Board, style: Style | None = None) -> None:
        self.board = board
        self.setting = Setting(board.layout, replace(style or Style(), bare=True))
        self.width, self.height, self.size = self.setting.width, self.setting.bottom, SIZE
        sheet = Sheet(board, self.setting.left, self.setting.top)
        self.centres = {board.name(hex): sheet.centres[hex] for hex in sheet.places}
        self._outlines = Outlines(sheet)
        self._texts: dict[str, tuple[Item, str]] = {}  # by key

    def items(self, board: Board | None = None) -> list[tuple[str, str]]:
        """The elements of the board as it is now, or of another with the same layout."""
        self.board = board or self.board
        drawing = _InParts(self.board, self.setting, self._outlines)
        items = _keyed(_pieces(drawing.map()))
        self._texts = {key: (item, self._text(key, item)) for key, item in items}
        clips = "".join(clip_path(name, lines) for name, lines in drawing.clips.items())
        return [
            ("defs", f"<defs>{clips}</defs>"),
            *((key, text) for key, (_, text) in self._texts.items()),
        ]

    def _text(self, key: str, item: Item) -> str:
        before, text = self._texts.get(key, (None, ""))
        return text if before == item else _element(item)


class _InParts(Drawing):
    """A drawing with a wash for each connected area."""

    def _wash(self, kind: str, area: frozenset[int]) -> Iterator[Shape]:
        left = set(area)
        for hex in self.sheet.places if area else ():
            if hex in left:
                lines = self.outlines.area(frozenset(self._connected(hex, left)))
                yield Shape(kind, lines, about=self.board.name(hex))

    def _connected(self, start: int, left: set[int]) -> list[int]:
        """Take from what is left of an area a hex and all that hang together with it."""
        left.remove(start)
        part = [start]
        for hex in part:
            for other in self.sheet.around[hex]:
                if other in left:
                    left.remove(other)
                    part.append(other)
        return part


# Pieces ----------------------------------------------------------------------------------------


def _pieces(items: Iterable[Item]) -> Iterator[tuple[str, Item]]:
    """All items, cut into blocks where they may be, and what tells each from others of its kind."""
    for item in items:
        if isinstance(item, Marks):
            for block, places in _blocks(item.places, lambda place: place):
                yield block, Marks(item.kind, item.glyph, places, item.size)
        elif isinstance(item, Shape) and item.kind.split()[0] in _APART:
            for block, lines in _blocks(item.lines, lambda line: line.start):
                yield block, Shape(item.kind, lines, item.width, item.clip)
        else:
            yield item.about, item


def _blocks(ones: Iterable[_T], at: Callable[[_T], Point]) -> list[tuple[str, tuple[_T, ...]]]:
    """Those that stand in one block together, the blocks from the top down."""
    found: dict[tuple[int, int], list[_T]] = {}
    for one in ones:
        x, y = at(one)
        found.setdefault((int(y // _BLOCK), int(x // _BLOCK)), []).append(one)
    return [(f"{down}-{across}", tuple(found[down, across])) for down, across in sorted(found)]


def _keyed(pieces: Iterable[tuple[str, Item]]) -> Iterator[tuple[str, Item]]:
    """Each piece with its key: its kind and where it is, or which of its kind it is."""
    met: Counter[str] = Counter()
    for where, item in pieces:
        name = f"{item.kind}:{where}" if where else item.kind
        number = f":{met[name]}" if met[name] or not where else ""
        met[name] += 1
        yield f"{name}{number}", item


def _element(item: Item) -> str:
    """One element; text along a line brings its line with it."""
    if not isinstance(item, Along):
        return element(item)
    path = f"map-name-{item.about}"
    return f"<g><defs>{text_path(item, path)}</defs>{element(item, path)}</g>"
