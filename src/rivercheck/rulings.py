"""Where the chart is silent or breaks: the rulings, their values, and the three presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches

from . import rules
from .errors import RulingError

__all__ = ["PRESETS", "RULINGS", "Ruling", "Rulings"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling. `values[0]` is the letter of the chart, or the least that fills its gap."""

    name: str
    why: str
    values: tuple[str, ...]
    means: tuple[str, ...]  # what each value does
    letter: str  # what the letter of the chart would do, said where a trace departs from it

    @property
    def field(self) -> str:
        """Its name as an attribute."""
        return self.name.replace("-", "_")


RULINGS = (
    Ruling(
        "inflow-only",
        "By its indentation the chart leaves a hex with inflows and no outflow without a card.",
        ("exit", "follow"),
        (
            "nothing is drawn; the inflows end at the centre of the hex",
            "draw a card and follow the river downstream by River A",
        ),
        "the check ends here without a card, and the river dies at the centre of the hex",
    ),
    Ruling(
        "redraw",
        "Going back with the same card would ask the same number for ever.",
        ("next-card", "clockwise"),
        (
            "draw the next card and ask its first number",
            "no card: take the first acceptable hexside clockwise from the card's first number",
        ),
        "a new card is drawn",
    ),
    Ruling(
        "own-side",
        "The letter lets a river turn back by the hexside it came from.",
        ("open", "barred"),
        (
            "a hexside that already carries a river of this hex is acceptable; it doubles back",
            "a hexside that already carries a river of this hex is not acceptable",
        ),
        "the hexside is acceptable, and the river doubles back by it",
    ),
    Ruling(
        "no-way-out",
        "The river must go on although no hexside is acceptable; the chart has no line for it.",
        ("end", "swamp"),
        (
            "it ends here all the same: with a source dot if the hex has an outflow",
            "if water would be stranded the hex becomes swamp (die 1-5) or jungle/swamp (6)",
        ),
        "the river ends here all the same",
    ),
    Ruling(
        "joined-loop",
        "Rivers that connect may close a circle; the letter leaves before it is tested.",
        ("exit", "check"),
        ("rivers that connect are not tested", "rivers that connect are tested for a circle"),
        "the check ends here, and the circle is not tested",
    ),
    Ruling(
        "fork-one-bad",
        "A fork whose only number is not acceptable has no line.",
        ("nothing", "as-end"),
        (
            "no new stroke and no dot: the river stops at the centre",
            "as if the card said that the river ends",
        ),
        "nothing is drawn, and the river stops at the centre of the hex",
    ),
    Ruling(
        "crosses-one-bad",
        "With one good number of two the chart tests the first, even if it is the bad one.",
        ("first", "good"),
        ("the first number is tested", "the number that is acceptable is tested"),
        "the first number is tested, and no river begins",
    ),
    Ruling(
        "extension-flow",
        "The chart does not say which way a river flows that extends from a lake or swamp.",
        ("out", "by-outlet", "in"),
        (
            "out of the water, always",
            "into the water if water already leaves that body elsewhere, else out of it",
            "into the water, always",
        ),
        "the river flows out of the water",
    ),
    Ruling(
        "downstream-fork",
        "Forks are meant for rivers followed upstream; downstream the chart says only: both.",
        ("both-out", "tributary"),
        (
            "water leaves by both hexsides",
            "the first number that adds a stroke is the outflow, the other a tributary",
        ),
        "water leaves by both hexsides",
    ),
    Ruling(
        "coast",
        "The sea is in no list of the chart: rivers reach it only by mouths on the map.",
        ("mouths-only", "open"),
        (
            "a hexside at the sea is not acceptable",
            "a river followed downstream may run into the sea and makes a new mouth",
        ),
        "a hexside at the sea is not acceptable",
    ),
    Ruling(
        "lookahead",
        "The chart asks for mouth and drainage only when a river would end.",
        ("off", "on"),
        (
            "a river does not look where it is going",
            "a hexside is not acceptable if beyond it the river could not come to water, "
            "or would lose a requirement that another hexside can keep",
        ),
        "the hexside is acceptable",
    ),
)

_BY_NAME = {ruling.name: ruling for ruling in RULINGS}


@dataclass(slots=True, frozen=True)
class Rulings(rules.RulingCodes):
    """The rulings in force: one value for each, `table` unless said otherwise."""

    @classmethod
    def of(cls, said: Rulings | Mapping[str, str] | str | None = None) -> Rulings:
        """Rulings from a preset's name, from `own-side=open,redraw=clockwise`, or from a mapping.

        Words that name no preset are changes over `table`; a preset may stand first in the list
        (`printed,own-side=barred`). Raises RulingError with the nearest name.
        """
        if isinstance(said, Rulings):
            return said
        if said is None:
            return PRESETS["table"]
        if isinstance(said, str):
            return _parse(said)
        return _over(PRESETS["table"], said)

    def values(self) -> dict[str, str]:
        """Each ruling's name and the name of its value."""
        return {ruling.name: self.value(ruling.name) for ruling in RULINGS}

    def value(self, name: str) -> str:
        """The value in force of one ruling."""
        ruling = _BY_NAME[name]
        code: int = getattr(self, ruling.field)
        return ruling.values[code]

    def __str__(self) -> str:
        """A preset's name, or the nearest preset and the changes to it; `Rulings.of` reads it."""
        texts = [_difference(name, preset, self) for name, preset in PRESETS.items()]
        return min(texts, key=lambda text: (text.count(","), len(text)))


def _difference(name: str, preset: Rulings, rulings: Rulings) -> str:
    there, here = preset.values(), rulings.values()
    return ",".join([name, *(f"{key}={here[key]}" for key in here if here[key] != there[key])])


def _parse(text: str) -> Rulings:
    base = None
    changes: dict[str, str] = {}
    for word in (part.strip() for part in text.split(",")):
        name, equals, value = (part.strip() for part in word.partition("="))
        if equals:
            changes[name] = value
        elif name in _BY_NAME:
            values = ", ".join(_BY_NAME[name].values)
            raise RulingError(f"ruling {name} needs a value: {name}= one of {values}")
        elif name not in PRESETS:
            raise _unknown("preset", name, PRESETS)
        elif base is not None or changes:
            raise RulingError(f"preset {name}: a preset may stand only first, and only once")
        else:
            base = PRESETS[name]
    return _over(base or PRESETS["table"], changes)


def _over(base: Rulings, changes: Mapping[str, str]) -> Rulings:
    codes = {field.name: getattr(base, field.name) for field in fields(base)}
    for name, value in changes.items():
        if name not in _BY_NAME:
            raise _unknown("ruling", name, _BY_NAME)
        ruling = _BY_NAME[name]
        if value not in ruling.values:
            raise _unknown(f"value of {name}", value, ruling.values)
        codes[ruling.field] = ruling.values.index(value)
    return Rulings(**codes)


def _unknown(kind: str, word: object, known: Mapping[str, object] | tuple[str, ...]) -> RulingError:
    near = get_close_matches(str(word)[:40].lower(), list(known), 1)
    hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(known)}"
    return RulingError(f"unknown {kind} {str(word)[:40]!r}: {hint}")


# `seaward` is `table` with rivers that look where they are going.
PRESETS: dict[str, Rulings] = {
    "printed": Rulings(*(0 for _ in RULINGS)),
    "table": Rulings(),
    "seaward": Rulings(coast=rules.COAST_OPEN, lookahead=rules.LOOKAHEAD_ON),
}
