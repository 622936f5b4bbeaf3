"""A short game that explains itself: rivers followed upstream from the mouths of a board."""

from __future__ import annotations

from collections.abc import Iterator

from .board import Board
from .deal import deal, draw_terrain
from .deck import Dealer, Deck
from .referee import Result, enter
from .rules import rivers_here
from .rulings import Rulings

__all__ = ["play_demo"]


def play_demo(
    board: Board, seed: int, hexes: int, rulings: Rulings
) -> Iterator[tuple[Board, Result, str]]:
    """Map up to so many hexes; yields the board before each check, its result, and a remark."""
    dealer = Dealer(Deck.house(), seed)
    for _ in range(hexes):
        hex = _next_hex(board)
        if hex is None:
            return
        remark = f"The expedition enters hex {board.name(hex)}"
        if not board.terrain(hex):
            board.set_terrain(hex, draw_terrain(board, hex, dealer))
        remark += f": {board.terrain(hex)}"
        if hex in board.mouths:
            drainage = board.hexes[hex].drainage
            remark += f", the mouth of the {board.mouths[hex].name} (drainage {drainage})"
        before = board.copy()
        result, _answers = deal(board, board.name(hex), rulings, dealer)
        enter(board, result)
        yield before, result, remark


def _next_hex(board: Board) -> int | None:
    """An unmapped hex that a river leads to: where the last one was followed, else a mouth."""
    led = [hex for hex in board.layout.places() if board.unmapped(hex) and _rivers(board, hex)]
    inland = [hex for hex in led if hex not in board.mouths]
    return next(iter(inland or led), None)


def _rivers(board: Board, hex: int) -> int:
    ins, outs = rivers_here(board.hexes, board.grid, hex)
    return ins | outs
