"""From tallies to figures: what each measure comes to under each variant, and how they differ."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from . import statistics
from .measures import ORDERS, words_of
from .runner import Study
from .statistics import Estimate
from .tally import Histogram, Tally

__all__ = [
    "Figure",
    "Spread",
    "figures",
    "figures_csv",
    "figures_json",
    "lengths",
    "orders_of",
    "seeds_of",
]

Sums = Mapping[str, int]


@dataclass(frozen=True)
class Spread:
    """How the boards differ from each other."""

    median: Estimate
    low: int  # a twentieth of the boards has this value or a lower one
    high: int
    least: int
    most: int
    least_board: int  # the number of the first board with it
    most_board: int

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "median": self.median.to_json(),
            "low": self.low,
            "high": self.high,
            "least": self.least,
            "most": self.most,
            "least_board": self.least_board,
            "most_board": self.most_board,
        }


@dataclass(frozen=True)
class Figure:
    """A measure: for each variant its estimate, how the boards spread, and the difference.

    The kind says what the estimate is: a `mean` of all boards, a `share` of boards, or a `ratio` of
    the sums of all boards. Differences are to the first variant, on the same seeds.
    """

    key: str
    words: str
    kind: str
    estimates: list[Estimate]
    spreads: list[Spread] = field(default_factory=list)
    differences: list[Estimate] = field(default_factory=list)  # from the second variant on


def figures(study: Study) -> dict[str, Figure]:
    """All figures by key: the measures in their order, then the ratios."""
    if not study.tallies:
        return {}
    found = {key: _measure(study.tallies, key) for key in study.tallies[0].histograms}
    found |= {figure.key: figure for figure in _ratios(study.tallies)}
    return found


def _measure(tallies: list[Tally], key: str) -> Figure:
    shared = key == "want" or key.startswith("met.")
    estimate = statistics.share if shared else statistics.mean
    return Figure(
        key,
        words_of(key),
        "share" if shared else "mean",
        [estimate(tally.histograms[key]) for tally in tallies],
        [] if shared else [_spread(tally, key) for tally in tallies],
        [statistics.mean(tally.differences[key]) for tally in tallies[1:]],
    )


def _spread(tally: Tally, key: str) -> Spread:
    histogram = tally.histograms[key]
    (least, least_board), (most, most_board) = tally.least[key], tally.most[key]
    return Spread(
        statistics.median(histogram),
        statistics.quantile(histogram, 0.05),
        statistics.quantile(histogram, 0.95),
        least,
        most,
        least_board,
        most_board,
    )


# Ratios ---------------------------------------------------------------------------------------

Value = Callable[[Sums], float | None]


def _part(upper: str, *lower: str) -> Value:
    def value(sums: Sums) -> float | None:
        whole = sum(sums[key] for key in lower)
        return sums[upper] / whole if whole else None

    return value


def _over(one: Value, other: Value) -> Value:
    def value(sums: Sums) -> float | None:
        upper, lower = one(sums), other(sums)
        return upper / lower if upper is not None and lower else None

    return value


def _number_ratio(order: int) -> Value:
    return _part(f"streams.{order}", f"streams.{order + 1}")


def _length(order: int) -> Value:
    return _part(f"stream-hexes.{order}", f"streams.{order}")


def _length_ratio(order: int) -> Value:
    return _over(_length(order + 1), _length(order))


def _weighted(ratio: Callable[[int], Value], orders: int) -> Value:
    """The mean of the ratios of all orders, each weighted by the streams of the higher one.

    So an order of which a thousand boards have a few streams does not outweigh the others.
    """

    def value(sums: Sums) -> float | None:
        total = weight = 0.0
        for order in range(1, orders):
            one, streams = ratio(order)(sums), sums[f"streams.{order + 1}"]
            if one is not None:
                total += one * streams
                weight += streams
        return total / weight if weight else None

    return value


def orders_of(tallies: list[Tally]) -> int:
    """The highest of Strahler's orders that any board has."""
    found = (order for order in ORDERS if any(t.most[f"streams.{order}"][0] for t in tallies))
    return max(found, default=0)


_FOLLOWED = {"continues": "go on", "forks": "fork", "ends": "end"}


def _ratios(tallies: list[Tally]) -> Iterator[Figure]:
    names = {
        "share.to-mouth": ("river hexes whose water reaches a mouth of the map", "to-mouth"),
        "share.to-sea": ("river hexes whose water reaches a mouth or the sea", "to-sea"),
        "share.to-water": ("river hexes whose water reaches any water", "to-water"),
    }
    for key, (words, upper) in names.items():
        yield _ratio(tallies, key, f"share of {words}", _part(upper, "rivers"))
    met = [f"outcome.{name}" for name in _FOLLOWED]
    for outcome in met:
        name = outcome.partition(".")[2]
        words = f"share of rivers followed that {_FOLLOWED[name]}"
        yield _ratio(tallies, f"share.{name}", words, _part(outcome, *met))
    orders = orders_of(tallies)
    for order in range(1, orders + 1):
        words = f"mean length of streams of order {order}, in hexes"
        yield _ratio(tallies, f"stream-length.{order}", words, _length(order))
    for key, words, ratio in (
        ("bifurcation", "streams of order {} for each of order {}", _number_ratio),
        ("length-ratio", "length of streams of order {1} over that of order {0}", _length_ratio),
    ):
        for order in range(1, orders):
            said = words.format(order, order + 1)
            yield _ratio(tallies, f"{key}.{order}", said, ratio(order))
        name = "bifurcation" if key == "bifurcation" else "length"
        said = f"Horton's {name} ratio, mean of all orders"
        yield _ratio(tallies, key, said, _weighted(ratio, orders))


def _ratio(tallies: list[Tally], key: str, words: str, value: Value) -> Figure:
    return Figure(
        key,
        words,
        "ratio",
        [statistics.jackknife(value, tally.groups, tally.boards) for tally in tallies],
        [],
        [_ratio_difference(value, tallies[0], tally) for tally in tallies[1:]],
    )


def _ratio_difference(value: Value, first: Tally, other: Tally) -> Estimate:
    groups = {f"0 {name}": sums for name, sums in first.groups.items()}
    groups |= {f"1 {name}": sums for name, sums in other.groups.items()}

    def difference(sums: Sums) -> float | None:
        parts = [
            value({name[2:]: number for name, number in sums.items() if name[0] == which})
            for which in "01"
        ]
        return parts[1] - parts[0] if parts[0] is not None and parts[1] is not None else None

    return statistics.jackknife(difference, groups, first.boards)


# Output ---------------------------------------------------------------------------------------


def seeds_of(study: Study, figure: Figure, place: int) -> tuple[int, int]:
    """With which seeds `explore` maps the boards of the least and the most under a variant."""
    spread = figure.spreads[place]
    return study.plan.seed_of(spread.least_board), study.plan.seed_of(spread.most_board)


def figures_json(study: Study) -> list[dict[str, object]]:
    """All figures as JSON values: one entry for each figure and variant."""
    labels = [variant.label for variant in study.plan.variants]
    found: list[dict[str, object]] = []
    for figure in figures(study).values():
        for place, label in enumerate(labels):
            entry: dict[str, object] = {"figure": figure.key, "words": figure.words}
            entry |= {"kind": figure.kind, "variant": label}
            entry["estimate"] = figure.estimates[place].to_json()
            if figure.spreads:
                entry |= figure.spreads[place].to_json()
                least, most = seeds_of(study, figure, place)
                entry |= {"least_seed": least, "most_seed": most}
            if place:
                entry["difference"] = figure.differences[place - 1].to_json()
            found.append(entry)
    return found


_HEADER = (
    *("figure", "words", "kind", "variant", "boards", "value", "low", "high"),
    *("median", "median_low", "median_high", "p5", "p95", "least", "most"),
    *("least_seed", "most_seed", "difference", "difference_low", "difference_high"),
)


def figures_csv(study: Study) -> str:
    """All figures as CSV, a line for each figure and variant."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    for entry in figures_json(study):
        head = [entry["figure"], entry["words"], entry["kind"], entry["variant"], study.boards]
        cells = [*head, *_three(entry, "estimate"), *_three(entry, "median")]
        cells += [entry.get(key) for key in ("low", "high", "least", "most")]
        cells += [entry.get(key) for key in ("least_seed", "most_seed")]
        writer.writerow([_defused(cell) for cell in (*cells, *_three(entry, "difference"))])
    return text.getvalue()


def _three(entry: Mapping[str, object], key: str) -> list[object]:
    values = entry.get(key)
    return list(values) if isinstance(values, list) else [None] * 3


def _defused(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula. A number is none, whatever its sign."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return "" if cell is None else cell


def lengths(tally: Tally) -> Histogram:
    """How many mouths of all boards had a longest river of each length; 0: none."""
    found = Histogram()
    for key, histogram in tally.histograms.items():
        if key.startswith("length."):
            found.update(histogram)
    return found
