"""The audit of a map too large for `faults`: what it finds is counted, not listed.

Compiled text, as `mapping`. The kinds are those of `faults`, but for requirements, which are not
asked, and circles, which are followed by the first outflow of each hex.
"""

from __future__ import annotations

from typing import Any

from .. import rules

__all__ = ["KINDS", "audit"]

# In the order of the numbers below.
KINDS = (
    "strokes-disagree",
    "stroke-without-mouth",
    "two-outflows",
    "dry-end",
    "no-source",
    "mouth-without-river",
    "over-the-edge",
    "unknown-terrain",
    "circle",
)
(DISAGREE, WITHOUT_MOUTH, TWO_OUTS, DRY_END, NO_SOURCE, NO_RIVER_TO_MOUTH, OVER_EDGE,
 NO_TERRAIN, CIRCLE) = range(9)  # fmt: skip
MAPPED, CLOSED, NOWHERE, UNKNOWN = rules.MAPPED, rules.CLOSED, rules.NOWHERE, rules.UNKNOWN
SEA, OPPOSITE, SIDES = rules.SEA, rules.OPPOSITE, rules.SIDES


def audit(world: Any) -> int:
    """Count into `world.found`, with the first hex of each kind in `world.first`; returns the sum.

    The marks of searches are forgotten.
    """
    hexes, grid = world.hexes, world.grid
    total = 0
    for hex in range(len(hexes)):
        hexes[hex].mark = 0
    for hex in range(len(hexes)):
        if hexes[hex].state == MAPPED:
            total += look(world, hex) + follow(world, hex)
    for hex in range(len(hexes)):
        hexes[hex].mark = 0
    grid.search = 0
    return total


def found(world: Any, kind: int, hex: int) -> int:
    """Count one fault."""
    if world.found[kind] == 0:
        world.first[kind] = hex
    world.found[kind] += 1
    return 1


def look(world: Any, hex: int) -> int:
    """What is wrong with the strokes of one mapped hex."""
    hexes, grid = world.hexes, world.grid
    here = hexes[hex]
    faults = 0
    for side in SIDES:
        if (here.ins | here.outs) >> side & 1:
            faults += stroke(world, hex, side)
    if here.terrain == UNKNOWN:
        faults += found(world, NO_TERRAIN, hex)
    if rules.is_water(here):
        return faults
    outs = rules.leaving(hexes, grid, hex)
    if rules.several(outs):
        faults += found(world, TWO_OUTS, hex)
    if here.ins and not outs:
        faults += found(world, DRY_END, hex)
    if outs and not here.ins and not here.source:
        faults += found(world, NO_SOURCE if outs == here.outs else NO_RIVER_TO_MOUTH, hex)
    return faults


def stroke(world: Any, hex: int, side: int) -> int:
    """What is wrong with one stroke of a mapped hex; a pair that disagrees is counted once."""
    hexes, grid = world.hexes, world.grid
    here = hexes[hex]
    beyond = rules.beyond(hexes, grid, hex, side)
    there = hexes[beyond]
    enters = here.ins >> side & 1
    if there.state == CLOSED:
        if here.mouth == side and not enters:
            return 0
        if rules.is_water(here) and not enters and there.terrain != SEA:
            return found(world, OVER_EDGE, hex)
        return found(world, WITHOUT_MOUTH, hex)
    back = OPPOSITE[side]
    agree = (there.outs if enters else there.ins) >> back & 1
    against = (there.ins if enters else there.outs) >> back & 1
    if (against and hex < beyond) or (there.state == MAPPED and not agree and not against):
        return found(world, DISAGREE, hex)
    return 0


def follow(world: Any, hex: int) -> int:
    """Follow the water of a hex over land that nobody has followed: whether it comes round."""
    hexes, grid = world.hexes, world.grid
    current = hex
    while current != NOWHERE and hexes[current].mark == 0:
        here = hexes[current]
        if here.state != MAPPED or rules.is_water(here):
            return 0
        here.mark = hex
        after = NOWHERE
        for side in SIDES:
            if here.outs >> side & 1 and after == NOWHERE:
                after = rules.beyond(hexes, grid, current, side)
        current = after
    if current != NOWHERE and hexes[current].mark == hex:
        return found(world, CIRCLE, current)
    return 0
