"""The flow of a board as a graph: what flows into what, where water goes round, Strahler's order.

Flow is what `rules` says it is: water follows the strokes that hexes carry, mapped or printed, and
a body of water passes it on from each of its hexes to all others. No search here calls itself, so
no board is too large, and each takes time in proportion to the hexes that carry rivers.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import rules
from .board import Board
from .records import sides_of

__all__ = ["Flow", "circles", "orders", "pools", "sinks", "upstream"]

Flow = dict[int, list[int]]  # by place: the hexes whose water flows straight into it


def upstream(board: Board) -> Flow:
    """For each hex that a river runs through or into: the hexes whose water flows into it."""
    hexes, grid = board.hexes, board.grid
    rules.begin_search(grid)
    for hex in board.layout.places():
        here = hexes[hex]
        if here.ins | here.outs | here.mouth:
            rules.reach(hexes, grid, hex)
            for side in sides_of(here.outs):
                rules.reach(hexes, grid, board.beyond(hex, side))
    flow: Flow = {}
    current = grid.first
    while current != rules.NOWHERE:
        flow[current] = _above(board, current)
        for above in flow[current]:  # brings in the rest of a body of water
            rules.reach(hexes, grid, above)
        current = hexes[current].next
    return flow


def _above(board: Board, hex: int) -> list[int]:
    hexes = board.hexes
    around = [(board.beyond(hex, side), rules.OPPOSITE[side]) for side in rules.SIDES]
    return [
        above
        for above, side in around
        if rules.flows(hexes, above, hex, side) and hexes[above].state != rules.CLOSED
    ]


def pools(flow: Flow) -> Iterator[list[int]]:
    """The hexes whose water reaches each other, each pool after all that flow into it.

    A pool is a body of water, a circle, or a single hex: the strongly connected components, by
    Gabow's path-based search (2000).
    """
    done = len(flow)
    met: dict[int, int] = {}  # when a hex was met; `done` once it is in a pool
    trail: list[int] = []  # hexes met and not yet in a pool
    heads: list[int] = []  # those of them that may be the first of a pool
    for root in flow:
        work = [root]
        while work:
            hex = work.pop()
            if hex < 0:  # all that is upstream of ~hex has been seen
                if heads[-1] == ~hex:
                    pool = _cut(trail, heads.pop())
                    met.update(dict.fromkeys(pool, done))
                    yield pool
            elif hex not in met:
                met[hex] = len(met)
                trail.append(hex)
                heads.append(hex)
                work.append(~hex)
                work.extend(_unmet(flow[hex], met, heads))


def _cut(trail: list[int], head: int) -> list[int]:
    pool = [trail.pop()]
    while pool[-1] != head:
        pool.append(trail.pop())
    return pool


def _unmet(above: list[int], met: dict[int, int], heads: list[int]) -> list[int]:
    """What is still to be visited; what was met on the way here closes a pool."""
    for up in above:
        while up in met and met[heads[-1]] > met[up]:
            heads.pop()
    return [up for up in above if up not in met]


def circles(board: Board, flow: Flow) -> list[list[int]]:
    """Circles of flow over land alone; those that share a hex are one. Sorted by label."""
    land = {hex: above for hex, above in flow.items() if not rules.is_water(board.hexes[hex])}
    dry = {hex: [up for up in above if up in land] for hex, above in land.items()}
    # Two hexes share one hexside: if each flows into the other, that is damage and no circle.
    found = [sorted(pool, key=board.name) for pool in pools(dry) if len(pool) > 2]
    return sorted(found, key=lambda pool: board.name(pool[0]))


def sinks(board: Board, flow: Flow) -> list[list[int]]:
    """The pools that water does not leave, neither for another hex nor by a mouth."""
    found = list(pools(flow))
    pool_of = {hex: number for number, pool in enumerate(found) for hex in pool}
    left = {pool_of[hex] for hex in flow if board.hexes[hex].mouth}
    for hex, above in flow.items():
        left.update(pool_of[up] for up in above if pool_of[up] != pool_of[hex])
    return [pool for number, pool in enumerate(found) if number not in left]


def orders(flow: Flow) -> dict[int, int]:
    """Strahler's order of each hex; `network.strahler` says what it means here."""
    streams: dict[
        int, tuple[int, int]
    ] = {}  # the order, and the hex from which the river has had it
    for pool in pools(flow):
        feeders = {streams[up] for hex in pool for up in flow[hex] if up in streams}
        streams.update(dict.fromkeys(pool, _joined(feeders, pool[0])))
    return {hex: order for hex, (order, _) in streams.items()}


def _joined(feeders: set[tuple[int, int]], hex: int) -> tuple[int, int]:
    top = max((order for order, _ in feeders), default=0)
    highest = [feeder for feeder in feeders if feeder[0] == top]
    return highest[0] if len(highest) == 1 else (top + 1, hex)
