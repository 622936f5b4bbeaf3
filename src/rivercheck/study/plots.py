"""The plots of a study, as SVG and PNG: the same study gives the same bytes.

matplotlib is imported here and in `plot_map` alone; no window is ever opened.
"""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Sheet

from ..draw.palette import LIGHT
from ..files import write_file
from ..records import NODES
from ..words import visible
from .measures import required_mouths
from .plot_map import draw_map
from .report import Figure, figures, lengths, orders_of
from .runner import Study
from .tables import FEW, boards_of

__all__ = ["draw_plots"]

INK, PAPER, FAINT = LIGHT["ink"], LIGHT["paper"], LIGHT["grid"]
# A variant is known by colour, line and sign.
COLOURS = (LIGHT["river"], LIGHT["source"], LIGHT["mark-jungle"], LIGHT["mark-desert"])
LINES = ("solid", "dashed", "dashdot", "dotted")
SIGNS = ("o", "D", "s", "^")
NATURAL = (3, 5)  # bifurcation ratios of natural rivers; docs/study.md says whence
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "rivercheck",
    "text.parse_math": False,  # names come from outside
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "legend.frameon": False,
}


def draw_plots(study: Study, folder: Path, only: Collection[str] = ()) -> list[Path]:
    """Draw what says something of this study into a folder, all or some; returns the files."""
    few = len(study.plan.variants) <= len(COLOURS)
    kinds: dict[str, Callable[[Study], Sheet]] = {"map": draw_map}
    if few:
        kinds |= {"longest": _longest, "lengths": _lengths, "streams": _streams, "boxes": _boxes}
        if required_mouths(study.plan.board):
            kinds["requirements"] = _requirements
    if len(study.plan.variants) > FEW:
        kinds["sweep"] = _sweep
    made: list[Path] = []
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # a box is drawn for it
        for name, draw in kinds.items():
            if not only or name in only:
                made += _save(draw(study), folder, name)
    return made


def _save(sheet: Sheet, folder: Path, name: str) -> list[Path]:
    canvas: Any = FigureCanvasAgg(sheet)  # in part without types
    canvas.draw()
    sheet.set_layout_engine("none")  # laid out once, not anew for each file
    made = []
    for format, undated in (("svg", "Date"), ("png", "Software")):
        how: dict[str, Any] = {
            "format": format,
            "metadata": {undated: None},
            "dpi": 150,
            "bbox_inches": "tight",
        }
        made.append(folder / f"{name}.{format}")
        write_file(made[-1], lambda file, how=how: sheet.savefig(file, **how))  # type: ignore[misc]
    return made


def _sheet(width: float, height: float) -> tuple[Sheet, Axes]:
    sheet = Sheet(figsize=(width, height), layout="constrained")
    return sheet, sheet.add_subplot()


def _labels(study: Study) -> list[str]:
    return [visible(variant.label) for variant in study.plan.variants]


# Histograms -----------------------------------------------------------------------------------


def _longest(study: Study) -> Sheet:
    """How long the longest river of a board is."""
    sheet, axes = _sheet(7, 3.6)
    for place, (label, tally) in enumerate(zip(_labels(study), study.tallies, strict=True)):
        histogram = tally.histograms["longest"]
        values = range(min(histogram), max(histogram) + 1)
        shares = [100 * histogram[value] / study.boards for value in values]
        edges = [value - 0.5 for value in (*values, values[-1] + 1)]
        style: dict[str, Any] = {"color": COLOURS[place], "linestyle": LINES[place]}
        axes.stairs(shares, edges, label=label, linewidth=1.6, **style)
        if place == 0:
            axes.stairs(shares, edges, fill=True, color=COLOURS[place], alpha=0.15)
    axes.set_title(f"The longest river of a board ({boards_of(study)})")
    axes.set_xlabel("length in hexes")
    axes.set_ylabel("% of boards")
    axes.set_ylim(bottom=0)
    _legend(axes, study)
    return sheet


def _lengths(study: Study) -> Sheet:
    """How many mouths of a board have a river at least so long."""
    sheet, axes = _sheet(7, 3.6)
    for place, (label, tally) in enumerate(zip(_labels(study), study.tallies, strict=True)):
        histogram = lengths(tally)
        values = range(1, max(histogram, default=0) + 1)
        left = sum(count for value, count in histogram.items() if value)
        reached = []
        for value in values:
            reached.append(left / study.boards)
            left -= histogram[value]
        style: dict[str, Any] = {"color": COLOURS[place], "linestyle": LINES[place]}
        axes.plot(values, reached, label=label, linewidth=1.6, **style)
    _logarithmic(axes)
    axes.set_title(f"Mouths of a board whose longest river has so many hexes ({boards_of(study)})")
    axes.set_xlabel("length in hexes, or longer")
    axes.set_ylabel("mouths of a board")
    _legend(axes, study)
    return sheet


def _logarithmic(axes: Axes) -> None:
    """Powers of ten up the side, written out."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, place: f"{value:g}")
    axes.grid(axis="y", color=FAINT, alpha=0.3)


def _legend(axes: Axes, study: Study) -> None:
    if len(study.plan.variants) > 1:
        axes.legend()


# Estimates ------------------------------------------------------------------------------------


def _bar(axes: Axes, figure: Figure, place: int, x: float, y: float | None, scale: float) -> None:
    """An estimate with its interval: upright at x, or if y is given lying at y."""
    one = figure.estimates[place]
    if one.value is None:
        return
    value = one.value * scale
    low, high = (value if end is None else end * scale for end in (one.low, one.high))
    reach = [[max(0.0, value - low)], [max(0.0, high - value)]]
    style: dict[str, Any] = {"color": COLOURS[place % len(COLOURS)], "markersize": 5, "capsize": 2}
    sign = SIGNS[place % len(SIGNS)]
    if y is None:
        axes.errorbar([x], [value], yerr=reach, fmt=sign, **style)
    else:
        axes.errorbar([value], [y], xerr=reach, fmt=sign, **style)


def _requirements(study: Study) -> Sheet:
    """How often each mouth drains what it must, the hardest first."""
    required, found = required_mouths(study.plan.board), figures(study)
    names = sorted(required, key=lambda name: (required[name], name))
    sheet, axes = _sheet(7, 1.2 + 0.22 * len(names))
    count = len(study.plan.variants)
    for row, name in enumerate(names):
        axes.axhline(row, color=FAINT, alpha=0.25, linewidth=0.6)
        for place in range(count):
            shift = 0.3 * ((count - 1) / 2 - place) / max(count - 1, 1)
            _bar(axes, found[f"met.{name}"], place, 0, row + shift, 100)
    axes.set_yticks(range(len(names)), [f"{visible(name)} ({required[name]})" for name in names])
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlim(-2, 102)
    axes.set_xlabel("% of boards on which the mouth drains what it must (in brackets, hexes)")
    axes.set_title(f"Requirements met ({boards_of(study)})")
    _signs(axes, study)
    return sheet


def _signs(axes: Axes, study: Study) -> None:
    """A legend of the signs of the variants."""
    if len(study.plan.variants) == 1:
        return
    for place, label in enumerate(_labels(study)):
        axes.plot([], [], SIGNS[place], color=COLOURS[place], markersize=5, label=label)
    axes.legend(loc="best")


def _streams(study: Study) -> Sheet:
    """Horton's laws: how many streams there are of each order, and how long they are."""
    found, orders = figures(study), orders_of(study.tallies)
    sheet = Sheet(figsize=(7, 3.6), layout="constrained")
    numbers, long = sheet.subplots(1, 2)
    for axes, key in ((numbers, "streams"), (long, "stream-length")):
        for order in range(1, orders + 1):
            for place in range(len(study.plan.variants)):
                _bar(axes, found[f"{key}.{order}"], place, order + 0.08 * place, None, 1)
        axes.set_xticks(range(1, orders + 1))
        axes.set_xlabel("Strahler's order")
    _logarithmic(numbers)
    long.set_ylim(bottom=0)
    start = found["streams.1"].estimates[0].value or 1
    for ratio in NATURAL:
        fall = [start / ratio ** (order - 1) for order in range(1, orders + 1)]
        numbers.plot(range(1, orders + 1), fall, color=FAINT, linewidth=0.8, linestyle="dotted")
        numbers.annotate(f"1 : {ratio}", (orders, fall[-1]), fontsize=8, color=LIGHT["sepia"])
    numbers.set_title("Streams of a board")
    long.set_title("Their mean length in hexes")
    _signs(numbers, study)
    return sheet


def _boxes(study: Study) -> Sheet:
    """How often a board passes each box of the chart."""
    found = figures(study)
    nodes = [node for node in reversed(NODES) if node != "done"]
    sheet, axes = _sheet(7, 4.2)
    count = len(study.plan.variants)
    height = 0.8 / count
    for place in range(count):
        values = [found[f"visits.{node}"].estimates[place].value or 0 for node in nodes]
        rows = [row + 0.4 - height * (place + 0.5) for row in range(len(nodes))]
        axes.barh(rows, values, height, color=COLOURS[place], label=_labels(study)[place])
    axes.set_yticks(range(len(nodes)), nodes)
    axes.set_xlabel("visits on a board, on average")
    axes.set_title(f"The boxes of the chart ({boards_of(study)})")
    _legend(axes, study)
    return sheet


_SWEPT = ("want", "great", "longest", "lakes", "sources", "rivers", "share.to-sea", "met")


def _sweep(study: Study) -> Sheet:
    """The main figures of all variants."""
    found = figures(study)
    keys = [key for key in _SWEPT if key in found]
    columns = 2
    count = len(study.plan.variants)
    height = 2.2 * -(-len(keys) // columns) + 0.08 * max(map(len, _labels(study)))
    sheet = Sheet(figsize=(max(7, 0.5 * count), height), layout="constrained")
    grid = sheet.subplots(-(-len(keys) // columns), columns, sharex=True, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= len(keys):
            axes.set_axis_off()
            continue
        figure = found[keys[place]]
        percent = figure.kind != "mean"
        for variant in range(count):
            one = replace(figure, estimates=[figure.estimates[variant]])
            _bar(axes, one, 0, variant, None, 100 if percent else 1)
        words = figure.words + (", %" if percent else "")
        axes.set_title(textwrap.fill(words, 44), fontsize=8)
        axes.grid(axis="y", color=FAINT, alpha=0.3)
        axes.set_xticks(range(count), _labels(study), rotation=90 if count > 4 else 0)
        axes.set_xlim(-0.5, count - 0.5)
    return sheet
