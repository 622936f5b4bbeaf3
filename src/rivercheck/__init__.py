"""The referee for mapping rivers hex by hex, by the River Check of Source of the Nile.

>>> from rivercheck import check, open_board, sentence
>>> board = open_board("bay")
>>> result = check(board, "0203", ["continues/none 3,4"])
>>> print(sentence(board, result))
Draw a river through hex 0203: in by hexside 3 (SE) and out by hexside 5 (SW).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .board import Board
from .card import Card
from .deal import deal, draw_terrain
from .deck import Dealer, Deck
from .errors import (
    AnswerError,
    BoardError,
    DeckError,
    FileError,
    GameError,
    HexError,
    RivercheckError,
    RulingError,
)
from .faults import Fault, faults
from .grid import Layout
from .network import System, systems
from .odds import Odds, Outcome, odds
from .path import explain
from .referee import Need, Result, Step, check, enter, play
from .rulings import RULINGS, Ruling, Rulings
from .words import sentence

if TYPE_CHECKING:
    from .boardfile import board_from, board_json, load_board, save_board
    from .game import Game
    from .gamefile import GameFile, replay
    from .shipped import open_board, shipped_boards

__version__ = "0.1.0"

__all__ = [
    "RULINGS",
    "AnswerError",
    "Board",
    "BoardError",
    "Card",
    "Dealer",
    "Deck",
    "DeckError",
    "Fault",
    "FileError",
    "Game",
    "GameError",
    "GameFile",
    "HexError",
    "Layout",
    "Need",
    "Odds",
    "Outcome",
    "Result",
    "RivercheckError",
    "Ruling",
    "RulingError",
    "Rulings",
    "Step",
    "System",
    "board_from",
    "board_json",
    "check",
    "deal",
    "draw_terrain",
    "enter",
    "explain",
    "faults",
    "load_board",
    "odds",
    "open_board",
    "play",
    "replay",
    "save_board",
    "sentence",
    "shipped_boards",
    "systems",
]

# What reads files brings pydantic, which takes longer to import than all the rest: only when asked.
_LATER = {
    "board_from": "boardfile",
    "board_json": "boardfile",
    "load_board": "boardfile",
    "save_board": "boardfile",
    "Game": "game",
    "GameFile": "gamefile",
    "replay": "gamefile",
    "open_board": "shipped",
    "shipped_boards": "shipped",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
