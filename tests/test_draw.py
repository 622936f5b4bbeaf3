"""Pictures: well-formed, the same bytes each time, and nothing in them but what the board has."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from growing import drawn, mouth, random_map
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import save_board
from rivercheck.draw import LABELS, THEMES, Sheet, Style, draw_svg, picture, stylesheet
from rivercheck.draw.display import Label, Marks, Shape
from rivercheck.draw.glyphs import GLYPHS
from rivercheck.draw.palette import DARK, LIGHT, PALETTES, contrast, required
from rivercheck.draw.streams import Streams
from rivercheck.draw.terrain import DRAWINGS
from rivercheck.errors import HexError
from rivercheck.records import TERRAINS, sides_of
from rivercheck.shipped import open_board, shipped_boards

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>&\"'\x1b[31m\u202e]]>\x00\ufffe--><!--"


def small(name: str = "", miles: object = None) -> Board:
    """A board with all terrains, a lake, open ends and a mouth."""
    return drawn(
        7,
        5,
        {
            "0101": {"terrain": "sea", "state": "blank"},
            "0102": {"terrain": "sea", "state": "blank"},
            "0201": {"terrain": "desert"},
            "0302": {"terrain": "lake", "in": [4], "name": "Lake Mweru"},
            "0303": {"terrain": "mountain", "source": True, "out": [1], "name": "Peak"},
            "0402": {"terrain": "jungle/mountain"},
            "0403": {"terrain": "swamp"},
            "0404": {"terrain": "jungle/swamp"},
            "0504": {"terrain": "jungle", "state": "partial"},
            "0505": {"terrain": "veldt", "state": "blank"},
            "0602": {"terrain": "veldt", "source": True, "out": [1]},
        },
        mouth("0104", 5, "Congo", 9),
        name=name,
        miles=miles,
    )


def elements(text: str, tag: str) -> list[ET.Element]:
    return ET.fromstring(text).findall(f".//{SVG}{tag}")


def with_class(text: str, name: str) -> list[ET.Element]:
    return [one for one in ET.fromstring(text).iter() if name in one.get("class", "").split()]


def corners(sheet: Sheet, hex: int) -> set[tuple[int, int]]:
    return {(round(x), round(y)) for x, y in sheet.outline(hex)}


@pytest.mark.parametrize("seed", range(12))
def test_any_board_gives_well_formed_svg(seed: int) -> None:
    board = random_map(seed)
    root = ET.fromstring(draw_svg(board, Style(theme=THEMES[seed % 3])))
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title") is not None
    assert root.find(f"{SVG}desc") is not None


@pytest.mark.parametrize("seed", range(30))
def test_the_strokes_drawn_are_those_of_the_board(seed: int) -> None:
    board = random_map(seed)
    streams = Streams(board, Sheet(board))
    carried = {
        (hex, side)
        for hex in board.layout.places()
        if board.hexes[hex].terrain != rules.LAKE
        for side in sides_of(board.hexes[hex].ins | board.hexes[hex].outs)
    }
    assert streams.strokes.keys() == carried
    runs = [stroke for run in streams.courses() for stroke in run]
    assert len(runs) == len(carried)
    drawn_lines = [
        line
        for item in picture(board, Style(legend=False)).items
        if isinstance(item, Shape) and item.kind.startswith("river ")
        for line in item.lines
    ]
    assert sum(len(line.steps) for line in drawn_lines) == len(carried)
    for (hex, side), stroke in streams.strokes.items():
        assert stroke.inward is bool(board.hexes[hex].ins >> side & 1)


@pytest.mark.parametrize("seed", range(10))
def test_strokes_meet_at_the_hexside(seed: int) -> None:
    board = random_map(seed)
    streams = Streams(board, Sheet(board))
    for (hex, side), stroke in streams.strokes.items():
        other = streams.strokes.get((board.beyond(hex, side), rules.OPPOSITE[side]))
        if other is not None:
            assert stroke.rim == pytest.approx(other.rim)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_hexside_one_turns_the_numbers_and_not_the_hexes(orientation: str) -> None:
    plain = drawn(3, 3, {}, orientation=orientation)
    for face in plain.layout.directions:
        layout = replace(plain.layout, hexside_one=face)
        turned = Sheet(Board(layout))
        side = plain.layout.directions.index(face) + 1
        assert turned.normals[1] == Sheet(plain).normals[side]
        assert corners(turned, layout.at(2, 2)) == corners(Sheet(plain), layout.at(2, 2))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_neighbours_share_their_hexside(orientation: str) -> None:
    board = drawn(5, 5, {}, orientation=orientation)
    sheet = Sheet(board)
    for hex in board.layout.places():
        for side in rules.SIDES:
            other = board.beyond(hex, side)
            if other in sheet.centres:
                there = sheet.middle(other, rules.OPPOSITE[side])
                assert sheet.middle(hex, side) == pytest.approx(there)


def test_every_terrain_has_drawings_of_its_own() -> None:
    assert set(DRAWINGS) == set(TERRAINS[1:])
    sets = [frozenset(glyph for glyph, _, _ in stands) for stands in DRAWINGS.values()]
    assert len(set(sets)) == len(sets)
    assert set().union(*sets) <= set(GLYPHS)


@pytest.mark.parametrize("terrain", TERRAINS[1:])
def test_a_hex_shows_its_terrain_without_colour(terrain: str) -> None:
    hexes = {f"{column:02}{row:02}": {"terrain": terrain} for column in (1, 2) for row in (1, 2)}
    if terrain == "sea":
        hexes = {label: {"terrain": "sea", "state": "blank"} for label in hexes}
    items = picture(drawn(2, 2, hexes), Style(legend=False, labels="none")).items
    shown = {item.glyph for item in items if isinstance(item, Marks)}
    assert shown == {glyph for glyph, _, _ in DRAWINGS[terrain]}


def test_identical_bytes_from_identical_input(tmp_path: Path) -> None:
    save_board(small(), str(tmp_path / "board.json"))
    code = (
        "import sys; from rivercheck.shipped import open_board;"
        "from rivercheck.draw import draw_svg;"
        f"sys.stdout.write(draw_svg(open_board({str(tmp_path / 'board.json')!r})))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert texts == {draw_svg(small()).encode()}


def test_drawing_leaves_the_board_as_it_was() -> None:
    board = random_map(5)
    before = [(hex.terrain, hex.state, hex.ins, hex.outs) for hex in board.hexes]
    draw_svg(board)
    assert before == [(hex.terrain, hex.state, hex.ins, hex.outs) for hex in board.hexes]


def test_hostile_names_are_text() -> None:
    board = small(name=HOSTILE)
    board.note(board.place("0303")).name = HOSTILE
    board.mouths[board.place("0104")].name = HOSTILE
    text = draw_svg(board)
    words = [one.text or "" for one in elements(text, "text")]
    assert sum("<script>&\"'\\x1b[31m\\u202e]]>\\x00\\ufffe--><!--" in one for one in words) >= 3
    assert not elements(text, "script")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe]", text)


def test_a_name_has_an_end() -> None:
    board = small(name="x" * 5000)
    assert "x" * 49 not in draw_svg(board)


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_a_strict_page_would_refuse(theme: str) -> None:
    board = small()
    text = draw_svg(board, Style(theme=theme))  # type: ignore[arg-type]
    assert " style=" not in text
    assert not re.search(r"<(script|foreignObject|image|use|a)\b|\son\w+=", text)
    for link in re.findall(r'href="([^"]*)"|url\(([^)]*)\)', text):
        assert "".join(link).startswith("#map-")


def test_the_colours_stand_in_one_sheet() -> None:
    style = Style(theme="auto")
    assert stylesheet(style) in draw_svg(small(), style)
    assert "prefers-color-scheme:dark" in stylesheet(style)
    assert "{ink}" not in stylesheet(style)
    assert not re.search(r"\{[a-z-]+\}|@import|url\(", stylesheet(style))


def test_classes_have_colours() -> None:
    used = {
        name
        for one in ET.fromstring(draw_svg(small())).iter()
        for name in one.get("class", "").split()
    }
    sheet = stylesheet()
    without = {name for name in used if f".{name}" not in sheet}
    assert without <= {
        "rivercheck",
        "tuft",
        "reed",
        "line-1",
        "hex-label",
        "legend-text",
        "coordinate",
    } | {f"order-{order}" for order in range(1, 10)}


def test_options_take_away_what_they_say() -> None:
    board = small()
    text = draw_svg(board)
    assert with_class(text, "arrow")
    assert with_class(text, "legend-text")
    assert with_class(text, "mouth-name")
    assert with_class(text, "water-name")
    assert with_class(text, "hex-label")
    assert not with_class(draw_svg(board, Style(arrows=False)), "arrow")
    assert not with_class(draw_svg(board, Style(legend=False)), "legend-text")
    plain = draw_svg(board, Style(names=False))
    assert "Congo" not in re.sub("<desc.*?</desc>", "", plain)
    assert not with_class(plain, "water-name")
    assert not with_class(draw_svg(board, Style(labels="none")), "hex-label")
    assert with_class(draw_svg(board, Style(labels="margin")), "coordinate")
    assert len(with_class(draw_svg(board, Style(labels="all")), "hex-label")) == 35


def test_a_bare_map_has_nothing_around_it() -> None:
    board, bare = small(name="A title"), Style(bare=True)
    text, shown = draw_svg(board, bare), picture(board, bare)
    kinds = {item.kind for item in shown.items}
    assert not kinds & {"page", "frame", "neatline", "title", "subtitle", "legend-text", "scale"}
    assert kinds >= {"paper", "hex-label", "mouth-name", "coast", "river order-1"}
    assert ET.fromstring(text).findtext(f"{SVG}title") == "A title"
    plain = Sheet(board)
    assert plain.width < shown.width < plain.width + 10
    assert plain.height < shown.height < plain.height + 10
    assert f'width="{shown.width:.1f}"'.replace(".0", "") in text
    with_numbers = picture(board, replace(bare, labels="margin"))
    assert plain.width + 30 < with_numbers.width < plain.width + 60
    for item in with_numbers.items:
        if isinstance(item, Label):
            assert 0 < item.at[0] < with_numbers.width
            assert 0 < item.at[1] < with_numbers.height


def test_marked_hexes_have_a_ring() -> None:
    board = small()
    style = Style(bare=True, marked=("0302", "0404"))
    text = draw_svg(board, style)
    assert len(with_class(text, "marked")) == 2
    assert ".marked{" in stylesheet(style)
    assert ".marked{" not in stylesheet()
    with pytest.raises(HexError):
        draw_svg(board, replace(style, marked=("9999",)))


def test_the_legend_has_only_what_occurs() -> None:
    board = drawn(3, 3, {"0101": {"terrain": "jungle"}, "0102": {"terrain": "mountain"}})
    words = {one.text for one in with_class(draw_svg(board), "legend-text")}
    assert words == {"jungle", "mountain", "not explored", "2 hexes"}
    assert {"source", "flow", "lake"} & {
        one.text for one in with_class(draw_svg(small()), "legend-text")
    } == {
        "source",
        "flow",
        "lake",
    }


def test_the_scale_knows_miles() -> None:
    assert "miles" not in draw_svg(small())
    assert re.search(r"2 hexes = 200 miles", draw_svg(small(miles=100)))
    assert "miles" not in draw_svg(small(miles="many"))


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_contrast(palette: dict[str, str]) -> None:
    low = {
        (one, ground): round(contrast(palette[one], palette[ground]), 2)
        for one, ground, least in required()
        if contrast(palette[one], palette[ground]) < least
    }
    assert not low


def test_palettes_name_the_same_things() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_a_long_river_is_named_along_its_course_the_right_way_up() -> None:
    hexes: dict[str, object] = {
        f"{column:02}01": {"in": [3], "out": [5]} if column % 2 else {"in": [2], "out": [6]}
        for column in range(1, 12)
    }
    hexes["1201"] = {"out": [6], "source": True}
    board = drawn(12, 2, hexes, mouth("0101", 5, "Limpopo"))
    text = draw_svg(board)
    (name,) = elements(text, "textPath")
    assert name.text == "Limpopo"
    (path,) = [one for one in elements(text, "path") if one.get("id") == name.get("href", "")[1:]]
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
    assert numbers[0] < numbers[-2]
    short = drawn(12, 2, {"0101": {"out": [5], "source": True}}, mouth("0101", 5, "Limpopo"))
    assert not elements(draw_svg(short), "textPath")


def test_rivers_widen() -> None:
    widths = set()
    for seed in range(20):
        for one in with_class(draw_svg(random_map(seed), Style(legend=False)), "river"):
            order = next(name for name in one.get("class", "").split() if name.startswith("order-"))
            widths.add((int(order[6:]), float(one.get("stroke-width", "0"))))
    assert len({order for order, _ in widths}) > 1
    assert [width for _, width in sorted(widths)] == sorted(width for _, width in widths)


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("labels", LABELS)
def test_shipped_boards_are_drawn_whole(name: str, labels: str) -> None:
    board = open_board(name)
    shown = picture(board, Style(labels=labels))  # type: ignore[arg-type]
    dice = random.Random(name)
    for item in dice.sample(shown.items, min(40, len(shown.items))):
        if isinstance(item, Shape) and not item.clip:
            for line in item.lines:
                assert -1 <= line.start[0] <= shown.width + 1
                assert -1 <= line.start[1] <= shown.height + 1
