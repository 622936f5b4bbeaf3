"""Mapping hex after hex until a board is done: whole maps, by one of three orders."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from . import chance, rules
from .board import Board
from .deal import draw_terrain, finish
from .deck import Dealer
from .errors import RivercheckError
from .records import TERRAINS
from .rulings import Rulings

__all__ = ["ORDERS", "Exploration", "explore", "remap"]

ORDERS = ("rivers", "frontier", "rows")
_WAYS = 1 << 20  # the stream of chance by which expeditions choose where to go; no dealer's


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
    `frontier`: an explorer's way, always next to what is known; `rows`: line by line. Terrain that
    is not known is drawn. The same board, dealer and order give the same map. `told` is given each
    check before it is drawn on the map. Raises RivercheckError if there is nothing to map.
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
    for hex in _ways(board, wanted, order, dealer.seed):
        if done.hexes == done.todo:
            return
        run = _check(board, hex, dealer, rulings, done)
        if told is not None:
            told(run)
        board.draw_on_map(run, explorer)
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


def _ways(board: Board, wanted: set[int], order: str, seed: int) -> Iterator[int]:
    """The wanted hexes one after the other, as the map grows."""
    if order == "rows":
        layout = board.layout
        yield from sorted(wanted, key=lambda hex: layout.column_row(hex)[::-1])
    else:
        yield from _Expedition(board, wanted, seed).ways(follow=order == "rivers")


class _Expedition:
    """Where to go next: up the river last followed, to the next mouth, along the frontier."""

    def __init__(self, board: Board, wanted: set[int], seed: int) -> None:
        self.board, self.wanted, self.seed = board, set(wanted), seed
        self.led: list[int] = []  # hexes that a river leads to, the last first
        self.edge: list[int] = []  # hexes beside what is known, in the order in which they came
        self.seen: set[int] = set()
        self.choices = 0
        in_order = [hex for hex in board.layout.places() if hex in wanted]
        self.unseen = iter(in_order)
        self.mouths = iter([hex for hex in in_order if board.hexes[hex].mouth])
        for hex in in_order:
            if any(self._known(board.beyond(hex, side)) for side in rules.SIDES):
                self._meet(hex)

    def ways(self, follow: bool) -> Iterator[int]:
        """Each wanted hex once; after each, the map has changed."""
        while self.wanted:
            hex = (self._followed() if follow else None) or self._chosen()
            self.wanted.remove(hex)
            yield hex
            self._look_around(hex)

    def _known(self, hex: int) -> bool:
        here = self.board.hexes[hex]
        return here.state == rules.MAPPED or here.terrain == rules.SEA

    def _meet(self, hex: int) -> None:
        if hex in self.wanted and hex not in self.seen:
            self.seen.add(hex)
            self.edge.append(hex)

    def _followed(self) -> int | None:
        while self.led:
            hex = self.led.pop()
            if hex in self.wanted:
                return hex
        return next((hex for hex in self.mouths if hex in self.wanted), None)

    def _chosen(self) -> int:
        """A hex of the frontier by chance; where there is none, the next that nobody has seen."""
        while self.edge:
            place = chance.below(len(self.edge), self.seed, _WAYS, self.choices)
            self.choices += 1
            self.edge[place], self.edge[-1] = self.edge[-1], self.edge[place]
            hex = self.edge.pop()
            if hex in self.wanted:
                return hex
        return next(hex for hex in self.unseen if hex in self.wanted)

    def _look_around(self, hex: int) -> None:
        here = self.board.hexes[hex]
        for side in rules.SIDES:
            beside = self.board.beyond(hex, side)
            self._meet(beside)
            if rules.has(here.ins | here.outs, side) and beside in self.wanted:
                self.led.append(beside)
