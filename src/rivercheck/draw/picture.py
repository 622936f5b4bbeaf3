"""From a board to its display list."""

from __future__ import annotations

from collections.abc import Iterator

from .. import rules
from ..board import Board
from ..grid import Layout, Part
from ..network import System, surveyed
from ..records import TERRAINS
from ..words import listed
from .display import Along, Item, Label, Line, Picture, Shape, polyline, samples
from .furniture import coordinates, frame, heading, rectangle
from .geometry import SIZE, Plane, Sheet
from .legend import Legend
from .lettering import Lettering, shown
from .outline import Outlines
from .pools import POOL, pools, swamps
from .signs import river_width, signs
from .space import Box, Space
from .streams import Streams
from .style import Style
from .terrain import marks

__all__ = ["Drawing", "Setting", "picture"]

_LEAST = 640.0  # the least width of a picture
_EDGE = 0.12 * SIZE  # around a bare map: half of the widest line
_SMALL = 22 * SIZE  # a map no larger has room for the label of each hex
_FINEST = 84  # no text but these labels is smaller than this part of the picture


def picture(
    board: Board, style: Style | None = None, orders: dict[int, int] | None = None
) -> Picture:
    """All that is drawn of a board, in order. The same board and style give the same list.

    `orders` are Strahler's by place, where they are known better: on a part they come from outside.
    """
    style = style or Style()
    setting = Setting(board.layout, style)
    sheet = Sheet(board, setting.left, setting.top)
    return Drawing(board, setting, Outlines(sheet), orders).picture()


class Setting:
    """Where the map lies in its picture and how large its letters are, by layout and style."""

    def __init__(self, layout: Layout, style: Style, unit: float = SIZE) -> None:
        self.style = style
        plain = Plane(layout, unit=unit)
        self.size = max(0.36 * SIZE, plain.width / _FINEST, plain.height / _FINEST)
        self.labels = style.labels
        if self.labels == "auto":
            small = max(plain.width, plain.height) <= _SMALL
            self.labels = "all" if small else "margin"
        self.bold: float = min(1.7, max(1.0, self.size / (0.36 * SIZE)) ** 0.5)
        if style.bare:
            margin = 2.0 * self.size if self.labels == "margin" else _EDGE
            self.width, self.bottom = plain.width + 2 * margin, plain.height + 2 * margin
            self.left = self.top = margin
            self.frame: Box = (0, 0, self.width, self.bottom)
            return
        margin = (3.0 if self.labels == "margin" else 1.6) * self.size
        self.width = max(plain.width + 2 * (margin + self.size), _LEAST)
        top = 5.6 * self.size
        self.left, self.top = (self.width - plain.width) / 2, top + margin
        self.bottom = top + plain.height + 2 * margin
        self.frame = (self.size, top, self.width - self.size, self.bottom)


class Drawing:
    """One picture in the making. Outlines that were drawn before are used again where they hold."""

    def __init__(
        self,
        board: Board,
        setting: Setting,
        outlines: Outlines,
        orders: dict[int, int] | None = None,
    ) -> None:
        self.board, self.outlines = board, outlines
        self.setting, self.style, self.sheet = setting, setting.style, outlines.sheet
        self.size, self.bold = setting.size, setting.bold
        self.width, self.bottom = setting.width, setting.bottom
        self.systems, own = surveyed(board)
        self.streams = Streams(board, self.sheet, own if orders is None else orders)
        outlines.renew(self.streams.crossed)
        self.clips: dict[str, tuple[Line, ...]] = {}

    def picture(self) -> Picture:
        """Put everything together."""
        drawn = list(self.map())
        title = shown(self.board.title) or "Untitled board"
        if self.style.bare:
            items = tuple(drawn)
            return Picture(self.width, self.bottom, title, self._description(), items, self.clips)
        height = self.bottom + self.size
        framing: list[Item] = [*frame(self.setting.frame, self.size)]
        framing += heading(
            title, self.board.mapped, self.board.land, self.width / 2, 2.5 * self.size, self.size
        )
        if self.style.legend:
            legend = self._legend(drawn)
            left = (self.width - legend.width) / 2
            framing += legend.items(left, self.bottom + 1.6 * self.size)
            height = self.bottom + legend.height + 3.2 * self.size
        page = Shape("page", (rectangle((0, 0, self.width, height)),))
        items = (page, *drawn, *framing)
        return Picture(self.width, height, title, self._description(), items, self.clips)

    def _legend(self, drawn: list[Item]) -> Legend:
        occurs = {item.kind for item in drawn}
        states = {
            (self.board.state(hex), bool(self.board.terrain(hex))) for hex in self.sheet.places
        }
        if ("blank", False) in states or ("partial", False) in states:
            occurs.add("unknown")
        if ("blank", True) in states or ("partial", True) in states:
            occurs.add("faint")
        if any(self.board.hexes[hex].drainage for hex in self.sheet.places):
            occurs.add("drainage")
        orders = [stroke.order for stroke in self.streams.strokes.values()]
        width = self.width - 4 * self.size
        top, miles = max(orders, default=1), self.board.extra.get("miles")
        return Legend(self.sheet, occurs, self.size, self.bold, width, top, miles)

    def map(self) -> Iterator[Item]:
        """The map itself. Names are placed before drawings, which keep away from them."""
        space = Space(self.width, self.bottom, 4 * self.size)
        for stroke in self.streams.strokes.values():
            space.block(stroke.points(), 0.2 * SIZE)
        space.block([self.sheet.centres[hex] for hex in swamps(self.streams)], 1.4 * POOL)
        signed = [
            shape for shape in signs(self.streams, self.style.arrows, self.bold) if shape.lines
        ]
        for shape in signed:
            space.block(
                [point for line in shape.lines for point in samples(line, 1)], 0.1 * SIZE, 3
            )
        text = list(self._text(space))
        yield from (item for item in self._ground() if item.lines)
        yield from marks(self.board, self.sheet, space)
        yield from self._rivers()
        yield from (item for item in pools(self.streams) if item.lines)
        yield from signed
        yield from self._marked()
        yield from text

    # Ground ---------------------------------------------------------------------------------

    def _ground(self) -> Iterator[Shape]:
        places, board, outlines = self.sheet.places, self.board, self.outlines
        sea = frozenset(hex for hex in places if board.hexes[hex].terrain == rules.SEA)
        land = frozenset(hex for hex in places if hex not in sea)
        yield Shape("paper", outlines.area(frozenset(places)))
        yield from self._washes(land)
        coast = outlines.border(land, sea)
        if sea:
            self.clips["sea"] = outlines.area(sea)
            yield Shape("wash wash-sea", self.clips["sea"])
            for number in (4, 3, 2, 1):
                reach = 2 * SIZE * (0.13 * number + 0.015 * number * number)
                yield Shape(f"waterline line-{number}", coast, reach + 1.1, "sea")
                yield Shape("waterline gap", coast, reach - 0.9, "sea")
        yield Shape("grid", self.sheet.grid)
        yield Shape("ring", tuple(self._rings()))
        lakes = frozenset(hex for hex in land if board.hexes[hex].terrain == rules.LAKE)
        yield Shape("wash wash-lake", outlines.area(lakes))
        yield Shape("shore", outlines.border(lakes, frozenset(places) - lakes))
        yield Shape("coast", coast)

    def _washes(self, land: frozenset[int]) -> Iterator[Shape]:
        """A wash for each terrain, and a fainter one where it is known but not mapped."""
        board = self.board
        areas: dict[tuple[int, bool], list[int]] = {}
        for hex in land:
            areas.setdefault((board.hexes[hex].terrain, board.unmapped(hex)), []).append(hex)
        for number in range(1, rules.LAKE):
            for faint in (False, True):
                kind = f"wash wash-{TERRAINS[number].replace('/', '-')}{' faint' if faint else ''}"
                yield from self._wash(kind, frozenset(areas.get((number, faint), ())))

    def _wash(self, kind: str, area: frozenset[int]) -> Iterator[Shape]:
        yield Shape(kind, self.outlines.area(area))

    def _rings(self) -> Iterator[Line]:
        """What is printed in part has a dotted ring."""
        for hex in self.sheet.places:
            if self.board.hexes[hex].state == rules.PARTIAL:
                yield polyline(self.sheet.outline(hex, 0.92), closed=True)

    def _marked(self) -> Iterator[Shape]:
        """A ring around each hex that the style names."""
        for label in self.style.marked:
            ring = polyline(self.sheet.outline(self.board.place(label), 0.9), closed=True)
            yield Shape("marked", (ring,), about=label)

    # Water ----------------------------------------------------------------------------------

    def _rivers(self) -> Iterator[Shape]:
        widths = self.streams.widths()
        for order, lines in widths.items():
            yield Shape("bank", tuple(lines), self._wide(order) + 0.11 * SIZE)
        for order, lines in widths.items():
            yield Shape(f"river order-{min(order, 9)}", tuple(lines), self._wide(order))

    def _wide(self, order: int) -> float:
        return self.bold * river_width(order)

    # Text -----------------------------------------------------------------------------------

    def _text(self, space: Space) -> Iterator[Label | Along]:
        inner = 0.6 * self.size
        left, top, right, bottom = self.setting.frame
        box = left + inner, top + inner, right - inner, bottom - inner
        lettering = Lettering(self.streams, space, self.size, self.bold, box)
        if self.setting.labels == "all":
            yield from lettering.hex_labels()
        elif self.setting.labels == "margin":
            sheet = self.sheet
            around = sheet.left, sheet.top, sheet.left + sheet.width, sheet.top + sheet.height
            for label in coordinates(sheet, self.size, around):
                lettering.keep_clear(label)
                yield label
        if self.style.names:
            yield from lettering.hexes()
            yield from lettering.mouths()
            named = [system for system in self.systems if system.name and system.length > 2]
            yield from filter(None, map(lettering.along, named))

    def _description(self) -> str:
        """The map in words."""
        layout, mapped = self.board.layout, self.board.mapped
        size = f"{layout.columns} by {layout.rows} {layout.orientation} hexes"
        if isinstance(layout, Part):  # what its rivers drain lies outside too
            return f"A part of a map, {layout.span}: {size}, {mapped} of them mapped."
        text = f"A map of {size}, {mapped} of them mapped. "
        said = [_in_words(system) for system in self.systems if system.name][:12]
        return f"{text}Rivers with mouths: {listed(said)}." if said else f"{text}No river is named."


def _in_words(system: System) -> str:
    of = f" of {system.drainage} required" if system.drainage else ""
    return f"{shown(system.name)} at {system.hex} drains {system.size}{of}"
