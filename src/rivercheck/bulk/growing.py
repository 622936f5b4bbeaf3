"""Mapping whole boards by the compiled rules: one, or many side by side.

The same seed, board, deck, rulings and order give the board that plain `explore` gives, byte for
byte, on any number of threads: each board is mapped by one thread, from its own seed.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .. import rules
from ..board import Board
from ..chance import seed_fault
from ..deck import Deck
from ..errors import DeckError, RivercheckError
from ..records import NOTED, OUTCOMES, RIVER_A, RIVER_B, TERRAINS, tests_of
from ..rulings import Rulings
from ..ways import ORDERS, WANTED, start_of
from . import audit, dealing, mapping
from .layouts import CARD, HEX, WORLD
from .native import Library, Program, load
from .sheet import Sheet

__all__ = [
    "ENGINE",
    "Growth",
    "cards_of",
    "count_faults",
    "engine",
    "grow_board",
    "grow_many",
]

T = TypeVar("T")
Counts = npt.NDArray[np.int64]

ENGINE = Program(
    "engine",
    (mapping, dealing, audit),
    {"start": (WORLD, "i8", "i8"), "grow": (WORLD, "i8"), "audit": (WORLD,)},
)


def engine(told: Callable[[str], None] | None = None) -> Library:
    """The compiled engine; compiles it at first use, which takes seconds."""
    return load(ENGINE, told)


class World:
    """The record that compiled code is given, and the arrays that it points to.

    It has a sheet and rulings; what else a program reads is put in by who calls it.
    """

    def __init__(self, sheet: Sheet, rulings: Rulings) -> None:
        self.record = np.zeros(1, WORLD.dtype)
        self.kept: list[npt.NDArray[Any]] = []
        self.address: int = self.record.ctypes.data
        steps = np.array(sheet.layout.steps, np.int32)
        self.at()["hexes"] = self.table(sheet.hexes, sheet.cold)
        self.at("grid")["steps"] = self.table(steps)
        for name in ("first", "last"):
            self.at("grid")[name] = rules.NOWHERE
        for ruling in fields(rulings):
            self.at("rulings")[ruling.name] = getattr(rulings, ruling.name)

    def at(self, *path: str) -> Any:
        """A record inside, to be read and written."""
        record = self.record[0]
        for name in path:
            record = record[name]
        return record

    def table(
        self, values: npt.NDArray[Any], cold: npt.NDArray[Any] | None = None, offset: int = 0
    ) -> tuple[int, int, int]:
        """What stands in a record for a table; its array is kept alive."""
        self.kept += [values] if cold is None else [values, cold]
        return values.ctypes.data + offset, 0 if cold is None else cold.ctypes.data, len(values)


class Growth:
    """A board being mapped. `step` goes on; the counts are of all steps so far.

    `visits` counts what was noted, in the order of `records.NOTED`; `outcomes` the outcomes, in the
    order of `records.OUTCOMES`; `forced` the checks whose river ended against the tests of that
    mask (0: those that were not forced). Raises RivercheckError if there is nothing to map,
    DeckError for the seed or the deck.
    """

    def __init__(
        self,
        sheet: Sheet,
        deck: Deck,
        seed: int,
        rulings: Rulings,
        order: str = "rivers",
        *,
        replacement: bool = False,
        library: Library | None = None,
        cards: npt.NDArray[np.void] | None = None,  # of the deck, where many boards are mapped
    ) -> None:
        if order not in ORDERS:
            raise RivercheckError(f"unknown order {order!r}: one of {', '.join(ORDERS)}", "order")
        fault = seed_fault(seed)
        if fault:
            raise DeckError(fault, "seed")
        self.sheet, self.order, self.seed, self.rulings = sheet, order, seed, rulings
        self.library = library or engine()
        self.hexes = 0
        self.seconds = 0.0
        self.visits, self.outcomes, self.forced = (
            np.zeros(size, np.int64) for size in (len(NOTED), len(OUTCOMES), 8)
        )
        self.todo = self._want(deck)
        self.world = World(sheet, rulings)
        self._deal(cards_of(deck) if cards is None else cards, replacement)
        self._order()
        begun = time.perf_counter()
        layout = sheet.layout
        self.library.call("start", self.world.address, layout.columns, layout.rows)
        self.seconds = time.perf_counter() - begun

    def _want(self, deck: Deck) -> int:
        hexes = self.sheet.hexes
        wanted = hexes["state"] < rules.MAPPED
        hexes["flags"] = wanted
        if not (todo := int(np.count_nonzero(wanted))):
            title = self.sheet.title or "the board"
            raise RivercheckError(f"{title}: there is nothing to map", "nothing")
        if bool((wanted & (hexes["terrain"] == rules.UNKNOWN)).any()):
            require_terrain(deck)
        return todo

    def _deal(self, cards: npt.NDArray[np.void], replacement: bool) -> None:
        world = self.world
        world.at("run")["visits"] = world.table(self.visits)
        world.at()["outcomes"] = world.table(self.outcomes)
        world.at()["forced"] = world.table(self.forced)
        dealer = world.at("run", "dealer")
        dealer["cards"] = world.table(cards)
        dealer["order"] = world.table(np.zeros(len(cards), np.int16))
        dealer["seed"], dealer["replacement"] = self.seed, replacement

    def _order(self) -> None:
        world, sheet = self.world, self.sheet
        way = world.at("way")
        for name, value in start_of(sheet.layout, ORDERS.index(self.order), self.seed).items():
            way[name] = value
        hexes, mouths = sheet.hexes, sheet.mouths()
        way["flags"] = world.table(hexes, offset=HEX.offset("flags"))
        way["wanted"] = self.todo
        way["mouths"] = world.table(mouths[hexes["flags"][mouths] == WANTED].astype(np.int32))
        way["edge"] = world.table(np.empty(self.todo if self.order != "rows" else 0, np.int32))
        way["led"] = world.table(np.empty(self.todo if self.order == "rivers" else 0, np.int32))

    @property
    def left(self) -> int:
        """How many hexes are still to be mapped."""
        return self.todo - self.hexes

    def step(self, most: int = 1 << 62) -> int:
        """Map up to so many hexes more; returns how many there were, 0 when all are mapped."""
        begun = time.perf_counter()
        done = self.library.call("grow", self.world.address, most)
        self.seconds += time.perf_counter() - begun
        self.hexes += done
        return done

    def finish(self) -> Growth:
        """Map all that is left."""
        self.step()
        return self

    def close(self) -> Sheet:
        """The sheet as it stands, under its rulings, without what mapping alone needed."""
        self.world.kept.clear()
        self.world.record[:] = 0
        self.todo = self.hexes
        self.sheet.rulings = self.rulings
        return self.sheet

    def forced_by(self) -> dict[str, int]:
        """How many rivers were forced to end, by the tests that they broke."""
        masks = ((mask, int(number)) for mask, number in enumerate(self.forced) if mask and number)
        return {"+".join(tests_of(mask)): number for mask, number in masks}


def count_faults(sheet: Sheet, rulings: Rulings) -> list[dict[str, object]]:
    """The compiled audit: how many faults of each kind there are, and the first hex of each."""
    world = World(sheet, rulings)
    numbers, places = (np.zeros(len(audit.KINDS), np.int64) for _ in range(2))
    world.at()["found"], world.at()["first"] = world.table(numbers), world.table(places)
    engine().call("audit", world.address)
    return [
        {"kind": kind, "count": int(number), "first": sheet.layout.label(int(hex))}
        for kind, number, hex in zip(audit.KINDS, numbers, places, strict=True)
        if number
    ]


def require_terrain(deck: Deck) -> None:
    """Raise DeckError if a card names no terrain, which drawing terrain needs."""
    for card in deck.cards:
        if not card.terrain:
            raise DeckError(f"card {card.id or card.short}: names no terrain, so none can be drawn")


def cards_of(deck: Deck) -> npt.NDArray[np.void]:
    """The cards as records, in the order of the deck."""
    rows = [
        (
            RIVER_A.index(card.river_a),
            RIVER_B.index(card.river_b),
            card.numbers[0],
            (*card.numbers, 0)[1],
            TERRAINS.index(card.terrain),
        )
        for card in deck.cards
    ]
    return np.array(rows, CARD.dtype)


def grow_board(
    board: Board,
    deck: Deck,
    seed: int,
    rulings: Rulings,
    order: str = "rivers",
    *,
    replacement: bool = False,
) -> Growth:
    """Map every unmapped hex of a board, in place; returns the growth with its counts."""
    growth = Growth(Sheet.of(board), deck, seed, rulings, order, replacement=replacement).finish()
    growth.sheet.onto(board)
    return growth


def grow_many(
    sheet: Sheet | Callable[[int], Sheet],
    seeds: Iterable[int],
    measure: Callable[[Growth], T],
    *,
    deck: Deck,
    rulings: Rulings,
    order: str = "rivers",
    replacement: bool = False,
    workers: int | None = None,
) -> Iterator[T]:
    """Map copies of a board, one from each seed, on all cores; yields what `measure` says of each.

    The board may differ from seed to seed: then `sheet` makes it.

    Results come in the order of the seeds, and do not depend on `workers`. `measure` is called in
    the thread that mapped the board; compiled code in it (`Library.call`) lets others run. No more
    boards than a few a worker are in memory at once.
    """
    library, cards = engine(), cards_of(deck)
    workers = workers or os.cpu_count() or 1

    def one(seed: int) -> T:
        growth = Growth(
            sheet(seed) if callable(sheet) else sheet.copy(),
            deck,
            seed,
            rulings,
            order,
            replacement=replacement,
            library=library,
            cards=cards,
        )
        return measure(growth.finish())

    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[T]] = deque()
        try:
            for seed in seeds:
                waiting.append(pool.submit(one, seed))
                if len(waiting) > 3 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
