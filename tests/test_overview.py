"""Parts of a board, and overviews: what they show, and what is refused."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
import zlib
from base64 import b64decode
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import save_board
from rivercheck.bulk.growing import Growth, grow_board
from rivercheck.bulk.sheet import Sheet
from rivercheck.bulk.upstream import ground_of
from rivercheck.cli import draw as command
from rivercheck.deck import Deck
from rivercheck.draw import Plane
from rivercheck.draw.display import Label
from rivercheck.draw.geometry import Sheet as DrawnSheet
from rivercheck.draw.legend import Legend
from rivercheck.draw.overview import FAINT, Ground, _Canvas, _counts, fitted, overview
from rivercheck.draw.palette import DARK, LIGHT
from rivercheck.draw.png import png
from rivercheck.draw.streams import Streams
from rivercheck.errors import HexError
from rivercheck.grid import Layout, Part
from rivercheck.network import strahler
from rivercheck.records import TERRAINS
from rivercheck.rulings import Rulings
from rivercheck.shipped import open_board
from running import Run

Pixels = npt.NDArray[np.uint8]


def mapped(name: str, seed: int = 3) -> Board:
    """A shipped board, mapped."""
    board = open_board(name)
    grow_board(board, Deck.house(), seed, Rulings.of("table"))
    return board


# Parts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("corners", [("0203", "0506"), ("0302", "0707"), ("0606", "0404")])
def test_a_part_is_laid_out_as_the_whole(orientation: str, corners: tuple[str, str]) -> None:
    whole = Board(Layout(9, 8, orientation))
    layout = Part.between(whole.layout, *corners)
    part = Board(layout)
    shown = {part.name(hex) for hex in layout.places()}
    (c1, c2), (r1, r2) = (sorted(int(label[at : at + 2]) for label in corners) for at in (0, 2))
    assert shown == {f"{c:02}{r:02}" for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)}
    for hex in layout.places():
        at = whole.place(part.name(hex))
        assert (layout.outer(hex), part.place(part.name(hex))) == (at, hex)
        for side in range(1, 7):
            assert layout.outer(part.beyond(hex, side)) == whole.beyond(at, side)
    for one, other in zip(layout.places(), layout.places()[1:], strict=False):
        apart = whole.layout.distance(layout.outer(one), layout.outer(other))
        assert layout.distance(one, other) == apart


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_part_is_drawn_where_it_lies(orientation: str) -> None:
    whole = Layout(9, 8, orientation)
    layout = Part.between(whole, "0202", "0505")
    plane, of_whole = Plane(layout), Plane(whole)
    moved = {
        tuple(np.subtract(plane.centre(hex), of_whole.centre(layout.outer(hex))).round(6))
        for hex in layout.places()
    }
    assert len(moved) == 1


def test_labels_of_a_part_are_those_of_the_board() -> None:
    layout = Part.between(Layout(2000, 30), "0200.004", "0201.005")
    assert layout.span == "0200.0004 to 0201.0005"
    with pytest.raises(HexError, match=r"hex 0203.0004 is not on the board: it has 0200.0004 to"):
        layout.find("0203.0004")
    with pytest.raises(HexError, match=r"it has 0001.0001 to 2000.0030"):
        Part.between(Layout(2000, 30), "0200.0004", "3000.0001")


def test_rivers_of_a_part_are_as_wide_as_on_the_whole(run: Run, low: None) -> None:
    board = mapped("africa")
    save_board(board, "a.json")
    save_board(board, "a.npz")
    layout = Part.between(board.layout, "0912", "1519")
    whole, alone = strahler(board), strahler(board.part(layout))
    assert any(alone[hex] != whole[layout.outer(hex)] for hex in alone)
    assert run("draw", "a.json", "--part", "1519:0912", "-o", "a.svg")[0] == 0
    assert run("draw", "a.npz", "--part", "0912:1519", "-o", "b.svg")[0] == 0
    assert Path("a.svg").read_text("utf-8") == Path("b.svg").read_text("utf-8")
    text = Path("a.svg").read_text("utf-8")
    drawn = {int(order) for order in re.findall(r'class="river order-(\d)"', text)}
    inside = {whole[layout.outer(hex)] for hex in alone if layout.outer(hex) in whole}
    assert max(inside) in drawn
    assert max(alone.values()) < max(inside)
    labels = set(re.findall(r'class="hex-label"[^>]*>(\d{4})<', text))
    assert labels == {board.name(layout.outer(hex)) for hex in layout.places()}
    assert "Africa, 0912 to 1519" in text


# Overviews ----------------------------------------------------------------------------------------


def decoded(data: bytes) -> Pixels:
    """The pixels of a PNG file as we write them: RGB, each line filtered by the one above."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + body
        )
        parts[kind] = body
        at += 12 + size
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(high, wide * 3 + 1)
    assert set(lines[:, 0]) == {2}
    return np.cumsum(lines[:, 1:], axis=0, dtype=np.uint8).reshape(high, wide, 3)


def colour(text: str) -> tuple[int, ...]:
    """Red, green and blue."""
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


def test_png_holds_the_pixels() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 3)).astype(np.uint8)
    assert (decoded(png(pixels)) == pixels).all()
    assert (decoded(png(pixels, "Ägypten")) == pixels).all()


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_hex_has_the_colour_of_its_terrain(orientation: str) -> None:
    layout = Layout(6, 5, orientation)
    terrain = (np.arange(30).reshape(6, 5) % 9).astype(np.uint8)
    nothing = np.zeros_like(terrain)
    ground = Ground(layout, terrain, nothing + 2, nothing, nothing, nothing)
    pixels, plane = overview(ground, longer=300), fitted(layout, 300)
    for column in range(6):
        for row in range(5):
            x, y = plane.centre(layout.at(column + 1, row + 1))
            kind = int(terrain[column, row])
            name = {0: "paper", 8: "water"}.get(kind, f"wash-{TERRAINS[kind].replace('/', '-')}")
            assert tuple(pixels[int(y), int(x)]) == colour(LIGHT[name])


def test_small_hexes_are_all_counted_once() -> None:
    chance = np.random.default_rng(2)
    for layout in (Layout(211, 140), Layout(140, 211, "pointy")):
        shape = (layout.columns, layout.rows)
        terrain = chance.integers(0, 10, shape).astype(np.uint8)
        state = np.where(terrain == 9, 3, chance.integers(0, 3, shape)).astype(np.uint8)
        nothing = np.zeros_like(terrain)
        ground = Ground(layout, terrain, state, nothing, nothing, nothing)
        counts = _counts(_Canvas(ground, 60)).sum((0, 1))
        assert list(counts[:FAINT]) == list(np.bincount(terrain.ravel(), minlength=10))
        assert counts[FAINT] == ((state < 2) & (terrain > 0)).sum()


@pytest.mark.parametrize("size", [(300, 172), (1, 4000), (4000, 1), (2, 3), (60_000, 40)])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_pixel_shows_a_hex(size: tuple[int, int], orientation: str) -> None:
    terrain = np.full(size, 9, np.uint8)
    nothing = np.zeros_like(terrain)
    ground = Ground(Layout(*size, orientation), terrain, nothing + 3, nothing, nothing, nothing)
    for longer in (100, 152, 153):  # hexes of about a third of a pixel, and of other sizes
        assert (overview(ground, longer=longer) == colour(LIGHT["sea"])).all()


def test_rivers_run_down_and_great_ones_are_wider() -> None:
    layout = Layout(40, 30)
    terrain = np.full((40, 30), 2, np.uint8)
    outs, carried, nothing = (np.zeros_like(terrain) for _ in range(3))
    south = 1 << 1 + layout.directions.index("S")
    outs[10, :20] = outs[30, :20] = south
    carried[10, :20], carried[30, :20] = 1, 9
    ground = Ground(layout, terrain, nothing + 2, outs, nothing, carried)
    plane, pixels = fitted(layout, 400), overview(ground, longer=400)
    land, river = colour(LIGHT["wash-veldt"])[0], colour(LIGHT["river"])[0]
    ink = (land - pixels[..., 0].astype(float)) / (land - river)
    widths = []
    for column in (11, 31):
        x = int(plane.centre(layout.at(column, 10))[0])
        across = ink[:, x - 9 : x + 10].sum(1)  # pixels that the river covers, by line
        lines = [int(plane.centre(layout.at(column, row))[1]) for row in (3, 10, 20, 23)]
        assert across[lines[0]] == pytest.approx(across[lines[1]], abs=0.2)
        assert across[lines[2]] > 0.3
        assert across[lines[3]] == 0
        widths.append(across[lines[1]])
    assert widths[1] > 1.5 * widths[0]


def test_an_overview_of_a_coast() -> None:
    board = mapped("africa")
    ground = ground_of(Sheet.of(board))
    for theme, palette in (("light", LIGHT), ("dark", DARK)):
        pixels = overview(ground, theme, 500)
        assert max(pixels.shape) == 500
        assert tuple(pixels[-1, 0]) == colour(palette["sea"])
        for name in ("river", "shore"):
            off = np.abs(pixels.astype(int) - colour(palette[name])).sum(-1)
            assert (off < 90).sum() > 100
    assert (overview(ground) == overview(ground)).all()


def test_a_large_board_is_drawn_as_an_overview_by_itself(run: Run, low: None) -> None:
    board = open_board("africa")
    growth = Growth(Sheet.of(board), Deck.house(), 1, Rulings.of("table"))
    growth.step(300)
    growth.close().onto(board)
    board.title = "Land <1>"
    save_board(board, "a.npz")
    code, out, err = run("draw", "a.npz", "-o", "a.png")
    assert (code, out) == (0, "")
    assert err.splitlines()[-1] == "drawn a.png"
    hint = re.search(r"an overview; --part (\S+) draws a part, hex by hex", err)
    assert hint
    assert run("draw", "a.npz", "-o", "part.svg", "--part", hint[1])[0] == 0
    pixels = decoded(Path("a.png").read_bytes())
    assert 900 < max(pixels.shape) < 1100
    assert run("draw", "a.npz", "-o", "a.svg", "--theme", "dark")[0] == 0
    root = ET.parse("a.svg").getroot()
    texts = ["".join(node.itertext()) for node in root.iter()]
    assert "Land <1>" in texts
    assert {f"{board.mapped} of {board.land} hexes mapped", "desert", "not explored", "sea"} <= set(
        texts
    )
    image = next(node for node in root.iter() if node.tag.endswith("image"))
    data = image.attrib["href"].removeprefix("data:image/png;base64,")
    assert decoded(b64decode(data)).shape == pixels.shape
    assert run("draw", "a.npz", "-o", "-")[1].startswith("<svg")


def test_overviews_of_any_board_are_the_same(run: Run, request: pytest.FixtureRequest) -> None:
    save_board(mapped("bay"), "a.json")
    save_board(mapped("bay"), "a.npz")
    assert run("draw", "a.json", "--overview", "-o", "a.png")[0] == 0
    assert run("draw", "a.npz", "--overview", "-o", "b.png")[0] == 0
    request.getfixturevalue("low")
    assert run("draw", "a.npz", "-o", "c.png")[0] == 0
    assert len({Path(f"{name}.png").read_bytes() for name in "abc"}) == 1


@pytest.mark.parametrize(
    ("unit", "says"), [(30, "4 hexes"), (0.333, "400 hexes"), (1, "100 hexes")]
)
def test_the_scale_has_round_numbers(unit: float, says: str) -> None:
    legend = Legend(Plane(Layout(40, 25), unit=unit), set(), 24, 1, 1000, 1)
    texts = [item.text for item in legend.items(0, 0) if isinstance(item, Label)]
    assert says in texts


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--part", "0203", "-o", "a.svg"),
            "--part '0203': name two opposite corners, as 0203:0507",
        ),
        (
            ("--part", "0203:9903", "-o", "a.svg"),
            "hex 9903 is not on the board: it has 0101 to 0807",
        ),
        (("--part", "A1:0203", "-o", "a.svg"), "hex 'A1': a label is column and row"),
        (("--part", "0101:0203", "--overview", "-o", "a.svg"), "--part and --overview"),
        (("--part", "0101:0203", "-o", "a.png"), "only an overview is drawn as PNG"),
        (("-o", "a.png"), "only an overview is drawn as PNG: add --overview"),
        (("--overview", "-o", "a.jpg"), "a.jpg: name a file that ends in .svg or .png"),
        (("--overview", "-o", "none/a.png"), "there is no folder"),
        (("--overview", "--theme", "auto", "-o", "a.svg"), "--theme auto: an overview is light"),
        (("--overview", "--labels", "all", "-o", "a.svg"), "--labels all: an overview has them"),
    ],
)
def test_what_cannot_be_drawn_gets_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, _, err = run("draw", "bay", *words)
    assert code == 2
    assert says in err
    assert err.count("\n") == 1
    assert not list(Path().iterdir())


def test_a_part_has_a_bound(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LARGEST_PART", 5)
    code, _, err = run("draw", "bay", "--part", "0203:0402", "-o", "a.svg")
    assert code == 2
    assert "--part 0203:0402: 3 x 2 hexes are more than the 5 that a part may have" in err


def test_the_scale_says_miles_in_an_overview_too(run: Run) -> None:
    board = open_board("africa")
    board.extra["miles"] = 150
    save_board(board, "miles.json")
    assert run("draw", "miles.json", "--overview", "-o", "miles.svg").code == 0
    assert "miles" in Path("miles.svg").read_text(encoding="utf-8")


def test_rivers_bend_in_a_part_as_on_the_whole() -> None:
    board = mapped("africa")
    part = Part.between(board.layout, "0613", "1218")
    cut = board.part(part)
    whole, here = (Streams(one, DrawnSheet(one), strahler(one)) for one in (board, cut))
    inner = [
        hex
        for hex in here.knots
        if all(cut.beyond(hex, side) in here.sheet.around for side in rules.SIDES)
    ]
    compared = 0
    for hex in inner:
        outer = part.outer(hex)
        if here.main[hex] == whole.main[outer]:
            assert off_centre(here, hex) == pytest.approx(off_centre(whole, outer))
            compared += 1
    assert compared > 5


def off_centre(streams: Streams, hex: int) -> tuple[float, float]:
    """Where the strokes of a hex meet, from its centre."""
    (x, y), (across, down) = streams.knots[hex], streams.sheet.centres[hex]
    return x - across, y - down
