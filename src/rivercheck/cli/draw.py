"""`rivercheck draw`: a board as a picture, whole, a part of it, or an overview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..board import Board
from ..bulk import require_bulk
from ..draw import LABELS, THEMES, Style, draw_svg
from ..errors import FileError, RivercheckError
from ..files import require_file, write_file, write_text
from ..grid import LARGEST, Layout, Part
from ..network import strahler
from .common import MapArgument, err, is_large, open_map, require_svg, save_svg, styled

if TYPE_CHECKING:
    from ..bulk.sheet import Sheet

__all__ = ["add_to"]

T = TypeVar("T", bound=str)
LARGEST_PART = 20_000  # hexes


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("draw")(draw_command)


def draw_command(
    board: MapArgument,
    target: Annotated[
        str,
        typer.Option("-o", "--out", metavar="FILE", help="Where to, - for standard output."),
    ],
    part: Annotated[
        str | None,
        typer.Option(
            "--part",
            metavar="HEX:HEX",
            help="Only what lies between two corners, as 0203:0507; up to 20,000 hexes.",
        ),
    ] = None,
    overview: Annotated[
        bool,
        typer.Option("--overview", help="The whole land in pixels, in SVG or as PNG."),
    ] = False,
    theme: Annotated[
        str, typer.Option("--theme", metavar="THEME", help="light, dark, or auto: as the reader's.")
    ] = "light",
    labels: Annotated[
        str,
        typer.Option(
            "--labels",
            metavar="WHERE",
            help="Labels in all hexes, along the margin, none, or auto: as there is room.",
        ),
    ] = "auto",
    arrows: Annotated[
        bool, typer.Option("--arrows/--no-arrows", help="Arrows for the way rivers flow.")
    ] = True,
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="Names of rivers, mouths, lakes, hexes.")
    ] = True,
    legend: Annotated[
        bool, typer.Option("--legend/--no-legend", help="The legend, the scale and the hexsides.")
    ] = True,
) -> None:
    """Draw the board as an explorer's map, in SVG.

    The same board and options give the same file, byte for byte. A board of more than a million
    hexes is drawn as an overview, in SVG or as PNG, unless a part is named; that needs
    `rivercheck[bulk]`. Rivers in a part are as wide as on the whole board.

    Examples:

    - `rivercheck draw bay -o bay.svg`
    - `rivercheck draw africa --theme dark --labels all --no-legend -o - > africa.svg`
    - `rivercheck draw africa --part 0512:1120 -o part.svg`
    - `rivercheck draw africa --overview -o africa.png`
    """
    style = Style(
        theme=_one_of("--theme", theme, THEMES),
        labels=_one_of("--labels", labels, LABELS),
        arrows=arrows,
        names=names,
        legend=legend,
    )
    if part is not None and overview:
        raise RivercheckError("--part and --overview: a picture is one or the other", "usage")
    large = is_large(board)
    if overview or (large and part is None):
        _draw_overview(board, target, style, large)
        return
    if target != "-":
        _require_svg(target)
    land, orders = (open_map(board), None) if part is None else _part(board, part, large)
    if target == "-":
        typer.echo(draw_svg(land, style, orders), nl=False)
    else:
        save_svg(land, target, style, orders)


def _one_of(option: str, value: str, allowed: tuple[T, ...]) -> T:
    found = next((one for one in allowed if one == value), None)
    if found is None:
        raise RivercheckError(f"{option} {value!r}: is one of {', '.join(allowed)}", "usage")
    return found


def _require_svg(target: str) -> None:
    if target.lower().endswith(".png"):
        raise FileError(f"{target}: only an overview is drawn as PNG: add --overview, or name .svg")
    require_svg(target)


# A part -----------------------------------------------------------------------------------------


def _part(name: str, corners: str, large: bool) -> tuple[Board, dict[int, int]]:
    """The board of a part, and Strahler's orders in it and around it, as on the whole board."""
    if large:
        from ..bulk.strahler import stream_orders

        sheet = _read_sheet(name)
        layout = _between(sheet.layout, corners)
        found = stream_orders(sheet, _tell)
        around = {hex: int(found[layout.outer(hex)]) for hex in range(layout.size)}
        return sheet.part(layout), {hex: order for hex, order in around.items() if order}
    board = open_map(name)
    layout = _between(board.layout, corners)
    whole = strahler(board)
    outer = {hex: layout.outer(hex) for hex in range(layout.size)}
    return board.part(layout), {hex: whole[at] for hex, at in outer.items() if at in whole}


def _between(whole: Layout, corners: str) -> Part:
    one, colon, other = corners.partition(":")
    if not colon:
        raise RivercheckError(
            f"--part {corners!r}: name two opposite corners, as 0203:0507", "usage"
        )
    part = Part.between(whole, one, other)
    if part.columns * part.rows > LARGEST_PART:
        raise RivercheckError(
            f"--part {corners}: {part.columns:,} x {part.rows:,} hexes are more than the "
            f"{LARGEST_PART:,} that a part may have",
            "usage",
        )
    return part


def _read_sheet(name: str) -> Sheet:
    require_bulk()
    from ..bulk.reading import read_sheet

    return read_sheet(name)


def _tell(line: str) -> None:
    err().print(styled(line, "dim"))


# An overview ------------------------------------------------------------------------------------


def _draw_overview(name: str, target: str, style: Style, large: bool) -> None:
    _require_for_overview(target, style)
    require_bulk()
    from ..bulk.sheet import Sheet
    from ..bulk.upstream import ground_of
    from ..draw.framed import overview_png, overview_svg

    if large:
        sheet = _read_sheet(name)
        miles = sheet.past.head.get("miles")
    else:
        land = open_map(name)
        sheet, miles = Sheet.of(land), land.extra.get("miles")
    ground = ground_of(sheet)
    if target.lower().endswith(".png"):
        pixels = overview_png(ground, sheet.title, style.theme)
        write_file(target, lambda file: file.write(pixels))
    else:
        text = overview_svg(ground, sheet.title, style, miles)
        typer.echo(text, nl=False) if target == "-" else write_text(target, text)
    if large:
        _tell(_how_to_draw_a_part(sheet.layout))
    if target != "-":
        _tell(f"drawn {target}")


def _require_for_overview(target: str, style: Style) -> None:
    """Raise, before any work, what is wrong with the options."""
    if style.theme == "auto":
        raise RivercheckError("--theme auto: an overview is light or dark", "usage")
    if style.labels == "all":
        raise RivercheckError("--labels all: an overview has them along the margin alone", "usage")
    if target != "-":
        if not target.lower().endswith((".png", ".svg")):
            raise FileError(f"{target}: name a file that ends in .svg or .png")
        require_file(target)


def _how_to_draw_a_part(layout: Layout) -> str:
    left, top = max(1, layout.columns // 2), max(1, layout.rows // 2)
    right, bottom = min(left + 59, layout.columns), min(top + 39, layout.rows)
    one, other = (layout.label(layout.at(*corner)) for corner in ((left, top), (right, bottom)))
    return (
        f"more than {LARGEST:,} hexes: an overview; --part {one}:{other} draws a part, hex by hex"
    )
