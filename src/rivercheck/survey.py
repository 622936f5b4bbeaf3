"""What became of the rivers of a whole board, counted: for studies of many boards.

Plain integers, attributes and indexing, as in `rules`: the same text runs on a board's records and,
compiled, on millions of boards. `network` and `flow` say the same of one board in names; tests
compare the two.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from . import rules

__all__ = ["GREAT", "HIGHEST", "SYSTEM", "TO_MOUTH", "TO_SEA", "TO_WATER", "Survey", "survey"]

HIGHEST = 16  # Strahler orders told apart; a board of 2 ** 15 headwaters has no more
GREAT = 15  # hexes: so long is a great river, at least
SYSTEM = 5  # hexes that a river drains, at least, for its system to be counted
TO_MOUTH, TO_SEA, TO_WATER, PRINTED, COUNTED, BATHED = 1, 2, 4, 8, 16, 32  # bits of `reaches`
NOWHERE, MAPPED, CLOSED, LAKE = rules.NOWHERE, rules.MAPPED, rules.CLOSED, rules.LAKE
SIDES, OPPOSITE = rules.SIDES, rules.OPPOSITE


@dataclass(slots=True)
class Survey:
    """The counts of one board, and room for making them. Lists are by place unless said."""

    mouths: Sequence[int]  # the places of the mouths that were there from the start
    drained: MutableSequence[int]  # by mouth: hexes, those of its bodies of water included
    length: MutableSequence[int]  # by mouth: its longest river, in hexes, by the shortest way
    streams: MutableSequence[int]  # by Strahler's order, which is at most HIGHEST
    stream_hexes: MutableSequence[int]  # by order: land hexes that carry a river
    reaches: MutableSequence[int]  # what its water reaches: TO_MOUTH, TO_SEA, TO_WATER
    way: MutableSequence[int]  # to the nearest mouth, 1 at the mouth, 0: to none
    near: MutableSequence[int]  # the same to the mouth that is looked at
    stream: MutableSequence[int]  # the hex from which its stream has its order
    order: MutableSequence[int]
    met: MutableSequence[int]  # when a hex was met, from 1; -1 once it is in a pool
    queue: MutableSequence[int]
    trail: MutableSequence[int]
    heads: MutableSequence[int]
    work: MutableSequence[int]  # seven times as long as the board: a hex waits once for each side
    rivers: int = 0  # mapped land hexes that carry a river
    to_mouth: int = 0  # those of them whose water reaches a mouth that was there from the start
    to_sea: int = 0  # a mouth, or the sea by a mouth that a check made
    to_water: int = 0  # a mouth, the sea, a lake or a swamp
    sources: int = 0
    lakes: int = 0  # bodies of adjacent lake hexes
    lake_hexes: int = 0
    swamp_hexes: int = 0
    great: int = 0  # mouths whose longest river has GREAT hexes or more
    systems: int = 0  # mouths that drain SYSTEM hexes or more
    longest: int = 0  # of all rivers that reach a mouth or the sea
    largest: int = 0  # hexes that one of them drains
    trails: int = 0
    heights: int = 0
    works: int = 0

    @classmethod
    def of(cls, size: int, mouths: Sequence[int]) -> Survey:
        """Room for a board of so many records, its rim included."""
        by_mouth, by_order, by_place = len(mouths), HIGHEST + 1, [size] * 9
        counts = (by_mouth, by_mouth, by_order, by_order, *by_place, 7 * size)
        drained, length, streams, stream_hexes, *lists = ([0] * count for count in counts)
        reaches, way, near, stream, order, met, queue, trail, heads, work = lists
        first = (mouths, drained, length, streams, stream_hexes, reaches, way, near)
        return cls(*first, stream, order, met, queue, trail, heads, work)


def survey(hexes: rules.Hexes, grid: rules.Grid, found: Survey) -> None:
    """Count everything anew."""
    clear(hexes, found)
    follow_up(hexes, grid, found)
    count_hexes(hexes, grid, found)
    measure_systems(hexes, grid, found)
    measure_streams(hexes, grid, found)


def clear(hexes: rules.Hexes, found: Survey) -> None:
    """Forget the board before."""
    for hex in range(len(hexes)):
        found.reaches[hex] = found.way[hex] = found.near[hex] = 0
        found.stream[hex] = NOWHERE
        found.order[hex] = found.met[hex] = 0
    for order in range(HIGHEST + 1):
        found.streams[order] = found.stream_hexes[order] = 0
    for place in range(len(found.mouths)):
        found.reaches[found.mouths[place]] = PRINTED
    found.rivers = found.to_mouth = found.to_sea = found.to_water = 0
    found.sources = found.lakes = found.lake_hexes = found.swamp_hexes = 0
    found.great = found.systems = found.longest = found.largest = 0


# Where water comes to -------------------------------------------------------------------------


def follow_up(hexes: rules.Hexes, grid: rules.Grid, found: Survey) -> None:
    """Mark all hexes from which water reaches a mouth, the sea, a lake or a swamp."""
    for bit in (TO_MOUTH, TO_SEA, TO_WATER):
        waiting = 0
        for hex in range(len(hexes)):
            if is_end(hexes, found, hex, bit):
                found.reaches[hex] |= bit
                found.queue[waiting] = hex
                waiting += 1
        spread_up(hexes, grid, found, bit, waiting)


def is_end(hexes: rules.Hexes, found: Survey, hex: int, bit: int) -> bool:
    """Whether water that comes to this hex has come to such an end."""
    here = hexes[hex]
    if bit == TO_WATER:
        return rules.is_water(here)
    if not here.mouth or here.state == CLOSED:
        return False
    return (found.reaches[hex] & PRINTED != 0) == (bit == TO_MOUTH)


def spread_up(hexes: rules.Hexes, grid: rules.Grid, found: Survey, bit: int, waiting: int) -> None:
    """Carry a mark upstream from the hexes in the queue."""
    place = 0
    while place < waiting:
        hex = found.queue[place]
        place += 1
        for side in SIDES:
            above = rules.beyond(hexes, grid, hex, side)
            if not found.reaches[above] & bit and comes_down(hexes, above, hex, side):
                found.reaches[above] |= bit
                found.queue[waiting] = above
                waiting += 1


def comes_down(hexes: rules.Hexes, above: int, hex: int, side: int) -> bool:
    """Whether water of the hex beyond this hexside flows into the hex."""
    return hexes[above].state != CLOSED and rules.flows(hexes, above, hex, OPPOSITE[side])


def count_hexes(hexes: rules.Hexes, grid: rules.Grid, found: Survey) -> None:
    """Count what lies in each hex."""
    for hex in range(len(hexes)):
        here = hexes[hex]
        if here.state == MAPPED:
            found.sources += here.source
            if here.terrain == LAKE:
                found.lake_hexes += 1
                if not found.reaches[hex] & BATHED:
                    found.lakes += 1
                    bathe(hexes, grid, found, hex)
            elif rules.is_water(here):
                found.swamp_hexes += 1
            elif here.ins | here.outs:
                found.rivers += 1
                count_reach(found, found.reaches[hex])


def bathe(hexes: rules.Hexes, grid: rules.Grid, found: Survey, hex: int) -> None:
    """Mark all hexes of a lake as counted."""
    found.reaches[hex] |= BATHED
    found.queue[0] = hex
    place, waiting = 0, 1
    while place < waiting:
        here = found.queue[place]
        place += 1
        for side in SIDES:
            beside = rules.beyond(hexes, grid, here, side)
            lake = hexes[beside].state == MAPPED and hexes[beside].terrain == LAKE
            if lake and not found.reaches[beside] & BATHED:
                found.reaches[beside] |= BATHED
                found.queue[waiting] = beside
                waiting += 1


def count_reach(found: Survey, reaches: int) -> None:
    """Count a river hex by what its water reaches."""
    if reaches & TO_MOUTH:
        found.to_mouth += 1
    if reaches & (TO_MOUTH | TO_SEA):
        found.to_sea += 1
    if reaches & (TO_MOUTH | TO_SEA | TO_WATER):
        found.to_water += 1


# Systems --------------------------------------------------------------------------------------


def measure_systems(hexes: rules.Hexes, grid: rules.Grid, found: Survey) -> None:
    """The drained hexes and the longest river of each mouth; the best of those that checks made."""
    waiting = 0
    for hex in range(len(hexes)):
        if hexes[hex].mouth and hexes[hex].state != CLOSED:
            found.way[hex] = 1
            found.queue[waiting] = hex
            waiting += 1
    measure_ways(hexes, grid, found, found.way, waiting)
    for place in range(len(found.mouths)):
        found.drained[place], found.length[place] = system(hexes, grid, found, found.mouths[place])
    for hex in range(len(hexes)):
        made = not found.reaches[hex] & PRINTED
        if made and hexes[hex].mouth and hexes[hex].state != CLOSED:
            system(hexes, grid, found, hex)


def measure_ways(
    hexes: rules.Hexes,
    grid: rules.Grid,
    found: Survey,
    way: MutableSequence[int],
    waiting: int,
) -> int:
    """The shortest way of each hex to one of those in the queue; returns how many have one."""
    place = 0
    while place < waiting:
        hex = found.queue[place]
        place += 1
        for side in SIDES:
            above = rules.beyond(hexes, grid, hex, side)
            if not way[above] and comes_down(hexes, above, hex, side):
                way[above] = way[hex] + 1
                found.queue[waiting] = above
                waiting += 1
    return waiting


def system(hexes: rules.Hexes, grid: rules.Grid, found: Survey, mouth: int) -> tuple[int, int]:
    """The drained hexes of a mouth, and its longest river.

    A hex counts for the longest river of the mouth that is nearest.
    """
    found.near[mouth] = 1
    found.queue[0] = mouth
    reached = measure_ways(hexes, grid, found, found.near, 1)
    drained = longest = 0
    for place in range(reached):
        hex = found.queue[place]
        if hexes[hex].state == MAPPED:
            drained += 1
            if found.near[hex] == found.way[hex]:  # which never falls from one to the next
                longest = found.near[hex]
        found.near[hex] = 0
    if longest >= GREAT:
        found.great += 1
    if drained >= SYSTEM:
        found.systems += 1
    if longest > found.longest:
        found.longest = longest
    if drained > found.largest:
        found.largest = drained
    return drained, longest


# Strahler's orders ----------------------------------------------------------------------------


def measure_streams(hexes: rules.Hexes, grid: rules.Grid, found: Survey) -> None:
    """The order of each hex, pool by pool from the heads of rivers down.

    A pool is a body of water, a circle, or a single hex: Gabow's path-based search, as in `flow`.
    """
    found.trails = found.heights = found.works = 0
    count = 0
    for root in range(len(hexes)):
        here = hexes[root]
        if here.state == CLOSED or found.met[root] or not (here.ins | here.outs | here.mouth):
            continue
        push(found, root)
        while found.works:
            found.works -= 1
            hex = found.work[found.works]
            if hex < 0:  # all that is upstream of ~hex has been seen
                if found.heads[found.heights - 1] == ~hex:
                    found.heights -= 1
                    close_pool(hexes, grid, found, ~hex)
            elif not found.met[hex]:
                count += 1
                meet_hex(hexes, grid, found, hex, count)


def push(found: Survey, hex: int) -> None:
    """Have a hex visited next."""
    found.work[found.works] = hex
    found.works += 1


def meet_hex(hexes: rules.Hexes, grid: rules.Grid, found: Survey, hex: int, count: int) -> None:
    """Visit a hex; what is upstream comes next, and what was met on the way here closes a pool."""
    found.met[hex] = count
    found.trail[found.trails] = hex
    found.trails += 1
    found.heads[found.heights] = hex
    found.heights += 1
    push(found, ~hex)
    for side in SIDES:
        above = rules.beyond(hexes, grid, hex, side)
        if comes_down(hexes, above, hex, side):
            if not found.met[above]:
                push(found, above)
            elif found.met[above] > 0:
                while found.met[found.heads[found.heights - 1]] > found.met[above]:
                    found.heights -= 1


def close_pool(hexes: rules.Hexes, grid: rules.Grid, found: Survey, head: int) -> None:
    """Give all hexes of a pool the order that the rivers into it make; `head` was met first."""
    begin = found.trails - 1
    while found.trail[begin] != head:
        begin -= 1
    top, stream = confluence(hexes, grid, found, begin)
    for place in range(begin, found.trails):
        hex = found.trail[place]
        found.order[hex], found.stream[hex], found.met[hex] = top, stream, -1
        here = hexes[hex]
        if here.state == MAPPED and here.ins | here.outs and not rules.is_water(here):
            found.stream_hexes[top] += 1
            if not found.reaches[stream] & COUNTED:  # the first land hex of its stream
                found.reaches[stream] |= COUNTED
                found.streams[top] += 1
    found.trails = begin


def confluence(hexes: rules.Hexes, grid: rules.Grid, found: Survey, begin: int) -> tuple[int, int]:
    """The order of a pool and the hex that its stream has it from.

    Arms of one stream that meet again are one; two streams of the highest order make it rise.
    """
    top, stream, more = 0, NOWHERE, False
    for place in range(begin, found.trails):
        hex = found.trail[place]
        for side in SIDES:
            above = rules.beyond(hexes, grid, hex, side)
            if found.met[above] == -1 and comes_down(hexes, above, hex, side):
                if found.order[above] > top:
                    top, stream, more = found.order[above], found.stream[above], False
                elif found.order[above] == top and found.stream[above] != stream:
                    more = True
    if top == 0 or (more and top < HIGHEST):
        return top + 1, found.trail[begin]
    return top, stream
