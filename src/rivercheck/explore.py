"""Mapping hex after hex until a board is done: whole maps, by one of four orders."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from . import rules
from .board import Board
from .deal import draw_terrain, finish
from .deck import Dealer
from .errors import RivercheckError
from .records import TERRAINS
from .rulings import Rulings
from .ways import ORDERS, WANTED, Way, begin, follow_rivers, next_hex, start_of

__all__ = ["ORDERS", "Exploration", "explore", "remap"]


@dataclass(slots=True)
class Exploration:
    """How far a mapping has come. `seconds` is the mapping alone, without files and start-up."""

    order: str
    seed: int
    todo: int
    hexes: int = 0  # mapped so far, by a check each
    seconds: float = 0.0
    outcomes: dict[int, int] = field(default_factory=dict)


def explore(
    board: Board,
    dealer: Dealer,
    rulings: Rulings,
    order: str = "rivers",
    *,
    limit: int | None = None,
    region: Iterable[int] | None = None,
    keep: Iterable[int] = (),
    explorer: str = "",
    told: Callable[[rules.Run], None] | None = None,
) -> Iterator[Exploration]:
    """Map every unmapped hex (of the region, but for those kept); yields after each one.

    `rivers`: expeditions start at the mouths and follow rivers up, then go on along the frontier;
    `frontier`: an explorer's way, always next to what is known; `rows`: line by line; `random`:
    here and there. Terrain that is not known is drawn. The same board, dealer and order give the
    same map. `told` is given each check before it is drawn on the map. Raises RivercheckError if
    there is nothing to map.
    """
    if order not in ORDERS:
        raise RivercheckError(f"unknown order {order!r}: one of {', '.join(ORDERS)}", "order")
    wanted = set(board.layout.places() if region is None else region) - set(keep)
    wanted = {hex for hex in wanted if board.unmapped(hex)}
    if not wanted:
        raise RivercheckError(f"{board.title or 'the board'}: there is nothing to map", "nothing")
    done = Exploration(
        order, dealer.seed, len(wanted) if limit is None else min(limit, len(wanted))
    )
    begun = time.perf_counter()
    way = _way(board, wanted, ORDERS.index(order), dealer.seed)
    while done.hexes < done.todo:
        hex = next_hex(board.hexes, board.grid, way)
        run = _check(board, hex, dealer, rulings, done)
        if told is not None:
            told(run)
        board.draw_on_map(run, explorer)
        follow_rivers(board.hexes, board.grid, way, hex)
        done.seconds = time.perf_counter() - begun
        yield done


def remap(board: Board, region: Iterable[int]) -> list[int]:
    """Make the hexes of a region that were checked again what is printed there; returns them."""
    checked = [hex for hex in region if hex in board.notes and board.notes[hex].printed is not None]
    for hex in checked:
        board.restore(hex)
        board.notes[hex].explorers.clear()
    return checked


def _check(
    board: Board, hex: int, dealer: Dealer, rulings: Rulings, done: Exploration
) -> rules.Run:
    if board.hexes[hex].terrain == rules.UNKNOWN:
        board.keep_printed(hex)
        board.hexes[hex].terrain = TERRAINS.index(draw_terrain(board, hex, dealer))
    run, _ = finish(board, hex, rulings, dealer)
    done.hexes += 1
    done.outcomes[run.outcome] = done.outcomes.get(run.outcome, 0) + 1
    return run


def _way(board: Board, wanted: set[int], order: int, seed: int) -> Way:
    """What the order starts from."""
    layout = board.layout
    flags = bytearray(layout.size)
    for hex in wanted:
        flags[hex] = WANTED
    mouths = [hex for hex in layout.places() if hex in wanted and board.hexes[hex].mouth]
    room = len(wanted)
    start = start_of(layout, order, seed)
    way = Way(flags=flags, wanted=room, edge=[0] * room, led=[0] * room, mouths=mouths, **start)
    begin(board.hexes, board.grid, way, layout.columns, layout.rows)
    return way
