"""The River Check a second time, read straight off the chart with its gotos.

What the program does is tested against this file, which shares nothing with it.
It is written to be compared with the printed chart by eye: no speed, no state
kept between questions, every answer looked up on the board as it lies there.
The labels "0" to "3" are the chart's own; the other labels name its branches.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]
Hex = tuple[int, int]
Stroke = tuple[int, str]  # a hexside and "in" or "out"

HEXSIDES = (1, 2, 3, 4, 5, 6)
WATER = ("lake", "swamp", "jungle/swamp")
LAND = ("desert", "veldt", "jungle", "mountain", "jungle/mountain")
TURNED = {"in": "out", "out": "in"}
RIVER_A = ("continues", "ends", "forks")
RIVER_B = ("none", "begins", "extends", "crosses")

TWO_OUTFLOWS_DIE = ("lake", "lake", "lake", "swamp", "swamp", "jungle/swamp")
SWAMP_DIE = ("swamp", "swamp", "swamp", "swamp", "swamp", "jungle/swamp")

PRINTED = {
    "inflow-only": "exit",
    "redraw": "next-card",
    "own-side": "open",
    "no-way-out": "end",
    "joined-loop": "exit",
    "fork-one-bad": "nothing",
    "crosses-one-bad": "first",
    "extension-flow": "out",
    "downstream-fork": "both-out",
    "coast": "mouths-only",
    "lookahead": "off",
}
TABLE = {
    "inflow-only": "follow",
    "redraw": "next-card",
    "own-side": "barred",
    "no-way-out": "swamp",
    "joined-loop": "check",
    "fork-one-bad": "as-end",
    "crosses-one-bad": "first",
    "extension-flow": "by-outlet",
    "downstream-fork": "tributary",
    "coast": "mouths-only",
    "lookahead": "off",
}
PRESETS = {
    "printed": PRINTED,
    "table": TABLE,
    "seaward": TABLE | {"coast": "open", "lookahead": "on"},
}
CHOICES = {
    "inflow-only": ("exit", "follow"),
    "redraw": ("next-card", "clockwise"),
    "own-side": ("open", "barred"),
    "no-way-out": ("end", "swamp"),
    "joined-loop": ("exit", "check"),
    "fork-one-bad": ("nothing", "as-end"),
    "crosses-one-bad": ("first", "good"),
    "extension-flow": ("out", "by-outlet", "in"),
    "downstream-fork": ("both-out", "tributary"),
    "coast": ("mouths-only", "open"),
    "lookahead": ("off", "on"),
}

# Clockwise; each direction with its step (columns, rows) from a column or row
# that lies in place and from one that lies half a hex further (02, 04, ...).
COMPASS: dict[str, dict[str, tuple[Hex, Hex]]] = {
    "flat": {
        "N": ((0, -1), (0, -1)),
        "NE": ((1, -1), (1, 0)),
        "SE": ((1, 0), (1, 1)),
        "S": ((0, 1), (0, 1)),
        "SW": ((-1, 0), (-1, 1)),
        "NW": ((-1, -1), (-1, 0)),
    },
    "pointy": {
        "NE": ((0, -1), (1, -1)),
        "E": ((1, 0), (1, 0)),
        "SE": ((0, 1), (1, 1)),
        "SW": ((-1, 1), (0, 1)),
        "W": ((-1, 0), (-1, 0)),
        "NW": ((-1, -1), (0, -1)),
    },
}


def read_rulings(rulings: str | dict[str, str]) -> dict[str, str]:
    """Every ruling by its name, from a preset's name or changes to `table`."""
    if isinstance(rulings, str):
        if rulings not in PRESETS:
            raise ValueError(f"no such preset: {rulings}")
        return PRESETS[rulings]
    for name, choice in rulings.items():
        if choice not in CHOICES.get(name, ()):
            raise ValueError(f"no such ruling: {name} {choice}")
    return TABLE | rulings


def read_label(label: str) -> Hex:
    """Column and row of a label, `CCRR` or `CCC.RRR`."""
    column, dot, row = label.partition(".")
    if not dot:
        column, row = label[:2], label[2:]
    if not (column.isdigit() and row.isdigit()):
        raise ValueError(f"not a label: {label}")
    return int(column), int(row)


def opposite(side: int) -> int:
    """The number of the same hexside, seen from the hex beyond it."""
    return (side + 2) % 6 + 1


class Map:
    """A board file, asked hex by hex."""

    def __init__(self, board: Json) -> None:
        layout = board["layout"]
        self.orientation: str = layout.get("orientation", "flat")
        self.columns: int = layout["columns"]
        self.rows: int = layout["rows"]
        compass = list(COMPASS[self.orientation])
        first = compass.index(layout.get("hexside_one", compass[0]))
        self.directions = compass[first:] + compass[:first]
        self.labels = {read_label(label): label for label in board.get("hexes", {})}
        self.hexes: dict[Hex, Json] = {
            here: board["hexes"][label] for here, label in self.labels.items()
        }
        self.mouths = [
            (read_label(mouth["hex"]), int(mouth["side"]), int(mouth["drainage"]))
            for mouth in board.get("mouths", [])
        ]

    # --- where things lie ---------------------------------------------------

    def on_board(self, here: Hex) -> bool:
        """Whether the board has this hex."""
        return 1 <= here[0] <= self.columns and 1 <= here[1] <= self.rows

    def beyond(self, here: Hex, side: int) -> Hex | None:
        """The neighbour across a hexside; None off the board."""
        column, row = here
        line = column if self.orientation == "flat" else row
        steps = COMPASS[self.orientation][self.directions[side - 1]]
        right, down = steps[1 if line % 2 == 0 else 0]
        there = (column + right, row + down)
        return there if self.on_board(there) else None

    def neighbours(self, here: Hex) -> list[tuple[int, Hex]]:
        """Every hexside that has a neighbour on the board, with it."""
        found = [(side, self.beyond(here, side)) for side in HEXSIDES]
        return [(side, there) for side, there in found if there is not None]

    # --- what a hex is ------------------------------------------------------

    def terrain(self, here: Hex) -> str | None:
        """Its terrain, None while unknown."""
        terrain: str | None = self.hexes.get(here, {}).get("terrain")
        return terrain

    def is_water(self, here: Hex) -> bool:
        """A lake or a swamp of any kind, in any state."""
        return self.terrain(here) in WATER

    def is_sea(self, here: Hex) -> bool:
        """The sea, which is neither water hex nor unmapped."""
        return self.terrain(here) == "sea"

    def is_unmapped(self, here: Hex) -> bool:
        """Blank or partial."""
        state = self.hexes.get(here, {}).get("state", "blank")
        return not self.is_sea(here) and state in ("blank", "partial")

    def body(self, here: Hex) -> set[Hex]:
        """All water hexes joined to this one, itself included."""
        body = {here}
        while True:
            shore = {there for wet in body for _, there in self.neighbours(wet)}
            more = {there for there in shore - body if self.is_water(there)}
            if not more:
                return body
            body |= more

    # --- strokes ------------------------------------------------------------

    def carries(self, here: Hex) -> set[Stroke]:
        """The strokes in the hex itself: mapped or printed, and its mouth."""
        if self.is_sea(here):
            return set()
        entry = self.hexes.get(here, {})
        strokes = {(side, "in") for side in entry.get("in", [])}
        strokes |= {(side, "out") for side in entry.get("out", [])}
        strokes |= {(side, "out") for hex_, side, _ in self.mouths if hex_ == here}
        return strokes

    def leads_to(self, here: Hex) -> set[Stroke]:
        """All strokes at its hexsides, its own and its neighbours', seen from it."""
        strokes = self.carries(here)
        for side, there in self.neighbours(here):
            for other, way in self.carries(there):
                if other == opposite(side):
                    strokes.add((side, TURNED[way]))
        return strokes

    def flow_strokes(self, here: Hex) -> set[Stroke]:
        """The strokes that water follows here.

        Whatever meets a water hex flows in it; land must carry the stroke itself.
        """
        return self.leads_to(here) if self.is_water(here) else self.carries(here)

    def with_river(self, here: Hex, strokes: Iterable[Stroke]) -> Map:
        """The same map with this hex mapped and carrying these strokes."""
        other = copy.copy(self)
        entry = dict(self.hexes[here])
        entry["state"] = "mapped"
        entry["in"] = [side for side, way in strokes if way == "in"]
        entry["out"] = [side for side, way in strokes if way == "out"]
        other.hexes = self.hexes | {here: entry}
        return other

    # --- flow ---------------------------------------------------------------

    def flows_on_to(self, here: Hex) -> set[Hex]:
        """The hexes that water in this hex comes to next."""
        nexts = {
            there
            for side, there in self.neighbours(here)
            if (side, "out") in self.flow_strokes(here) and not self.is_sea(there)
        }
        return nexts | self.body(here) if self.is_water(here) else nexts

    def downstream(self, here: Hex) -> set[Hex]:
        """This hex and all hexes that its water comes to."""
        found = {here}
        while True:
            more = {there for wet in found for there in self.flows_on_to(wet)} - found
            if not more:
                return found
            found |= more

    def system(self, outlet: Hex) -> set[Hex]:
        """The hex of a mouth and all hexes whose water comes to it."""
        found = {outlet}
        while True:
            near = {there for wet in found for _, there in self.neighbours(wet)}
            more = {there for there in near - found if self.flows_on_to(there) & found}
            if not more:
                return found
            found |= more

    def comes_back(self, here: Hex) -> bool:
        """Whether water that leaves the hex returns to it over land alone."""
        seen: set[Hex] = set()
        ahead = self.flows_on_to(here)
        while ahead:
            there = ahead.pop()
            if there == here:
                return True
            if there not in seen and not self.is_water(there):
                ahead |= self.flows_on_to(there)
            seen.add(there)
        return False

    # --- drainage -----------------------------------------------------------

    def open_ends(self, system: set[Hex]) -> set[Hex]:
        """The unmapped hexes from which a stroke brings water into the system.

        Read to the letter: a printed hex on the way down is one too, as water
        comes from it into the next; an unmapped hex is not one just because the
        mouth itself stands in it.
        """
        return {
            there
            for wet in system
            for side, there in self.neighbours(wet)
            if self.is_unmapped(there) and (side, "in") in self.leads_to(wet)
        }

    def still_within_reach(self, system: set[Hex]) -> set[Hex]:
        """The unmapped hexes to which the system can still grow."""
        found = self.open_ends(system)
        found |= {wet for wet in system if self.is_water(wet)}
        while True:
            near = {there for here in found for _, there in self.neighbours(here)}
            more = {
                there for there in near - found if self.is_unmapped(there) or self.is_water(there)
            }
            if not more:
                return {here for here in found if self.is_unmapped(here)}
            found |= more

    def mouths_below(self, here: Hex) -> list[tuple[Hex, int]]:
        """The mouths that water here reaches: the hex and the requirement."""
        below = self.downstream(here)
        return [(hex_, need) for hex_, _, need in self.mouths if hex_ in below]

    def can_drain(self, outlet: Hex, need: int) -> bool:
        """Whether the system of the mouth in this hex can have that many hexes."""
        if need == 0:
            return True
        system = self.system(outlet)
        return len(system | self.still_within_reach(system)) >= need


class OutOfAnswersError(Exception):
    """The script of answers ends where chance is needed."""

    def __init__(self, kind: str, options: list[int] | None) -> None:
        super().__init__(kind)
        self.need: Json = {"kind": kind, "options": options}


class Check:
    """One check under way: what is drawn so far, and the boxes passed."""

    def __init__(
        self, board: Json, label: str, rulings: dict[str, str], answers: list[Json]
    ) -> None:
        self.map = Map(board)
        self.label = label
        self.here = read_label(label)
        self.refuse_what_is_not_checked()
        self.rulings = rulings
        self.answers = answers
        self.used = 0
        self.steps: list[list[Any]] = []
        entry = self.map.hexes[self.here]
        self.terrain: str = entry["terrain"]
        self.source = bool(entry.get("source", False))
        self.strokes = self.map.leads_to(self.here)
        self.card: Json = {}
        self.asked = 0  # the number that label 2 tests
        self.following = False  # in River A or in an extension
        self.extending = False
        self.doubled_back = False
        self.forced: list[str] = []
        self.outcome = ""

    def refuse_what_is_not_checked(self) -> None:
        """Only a blank or partial hex of known terrain is checked."""
        if not self.map.on_board(self.here):
            raise ValueError(f"{self.label} is not on the board")
        if self.map.is_sea(self.here):
            raise ValueError(f"{self.label} is sea")
        if not self.map.is_unmapped(self.here):
            raise ValueError(f"{self.label} is mapped")
        if self.map.terrain(self.here) not in WATER + LAND:
            raise ValueError(f"the terrain of {self.label} is not known")

    def step(self, node: str, value: Any, answer: bool | None = None) -> None:
        """Note that a box of the chart is passed."""
        self.steps.append([node, value, answer])

    # --- chance -------------------------------------------------------------

    def next_answer(self, kind: str, options: list[int] | None = None) -> Any:
        """The next answer of the script, which must be of this kind."""
        if self.used == len(self.answers):
            raise OutOfAnswersError(kind, options)
        answer = self.answers[self.used]
        if list(answer) != [kind]:
            raise ValueError(f"a {kind} is needed, not {answer}")
        self.used += 1
        return answer[kind]

    def roll(self, faces: tuple[str, ...]) -> str:
        """Roll a die and read its face."""
        die: int = self.next_answer("die")
        if die not in HEXSIDES:
            raise ValueError(f"no such die: {die}")
        return faces[die - 1]

    def pick(self, options: list[int]) -> int:
        """Choose one hexside at random."""
        pick: int = self.next_answer("pick", options)
        if pick not in options:
            raise ValueError(f"pick {pick} is not among {options}")
        return pick

    def draw_card(self) -> str:
        """Draw a card; returns its short text."""
        card = self.next_answer("card")
        numbers = card["numbers"]
        if card["river_a"] not in RIVER_A or card["river_b"] not in RIVER_B:
            raise ValueError(f"no such card: {card}")
        if len(set(numbers) & set(HEXSIDES)) != len(numbers) or len(numbers) > 2:
            raise ValueError(f"no such numbers: {numbers}")
        if not numbers:
            raise ValueError("a card has at least one number")
        self.card = card
        shown = ",".join(str(number) for number in numbers)
        return f"{card['river_a']}/{card['river_b']} {shown}"

    def numbers(self) -> list[int]:
        """The card's one or two numbers."""
        return list(self.card["numbers"])

    # --- the rivers of this hex ---------------------------------------------

    def sides(self, *ways: str) -> list[int]:
        """The hexsides of its rivers that flow these ways, in order."""
        return sorted({side for side, way in self.strokes if way in ways})

    def is_upstream(self) -> bool:
        """Whether the river is followed upstream: water already leaves."""
        return bool(self.sides("out"))

    def draw(self, side: int, way: str) -> None:
        """Draw a river to a hexside; one already there is only drawn back over."""
        self.step("draw", side)
        if side in self.sides("in", "out"):
            self.doubled_back = True
        else:
            self.strokes.add((side, way))

    def draw_on(self, side: int) -> None:
        """Follow the river through that hexside."""
        self.draw(side, "in" if self.is_upstream() else "out")
        self.outcome = "extends" if self.extending else "continues"

    def drawn_map(self) -> Map:
        """The map as if the river ended here as it is drawn so far."""
        return self.map.with_river(self.here, self.strokes)

    # --- acceptable hexsides ------------------------------------------------

    def opens(self, side: int) -> bool:
        """Acceptable, but for lookahead."""
        there = self.map.beyond(self.here, side)
        if there is None:
            return False
        if side in self.sides("in", "out") and self.rulings["own-side"] == "barred":
            return False
        if self.map.is_sea(there):
            downstream = self.following and not self.is_upstream()
            return downstream and self.rulings["coast"] == "open"
        if self.map.is_water(there) or self.map.is_unmapped(there):
            return True
        return any(other == opposite(side) for other, _ in self.map.carries(there))

    def acceptable(self, side: int) -> bool:
        """Whether the river may be drawn to that hexside."""
        if not self.opens(side):
            return False
        if self.rulings["lookahead"] == "off" or not self.following:
            return True
        if self.is_upstream():
            return not self.starves(side)
        return not self.is_pocket(side)

    def is_pocket(self, side: int) -> bool:
        """Whether the unmapped land beyond has no way out for the water."""
        there = self.map.beyond(self.here, side)
        if there is None or not self.map.is_unmapped(there):
            return False
        found = {there}
        while True:
            if any(self.takes_water(hex_) for hex_ in found):
                return False
            near = {far for hex_ in found for _, far in self.map.neighbours(hex_)}
            near -= found | {self.here}
            more = {far for far in near if self.map.is_unmapped(far)}
            if not more:
                return True
            found |= more

    def takes_water(self, there: Hex) -> bool:
        """Whether water that comes to this unmapped hex can come to rest or leave."""
        if self.map.is_water(there):
            return True
        for side, way in self.map.leads_to(there):
            if way == "out" and self.map.beyond(there, side) != self.here:
                return True
        return any(
            self.map.is_water(far) or (self.map.is_sea(far) and self.rulings["coast"] == "open")
            for _, far in self.map.neighbours(there)
        )

    def starves(self, side: int) -> bool:
        """Whether a requirement fails by this hexside that another one could meet.

        Requirement by requirement: with two mouths below, each hexside may fail
        the one that the other meets, and then both are refused.
        """
        others = [other for other in HEXSIDES if other != side and self.opens(other)]
        return any(
            not self.can_drain_by(side, outlet, need)
            and any(self.can_drain_by(other, outlet, need) for other in others)
            for outlet, need in self.drawn_map().mouths_below(self.here)
        )

    def can_drain_by(self, side: int, outlet: Hex, need: int) -> bool:
        """Whether the requirement could be met with the river coming in there.

        The stroke makes unmapped land beyond an open end, and takes a body of
        water into the system. Mapped land beyond (a river's own hexside) adds
        nothing.
        """
        grown = self.map.with_river(self.here, self.strokes | {(side, "in")})
        return grown.can_drain(outlet, need)

    # --- may the river end here? --------------------------------------------

    def broken_tests(self) -> list[str]:
        """The tests that forbid the river to end here."""
        broken = []
        if not self.is_upstream():
            broken.append("mouth")
        drawn = self.drawn_map()
        below = drawn.mouths_below(self.here)
        if not all(drawn.can_drain(outlet, need) for outlet, need in below):
            broken.append("drainage")
        if self.terrain == "desert":
            broken.append("desert")
        return broken


# --- the chart, in its order --------------------------------------------------
# Each function is the part of the chart behind one label and returns the next.


def top(check: Check) -> str:
    """From the top down to the card."""
    is_water = check.terrain in WATER
    check.step("water?", check.terrain, is_water)
    if is_water:
        check.outcome = "water"
        return "exit"
    outflows = check.sides("out")
    check.step("two-outflows?", outflows, len(outflows) >= 2)
    if len(outflows) >= 2:
        check.terrain = check.roll(TWO_OUTFLOWS_DIE)
        check.outcome = "becomes-water"
        return "exit"
    inflows = check.sides("in")
    check.step("inflow?", inflows, len(inflows) >= 1)
    if len(inflows) >= 1:
        if len(outflows) == 1:
            check.outcome = "joined"
            return "3" if check.rulings["joined-loop"] == "check" else "exit"
        if check.rulings["inflow-only"] == "exit":
            check.outcome = "unmapped-river"
            return "exit"
    return "card"


def card(check: Check) -> str:
    """Draw a card, and see which of its two words counts."""
    check.step("card", check.draw_card())
    leading = check.sides("in", "out")
    check.step("leads-here?", leading, len(leading) >= 1)
    return "A" if leading else "B"


def consult_a(check: Check) -> str:
    """A river leads here."""
    check.following = True
    word = check.card["river_a"]
    check.step("river-a", word)
    return {"continues": "0", "ends": "1", "forks": "forks"}[word]


def label_0(check: Check) -> str:
    """Try to follow the river by the first number."""
    number = check.numbers()[0]
    acceptable = check.acceptable(number)
    check.step("number?", number, acceptable)
    if acceptable:
        check.draw_on(number)
        return "3"
    return "1"


def label_1(check: Check) -> str:
    """May the river end here?"""
    broken = check.broken_tests()
    check.step("may-end?", broken, not broken)
    if not broken:
        check.source = True
        check.outcome = "ends"
        return "3"
    if any(check.acceptable(side) for side in HEXSIDES):
        return "redraw"
    return "no-way-out"


def redraw(check: Check) -> str:
    """It must go on: ask again, with something new to ask."""
    if check.rulings["redraw"] == "next-card":
        check.step("redraw", check.draw_card())
        return "0"
    side = check.numbers()[0]
    while not check.acceptable(side):
        side = side % 6 + 1
    check.step("redraw", side)
    check.draw_on(side)
    return "3"


def no_way_out(check: Check) -> str:
    """It must go on and cannot."""
    check.forced = check.broken_tests()
    check.step("no-way-out", check.forced)
    if check.rulings["no-way-out"] == "swamp" and "mouth" in check.forced:
        check.terrain = check.roll(SWAMP_DIE)
        check.outcome = "ends-in-swamp"
        return "exit"
    if check.is_upstream():
        check.source = True
    check.outcome = "ends"
    return "3"


def forks(check: Check) -> str:
    """The river forks, if the numbers let it."""
    numbers = check.numbers()
    good = []
    for number in numbers:
        acceptable = check.acceptable(number)
        check.step("number?", number, acceptable)
        if acceptable:
            good.append(number)
    if len(good) == 2:
        draw_fork(check, good)
        return "3"
    if len(good) == 1:
        check.draw_on(good[0])
        return "3"
    if len(numbers) == 1 and check.rulings["fork-one-bad"] == "nothing":
        check.outcome = "stops"
        return "3"
    return "1"


def draw_fork(check: Check, good: list[int]) -> None:
    """Draw both arms, each the way it flows."""
    toward_sea = [side for side in good if is_seaside(check, side)]
    if len(toward_sea) == 2:
        check.draw_on(good[0])
        return
    new = [side for side in good if side not in check.sides("in", "out")]
    if check.is_upstream():
        outflows = []
    elif check.rulings["downstream-fork"] == "both-out":
        outflows = new
    else:
        outflows = toward_sea or new[:1]
    for side in good:
        check.draw(side, "out" if side in outflows else "in")
    check.outcome = "forks"


def is_seaside(check: Check, side: int) -> bool:
    """Whether the sea lies beyond that hexside."""
    there = check.map.beyond(check.here, side)
    return there is not None and check.map.is_sea(there)


def consult_b(check: Check) -> str:
    """No river leads here."""
    word = check.card["river_b"]
    check.step("river-b", word)
    if word == "none":
        check.outcome = "none"
        return "exit"
    check.asked = check.numbers()[0]
    return {"begins": "2", "extends": "extends", "crosses": "crosses"}[word]


def label_2(check: Check) -> str:
    """Does a river begin here?"""
    acceptable = check.acceptable(check.asked)
    check.step("begin?", check.asked, acceptable)
    if not acceptable:
        check.outcome = "none"
        return "exit"
    check.source = True
    check.draw(check.asked, "out")
    check.outcome = "begins"
    return "3"


def extends(check: Check) -> str:
    """A river extends from adjacent water, or begins if there is none."""
    near = check.map.neighbours(check.here)
    waters = sorted(side for side, there in near if check.map.is_water(there))
    check.step("pick-water", waters)
    if not waters:
        return "2"
    side = waters[0] if len(waters) == 1 else check.pick(waters)
    check.draw(side, "out" if extension_flows_in(check, side) else "in")
    check.extending = check.following = True
    return "0"


def extension_flows_in(check: Check, side: int) -> bool:
    """Whether the extension flows from this hex into the water."""
    flow = check.rulings["extension-flow"]
    if flow != "by-outlet":
        return flow == "in"
    there = check.map.beyond(check.here, side)
    return there is not None and has_outlet(check.map, check.map.body(there))


def has_outlet(board: Map, body: set[Hex]) -> bool:
    """Whether water leaves the body; from one of its hexes to another is not out."""
    return any(
        way == "out" and board.beyond(wet, side) not in body
        for wet in body
        for side, way in board.flow_strokes(wet)
    )


def crosses(check: Check) -> str:
    """A river crosses the hex, or begins in it."""
    numbers = check.numbers()
    if len(numbers) == 1:
        return "2"
    good = []
    for number in numbers:
        acceptable = check.acceptable(number)
        check.step("number?", number, acceptable)
        if acceptable:
            good.append(number)
    if len(good) == 2:
        check.draw(numbers[0], "in")
        check.draw(numbers[1], "out")
        check.outcome = "crosses"
        return "3"
    if good and check.rulings["crosses-one-bad"] == "good":
        check.asked = good[0]
    return "2"


def label_3(check: Check) -> str:
    """Does the river flow back into itself?"""
    loop = check.doubled_back or check.drawn_map().comes_back(check.here)
    check.step("loop?", None, loop)
    if loop:
        check.terrain = check.roll(SWAMP_DIE)
    return "exit"


CHART: dict[str, Callable[[Check], str]] = {
    "top": top,
    "card": card,
    "A": consult_a,
    "0": label_0,
    "1": label_1,
    "redraw": redraw,
    "no-way-out": no_way_out,
    "forks": forks,
    "B": consult_b,
    "2": label_2,
    "extends": extends,
    "crosses": crosses,
    "3": label_3,
}


def run(check: Check) -> None:
    """Go through the chart from the top until it is left."""
    label = "top"
    while label != "exit":
        label = CHART[label](check)
    check.step("done", check.outcome)


def check(
    board: Json,
    hex: str,
    rulings: str | dict[str, str],
    answers: list[Json],
) -> Json:
    """Check one hex of a board with these answers."""
    this = Check(board, hex, read_rulings(rulings), answers)
    try:
        run(this)
    except OutOfAnswersError as out:
        ends: Json = {"outcome": None, "need": out.need}
        return ends | {"used": this.used, "steps": this.steps}
    if this.used != len(answers):
        raise ValueError(f"{len(answers) - this.used} answers are left over")
    return {
        "hex": hex,
        "outcome": this.outcome,
        "terrain": this.terrain,
        "in": this.sides("in"),
        "out": this.sides("out"),
        "source": this.source,
        "forced": this.forced,
        "used": this.used,
        "need": None,
        "steps": this.steps,
    }


def apply(board: Json, result: Json) -> Json:
    """A new board with the outcome of a finished check entered."""
    if result["outcome"] is None:
        raise ValueError("the check is not finished")
    new = copy.deepcopy(board)
    before = Map(new)
    here = read_label(result["hex"])
    entry = before.hexes[here]
    entry["state"] = "mapped"
    for key in ("terrain", "in", "out", "source"):
        entry[key] = copy.copy(result[key])
    for way in ("in", "out"):
        for side in result[way]:
            mirror(before, here, side, TURNED[way])
    new.setdefault("mouths", []).extend(new_mouths(before, here, result))
    return new


def mirror(board: Map, here: Hex, side: int, way: str) -> None:
    """Draw the other half of a stroke in the neighbour, if that is mapped."""
    there = board.beyond(here, side)
    if there is None or board.is_sea(there) or board.is_unmapped(there):
        return
    entry = board.hexes[there]
    entry[way] = sorted({*entry.get(way, []), opposite(side)})


def new_mouths(board: Map, here: Hex, result: Json) -> list[Json]:
    """The mouths that the check made: outflows to the sea that had none."""
    known = [(hex_, side) for hex_, side, _ in board.mouths]
    return [
        {"hex": result["hex"], "side": side, "name": "", "drainage": 0}
        for side in result["out"]
        if (here, side) not in known
        and any(board.is_sea(there) for other, there in board.neighbours(here) if other == side)
    ]
