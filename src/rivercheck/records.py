"""The words for the numbers that `rules` works with: terrain, states, outcomes, nodes, hexsides."""

from __future__ import annotations

from . import rules

__all__ = [
    "NODES",
    "NOTED",
    "OUTCOMES",
    "REFUSALS",
    "RIVER_A",
    "RIVER_B",
    "STATES",
    "TERRAINS",
    "TESTS",
    "mask_of",
    "sides_of",
    "tests_of",
]

# Each stands at the place of its number in `rules`.
TERRAINS = (
    "",
    "desert",
    "veldt",
    "jungle",
    "mountain",
    "jungle/mountain",
    "swamp",
    "jungle/swamp",
    "lake",
    "sea",
)
STATES = ("blank", "partial", "mapped")
RIVER_A = ("continues", "ends", "forks")
RIVER_B = ("none", "begins", "extends", "crosses")
OUTCOMES = (
    "",
    "water",
    "becomes-water",
    "joined",
    "unmapped-river",
    "none",
    "begins",
    "extends",
    "crosses",
    "continues",
    "forks",
    "ends",
    "ends-in-swamp",
    "stops",
)
NODES = (
    "water?",
    "two-outflows?",
    "inflow?",
    "card",
    "leads-here?",
    "river-a",
    "river-b",
    "pick-water",
    "begin?",
    "number?",
    "may-end?",
    "redraw",
    "no-way-out",
    "draw",
    "loop?",
    "done",
)
NOTED = (*NODES, "die", "pick")  # all that `rules.note` is given: a roll and a pick of a node too
REFUSALS = (
    "",
    "sea",
    "off the board",
    "mapped land",
    "own hexside",
    "no way to water",
    "requirement out of reach",
    "sea",
)
TESTS = (
    ("mouth", rules.BROKEN_MOUTH),
    ("drainage", rules.BROKEN_DRAINAGE),
    ("desert", rules.BROKEN_DESERT),
)


def sides_of(mask: int) -> list[int]:
    """The hexsides in a mask, sorted."""
    return [side for side in rules.SIDES if mask >> side & 1]


def mask_of(sides: list[int] | tuple[int, ...]) -> int:
    """The mask that holds these hexsides."""
    mask = 0
    for side in sides:
        mask |= 1 << side
    return mask


def tests_of(mask: int) -> list[str]:
    """The broken tests of `may-end?` in a mask, in the order of the rules."""
    return [name for name, bit in TESTS if mask & bit]
