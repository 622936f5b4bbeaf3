"""Asking a person: one question at a time, only for what is needed, with a way back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..answers import Said, answer, short
from ..board import Board
from ..card import Card
from ..deck import Deck
from ..errors import AnswerError
from ..path import explain
from ..prospects import Prospector, part_needed, prospects
from ..records import RIVER_A, RIVER_B, TERRAINS
from ..referee import Result, check
from ..rules import CARD
from ..rulings import Rulings
from .common import err, print_path, styled

__all__ = ["Asked", "Quit", "ask_check"]

Part = Literal["", "river_a", "river_b", "number"]

_KEYS = "b goes back one answer, ? explains, q stops"
_ASKS = {
    "river_a": "A river leads here, so River A of a card decides. Draw a card; River A says:",
    "river_b": "No river leads here, so River B of a card decides. Draw a card; River B says:",
    "number": "The river must go on. Draw the next card; only its first number counts:",
    "die": "Roll a die:",
    "pick": "Choose one hexside at random (roll a die until it shows one of these):",
}
_OR_WHOLE = "The whole card (forks/none 3,5), or its id in the deck, will do too."
_FORMS = {
    "river_a": f"Say what River A says and the numbers: forks 3,5. {_OR_WHOLE}",
    "river_b": f"Say what River B says and the numbers: crosses 3,5. {_OR_WHOLE}",
    "number": f"Say the first number of the card: 3. {_OR_WHOLE}",
    "die": "Say what the die shows, 1 to 6.",
    "pick": "Say the number of the hexside.",
}
_WORDS = (
    "Of two numbers, only a fork and a crossing look at the second. A hexside is acceptable if a "
    "lake or swamp, or a hex whose rivers were never checked, lies beyond it. A river may not end "
    "where its water could reach no mouth, where its mouth could then not drain as many hexes as "
    "it must, or in a desert: then the next card is drawn."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person answered; `part` is all of a card that was said, empty if the whole was."""

    said: Said
    part: Part = ""
    unasked: bool = False  # its number cannot matter, and was not said


class Quit(Exception):
    """The person stopped; nothing is written."""


class _Back(Exception):
    """The person takes the last answer back."""


def ask_check(
    board: Board, hex: int, rulings: Rulings, deck: Deck
) -> tuple[str, Result, list[Asked]]:
    """Run a check with a person's cards and dice; the terrain comes with it where it was asked.

    `board` gets that terrain. Raises Quit if the person stops.
    """
    err().print(styled(f"River Check of hex {board.name(hex)} ({_KEYS})", "bold"))
    ask_terrain = not board.terrain(hex) and board.unmapped(hex)
    while True:
        terrain = _terrain(board, hex) if ask_terrain else ""
        if terrain:
            board.set_terrain(hex, terrain)
        found = _Asking(board, board.name(hex), rulings, deck).run()
        if found is not None:
            return terrain, *found
        if not ask_terrain:
            _remark("there is no answer to take back")


def _terrain(board: Board, hex: int) -> str:
    """Ask for the terrain of a hex; the beginning of its name is enough."""
    choices = TERRAINS[1:9]
    err().print(styled(f"Hex {board.name(hex)}: what terrain is it?", "bold"))
    while True:
        try:
            said = _read("terrain")
        except _Back:
            _remark("there is no answer to take back")
            continue
        named = [name for name in choices if name.startswith(said.lower())]
        exact = [name for name in named if name == said.lower()]
        if len(exact or named) == 1:
            return (exact or named)[0]
        if said == "?":
            _remark("The terrain of the hex; the beginning of its name is enough.")
        else:
            err().print(styled(f"  {said}: say one of {', '.join(named or choices)}", "red"))


class _Asking:
    """One check with its questions."""

    def __init__(self, board: Board, hex: str, rulings: Rulings, deck: Deck) -> None:
        self.board, self.hex, self.rulings, self.deck = board, hex, rulings, deck
        self.answers: list[Asked] = []

    def run(self) -> tuple[Result, list[Asked]] | None:
        """Ask until the check is finished; None if the person goes back before its start."""
        told = 0
        while True:
            result = self._check()
            lines = self._path(result)
            print_path(err(), lines[told:])
            told = len(lines)
            if result.need is None:
                return result, self.answers
            try:
                self.answers.append(self._question(result))
            except _Back:
                if not self.answers:
                    return None
                _remark(f"taken back: {_shown(self.answers.pop())}")
                told = 0

    def _check(self, *more: Said) -> Result:
        said = [one.said for one in self.answers]
        return check(self.board, self.hex, [*said, *more], self.rulings)

    def _path(self, result: Result) -> list[tuple[str, str]]:
        """The path, with each card as it was said."""
        cards = iter([one for one in self.answers if answer(one.said).kind == CARD])
        clockwise = result.rulings.value("redraw") == "clockwise"
        lines = []
        for node, text in explain(self.board, result):
            is_card = node == "card" or (node == "redraw" and not clockwise)
            asked = next(cards) if is_card else None
            if asked is not None and asked.part:
                before = "The card" if node == "card" else "Back to label 0 with the next card"
                text = f"{before}: {_shown(asked)}."
            lines.append((node, text))
        return lines

    def _question(self, result: Result) -> Asked:
        """Ask until the answer is possible."""
        assert result.need is not None
        kind = result.need.kind
        part = part_needed(self.board, result) if kind == "card" else kind
        self._ask_for(result, part)
        while True:
            said = _read("next card" if part == "number" else kind)
            if said == "?":
                _remark(f"{_FORMS[part]} {_WORDS if kind == 'card' else ''}")
                continue
            try:
                one = self._understood(result, part, said)
                self._check(one.said)
                return one
            except AnswerError as error:
                err().print(styled(f"  {error}", "red"))

    def _ask_for(self, result: Result, part: str) -> None:
        err().print(styled(f"Hex {result.hex}. {_ASKS[part]}", "bold"))
        rows = prospects(self.board, [one.said for one in self.answers], result)
        width = max(len(name) for name, _ in rows.meanings)
        for name, meaning in rows.meanings:
            err().print(styled(f"    {name:{width}}  {meaning}"))
        if rows.reason:
            err().print(styled(f"    It may not end here: {rows.reason}."))

    def _understood(self, result: Result, part: str, said: str) -> Asked:
        """The answer in full; only the part of a card that counts need be said."""
        if part in ("die", "pick"):
            digits = re.fullmatch(rf"(?:{part}\s+)?(\d+)", said, re.ASCII)
            if not digits:
                raise AnswerError(f"{said}: {_FORMS[part]}")
            return Asked(answer(f"{part} {digits[1]}"))
        card = self.deck.by_id.get(said.upper()) or self.deck.by_id.get(said)
        if card is not None or "/" in said:
            return Asked(card or Card.parse(said))
        if part == "number":
            if not re.fullmatch(r"[1-6]", said, re.ASCII):
                raise AnswerError(f"{said}: {_FORMS[part]}")
            return Asked(Card.parse(f"continues/none {said}"), "number")
        word, _, numbers = said.partition(" ")
        full = _word(part, word)
        unasked = not numbers.strip()
        numbers = self._any_number(part, full) if unasked else numbers
        which: Part = "river_a" if part == "river_a" else "river_b"
        return Asked(_card(part, full, numbers), which, unasked)

    def _any_number(self, part: str, word: str) -> str:
        """A number to stand in where none was said, if the outcome is the same for all six."""
        tried = Prospector(self.board, [one.said for one in self.answers], self._check())
        words = f"{word}/none" if part == "river_a" else f"ends/{word}"
        if word in ("forks", "crosses") or not tried.alike(words):
            raise AnswerError(f"{word}: its numbers count here; say them too, as {word} 3,5")
        return "1"


def _word(part: str, said: str) -> str:
    """The word of River A or B that begins so. Raises AnswerError that quotes what was typed."""
    words, others = (RIVER_A, RIVER_B) if part == "river_a" else (RIVER_B, RIVER_A)
    river, other = ("River A", "River B") if part == "river_a" else ("River B", "River A")
    found = [word for word in words if word.startswith(said.lower())]
    if len(found) == 1:
        return found[0]
    if any(word.startswith(said.lower()) for word in others):
        raise AnswerError(f"{said}: that is a word of {other}; here {river} of the card is read")
    raise AnswerError(f"{said}: {river} says one of {', '.join(words)}, then the numbers")


def _card(part: str, word: str, numbers: str) -> Card:
    return Card.parse(f"{word}/none {numbers}" if part == "river_a" else f"ends/{word} {numbers}")


def _shown(asked: Asked) -> str:
    """An answer as it was said."""
    if not isinstance(asked.said, Card) or not asked.part:
        return short(answer(asked.said))
    if asked.part == "number":
        return f"first number {asked.said.numbers[0]}"
    word, numbers = str(getattr(asked.said, asked.part)), asked.said.numbers
    return word if asked.unasked else f"{word} {','.join(map(str, numbers))}"


def _remark(text: str) -> None:
    err().print(styled(f"  {text}", "yellow"), soft_wrap=False)


def _read(prompt: str) -> str:
    """A line that is not empty. Raises Quit at q and at the end of input, _Back at b."""
    said = ""
    while not said:
        err().print(styled(f"{prompt}> ", "bold cyan"), end="")
        try:
            said = input().strip()
        except UnicodeDecodeError:
            _remark("that was not UTF-8 text")
        except (EOFError, RuntimeError) as stopped:  # RuntimeError: there is no standard input
            err().print()
            raise Quit from stopped
        except KeyboardInterrupt:
            err().print(styled("\nstopped; nothing is written", "yellow", lines=True))
            raise
    if said in ("q", "quit"):
        raise Quit
    if said in ("b", "back"):
        raise _Back
    return "?" if said == "help" else said
