"""What many boards came to, in whole numbers: the same however the boards were divided.

A tally holds histograms, from which every mean, median and share follows; sums by group, from which
ratios have their intervals; and how often a river ran through each hex. Tallies are added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

__all__ = ["GROUPS", "Histogram", "Tally"]

GROUPS = 100  # board i is in group i % GROUPS
_DENSE = 1 << 16  # histograms up to here are counted in an array
Values = npt.NDArray[np.int64]


class Histogram(Counter[int]):
    """How many boards had each value."""

    @classmethod
    def of(cls, values: Values) -> Self:
        """The histogram of a column."""
        low = int(values.min())
        if int(values.max()) - low < _DENSE:
            counts = np.bincount(values - low)
            places = np.flatnonzero(counts)
            return cls(dict(zip((places + low).tolist(), counts[places].tolist(), strict=True)))
        return cls(dict(zip(*(part.tolist() for part in np.unique_counts(values)), strict=True)))

    @classmethod
    def from_json(cls, pairs: Iterable[Sequence[int]]) -> Self:
        """The histogram that `to_json` wrote."""
        return cls({int(value): int(count) for value, count in pairs})

    def to_json(self) -> list[list[int]]:
        """Pairs of value and count, by value."""
        return [[value, self[value]] for value in sorted(self)]

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return self.total()

    @property
    def sum(self) -> int:
        """Of all values."""
        return sum(value * count for value, count in self.items())

    @property
    def squares(self) -> int:
        """The sum of all squares."""
        return sum(value * value * count for value, count in self.items())

    def at(self, rank: int) -> int:
        """The value of this rank, from 1, among all in order."""
        for value in sorted(self):
            rank -= self[value]
            if rank <= 0:
                return value
        raise IndexError("there are fewer boards")


@dataclass
class Tally:
    """The boards of one variant, and how they differ from those of the first variant."""

    histograms: dict[str, Histogram] = field(default_factory=dict)
    least: dict[str, tuple[int, int]] = field(default_factory=dict)  # value, number of the board
    most: dict[str, tuple[int, int]] = field(default_factory=dict)
    groups: dict[str, list[int]] = field(default_factory=dict)
    through: list[int] = field(default_factory=list)  # by place
    differences: dict[str, Histogram] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        values: Values,
        first: int,
        through: Sequence[int],
        grouped: Sequence[str],
        other: Values | None = None,
    ) -> Self:
        """The tally of boards by columns, whose numbers begin with `first`."""
        made = cls(through=list(through))
        low, high = values.argmin(axis=0).tolist(), values.argmax(axis=0).tolist()
        for place, name in enumerate(names):
            column = values[:, place]
            made.histograms[name] = Histogram.of(column)
            made.least[name] = int(column[low[place]]), first + low[place]
            made.most[name] = int(column[high[place]]), first + high[place]
            if other is not None:
                made.differences[name] = Histogram.of(column - other[:, place])
        group = (first + np.arange(len(values))) % GROUPS
        for name in grouped:
            sums = np.zeros(GROUPS, np.int64)
            np.add.at(sums, group, values[:, names.index(name)])
            made.groups[name] = sums.tolist()
        return made

    @property
    def boards(self) -> int:
        """How many boards were tallied."""
        return next(iter(self.histograms.values())).boards if self.histograms else 0

    def add(self, more: Tally) -> None:
        """Add other boards of the same variant."""
        for name, histogram in more.histograms.items():
            self.histograms.setdefault(name, Histogram()).update(histogram)
        for name, histogram in more.differences.items():
            self.differences.setdefault(name, Histogram()).update(histogram)
        for name, (value, board) in more.least.items():
            self.least[name] = min(self.least.get(name, (value, board)), (value, board))
        for name, (value, board) in more.most.items():
            before = self.most.get(name, (value, board))
            self.most[name] = max(before, (value, board), key=lambda one: (one[0], -one[1]))
        for name, sums in more.groups.items():
            self.groups[name] = _sums(self.groups.get(name, []), sums)
        self.through = _sums(self.through, more.through)

    def to_json(self) -> dict[str, object]:
        """As JSON values, for `from_json`."""
        return {
            "histograms": {name: one.to_json() for name, one in self.histograms.items()},
            "differences": {name: one.to_json() for name, one in self.differences.items()},
            "least": {name: list(pair) for name, pair in self.least.items()},
            "most": {name: list(pair) for name, pair in self.most.items()},
            "groups": self.groups,
            "through": self.through,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The tally that `to_json` wrote. Raises KeyError, TypeError or ValueError for another."""
        made = cls(groups=data["groups"], through=data["through"])
        for name, pairs in data["histograms"].items():
            made.histograms[name] = Histogram.from_json(pairs)
        for name, pairs in data["differences"].items():
            made.differences[name] = Histogram.from_json(pairs)
        for ours, theirs in ((made.least, data["least"]), (made.most, data["most"])):
            ours.update({name: (int(value), int(board)) for name, (value, board) in theirs.items()})
        return made


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    if not one:
        return list(other)
    return [first + second for first, second in zip(one, other, strict=True)]
