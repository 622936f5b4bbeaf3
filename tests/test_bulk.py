"""The compiled engine against the plain one: the same boards to the byte, and the same checks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path

import pytest

from boards import random_answer
from compiled import CHECKED, QUICK, Table, said
from exhaustive import prove_equal, situations
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.boardfile import board_from, board_text, load_board, save_board
from rivercheck.bulk import mapping
from rivercheck.bulk.fresh import fresh_sheet
from rivercheck.bulk.growing import ENGINE, Growth, count_faults, grow_board, grow_many
from rivercheck.bulk.layouts import GRID, HEX, RULINGS, RUN
from rivercheck.bulk.native import Program
from rivercheck.bulk.sheet import Sheet
from rivercheck.deck import Dealer, Deck
from rivercheck.errors import DeckError, RivercheckError
from rivercheck.explore import ORDERS, explore
from rivercheck.faults import faults
from rivercheck.grid import Layout
from rivercheck.npz import write_npz
from rivercheck.referee import check
from rivercheck.rulings import PRESETS, Rulings
from rivercheck.shipped import open_board
from test_whole_maps import board_and_rulings

HOUSE = Deck.house()
SMALL = Deck("small", HOUSE.cards[::5])
CHECKED_ENGINE = Program("engine-checked", ENGINE.texts, ENGINE.entries, boundscheck=True)
Count = Callable[..., None]


def explored(
    board: Board, deck: Deck, seed: int, rulings: Rulings, order: str, replacement: bool = False
) -> tuple[str, Counter[int]]:
    """The board as plain `explore` leaves it, and how often each outcome was."""
    *_, done = explore(board, Dealer(deck, seed, replacement), rulings, order)
    return board_text(board), Counter(done.outcomes)


def require_equal(
    make: Callable[[], Board],
    deck: Deck,
    seed: int,
    rulings: Rulings,
    order: str,
    replacement: bool = False,
) -> int:
    """Grow and explore a board; returns how many checks there were."""
    plain, grown = make(), make()
    text, outcomes = explored(plain, deck, seed, rulings, order, replacement)
    growth = grow_board(grown, deck, seed, rulings, order, replacement=replacement)
    assert board_text(grown) == text
    assert {code: int(n) for code, n in enumerate(growth.outcomes) if n} == dict(outcomes)
    return growth.hexes


# Whole boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_shipped_boards_grow_as_they_are_explored(preset: str, order: str) -> None:
    for name, (deck, replacement) in product(
        ("bay", "africa"), ((HOUSE, False), (SMALL, False), (HOUSE, True))
    ):
        require_equal(lambda n=name: open_board(n), deck, 5, PRESETS[preset], order, replacement)  # type: ignore[misc]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("preset", [*PRESETS, "mix"])
def test_odd_boards_grow_as_they_are_explored(preset: str, order: str) -> None:
    """Of any shape and orientation, with printed rivers, lakes, sea, and any mix of rulings."""
    assert grow_odd(preset, order, range(30)) > 600


def grow_odd(preset: str, order: str, seeds: range) -> int:
    checks = 0
    for seed in seeds:
        data, rulings = board_and_rulings(seed, preset)
        if any(map(board_from(data).unmapped, board_from(data).layout.places())):
            deck = SMALL if seed % 3 else HOUSE
            checks += require_equal(lambda d=data: board_from(d), deck, seed, rulings, order)  # type: ignore[misc]
    return checks


@pytest.mark.prove
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("preset", [*PRESETS, "mix"])
def test_many_boards_grow_as_they_are_explored(
    count: Count, monkeypatch: pytest.MonkeyPatch, preset: str, order: str, block: int
) -> None:
    """With checked indices in one block, and as they are in the others."""
    if block == 0:
        monkeypatch.setattr("rivercheck.bulk.growing.ENGINE", CHECKED_ENGINE)
    boards = 200
    checks = grow_odd(preset, order, range(1000 * (block + 1), 1000 * (block + 1) + boards))
    count(f"compiled boards = plain, {preset}", boards=boards, checks=checks)


def test_a_board_is_the_same_in_one_step_or_many() -> None:
    texts = []
    for step in (1, 7, 1 << 40):
        board = open_board("africa")
        growth = Growth(Sheet.of(board), HOUSE, 3, PRESETS["seaward"])
        while growth.left:
            growth.step(step)
        growth.sheet.onto(board)
        texts.append(board_text(board))
    assert len(set(texts)) == 1


def test_half_a_board_is_what_was_explored_so_far() -> None:
    plain, grown = open_board("africa"), open_board("africa")
    list(explore(plain, Dealer(HOUSE, 3), PRESETS["table"], "frontier", limit=200))
    growth = Growth(Sheet.of(grown), HOUSE, 3, PRESETS["table"], "frontier")
    assert growth.step(200) == 200
    growth.sheet.onto(grown)
    assert board_text(grown) == board_text(plain)


def test_marks_are_wiped_long_before_they_are_full() -> None:
    texts = []
    for searches in (0, mapping.MOST_SEARCHES - 50):
        board = open_board("africa")
        growth = Growth(Sheet.of(board), HOUSE, 3, PRESETS["seaward"])
        growth.world.at("grid")["search"] = searches
        growth.finish().sheet.onto(board)
        texts.append(board_text(board))
        assert int(growth.world.at("grid")["search"]) < mapping.MOST_SEARCHES
    assert texts[0] == texts[1]


def test_many_boards_do_not_depend_on_workers() -> None:
    sheet = Sheet.of(open_board("africa"))
    results = [
        list(
            grow_many(
                sheet,
                range(40),
                lambda growth: (growth.seed, growth.close().hexes.tobytes()),
                deck=HOUSE,
                rulings=PRESETS["table"],
                workers=workers,
            )
        )
        for workers in (1, 2, 5)
    ]
    assert results[0] == results[1] == results[2]
    assert [seed for seed, _ in results[0]] == list(range(40))
    assert sheet.hexes.tobytes() == Sheet.of(open_board("africa")).hexes.tobytes()


def test_visits_and_forced_ends_are_those_of_the_traces() -> None:
    board, visits, forced = open_board("africa"), Counter[int](), Counter[int]()

    def told(run: rules.Run) -> None:
        visits.update(node for node, _, _ in run.trace)
        forced[run.forced] += 1

    list(explore(board, Dealer(HOUSE, 8), PRESETS["table"], told=told))
    growth = grow_board(open_board("africa"), HOUSE, 8, PRESETS["table"])
    assert {node: int(n) for node, n in enumerate(growth.visits) if n} == dict(visits)
    assert {mask: int(n) for mask, n in enumerate(growth.forced) if n} == dict(forced)


def test_what_cannot_be_grown_is_refused() -> None:
    board = open_board("bay")
    grow_board(board, HOUSE, 1, PRESETS["table"])
    with pytest.raises(RivercheckError, match="there is nothing to map"):
        grow_board(board, HOUSE, 1, PRESETS["table"])
    with pytest.raises(DeckError, match="seed -1"):
        grow_board(open_board("bay"), HOUSE, -1, PRESETS["table"])
    with pytest.raises(RivercheckError, match="unknown order"):
        grow_board(open_board("bay"), HOUSE, 1, PRESETS["table"], "columns")
    bare = "id,river_a,river_b,first,second,terrain\n"
    bare += "".join(f"{n},ends,none,{n},,\n" for n in range(1, 7))
    with pytest.raises(DeckError, match="card 1: names no terrain"):
        grow_board(open_board("bay"), Deck.parse(bare, "bare"), 1, PRESETS["table"])


# Boards from nothing ------------------------------------------------------------------------------


@pytest.mark.parametrize("coast", ["island", "side", "continent"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_board_from_nothing_is_the_same_in_json_and_npz(
    tmp_path: Path, coast: str, orientation: str
) -> None:
    sheet = fresh_sheet(Layout(31, 22, orientation), coast, 4)
    before = sheet.board()
    growth = Growth(sheet, HOUSE, 4, PRESETS["seaward"]).finish()
    board = growth.close().board()
    save_board(board, tmp_path / "board.npz")
    saved = load_board(tmp_path / "board.npz")
    assert board_text(saved) == board_text(board)
    assert faults(saved) == faults(board, PRESETS["printed"])
    write_npz(tmp_path / "sheet.npz", sheet.archive())
    loaded = load_board(tmp_path / "sheet.npz")
    assert board_text(loaded) == board_text(board)
    explored(before, HOUSE, 4, PRESETS["seaward"], "rivers")
    before.rulings = PRESETS["seaward"]
    assert board_text(before) == board_text(board)


def test_the_audit_counts_what_the_plain_one_lists() -> None:
    """On maps that the letter of the chart leaves with faults of every kind it knows."""
    kinds: set[str] = set()
    for seed in range(6):
        rulings = Rulings.of(
            ("printed", "printed,inflow-only=follow", "table,joined-loop=exit")[seed % 3]
        )
        sheet = fresh_sheet(Layout(40, 40), "side", seed)
        growth = Growth(sheet, HOUSE, seed, rulings, "frontier").finish()
        board = growth.close().board()
        listed = Counter(
            fault.kind for fault in faults(board, rulings) if "requirement" not in fault.kind
        )
        counted = {str(one["kind"]): one["count"] for one in count_faults(sheet, rulings)}
        assert ("circle" in counted) == ("circle" in listed)  # those that share a hex are one
        assert {**counted, "circle": 0} == {**listed, "circle": 0}
        kinds |= listed.keys()
    assert {"dry-end", "two-outflows", "circle"} <= kinds


# Single checks ------------------------------------------------------------------------------------


def test_random_checks_are_equal_in_trace_and_answers() -> None:
    checks = 0
    for seed in range(60):
        dice = random.Random(seed)
        data, rulings = board_and_rulings(seed, "mix")
        board = board_from(data)
        for hex in board.layout.places():
            if board.hexes[hex].state < rules.MAPPED and not board.hexes[hex].terrain:
                board.hexes[hex].terrain = dice.randint(rules.DESERT, rules.JUNGLE_MOUNTAIN)
        table = Table(board, rulings)
        for hex in board.layout.places():
            if board.hexes[hex].state < rules.MAPPED and dice.random() < 0.4:
                checks += _one_check(board, hex, rulings, table, dice)
    assert checks > 1000


def _one_check(board: Board, hex: int, rulings: Rulings, table: Table, dice: random.Random) -> int:
    answers: list[object] = []
    while True:
        result = check(board, board.name(hex), answers, rulings)  # type: ignore[arg-type]
        for program in (QUICK, CHECKED):
            assert said(table.check(program, hex, result.run.answers)) == said(result.run)
        if result.need is None:
            return len(answers) + 1
        answers.append(random_answer(dice, result.need.to_json()))


@pytest.mark.usefixtures("compiled_too")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("family", ["core", "circle", "water", "mouth"])
def test_some_situations_of_the_proof(family: str, preset: str) -> None:
    step = {"mouth": 97}.get(family, 797)
    tally = prove_equal(islice(situations(family), 5, None, step), PRESETS[preset])
    assert tally.scripts > 100


@pytest.mark.usefixtures("compiled_too")
def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "check", lambda self, program, hex, script: rules.Run(hex, script))
    with pytest.raises(AssertionError, match="script"):
        prove_equal(islice(situations("core"), 1), PRESETS["table"])


def test_an_index_outside_is_found_where_it_is_looked_for() -> None:
    table = Table(open_board("bay"), PRESETS["table"])
    with pytest.raises(IndexError, match="outside its table"):
        table.check(CHECKED, 10**6, [])


def test_numbers_of_the_layouts_are_those_of_the_rules() -> None:
    """Every field that the rules name has its place, and the hexes are 20 bytes."""
    assert HEX.cold is not None
    assert HEX.dtype.itemsize + HEX.cold.dtype.itemsize == 20
    assert {*HEX.fields, *HEX.cold.fields} >= set(rules.Hex.__slots__)
    assert set(GRID.fields) == set(rules.Grid.__slots__)
    assert list(RULINGS.fields) == list(rules.RulingCodes.__slots__)
    assert set(RUN.fields) >= set(rules.Run.__slots__)
