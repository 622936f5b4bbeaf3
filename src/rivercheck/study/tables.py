"""The tables of a study: rows of text, for a terminal, a pipe or a page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ..records import NOTED, TESTS
from ..words import visible
from .measures import required_mouths
from .report import Figure, figures, lengths, orders_of
from .runner import Study
from .statistics import Estimate

__all__ = ["StudyTable", "boards_of", "interval", "said", "tables"]

# What the first table shows, where there is any.
_BOARD = (
    *("want", "rivers", "sources", "great", "systems", "longest", "largest", "met"),
    *("share.to-mouth", "share.to-sea", "share.to-water", "lakes", "lake-hexes", "swamp-hexes"),
    *("circles", "forced", *(f"forced.{test}" for test, _ in TESTS)),
    *("share.continues", "share.forks", "share.ends", "bifurcation", "length-ratio"),
)
_CLASSES = (0, 1, 5, 10, 15, 20, 30, 50)  # lengths of rivers, from here to the next
_PARTS = ("share.", "met.", "want")
FEW = 2  # up to so many variants are shown with their intervals


@dataclass(frozen=True)
class StudyTable:
    """A table: all cells are text, the first column is aligned to the left."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def tables(study: Study) -> list[StudyTable]:
    """All tables of a study that has boards."""
    found = figures(study)
    labels = [variant.label for variant in study.plan.variants]
    made = [_board(study, found, labels), *_wanted(study, found, labels)]
    made += _mouths(study, found, labels)
    return [*made, *_streams(study, found, labels), _lengths(study, labels), _nodes(found, labels)]


def boards_of(study: Study) -> str:
    """How many boards, and of what: `1,000 boards of Africa`."""
    number = "1 board" if study.boards == 1 else f"{study.boards:,} boards"
    return f"{number} of {visible(study.plan.board.title) or 'the board'}"


def said(figure: Figure, estimate: Estimate) -> str:
    """A value with as many digits as its interval has a use for; shares in per cent."""
    if estimate.value is None:
        return "-"
    percent = figure.key.startswith(_PARTS)
    return _number(estimate, estimate.value, percent) + (" %" if percent else "")


def interval(figure: Figure, estimate: Estimate, signed: bool = False) -> str:
    """A value and its interval, as `46.2 % (46.0 to 46.4)`."""
    shown = said(figure, estimate)
    if signed and estimate.value is not None:
        shown = ("+" if estimate.value > 0 else "") + shown.replace(" %", " points")
    if estimate.low is None or estimate.high is None:
        return shown
    percent = figure.key.startswith(_PARTS)
    low, high = (_number(estimate, one, percent) for one in (estimate.low, estimate.high))
    return shown if low == high else f"{shown} ({low} to {high})"


def _number(estimate: Estimate, value: float, percent: bool) -> str:
    scale = 100 if percent else 1
    digits = 2
    if estimate.low is not None and estimate.high is not None:
        reach = (estimate.high - estimate.low) / 2 * scale
        digits = max(0, min(4, 1 - math.floor(math.log10(reach)))) if reach > 0 else 0
        if reach == 0 and value != int(value):
            digits = 2
    text = f"{value * scale:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def _spread(figure: Figure, place: int) -> str:
    """The middle nine tenths of the boards."""
    if not figure.spreads:
        return ""
    return f"{figure.spreads[place].low:,} to {figure.spreads[place].high:,}"


def _with_intervals(figure: Figure) -> Iterator[str]:
    """The cells of one or two variants, and of their difference."""
    for place, estimate in enumerate(figure.estimates):
        yield interval(figure, estimate)
        yield _spread(figure, place)
    for difference in figure.differences:
        yield interval(figure, difference, signed=True)


def _cells(figure: Figure) -> list[str]:
    if len(figure.estimates) <= FEW:
        return list(_with_intervals(figure))
    return [said(figure, estimate) for estimate in figure.estimates]


def _headings(first: str, labels: list[str]) -> list[str]:
    if len(labels) > FEW:
        return [first, *labels]
    found = [first]
    for label in labels:
        found += [f"{label}: mean (95 %)", "9 in 10 boards"]
    return [*found, "difference (95 %)"] if len(labels) == FEW else found


def _board(study: Study, found: dict[str, Figure], labels: list[str]) -> StudyTable:
    shown = [found[key] for key in _BOARD if key in found]
    rows = [[figure.words, *_cells(figure)] for figure in shown if _any(figure)]
    plan = study.plan
    title = f"{boards_of(study)}, seed {plan.seed}"
    return StudyTable(title, _headings("a board", labels), rows)


def _any(figure: Figure) -> bool:
    """Whether the figure is anything but 0 throughout."""
    return figure.key == "want" or any(estimate.value for estimate in figure.estimates)


def _wanted(study: Study, found: dict[str, Figure], labels: list[str]) -> Iterator[StudyTable]:
    """The variants whose boards are most often as wanted, first."""
    if "want" in found and len(labels) > 1:
        figure = found["want"]
        pairs = zip(figure.estimates, labels, strict=True)
        order = sorted(pairs, key=lambda pair: -(pair[0].value or 0))
        rows = [[label, interval(figure, estimate)] for estimate, label in order]
        title = f"boards with {study.plan.want}, most often first"
        yield StudyTable(title, ["", "boards (95 %)"], rows)


def _mouths(study: Study, found: dict[str, Figure], labels: list[str]) -> Iterator[StudyTable]:
    """What each mouth drains, and how often that is enough."""
    required = required_mouths(study.plan.board)
    names = [key.partition(".")[2] for key in found if key.startswith("drained.")]
    if not names:
        return
    headings = ["mouth", "must drain"]
    for label in labels:
        headings += [f"{label}: drains", *(["9 in 10"] if len(labels) <= FEW else []), "met"]
    if len(labels) == FEW:
        headings += ["met, difference (95 %)"]
    rows = []
    for name in names:
        row = [name, str(required[name]) if name in required else ""]
        for place in range(len(labels)):
            drained = found[f"drained.{name}"]
            row.append(said(drained, drained.estimates[place]))
            row += [_spread(drained, place)] if len(labels) <= FEW else []
            met = found.get(f"met.{name}")
            row.append("" if met is None else _met(met, met.estimates[place], len(labels)))
        if len(labels) == FEW:
            met = found.get(f"met.{name}")
            row.append("" if met is None else interval(met, met.differences[0], signed=True))
        rows.append(row)
    yield StudyTable("mouths: hexes drained, and requirements met", headings, rows)


def _met(figure: Figure, estimate: Estimate, variants: int) -> str:
    return interval(figure, estimate) if variants == 1 else said(figure, estimate)


def _streams(study: Study, found: dict[str, Figure], labels: list[str]) -> Iterator[StudyTable]:
    """Streams by Strahler's order, and Horton's ratios from one order to the next."""
    headings = ["order"]
    for label in labels:
        before = f"{label}: " if len(labels) > 1 else ""
        headings += [f"{before}streams", "length", "fewer by", "longer by"]
    rows = []
    for order in range(1, orders_of(study.tallies) + 1):
        keys = [f"streams.{order}", f"stream-length.{order}"]
        keys += [f"bifurcation.{order}", f"length-ratio.{order}"]
        row = [str(order)]
        for place in range(len(labels)):
            for key in keys:
                figure = found.get(key)
                row.append("" if figure is None else interval(figure, figure.estimates[place]))
        rows.append(row)
    title = "streams of a board by Strahler's order, and ratios to the next order"
    if rows and len(labels) <= FEW:
        yield StudyTable(title, headings, rows)


def _lengths(study: Study, labels: list[str]) -> StudyTable:
    """Mouths of a board by the length of their longest river."""
    rows = []
    bounds = [*zip(_CLASSES, [*_CLASSES[1:], None], strict=True)]
    histograms = [lengths(tally) for tally in study.tallies]
    for low, high in bounds:
        name = f"{low} or more" if high is None else f"{low} to {high - 1}"
        row = ["none" if low == 0 else name]
        for histogram in histograms:
            number = sum(
                count
                for length, count in histogram.items()
                if length >= low and (high is None or length < high)
            )
            row.append(f"{number / study.boards:.2f}")
        rows.append(row)
    return StudyTable(
        "mouths of a board by the length of their longest river", ["hexes", *labels], rows
    )


def _nodes(found: dict[str, Figure], labels: list[str]) -> StudyTable:
    """How often a board passes each box of the chart."""
    rows = []
    for node in NOTED:
        figure = found[f"visits.{node}"]
        rows.append([node, *(said(figure, estimate) for estimate in figure.estimates)])
    return StudyTable("visits to the boxes of the chart, a board", ["box", *labels], rows)
