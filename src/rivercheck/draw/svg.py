"""A picture as SVG: own templates, everything escaped, colours by class in one style sheet.

There are no scripts, no style attributes, no references but to parts of the same picture, in which
pixels stand too; the same picture gives the same bytes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape

from .display import Along, Bitmap, Item, Label, Line, Marks, Picture, Shape
from .glyphs import GLYPHS, Pen
from .palette import PALETTES, Palette
from .style import Style

__all__ = ["clip_path", "element", "stylesheet", "svg", "text_path"]

_RULES = """
.page{fill:{page}}
.paper{fill:{paper}}
.wash{stroke-width:1.4;stroke-opacity:.55}
.faint{fill-opacity:.42;stroke-opacity:.3}
.waterline{fill:none;stroke:{waterline}}
.gap{stroke:{sea}}
.line-2{stroke-opacity:.8}
.line-3{stroke-opacity:.6}
.line-4{stroke-opacity:.4}
.grid{fill:none;stroke:{grid};stroke-width:.55}
.ring{fill:none;stroke:{sepia};stroke-width:1.3;stroke-dasharray:.1 4;stroke-linecap:round}
.shore,.coast{fill:none;stroke:{shore};stroke-linejoin:round;stroke-linecap:round}
.shore{stroke-width:1.3}
.coast{stroke-width:2}
.mark{fill:none;stroke-width:1;stroke-linecap:round;stroke-linejoin:round}
.stipple,.dune{stroke-width:1.3}
.swell,.ripple{stroke-width:1.1}
.tree{fill:{crown}}
.peak,.hill{fill:{slope};stroke-width:1.2}
.bank,.river,.channel{fill:none;stroke-linecap:round;stroke-linejoin:round}
.channel{stroke-linecap:butt}
.bank{stroke:{halo};stroke-opacity:.75}
.river{stroke:{river}}
.bank-line{stroke:{shore}}
.channel{stroke:{water}}
.channel.bank-line{stroke:{shore}}
.pool{fill:{water};stroke:{shore};stroke-width:.8}
.mouth{fill:{river}}
.open{fill:{river}}
.lost{fill:none;stroke:{source};stroke-width:2;stroke-linecap:round}
.arrow{fill:{arrow};stroke:{halo};stroke-width:1}
.source{fill:{source};stroke:{halo};stroke-width:1.3}
.frame,.neatline{fill:none;stroke:{ink}}
.legend-hex{fill:{paper};stroke:{sepia}}
.legend-edge{fill:none;stroke:{sepia}}
.needle,.scale{fill:{paper};stroke:{ink};stroke-width:.8;stroke-linejoin:round}
.dark{fill:{ink}}
.cell{fill:transparent}
text{fill:{ink};font-family:{fonts}}
.title{font-variant:small-caps;letter-spacing:.06em}
.subtitle,.river-name,.mouth-name,.water-name{font-style:italic}
.hex-label,.mouth-name,.water-name,.river-name,.place-name{paint-order:stroke;stroke:{halo};\
stroke-width:.22em;stroke-linejoin:round;stroke-opacity:.85}
.river-name,.water-name{fill:{river}}
.river-name{letter-spacing:.05em}
"""
_MARKED = ".marked{fill:none;stroke:{source};stroke-width:2.6;stroke-linejoin:round}\n"
_FONTS = (
    '"Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L",P052,Georgia,'
    '"Liberation Serif","DejaVu Serif",serif'
)


def stylesheet(style: Style | None = None) -> str:
    """The colours as CSS: one sheet in the file, so that a page can put its own over it."""
    style = style or Style()
    text = _RULES + _MARKED if style.marked else _RULES
    if style.theme != "auto":
        return "".join(_rules(text, PALETTES[style.theme]))
    light, dark = (
        "".join(_rules(text, PALETTES["light"])),
        "".join(_rules(text, PALETTES["dark"])),
    )
    return f"{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


def _rules(rules: str, palette: Palette) -> Iterator[str]:
    rules = rules.replace("\\\n", "")
    for name, colour in [*palette.items(), ("fonts", _FONTS)]:
        rules = rules.replace(f"{{{name}}}", colour)
    for line in rules.split("\n"):
        if line:
            selectors, body = line.split("{", 1)
            yield f"{','.join(f'.rivercheck {one}' for one in selectors.split(','))}{{{body}\n"
    for name, colour in palette.items():
        if name.startswith("wash-"):
            edge = palette[f"mark-{name[5:]}"]
            yield f".rivercheck .{name}{{fill:{colour};stroke:{edge}}}\n"
        elif name.startswith("mark-"):
            yield f".rivercheck .{name}{{stroke:{colour}}}\n"
    for name, colour in (("wash-sea", palette["sea"]), ("wash-lake", palette["water"])):
        yield f".rivercheck .{name}{{fill:{colour};stroke:none}}\n"


def svg(picture: Picture, style: Style | None = None) -> str:
    """The picture as the text of an SVG file."""
    style = style or Style()
    width, height = _number(picture.width), _number(picture.height)
    size = f'width="{width}" height="{height}" ' if style.bare else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rivercheck" {size}'
        f'viewBox="0 0 {width} {height}" '
        'role="img" aria-labelledby="map-title map-desc">',
        f'<title id="map-title">{escape(picture.title)}</title>',
        f'<desc id="map-desc">{escape(picture.description)}</desc>',
    ]
    parts.append(f"<style>\n{stylesheet(style)}</style>")
    parts += _defs(picture)
    ids = {id(item): f"map-name-{number}" for number, item in enumerate(_along(picture))}
    parts += [element(item, ids.get(id(item), "")) for item in picture.items]
    return "\n".join([*parts, "</svg>\n"])


def _along(picture: Picture) -> Iterator[Along]:
    return (item for item in picture.items if isinstance(item, Along))


def _defs(picture: Picture) -> Iterator[str]:
    clips = [clip_path(name, lines) for name, lines in picture.clips.items()]
    paths = [text_path(item, f"map-name-{number}") for number, item in enumerate(_along(picture))]
    if clips or paths:
        yield "\n".join(["<defs>", *clips, *paths, "</defs>"])


def clip_path(name: str, lines: Iterable[Line]) -> str:
    """An area that others are kept to."""
    return f'<clipPath id="map-{name}"><path d="{_lines(lines)}"/></clipPath>'


def text_path(item: Along, name: str) -> str:
    """The line along which a text is written."""
    return f'<path id="{name}" d="{_line(item.line)}"/>'


def element(item: Item, path: str = "") -> str:
    """An item as one element; text along a line refers to that path by its id."""
    match item:
        case Shape():
            width = f' stroke-width="{_number(item.width)}"' if item.width else ""
            clip = f' clip-path="url(#map-{item.clip})"' if item.clip else ""
            return f'<path class="{item.kind}"{width}{clip} d="{_lines(item.lines)}"/>'
        case Marks():
            return f'<path class="{item.kind}" d="{_marks(item)}"/>'
        case Label():
            x, y = item.at
            return (
                f'<text class="{item.kind}" x="{_number(x)}" y="{_number(y)}" '
                f'font-size="{_number(item.size)}" text-anchor="{item.anchor}">'
                f"{escape(item.text)}</text>"
            )
        case Along():
            return (
                f'<text class="{item.kind}" font-size="{_number(item.size)}" text-anchor="middle">'
                f'<textPath href="#{path}" startOffset="50%">'
                f"{escape(item.text)}</textPath></text>"
            )
        case Bitmap():
            (x, y), (x2, y2) = item.start, item.end
            return (
                f'<image class="{item.kind}" x="{_number(x)}" y="{_number(y)}" '
                f'width="{_number(x2 - x)}" height="{_number(y2 - y)}" preserveAspectRatio="none" '
                f'href="data:image/png;base64,{b64encode(item.png).decode()}"/>'
            )


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def _lines(lines: Iterable[Line]) -> str:
    return "".join(map(_line, lines))


def _line(line: Line) -> str:
    parts = [f"M{_number(line.start[0])} {_number(line.start[1])}"]
    letter = ""
    for step in line.steps:
        new = "L" if len(step) == 2 else "C"
        parts.append((" " if new == letter else new) + " ".join([_number(value) for value in step]))
        letter = new
    return f"{''.join(parts)}{'Z' if line.closed else ''}"


def _marks(marks: Marks) -> str:
    """Each drawing begins where it stands and goes on by relative steps."""
    pens = [(pen[0], _pen(pen, marks.size)) for pen in GLYPHS[marks.glyph]]
    return "".join(
        f"M{_number(x + start[0] * marks.size)} {_number(y + start[1] * marks.size)}{rest}"
        for x, y in marks.places
        for start, rest in pens
    )


def _pen(pen: Pen, size: float) -> str:
    _, steps, closed = pen
    text = "".join(
        ("l" if len(step) == 2 else "c") + " ".join(_short(value * size) for value in step)
        for step in steps
    )
    return f"{text}{'z' if closed else ''}"


def _short(value: float) -> str:
    return _number(value).replace("-0.", "-.").removeprefix("0") or "0"
