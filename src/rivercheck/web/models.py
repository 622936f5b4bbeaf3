"""What a client sends, checked at the edge; and what the server answers, as OpenAPI has it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "About",
    "Answer",
    "Asked",
    "Attempt",
    "Blank",
    "BoardChoice",
    "Command",
    "DeckFile",
    "EntryPath",
    "Failure",
    "GameList",
    "HexFull",
    "HexView",
    "Journalled",
    "Made",
    "NewGame",
    "Preview",
    "Rivers",
    "Shown",
    "View",
]

Key = Annotated[str, Field(min_length=8, max_length=100, description="New for each command.")]
Name = Annotated[str, Field(max_length=100)]
Label = Annotated[str, Field(max_length=20)]
Side = Annotated[int, Field(ge=1, le=6)]
LARGEST = 2**53 - 1  # a whole number that every client can hold


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Answered(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Failure(_Answered):
    """What went wrong, in one line."""

    error: dict[Literal["code", "message"], str]


# A new game ------------------------------------------------------------------------------------


class Blank(_Sent):
    """An empty board."""

    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]
    orientation: Literal["flat", "pointy"] = "flat"
    hexside_one: Annotated[str, Field(max_length=2)] = ""
    name: Name = ""
    terrain: Annotated[str, Field(max_length=20, description="Of every hex; empty: unknown.")] = ""


class BoardChoice(_Sent):
    """One of: a shipped board by its name, a blank board, a board file."""

    shipped: Annotated[str, Field(max_length=100)] | None = None
    blank: Blank | None = None
    file: dict[str, Any] | None = None


class DeckFile(_Sent):
    """A deck of one's own."""

    name: Name
    csv: Annotated[str, Field(max_length=4 * 1024 * 1024)]


class NewGame(_Sent):
    """How a game starts."""

    key: Key
    board: BoardChoice
    name: Name = ""
    rulings: Annotated[str, Field(max_length=500)] | dict[str, str] = "table"
    deck: DeckFile | None = None
    replacement: bool = False
    seed: Annotated[int, Field(ge=0)] | None = None
    explorers: Annotated[list[Name], Field(max_length=50)] = []
    odds: bool = True


class Made(_Answered):
    """The id of a game, as its address has it."""

    id: str


class _Listed(_Answered):
    id: str
    name: str
    board: str
    revision: int
    mapped: int
    land: int
    changed: str


class GameList(_Answered):
    """All games, the last changed first."""

    games: list[_Listed]


# Commands --------------------------------------------------------------------------------------


class Change(BaseModel):
    """A change as a game file holds it: `kind` and the keys of that kind."""

    model_config = ConfigDict(extra="allow")
    kind: Literal["check", "terrain", "edit", "erase", "publish", "visit", "note", "undo", "redo"]
    draw: bool = Field(False, description="Of a check: the server draws all that is missing.")


class Command(_Sent):
    """An entry to make."""

    revision: Annotated[int, Field(ge=0, le=LARGEST, description="What the client knows of.")]
    key: Key
    change: Change
    by: Name = ""


class Preview(_Sent):
    """A change that is not to be made yet."""

    change: Change


class Attempt(_Sent):
    """A check with typed answers, and what was said so far of the next card."""

    hex: Label
    terrain: Annotated[str, Field(max_length=20)] = ""
    explorer: Name = ""
    answers: Annotated[list[dict[str, Any]], Field(max_length=3000)] = []
    word: Annotated[str, Field(max_length=20)] = ""
    numbers: Annotated[list[Side], Field(max_length=1)] = []


# Answers ---------------------------------------------------------------------------------------


class Shown(_Answered):
    """A line of the journal."""

    number: int
    time: str
    by: str
    kind: str
    heading: str
    details: list[str]
    told: str | None
    why: bool
    hexes: list[str]


class Journalled(_Answered):
    """A part of the journal, and which of all entries are undone."""

    lines: list[Shown]
    struck: list[int]


class Answer(_Answered):
    """An entry that was made."""

    entry: dict[str, Any]
    line: Shown
    revision: int


class Stale(_Answered):
    """What a command that came too late has missed."""

    error: dict[Literal["code", "message"], str]
    revision: int
    missed: list[Shown]


class EntryPath(_Answered):
    """An entry and its path through the chart."""

    line: Shown
    path: list[dict[Literal["node", "text"], str]]


class Choice(_Answered):
    """Something that can be said."""

    label: str
    meaning: str
    refused: str
    side: int
    die: int
    answer: dict[str, Any] | None
    word: str
    numbers: list[int]


class Question(_Answered):
    """What is asked next."""

    kind: Literal["word", "number", "second", "die", "pick"]
    question: str
    why: str
    choices: list[Choice]


class Asked(_Answered):
    """How far a check goes on the answers given."""

    hex: str
    terrain: str
    revision: int
    answers: list[dict[str, Any]]
    ask: Question | None
    path: list[dict[Literal["node", "text"], str]]
    outcome: str | None
    sentence: str
    result: dict[str, Any] | None


class Mouth(_Answered):
    """A mouth of a river."""

    side: int
    name: str
    drainage: int


class HexView(_Answered):
    """A hex on the map."""

    x: float
    y: float
    terrain: str
    state: str
    ins: list[int] = Field(alias="in")
    outs: list[int] = Field(alias="out")
    source: bool
    mouth: Mouth | None
    name: str
    explorers: list[str]
    published: bool
    led: bool
    spoken: str


class Beyond(_Answered):
    """A hexside: what lies beyond, and the stroke that the hex carries there."""

    side: int
    direction: str
    beyond: str | None
    terrain: str
    stroke: Literal["", "in", "out"]
    leads: Literal["", "in", "out"]


class HexFull(HexView):
    """A hex in full."""

    label: str
    sides: list[Beyond]
    checkable: bool
    why_not: str
    can_visit: bool
    entries: list[int]
    printed: dict[str, Any] | None


class Explorer(_Answered):
    """An explorer of this game."""

    name: str
    mapped: int
    unpublished: int
    lost: list[str]


class DeckView(_Answered):
    """The deck as it stands."""

    name: str
    cards: int
    left: int


class MapView(_Answered):
    """The picture: elements by key, in drawing order."""

    width: float
    height: float
    order: list[str]
    items: dict[str, str]


class LayoutView(_Answered):
    """The sheet of hexes; the directions of hexsides 1 to 6."""

    orientation: str
    columns: int
    rows: int
    directions: list[str]


class View(_Answered):
    """All that changed since a revision, or all."""

    id: str
    name: str
    title: str
    revision: int
    whole: bool
    lines: list[Shown]
    struck: list[int]
    map: MapView
    hexes: dict[str, HexView]
    changed: list[str]
    undo: str | None
    redo: str | None
    explorers: list[Explorer]
    rulings: dict[str, str]
    deck: DeckView
    odds: bool
    closing: str
    mapped: int
    land: int
    layout: LayoutView | None
    size: float


class OddsRow(_Answered):
    """A part of the answer to a question, and how likely it is: exactly, and in percent."""

    name: str
    probability: str
    percent: float


class OddsQuestion(_Answered):
    """What a player asks, with all answers."""

    question: str
    rows: list[OddsRow]


class OddsView(_Answered):
    """The exact odds of a check, and what a player asks of them."""

    hex: str
    outcomes: list[dict[str, Any]]
    sum: str
    questions: list[OddsQuestion]


class Rivers(_Answered):
    """Systems, rivers without a mouth, and the audit."""

    systems: list[dict[str, Any]]
    endings: list[dict[str, Any]]
    faults: list[dict[str, Any]]
    longest: dict[str, Any] | None


class About(_Answered):
    """What this program is, and what a game can start from."""

    version: str
    rules: int
    terrains: list[str]
    boards: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
    presets: dict[str, dict[str, str]]
