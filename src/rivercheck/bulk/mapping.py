"""The loop that maps hex after hex.

Compiled text: plain Python within numba's reach, never run as such. `compiler` clones it, and the
rules with it, onto the records of `layouts`.
"""

from __future__ import annotations

from typing import Any

from .. import rules
from ..ways import RIVERS, begin, follow_rivers, next_hex
from .dealing import begin_dealing, draw_card

__all__ = ["begin_run", "grow", "start"]

NOWHERE, UNKNOWN = rules.NOWHERE, rules.UNKNOWN
MOST_SEARCHES = 1 << 30  # marks are 32 bits wide; long before they are full all are wiped


def start(world: Any, columns: int, rows: int) -> None:
    """Shuffle the cards, and look where to begin."""
    begin_dealing(world.run.dealer)
    world.next = NOWHERE
    begin(world.hexes, world.grid, world.way, columns, rows)


def grow(world: Any, most: int) -> int:
    """Map up to so many hexes more; returns how many there were."""
    hexes, grid, rulings, run, way = world.hexes, world.grid, world.rulings, world.run, world.way
    hex = world.next
    if hex == NOWHERE:
        hex = next_hex(hexes, grid, way)
    done = 0
    while done < most and hex != NOWHERE:
        after = NOWHERE
        if way.order != RIVERS:
            after = next_hex(hexes, grid, way)  # soon enough for memory to bring it meanwhile
        if grid.search > MOST_SEARCHES:
            forget_searches(hexes, grid)
        if hexes[hex].terrain == UNKNOWN:
            card = draw_card(run.dealer)
            terrain = rules.terrain_drawn(hexes, grid, hex, card.first, card.second, card.terrain)
            hexes[hex].terrain = terrain
        begin_run(run, hex)
        world.outcomes[rules.river_check(hexes, grid, rulings, run)] += 1
        world.forced[run.forced] += 1
        rules.enter(hexes, grid, run)
        follow_rivers(hexes, grid, way, hex)
        if way.order == RIVERS:
            after = next_hex(hexes, grid, way)
        hex = after
        done += 1
    world.next = hex
    return done


def begin_run(run: Any, hex: int) -> None:
    """Forget the check before."""
    run.hex = hex
    run.used = run.forced = run.following = run.extension = run.doubled = run.mouths = 0


def forget_searches(hexes: Any, grid: Any) -> None:
    """Wipe all marks."""
    for hex in range(len(hexes)):
        hexes[hex].mark = 0
    grid.search = 0
