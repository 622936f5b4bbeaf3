"""The journal of a game as lines to read and to paste into a mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .answers import answer, short
from .board import Board
from .card import Card
from .entries import (
    Change,
    Check,
    Edit,
    Entry,
    Erase,
    Given,
    Note,
    Publish,
    Redo,
    Terrain,
    Undo,
    Visit,
)
from .game import Game
from .referee import Result
from .words import visible

__all__ = ["Line", "answers_line", "entry_text", "log", "turn_of", "turn_text"]

Say = Callable[[Board, Result], str]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it reads: a heading, what follows from it, and whether it is struck out."""

    entry: Entry
    heading: str
    details: tuple[str, ...]
    struck: bool
    told: str = ""  # what a check came to, in words; one of the details

    @classmethod
    def of(cls, game: Game, entry: Entry, told: str = "") -> Line:
        """The line of an entry of the game; `told` is what a check came to, in words."""
        heading = _heading(entry, game.entries)
        return cls(entry, heading, _details(entry, told), entry.number in game.struck, told)


def log(game: Game, say: Say, since: int = 0) -> list[Line]:
    """The entries after revision `since`. `say` tells a check, given the board before it."""
    told: dict[int, str] = {}

    def tell(board: Board, result: Result) -> None:
        told[again.revision + 1] = say(board, result)

    again = Game(game.start)
    again.told = tell
    for entry in game.entries:
        again.play(entry)
    return [Line.of(game, entry, told.get(entry.number, "")) for entry in game.entries[since:]]


def turn_text(game: Game, say: Say, since: int | None = None) -> str:
    """A turn to paste into a mail, closed by a line that both sides can compare.

    The turn is what came after revision `since`; unless said, the last change that stands.
    """
    return turn_of(game, lambda after: log(game, say, after), since)


def turn_of(game: Game, lines: Callable[[int], Sequence[Line]], since: int | None) -> str:
    """The same of a game whose lines after a revision are known already."""
    if since is None:
        since = max(0, (game.standing[-1] if game.standing else game.revision) - 1)
    texts = [entry_text(line) for line in lines(since)]
    return "\n\n".join([*texts, game.closing]) + "\n"


def entry_text(line: Line) -> str:
    """An entry as text: its number and heading, and the details below."""
    struck = " [struck out]" if line.struck else ""
    head = f"{line.entry.number}. {visible(line.heading)}{struck}"
    return "\n".join([head, *(f"   {visible(detail)}" for detail in line.details)])


def _heading(entry: Entry, entries: Sequence[Entry]) -> str:
    who, change = entry.by or "Somebody", entry.change
    if isinstance(change, Undo | Redo):
        did = "undoes" if isinstance(change, Undo) else "puts back"
        return f"{who} {did} {_numbers(change.entries or (), entries)} ({entry.time})"
    return f"{who} {_DID[entry.kind](change)} ({entry.time})"


def _check(change: Change) -> str:
    assert isinstance(change, Check)
    land = f", {change.result.terrain}" if change.result else ""
    explorer = f", for {change.explorer}" if change.explorer else ""
    return f"checks hex {change.hex}{land}{explorer}"


def _terrain(change: Change) -> str:
    assert isinstance(change, Terrain)
    return f"says that hex {change.hex} is {change.terrain}"


def _edit(change: Change) -> str:
    assert isinstance(change, Edit)
    mouths = [*(str(mouth.get("hex")) for mouth in change.mouths), *change.mouths_removed]
    parts = []
    if change.hexes:
        parts.append(f"{_hexes(tuple(change.hexes))}")
    if mouths:
        parts.append(f"the mouth of {_hexes(tuple(mouths))}")
    return f"edits {' and '.join(parts)}"


def _erase(change: Change) -> str:
    assert isinstance(change, Erase)
    gone = f"{_hexes(change.hexes)} erased" if change.hexes else "nothing is erased"
    return f"reports {change.explorer} lost: {gone}"


def _publish(change: Change) -> str:
    assert isinstance(change, Publish)
    return f"publishes for {change.explorer}: {_hexes(change.hexes or ())}"


def _visit(change: Change) -> str:
    assert isinstance(change, Visit)
    return f"leads {change.explorer} through hex {change.hex}"


def _note(change: Change) -> str:
    assert isinstance(change, Note)
    return "notes"


_DID: dict[str, Callable[[Change], str]] = {
    "check": _check,
    "terrain": _terrain,
    "edit": _edit,
    "erase": _erase,
    "publish": _publish,
    "visit": _visit,
    "note": _note,
}


def _hexes(labels: Sequence[str]) -> str:
    return f"{'hex' if len(labels) == 1 else 'hexes'} {', '.join(labels)}"


def _numbers(numbers: Sequence[int], entries: Sequence[Entry]) -> str:
    named = []
    for number in numbers:
        hex = getattr(entries[number - 1].change, "hex", "")
        named.append(f"{number} (hex {hex})" if hex else str(number))
    return f"{'entry' if len(numbers) == 1 else 'entries'} {', '.join(named)}"


def _details(entry: Entry, told: str) -> tuple[str, ...]:
    change = entry.change
    if isinstance(change, Note):
        return tuple(change.text.split("\n"))
    if not isinstance(change, Check | Terrain):
        return ()
    lines = []
    if change.terrain_card is not None:
        lines.append(f"terrain by {_given(change.terrain_card)}: {_by_card(change)}")
    if told:
        lines.append(told)
    if isinstance(change, Check) and change.answers:
        lines.append(answers_line(change.answers))
    return (*lines, *(f"Mind: {warning}" for warning in change.warnings))


def _by_card(change: Check | Terrain) -> str:
    """The terrain that a card gave, and why it is not the one that the card names."""
    assert change.terrain_card is not None
    named = (change.terrain_card.card or {}).get("terrain")
    if named in (None, change.terrain):
        return change.terrain
    return (
        f"{change.terrain} (the card says {named}; but a mapped neighbour by the card's numbers "
        "gives its own terrain, and desert beside jungle becomes veldt)"
    )


def answers_line(answers: Sequence[Given]) -> str:
    """The cards, dice and picks of a check, each with where it came from."""
    return "; ".join(map(_given, answers))


def _given(one: Given) -> str:
    came = "drawn" if one.die is None else "rolled"
    if one.source == "typed":
        came = f"typed by {one.by}" if one.by else "typed"
    return f"{_said(one)} {came}"


def _said(one: Given) -> str:
    said = one.said()
    if said is None:
        return "?"
    if one.card is None:
        return short(answer(said))
    card = Card.from_json(one.card)
    if one.part:
        word = str(getattr(card, one.part, "next card"))
        return word if one.unasked else f"{word} {','.join(map(str, card.numbers))}"
    return f"card {card.short}" + (f" ({card.id})" if card.id else "")
