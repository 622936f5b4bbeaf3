"""What a client sees of a game: the picture, each hex, the journal; all, or what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .. import rules
from ..board import Board
from ..boardfile import hex_json
from ..draw.live import LiveMap
from ..entries import Change, Check, Edit, Entry, Erase, Publish, Redo, Terrain, Undo, Visit
from ..faults import faults
from ..game import Game
from ..gamelog import Line
from ..network import endings, systems
from ..records import sides_of
from ..words import spoken
from .table import Table

__all__ = ["Views", "hex_in_full", "line_json", "rivers_json"]

_KEPT = 12  # revisions that a client may come from and be given the difference alone
_LINES = 200  # of the journal that a view holds at most
_Sign = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A game as it was shown at a revision."""

    items: list[tuple[str, str]]
    hexes: dict[str, dict[str, Any]]


class Views:
    """The views of one table; its lock is to be held."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.live = LiveMap(table.game.board)
        self._seen: dict[int, _Seen] = {}
        board = table.game.board
        self._labels = [(hex, board.name(hex)) for hex in board.layout.places()]
        self._hexes: dict[int, tuple[_Sign, dict[str, Any]]] = {}  # by place, as last shown

    def view(self, since: int | None) -> dict[str, Any]:
        """What takes a client from a revision to the last one; without one, all."""
        game = self.table.game
        old = self._seen.get(-1 if since is None else since)
        after = game.revision - _LINES if old is None or since is None else since
        now = self._now()
        return {
            **self._head(game),
            "whole": old is None,
            "lines": self._lines(max(0, after)),
            "struck": sorted(game.struck),
            "map": self._map(old, now),
            "hexes": {
                label: one
                for label, one in now.hexes.items()
                if old is None or old.hexes[label] is not one
            },
            "layout": _layout(game.board) if old is None else None,
        }

    def _head(self, game: Game) -> dict[str, Any]:
        board, start = game.board, game.start
        return {
            "id": self.table.id,
            "name": start.name,
            "title": board.title,
            "revision": game.revision,
            "changed": changed_by(game, game.entries[-1]) if game.revision else [],
            "undo": _in_short(game, game.standing[-1:]),
            "redo": _in_short(game, game.to_redo),
            "explorers": explorers(game),
            "rulings": game.rulings.values(),
            "deck": {
                "name": start.deck.name,
                "cards": len(game.dealer.deck.cards),
                "left": len(game.dealer.left),
            },
            "odds": start.odds,
            "closing": game.closing,
            "mapped": board.mapped,
            "land": board.land,
            "size": self.live.size,
        }

    def _lines(self, after: int) -> list[dict[str, Any]]:
        return [line_json(self.table.game, line) for line in self.table.lines(after)]

    def _now(self) -> _Seen:
        """The game as it stands, drawn once for all who look."""
        game = self.table.game
        if game.revision not in self._seen:
            hexes = dict(self._views(game.board))
            self._seen[game.revision] = _Seen(self.live.items(game.board), hexes)
            for revision in sorted(self._seen)[:-_KEPT]:
                del self._seen[revision]
        return self._seen[game.revision]

    def _views(self, board: Board) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each hex; one that is as it was is not said anew."""
        for hex, label in self._labels:
            sign = _sign(board, hex)
            was = self._hexes.get(hex)
            if was is None or was[0] != sign:
                was = self._hexes[hex] = sign, hex_view(board, self.live, hex)
            yield label, was[1]

    def _map(self, old: _Seen | None, now: _Seen) -> dict[str, Any]:
        known = dict(old.items) if old else {}
        return {
            "width": self.live.width,
            "height": self.live.height,
            "order": [key for key, _ in now.items],
            "items": {key: text for key, text in now.items if known.get(key) != text},
        }


def _sign(board: Board, hex: int) -> _Sign:
    """All that a hex's view is made of, to compare."""
    here, notes = board.hexes[hex], board.notes.get(hex)
    led = rules.rivers_here(board.hexes, board.grid, hex)
    known = (notes.name, tuple(notes.explorers), notes.published) if notes else ()
    mouth = (here.mouth, here.drainage, board.mouths[hex].name) if here.mouth else ()
    return here.terrain, here.state, here.ins, here.outs, here.source, led, known, mouth


def _layout(board: Board) -> dict[str, Any]:
    layout = board.layout
    return {
        "orientation": layout.orientation,
        "columns": layout.columns,
        "rows": layout.rows,
        "directions": list(layout.directions),
    }


# Hexes ------------------------------------------------------------------------------------------


def hex_view(board: Board, live: LiveMap, hex: int) -> dict[str, Any]:
    """A hex on the map: where it is drawn, what it shows, and how it is said."""
    here, notes = board.hexes[hex], board.notes.get(hex)
    label = board.name(hex)
    x, y = live.centres[label]
    led = board.unmapped(hex) and rules.rivers_here(board.hexes, board.grid, hex) != (0, 0)
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "terrain": board.terrain(hex),
        "state": board.state(hex),
        "in": sides_of(here.ins),
        "out": sides_of(here.outs),
        "source": bool(here.source),
        "mouth": _mouth(board, hex),
        "name": notes.name if notes else "",
        "explorers": list(notes.explorers) if notes else [],
        "published": bool(notes and notes.published),
        "led": led,
        "spoken": spoken(board, hex),
    }


def _mouth(board: Board, hex: int) -> dict[str, Any] | None:
    here = board.hexes[hex]
    if not here.mouth:
        return None
    name = board.mouths[hex].name if hex in board.mouths else ""
    return {"side": here.mouth, "name": name, "drainage": here.drainage}


def hex_in_full(views: Views, label: str) -> dict[str, Any]:
    """A hex with its hexsides, the entries that changed it, and whether it can be checked."""
    game = views.table.game
    board = game.board
    hex = board.layout.find(label)
    name = board.name(hex)
    why = "" if board.unmapped(hex) else "it is mapped already"
    if board.hexes[hex].terrain == rules.SEA:
        why = "it is sea, and only land is checked"
    return {
        **hex_view(board, views.live, hex),
        "label": name,
        "sides": [_side(board, hex, side) for side in rules.SIDES],
        "checkable": not why,
        "why_not": why,
        "can_visit": board.hexes[hex].state == rules.MAPPED,
        "entries": [n for n in game.standing if name in changed_by(game, game.entries[n - 1])],
        "printed": hex_json(board, hex).get("printed"),
    }


def _side(board: Board, hex: int, side: int) -> dict[str, Any]:
    other = board.beyond(hex, side)
    on_board = board.hexes[other].terrain != rules.OFF_BOARD
    here = board.hexes[hex]
    return {
        "side": side,
        "direction": board.layout.directions[side - 1],
        "beyond": board.name(other) if on_board else None,
        "terrain": board.terrain(other) if on_board else "",
        "stroke": _way(here.ins, here.outs, side),
        "leads": _way(*rules.rivers_here(board.hexes, board.grid, hex), side),
    }


def _way(ins: int, outs: int, side: int) -> str:
    return "in" if rules.has(ins, side) else "out" if rules.has(outs, side) else ""


# The journal ------------------------------------------------------------------------------------


def line_json(game: Game, line: Line) -> dict[str, Any]:
    """A line of the journal. What was told of a check stands by itself, not among the details."""
    details = [detail for detail in line.details if detail != line.told]
    return {
        "number": line.entry.number,
        "time": line.entry.time,
        "by": line.entry.by,
        "kind": line.entry.kind,
        "heading": line.heading,
        "details": details,
        "told": line.told or None,
        "why": isinstance(line.entry.change, Check),
        "hexes": changed_by(game, line.entry),
    }


def changed_by(game: Game, entry: Entry) -> list[str]:
    """The labels of the hexes that an entry is about."""
    change = entry.change
    if isinstance(change, Undo | Redo):
        numbers = change.entries or ()
        found = [label for n in numbers[-_LINES:] for label in _about(game.entries[n - 1].change)]
        return list(dict.fromkeys(found))
    return list(dict.fromkeys(_about(change)))


def _about(change: Change) -> Iterable[str]:
    if isinstance(change, Check | Terrain | Visit):
        return [change.hex]
    if isinstance(change, Erase | Publish):
        return change.hexes or ()
    if isinstance(change, Edit):
        mouths = [str(mouth.get("hex")) for mouth in change.mouths]
        return [*change.hexes, *mouths, *change.mouths_removed]
    return ()


def _in_short(game: Game, numbers: Sequence[int]) -> str | None:
    """Entries in a few words, None if there are none."""
    if len(numbers) != 1:
        return f"{len(numbers)} entries" if numbers else None
    return Line.of(game, game.entries[numbers[0] - 1]).heading


# Explorers and rivers ---------------------------------------------------------------------------


def explorers(game: Game) -> list[dict[str, Any]]:
    """Who set out, and whoever the map knows of, with what would be lost with them."""
    board = game.board
    found = dict.fromkeys(game.start.explorers)
    for hex in sorted(board.notes):
        found |= dict.fromkeys(board.notes[hex].explorers)
    return [_explorer(board, name) for name in found]


def _explorer(board: Board, name: str) -> dict[str, Any]:
    known = [notes for notes in board.notes.values() if name in notes.explorers]
    return {
        "name": name,
        "mapped": len(known),
        "unpublished": sum(not notes.published for notes in known),
        "lost": [board.name(hex) for hex in board.lost_with(name)],
    }


def rivers_json(game: Game) -> dict[str, Any]:
    """The systems, what ends without a mouth, the audit, and the longest river."""
    board = game.board
    found = systems(board)
    longest = max(found, key=lambda one: one.length, default=None)
    return {
        "systems": [one.to_json() for one in found],
        "endings": [one.to_json() for one in endings(board)],
        "faults": [one.to_json() for one in faults(board, game.rulings)],
        "longest": longest.to_json() if longest and longest.length else None,
    }
