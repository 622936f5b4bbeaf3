"""Every local situation that the rules can tell apart, and every script of chance in it.

A situation is a hex of known terrain with its six neighbours, each of a *kind*: a letter of
`KINDS`. Six letters, hexside 1 first, are a situation; `situations` gives one of each six that turn
into each other. `Watch` runs a script through the rules and through the oracle, compares all that
both say, and notes what either has read: of the card, of the rulings, of terrain and requirements.
What neither has read cannot matter, so it is not varied; nothing else is left out.

The rules and the oracle are run as they stand. Only, the oracle's map is read once for all scripts
of a situation and answers each question about a hex once: that makes it some five times faster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

import oracle
from rivercheck import rules
from rivercheck.answers import short, to_json
from rivercheck.board import Board
from rivercheck.grid import Layout
from rivercheck.records import NODES, OUTCOMES, RIVER_A, RIVER_B, TERRAINS, sides_of, tests_of
from rivercheck.rulings import PRESETS, RULINGS, Rulings

Json = dict[str, Any]
SIDES = (1, 2, 3, 4, 5, 6)
OPPOSITE = (0, 4, 5, 6, 1, 2, 3)


# Kinds of neighbour -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kind:
    """What lies beyond a hexside, seen from the hex that is checked."""

    means: str
    terrain: str = ""
    state: str = "blank"
    carries: str = (
        ""  # at the common hexside: `in` if it takes a river of the hex, `out` if it gives
    )
    own: str = ""  # what is printed in the hex itself at this hexside
    leaves: bool = False  # it has a mouth on the far side, with the requirement of the situation
    fed: bool = False  # and takes a river from the next hex clockwise, if that is land not mapped
    mouth: bool = False  # the hex itself has its mouth here


KINDS = {
    "S": Kind("sea", "sea", ""),
    "m": Kind("sea, and the mouth of the hex", "sea", "", mouth=True),
    "D": Kind("mapped land, no river at the hexside", "veldt", "mapped"),
    "I": Kind("mapped land, a river comes in from it", "veldt", "mapped", "out"),
    "O": Kind(
        "mapped land, a river goes out to it and to its mouth",
        "veldt",
        "mapped",
        "in",
        leaves=True,
        fed=True,
    ),
    "B": Kind("blank"),
    "P": Kind("partial, a printed river comes in", "jungle", "partial", "out"),
    "Q": Kind(
        "partial, a printed river goes out to it and to its mouth",
        "desert",
        "partial",
        "in",
        leaves=True,
    ),
    "G": Kind(
        "the same, and it takes a river from the next hex clockwise",
        "desert",
        "partial",
        "in",
        leaves=True,
        fed=True,
    ),
    "p": Kind("blank, and a river printed in the hex comes in", own="in"),
    "q": Kind("blank, and a river printed in the hex goes out", own="out"),
    "v": Kind("a lake, and a river printed in the hex comes in", "lake", "mapped", own="in"),
    "w": Kind("a blank swamp, and a river printed in the hex goes out", "swamp", own="out"),
    "L": Kind("a lake without outlet", "lake", "mapped"),
    "M": Kind("a lake with an outlet elsewhere", "lake", "mapped", leaves=True),
    "N": Kind("a swamp, a river comes in from it", "swamp", "mapped", "out"),
    "R": Kind("a jungle/swamp, a river goes out to it", "jungle/swamp", "mapped", "in"),
    "U": Kind("a swamp that is not mapped", "swamp", "blank"),
    "T": Kind(
        "a lake that is not mapped, a river goes out to it and to its mouth",
        "lake",
        "partial",
        "in",
        leaves=True,
    ),
    # Merged with others: the rules cannot tell them apart, and `MERGED` says why.
    "C": Kind("partial, nothing printed at the hexside", "mountain", "partial"),
    "E": Kind("a swamp without outlet", "swamp", "mapped"),
    "J": Kind("a jungle/swamp without outlet", "jungle/swamp", "mapped"),
    "F": Kind("mapped jungle/mountain, no river at the hexside", "jungle/mountain", "mapped"),
    "K": Kind("a lake that is partial", "lake", "partial"),
}
CORE = "SmIOBLM"
FAMILIES = {
    "core": CORE,
    "wide": "SDIOBPQLM",
    "land": "SDIOBPQ",
    "printed": "BNRpqvw",  # rivers printed in the hex itself
    "water": "DBLMU",
    "circle": "DIOCPQ",
    "mouth": "SBQGT",  # mouths in hexes that are not mapped
    "ruling": "SIOBM",
    "edge": "SIOBL",
    "merged": "SDIOBLU",
}
MERGED = {
    "B": ("C", "the rules ask of a state only whether it is below, at or above `mapped`"),
    "L": ("EJ", "the rules ask of a neighbour's terrain only whether it is water, sea or no hex"),
    "D": ("F", "the rules never ask what land a neighbour is"),
    "U": ("K", "as for B and L"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A board just large enough for a hex and its neighbours: the whole ring, or at an edge."""

    columns: int
    rows: int
    column: int
    row: int

    def layout(self) -> Layout:
        return Layout(self.columns, self.rows)


INSIDE = Place(3, 3, 2, 2)
_LINES = ((3, 2), (2, 2), (2, 1), (1, 1))  # how many columns or rows, and which is that of the hex
EDGES = [
    Place(columns, rows, column, row)
    for columns, column in _LINES
    for rows, row in _LINES
    if (columns, rows) != (3, 3)
]


@dataclass(frozen=True, slots=True)
class Situation:
    """Six kinds of neighbour (`.` off the board), the terrain of the hex, and a requirement.

    `need` is the requirement of every mouth in sight. With `circle`, each river that goes out to
    mapped or printed land is led on around the hex, clockwise, to the next hex that gives one.
    """

    kinds: str
    terrain: str = "jungle"
    need: int = 0
    circle: bool = False
    place: Place = INSIDE

    @property
    def hex(self) -> str:
        return f"{self.place.column:02}{self.place.row:02}"

    def board(self) -> Json:
        """The board file. What is not beside the hex is mapped land without rivers."""
        layout = self.place.layout()
        around = neighbours(self.place)
        hexes: Json = {
            layout.label(hex): {"terrain": "veldt", "state": "mapped"} for hex in layout.places()
        }
        here: Json = {"terrain": self.terrain, "in": [], "out": []}
        hexes[self.hex] = here
        mouths: list[Json] = []
        for side, letter in enumerate(self.kinds, 1):
            if letter == ".":
                continue
            kind, label = KINDS[letter], around[side]
            hexes[label] = self._neighbour(kind, side)
            if kind.own:
                here[kind.own].append(side)
                here["state"] = "partial"
            if kind.mouth:
                mouths.append(self._mouth(self.hex, side))
            if kind.leaves:
                mouths.append(self._mouth(label, side))
        if self.circle:
            self._lead_around(hexes, around)
        layout_json = {"columns": layout.columns, "rows": layout.rows}
        return {"rivercheck": 1, "layout": layout_json, "hexes": hexes, "mouths": mouths}

    def _mouth(self, hex: str, side: int) -> Json:
        return {"hex": hex, "side": side, "name": "", "drainage": self.need}

    def _neighbour(self, kind: Kind, side: int) -> Json:
        entry: Json = {"in": [], "out": []}
        if kind.terrain:
            entry["terrain"] = kind.terrain
        if kind.state:
            entry["state"] = kind.state
        if kind.carries:
            entry[kind.carries].append(OPPOSITE[side])
        if kind.leaves and kind.state == "mapped":
            entry["out"].append(side)
        if kind.fed and self.kinds[side % 6] in "BC":
            entry["in"].append(toward_next(side))
        return entry

    def _lead_around(self, hexes: Json, around: dict[int, str]) -> None:
        """Rivers along the ring, from each hex that takes one or may, through dry land, to one
        that gives its river to the hex."""
        for side in SIDES + SIDES:
            here, letter, after = hexes[around[side]], self.kinds[side - 1], self.kinds[side % 6]
            starts = letter in "OQC" or (letter == "D" and here["in"])
            if starts and after in "DIP" and toward_next(side) not in here["out"]:
                here["out"].append(toward_next(side))
                there = hexes[around[side % 6 + 1]]
                there["in"].append(OPPOSITE[toward_next(side)])


def toward_next(side: int) -> int:
    """The hexside by which a neighbour touches the next one clockwise."""
    return (side + 1) % 6 + 1


def neighbours(place: Place) -> dict[int, str]:
    """The labels around the hex that are on the board."""
    return _AROUND[place]


def _around(place: Place) -> dict[int, str]:
    board = Board(place.layout())
    here = board.layout.at(place.column, place.row)
    beyond = {side: board.beyond(here, side) for side in SIDES}
    return {
        side: board.name(hex)
        for side, hex in beyond.items()
        if board.hexes[hex].state != rules.CLOSED
    }


_AROUND = {place: _around(place) for place in (INSIDE, *EDGES)}


def situations(family: str = "wide", place: Place = INSIDE) -> Iterator[Situation]:
    """All situations of a family, in order; inside the board one of those that turn alike."""
    kinds, circle = FAMILIES[family], family == "circle"
    for word in necklaces(kinds) if place == INSIDE else _words(kinds, place):
        if word.count("m") <= 1:  # a hex has one mouth
            yield Situation(word, circle=circle, place=place)


def _words(kinds: str, place: Place) -> Iterator[str]:
    sides = neighbours(place)
    for letters in product(*(kinds if side in sides else "." for side in SIDES)):
        yield "".join(letters)


def necklaces(kinds: str) -> Iterator[str]:
    """One of each six words that turn into each other: the first, by the order of the letters.

    Fredricksen, Kessler and Maiorana: a word is built letter by letter as a power of its prefix of
    length `period`; it is a necklace if that divides its length.
    """
    word = [0] * 7

    def extend(place: int, period: int) -> Iterator[str]:
        if place == 7:
            if 6 % period == 0:
                yield "".join(kinds[letter] for letter in word[1:])
            return
        least = word[place - period]
        for letter in range(least, len(kinds)):
            word[place] = letter
            yield from extend(place + 1, period if letter == least else place)

    return extend(1, 1)


def variations(situation: Situation, asked: set[str]) -> Iterator[Situation]:
    """The situation with requirements, and as desert, where its scripts have asked for them.

    With 2 the system of a river that ends here has enough; with 3 and 5 it depends on what it can
    still reach, and how much.
    """
    if "need" in asked and set(situation.kinds) & set("mOQGTM"):
        for need in (2, 3, 5):
            yield replace(situation, need=need)
        if "terrain" in asked:
            yield replace(situation, terrain="desert", need=5)
    if "terrain" in asked:
        yield replace(situation, terrain="desert")


# Chance -------------------------------------------------------------------------------------------

PATTERNS = [(first, second) for first in SIDES for second in (0, *SIDES) if first != second]
CARDS = [
    rules.Answer(rules.CARD, 0, a, b, *numbers)
    for a in range(len(RIVER_A))
    for b in range(len(RIVER_B))
    for numbers in PATTERNS
]
DICE = [rules.Answer(rules.DIE, face) for face in SIDES]
PICKS = [rules.Answer(rules.PICK, side) for side in SIDES]
assert len(CARDS) == 36 * 3 * 4
_JSON = {id(one): to_json([one])[0] for one in (*CARDS, *DICE, *PICKS)}  # by identity: it is quick
_SHORT = {id(one): short(one) for one in CARDS}
CARD_PARTS = ("river_a", "river_b", "first", "second")
_PARTS = frozenset(CARD_PARTS)


@cache
def _values(names: tuple[str, ...]) -> list[tuple[int, ...]]:
    """These parts of each card."""
    return [tuple([getattr(card, name) for name in names]) for card in CARDS]


# Watching -----------------------------------------------------------------------------------------

READ: set[str] = set()  # what was read since it was last cleared


def _watched(owner: type, part: str, note: str) -> Any:
    """An attribute that notes when it is read."""
    slot = getattr(owner, part)

    def read(self: Any) -> Any:
        READ.add(note)
        return slot.__get__(self)

    return property(read, slot.__set__)


def _of_new_card(part: str) -> Any:
    """The part of the card that is written first: what was read, was read of the card before."""
    watched = _watched(rules.Run, part, part)

    def write(self: Any, value: int) -> None:
        READ.difference_update(_PARTS)
        watched.fset(self, value)

    return property(watched.fget, write)


class _Run(rules.Run):
    __slots__ = ()
    river_a = _of_new_card("river_a")
    river_b = _watched(rules.Run, "river_b", "river_b")
    first = _watched(rules.Run, "first", "first")
    second = _watched(rules.Run, "second", "second")


class _Hex(rules.Hex):
    __slots__ = ()
    drainage = _watched(rules.Hex, "drainage", "need")


class _Codes(Rulings):
    __slots__ = ()


for _ruling in RULINGS:
    setattr(_Codes, _ruling.field, _watched(rules.RulingCodes, _ruling.field, _ruling.name))


class _Numbers(list[int]):
    def __getitem__(self, index: Any) -> Any:
        READ.add("first")
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[int]:
        READ.update(("first", "second"))
        return super().__iter__()

    def __len__(self) -> int:
        READ.add("second")
        return super().__len__()


class _Named(dict[str, Any]):
    """A dictionary that notes which keys are read."""

    def __getitem__(self, key: str) -> Any:
        READ.add(key)
        return super().__getitem__(key)


class _Map(oracle.Map):
    """The oracle's map, that answers a question about a hex once; nothing on it ever changes."""

    def __init__(self, board: Json) -> None:
        super().__init__(board)
        self.size = (self.columns, self.rows)
        self.carried: dict[oracle.Hex, set[oracle.Stroke]] = {}
        self.led: dict[oracle.Hex, set[oracle.Stroke]] = {}
        self.next: dict[oracle.Hex, set[oracle.Hex]] = {}

    def neighbours(self, here: oracle.Hex) -> list[tuple[int, oracle.Hex]]:
        return _NEAR[self.size][here]

    def beyond(self, here: oracle.Hex, side: int) -> oracle.Hex | None:
        return _BEYOND[self.size][here, side]

    def carries(self, here: oracle.Hex) -> set[oracle.Stroke]:
        if here not in self.carried:
            self.carried[here] = super().carries(here)
        return set(self.carried[here])

    def leads_to(self, here: oracle.Hex) -> set[oracle.Stroke]:
        if here not in self.led:
            self.led[here] = super().leads_to(here)
        return set(self.led[here])

    def flows_on_to(self, here: oracle.Hex) -> set[oracle.Hex]:
        if here not in self.next:
            self.next[here] = super().flows_on_to(here)
        return set(self.next[here])

    def with_river(self, here: oracle.Hex, strokes: Iterable[oracle.Stroke]) -> oracle.Map:
        other = super().with_river(here, strokes)
        assert isinstance(other, _Map)
        other.carried, other.led, other.next = {}, {}, {}
        return other

    def mouths_below(self, here: oracle.Hex) -> list[tuple[oracle.Hex, int]]:
        READ.add("need")
        return super().mouths_below(here)


_NEAR: dict[tuple[int, int], dict[oracle.Hex, list[tuple[int, oracle.Hex]]]] = {}
_BEYOND: dict[tuple[int, int], dict[tuple[oracle.Hex, int], oracle.Hex | None]] = {}
for _place in (INSIDE, *EDGES):
    _size = (_place.columns, _place.rows)
    _bare = oracle.Map({"layout": {"columns": _size[0], "rows": _size[1]}})
    _all = list(product(range(1, _size[0] + 1), range(1, _size[1] + 1)))
    _NEAR[_size] = {hex: _bare.neighbours(hex) for hex in _all}
    _BEYOND[_size] = {(hex, side): _bare.beyond(hex, side) for hex in _all for side in SIDES}


class _Check(oracle.Check):
    """The oracle's check, that notes what it reads of its card. It starts from one read before."""

    def restarted(self, answers: list[Json]) -> _Check:
        twin = _Check.__new__(_Check)
        twin.__dict__.update(self.__dict__)
        twin.answers, twin.steps, twin.forced = answers, [], []
        twin.strokes = set(self.strokes)
        return twin

    def draw_card(self) -> str:
        shown = super().draw_card()
        self.card = _Named(self.card)
        READ.difference_update(_PARTS)
        return shown

    def numbers(self) -> list[int]:
        return _Numbers(self.card["numbers"])


class Watch:
    """One situation, ready for scripts under some rulings."""

    def __init__(
        self, situation: Situation, rulings: Rulings, turned: Callable[[Json], Json] | None = None
    ) -> None:
        self.situation = situation
        self.data = turned(situation.board()) if turned else situation.board()
        self.board = _sheet(situation.place)
        fill(self.board, self.data)
        self.here = self.board.layout.find(situation.hex)
        self.rule_with(rulings)
        self.fresh = _Check(self.data, situation.hex, {}, [])
        self.fresh.map = _Map(self.data)

    def rule_with(self, rulings: Rulings) -> None:
        """Go on under other rulings."""
        self.codes = _codes(rulings)
        self.words = _Named(rulings.values())

    def by_rules(self, script: Sequence[rules.Answer]) -> rules.Run:
        """Run the rules alone."""
        run = _Run(self.here, script)
        rules.river_check(self.board.hexes, self.board.grid, self.codes, run)
        return run

    def by_both(self, script: Sequence[rules.Answer]) -> rules.Run:
        """Run the rules and the oracle. Raises AssertionError where they differ."""
        READ.difference_update(_PARTS)
        run = self.by_rules(script)
        read = READ & _PARTS
        check = self.fresh.restarted([_JSON[id(one)] for one in script])
        check.rulings = self.words
        need: Json | None = None
        try:
            oracle.run(check)
        except oracle.OutOfAnswersError as out:
            need = out.need
        READ.update(read)
        if said_by_rules(run) != said_by_oracle(check, need) or steps_of(run) != check.steps:
            raise AssertionError(self.report(run, check, need))
        return run

    def report(self, run: rules.Run, check: _Check, need: Json | None) -> str:
        """Both texts on a script on which they differ, with all that it takes to repeat it."""
        lines = [
            f"{self.situation} under {dict(self.words)}",
            f"script: {', '.join(map(short, run.answers))}",
            f"rules:  {said_by_rules(run)}",
            f"oracle: {said_by_oracle(check, need)}",
            *(f"  {step}" for step in steps_of(run)),
            "oracle's steps:",
            *(f"  {step}" for step in check.steps),
        ]
        return "\n".join(lines)


def _codes(rulings: Rulings) -> _Codes:
    return _Codes(*(getattr(rulings, ruling.field) for ruling in RULINGS))


_SHEETS: dict[Place, Board] = {}


def _sheet(place: Place) -> Board:
    """A board of this size, used again and again."""
    if place not in _SHEETS:
        _SHEETS[place] = board = Board(place.layout())
        for hex in board.layout.places():
            board.hexes[hex] = _Hex(shift=board.hexes[hex].shift)
    return _SHEETS[place]


_STATES = {"blank": rules.BLANK, "partial": rules.PARTIAL, "mapped": rules.MAPPED}
_TERRAIN = {name: number for number, name in enumerate(TERRAINS)}


def fill(board: Board, data: Json) -> None:
    """Put a board file on a board in place, as `board_from` would, without its questions."""
    for label, entry in data["hexes"].items():
        here = board.hexes[board.layout.find(label)]
        here.terrain = _TERRAIN[entry.get("terrain", "")]
        here.state = _STATES[entry.get("state", "blank")]
        if here.terrain == rules.SEA:
            here.state = rules.CLOSED
        here.ins = sum(1 << side for side in entry.get("in", ()))
        here.outs = sum(1 << side for side in entry.get("out", ()))
        here.mouth = here.drainage = 0
    for mouth in data["mouths"]:
        here = board.hexes[board.layout.find(mouth["hex"])]
        here.mouth, here.drainage = mouth["side"], mouth["drainage"]


# What both say ------------------------------------------------------------------------------------

_SIDES_OF = [sides_of(mask) for mask in range(128)]
_TESTS_OF = [tests_of(mask) for mask in range(8)]
_KINDS_OF = {rules.CARD: "card", rules.DIE: "die", rules.PICK: "pick"}
_MASKS = (rules.TWO_OUTFLOWS, rules.INFLOW, rules.LEADS_HERE, rules.PICK_WATER)


def said_by_rules(run: rules.Run) -> tuple[object, ...]:
    """The outcome of a run, or what it needs, in the oracle's words."""
    if run.outcome == rules.UNFINISHED:
        options = _SIDES_OF[run.options] if run.need == rules.PICK else None
        return (_KINDS_OF[run.need], options, run.used)
    strokes = (_SIDES_OF[run.ins], _SIDES_OF[run.outs])
    outcome, terrain = OUTCOMES[run.outcome], TERRAINS[run.terrain]
    return (outcome, terrain, *strokes, bool(run.source), _TESTS_OF[run.forced], run.used)


def said_by_oracle(check: oracle.Check, need: Json | None) -> tuple[object, ...]:
    """The same of the oracle."""
    if need is not None:
        return (need["kind"], need["options"], check.used)
    strokes = (check.sides("in"), check.sides("out"))
    return (check.outcome, check.terrain, *strokes, check.source, check.forced, check.used)


def steps_of(run: rules.Run) -> list[list[object]]:
    """The trace in the oracle's words: node, what decided it, yes or no where it asks."""
    return [
        _step(run, node, value, why)
        for node, value, why in run.trace
        if node not in (rules.DIE_ROLLED, rules.SIDE_PICKED)
    ]


def _step(run: rules.Run, node: int, value: int, why: int) -> list[object]:
    name = NODES[node]
    if node in (rules.NUMBER, rules.MAY_BEGIN):
        # A refusal by number; the ruling crosses-one-bad is added to it, also to an acceptance.
        return [name, value, why <= 0 or why == rules.BY_CROSSES_ONE_BAD]
    if node in _MASKS:
        sides = _SIDES_OF[value]
        answer = len(sides) > 1 if node == rules.TWO_OUTFLOWS else bool(sides)
        return [name, sides, None if node == rules.PICK_WATER else answer]
    if node == rules.MAY_END:
        return [name, _TESTS_OF[value], not value]
    if node == rules.LOOP:
        return [name, None, bool(value)]
    if node == rules.IS_WATER:
        return [name, TERRAINS[value], rules.SWAMP <= value <= rules.LAKE]
    return [name, _plain(run, node, value, why), None]


def _plain(run: rules.Run, node: int, value: int, why: int) -> object:
    if node == rules.CARD_DRAWN or (node == rules.REDRAW and why == rules.REDRAW_NEXT_CARD):
        return _SHORT[id(run.answers[value - 1])]
    if node == rules.RIVER_A:
        return RIVER_A[value]
    if node == rules.RIVER_B:
        return RIVER_B[value]
    if node == rules.NO_WAY_OUT:
        return _TESTS_OF[value]
    if node == rules.DONE:
        return OUTCOMES[value]
    return value


# All scripts --------------------------------------------------------------------------------------

ASKED = {"need", *(ruling.name for ruling in RULINGS)}
DEPTH = 2  # cards in one script: see `Scripts`


Script = tuple[rules.Answer, ...]


@dataclass(slots=True)
class Tally:
    """What was run. `scripts` are those run; `covered` those of the full product they stand for."""

    situations: int = 0
    scripts: int = 0
    covered: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.situations += other.situations
        self.scripts += other.scripts
        self.covered += other.covered
        self.outcomes += other.outcomes


class Scripts:
    """Goes through all scripts of a situation, a card of each kind that is told apart.

    Two cards are of one kind if they agree in all that the rules or the oracle read of the first,
    to the end of every script that begins with it.

    To draw again forgets the card before. So each way to find the hex when the next card is drawn
    (its strokes, and whether it is an extension) is followed once, whatever cards led there, and to
    its second card only. With `thorough` it is followed after every first card to the third: that
    is how a smaller family shows that nothing is forgotten but the card.
    """

    def __init__(
        self,
        watch: Watch,
        tally: Tally,
        *,
        thorough: bool = False,
        told: Callable[[rules.Run], object] = bool,
    ) -> None:
        self.watch, self.tally, self.thorough, self.told = watch, tally, thorough, told
        self.depth = DEPTH + thorough
        self.redrawn: dict[tuple[int, ...], int] = {}
        self.asked: dict[str, list[Script]] = {}  # the first scripts in which each thing was read

    def run(self) -> dict[str, list[Script]]:
        """Run all; returns the shortest scripts that read each ruling, terrain or requirement."""
        self.tally.situations += 1
        self.tally.covered += self._from((), set())
        return self.asked

    def rerun(self, scripts: list[Script]) -> None:
        """Run all that begin with these."""
        self.tally.situations += 1
        for script in scripts:
            self.tally.covered += self._from(script, set())

    def _from(self, script: Script, read: set[str], asked: frozenset[str] = frozenset()) -> int:
        """All scripts that begin with this one. `read` gains what is read of its last card."""
        READ.clear()
        run = self.watch.by_both(script)
        self.tally.scripts += 1
        self.told(run)
        read |= READ & _PARTS
        asked = self._ask(run, script, asked)
        if run.outcome != rules.UNFINISHED:
            self.tally.outcomes[OUTCOMES[run.outcome]] += 1
            return 1
        if run.need == rules.CARD:
            return self._next_card(run, script, asked)
        answers = DICE if run.need == rules.DIE else [PICKS[s - 1] for s in sides_of(run.options)]
        return sum(self._from((*script, answer), read, asked) for answer in answers)

    def _ask(self, run: rules.Run, script: Script, asked: frozenset[str]) -> frozenset[str]:
        """Note what is read by this script and by none that it begins with."""
        things = READ & ASKED
        if any(node == rules.MAY_END for node, _, _ in run.trace):
            things.add("terrain")
        for thing in things - asked:
            self.asked.setdefault(thing, []).append(script)
        return asked | things

    def _next_card(self, run: rules.Run, script: Script, asked: frozenset[str]) -> int:
        cards = sum(answer.kind == rules.CARD for answer in script)
        if cards == self.depth:
            return 1
        if not cards or self.thorough:
            return self._by_card(script, asked)
        found = (run.terrain, run.ins, run.outs, run.source, run.following, run.extension)
        if found not in self.redrawn:
            self.redrawn[found] = self._by_card(script, asked)
        return self.redrawn[found]

    def _by_card(self, script: Script, asked: frozenset[str]) -> int:
        known: dict[tuple[str, ...], dict[tuple[int, ...], int]] = {}
        covered = 0
        for place, card in enumerate(CARDS):
            for names, counts in known.items():
                count = counts.get(_values(names)[place])
                if count is not None:
                    break
            else:
                read: set[str] = set()
                count = self._from((*script, card), read, asked)
                names = tuple(sorted(read))
                known.setdefault(names, {})[_values(names)[place]] = count
            covered += count
        return covered


def run_all(situation: Situation, rulings: Rulings, tally: Tally) -> dict[str, list[Script]]:
    """All scripts of a situation, and of its variations those that they can change.

    Returns the shortest scripts that read each ruling.
    """
    asked = Scripts(Watch(situation, rulings), tally).run()
    for variation in variations(situation, set(asked)):
        begun = asked["terrain"] if variation.terrain == "desert" else asked["need"]
        Scripts(Watch(variation, rulings), tally).rerun(begun)
    return asked


def prove_equal(each: Iterable[Situation], rulings: Rulings) -> Tally:
    """The same of many situations; returns what was run."""
    tally = Tally()
    for situation in each:
        run_all(situation, rulings, tally)
    return tally


def changes(preset: str) -> list[tuple[str, Rulings]]:
    """A preset with one ruling changed: the name of the ruling, and the rulings."""
    words = PRESETS[preset].values()
    return [
        (ruling.name, Rulings.of(words | {ruling.name: value}))
        for ruling in RULINGS
        for value in ruling.values
        if value != words[ruling.name]
    ]


def run_changes(situation: Situation, preset: str, tally: Tally) -> None:
    """A situation under each change of a preset, if the ruling was read under the preset."""
    asked = Scripts(Watch(situation, PRESETS[preset]), Tally()).run()
    for name, rulings in changes(preset):
        if name in asked:
            run_all(situation, rulings, tally)


# Turning ------------------------------------------------------------------------------------------


def turned_sheet(side_map: Sequence[int]) -> Callable[[Json], Json]:
    """Turns the board file of a situation that lies inside; `side_map[side]` is its image."""
    around = neighbours(INSIDE)
    labels = {around[side]: around[side_map[side]] for side in SIDES}

    def turned(data: Json) -> Json:
        hexes = {
            labels.get(label, label): entry
            | {way: [side_map[side] for side in entry.get(way, ())] for way in ("in", "out")}
            for label, entry in data["hexes"].items()
        }
        mouths = [
            mouth | {"hex": labels.get(mouth["hex"], mouth["hex"]), "side": side_map[mouth["side"]]}
            for mouth in data["mouths"]
        ]
        return data | {"hexes": hexes, "mouths": mouths}

    return turned


def turned_answer(answer: rules.Answer, side_map: Sequence[int]) -> rules.Answer:
    """The answer with its hexsides turned."""
    if answer.kind == rules.DIE:
        return answer
    if answer.kind == rules.PICK:
        return PICKS[side_map[answer.value] - 1]
    return replace(answer, first=side_map[answer.first], second=side_map[answer.second])


def turned_mask(mask: int, side_map: Sequence[int]) -> int:
    """The set of hexsides turned."""
    return sum(1 << side_map[side] for side in SIDES if mask >> side & 1)
