"""The games that are open, and the questions a client asks of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..board import Board
from ..boardfile import board_from, board_json
from ..changes import found
from ..deck import Deck
from ..entries import CHANGES, Change, Check, Given, Start, Terrain
from ..errors import AnswerError, BoardError, GameError
from ..game import new_start
from ..grid import Layout
from ..odds import odds
from ..odds_words import odds_questions
from ..path import explain
from ..questions import question
from ..records import TERRAINS
from ..rulings import Rulings
from ..shipped import open_board, shipped_boards
from ..words import sentence
from .models import Attempt, Blank, BoardChoice, NewGame
from .store import Store
from .table import Table
from .views import Views

__all__ = ["Tables", "asked", "change_of", "odds_json", "start_of"]

_OPEN = 32  # games kept in memory; the others are opened again when they are asked for


class Tables:
    """The open games of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Views] = OrderedDict()

    @contextmanager
    def at(self, id: str) -> Iterator[Views]:
        """The views of a game, for one at a time. Raises GameError if there is none."""
        with self._lock:
            views = self._open.get(id)
        if views is None:  # opened while others play on; of two who do so at once the first is kept
            views = Views(Table(self.store, id))
        with self._lock:
            views = self._open.setdefault(id, views)
            self._open.move_to_end(id)
            while len(self._open) > _OPEN:
                self._open.popitem(last=False)
        with views.table.lock:
            views.table.catch_up()
            yield views


# What is sent -----------------------------------------------------------------------------------


def start_of(wanted: NewGame) -> Start:
    """How a game starts. Raises what is wrong with its parts."""
    deck = Deck.house()
    if wanted.deck is not None:
        deck = Deck.parse(wanted.deck.csv, wanted.deck.name)
    return new_start(
        _board(wanted.board),
        deck,
        name=wanted.name,
        rulings=Rulings.of(wanted.rulings),
        seed=wanted.seed,
        replacement=wanted.replacement,
        explorers=[name for name in wanted.explorers if name.strip()],
        odds=wanted.odds,
    )


def _board(choice: BoardChoice) -> Board:
    given = choice.model_fields_set
    if len(given) != 1:
        raise BoardError("board: say one of shipped, blank and file")
    if choice.blank is not None:
        return _blank(choice.blank)
    if choice.file is not None:
        return board_from(choice.file, "the board")
    name = choice.shipped or ""
    if name not in shipped_boards():
        raise BoardError(f"board: {name!r} is none of {', '.join(shipped_boards())}")
    return open_board(name)


def _blank(blank: Blank) -> Board:
    layout = Layout(blank.columns, blank.rows, blank.orientation, blank.hexside_one)
    board = Board(layout, blank.name)
    if blank.terrain not in TERRAINS[:10]:
        raise BoardError(f"terrain {blank.terrain!r} is none of {', '.join(TERRAINS[1:10])}")
    if blank.terrain:
        data = {"terrain": blank.terrain}
        hexes = {board.name(hex): data for hex in layout.places()}
        return board_from({**board_json(board), "hexes": hexes}, "the board")
    return board


def change_of(data: Mapping[str, Any]) -> Change:
    """A change as a client sends it. Raises GameError that names the key."""
    kind = str(data.get("kind"))
    change = CHANGES[kind].from_json({key: data[key] for key in data if key not in _OURS})
    answers: list[Given] = [*change.answers] if isinstance(change, Check) else []
    if isinstance(change, Check | Terrain) and change.terrain_card is not None:
        answers.append(change.terrain_card)
    for one in answers:
        if one.source == "drawn" and (one.said() is not None or isinstance(change, Check)):
            raise AnswerError("what is drawn is drawn here: send typed answers, or draw: true")
    return change


_OURS = ("kind", "draw")


def asked(views: Views, body: Attempt) -> dict[str, Any]:
    """How far a check goes on typed answers, and what is asked next."""
    game = views.table.game
    answers = tuple(map(Given.from_json, body.answers))
    if any(one.source != "typed" for one in answers):
        raise AnswerError("an attempt takes typed answers alone; what is drawn is drawn here")
    change = Check(body.hex, terrain=body.terrain, explorer=body.explorer, answers=answers)
    change, result = game.attempt(change)
    board = game.board
    if change.terrain:
        board = board.copy()
        board.set_terrain(result.run.hex, change.terrain)
    said = [one.said() or {} for one in change.answers]
    ask = question(board, said, result, body.word, body.numbers)
    path = [{"node": node, "text": text} for node, text in explain(board, result)]
    done = result.need is None
    noted = replace(change, result=found(result)).to_json() if done else {}
    return {
        "hex": result.hex,
        "terrain": result.terrain,
        "revision": game.revision,
        "answers": [one.to_json() for one in change.answers],
        "ask": None if ask is None else ask.to_json(),
        "path": path,
        "outcome": result.outcome,
        "sentence": sentence(board, result),
        "result": noted.get("result"),
    }


def odds_json(views: Views, label: str, terrain: str) -> dict[str, Any]:
    """The odds of a hex from the cards that are left, if the players may look at them."""
    game = views.table.game
    if not game.start.odds:
        raise GameError("the players of this game do not look at the odds", "no-odds")
    board, dealer = game.board, game.dealer
    if terrain:
        board = board.copy()
        board.set_terrain(board.layout.find(label), terrain)
    replacement, left = dealer.replacement, dealer.left
    chances = odds(board, label, game.rulings, dealer.deck, left=left, replacement=replacement)
    questions = [
        {"question": asked, "rows": [_row(name, chance) for name, chance in rows]}
        for asked, rows in odds_questions(board, chances)
    ]
    return {**chances.to_json(), "questions": questions}


def _row(name: str, chance: Fraction) -> dict[str, Any]:
    percent = float(round(100 * chance, 4))
    return {"name": name, "probability": str(chance), "percent": percent}
