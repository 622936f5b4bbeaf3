"""Boards too large to be objects: read as arrays, checked, mapped on, saved; and a full disk.

Where a million hexes would take too long, the limit is lowered.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from growing import grown, wide_board
from rivercheck import boardfile, rules
from rivercheck.board import Board, Mouth, Printed
from rivercheck.boardarrays import archive_of
from rivercheck.boardfile import board_json, board_text, load_board, save_board
from rivercheck.bulk import reading
from rivercheck.bulk import sheet as sheet_module
from rivercheck.bulk.fresh import fresh_sheet
from rivercheck.bulk.growing import Growth
from rivercheck.bulk.reading import damaged, read_sheet, sheet_of
from rivercheck.bulk.sheet import Sheet
from rivercheck.bulk.strahler import stream_orders
from rivercheck.bulk.upstream import upstream_hexes
from rivercheck.cli import longwork
from rivercheck.deck import Deck
from rivercheck.errors import BoardError, FileError, RivercheckError
from rivercheck.faults import damage
from rivercheck.files import write_file
from rivercheck.flow import upstream
from rivercheck.grid import LARGEST, Layout
from rivercheck.network import strahler
from rivercheck.npz import read_npz, write_npz
from rivercheck.rulings import Rulings
from rivercheck.shipped import open_board
from running import Run


def loaded(path: str) -> Board:
    """A board, whatever the limit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boardfile, "LARGEST", LARGEST)
        return load_board(path)


def half_mapped(name: str, hexes: int, seed: int = 1) -> Board:
    """A board on which so many hexes are mapped."""
    board = open_board(name)
    growth = Growth(Sheet.of(board), Deck.house(), seed, Rulings.of("table"))
    growth.step(hexes)
    growth.close().onto(board)
    return board


def boards() -> list[Board]:
    """Boards of all kinds: blank, printed in part, half mapped, mapped; flat and pointy."""
    named = half_mapped("bay", 20)
    hex = named.place("0203")
    named.note(hex).name, named.note(hex).extra = "Camp", {"colour": "red"}
    named.extra = {"miles": 5}
    played = grown(wide_board(random.Random(4)), "table", random.Random(4), 0.6)
    flat = [open_board("bay"), named, open_board("africa-real"), half_mapped("africa", 300)]
    return [*flat, played]


# Reading and writing ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(5))
def test_a_sheet_is_read_and_written_as_a_board_is(tmp_path: Path, number: int) -> None:
    board = boards()[number]
    save_board(board, tmp_path / "a.npz")
    write_npz(tmp_path / "b.npz", read_sheet(tmp_path / "a.npz").archive())
    assert board_text(load_board(tmp_path / "b.npz")) == board_text(board)


@pytest.mark.parametrize("number", [1, 3, 4])
def test_what_is_mapped_on_is_what_a_board_would_be(
    run: Run, request: pytest.FixtureRequest, number: int
) -> None:
    save_board(boards()[number], "half.npz")
    assert run("grow", "half.npz", "--seed", "8", "--out", "board.npz")[0] == 0
    request.getfixturevalue("low")
    code, _, err = run("grow", "half.npz", "--seed", "8", "--out", "sheet.json")
    assert (code, err.count("\n")) == (2, 1)
    assert "are kept as .npz" in err
    assert run("grow", "half.npz", "--seed", "8", "--out", "sheet.npz")[0] == 0
    assert run("grow", "half.npz", "--boards", "2", "--seed", "7", "--out", "many.npz")[0] == 0
    one, other = loaded("board.npz"), loaded("sheet.npz")
    assert board_text(one) == board_text(other)
    assert board_text(loaded("many-2.npz")) == board_text(one)
    assert all(other.state(hex) != "blank" for hex in other.layout.places())


def test_what_was_printed_is_kept(run: Run, low: None) -> None:
    board = open_board("africa")
    hex = next(h for h in board.layout.places() if board.hexes[h].state == 1)
    before = board.hexes[hex]
    save_board(board, "a.npz")
    assert run("grow", "a.npz", "--seed", "1", "--out", "b.npz")[0] == 0
    printed = loaded("b.npz").notes[hex].printed
    assert printed is not None
    assert (printed.terrain, printed.state) == (before.terrain, before.state)
    assert (printed.ins, printed.outs) == (before.ins, before.outs)


def test_a_large_board_says_what_it_is_good_for(run: Run, low: None) -> None:
    save_board(open_board("africa"), "a.npz")
    for words in (("rivers",), ("show",), ("explore", "--seed", "1"), ("odds", "0203")):
        code, _, err = run(words[0], "a.npz", *words[1:])
        assert (code, err.count("\n")) == (2, 1)
        assert "more than the 20 allowed here; `grow`, `draw` and `faults` take more" in err


def test_faults_of_a_large_board_are_counted(run: Run, low: None) -> None:
    board = half_mapped("africa", 400)
    save_board(board, "sound.npz")
    code, out, _ = run("audit", "sound.npz")
    assert (code, out) == (0, "no kinds of fault; requirements were not asked\n")
    hex = next(h for h in board.layout.places() if board.hexes[h].source)
    board.hexes[hex].source = 0
    save_board(board, "dry.npz")
    code, out, _ = run("faults", "dry.npz")
    assert code == 1
    assert f"1 no-source, the first at hex {board.name(hex)}" in out
    assert run("faults", "dry.npz", "--json")[1].startswith('[{"kind": "no-source", "count": 1')


# Damage -------------------------------------------------------------------------------------------


def harmed(board: Board, chance: random.Random) -> None:
    """Change something at random in one hex: often what no map can have, sometimes what one can."""
    hexes = board.hexes
    hex, side = chance.choice(board.layout.places()), chance.randint(1, 6)
    if chance.random() < 0.5:  # rather where sea, edge, lakes or printed rivers are
        odd = [h for h in board.layout.places() if hexes[h].mouth or is_odd(board, h)]
        hex = chance.choice(odd)
    here, both = hexes[hex], chance.randint(1, 63) << 1
    match chance.randrange(9):
        case 0:
            here.ins ^= 1 << side
        case 1 | 2:
            here.outs ^= 1 << side
        case 3:
            here.mouth = side
            board.mouths[hex] = Mouth(made=chance.random() < 0.5)
        case 4 if here.terrain != rules.SEA:
            here.terrain = chance.choice((rules.VELDT, rules.SWAMP, rules.LAKE))
        case 5 if here.terrain != rules.SEA:
            here.state = chance.randrange(3)
        case 6:
            terrain = chance.choice((rules.UNKNOWN, rules.VELDT, rules.SEA))
            board.note(hex).printed = Printed(terrain, 0, both & here.ins, both & here.outs)
        case 7:
            board.note(hex).printed = Printed(rules.VELDT, 1, here.ins, both)
        case 8 if here.mouth and here.terrain != rules.SEA:
            here.outs |= 1 << here.mouth
            board.mouths[hex] = Mouth(made=True)
            board.note(hex).printed = Printed(rules.VELDT, 1, 0, 1 << here.mouth)


def is_odd(board: Board, hex: int) -> bool:
    """Whether a hex is water, or lies at the sea or the edge, or is printed in part."""
    around = {board.hexes[board.beyond(hex, side)].state for side in rules.SIDES}
    here = board.hexes[hex]
    return rules.is_water(here) or here.state == rules.PARTIAL or rules.CLOSED in around


def test_damage_is_what_faults_finds() -> None:
    found, grounds = set[str](), boards()
    for seed in range(900):
        chance = random.Random(seed)
        board = grounds[chance.choice((1, 1, 3, 4, 4))].copy()
        for _ in range(chance.choice((1, 1, 1, 4))):
            harmed(board, chance)
        faults = damage(board)
        archive = archive_of(board, board_json(board))
        found.update({re.sub(r"\d+", "", fault.message) for fault in faults} or ["none"])
        if not faults:
            assert damaged(sheet_of(archive))[1] == 0
            continue
        with pytest.raises(BoardError) as error:
            sheet_of(archive)
        first = min(faults, key=lambda fault: board.place(fault.hexes[0]))
        assert str(error.value).split(" (and ")[0] == first.message
    for says in (
        "is sea and carries", "is sea; a mouth", "stands in both", "must be sea or the edge",
        "no check can have made it", "printed names a hexside", "terrain of land is not sea",
        "at the sea, where there is no", "at the edge of the board, where there is no",
        "comes in by its mouth", "nothing there", "the same there", "none",
    ):  # fmt: skip
        assert any(says in text for text in found), says


def test_a_map_may_be_cut_and_its_waters_wait() -> None:
    """Two things that look like damage and are none."""
    board = open_board("bay")
    hex = board.place("0801")
    board.hexes[hex].terrain, board.hexes[hex].state = rules.LAKE, rules.MAPPED
    board.hexes[hex].outs = 1 << 1
    below, down = board.place("0802"), 1 + board.layout.directions.index("S")
    board.hexes[below].terrain, board.hexes[below].state = rules.VELDT, rules.PARTIAL
    board.hexes[below].ins = 1 << rules.OPPOSITE[down]
    assert damage(board) == []
    assert damaged(sheet_of(archive_of(board, board_json(board))))[1] == 0


def test_what_an_archive_must_not_say(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_board(half_mapped("bay", 20), path)
    archive = read_npz(path)
    terrain = archive.fields["terrain"].copy()
    terrain[:, 0] = 9
    archive.fields = {**archive.fields, "terrain": terrain}
    with pytest.raises(BoardError, match="state: hex 0301: 3 stands in the sea, and only there"):
        sheet_of(archive)
    archive = read_npz(path)
    archive.mouths = np.array([[2, 3, 1, 4, 0], [2, 3, 2, 4, 0]], "<i4")
    write_npz(tmp_path / "b.npz", archive)
    with pytest.raises(BoardError, match=r"b\.npz: mouths: hex 0203 has two"):
        read_sheet(tmp_path / "b.npz")
    with pytest.raises(BoardError, match="mouths: hex 0203 has two, and may have one"):
        sheet_of(archive)
    archive = read_npz(path)
    archive.head["hexes"] = {"0909": {}}
    with pytest.raises(RivercheckError, match="hex 0909 is not on the board"):
        sheet_of(archive)
    archive.head["hexes"] = {"0203": {"terrain": "mud"}}
    with pytest.raises(BoardError, match=r"board: head: hexes.0203.terrain: "):
        sheet_of(archive)


# Rivers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["bay", "africa"])
def test_orders_are_strahlers(name: str, seed: int) -> None:
    board = half_mapped(name, 10_000, seed)
    found = stream_orders(Sheet.of(board))
    assert {int(h): int(found[h]) for h in np.flatnonzero(found)} == strahler(board)


def test_a_river_carries_what_comes_from_above() -> None:
    board = half_mapped("africa", 10_000)
    found, flow = upstream_hexes(Sheet.of(board)), upstream(board)
    looked_at = 0
    for hex in flow:
        above = [hex]
        for one in above:
            above += [up for up in flow[one] if up not in above]
        simple = all(
            board.hexes[up].outs & (board.hexes[up].outs - 1) == 0
            and not 6 <= board.hexes[up].terrain <= 8
            for up in above
        )
        if simple and board.hexes[hex].ins | board.hexes[hex].outs:
            assert found[hex] == len(above)
            looked_at += len(above) > 4
    assert looked_at > 20


def test_water_goes_through_lakes() -> None:
    board = open_board("bay")
    sheet = Sheet.blank(board.layout)
    hexes, at = sheet.hexes, board.layout.at
    for row, terrain in ((1, 2), (2, 8), (3, 8), (4, 2)):
        hexes["terrain"][at(1, row)], hexes["state"][at(1, row)] = terrain, 2
    down = 1 + board.layout.directions.index("S")
    up = 1 + board.layout.directions.index("N")
    for row in (1, 3, 4):
        hexes["outs"][at(1, row)] = 1 << down
    for row in (2, 4):
        hexes["ins"][at(1, row)] = 1 << up
    assert [int(upstream_hexes(sheet)[at(1, row)]) for row in (1, 2, 3, 4)] == [1, 2, 3, 4]


# A full disk --------------------------------------------------------------------------------------

FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
sys.argv = ["rivercheck", *sys.argv[1:]]
from rivercheck.cli import main
main()
"""


def test_a_full_disk_leaves_the_old_file(run: Run, tmp_path: Path) -> None:
    words = ("grow", "--columns", "90", "--rows", "90", "--seed", "4", "--out", "map.npz")
    assert run(*words)[0] == 0  # and is compiled
    Path("map.npz").write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    says = "map.npz: cannot be written: file too large; --seed 4 maps the same again"
    assert done.stderr == f"rivercheck: {says}\n"
    assert Path("map.npz").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["map.npz"]


def test_who_is_there_is_asked_for_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("typer.prompt", lambda *said, **how: str(tmp_path / "b"))
    longwork.keep(
        lambda path: write_file(path, lambda file: file.write(b"map")), "none/a", "lost", True
    )
    assert (tmp_path / "b").read_bytes() == b"map"
    assert "there is no folder" in capsys.readouterr().err
    with pytest.raises(FileError, match=r"no folder .*; lost"):
        longwork.keep(lambda path: write_file(path, print), str(tmp_path / "no/a"), "lost", False)


def test_a_line_of_hexes_is_drawn(run: Run) -> None:
    """The remark that tells of parts names one, however narrow the board."""
    layout = Layout(1, LARGEST + 1)
    write_npz("thin.npz", Sheet.blank(layout, "thin").archive())
    done = run("draw", "thin.npz", "-o", "thin.png")
    assert done.code == 0
    corners = re.search(r"--part (\S+)", done.err)
    assert corners
    assert run("draw", "thin.npz", "--part", corners[1], "-o", "part.svg").code == 0


def test_room_is_asked_for_before_arrays_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_npz(tmp_path / "b.npz", Sheet.blank(Layout(1001, 1000)).archive())
    monkeypatch.setattr(sheet_module, "available", lambda: 1000)
    monkeypatch.setattr(reading, "read_npz", lambda path: pytest.fail("was read"))
    with pytest.raises(BoardError, match="would take"):
        read_sheet(tmp_path / "b.npz")


def test_too_little_memory_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rivercheck.cli.boards.open_map", none)
    done = run("faults", "bay")
    assert (done.code, done.out) == (2, "")
    assert done.err == "rivercheck: there is not enough memory for this\n"


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_both_ways_to_an_archive_give_the_same_bytes(tmp_path: Path, orientation: str) -> None:
    sheet = fresh_sheet(Layout(31, 22, orientation), "continent", 4)
    Growth(sheet, Deck.house(), 4, Rulings.of("seaward")).finish().close()
    save_board(sheet.board(), tmp_path / "board.npz")
    write_npz(tmp_path / "sheet.npz", sheet.archive())
    one, other = (read_npz(tmp_path / name) for name in ("board.npz", "sheet.npz"))
    assert one.mouths.tolist() == other.mouths.tolist()
    for name in one.fields:
        assert (one.fields[name] == other.fields[name]).all()
