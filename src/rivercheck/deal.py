"""The program as the one who draws and rolls: checks and terrain from a dealer."""

from __future__ import annotations

from collections.abc import Sequence

from . import rules
from .answers import Said, answer
from .board import Board
from .card import Card
from .deck import Dealer
from .errors import DeckError
from .records import TERRAINS, sides_of
from .referee import Result, result_of, run_check
from .rulings import Rulings

__all__ = ["deal", "draw_terrain", "finish", "terrain_by"]


def deal(board: Board, hex: str, rulings: Rulings, dealer: Dealer) -> tuple[Result, list[Said]]:
    """Check a hex to its end with cards and dice from the dealer; the answers come with it."""
    run, said = finish(board, board.place(hex), rulings, dealer)
    return result_of(board, run, rulings), said


def finish(
    board: Board,
    hex: int,
    rulings: Rulings,
    dealer: Dealer,
    given: Sequence[rules.Answer] = (),
) -> tuple[rules.Run, list[Said]]:
    """Check a hex, by place, from given answers to its end; returns what the dealer had to add."""
    said: list[Said] = []
    answers = list(given)
    run = run_check(board, hex, answers, rulings)
    while run.outcome == rules.UNFINISHED:
        if run.need == rules.CARD:
            # As many cards at once as were drawn before: a long chain is not run again for each.
            ahead = dealer.copy()
            cards = [ahead.draw() for _ in range(max(1, len(answers)))]
            run = run_check(board, hex, [*answers, *map(answer, cards)], rulings)
            new: list[Said] = [dealer.draw() for _ in range(run.used - len(answers))]
        elif run.need == rules.DIE:
            new = [rules.Answer(rules.DIE, dealer.roll())]
        else:
            new = [rules.Answer(rules.PICK, dealer.pick(sides_of(run.options)))]
        said += new
        answers += map(answer, new)
        run = run_check(board, hex, answers, rulings)
    return run, said


def draw_terrain(board: Board, hex: int, dealer: Dealer) -> str:
    """The terrain of an unmapped hex by a card from the dealer."""
    return terrain_by(board, hex, dealer.draw())


def terrain_by(board: Board, hex: int, card: Card) -> str:
    """The terrain of an unmapped hex by this card: see `rules.terrain_drawn`."""
    if not card.terrain:
        raise DeckError(f"card {card.id or card.short}: names no terrain, so none can be drawn")
    first, second = (*card.numbers, 0)[:2]
    named = TERRAINS.index(card.terrain)
    return TERRAINS[rules.terrain_drawn(board.hexes, board.grid, hex, first, second, named)]
