"""`rivercheck deck show | check | new`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ..deck import Deck
from ..errors import FileError
from ..files import write_text
from .common import JsonOption, err, open_deck, out, print_json, styled

__all__ = ["app"]

app = typer.Typer(help="Decks of cards: the house deck, and your own as a CSV file.")
DeckArgument = Annotated[str, typer.Argument(metavar="DECK", help="A CSV file, or house.")]


@app.command("show")
def show(deck: DeckArgument = "house", as_json: JsonOption = False) -> None:
    """The cards of a deck and how they are mixed.

    Example: `rivercheck deck show house`
    """
    cards = open_deck(deck)
    if as_json:
        print_json({"name": cards.name, "cards": [card.to_json() for card in cards.cards]})
        return
    table = Table("id", "River A", "River B", "numbers", "terrain")
    for card in cards.cards:
        numbers = ",".join(map(str, card.numbers))
        row = (card.id, card.river_a, card.river_b, numbers, card.terrain)
        table.add_row(*(styled(cell) for cell in row))
    out().print(table)
    _summary(cards)


@app.command("check")
def check(deck: DeckArgument) -> None:
    """Whether a deck can serve; what is wrong is said with its line.

    Example: `rivercheck deck check my-cards.csv`
    """
    _summary(open_deck(deck))


@app.command("new")
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write the house deck as a CSV file, to be changed into your own.

    Example: `rivercheck deck new my-cards.csv`
    """
    if Path(file).exists() and not force:
        raise FileError(f"{file}: exists already; --force overwrites it")
    write_text(file, Deck.house().to_csv())
    err().print(styled(f"saved {file}", "dim"))


def _summary(deck: Deck) -> None:
    out().print(styled(f"{deck.name}: {len(deck.cards)} cards, digest {deck.digest}"))
    for heading, words in (
        ("River A", [card.river_a for card in deck.cards]),
        ("River B", [card.river_b for card in deck.cards]),
        ("terrain", [card.terrain or "none named" for card in deck.cards]),
        ("numbers", [f"{len(card.numbers)}" for card in deck.cards]),
    ):
        counts = ", ".join(f"{word} {count}" for word, count in Counter(words).most_common())
        out().print(styled(f"  {heading:8} {counts}"))
