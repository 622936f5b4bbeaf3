"""Carrying out the changes of a game on its board and deck, and taking them back.

Each function completes its change with what follows from it; what the change says already (because
it comes from a journal, or from a player who has seen it) must agree. Whatever is refused has
changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from . import rules
from .answers import Said, answer, short, to_json
from .board import Board, Mouth, Notes
from .boardfile import remove_mouth, set_hex, set_mouth
from .card import Card
from .deal import finish, terrain_by
from .deck import Dealer
from .entries import Change, Check, Edit, Erase, Found, Given, Publish, Terrain, Visit
from .errors import AnswerError, BoardError, GameError, HexError
from .faults import damage
from .records import sides_of
from .referee import Result, check, enter, run_check
from .rulings import Rulings

__all__ = ["Before", "Position", "Told", "attempt", "carry_out", "found", "typed"]

_T = TypeVar("_T")
Told = Callable[[Board, Result], None]


@dataclass(slots=True)
class Before:
    """What stood in the hexes that a change touches, and the deck before it."""

    dealer: Dealer
    hexes: dict[int, rules.Hex] = field(default_factory=dict)
    notes: dict[int, Notes | None] = field(default_factory=dict)
    mouths: dict[int, Mouth | None] = field(default_factory=dict)


@dataclass(slots=True)
class Position:
    """Board and deck as they stand. `told` is given each check before it is drawn on the board."""

    board: Board
    dealer: Dealer
    rulings: Rulings
    told: Told | None = None

    def keep(self, before: Before, places: Iterable[int]) -> None:
        """Keep what stands in these hexes, before they change."""
        for hex in places:
            if hex not in before.hexes:
                notes = self.board.notes.get(hex)
                before.hexes[hex] = replace(self.board.hexes[hex])
                before.notes[hex] = notes and replace(notes, explorers=list(notes.explorers))
                before.mouths[hex] = self.board.mouths.get(hex)

    def restore(self, before: Before) -> None:
        """Take a change back."""
        self.dealer = before.dealer
        for hex, here in before.hexes.items():
            self.board.hexes[hex] = here
        for hex, notes in before.notes.items():
            _put(self.board.notes, hex, notes)
        for hex, mouth in before.mouths.items():
            _put(self.board.mouths, hex, mouth)


def _put(table: dict[int, _T], hex: int, value: _T | None) -> None:
    if value is None:
        table.pop(hex, None)
    else:
        table[hex] = value


def carry_out(position: Position, change: Change) -> tuple[Change, Before]:
    """Carry out a change of the board; returns it completed, and what takes it back.

    Raises HexError, AnswerError or GameError, and has then changed nothing.
    """
    before = Before(position.dealer)
    try:
        return _DO[change.kind](position, change, before), before
    except BaseException:
        position.restore(before)
        raise


def attempt(position: Position, change: Check, draw: bool = False) -> tuple[Check, Result]:
    """Run a check as far as its answers go, and change nothing. Drawn answers are filled in.

    With `draw` the program draws what is missing.
    """
    before = Before(position.dealer)
    try:
        return _settle(position, change, before, draw)
    finally:
        position.restore(before)


def _agree(said: object, follows: object, what: str) -> None:
    if said is not None and said != follows:
        raise GameError(f"{what}: {_shown(said)} is noted, and {_shown(follows)} follows", "stale")


def _shown(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return str(value) or "none"


# The check ------------------------------------------------------------------------------------


def _check(position: Position, change: Check, before: Before) -> Check:
    done, result = _settle(position, change, before)
    if result.need is not None:
        raise AnswerError(f"hex {result.hex}: the check still needs a {result.need.kind}", "need")
    came = found(result)
    if change.result is not None:
        for part, key in _FOUND.items():
            what = f"hex {result.hex}, {key}"
            _agree(getattr(change.result, part), getattr(came, part), what)
    if position.told is not None:
        position.told(position.board, result)
    enter(position.board, result, change.explorer)
    return replace(done, result=came)


_FOUND = {
    "outcome": "outcome",
    "terrain": "terrain",
    "ins": "in",
    "outs": "out",
    "source": "source",
    "forced": "forced",
}


def found(result: Result) -> Found:
    """What a finished check came to, as an entry notes it."""
    return Found(
        str(result.outcome), result.terrain, result.ins, result.outs, result.source, result.forced
    )


def _settle(
    position: Position, change: Check, before: Before, draw: bool = False
) -> tuple[Check, Result]:
    """Run the check on its answers, drawing those that the program is to draw."""
    board = position.board
    place = board.layout.find(change.hex)
    beside = (board.beyond(place, side) for side in rules.SIDES)
    mapped = (hex for hex in beside if board.hexes[hex].state == rules.MAPPED)
    position.keep(before, (place, *mapped))
    position.dealer = position.dealer.copy()
    warnings: list[str] = []
    terrain, card = _land(position, place, change, warnings)
    said: list[rules.Answer] = []
    given: list[Given] = []
    for one in change.answers:
        run = run_check(board, place, said, position.rulings)
        if run.outcome != rules.UNFINISHED:
            left = len(change.answers) - len(said)
            raise AnswerError(
                f"hex {change.hex}: the check ends after {len(said)} answers; {left} are left over"
            )
        given.append(_given(position, one, run, warnings))
        said.append(answer(given[-1].said() or {}))
    if draw:
        _, more = finish(board, place, position.rulings, position.dealer, said)
        given += map(_by_program, more)
        said += map(answer, more)
    result = check(board, board.name(place), said, position.rulings)
    done = replace(change, hex=result.hex, terrain=terrain, terrain_card=card)
    return replace(done, answers=tuple(given), warnings=tuple(warnings)), result


def _land(
    position: Position, hex: int, change: Check | Terrain, warnings: list[str]
) -> tuple[str, Given | None]:
    """Set the terrain that is said or drawn with a change; returns it and its card in full."""
    board, terrain, given = position.board, change.terrain, change.terrain_card
    known = board.terrain(hex)
    if given is not None:
        board.require_unmapped(hex)
        if known:
            name = board.name(hex)
            raise HexError(
                f"hex {name} is {known}: terrain is drawn where it is not known", "terrain"
            )
        given = _given(position, given, rules.Run(hex, need=rules.CARD), warnings)
        terrain = terrain_by(board, hex, Card.from_json(given.card))
        _agree(change.terrain or None, terrain, f"hex {board.name(hex)}, terrain by its card")
    if terrain:
        board.set_terrain(hex, terrain)
    if known not in ("", terrain) and terrain:
        warnings.append(f"hex {board.name(hex)} is {terrain} now, and was {known}")
    return terrain, given


def typed(said: Said) -> Given:
    """An answer that a person typed. Raises AnswerError."""
    if isinstance(said, Mapping) and "card" in said:
        answer(said)
        said = Card.from_json(said["card"])
    if isinstance(said, Card):
        return Given("typed", card=said.to_json())
    (kind, value), *_ = to_json([answer(said)])[0].items()
    return Given("typed", **{kind: value})  # type: ignore[arg-type]  # the kinds are its keys


def _given(position: Position, one: Given, run: rules.Run, warnings: list[str]) -> Given:
    """One answer in full: drawn by the program, or typed and, if a card, taken from the deck."""
    if one.source == "drawn":
        drawn = _drawn(position.dealer, run)
        if one.said() is not None:
            _agree(_named(one), _named(drawn), "chance")
        return drawn
    if one.card is None:
        return one
    card = Card.from_json(one.card)
    if one.part:  # which card of the deck it was is not known
        return replace(one, card=card.to_json())
    if not position.dealer.take(card):
        deck = position.dealer.deck
        known = any(card.id in ("", held.id) and card.same(held) for held in deck.cards)
        lacks = "has been drawn already" if known else f"is not in the deck {deck.name}"
        warnings.append(f"the card {card.short} was typed, and {lacks}")
    return replace(one, card=card.to_json())


def _named(one: Given) -> str:
    name = Card.from_json(one.card).id if one.card else ""
    return short(answer(one.said() or {})) + (f" ({name})" if name else "")


def _by_program(said: Said) -> Given:
    return replace(typed(said), source="drawn")


def _drawn(dealer: Dealer, run: rules.Run) -> Given:
    if run.need == rules.CARD:
        return Given("drawn", card=dealer.draw().to_json())
    if run.need == rules.DIE:
        return Given("drawn", die=dealer.roll())
    return Given("drawn", pick=dealer.pick(sides_of(run.options)))


# The others -----------------------------------------------------------------------------------


def _terrain(position: Position, change: Terrain, before: Before) -> Terrain:
    hex = position.board.layout.find(change.hex)
    position.keep(before, [hex])
    position.dealer = position.dealer.copy()
    warnings: list[str] = []
    terrain, card = _land(position, hex, change, warnings)
    if not terrain:
        raise HexError(f"hex {position.board.name(hex)}: say its terrain", "terrain-unknown")
    name = position.board.name(hex)
    return replace(change, hex=name, terrain=terrain, terrain_card=card, warnings=tuple(warnings))


def _visit(position: Position, change: Visit, before: Before) -> Visit:
    board = position.board
    hex = board.layout.find(change.hex)
    name = board.name(hex)
    _require_explorer(change.explorer)
    if board.hexes[hex].state != rules.MAPPED:
        raise HexError(f"hex {name} is not mapped: it takes a check, not a visit", "not-mapped")
    if change.explorer in board.explorers(hex):
        raise HexError(f"{change.explorer} has been in hex {name} before", "visited")
    position.keep(before, [hex])
    board.visit(hex, change.explorer)
    return replace(change, hex=name)


def _erase(position: Position, change: Erase, before: Before) -> Erase:
    position.keep(before, _seen_by(position.board, change.explorer))
    gone = _names(position.board, position.board.erase(change.explorer))
    _agree(change.hexes, gone, f"lost with {change.explorer}")
    return replace(change, hexes=gone)


def _publish(position: Position, change: Publish, before: Before) -> Publish:
    position.keep(before, _seen_by(position.board, change.explorer))
    fresh = _names(position.board, position.board.publish(change.explorer))
    if not fresh:
        raise GameError(f"{change.explorer} has nothing that is not published", "nothing")
    _agree(change.hexes, fresh, f"published by {change.explorer}")
    return replace(change, hexes=fresh)


def _require_explorer(name: str) -> None:
    if not name.strip():
        raise GameError("an explorer must have a name", "explorer")


def _seen_by(board: Board, explorer: str) -> list[int]:
    _require_explorer(explorer)
    seen = [hex for hex, notes in board.notes.items() if explorer in notes.explorers]
    if not seen:
        known = {name for notes in board.notes.values() for name in notes.explorers}
        others = f"; explorers here are {', '.join(sorted(known))}" if known else ""
        raise GameError(f"no hex was mapped or visited by {explorer}{others}", "explorer")
    return seen


def _names(board: Board, hexes: list[int]) -> tuple[str, ...]:
    return tuple(sorted(board.name(hex) for hex in hexes))


def _edit(position: Position, change: Edit, before: Before) -> Edit:
    board = position.board
    labels = [*change.hexes, *(str(mouth.get("hex")) for mouth in change.mouths)]
    places = [board.layout.find(label) for label in (*labels, *change.mouths_removed)]
    if not places:
        raise GameError("an edit must name a hex or a mouth", "nothing")
    position.keep(before, places)
    for label, data in change.hexes.items():
        set_hex(board, board.layout.find(label), {} if data is None else data)
    for label in change.mouths_removed:
        remove_mouth(board, board.layout.find(label))
    for mouth in change.mouths:
        set_mouth(board, mouth)
    _require_sound(board, places)
    return change


def _require_sound(board: Board, places: list[int]) -> None:
    near = {board.beyond(hex, side) for hex in places for side in rules.SIDES}
    faults = damage(board, sorted({*places, *near}))
    if faults:
        more = f" (and {len(faults) - 1} more)" if faults[1:] else ""
        raise BoardError(f"{faults[0].message}{more}")


_DO: dict[str, Callable[[Position, Any, Before], Change]] = {
    "check": _check,
    "terrain": _terrain,
    "edit": _edit,
    "erase": _erase,
    "publish": _publish,
    "visit": _visit,
}
