"""The counts of a study are those that the tables of rivers give, hex by hex."""

from __future__ import annotations

import networkx as nx
import pytest

from rivercheck import Dealer, Deck, open_board, rules
from rivercheck.board import Board
from rivercheck.explore import explore
from rivercheck.network import System, endings, strahler, systems
from rivercheck.rulings import PRESETS, Rulings
from rivercheck.survey import GREAT, SYSTEM, Survey, survey

BOARDS = [
    (board, preset, seed) for board in ("bay", "africa") for preset in PRESETS for seed in (1, 2)
]


def surveyed(board: Board, mouths: list[int]) -> Survey:
    """The counts of a board."""
    found = Survey.of(len(board.hexes), mouths)
    survey(board.hexes, board.grid, found)  # what stood there before must not matter
    survey(board.hexes, board.grid, found)
    return found


def explored(name: str, rulings: Rulings, seed: int, limit: int | None = None) -> Board:
    board = open_board(name)
    for done in explore(board, Dealer(Deck.house(), seed), rulings):
        if limit is not None and done.hexes >= limit:
            break
    return board


def bodies(board: Board, hexes: list[int]) -> int:
    """How many groups of adjacent hexes these are."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(hexes)
    sides = [(hex, board.beyond(hex, side)) for hex in hexes for side in rules.SIDES]
    graph.add_edges_from(pair for pair in sides if pair[1] in graph)
    return nx.number_connected_components(graph)


def check_systems(board: Board, mouths: list[int], found: Survey) -> list[System]:
    table = systems(board)
    by_hex = {board.layout.find(one.hex): one for one in table}
    assert list(found.drained) == [by_hex[hex].size for hex in mouths]
    assert list(found.length) == [by_hex[hex].length for hex in mouths]
    assert found.longest == max(one.length for one in table)
    assert found.largest == max(one.size for one in table)
    assert found.systems == sum(one.size >= SYSTEM for one in table)
    assert found.great == sum(one.length >= GREAT for one in table)
    return table


@pytest.mark.parametrize(("name", "preset", "seed"), BOARDS)
def test_a_whole_board_is_counted_as_its_tables_say(name: str, preset: str, seed: int) -> None:
    printed = sorted(open_board(name).mouths)
    board = explored(name, PRESETS[preset], seed)
    found = surveyed(board, printed)
    table = check_systems(board, printed, found)
    mapped = [hex for hex in board.layout.places() if board.hexes[hex].state == rules.MAPPED]
    rivers = {
        board.name(hex)
        for hex in mapped
        if board.hexes[hex].ins | board.hexes[hex].outs and not rules.is_water(board.hexes[hex])
    }
    of_mouths = {label for one in table for label in one.drained}
    named = {
        label for one in table if board.layout.find(one.hex) in printed for label in one.drained
    }
    rest = {label for one in endings(board) if one.end == "water" for label in one.drained}
    assert found.rivers == len(rivers)
    assert found.to_mouth == len(rivers & named)
    assert found.to_sea == len(rivers & of_mouths)
    assert found.to_water >= len(rivers & (of_mouths | rest))
    assert found.to_water == found.rivers or preset == "printed"
    assert found.sources == sum(board.hexes[hex].source for hex in mapped)
    lakes = [hex for hex in mapped if board.terrain(hex) == "lake"]
    assert found.lake_hexes == len(lakes)
    assert found.lakes == bodies(board, lakes)
    swamps = sum(board.terrain(hex) in ("swamp", "jungle/swamp") for hex in mapped)
    assert found.swamp_hexes == swamps


@pytest.mark.parametrize(("name", "preset", "seed"), BOARDS)
def test_orders_are_those_of_the_tables(name: str, preset: str, seed: int) -> None:
    board = explored(name, PRESETS[preset], seed)
    found = surveyed(board, sorted(board.mouths))
    orders = strahler(board)
    mapped = [hex for hex in board.layout.places() if board.hexes[hex].state == rules.MAPPED]
    assert [found.order[hex] for hex in mapped] == [orders.get(hex, 0) for hex in mapped]
    carrying = [
        hex
        for hex in mapped
        if board.hexes[hex].ins | board.hexes[hex].outs and not rules.is_water(board.hexes[hex])
    ]
    for order in range(1, 6):
        of_order = [hex for hex in carrying if orders[hex] == order]
        assert found.stream_hexes[order] == len(of_order)
        assert found.streams[order] == len({found.stream[hex] for hex in of_order})


def test_a_board_half_explored_can_be_counted() -> None:
    printed = sorted(open_board("africa").mouths)
    board = explored("africa", PRESETS["table"], 3, limit=150)
    check_systems(board, printed, surveyed(board, printed))
