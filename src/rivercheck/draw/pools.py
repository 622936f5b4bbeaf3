"""Swamps: a pool in each, and the winding channels by which the water of one body is one."""

from __future__ import annotations

from collections.abc import Iterator

from .. import rules
from ..board import Board
from .display import Line, Point, Shape
from .geometry import SIZE
from .signs import dot
from .streams import Key, Streams

__all__ = ["POOL", "pools", "swamps"]

_SWAMPS = (rules.SWAMP, rules.JUNGLE_SWAMP)
POOL = 0.25 * SIZE  # the reach of a pool


def swamps(streams: Streams) -> list[int]:
    """All hexes with a pool."""
    board = streams.board
    return [hex for hex in streams.sheet.places if _terrain(board, hex) in _SWAMPS]


def pools(streams: Streams) -> Iterator[Shape]:
    """The pools and their channels: the shores first, then the water over them."""
    hexes = swamps(streams)
    ways = list(_ways(streams, hexes))
    banks = tuple(_channel(streams, *key, into=0.02 * SIZE) for key in ways)
    channels = tuple(_channel(streams, *key, into=0.12 * SIZE) for key in ways)
    yield Shape("channel bank-line", banks, 0.13 * SIZE)
    yield Shape("pool", tuple(dot(_pool(streams, hex), POOL) for hex in hexes))
    yield Shape("channel", channels, 0.13 * SIZE - 1.4)


def _terrain(board: Board, hex: int) -> int:
    return board.hexes[hex].terrain


def _pool(streams: Streams, hex: int) -> Point:
    return streams.knots.get(hex, streams.sheet.centres[hex])


def _ways(streams: Streams, hexes: list[int]) -> Iterator[Key]:
    """Hexsides that join each body of water with the fewest channels; a lake needs none within."""
    board = streams.board
    seen: set[int] = set()
    for start in [hex for hex in hexes if _by_lake(streams, hex)] + hexes:
        if start in seen:
            continue
        seen.add(start)
        queue = [start]
        for hex in queue:
            for side in rules.SIDES:
                other = board.beyond(hex, side)
                if other not in seen and _terrain(board, other) in _SWAMPS:
                    seen.add(other)
                    queue.append(other)
                    yield hex, side
    yield from ((hex, side) for hex in hexes if (side := _by_lake(streams, hex)))


def _by_lake(streams: Streams, hex: int) -> int:
    """The first hexside beyond which a lake lies, or 0."""
    board = streams.board
    return next((s for s in rules.SIDES if _terrain(board, board.beyond(hex, s)) == rules.LAKE), 0)


def _channel(streams: Streams, hex: int, side: int, into: float) -> Line:
    """From a pool over a hexside, winding, to the next pool or so far into a lake."""
    (x, y), ((mx, my), (dx, dy)) = _pool(streams, hex), streams.crossing(hex, side)
    reach = 0.4 * SIZE
    near = mx - reach * dx, my - reach * dy
    first = ((x + near[0]) / 2, (y + near[1]) / 2, *near, mx, my)
    other = streams.board.beyond(hex, side)
    if _terrain(streams.board, other) == rules.LAKE:
        return Line((x, y), (first, (mx + into * dx, my + into * dy)))
    ox, oy = _pool(streams, other)
    far = mx + reach * dx, my + reach * dy
    return Line((x, y), (first, (*far, (ox + far[0]) / 2, (oy + far[1]) / 2, ox, oy)))
