"""Estimates with 95 % intervals, from exact tallies.

Means: Student's t around the mean, which for many boards is the normal interval. Shares of boards:
Wilson's score interval. Medians: the order statistics between which the median lies by the binomial
distribution. Ratios of sums (shares of hexes, Horton's ratios): the jackknife over 100 groups of
boards, each left out in turn. Differences on the same seeds: the mean of the differences of each
board, as a mean; of ratios, the jackknife of the difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

from .tally import Histogram

__all__ = ["Estimate", "jackknife", "mean", "median", "quantile", "share", "student"]

Z = NormalDist().inv_cdf(0.975)
_EXACT = 1000  # boards up to which the binomial distribution is summed


@dataclass(frozen=True)
class Estimate:
    """A value and the interval that holds it with 95 %; None where the boards are too few."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def to_json(self) -> list[float | None]:
        """Value, low, high, to ten digits."""
        return [
            one if one is None else float(f"{one:.10g}")
            for one in (self.value, self.low, self.high)
        ]


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by Cornish and Fisher's series.

    Exact to 1 % from 4 degrees of freedom on, to 0.1 % from 8 on.
    """
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def mean(values: Histogram) -> Estimate:
    """The mean of all boards."""
    n, total = values.boards, values.sum
    if not n:
        return Estimate(None)
    if n == 1:
        return Estimate(total / n)
    variance = (n * values.squares - total * total) / (n * n * (n - 1))  # of the mean
    reach = student(n - 1) * math.sqrt(variance)
    return Estimate(total / n, total / n - reach, total / n + reach)


def share(values: Histogram) -> Estimate:
    """The share of boards whose value is not 0."""
    n = values.boards
    if not n:
        return Estimate(None)
    p = (n - values[0]) / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach)))


def quantile(values: Histogram, part: float) -> int:
    """The least value that this part of the boards does not exceed."""
    return values.at(max(1, math.ceil(part * values.boards)))


def median(values: Histogram) -> Estimate:
    """The median of all boards."""
    n = values.boards
    if not n:
        return Estimate(None)
    middle = (values.at((n + 1) // 2) + values.at(n // 2 + 1)) / 2
    rank = _rank(n)
    if rank < 1:
        return Estimate(middle)
    return Estimate(middle, values.at(rank), values.at(n + 1 - rank))


@lru_cache
def _rank(n: int) -> int:
    """The rank from below, and from above, between which the median lies; 0 if there is none."""
    if n > _EXACT:
        return math.floor((n + 1 - Z * math.sqrt(n)) / 2)
    below, rank = 0, 0
    while (below + math.comb(n, rank)) * 40 <= 2**n:  # no more than 2.5 % on either side
        below += math.comb(n, rank)
        rank += 1
    return rank


def jackknife(
    value: Callable[[Mapping[str, int]], float | None],
    groups: Mapping[str, Sequence[int]],
    boards: int,
) -> Estimate:
    """A function of the sums of all boards, from their sums by group."""
    totals = {name: sum(sums) for name, sums in groups.items()}
    whole = value(totals)
    used = min(boards, len(next(iter(groups.values()), ())))  # few boards do not fill all
    without = [
        value({name: totals[name] - sums[place] for name, sums in groups.items()})
        for place in range(used)
    ]
    known = [one for one in without if one is not None]
    if whole is None or len(known) < len(without) or len(known) < 2:
        return Estimate(whole)
    middle = math.fsum(known) / len(known)
    spread = math.fsum((one - middle) ** 2 for one in known)
    reach = student(len(known) - 1) * math.sqrt(spread * (len(known) - 1) / len(known))
    return Estimate(whole, whole - reach, whole + reach)
