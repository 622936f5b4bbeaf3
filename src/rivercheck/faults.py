"""Everything that is wrong with a board.

Damage is what no map can have; a board file that has any is refused. Beyond it the audit finds
what breaks the promises of a map, and names the ruling that lets it happen if one in force does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from . import rules
from .board import Board
from .flow import Flow, circles, upstream
from .network import requirements
from .records import sides_of
from .rulings import Rulings

__all__ = ["Fault", "damage", "faults"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its kind, the labels of its hexes, a line that says it."""

    kind: str
    hexes: tuple[str, ...]
    message: str
    explained: str | None = None  # the ruling in force that lets it happen: `joined-loop=exit`
    remark: bool = False  # no failure: the rules ask for a requirement, and do not promise it

    @property
    def fails(self) -> bool:
        """Whether the audit fails on it: nothing explains it, and it is more than a remark."""
        return self.explained is None and not self.remark

    def to_json(self) -> dict[str, object]:
        """The fields as JSON values, and `fails`."""
        return {**asdict(self), "hexes": list(self.hexes), "fails": self.fails}


def faults(board: Board, rulings: Rulings | Mapping[str, str] | str | None = None) -> list[Fault]:
    """All faults of a board: its damage, then by hex, then circles, then requirements.

    Rulings given here win over the board's, which win over `table`.
    """
    in_force = Rulings.of(board.rulings if rulings is None else rulings)
    flow = upstream(board)
    return [
        *damage(board),
        *(fault for hex in board.layout.places() for fault in _unsound(board, hex, in_force)),
        *(_circle(board, circle, in_force) for circle in circles(board, flow)),
        *_requirements(board, flow),
    ]


def damage(board: Board, places: Iterable[int] | None = None) -> list[Fault]:
    """Strokes and mouths that no map can have, all of them or those of some hexes, in order."""
    hexes = board.layout.places() if places is None else places
    return [fault for hex in hexes for fault in _damaged(board, hex)]


def _damaged(board: Board, hex: int) -> Iterator[Fault]:
    here = board.hexes[hex]
    if here.mouth:
        yield from _misplaced_mouth(board, hex)
    yield from _false_print(board, hex)
    if not here.ins | here.outs:
        return
    label = board.name(hex)
    if here.terrain == rules.SEA:
        yield Fault("sea-stroke", (label,), f"hex {label} is sea and carries a river")
        return
    for side in sides_of(here.ins & here.outs):
        yield Fault(
            "in-and-out", (label,), f"hex {label}: hexside {side} stands in both in and out"
        )
    for side in sides_of(here.ins | here.outs):
        yield from _bad_stroke(board, hex, side)


def _false_print(board: Board, hex: int) -> Iterator[Fault]:
    """What is printed in a hex must stand in it: erasing restores it to what lies around."""
    printed = board.notes[hex].printed if hex in board.notes else None
    if printed is None:
        return
    here, label = board.hexes[hex], board.name(hex)
    if printed.ins & ~here.ins or printed.outs & ~here.outs:
        says = f"hex {label}: printed names a hexside that is not in its in or out"
        yield Fault("printed", (label,), says)
    elif hex in board.mouths and board.mouths[hex].made and rules.has(printed.outs, here.mouth):
        says = f"hex {label}: its mouth is on a printed river, so no check can have made it"
        yield Fault("printed", (label,), says)
    if printed.terrain == rules.SEA:
        yield Fault("printed", (label,), f"hex {label}: the printed terrain of land is not sea")


def _misplaced_mouth(board: Board, hex: int) -> Iterator[Fault]:
    label, side = board.name(hex), board.hexes[hex].mouth
    if board.hexes[hex].terrain == rules.SEA:
        yield Fault("mouth", (label,), f"hex {label} is sea; a mouth belongs to the land beside it")
    elif board.hexes[board.beyond(hex, side)].state != rules.CLOSED:
        beyond = board.name(board.beyond(hex, side))
        yield Fault(
            "mouth",
            (label, beyond),
            f"mouth of hex {label} at hexside {side}: beyond it is hex {beyond}, "
            "and must be sea or the edge of the board",
        )


def _bad_stroke(board: Board, hex: int, side: int) -> Iterator[Fault]:
    here, label = board.hexes[hex], board.name(hex)
    other = board.beyond(hex, side)
    there = board.hexes[other]
    enters = rules.has(here.ins, side)
    if there.state == rules.CLOSED:
        where = "the sea" if there.terrain == rules.SEA else "the edge of the board"
        if rules.is_water(here) and side in board.over_the_edge(hex):
            return  # a map can be cut so; the audit lists it
        if here.mouth != side:
            yield Fault(
                "stroke-without-mouth",
                (label,),
                f"hex {label}: a river crosses hexside {side} at {where}, where there is no mouth",
            )
        elif enters:
            yield Fault(
                "stroke-without-mouth",
                (label,),
                f"hex {label}: a river comes in by its mouth at hexside {side}; it must go out",
            )
        return
    back = rules.OPPOSITE[side]
    agree = rules.has(there.outs if enters else there.ins, back)
    against = rules.has(there.ins if enters else there.outs, back)
    lacking = not agree and there.state == rules.MAPPED
    if lacking and here.state != rules.MAPPED and rules.is_water(there):
        lacking = False  # a printed river at mapped water: it is mirrored when the hex is checked
    if (against and hex < other) or (lacking and not against):
        way = "in" if enters else "out"
        shown = "the same there" if against else "nothing there"
        name = board.name(other)
        yield Fault(
            "strokes-disagree",
            (label, name),
            f"hexes {label} and {name}: the river that goes {way} at hexside {side} of {label} "
            f"shows {shown} (hexside {back} of {name} must be {'out' if enters else 'in'})",
        )


# The audit ------------------------------------------------------------------------------------


def _unsound(board: Board, hex: int, rulings: Rulings) -> Iterator[Fault]:
    """What is wrong with the rivers of one mapped hex."""
    here = board.hexes[hex]
    if here.state != rules.MAPPED:
        return
    if here.terrain == rules.UNKNOWN:
        yield _fault(board, "unknown-terrain", hex, "is mapped, but its terrain is not known")
    if rules.is_water(here):
        for side in board.over_the_edge(hex):
            says = f"lets water over the edge of the board at hexside {side} without a mouth"
            yield _fault(board, "over-the-edge", hex, says)
        return
    outs = rules.leaving(board.hexes, board.grid, hex)
    if rules.several(outs):
        yield _two_outflows(board, hex, outs, rulings)
    if here.ins and not outs:
        yield _dry_end(board, hex, rulings)
    if outs and not here.ins and not here.source:
        yield _without_source(board, hex, outs, rulings)


def _fault(board: Board, kind: str, hex: int, says: str, explained: str | None = None) -> Fault:
    label = board.name(hex)
    return Fault(kind, (label,), f"hex {label} {says}", explained)


def _ruled(rulings: Rulings, *causes: str) -> str | None:
    """The first of these values of rulings that is in force."""
    values = rulings.values()
    return next((cause for cause in causes if cause in map("=".join, values.items())), None)


def _two_outflows(board: Board, hex: int, outs: int, rulings: Rulings) -> Fault:
    sides = " and ".join(map(str, sides_of(outs)))
    says = f"is land, and water leaves it by hexsides {sides}"
    return _fault(board, "two-outflows", hex, says, _ruled(rulings, "downstream-fork=both-out"))


def _dry_end(board: Board, hex: int, rulings: Rulings) -> Fault:
    """Which of the three rulings it was is not written on the map; the first in force is named."""
    says = "is land, and water comes in and leaves nowhere"
    causes = ("inflow-only=exit", "no-way-out=end", "fork-one-bad=nothing")
    return _fault(board, "dry-end", hex, says, _ruled(rulings, *causes))


def _without_source(board: Board, hex: int, outs: int, rulings: Rulings) -> Fault:
    here = board.hexes[hex]
    if outs != here.outs:
        says = f"is mapped, but no river runs to its mouth at hexside {here.mouth}"
        return _fault(board, "mouth-without-river", hex, says)
    says = "sends a river out, none comes in, and no source dot says that it rises here"
    return _fault(board, "no-source", hex, says, _ruled(rulings, "fork-one-bad=nothing"))


def _circle(board: Board, circle: list[int], rulings: Rulings) -> Fault:
    labels = tuple(map(board.name, circle))
    says = f"hexes {', '.join(labels)}: water flows in a circle and passes no lake or swamp"
    return Fault("circle", labels, says, _ruled(rulings, "joined-loop=exit"))


def _requirements(board: Board, flow: Flow) -> Iterator[Fault]:
    """What is not met: by rivers still to come, or lost to land mapped first or to a forced end."""
    for hex, size, status in requirements(board, flow):
        if status == "met":
            continue
        label, name = board.name(hex), board.mouths[hex].name if hex in board.mouths else ""
        end = "so far" if status == "open" else "and can no longer reach the rest"
        says = f"drains {size} of the {board.hexes[hex].drainage} hexes it requires {end}"
        where = f"mouth of hex {label}{f' ({name})' if name else ''}"
        yield Fault(f"requirement-{status}", (label,), f"{where}: {says}", remark=True)
