"""Where to go next: the orders in which a whole board is mapped.

Plain integers, attributes and indexing, as in `rules`: the same text is run by `explore` on lists
and compiled for whole continents. `Way.flags` says of each hex, by place, whether it is still
wanted and whether it was seen from a neighbour.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from . import rules
from .chance import key, keyed_below
from .grid import Layout

__all__ = [
    "CHOICES",
    "ORDERS",
    "RIVERS",
    "WANTED",
    "Way",
    "begin",
    "follow_rivers",
    "next_hex",
    "start_of",
]

ORDERS = ("rivers", "frontier", "rows", "random")
RIVERS, FRONTIER, ROWS, RANDOM = range(4)
CHOICES = 1 << 20  # the stream of chance by which hexes are chosen; no dealer's
WANTED, SEEN, LED = 1, 2, 4  # bits of a hex's flags; LED only while the rivers' list is packed
NOWHERE = rules.NOWHERE
MAPPED, SEA = rules.MAPPED, rules.SEA
SIDES, FIRST_SIDE = rules.SIDES, rules.FIRST_SIDE


@dataclass(slots=True)
class Way:
    """What an order remembers. Lists are as long as they can become, with a count beside."""

    order: int
    flags: MutableSequence[int]
    wanted: int  # how many hexes are
    edge: MutableSequence[int]  # hexes to choose from by chance, in the order in which they came
    led: MutableSequence[int]  # hexes that a river leads to, the last one last
    mouths: Sequence[int]  # wanted hexes with a mouth, by label
    first: int  # the key of the chance by which hexes are chosen
    second: int
    # A walk over all hexes, along lines: rows for `rows`, else columns.
    place: int
    line: int  # where the line began
    left: int  # hexes of the line that are left
    step: int
    jump: int  # from one line to the next
    length: int
    edges: int = 0
    leds: int = 0
    mouth: int = 0  # the next of the mouths to go to
    choices: int = 0


def start_of(layout: Layout, order: int, seed: int) -> dict[str, int]:
    """Where the walk over all hexes begins and how it goes, and the key of the choices."""
    first, second = key(seed, CHOICES)
    corner = layout.at(1, 1)
    across, down = layout.at(2, 1) - corner, layout.at(1, 2) - corner
    walk = {"step": down, "jump": across, "length": layout.rows}
    if order == ROWS:
        walk = {"step": across, "jump": down, "length": layout.columns}
    start = {"order": order, "first": first, "second": second, "place": corner, "line": corner}
    return {**start, **walk, "left": walk["length"]}


def begin(hexes: rules.Hexes, grid: rules.Grid, way: Way, columns: int, rows: int) -> None:
    """Fill the list to choose from, walking all hexes by column, then row."""
    if way.order == ROWS:
        return
    place, line, left = way.place, way.line, way.left
    for _ in range(columns * rows):
        hex = walk(way)
        if way.order == RANDOM or beside_known(hexes, grid, hex):
            meet(way, hex)
    way.place, way.line, way.left = place, line, left


def walk(way: Way) -> int:
    """The next hex of the walk over all."""
    hex = way.place
    way.left -= 1
    if way.left:
        way.place += way.step
    else:
        way.line += way.jump
        way.place = way.line
        way.left = way.length
    return hex


def beside_known(hexes: rules.Hexes, grid: rules.Grid, hex: int) -> bool:
    """Whether a neighbour is mapped, or sea."""
    for side in SIDES:
        beside = hexes[rules.beyond(hexes, grid, hex, side)]
        if beside.state == MAPPED or beside.terrain == SEA:
            return True
    return False


def meet(way: Way, hex: int) -> None:
    """Put a wanted hex on the list to choose from, once."""
    if way.flags[hex] & (WANTED | SEEN) == WANTED:
        way.flags[hex] |= SEEN
        way.edge[way.edges] = hex
        way.edges += 1


def next_hex(hexes: rules.Hexes, grid: rules.Grid, way: Way) -> int:
    """The next wanted hex, no longer wanted, its neighbours seen; NOWHERE when none is left.

    But for `rivers` it may be asked before the hex before is mapped: the answer is the same.
    """
    if not way.wanted:
        return NOWHERE
    hex = NOWHERE
    if way.order == RIVERS:
        hex = followed(way)
    if hex == NOWHERE:
        hex = chosen(way)
    while hex == NOWHERE:
        hex = walk(way)
        if not way.flags[hex] & WANTED:
            hex = NOWHERE
    way.flags[hex] &= ~WANTED
    way.wanted -= 1
    if way.order == RIVERS or way.order == FRONTIER:
        for side in SIDES:
            meet(way, rules.beyond(hexes, grid, hex, side))
    return hex


def followed(way: Way) -> int:
    """The hex to which a river was led last, or else the next mouth."""
    while way.leds:
        way.leds -= 1
        hex = way.led[way.leds]
        if way.flags[hex] & WANTED:
            return hex
    while way.mouth < len(way.mouths):
        hex = way.mouths[way.mouth]
        way.mouth += 1
        if way.flags[hex] & WANTED:
            return hex
    return NOWHERE


def chosen(way: Way) -> int:
    """A hex of the list by chance."""
    while way.edges:
        place = keyed_below(way.edges, way.first, way.second, way.choices)
        way.choices += 1
        way.edges -= 1
        hex = way.edge[place]
        way.edge[place] = way.edge[way.edges]
        if way.flags[hex] & WANTED:
            return hex
    return NOWHERE


def follow_rivers(hexes: rules.Hexes, grid: rules.Grid, way: Way, hex: int) -> None:
    """A hex has been mapped: in the order `rivers` those that it has lead on."""
    if way.order == RIVERS:
        rivers = hexes[hex].ins | hexes[hex].outs
        while rivers:
            go_on(way, rules.beyond(hexes, grid, hex, FIRST_SIDE[rivers]))
            rivers &= rivers - 1


def go_on(way: Way, hex: int) -> None:
    """A river leads to a hex: if it is wanted, it will be the next."""
    if way.flags[hex] & WANTED:
        if way.leds == len(way.led):
            pack(way)
        way.led[way.leds] = hex
        way.leds += 1


def pack(way: Way) -> None:
    """Make room among the hexes that rivers lead to: keep the last mention of each wanted one."""
    kept = len(way.led)
    for place in range(way.leds - 1, -1, -1):
        hex = way.led[place]
        if way.flags[hex] & (WANTED | LED) == WANTED:
            way.flags[hex] |= LED
            kept -= 1
            way.led[kept] = hex
    way.leds = len(way.led) - kept
    for place in range(way.leds):
        hex = way.led[kept + place]
        way.flags[hex] &= ~LED
        way.led[place] = hex
