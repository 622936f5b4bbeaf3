"""An overview in the frame of a map: heading, coordinates, legend and scale around its pixels."""

from __future__ import annotations

from .. import rules
from ..records import TERRAINS
from .display import Bitmap, Item, Picture, Shape
from .furniture import coordinates, frame, heading, rectangle
from .geometry import Plane
from .legend import Legend
from .lettering import shown
from .overview import Ground, fitted, overview
from .picture import Setting
from .png import png
from .style import Style
from .svg import svg

__all__ = ["overview_png", "overview_svg"]


def overview_png(ground: Ground, title: str, theme: str) -> bytes:
    """The overview as a PNG file."""
    return png(overview(ground, theme), shown(title))


def overview_svg(ground: Ground, title: str, style: Style, miles: object = None) -> str:
    """The overview as the text of an SVG file, with what the style says around it."""
    unit = fitted(ground.layout).unit
    setting = Setting(ground.layout, style, unit)
    plane = Plane(ground.layout, setting.left, setting.top, unit)
    size, named = setting.size, shown(title) or "Untitled board"
    end = plane.left + plane.width, plane.top + plane.height
    pixels = overview_png(ground, title, style.theme)
    items: list[Item] = [Bitmap("overview", (plane.left, plane.top), end, pixels)]
    if setting.labels != "none":
        items += coordinates(plane, size, (plane.left, plane.top, *end))
    items += frame(setting.frame, size)
    land, mapped = _land(ground)
    items += heading(named, mapped, land, setting.width / 2, 2.5 * size, size)
    height = setting.bottom + size
    if style.legend:
        legend = _legend(ground, plane, setting, miles)
        items += legend.items((setting.width - legend.width) / 2, setting.bottom + 1.6 * size)
        height = setting.bottom + legend.height + 3.2 * size
    page = Shape("page", (rectangle((0, 0, setting.width, height)),))
    says = f"An overview of {ground.layout.columns:,} by {ground.layout.rows:,} hexes"
    says += f", {mapped:,} of them mapped."
    return svg(Picture(setting.width, height, named, says, (page, *items), {}), style)


def _land(ground: Ground) -> tuple[int, int]:
    """How many hexes are land, and how many of them are mapped."""
    import numpy as np

    sea, mapped = (int(np.count_nonzero(ground.state == it)) for it in (rules.CLOSED, rules.MAPPED))
    return ground.state.size - sea, mapped


def _legend(ground: Ground, plane: Plane, setting: Setting, miles: object) -> Legend:
    width = setting.width - 4 * setting.size
    return Legend(plane, _occurs(ground), setting.size, setting.bold, width, 3, miles)


def _occurs(ground: Ground) -> set[str]:
    """What is on the map, in the words of the legend."""
    import numpy as np

    found = np.bincount(ground.terrain.ravel(), minlength=len(TERRAINS))
    names = [name.replace("/", "-") for name in TERRAINS]
    kinds = {f"wash wash-{names[kind]}" for kind in np.flatnonzero(found) if kind}
    if found[rules.UNKNOWN]:
        kinds.add("unknown")
    if bool(((ground.state < rules.MAPPED) & (ground.terrain > 0)).any()):
        kinds.add("faint")
    if bool(ground.carried.any()):
        kinds.add("river order-1")
    return kinds
