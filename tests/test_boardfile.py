"""Board files: what is read is written back, what is wrong is named in one line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from boards import random_board
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json, board_schema, board_text, load_board
from rivercheck.errors import BoardError, FileError
from rivercheck.grid import FLAT, POINTY, Layout
from rivercheck.shipped import open_board, shipped_boards

ROOT = Path(__file__).resolve().parents[1]


def board(**changes: Any) -> dict[str, Any]:
    """A small sound board with these keys changed."""
    return {
        "rivercheck": 1,
        "layout": {"columns": 3, "rows": 3},
        "hexes": {"0202": {"terrain": "veldt", "state": "mapped", "in": [1], "out": [4]}},
        "mouths": [],
    } | changes


@pytest.mark.parametrize("seed", range(40))
def test_a_board_survives_its_file(seed: int) -> None:
    first = board_from(random_board(random.Random(seed)))
    text = board_text(first)
    again = board_from(json.loads(text))
    assert board_text(again) == text
    assert again.hexes == first.hexes
    jsonschema.validate(json.loads(text), board_schema())


def test_the_schema_is_published() -> None:
    text = (ROOT / "docs" / "board.schema.json").read_text("utf-8")
    assert json.loads(text) == board_schema()


def test_unknown_keys_are_kept() -> None:
    data = board(colour="sepia", mouths=[{"hex": "0203", "side": 4, "note": "wide"}])
    data["hexes"]["0202"]["oasis"] = True
    shown = board_json(board_from(data))
    assert shown["colour"] == "sepia"
    assert shown["hexes"]["0202"]["oasis"] is True  # type: ignore[index]
    assert shown["mouths"][0]["note"] == "wide"  # type: ignore[index]


@pytest.mark.parametrize("name", shipped_boards())
def test_shipped_boards_are_sound_and_written_as_we_write_them(name: str) -> None:
    path = ROOT / "src" / "rivercheck" / "data" / "boards" / f"{name}.json"
    assert path.read_text("utf-8") == board_text(open_board(name))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rivercheck": 2}, "rivercheck: input should be 1"),
        ({"layout": {"columns": 3}}, "layout.rows"),
        ({"layout": {"columns": 0, "rows": 3}}, "layout.columns"),
        ({"layout": {"columns": 3000, "rows": 3000}}, "more than the 1,000,000"),
        ({"layout": {"columns": 3, "rows": 3, "hexside_one": "E"}}, "N NE SE S SW NW"),
        ({"layout": {"columns": 3, "rows": 3, "orientation": "round"}}, "layout.orientation"),
        ({"rulings": "tabel"}, "did you mean table?"),
        ({"rulings": {"own-side": "shut"}}, "one of open, barred"),
        ({"hexes": {"0202": {"terrain": "forest"}}}, "hexes.0202.terrain"),
        ({"hexes": {"0202": {"state": "maped"}}}, "hexes.0202.state"),
        ({"hexes": {"0202": {"in": [7]}}}, "hexes.0202.in.0"),
        ({"hexes": {"0202": {"in": ["1"]}}}, "hexes.0202.in.0"),
        ({"hexes": {"0909": {}}}, "hex 0909 is not on the board"),
        ({"hexes": {"2": {}}}, "hex '2': a label is"),
        ({"hexes": {"0101": {}, "1.1": {}}}, "0101 is given twice"),
        ({"hexes": {"0202": {"state": "mapped", "in": [1], "out": [1]}}}, "0202: hexside 1"),
        ({"hexes": {"0101": {"state": "mapped", "out": [1]}}}, "0101: a river crosses hexside 1"),
        (
            {
                "hexes": {
                    "0201": {"state": "mapped", "out": [4]},
                    "0202": {"state": "mapped"},
                }
            },
            "hexes 0201 and 0202",
        ),
        (
            {
                "hexes": {
                    "0201": {"state": "mapped", "out": [4]},
                    "0202": {"state": "mapped", "out": [1]},
                }
            },
            "hexes 0201 and 0202",
        ),
        (
            {"hexes": {"0101": {"terrain": "sea"}, "0102": {"state": "mapped", "out": [1]}}},
            "0102: a river crosses hexside 1 at the sea",
        ),
        ({"mouths": [{"hex": "0202", "side": 4}]}, "must be sea or the edge"),
        (
            {"mouths": [{"hex": "0201", "side": 1}, {"hex": "0201", "side": 2}]},
            "0201 has a mouth already",
        ),
        ({"mouths": [{"hex": "0201", "side": 1, "drainage": -1}]}, "mouths.0.drainage"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BoardError) as caught:
        board_from(board(**changes), "my.json")
    assert says in str(caught.value)
    assert str(caught.value).startswith("my.json: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"rivercheck": 1', "line 1, column 17: not JSON"),
        ('{"rivercheck": 1, "rivercheck": 1}', "key 'rivercheck' is given twice"),
        ('{"rivercheck": NaN}', "NaN is no number"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "the file"),
        ("", "not JSON"),
    ],
)
def test_text_that_is_no_board(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert says in str(caught.value)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(FileError, match="larger than 64 MB"):
        load_board(path)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_neighbours_are_mutual_and_as_far_as_one(orientation: str) -> None:
    for one in FLAT if orientation == "flat" else POINTY:
        sheet = Board(Layout(7, 6, orientation, one))
        for hex in sheet.layout.places():
            for side in range(1, 7):
                other = sheet.beyond(hex, side)
                if sheet.hexes[other].state != 3:
                    back = side + 3 if side < 4 else side - 3
                    assert sheet.beyond(other, back) == hex
                    assert sheet.layout.distance(hex, other) == 1


def test_labels_of_large_boards() -> None:
    layout = Layout(120, 150)
    assert layout.label(layout.at(7, 112)) == "007.112"
    assert layout.find("007.112") == layout.at(7, 112)
    assert Layout(1500, 2).label(Layout(1500, 2).at(7, 2)) == "0007.0002"
