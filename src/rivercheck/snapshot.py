"""A game as it stood at a revision, kept so that it need not be played again from its start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, overload

from .entries import Entry

__all__ = ["Journal", "Snapshot", "Snapshots"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Board, deck, and which entries stand. It is derived: lost or doubted, it is made again."""

    revision: int
    standing: list[int]
    struck: list[int]
    undone: list[list[int]]  # what redo would put back, the last first
    board: dict[str, object]  # as in a board file
    dealer: dict[str, object]

    def to_json(self) -> dict[str, Any]:
        """As JSON values: the fields by their names."""
        return asdict(self)


# All snapshots of a game up to a revision, the newest first.
Snapshots = Callable[[int], Iterable[Snapshot]]


@dataclass(slots=True)
class Journal(Sequence[Entry]):
    """The entries of a game. Those that a store holds are read when they are first asked for."""

    read: Callable[[int], Entry] | None = None  # the entry of a number
    _held: list[Entry | None] = field(default_factory=list)

    @classmethod
    def stored(cls, count: int, read: Callable[[int], Entry]) -> Journal:
        """A journal of so many entries, each to be had from `read`."""
        return cls(read, [None] * count)

    def append(self, entry: Entry) -> None:
        """Add an entry at the end."""
        self._held.append(entry)

    def first(self, count: int) -> Journal:
        """The journal as it was when it had so many entries."""
        return Journal(self.read, self._held[:count])

    def __len__(self) -> int:
        return len(self._held)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        held = self._held[place]
        if held is None:
            assert self.read is not None
            number = place + 1 if place >= 0 else len(self) + place + 1
            held = self._held[place] = self.read(number)
        return held

    def __iter__(self) -> Iterator[Entry]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)
