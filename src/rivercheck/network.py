"""Rivers as systems: what each mouth drains, where others end, how long and how strong they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from . import rules
from .board import Board
from .flow import Flow, orders, sinks, upstream
from .records import sides_of

__all__ = ["End", "Status", "System", "endings", "requirements", "strahler", "surveyed", "systems"]

End = Literal["mouth", "water", "unmapped", "land", "circle"]
Status = Literal["met", "open", "lost"]


@dataclass(frozen=True, slots=True)
class System:
    """All rivers that come to one end. Hexes are labels, sorted but for `longest`.

    Lengths are in hexes with both ends counted, so a river within one hex is 1 long. A hex whose
    water reaches several mouths counts for `longest` and `straight` with the nearest.
    """

    end: End  # a mouth, or for rivers without one what they end in
    hex: str  # of the mouth, or the first hex of the end
    name: str  # of the mouth, or of the water or hex where the rivers end
    drainage: int  # the requirement of the mouth, 0 if there is none
    status: Status | None  # `open`: could still be met; None without a requirement
    drained: tuple[str, ...]  # mapped hexes alone
    sources: tuple[str, ...]  # source dots, and the first hex of each body without an inflow
    open_ends: tuple[
        str, ...
    ]  # unmapped hexes from which water would come in or leave by the mouth
    longest: tuple[str, ...]  # from the end up to the hex farthest by the shortest way along rivers
    farthest: str  # the hex farthest in a straight line
    straight: int  # and how far it is
    order: int  # Strahler's, at the end; 0 while nothing is drained

    @property
    def size(self) -> int:
        """How many hexes are drained."""
        return len(self.drained)

    @property
    def length(self) -> int:
        """How long the longest river is, in hexes."""
        return len(self.longest)

    def to_json(self) -> dict[str, object]:
        """The fields as JSON values, and `size` and `length`."""
        return {**asdict(self), "size": self.size, "length": self.length}


class _Way(NamedTuple):
    """The shortest way down from a hex: its length, the next hex, the hex where it ends."""

    length: int
    below: int
    end: int


def systems(board: Board) -> list[System]:
    """The system of each mouth: rivers with a name first, then the larger, then by label."""
    return surveyed(board)[0]


def surveyed(board: Board) -> tuple[list[System], dict[int, int]]:
    """What `systems` and `strahler` say, for the price of one."""
    survey = _Survey(board)
    found = survey.table([("mouth", [hex]) for hex in _mouths(board)])
    return sorted(found, key=lambda one: (not one.name, -one.size, one.hex)), survey.orders


def endings(board: Board) -> list[System]:
    """The rivers that end without a mouth, the larger first, then by label.

    They end in a lake or swamp without an outlet (`water`), toward an `unmapped` hex, on dry `land`
    or in a `circle` over land. Water that parts is listed with each of its ends, mouths included.
    """
    survey = _Survey(board)
    found = survey.table([_ending(board, pool) for pool in sinks(board, survey.flow)])
    return sorted(found, key=lambda one: (-one.size, one.hex))


def strahler(board: Board) -> dict[int, int]:
    """Strahler's order of each hex, by place, that a river runs through or into.

    A headwater has order 1; where two rivers of the highest order meet it rises by one. Hexes whose
    water reaches each other (a body of water, a circle) are one confluence with one order. Arms of
    one river keep its order, and do not raise it where they meet again unchanged. Strokes toward
    unmapped hexes from which nothing is known to flow count for nothing.
    """
    return orders(upstream(board))


def requirements(board: Board, flow: Flow) -> Iterator[tuple[int, int, Status]]:
    """For each mouth with a requirement: its place, how many hexes it drains, and the status."""
    for mouth in _mouths(board):
        if board.hexes[mouth].drainage:
            ways = _ways(flow, [mouth])
            yield mouth, _drained(board, ways), _status(board, mouth, ways)


def _mouths(board: Board) -> list[int]:
    hexes = board.hexes
    return [h for h in board.layout.places() if hexes[h].mouth and hexes[h].state != rules.CLOSED]


def _status(board: Board, mouth: int, system: Collection[int]) -> Status:
    if _drained(board, system) >= board.hexes[mouth].drainage:
        return "met"
    return "open" if _could_fill(board, mouth, system) else "lost"


def _drained(board: Board, system: Collection[int]) -> int:
    return sum(not board.unmapped(hex) for hex in system)


def _could_fill(board: Board, mouth: int, system: Collection[int]) -> bool:
    """What `rules.could_fill` asks, while no hex is being checked."""
    hexes, drainage = board.hexes, board.hexes[mouth].drainage
    seen = {hex for hex in system if rules.can_spread(hexes[hex])}
    if not rules.is_water(hexes[mouth]) and rules.rivers_here(hexes, board.grid, mouth)[0]:
        seen.discard(mouth)  # when it is checked its rivers are joined, and none is added
    seen.update(_open_ends(board, system))
    found = seen.union(system)
    queue = list(seen)
    for hex in queue:
        if len(found) >= drainage:
            break
        for after in (board.beyond(hex, side) for side in rules.SIDES):
            if after not in seen and rules.can_spread(hexes[after]):
                seen.add(after)
                queue.append(after)
                if board.unmapped(after):
                    found.add(after)
    return len(found) >= drainage


def _open_ends(board: Board, system: Collection[int]) -> set[int]:
    """The unmapped hexes from which water would come in by a stroke of the system."""
    hexes = board.hexes
    beyond = {board.beyond(hex, side) for hex in system for side in sides_of(hexes[hex].ins)}
    return set(filter(board.unmapped, beyond))


def _ending(board: Board, pool: list[int]) -> tuple[End, list[int]]:
    """What a pool is as an end, and its hexes; of a lake to which its river returns, the lake's."""
    pool = sorted(pool, key=board.name)
    water = [hex for hex in pool if rules.is_water(board.hexes[hex])]
    if water:
        return "water", water
    if len(pool) > 1:
        return "circle", pool
    return "unmapped" if board.unmapped(pool[0]) else "land", pool


def _ways(flow: Flow, ends: list[int]) -> dict[int, _Way]:
    """The shortest way from each hex upstream to the nearest of these ends, nearest hexes first."""
    ways = {hex: _Way(1, rules.NOWHERE, hex) for hex in ends}
    queue = list(ways)
    for hex in queue:
        length, _, end = ways[hex]
        for up in flow[hex]:
            if up not in ways:
                ways[up] = _Way(length + 1, hex, end)
                queue.append(up)
    return ways


# Sources --------------------------------------------------------------------------------------


def _springs(board: Board, flow: Flow) -> set[int]:
    """Source dots, and the first hex of each body of water that has neither a dot nor an inflow."""
    found = {hex for hex in flow if board.hexes[hex].source}
    seen: set[int] = set()
    for hex in flow:
        if rules.is_water(board.hexes[hex]) and hex not in seen:
            body = _body(board, flow, hex)
            seen |= body
            if not body & found and not any(_fed(board, one) for one in body):
                found.add(min(body, key=board.name))
    return found


def _body(board: Board, flow: Flow, hex: int) -> set[int]:
    body = {hex}
    queue = [hex]
    for one in queue:
        for up in flow[one]:
            if up not in body and rules.is_water(board.hexes[up]):
                body.add(up)
                queue.append(up)
    return body


def _fed(board: Board, hex: int) -> bool:
    """Whether a river comes into this water hex from outside its body."""
    ins, _ = rules.rivers_here(board.hexes, board.grid, hex)
    return any(not rules.is_water(board.hexes[board.beyond(hex, side)]) for side in sides_of(ins))


# The table ------------------------------------------------------------------------------------


class _Survey:
    """What all systems of a board share, and the making of each."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.flow = upstream(board)
        self.orders = orders(self.flow)
        self.springs = _springs(board, self.flow)

    def table(self, ends: list[tuple[End, list[int]]]) -> list[System]:
        """A system for each end."""
        nearest = _ways(self.flow, [hex for _, hexes in ends for hex in hexes])
        return [self.system(end, hexes, nearest) for end, hexes in ends]

    def system(self, end: End, ends: list[int], nearest: dict[int, _Way]) -> System:
        """The system that ends in these hexes: a mouth's hex, or all hexes of another end."""
        hex, ways = ends[0], _ways(self.flow, ends)
        reached = sorted(ways, key=self.board.name)
        drained = [up for up in reached if not self.board.unmapped(up)]
        near = {up: ways[up] for up in drained if ways[up].length == nearest[up].length}
        farthest, straight = self.straight(near)
        drainage = self.board.hexes[hex].drainage  # none but a mouth has any
        opening = _open_ends(self.board, ways)
        if end == "mouth":
            opening.update(filter(self.board.unmapped, ends))
        return System(
            end=end,
            hex=self.board.name(hex),
            name=self.name(end, ends),
            drainage=drainage,
            status=_status(self.board, hex, ways) if drainage else None,
            drained=self.labels(drained),
            sources=self.labels(up for up in reached if up in self.springs),
            open_ends=self.labels(sorted(opening, key=self.board.name)),
            longest=self.labels(self.longest(near, ways)),
            farthest=farthest,
            straight=straight,
            order=self.orders[hex] if drained else 0,
        )

    def labels(self, hexes: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.board.name, hexes))

    def name(self, end: End, ends: list[int]) -> str:
        """What the mouth, or else the first named hex of the end, is called."""
        if end == "mouth":
            return self.board.mouths[ends[0]].name if ends[0] in self.board.mouths else ""
        notes = self.board.notes
        return next((notes[hex].name for hex in ends if hex in notes and notes[hex].name), "")

    def longest(self, near: dict[int, _Way], ways: dict[int, _Way]) -> list[int]:
        """The way up to the farthest of the near hexes, the first by label among equals."""
        path: list[int] = []
        hex = max(near, key=lambda up: near[up].length, default=rules.NOWHERE)
        while hex != rules.NOWHERE:
            path.append(hex)
            hex = ways[hex].below
        return path[::-1]

    def straight(self, near: dict[int, _Way]) -> tuple[str, int]:
        """The near hex farthest in a straight line from where its way ends, and how far it is."""
        distance = self.board.layout.distance
        far = {up: distance(up, way.end) + 1 for up, way in near.items()}
        hex = max(far, key=far.__getitem__, default=rules.NOWHERE)
        return (self.board.name(hex), far[hex]) if far else ("", 0)
