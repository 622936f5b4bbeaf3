"""A board: the hexes, what is printed and named on it, and who has mapped what."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

from . import rules
from .errors import HexError
from .grid import Land, Layout, Part
from .records import STATES, TERRAINS
from .rulings import Rulings

__all__ = ["Board", "Mouth", "Notes", "Printed", "part_title"]


@dataclass(frozen=True, slots=True)
class Printed:
    """What the map itself shows in a hex: what erasing restores. Strokes are masks of hexsides."""

    terrain: int = rules.UNKNOWN
    state: int = rules.BLANK
    ins: int = 0
    outs: int = 0


@dataclass(slots=True)
class Notes:
    """What is known of a hex beside its rivers."""

    name: str = ""
    explorers: list[str] = field(default_factory=list)  # who has mapped or visited it
    published: bool = False
    printed: Printed | None = None
    extra: dict[str, object] = field(default_factory=dict)  # keys of the file that are not ours


@dataclass(slots=True)
class Mouth:
    """What a mouth is called. Its hexside and requirement stand in the hex's record."""

    name: str = ""
    made: bool = False  # a check made it; erasing the hex takes it away again
    extra: dict[str, object] = field(default_factory=dict)


def part_title(title: str, layout: Part) -> str:
    """What a part of a board is called."""
    return f"{title}, {layout.span}" if title else layout.span


class Board(Land):
    """A map being explored. `hexes` are the records that the rules read and write, by place."""

    def __init__(self, layout: Layout, name: str = "", rulings: Rulings | None = None) -> None:
        super().__init__(layout)
        self.title = name
        self.rulings = rulings  # what the file says; None leaves it to the table
        self.mouths: dict[int, Mouth] = {}
        self.notes: dict[int, Notes] = {}
        self.extra: dict[str, object] = {}
        self.layout_extra: dict[str, object] = {}

    def copy(self) -> Board:
        """A board that shares nothing with this one but its layout."""
        twin = Board.__new__(Board)
        twin.layout = self.layout
        twin.hexes = [replace(hex) for hex in self.hexes]
        twin.grid = replace(self.grid)
        twin.title, twin.rulings = self.title, self.rulings
        twin.mouths, twin.notes = deepcopy(self.mouths), deepcopy(self.notes)
        twin.extra, twin.layout_extra = self.extra, self.layout_extra
        return twin

    def part(self, layout: Part) -> Board:
        """A board of a part of this one, with the same labels, to be looked at."""
        part = Board(layout, part_title(self.title, layout), self.rulings)
        part.extra, part.layout_extra = self.extra, self.layout_extra
        for hex in layout.places():
            outer = layout.outer(hex)
            part.hexes[hex] = replace(self.hexes[outer], mark=0)  # searched anew
            if outer in self.notes:
                part.notes[hex] = deepcopy(self.notes[outer])
            if outer in self.mouths:
                part.mouths[hex] = deepcopy(self.mouths[outer])
        return part

    def note(self, hex: int) -> Notes:
        """The notes of a hex, made if there are none."""
        return self.notes.setdefault(hex, Notes())

    def explorers(self, hex: int) -> list[str]:
        """Who has mapped or visited the hex."""
        return self.notes[hex].explorers if hex in self.notes else []

    def terrain(self, hex: int) -> str:
        """The hex's terrain, empty if unknown."""
        return TERRAINS[self.hexes[hex].terrain]

    def unmapped(self, hex: int) -> bool:
        """Whether a River Check is still to be made here."""
        return self.hexes[hex].state < rules.MAPPED

    @property
    def land(self) -> int:
        """How many hexes are not sea."""
        return sum(self.hexes[hex].terrain != rules.SEA for hex in self.layout.places())

    @property
    def mapped(self) -> int:
        """How many hexes are mapped."""
        return sum(self.hexes[hex].state == rules.MAPPED for hex in self.layout.places())

    # Changes

    def set_terrain(self, hex: int, terrain: str) -> None:
        """Say what terrain an unmapped hex has. Raises HexError for a mapped hex or the sea."""
        if terrain not in TERRAINS[1:]:
            raise HexError(f"terrain {terrain!r} is none of {', '.join(TERRAINS[1:])}", "terrain")
        self.require_unmapped(hex)
        if terrain == "sea":
            raise HexError(f"hex {self.name(hex)}: sea is part of the board, not discovered", "sea")
        code = TERRAINS.index(terrain)
        if not rules.SWAMP <= code <= rules.LAKE and self.over_the_edge(hex):
            raise HexError(
                f"hex {self.name(hex)}: its water leaves over the edge of the board where there is "
                "no mouth; only a lake or swamp may",
                "terrain",
            )
        self.keep_printed(hex)
        self.hexes[hex].terrain = code

    def over_the_edge(self, hex: int) -> list[int]:
        """The hexsides by which water leaves the board where there is no mouth."""
        here = self.hexes[hex]
        return [
            side
            for side in rules.SIDES
            if rules.has(here.outs, side)
            and here.mouth != side
            and self.hexes[self.beyond(hex, side)].terrain == rules.OFF_BOARD
        ]

    def require_unmapped(self, hex: int) -> None:
        """Raise HexError unless the hex can still be checked."""
        here = self.hexes[hex]
        if here.terrain == rules.SEA:
            raise HexError(f"hex {self.name(hex)} is sea: only land is checked", "sea")
        if here.state == rules.MAPPED:
            raise HexError(
                f"hex {self.name(hex)} is already mapped: only a blank or partial hex is checked",
                "already-mapped",
            )

    def keep_printed(self, hex: int) -> None:
        """Before a hex first changes, remember what is printed in it: strokes, or a partial hex."""
        here, notes = self.hexes[hex], self.note(hex)
        if notes.printed is None:
            bare = here.state == rules.BLANK and not here.ins | here.outs
            terrain = rules.UNKNOWN if bare else here.terrain
            notes.printed = Printed(terrain, here.state, here.ins, here.outs)

    def draw_on_map(self, run: rules.Run, explorer: str = "") -> None:
        """Draw a finished check on the map. A way to the sea makes a mouth without a name."""
        had_mouth = self.hexes[run.hex].mouth
        self.keep_printed(run.hex)
        rules.enter(self.hexes, self.grid, run)
        if self.hexes[run.hex].mouth != had_mouth:
            self.mouths[run.hex] = Mouth(made=True)
        self.visit(run.hex, explorer)

    def visit(self, hex: int, explorer: str) -> None:
        """Remember that an explorer has been here."""
        if explorer and explorer not in self.explorers(hex):
            self.note(hex).explorers.append(explorer)

    def publish(self, explorer: str) -> list[int]:
        """Publish all that an explorer has mapped or visited; returns the hexes newly published."""
        fresh = [hex for hex in self._seen_by(explorer) if not self.notes[hex].published]
        for hex in fresh:
            self.notes[hex].published = True
        return fresh

    def lost_with(self, explorer: str) -> list[int]:
        """The hexes that go when this explorer is lost: mapped by nobody else and not published."""
        return [
            hex
            for hex in self._seen_by(explorer)
            if self.notes[hex].explorers == [explorer]
            and not self.notes[hex].published
            and self.hexes[hex].state == rules.MAPPED
        ]

    def erase(self, explorer: str) -> list[int]:
        """An explorer is lost: their unpublished hexes become again what was printed there.

        All other hexes keep their strokes, which then lead to the erased hexes. Returns those.
        """
        lost = self.lost_with(explorer)
        for hex in self._seen_by(explorer):
            self.notes[hex].explorers.remove(explorer)
        for hex in lost:
            self.restore(hex)
        return lost

    def _seen_by(self, explorer: str) -> list[int]:
        return sorted(hex for hex, notes in self.notes.items() if explorer in notes.explorers)

    def restore(self, hex: int) -> None:
        """Make a hex again what was printed in it. Strokes of its neighbours then lead to it."""
        here = self.hexes[hex]
        printed = self.note(hex).printed or Printed()
        here.terrain, here.state = printed.terrain, printed.state
        here.ins, here.outs, here.source = printed.ins, printed.outs, 0
        self.note(hex).printed, self.note(hex).published = None, False
        if hex in self.mouths and self.mouths[hex].made:
            del self.mouths[hex]
            here.mouth = here.drainage = 0

    def state(self, hex: int) -> str:
        """blank, partial or mapped; empty for the sea."""
        state = self.hexes[hex].state
        return STATES[state] if state < len(STATES) else ""
