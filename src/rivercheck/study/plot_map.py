"""The map of a study: how often a river runs through each hex."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgba
from matplotlib.figure import Figure as Sheet

from .. import draw, rules
from ..draw.palette import LIGHT
from ..words import visible
from .runner import Study

__all__ = ["draw_map"]

MOST_MAPS, ACROSS = 6, 3
_DRAWN = 5000  # hexes; more are put into the SVG as a picture
_NAMED = 6  # mouths, those that must drain most
_COLOURS = ("#fffaf0", "#f1e3b0", "#b9cf9a", "#6fb0a6", "#3d80ad", LIGHT["river"], "#081d33")
SHADES = LinearSegmentedColormap.from_list("rivers", _COLOURS)


def draw_map(study: Study) -> Sheet:
    """A map for each variant, as many as there is room for."""
    board = study.plan.board
    flat = draw.Sheet(board)
    count = min(len(study.plan.variants), MOST_MAPS)
    across, down = min(count, ACROSS), -(-count // ACROSS)
    each = 5.5 if count == 1 else 3.6
    high = min(12, each * flat.height / flat.width)
    sheet = Sheet(figsize=(each * across, (high + 0.3) * down + 0.7), layout="constrained")
    grid = sheet.subplots(down, across, squeeze=False)
    for axes in grid.flat[count:]:
        axes.set_axis_off()
    scale = Normalize(_least(study, count), 100)
    for place in range(count):
        axes = grid.flat[place]
        drawn = _hexes(axes, study, flat, place, scale)
        axes.set_title(visible(study.plan.variants[place].label))
    sheet.colorbar(
        drawn,
        ax=list(grid.flat),
        orientation="horizontal",
        fraction=0.04,
        pad=0.02,
        aspect=40,
        label=f"% of {study.boards:,} boards on which a river runs through the hex",
    )
    return sheet


def _least(study: Study, count: int) -> float:
    """The least share of any hex, in full tens: where the colours begin."""
    hexes = study.plan.board.hexes
    places = [hex for hex in study.plan.board.layout.places() if not _water(hexes[hex])]
    shares = [
        100 * study.tallies[one].through[hex] / study.boards
        for hex in places
        for one in range(count)
    ]
    return min(90.0, min(shares, default=0) // 10 * 10)


def _hexes(
    axes: Axes, study: Study, flat: draw.Sheet, place: int, scale: Normalize
) -> PolyCollection:
    board, through = study.plan.board, study.tallies[place].through
    places = board.layout.places()
    shares = PolyCollection(
        [flat.outline(hex) for hex in places if not _water(board.hexes[hex])],
        array=[100 * through[hex] / study.boards for hex in places if not _water(board.hexes[hex])],
        cmap=SHADES,
        norm=scale,
        edgecolors=to_rgba(LIGHT["grid"], 0.35),
        linewidths=0.3,
        rasterized=len(places) > _DRAWN,
    )
    waters = [hex for hex in places if _water(board.hexes[hex])]
    colours = ["sea" if board.hexes[hex].terrain == rules.SEA else "water" for hex in waters]
    axes.add_collection(
        PolyCollection(
            [flat.outline(hex) for hex in waters],
            facecolors=[LIGHT[colour] for colour in colours],
            edgecolors="face",
            linewidths=0.3,
            rasterized=len(places) > _DRAWN,
        )
    )
    axes.add_collection(shares)
    axes.set_xlim(0, flat.width)
    axes.set_ylim(flat.height, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    _names(axes, study, flat)
    return shares


def _water(hex: rules.Hex) -> bool:
    """Whether no river can ever run through it: sea, or a lake that is printed."""
    return hex.terrain in (rules.SEA, rules.OFF_BOARD) or rules.is_water(hex)


def _names(axes: Axes, study: Study, flat: draw.Sheet) -> None:
    """The mouths that must drain most, named beside the coast."""
    board = study.plan.board
    required = [hex for hex in board.mouths if board.hexes[hex].drainage > 1]
    required.sort(key=lambda hex: (-board.hexes[hex].drainage, hex))
    for hex in required[:_NAMED]:
        x, y = flat.middle(hex, board.hexes[hex].mouth)
        centre, _ = flat.centres[hex]
        side = "right" if x < centre or (x == centre and x < flat.width / 2) else "left"
        axes.plot([x], [y], ".", color=LIGHT["source"], markersize=3)
        axes.annotate(
            f" {visible(board.mouths[hex].name)} ",
            (x, y),
            ha=side,
            va="center",
            fontsize=6,
            color=LIGHT["ink"],
        )
