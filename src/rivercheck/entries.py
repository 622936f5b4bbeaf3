"""What a game is made of: how it started, and the entries of its journal, as data and as JSON.

An entry says what was done, by whom and when. What follows from it (the outcome of a check, the
hexes that an erasure took) is noted in it as well, so that a replay can compare.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from .errors import GameError

__all__ = [
    "CHANGES",
    "Change",
    "Check",
    "DeckText",
    "Edit",
    "Entry",
    "Erase",
    "Found",
    "Given",
    "Note",
    "Publish",
    "Redo",
    "Start",
    "Terrain",
    "Undo",
    "Visit",
    "utc",
]


# Separators of lines and paragraphs, and what turns the direction of text.
_TURNS = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def utc(moment: datetime | None = None) -> str:
    """A moment (now, unless given) as entries hold it: `2026-11-30T18:05:00Z`."""
    moment = datetime.now(UTC) if moment is None else moment.astimezone(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _moment(text: str) -> str:
    try:
        if len(text) == 20 and text[10] == "T" and text.endswith("Z"):
            datetime.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise ValueError("must be a time like 2026-11-30T18:05:00Z")


def _plain(text: str) -> str:
    """Refuse what would garble a log or a terminal: control characters and changes of direction."""
    for sign in text:
        if unicodedata.category(sign) == "Cc" or sign in _TURNS:
            raise ValueError(f"must not hold the character U+{ord(sign):04X}")
    return text


def _lines(text: str) -> str:
    for line in text.split("\n"):
        _plain(line)
    return text


Name = Annotated[str, Field(max_length=100), AfterValidator(_plain)]
Label = Annotated[str, Field(max_length=20)]
Time = Annotated[str, AfterValidator(_moment)]
Whole = Annotated[int, Field(strict=True, ge=0)]  # 1 is no truth value, and "1" no number
Truth = Annotated[bool, Field(strict=True)]
Side = Annotated[Whole, Field(ge=1, le=6)]
Sides = tuple[Side, ...]
Words = tuple[str, ...]
Numbers = tuple[Whole, ...]


class _Data:
    """Read from outside by pydantic; a key that this version does not know is refused."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """As JSON values, without what is as it is by default."""
        try:
            found: dict[str, Any] = _reader(type(self)).dump_python(
                self, mode="json", by_alias=True, exclude_defaults=True
            )
        except ValueError:  # a value of a key that is not ours
            raise GameError("nested too deeply") from None
        return found

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The object of these JSON values. Raises GameError that names the key."""
        try:
            found: Self = _reader(cls).validate_python(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            key = ".".join(str(part) for part in first["loc"])
            said = _SAY.get(first["type"], first["msg"].removeprefix("Value error, "))
            raise GameError(f"{key}: {said[0].lower()}{said[1:]}") from None
        except RecursionError:
            raise GameError("nested too deeply") from None
        return found


_SAY = {
    "missing": "is missing",
    "unexpected_keyword_argument": "this version of the program knows no such key",
}


_readers: dict[type[Any], TypeAdapter[Any]] = {}


def _reader(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _readers:
        _readers[kind] = TypeAdapter(kind)
    return _readers[kind]


# What can be done -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given(_Data):
    """One answer of chance: a card, a die or a pick, and where it came from.

    Without a value it is still to be drawn or rolled by the program.
    """

    source: Annotated[Literal["drawn", "typed"], Field(alias="from")]
    card: dict[str, object] | None = None
    die: Side | None = None
    pick: Side | None = None
    by: Name = ""  # who typed it
    part: Literal["", "river_a", "river_b", "number"] = ""  # all of a typed card that was said
    unasked: Truth = False  # its number cannot matter, and was not said; 1 stands in for it

    def __post_init__(self) -> None:
        values = sum(value is not None for value in (self.card, self.die, self.pick))
        if values > 1 or (values == 0 and self.source == "typed"):
            raise ValueError("must hold one of card, die and pick")

    def said(self) -> dict[str, object] | None:
        """The answer alone, as a script of answers holds it."""
        for kind in ("card", "die", "pick"):
            value = getattr(self, kind)
            if value is not None:
                return {kind: value}
        return None


@dataclass(frozen=True, slots=True)
class Found(_Data):
    """What a check came to: all the strokes of the hex after it, its terrain and the rest."""

    outcome: str
    terrain: str
    ins: Annotated[Sides, Field(alias="in")]
    outs: Annotated[Sides, Field(alias="out")]
    source: Truth
    forced: Words


@dataclass(frozen=True, slots=True)
class Check(_Data):
    """A River Check. `terrain` is that of the hex if it was said or drawn with the check."""

    kind: ClassVar[str] = "check"
    hex: Label
    terrain: Label = ""
    terrain_card: Given | None = None  # the card that gave the terrain
    explorer: Name = ""
    answers: Annotated[tuple[Given, ...], Field(max_length=3000)] = ()
    result: Found | None = None
    warnings: Words = ()  # what a player should look into; never a reason to refuse


@dataclass(frozen=True, slots=True)
class Terrain(_Data):
    """The terrain of an unmapped hex is said, or drawn by a card."""

    kind: ClassVar[str] = "terrain"
    hex: Label
    terrain: Label = ""
    terrain_card: Given | None = None
    warnings: Words = ()


@dataclass(frozen=True, slots=True)
class Edit(_Data):
    """The board is set up or corrected: hexes and mouths in the form of a board file.

    A hex replaces all that stood there but its mouth; None makes it blank. A mouth replaces that of
    its hex; `mouths_removed` names hexes that have none any more.
    """

    kind: ClassVar[str] = "edit"
    hexes: dict[str, dict[str, object] | None] = field(default_factory=dict)
    mouths: tuple[dict[str, object], ...] = ()
    mouths_removed: Words = ()


@dataclass(frozen=True, slots=True)
class Erase(_Data):
    """An explorer is lost; `hexes` are those that went."""

    kind: ClassVar[str] = "erase"
    explorer: Name
    hexes: Words | None = None


@dataclass(frozen=True, slots=True)
class Publish(_Data):
    """An explorer publishes; `hexes` are those newly published."""

    kind: ClassVar[str] = "publish"
    explorer: Name
    hexes: Words | None = None


@dataclass(frozen=True, slots=True)
class Visit(_Data):
    """An explorer passes through a hex that is mapped already."""

    kind: ClassVar[str] = "visit"
    explorer: Name
    hex: Label


@dataclass(frozen=True, slots=True)
class Note(_Data):
    """Words for the journal."""

    kind: ClassVar[str] = "note"
    text: Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(_lines)]


@dataclass(frozen=True, slots=True)
class Undo(_Data):
    """The last entry that changed something is struck out, or all after entry `to`.

    `entries` are those struck out.
    """

    kind: ClassVar[str] = "undo"
    to: Whole | None = None
    entries: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Redo(_Data):
    """What the last undo struck out stands again: `entries`."""

    kind: ClassVar[str] = "redo"
    entries: Numbers | None = None


Change = Check | Terrain | Edit | Erase | Publish | Visit | Note | Undo | Redo
CHANGES: dict[str, type[Change]] = {
    kind.kind: kind for kind in (Check, Terrain, Edit, Erase, Publish, Visit, Note, Undo, Redo)
}


# The journal ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Head(_Data):
    number: Annotated[Whole, Field(ge=1)]
    time: Time
    by: Name


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. Its number is the revision of the game that it makes; `time` is in UTC."""

    number: int
    time: str
    by: str
    change: Change

    @property
    def kind(self) -> str:
        """What was done, in one word."""
        return self.change.kind

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON values."""
        head = {"number": self.number, "time": self.time, "by": self.by, "kind": self.kind}
        return {**head, **self.change.to_json()}

    @classmethod
    def from_json(cls, data: object) -> Entry:
        """The entry in JSON values. Raises GameError that names the key."""
        if not isinstance(data, Mapping):
            raise GameError("an entry must be an object in braces")
        rest = dict(data)
        head = _Head.from_json({key: rest.pop(key) for key in _HEAD if key in rest})
        kind = rest.pop("kind", None)
        if not isinstance(kind, str) or kind not in CHANGES:
            raise GameError(f"kind {str(kind)[:40]!r} is none of {', '.join(CHANGES)}")
        return cls(head.number, head.time, head.by, CHANGES[kind].from_json(rest))


_HEAD = tuple(part.name for part in fields(_Head))


@dataclass(frozen=True, slots=True)
class DeckText(_Data):
    """A whole deck: its name, its cards as CSV, and the SHA-256 of that text."""

    name: Name
    digest: str
    csv: str


@dataclass(frozen=True, slots=True)
class Start(_Data):
    """How a game started; nothing outside it is needed to play it again."""

    rivercheck_game: Literal[1]
    name: Name
    time: Time
    rules: Whole  # the version of the rules
    rulings: dict[str, str]
    seed: Whole
    deck: DeckText
    board: dict[str, object]
    replacement: Truth = False  # every card is drawn from the full deck
    explorers: tuple[Name, ...] = ()  # who sets out
    odds: Truth = True  # the players may look at the odds of a check

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The start in JSON values. Raises GameError that names the key."""
        if not isinstance(data, Mapping) or "rivercheck_game" not in data:
            raise GameError("not a game: its first line must have the key rivercheck_game")
        version = data["rivercheck_game"]
        if version != 1:
            raise GameError(f"a game file of version {str(version)[:20]}; this program reads 1")
        return super(Start, cls).from_json(data)  # slots: a bare super() knows the wrong class
