"""Asking a person: one question at a time, only for what is needed, with a way back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..answers import Said, answer, short
from ..board import Board
from ..card import Card
from ..errors import AnswerError
from ..prospects import part_needed, prospects
from ..records import TERRAINS
from ..referee import Result, check
from ..rulings import Rulings
from ..words import explain, visible
from .common import err, styled

__all__ = ["Asked", "Quit", "ask_check", "ask_terrain"]

_HELP = {
    "card": "a card: continues/none 3,5 or only the part asked for: forks 3,5",
    "number": "the first number of the next card, as 3, or the whole card",
    "die": "the number the die shows, 1 to 6",
    "pick": "one of the hexsides named",
}
_KEYS = "b goes back one answer, ? says what each answer means, q stops"


Part = Literal["", "river_a", "river_b", "number"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person answered; `part` is all of a card that was said, empty if the whole was."""

    said: Said
    part: Part = ""


class Quit(Exception):
    """The person stopped; nothing is written."""


def ask_terrain(board: Board, hex: int) -> str:
    """Ask for the terrain of a hex; the beginning of its name is enough."""
    choices = TERRAINS[1:9]
    err().print(styled(f"Hex {board.name(hex)}: what terrain is it? {', '.join(choices)}"))
    while True:
        said = _read("terrain").lower()
        found = [name for name in choices if name == said] or [
            name for name in choices if said and name.startswith(said)
        ]
        if len(found) == 1:
            return found[0]
        err().print(styled(f"{said!r}: say one of {', '.join(found or choices)}", "red"))


def ask_check(board: Board, hex: str, rulings: Rulings) -> tuple[Result, list[Asked]]:
    """Run a check with a person's cards and dice. Raises Quit if they stop."""
    answers: list[Asked] = []
    told = 0
    err().print(styled(f"River Check of hex {hex} ({_KEYS})", "bold"))
    while True:
        said = [one.said for one in answers]
        result = check(board, hex, said, rulings)
        lines = explain(board, result)
        _tell(lines[told:])
        told = len(lines)
        if result.need is None:
            return result, answers
        one = _question(board, said, result)
        if one is not None:
            answers.append(one)
        elif answers:
            err().print(styled(f"taken back: {short(answer(answers.pop().said))}", "yellow"))
            told = 0
        else:
            err().print(styled("there is no answer to take back", "yellow"))


def _tell(lines: Sequence[tuple[str, str]]) -> None:
    for node, text in lines:
        err().print(styled(f"  {node:14} {text}", "" if node else "dim"))


def _question(board: Board, answers: Sequence[Said], result: Result) -> Asked | None:
    """Ask until the answer is possible; None to go back."""
    assert result.need is not None
    kind = result.need.kind
    part = part_needed(board, result) if kind == "card" else kind
    _ask_for(board, answers, result, part)
    while True:
        said = _read(kind if part != "number" else "next card")
        if said in ("b", "back"):
            return None
        if said in ("?", "help"):
            err().print(styled(f"  {_HELP.get(part, _HELP['card'])}; {_KEYS}"))
            continue
        try:
            one = _understood(board, answers, result, part, said)
            check(board, result.hex, [*answers, one], result.rulings)
            whole = kind != "card" or "/" in said
            return Asked(one, "" if whole else part_needed(board, result))
        except AnswerError as error:
            err().print(styled(f"  {visible(str(error))}", "red"))


def _ask_for(board: Board, answers: Sequence[Said], result: Result, part: str) -> None:
    asks = {
        "river_a": "A river leads here, so River A of a card decides. Draw a card; River A says:",
        "river_b": "No river leads here, so River B of a card decides. Draw a card; River B says:",
        "number": "The river must go on. Draw the next card; its first number says:",
        "die": "Roll a die:",
        "pick": "Choose one hexside at random:",
    }
    err().print(styled(f"Hex {result.hex}. {asks[part]}", "bold"))
    for name, meaning in prospects(board, answers, result):
        err().print(styled(f"    {name:24} {meaning}"))


def _understood(
    board: Board, answers: Sequence[Said], result: Result, part: str, said: str
) -> Said:
    """The answer in full; only the part of a card that counts need be said."""
    if part in ("die", "pick"):
        digits = re.fullmatch(rf"(?:{part}\s+)?(\d+)", said, re.ASCII)
        if not digits:
            raise AnswerError(f"{said!r}: say {_HELP[part]}")
        return answer(f"{part} {digits[1]}")
    if "/" in said:
        return answer(said)
    if part == "number":
        return Card.parse(f"continues/none {said}")
    word, _, numbers = said.partition(" ")
    if not numbers.strip():
        numbers = _any_number(board, answers, result, part, word)
    return _card(part, word, numbers)


def _card(part: str, word: str, numbers: str) -> Card:
    return Card.parse(f"{word}/none {numbers}" if part == "river_a" else f"ends/{word} {numbers}")


def _any_number(board: Board, answers: Sequence[Said], result: Result, part: str, word: str) -> str:
    """A number to stand in where none was said, if the outcome is the same for all six."""
    cards = [_card(part, word, str(number)) for number in range(1, 7)]
    full = getattr(cards[0], part)
    ends = {
        (after.outcome, after.ins, after.outs, after.need)
        for after in (check(board, result.hex, [*answers, card], result.rulings) for card in cards)
    }
    if len(ends) > 1 or full in ("forks", "crosses"):
        raise AnswerError(f"{full}: its numbers count here; say them too, as {full} 3,5")
    return "1"


def _read(prompt: str) -> str:
    err().print(styled(f"{prompt}> ", "bold cyan"), end="")
    try:
        said = input().strip()
    except EOFError:
        err().print()
        raise Quit from None
    if said in ("q", "quit"):
        raise Quit
    return said
