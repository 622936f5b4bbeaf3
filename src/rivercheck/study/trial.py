"""Board after board: made blank again, mapped from a seed of its own, surveyed, written down.

Compiled text, as `bulk.mapping`, and the records that it works on beside the engine's.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from .. import rules
from ..bulk.layouts import HEX, Struct, Table
from ..bulk.mapping import grow, start
from ..chance import key, keyed_word
from ..survey import Survey, survey
from ..ways import CHOICES

__all__ = ["COUNTS", "LAB", "STUDIES", "SURVEY", "board_seed", "trials"]

STUDIES = 1 << 21  # the stream of chance from which the boards of a study have their seeds
MAPPED = rules.MAPPED

_PLACES = ("trails", "heights", "works")
_FIELDS = {one.name: Table("i4") if one.default is MISSING else "i8" for one in fields(Survey)}
SURVEY = Struct("Survey", _FIELDS)
# What a survey counts of a board, in its order.
COUNTS = tuple(name for name in _FIELDS if _FIELDS[name] == "i8" and name not in _PLACES)
LAB = Struct(
    "Lab",
    {
        "blank": Table(HEX),  # the board as it is before it is mapped
        "survey": SURVEY,
        "rows": Table("i4"),  # what each board came to, `width` numbers each
        "through": Table("i8"),  # by hex: on how many boards a river ran through it
        **dict.fromkeys(("width", "first", "second", "wanted", "corner", "columns", "high"), "i8"),
    },
)


def board_seed(first: int, second: int, number: int) -> int:
    """The seed of a board by its number, from the key of (the study's seed, STUDIES): 63 bits."""
    high = keyed_word(first, second, 2 * number)
    return high << 31 | keyed_word(first, second, 2 * number + 1) >> 1


def trials(world: Any, lab: Any, number: int, count: int) -> None:
    """Map, survey and write down so many boards from this number on."""
    for row in range(count):
        renew(world, lab)
        begin_trial(world, lab, board_seed(lab.first, lab.second, number + row))
        grow(world, lab.wanted)
        survey(world.hexes, world.grid, lab.survey)
        write_row(world, lab, row * lab.width)
        note_rivers(world, lab)


def renew(world: Any, lab: Any) -> None:
    """Make the board as it was. The marks of searches stay: each search has a number of its own."""
    hexes = world.hexes
    for hex in range(len(hexes)):
        here, before = hexes[hex], lab.blank[hex]
        here.terrain = before.terrain
        here.state = before.state
        here.ins = before.ins
        here.outs = before.outs
        here.source = before.source
        here.mouth = before.mouth
        here.flags = before.flags


def begin_trial(world: Any, lab: Any, seed: int) -> None:
    """A new dealer, and the walk at its beginning."""
    dealer, way = world.run.dealer, world.way
    dealer.seed = seed
    dealer.shuffles = dealer.drawn = dealer.rolled = dealer.picked = 0
    way.first, way.second = key(seed, CHOICES)
    way.place = way.line = lab.corner
    way.left = way.length
    way.wanted = lab.wanted
    way.edges = way.leds = way.mouth = way.choices = 0
    clear_counts(world)
    start(world, lab.columns, lab.high)


def clear_counts(world: Any) -> None:
    """Forget what the board before came to."""
    for place in range(len(world.outcomes)):
        world.outcomes[place] = 0
    for place in range(len(world.forced)):
        world.forced[place] = 0
    for place in range(len(world.run.visits)):
        world.run.visits[place] = 0


def write_row(world: Any, lab: Any, at: int) -> None:
    """Write down what the board came to: `COUNTS`, then the lists as `measures` names them."""
    found = lab.survey
    at = put(lab, at, found.rivers)
    at = put(lab, at, found.to_mouth)
    at = put(lab, at, found.to_sea)
    at = put(lab, at, found.to_water)
    at = put(lab, at, found.sources)
    at = put(lab, at, found.lakes)
    at = put(lab, at, found.lake_hexes)
    at = put(lab, at, found.swamp_hexes)
    at = put(lab, at, found.great)
    at = put(lab, at, found.systems)
    at = put(lab, at, found.longest)
    at = put(lab, at, found.largest)
    at = put_all(lab, at, found.streams)
    at = put_all(lab, at, found.stream_hexes)
    at = put_all(lab, at, found.drained)
    at = put_all(lab, at, found.length)
    at = put_all(lab, at, world.outcomes)
    at = put_all(lab, at, world.forced)
    put_all(lab, at, world.run.visits)


def put(lab: Any, at: int, value: int) -> int:
    """Write one number; returns where the next one goes."""
    lab.rows[at] = value
    return at + 1


def put_all(lab: Any, at: int, values: Any) -> int:
    """Write all numbers of a list."""
    for place in range(len(values)):
        at = put(lab, at, values[place])
    return at


def note_rivers(world: Any, lab: Any) -> None:
    """Count the hexes that a river runs through."""
    hexes = world.hexes
    for hex in range(len(hexes)):
        here = hexes[hex]
        if here.state == MAPPED and here.ins | here.outs and not rules.is_water(here):
            lab.through[hex] += 1
