"""The boards of Africa: what they promise, and that the tool makes them again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from math import cos, radians, sqrt
from pathlib import Path
from typing import Any

import pytest

from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_json, board_text
from rivercheck.faults import damage, faults
from rivercheck.network import System, endings, systems
from rivercheck.records import mask_of, sides_of
from rivercheck.shipped import open_board

ROOT = Path(__file__).parents[1]
BOARDS = ROOT / "src" / "rivercheck" / "data" / "boards"
NAMES = ("africa", "africa-real")
HEX = 160.9344**2 * sqrt(3) / 2  # square km
MOUTHS = {  # from Lagos by the Cape to Mombasa; and where each about is
    "Nile": (32.5, 15.6),
    "Ouémé": (2.6, 6.4),
    "Ogun": (3.5, 6.6),
    "Niger": (6.1, 4.4),
    "Sanaga": (9.8, 3.6),
    "Mbini": (9.7, 1.6),
    "Ogooué": (8.9, -1.0),
    "Kouilou": (11.7, -4.5),
    "Congo": (12.6, -6.0),
    "Cuanza": (13.1, -9.3),
    "Cunene": (11.8, -17.3),
    "Orange": (16.5, -28.6),
    "Olifants": (18.2, -31.7),
    "Gourits": (21.9, -34.3),
    "Gamtoos": (25.0, -34.0),
    "Great Kei": (28.4, -32.7),
    "Tugela": (31.5, -29.2),
    "Maputo": (32.7, -26.2),
    "Limpopo": (33.5, -25.2),
    "Save": (35.1, -21.0),
    "Pungwe": (34.6, -19.7),
    "Zambezi": (36.3, -18.7),
    "Licungo": (37.6, -17.5),
    "Ligonha": (39.1, -16.9),
    "Lúrio": (40.5, -13.5),
    "Ruvuma": (40.4, -10.5),
    "Rufiji": (39.3, -7.8),
    "Wami": (38.9, -6.2),
    "Pangani": (39.0, -5.4),
    "Tana": (40.5, -2.5),
}
PUBLISHED = {  # square km; those that lie on the board whole
    "Congo": 3_730_000,
    "Zambezi": 1_330_000,
    "Orange": 941_000,
    "Limpopo": 415_000,
    "Ogooué": 224_000,
    "Rufiji": 177_000,
    "Ruvuma": 155_000,
    "Cuanza": 153_000,
    "Cunene": 106_500,
}


@pytest.fixture(scope="module")
def africa() -> Board:
    return open_board("africa")


@pytest.fixture(scope="module")
def real() -> Board:
    return open_board("africa-real")


# Both boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_file_is_small_sound_and_as_it_would_be_written(name: str) -> None:
    text = (BOARDS / f"{name}.json").read_text("utf-8")
    board = open_board(name)
    assert len(text.encode()) < 100_000
    assert not damage(board)
    assert board_text(board) == text


@pytest.mark.parametrize("name", NAMES)
def test_provenance(name: str) -> None:
    board = open_board(name)
    provenance: Any = board.extra["provenance"]
    assert re.fullmatch(r"Debian libmagics\+\+-data [\d.]+-\d+", provenance["package"])
    assert "public domain" in provenance["data"]
    assert len(provenance["sha256"]) == 6
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in provenance["sha256"].values())
    assert not re.search(r"https?:|www\.|/usr|/tmp|/home", board_text(board))


@pytest.mark.parametrize("name", NAMES)
def test_layout(name: str) -> None:
    layout = open_board(name).layout
    assert (layout.orientation, layout.hexside_one) == ("pointy", "NE")
    assert (layout.columns, layout.rows) == (27, 41)


def test_both_have_the_same_sea(africa: Board, real: Board) -> None:
    assert seas(africa) == seas(real)


def seas(board: Board) -> set[int]:
    return {hex for hex in board.layout.places() if board.terrain(hex) == "sea"}


def hex_of(board: Board, longitude: float, latitude: float) -> int:
    """The nearest hex, by the projection that the file states."""
    stated: Any = board.extra["projection"]
    width, (west, north) = stated["hex_km"], stated["first_hex_km"]
    x = stated["radius_km"] * cos(radians(latitude)) * radians(longitude - stated["meridian"])
    y = stated["radius_km"] * radians(latitude)

    def far(hex: int) -> float:
        column, row = board.layout.column_row(hex)
        across = west + width * (column - 1 + (0 if row % 2 else 0.5)) - x
        down = north - width * sqrt(3) / 2 * (row - 1) - y
        return float(across**2 + down**2)

    return min(board.layout.places(), key=far)


@pytest.mark.parametrize("name", NAMES)
def test_geography(name: str) -> None:
    board = open_board(name)
    for inland in ((32.5, 15.6), (3.4, 6.9), (39.4, -4.0), (28.0, -26.2), (15.3, -4.4)):
        assert board.terrain(hex_of(board, *inland)) != "sea"
    for sea in ((3.0, 2.0), (41.0, -7.0), (10.0, -30.0), (36.0, -28.0), (18.0, -36.0)):
        assert board.terrain(hex_of(board, *sea)) == "sea"
    assert 20_000_000 > (1107 - len(seas(board))) * HEX > 14_000_000


# The board to play on -------------------------------------------------------------------------


def test_every_river_of_the_coast_has_its_mouth_in_its_place(africa: Board) -> None:
    assert sorted(mouth.name for mouth in africa.mouths.values()) == sorted(MOUTHS)
    for hex, mouth in africa.mouths.items():
        beside = [hex, *(africa.beyond(hex, side) for side in rules.SIDES)]
        assert hex_of(africa, *MOUTHS[mouth.name]) in beside
        beyond = africa.hexes[africa.beyond(hex, africa.hexes[hex].mouth)].terrain
        assert beyond == (rules.OFF_BOARD if mouth.name == "Nile" else rules.SEA)


def test_coast_is_partial_and_the_interior_blank(africa: Board) -> None:
    sea = seas(africa)
    for hex in set(africa.layout.places()) - sea:
        coast = any(africa.beyond(hex, side) in sea for side in rules.SIDES)
        assert africa.state(hex) == ("partial" if coast or hex in africa.mouths else "blank")
        assert bool(africa.terrain(hex)) == (africa.state(hex) == "partial")
        assert not rules.is_water(africa.hexes[hex])
        assert not africa.hexes[hex].ins | africa.hexes[hex].outs


@pytest.mark.parametrize("name", NAMES)
def test_no_desert_touches_jungle(name: str) -> None:
    board = open_board(name)
    for hex in board.layout.places():
        if board.terrain(hex) == "desert":
            beside = [board.hexes[board.beyond(hex, side)] for side in rules.SIDES]
            assert not any(rules.has(rules.JUNGLES, other.terrain) for other in beside)


def test_drainage_numbers_are_by_the_formula(africa: Board) -> None:
    for hex, mouth in africa.mouths.items():
        area: Any = mouth.extra["basin_km2"]
        assert africa.hexes[hex].drainage == int(area / (2 * HEX) + 0.5) >= 1
        assert area == PUBLISHED.get(mouth.name, area)
    area_of: Any = {mouth.name: mouth.extra["basin_km2"] for mouth in africa.mouths.values()}
    assert 2_150_000 < area_of["Nile"] <= 2_200_000
    assert 1_000_000 < area_of["Niger"] < 1_500_000  # the rest lies beyond the western edge
    assert "2H" in str(africa.extra["formula"])


def test_all_requirements_can_be_met_together(africa: Board) -> None:
    """By a map: each mouth in turn takes the nearest free hexes, and rivers drain them all."""
    board = africa.copy()
    land = set(board.layout.places()) - seas(board)
    needs = {hex: board.hexes[hex].drainage for hex in board.mouths}
    assert sum(needs.values()) < len(land) / 2
    free = land - set(needs)
    for mouth in sorted(needs, key=lambda hex: (needs[hex], hex)):
        drain(board, mouth, needs[mouth], free)
    assert {system.status for system in systems(board)} == {"met"}
    assert [system.size for system in systems(board)] == [s.drainage for s in systems(board)]
    assert not faults(board)


def drain(board: Board, mouth: int, need: int, free: set[int]) -> None:
    """Map a tree of rivers over so many hexes."""
    board.hexes[mouth].outs |= mask_of([board.hexes[mouth].mouth])
    tree = [mouth]
    for hex in tree:
        for side in rules.SIDES:
            above = board.beyond(hex, side)
            if above in free and len(tree) < need:
                free.remove(above)
                tree.append(above)
                board.hexes[hex].ins |= mask_of([side])
                board.hexes[above].outs |= mask_of([rules.OPPOSITE[side]])
    for hex in tree:
        here = board.hexes[hex]
        here.state, here.source = rules.MAPPED, int(not here.ins)
        here.terrain = here.terrain or rules.VELDT


def test_each_requirement_can_be_met_at_the_start(africa: Board) -> None:
    assert {system.status for system in systems(africa)} == {"open"}
    assert not [fault for fault in faults(africa) if fault.fails]


# The board to look at -------------------------------------------------------------------------

LENGTHS = {  # mouth: least and most hexes drained, and those of the longest river
    "Congo": (100, 150, 25, 40),
    "Zambezi": (40, 60, 14, 20),
    "Nile": (30, 60, 16, 22),
    "Orange": (22, 36, 10, 15),
    "Niger": (20, 32, 8, 14),
    "Limpopo": (8, 16, 6, 10),
    "Ogooué": (6, 12, 4, 8),
    "Cuanza": (6, 11, 5, 8),
    "Rufiji": (5, 10, 4, 7),
    "Ruvuma": (4, 7, 4, 6),
    "Cunene": (3, 6, 3, 6),
}
RIVERS = {  # the systems to which they belong
    "Nile": ("White Nile", "Blue Nile", "Sobat", "Kagera", "Semliki", "Victoria Nile"),
    "Niger": ("Benue", "Sokoto", "Gongola"),
    "Congo": ("Ubangi", "Uele", "Kasai", "Kwango", "Lualaba", "Lomami", "Sangha", "Lukuga"),
    "Zambezi": ("Kafue", "Luangwa", "Shire", "Cuando"),
    "Orange": ("Vaal", "Molopo"),
    "Okavango": ("Cubango", "Cuito"),
    "Rufiji": ("Great Ruaha",),
    "Lake Chad": ("Chari", "Logone", "Ouham", "Komadugu Yobe"),
    "Lake Turkana": ("Omo",),
}
WATERS = {
    "Nile": ("Lake Victoria", "Lake Albert", "Lake Tana", "The Sudd"),
    "Congo": ("Lake Tanganyika", "Lake Mweru", "Bangweulu Swamps", "Cuvette"),
    "Zambezi": ("Lake Malawi",),
    "Okavango": ("Okavango Delta", "Makgadikgadi"),
    "Lake Chad": ("Lake Chad",),
    "Lake Turkana": ("Lake Turkana",),
}


def all_systems(board: Board) -> dict[str, System]:
    found = {system.name: system for system in [*systems(board), *endings(board)]}
    found["Okavango"] = found["Makgadikgadi"]
    return found


def courses(board: Board) -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = {}
    listed: Any = board.extra["rivers"]
    for river in listed:
        found.setdefault(river["name"], []).append([board.place(hex) for hex in river["hexes"]])
    return found


def test_the_real_map_is_whole_and_has_no_fault(real: Board) -> None:
    assert not faults(real)
    land = set(real.layout.places()) - seas(real)
    assert {real.state(hex) for hex in land} == {"mapped"}
    assert set(MOUTHS) <= {mouth.name for mouth in real.mouths.values()}
    assert {ending.end for ending in endings(real)} == {"water"}


def test_mouths_are_where_they_are_on_the_board_to_play_on(africa: Board, real: Board) -> None:
    for hex, mouth in africa.mouths.items():
        assert real.mouths[hex].name == mouth.name
        assert real.hexes[hex].mouth == africa.hexes[hex].mouth


@pytest.mark.parametrize("name", LENGTHS)
def test_systems_have_a_plausible_size(real: Board, name: str) -> None:
    system = all_systems(real)[name]
    least, most, short, long = LENGTHS[name]
    assert least <= system.size <= most
    assert short <= system.length <= long


def test_the_congo_is_the_greatest(real: Board) -> None:
    first = systems(real)[0]
    assert (first.name, first.order) == ("Congo", max(system.order for system in systems(real)))


@pytest.mark.parametrize("name", RIVERS)
def test_rivers_belong_to_their_systems(real: Board, name: str) -> None:
    drained = set(map(real.place, all_systems(real)[name].drained))
    for river in RIVERS[name]:
        for course in courses(real)[river]:
            assert set(course) <= drained


@pytest.mark.parametrize("name", WATERS)
def test_waters_belong_to_their_systems(real: Board, name: str) -> None:
    drained = all_systems(real)[name].drained
    named = {real.notes[real.place(hex)].name for hex in drained if real.place(hex) in real.notes}
    assert set(WATERS[name]) <= named


def test_listed_rivers_run_down_along_strokes(real: Board) -> None:
    for name, ways in courses(real).items():
        for above, below in ((a, b) for way in ways for a, b in pairwise(way)):
            here, there = real.hexes[above], real.hexes[below]
            down = [real.beyond(above, side) for side in sides_of(here.outs)]
            assert below in down or (rules.is_water(here) and rules.is_water(there)), name


def test_rivers_that_come_in_over_the_edge_begin_at_it(real: Board) -> None:
    entering = [hex for hex, notes in real.notes.items() if notes.extra.get("enters")]
    assert courses(real)["Niger"][0][0] in entering
    for hex in entering:
        assert real.hexes[hex].source
        assert any(
            real.hexes[real.beyond(hex, side)].terrain == rules.OFF_BOARD for side in rules.SIDES
        )


def test_erasing_the_interior_gives_a_board_that_can_be_played(real: Board) -> None:
    """Blank hexes among real rivers: the strokes of the others lead there."""
    data: Any = board_json(real)
    for label in list(data["hexes"])[::3]:
        if data["hexes"][label]["terrain"] not in ("sea", "lake"):
            del data["hexes"][label]
    board = board_from(data)
    assert not [fault for fault in faults(board) if fault.kind == "strokes-disagree"]
    assert {ending.end for ending in endings(board)} <= {"water", "unmapped"}


# The tool -------------------------------------------------------------------------------------


def maps() -> Path | None:
    """The package, if it is here: installed, or unpacked where RIVERCHECK_MAPS says."""
    given = os.environ.get("RIVERCHECK_MAPS")
    places = [Path(given)] if given else []
    inside = [place / "usr" / "share" / "magics" for place in [*places, Path("/")]]
    return next((place for place in [*places, *inside] if (place / "50m").is_dir()), None)


def test_the_tool_makes_the_same_bytes(tmp_path: Path) -> None:
    folder = maps()
    if folder is None or not find_spec("shapefile") or not find_spec("shapely"):
        pytest.skip("the maps of libmagics++-data, or the extra [maps], are not here")
    provenance: Any = open_board("africa").extra["provenance"]
    if any(digest(folder / name) != found for name, found in provenance["sha256"].items()):
        pytest.skip("the maps of libmagics++-data are of another version")
    for seed in "01":
        command = [sys.executable, str(ROOT / "tools" / "africa.py"), "--data", str(folder)]
        subprocess.run(
            [*command, "--out", str(tmp_path)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.DEVNULL,
        )
        for name in NAMES:
            made = (tmp_path / f"{name}.json").read_bytes()
            assert made == (BOARDS / f"{name}.json").read_bytes()


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""
