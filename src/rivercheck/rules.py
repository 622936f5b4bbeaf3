"""The River Check: the one text of the rules.

Read it beside the printed chart: `river_check` begins at its top, and each function below it is one
box or label. The names in capitals at each `note` are the nodes of the trace. A check runs from the
start on a script of answers (cards, dice, picks) and returns `UNFINISHED` with `run.need` set when
the script runs out; to play is to add an answer and run again.

Nothing here uses more of Python than numba can compile: integers, attributes, indexing and simple
statements. A set of hexsides is a mask with bit `1 << side`. `hexes` holds one record a hex in
one sequence with a rim of `OFF_BOARD` hexes around the board, so that every hex has six neighbours.
`ask_card`, `ask_die`, `ask_pick` and `note` are the only places that touch a script or a trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = [
    "VERSION",
    "Answer",
    "Grid",
    "Hex",
    "RulingCodes",
    "Run",
    "enter",
    "river_check",
    "terrain_drawn",
]

VERSION = 1  # of the rules as this file states them; a game remembers by which it was played

# fmt: off
# Terrain. The water hexes stand together, so that `is_water` is one comparison.
(UNKNOWN, DESERT, VELDT, JUNGLE, MOUNTAIN, JUNGLE_MOUNTAIN,
 SWAMP, JUNGLE_SWAMP, LAKE, SEA, OFF_BOARD) = range(11)
BLANK, PARTIAL, MAPPED, CLOSED = range(4)  # state; sea and what is off the board are CLOSED
CARD, DIE, PICK = range(1, 4)  # kinds of answer
CONTINUES, ENDS, FORKS = range(3)  # River A
NONE, BEGINS, EXTENDS, CROSSES = range(4)  # River B

(UNFINISHED, WATER, BECOMES_WATER, JOINED, UNMAPPED_RIVER, NO_RIVER, RIVER_BEGINS, RIVER_EXTENDS,
 RIVER_CROSSES, RIVER_CONTINUES, RIVER_FORKS, RIVER_ENDS, ENDS_IN_SWAMP, STOPS) = range(14)

# Rulings, each with its values; 0 is always the letter of the chart (the preset `printed`).
INFLOW_EXIT, INFLOW_FOLLOW = range(2)
REDRAW_NEXT_CARD, REDRAW_CLOCKWISE = range(2)
OWN_SIDE_OPEN, OWN_SIDE_BARRED = range(2)
NO_WAY_OUT_END, NO_WAY_OUT_SWAMP = range(2)
JOINED_EXIT, JOINED_CHECK = range(2)
FORK_ONE_BAD_NOTHING, FORK_ONE_BAD_AS_END = range(2)
CROSSES_FIRST, CROSSES_GOOD = range(2)
EXTENSION_OUT, EXTENSION_BY_OUTLET, EXTENSION_IN = range(3)
FORK_BOTH_OUT, FORK_TRIBUTARY = range(2)
COAST_MOUTHS_ONLY, COAST_OPEN = range(2)
LOOKAHEAD_OFF, LOOKAHEAD_ON = range(2)

# Nodes of the trace. DIE_ROLLED and SIDE_PICKED complete the node before them.
(IS_WATER, TWO_OUTFLOWS, INFLOW, CARD_DRAWN, LEADS_HERE, RIVER_A, RIVER_B, PICK_WATER, MAY_BEGIN,
 NUMBER, MAY_END, REDRAW, NO_WAY_OUT, DRAW, LOOP, DONE, DIE_ROLLED, SIDE_PICKED) = range(18)

# Why a hexside is not acceptable (0: it is).
(REFUSED_SEA, REFUSED_OFF, REFUSED_LAND, REFUSED_OWN, REFUSED_POCKET, REFUSED_TOO_SMALL,
 REFUSED_COAST) = range(1, 8)  # COAST: the sea, which an open coast would accept here
ACCEPTED_COAST = -1  # acceptable, but only because the coast is open
BROKEN_MOUTH, BROKEN_DRAINAGE, BROKEN_DESERT = 1, 2, 4  # tests of `may-end?`, as a mask
DRAWN_IN, DRAWN_OUT, DRAWN_BACK = range(1, 4)  # how a stroke was drawn; BACK adds none
BY_EXTENSION_FLOW, BY_DOWNSTREAM_FORK = 4, 8  # added to it: the ruling that chose
BY_CROSSES_ONE_BAD = 16  # added to a refusal at MAY_BEGIN
NOWHERE = -1
SIDES = (1, 2, 3, 4, 5, 6)
ALL_SIDES = 0b1111110  # as a mask
OPPOSITE = (0, 4, 5, 6, 1, 2, 3)
# By mask: a loop over a mask takes a step for each side in it, not one for each side there is.
FIRST_SIDE = tuple((mask & -mask).bit_length() - 1 for mask in range(ALL_SIDES + 2))
JUNGLES = 1 << JUNGLE | 1 << JUNGLE_MOUNTAIN | 1 << JUNGLE_SWAMP  # what desert may not touch
# fmt: on


@dataclass(slots=True)
class Hex:
    """What the map shows in one hex. Its neighbours begin at `shift`, 0 or 7, in `Grid.steps`."""

    terrain: int = OFF_BOARD
    state: int = CLOSED
    ins: int = 0  # strokes it carries itself, as masks of hexsides
    outs: int = 0
    source: int = 0
    mouth: int = 0  # the hexside by which a river leaves the map here, 0 for none
    drainage: int = 0  # the requirement of that mouth, in hexes
    shift: int = 0
    mark: int = 0  # the search that last reached this hex, and the hex it reached next
    next: int = NOWHERE


@dataclass(slots=True)
class Grid:
    """Where the six neighbours of a hex are, and the list of hexes that a search has reached."""

    steps: Sequence[int]  # 14 offsets: [shift + side], side 1 to 6
    search: int = 0
    first: int = NOWHERE
    last: int = NOWHERE


@dataclass(slots=True, frozen=True)
class RulingCodes:
    """One value for each ruling, in the order of `rivercheck rulings`."""

    inflow_only: int = INFLOW_FOLLOW
    redraw: int = REDRAW_NEXT_CARD
    own_side: int = OWN_SIDE_BARRED
    no_way_out: int = NO_WAY_OUT_SWAMP
    joined_loop: int = JOINED_CHECK
    fork_one_bad: int = FORK_ONE_BAD_AS_END
    crosses_one_bad: int = CROSSES_FIRST
    extension_flow: int = EXTENSION_BY_OUTLET
    downstream_fork: int = FORK_TRIBUTARY
    coast: int = COAST_MOUTHS_ONLY
    lookahead: int = LOOKAHEAD_OFF


@dataclass(slots=True, frozen=True)
class Answer:
    """One answer of chance: a card (words and numbers), a die or a pick (`value`)."""

    kind: int
    value: int = 0
    river_a: int = 0
    river_b: int = 0
    first: int = 0
    second: int = 0


@dataclass(slots=True)
class Run:
    """One check: the hex, the answers given, and all that the chart makes of them."""

    hex: int
    answers: Sequence[Answer] = ()
    trace: list[tuple[int, int, int]] = field(default_factory=list)  # node, value, why
    used: int = 0
    need: int = 0  # the kind of answer that is missing when UNFINISHED
    options: int = 0  # the hexsides to pick from, as a mask
    outcome: int = UNFINISHED
    terrain: int = UNKNOWN
    ins: int = 0  # all strokes of the hex, those that lead to it included
    outs: int = 0
    inflows: int = 0  # those that came in before the check drew anything
    source: int = 0
    forced: int = 0
    following: int = 0  # 1 in River A and in an extension: a river is being followed
    extension: int = 0
    doubled: int = 0  # the hexside by which the river turned back
    mouths: int = 0  # required mouths downstream that `next_mouth` has seen
    die: int = 0
    pick: int = 0
    river_a: int = 0
    river_b: int = 0
    first: int = 0
    second: int = 0


Hexes = Sequence[Hex]

# The chart ------------------------------------------------------------------------------------


def river_check(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """Check `run.hex`, which must be unmapped and of known terrain; return the outcome."""
    here = hexes[run.hex]
    run.terrain = here.terrain
    run.source = here.source
    run.ins, run.outs = rivers_here(hexes, grid, run.hex)
    run.inflows = run.ins
    run.outcome = chart(hexes, grid, rulings, run)
    if run.outcome != UNFINISHED:
        note(run, DONE, run.outcome, 0)
    return run.outcome


def chart(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """The chart from its top to the card."""
    note(run, IS_WATER, run.terrain, 0)
    if SWAMP <= run.terrain <= LAKE:
        return WATER
    note(run, TWO_OUTFLOWS, run.outs, 0)
    if several(run.outs):
        return becomes_water(run)
    if run.ins and not run.outs:
        note(run, INFLOW, run.ins, 1 + rulings.inflow_only)
        if rulings.inflow_only == INFLOW_EXIT:
            return UNMAPPED_RIVER
    else:
        note(run, INFLOW, run.ins, 0)
    if run.ins and run.outs:
        return joined(hexes, grid, rulings, run)
    if not ask_card(run):
        return UNFINISHED
    note(run, CARD_DRAWN, run.used, 0)
    led = run.ins | run.outs
    note(run, LEADS_HERE, led, 0)
    if led:
        return river_a(hexes, grid, rulings, run)
    return river_b(hexes, grid, rulings, run)


def becomes_water(run: Run) -> int:
    """Two rivers that both leave cannot part on land: the hex is a lake or a swamp."""
    if not ask_die(run):
        return UNFINISHED
    if run.die <= 3:
        run.terrain = LAKE
    elif run.die <= 5:
        run.terrain = SWAMP
    else:
        run.terrain = JUNGLE_SWAMP
    return BECOMES_WATER


def joined(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """All rivers connect. Ruling joined-loop: the letter does not test for a circle here."""
    if rulings.joined_loop == JOINED_CHECK:
        return label_3(hexes, grid, run, JOINED)
    return JOINED


def river_a(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """A river leads here: does it continue, end or fork?"""
    run.following = 1
    note(run, RIVER_A, run.river_a, 0)
    if run.river_a == CONTINUES:
        return labels_0_and_1(hexes, grid, rulings, run, 0)
    if run.river_a == ENDS:
        return labels_0_and_1(hexes, grid, rulings, run, 1)
    return forks(hexes, grid, rulings, run)


def labels_0_and_1(
    hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, label: int, by_ruling: int = 0
) -> int:
    """Label 0: try to go on. Label 1: may the river end? If not, draw again and go to 0."""
    if label == 0 and number(hexes, grid, rulings, run, run.first):
        return goes_on(hexes, grid, run, run.first)
    broken = may_not_end(hexes, grid, run)
    note(run, MAY_END, broken, by_ruling)
    if not broken:
        run.source = 1
        return label_3(hexes, grid, run, RIVER_ENDS)
    side = first_acceptable(hexes, grid, rulings, run)
    if not side:
        return no_way_out(hexes, grid, rulings, run, broken)
    if rulings.redraw == REDRAW_CLOCKWISE:
        note(run, REDRAW, side, REDRAW_CLOCKWISE)
        return goes_on(hexes, grid, run, side)
    while ask_card(run):
        note(run, REDRAW, run.used, REDRAW_NEXT_CARD)
        if number(hexes, grid, rulings, run, run.first):
            return goes_on(hexes, grid, run, run.first)
        note(run, MAY_END, broken, 0)  # the hex is as it was, so label 1 answers as it did
    return UNFINISHED


def goes_on(hexes: Hexes, grid: Grid, run: Run, side: int) -> int:
    """Draw the river to this hexside: upstream water comes in by it, downstream it leaves by it."""
    draw(run, side, DRAWN_IN if run.outs else DRAWN_OUT, 0)
    return label_3(hexes, grid, run, RIVER_EXTENDS if run.extension else RIVER_CONTINUES)


def may_not_end(hexes: Hexes, grid: Grid, run: Run) -> int:
    """The tests of `may-end?` that ending here would break, as a mask."""
    broken = 0
    if not run.outs:  # water comes in and would leave nowhere
        broken |= BROKEN_MOUTH
    elif not could_meet(hexes, grid, run):
        broken |= BROKEN_DRAINAGE
    if run.terrain == DESERT:
        broken |= BROKEN_DESERT
    return broken


def no_way_out(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, broken: int) -> int:
    """The river must go on and cannot. Ruling no-way-out."""
    note(run, NO_WAY_OUT, broken, rulings.no_way_out)
    run.forced = broken
    if rulings.no_way_out == NO_WAY_OUT_SWAMP and broken & BROKEN_MOUTH:
        if not ask_die(run):
            return UNFINISHED
        run.terrain = SWAMP if run.die <= 5 else JUNGLE_SWAMP
        return ENDS_IN_SWAMP
    if run.outs:
        run.source = 1
    return label_3(hexes, grid, run, RIVER_ENDS)


def forks(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """The river forks: to both numbers, to the one that is acceptable, or it may end."""
    first = number(hexes, grid, rulings, run, run.first)
    second = run.second != 0 and number(hexes, grid, rulings, run, run.second)
    if first and second:
        return forks_both(hexes, grid, rulings, run)
    if first:
        return goes_on(hexes, grid, run, run.first)
    if second:
        return goes_on(hexes, grid, run, run.second)
    if run.second != 0:
        return labels_0_and_1(hexes, grid, rulings, run, 1)
    if rulings.fork_one_bad == FORK_ONE_BAD_NOTHING:
        return label_3(hexes, grid, run, STOPS)
    return labels_0_and_1(hexes, grid, rulings, run, 1, 1)


def forks_both(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """Draw to both numbers. Upstream both flow in; downstream ruling downstream-fork decides."""
    first_sea = is_sea(hexes, grid, run.hex, run.first)
    second_sea = is_sea(hexes, grid, run.hex, run.second)
    if first_sea and second_sea:  # a hex has one mouth
        return goes_on(hexes, grid, run, run.first)
    first_way = second_way = DRAWN_IN
    if not run.outs:
        first_way = second_way = DRAWN_OUT + BY_DOWNSTREAM_FORK
        if rulings.downstream_fork == FORK_TRIBUTARY:
            # A number that doubles back adds no stroke, so it cannot be the outflow.
            if second_sea or has(run.ins, run.first):
                first_way = DRAWN_IN + BY_DOWNSTREAM_FORK
            else:
                second_way = DRAWN_IN + BY_DOWNSTREAM_FORK
    draw(run, run.first, first_way & 3, first_way & BY_DOWNSTREAM_FORK)
    draw(run, run.second, second_way & 3, second_way & BY_DOWNSTREAM_FORK)
    return label_3(hexes, grid, run, RIVER_FORKS)


def river_b(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """No river leads here: does one begin, extend from water, or cross?"""
    note(run, RIVER_B, run.river_b, 0)
    if run.river_b == NONE:
        return NO_RIVER
    if run.river_b == EXTENDS:
        return extends(hexes, grid, rulings, run)
    if run.river_b == CROSSES and run.second:
        return crosses(hexes, grid, rulings, run)
    return label_2(hexes, grid, rulings, run, run.first, 0)


def label_2(
    hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int, by_ruling: int
) -> int:
    """Label 2: a river begins here if the hexside is acceptable; else there is none."""
    refused = refusal(hexes, grid, rulings, run, side)
    note(run, MAY_BEGIN, side, refused + by_ruling)
    if refused:
        return NO_RIVER
    run.source = 1
    draw(run, side, DRAWN_OUT, 0)
    return label_3(hexes, grid, run, RIVER_BEGINS)


def extends(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """A river extends from an adjacent lake or swamp, or begins if there is none."""
    water = 0
    for side in SIDES:
        if is_water(hexes[beyond(hexes, grid, run.hex, side)]):
            water |= 1 << side
    note(run, PICK_WATER, water, 0)
    if not water:
        return label_2(hexes, grid, rulings, run, run.first, 0)
    if not ask_pick(run, water):
        return UNFINISHED
    way = DRAWN_IN  # out of the water, into this hex
    if rulings.extension_flow == EXTENSION_IN:
        way = DRAWN_OUT
    elif rulings.extension_flow == EXTENSION_BY_OUTLET:
        if has_outlet(hexes, grid, beyond(hexes, grid, run.hex, run.pick)):
            way = DRAWN_OUT
    draw(run, run.pick, way, BY_EXTENSION_FLOW)
    run.extension = 1
    run.following = 1
    return labels_0_and_1(hexes, grid, rulings, run, 0)


def crosses(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """A river crosses from the first number to the second if both are acceptable."""
    first = number(hexes, grid, rulings, run, run.first)
    second = number(hexes, grid, rulings, run, run.second)
    if first and second:
        draw(run, run.first, DRAWN_IN, 0)
        draw(run, run.second, DRAWN_OUT, 0)
        return label_3(hexes, grid, run, RIVER_CROSSES)
    if not first and not second:
        return label_2(hexes, grid, rulings, run, run.first, 0)
    if rulings.crosses_one_bad == CROSSES_GOOD and second:
        return label_2(hexes, grid, rulings, run, run.second, BY_CROSSES_ONE_BAD)
    return label_2(hexes, grid, rulings, run, run.first, BY_CROSSES_ONE_BAD)


def label_3(hexes: Hexes, grid: Grid, run: Run, outcome: int) -> int:
    """Label 3: a river that flows back into itself makes the hex a swamp."""
    back = comes_back(hexes, grid, run)
    note(run, LOOP, back, outcome)
    if back:
        if not ask_die(run):
            return UNFINISHED
        run.terrain = SWAMP if run.die <= 5 else JUNGLE_SWAMP
    return outcome


def number(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int) -> bool:
    """Whether a number of the card denotes an acceptable hexside."""
    refused = refusal(hexes, grid, rulings, run, side)
    note(run, NUMBER, side, refused)
    return refused <= 0


def draw(run: Run, side: int, way: int, ruling: int) -> None:
    """Draw one stroke; where the hexside already has one, the river doubles back and adds none."""
    if (run.ins | run.outs) >> side & 1:
        run.doubled = side
        way = DRAWN_BACK
    elif way == DRAWN_IN:
        run.ins |= 1 << side
    else:
        run.outs |= 1 << side
    note(run, DRAW, side, way + ruling)


def enter(hexes: Hexes, grid: Grid, run: Run) -> None:
    """Enter a finished check on the map, mirrored in mapped neighbours; at the sea, a mouth."""
    here = hexes[run.hex]
    here.terrain, here.state, here.source = run.terrain, MAPPED, run.source
    here.ins, here.outs = run.ins, run.outs
    strokes = run.ins | run.outs
    while strokes:
        side = FIRST_SIDE[strokes]
        strokes &= strokes - 1
        there = hexes[beyond(hexes, grid, run.hex, side)]
        if there.state == MAPPED:
            if has(run.ins, side):
                there.outs |= 1 << OPPOSITE[side]
            else:
                there.ins |= 1 << OPPOSITE[side]
        elif there.terrain == SEA and has(run.outs, side):
            here.mouth = side


def terrain_drawn(hexes: Hexes, grid: Grid, hex: int, first: int, second: int, named: int) -> int:
    """The terrain draw: a mapped neighbour by a number of the card gives its terrain, or the card.

    Desert may not touch jungle: then the new hex is veldt.
    """
    terrain = named  # no second number, 0, means the hex itself, which gives none
    if gives_terrain(hexes[beyond(hexes, grid, hex, second)]):
        terrain = hexes[beyond(hexes, grid, hex, second)].terrain
    if gives_terrain(hexes[beyond(hexes, grid, hex, first)]):
        terrain = hexes[beyond(hexes, grid, hex, first)].terrain
    around = 0  # the kinds of terrain beside it, as a mask
    for side in SIDES:
        around |= 1 << hexes[beyond(hexes, grid, hex, side)].terrain
    if terrain == DESERT and around & JUNGLES:
        return VELDT
    if has(JUNGLES, terrain) and has(around, DESERT):
        return VELDT
    return terrain


# Acceptable hexsides --------------------------------------------------------------------------


def refusal(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int) -> int:
    """Why the hexside is not acceptable; 0 if it is, `ACCEPTED_COAST` if by the open coast."""
    refused = refusal_without_lookahead(hexes, grid, rulings, run, side)
    if refused or not run.following or rulings.lookahead == LOOKAHEAD_OFF:
        return refused
    if run.outs:
        return refusal_upstream(hexes, grid, rulings, run, side)
    return 0 if leads_to_water(hexes, grid, rulings, run, side) else REFUSED_POCKET


def refusal_without_lookahead(
    hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int
) -> int:
    """The chart's definition of an acceptable hexside, with the rulings coast and own-side."""
    there = hexes[run.hex + grid.steps[hexes[run.hex].shift + side]]
    if there.state == CLOSED:
        if there.terrain == OFF_BOARD:
            return REFUSED_OFF
        if not run.following or run.outs:
            return REFUSED_SEA
        return ACCEPTED_COAST if rulings.coast == COAST_OPEN else REFUSED_COAST
    if there.state == MAPPED and not is_water(there):
        if not (there.ins | there.outs) >> OPPOSITE[side] & 1:
            return REFUSED_LAND
    if rulings.own_side == OWN_SIDE_BARRED and (run.ins | run.outs) >> side & 1:
        return REFUSED_OWN
    return 0


def first_acceptable(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run) -> int:
    """The first acceptable hexside clockwise from the card's first number on, or 0."""
    side = run.first
    for _ in SIDES:
        if refusal(hexes, grid, rulings, run, side) <= 0:
            return side
        side = side % 6 + 1
    return 0


def leads_to_water(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int) -> bool:
    """Lookahead downstream: whether unmapped hexes beyond the hexside lead to any water."""
    start = beyond(hexes, grid, run.hex, side)
    if hexes[start].state >= MAPPED:  # only unmapped hexes are asked
        return True
    begin_search(grid)
    reach(hexes, grid, run.hex)  # so that no way leads back through it
    reach(hexes, grid, start)
    current = start
    while current != NOWHERE:
        here = hexes[current]
        if here.mouth or is_water(here):
            return True
        for way in SIDES:
            after = beyond(hexes, grid, current, way)
            there = hexes[after]
            if is_water(there) or (there.terrain == SEA and rulings.coast == COAST_OPEN):
                return True
            if has(here.outs, way) or has(there.ins, OPPOSITE[way]):  # a printed river leads on
                if after != run.hex:
                    return True
            if there.state < MAPPED:
                reach(hexes, grid, after)
        current = here.next
    return False


def refusal_upstream(hexes: Hexes, grid: Grid, rulings: RulingCodes, run: Run, side: int) -> int:
    """Lookahead upstream: not where a requirement would be lost that another hexside can keep."""
    mouth = next_mouth(hexes, grid, run, NOWHERE)
    while mouth != NOWHERE:
        if not could_fill(hexes, grid, run, mouth, side):
            for other in SIDES:
                if other != side and not refusal_without_lookahead(
                    hexes, grid, rulings, run, other
                ):
                    if could_fill(hexes, grid, run, mouth, other):
                        return REFUSED_TOO_SMALL
        mouth = next_mouth(hexes, grid, run, mouth)
    return 0


# Water and where it goes ----------------------------------------------------------------------


def could_meet(hexes: Hexes, grid: Grid, run: Run) -> bool:
    """Whether every requirement downstream could be met if the river ended here."""
    mouth = next_mouth(hexes, grid, run, NOWHERE)
    while mouth != NOWHERE:
        if not could_fill(hexes, grid, run, mouth, 0):
            return False
        if run.mouths == 1:  # it was the last: there is no need to go down again
            return True
        mouth = next_mouth(hexes, grid, run, mouth)
    return True


def next_mouth(hexes: Hexes, grid: Grid, run: Run, after: int) -> int:
    """The first hex behind `after` with a required mouth that water from this hex reaches."""
    steps = grid.steps
    found = NOWHERE
    run.mouths = 0
    begin_search(grid)
    reach(hexes, grid, run.hex)
    current = run.hex
    while current != NOWHERE:
        here = hexes[current]
        if here.drainage and current > after:
            run.mouths += 1
            if found == NOWHERE or current < found:
                found = current
        outs = run.outs if current == run.hex else here.outs
        ways = ALL_SIDES if is_water(here) else outs
        while ways:
            side = FIRST_SIDE[ways]
            ways &= ways - 1
            below = current + steps[here.shift + side]
            if hexes[below].mark != grid.search:  # in a lake most have been reached
                if outs >> side & 1 or flows(hexes, current, below, side):
                    reach(hexes, grid, below)
        current = here.next
    return found


def could_fill(hexes: Hexes, grid: Grid, run: Run, mouth: int, through: int) -> bool:
    """Whether the system of this mouth has, or can still reach, as many hexes as it requires.

    The river is taken to end in `run.hex`; with lookahead it also goes on by the hexside `through`.
    """
    missing = hexes[mouth].drainage
    begin_search(grid)
    reach(hexes, grid, run.hex)
    reach(hexes, grid, mouth)
    current = run.hex
    while current != NOWHERE:  # the system itself, upstream from its mouth
        missing -= 1
        if missing <= 0:
            return True
        for side in SIDES:
            above = beyond(hexes, grid, current, side)
            if current == run.hex:
                if side == through and is_water(hexes[above]):
                    reach(hexes, grid, above)
            elif hexes[above].mark != grid.search and flows(hexes, above, current, OPPOSITE[side]):
                reach(hexes, grid, above)
        current = hexes[current].next
    return can_reach(hexes, grid, run, mouth, through, missing)


def can_reach(hexes: Hexes, grid: Grid, run: Run, mouth: int, through: int, missing: int) -> bool:
    """Whether open ends and water of the system on the list lead to so many unmapped hexes more."""
    # Unmapped land that holds the mouth is no open end: it opens only if the search comes by it.
    shut = hexes[mouth].state < MAPPED and not is_water(hexes[mouth]) and mouth != run.hex
    passed = False
    current = run.hex
    while current != NOWHERE:
        here = hexes[current]
        wide = can_spread(here) and current != run.hex and not (shut and current == mouth)
        for side in SIDES:
            after = beyond(hexes, grid, current, side)
            open_end = side == through if current == run.hex else has(here.ins, side)
            if (wide or open_end) and can_spread(hexes[after]):
                passed = passed or after == mouth
                if reach(hexes, grid, after) and hexes[after].state < MAPPED:
                    missing -= 1
                    if missing <= 0:
                        return True
        current = here.next
        if current == NOWHERE and shut and passed:
            shut = False
            current = mouth
    return False


def comes_back(hexes: Hexes, grid: Grid, run: Run) -> int:
    """The hexside by which water that left this hex comes back over land alone, or 0."""
    if run.doubled or not run.inflows or not run.outs:
        return run.doubled  # what the check itself drew comes from nowhere yet
    begin_search(grid)
    back = goes_down(hexes, grid, run, run.hex, run.outs)
    current = grid.first
    while current != NOWHERE and not back:
        back = goes_down(hexes, grid, run, current, hexes[current].outs)
        current = hexes[current].next
    return back


def goes_down(hexes: Hexes, grid: Grid, run: Run, hex: int, outs: int) -> int:
    """Follow outflows to the hexes beyond; the hexside by which one meets the hex of the check."""
    while outs:
        side = FIRST_SIDE[outs]
        outs &= outs - 1
        below = beyond(hexes, grid, hex, side)
        if below == run.hex:
            return OPPOSITE[side]
        if hexes[below].outs and not is_water(hexes[below]):  # there water rests
            reach(hexes, grid, below)
    return 0


def has_outlet(hexes: Hexes, grid: Grid, hex: int) -> bool:
    """Whether water leaves the body of water of this hex for a hex outside it, or the map."""
    begin_search(grid)
    reach(hexes, grid, hex)
    current = hex
    while current != NOWHERE:
        outs = leaving(hexes, grid, current)
        for side in SIDES:
            after = beyond(hexes, grid, current, side)
            if is_water(hexes[after]):
                reach(hexes, grid, after)
            elif has(outs, side):
                return True
        current = hexes[current].next
    return False


def rivers_here(hexes: Hexes, grid: Grid, hex: int) -> tuple[int, int]:
    """The inflows and outflows of a hex: its own strokes, its mouth, and those that lead to it."""
    here = hexes[hex]
    ins, outs = here.ins, here.outs
    if here.mouth:
        outs |= 1 << here.mouth
    shift, steps = here.shift, grid.steps  # read once: this loop is run in every check
    for side in SIDES:
        there = hexes[hex + steps[shift + side]]
        if there.outs and there.outs >> OPPOSITE[side] & 1:
            ins |= 1 << side
        if there.ins and there.ins >> OPPOSITE[side] & 1:
            outs |= 1 << side
    return ins, outs


def leaving(hexes: Hexes, grid: Grid, hex: int) -> int:
    """The hexsides by which water flows on: strokes the hex carries, in water all that meet."""
    here = hexes[hex]
    if is_water(here):
        return rivers_here(hexes, grid, hex)[1]
    if here.mouth:
        return here.outs | 1 << here.mouth
    return here.outs


def flows(hexes: Hexes, above: int, below: int, side: int) -> bool:
    """Whether water of `above` flows into its neighbour `below`, which lies beyond its `side`."""
    source = hexes[above]
    if source.outs >> side & 1:
        return True
    if not SWAMP <= source.terrain <= LAKE:
        return False
    return is_water(hexes[below]) or has(hexes[below].ins, OPPOSITE[side])


# Small words ----------------------------------------------------------------------------------


def beyond(hexes: Hexes, grid: Grid, hex: int, side: int) -> int:
    """The neighbour across a hexside."""
    return hex + grid.steps[hexes[hex].shift + side]


def has(mask: int, side: int) -> bool:
    """Whether a set of hexsides holds this one."""
    return mask >> side & 1 != 0


def several(mask: int) -> bool:
    """Whether a set of hexsides holds two or more: without its lowest, something is left."""
    return mask & (mask - 1) != 0


def is_water(hex: Hex) -> bool:
    """A lake, a swamp or a jungle/swamp."""
    return SWAMP <= hex.terrain <= LAKE


def gives_terrain(hex: Hex) -> bool:
    """Whether the terrain draw copies this neighbour: mapped land, or water."""
    return (hex.state == MAPPED and hex.terrain != UNKNOWN) or is_water(hex)


def is_sea(hexes: Hexes, grid: Grid, hex: int, side: int) -> bool:
    """Whether the sea lies beyond the hexside."""
    return hexes[beyond(hexes, grid, hex, side)].terrain == SEA


def can_spread(hex: Hex) -> bool:
    """Whether a system that reaches this hex could still go on through it."""
    return hex.state < MAPPED or is_water(hex)


def begin_search(grid: Grid) -> None:
    """Forget which hexes were reached."""
    grid.search += 1
    grid.first = grid.last = NOWHERE


def reach(hexes: Hexes, grid: Grid, hex: int) -> bool:
    """Put a hex on the list of those reached; False if it is on it, or is no land."""
    here = hexes[hex]
    if here.mark == grid.search or here.state == CLOSED:
        return False
    here.mark = grid.search
    here.next = NOWHERE
    if grid.last == NOWHERE:
        grid.first = hex
    else:
        hexes[grid.last].next = hex
    grid.last = hex
    return True


# Chance and trace -----------------------------------------------------------------------------


def ask_card(run: Run) -> bool:
    """Take the next answer as a card; without one the check stops and says what it needs."""
    if run.used >= len(run.answers) or run.answers[run.used].kind != CARD:
        run.need = CARD
        return False
    card = run.answers[run.used]
    run.used += 1
    run.river_a, run.river_b = card.river_a, card.river_b
    run.first, run.second = card.first, card.second
    return True


def ask_die(run: Run) -> bool:
    """Take the next answer as a die."""
    if not next_answer(run, DIE):
        return False
    run.die = run.answers[run.used - 1].value
    note(run, DIE_ROLLED, run.die, 0)
    return True


def ask_pick(run: Run, options: int) -> bool:
    """Choose one hexside at random; if there is only one, it is the one."""
    if not several(options):
        run.pick = FIRST_SIDE[options]
        return True
    run.options = options
    if not next_answer(run, PICK):
        return False
    run.pick = run.answers[run.used - 1].value
    note(run, SIDE_PICKED, run.pick, 0)
    return True


def next_answer(run: Run, kind: int) -> bool:
    """Use up the next answer, if it is of the kind asked for and possible."""
    if run.used < len(run.answers):
        answer = run.answers[run.used]
        if answer.kind == kind and (kind != PICK or has(run.options, answer.value)):
            run.used += 1
            return True
    run.need = kind
    return False


def note(run: Run, node: int, value: int, why: int) -> None:
    """Note a box of the chart as it is passed: the node, what decided it, and why."""
    run.trace.append((node, value, why))
