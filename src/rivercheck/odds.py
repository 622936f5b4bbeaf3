"""Exact odds of one check: the rules are run once for each kind of answer, never stated again.

Dice and picks are uniform. The cards left lie in an order of chance, so the first card is any of
them alike. To draw again forgets the past: the hex is as it was, and whatever cards were refused,
the first that is not is uniform among those of its kind in the rest. If the rest holds none, it is
used up and the whole deck, shuffled again, decides. With replacement the rest is all cards alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeVar

from . import rules
from .answers import answer
from .board import Board
from .branches import Branches, Draw, Values
from .card import quoted
from .deal import terrain_by
from .deck import Deck
from .errors import DeckError, HexError
from .records import OUTCOMES, TERRAINS, sides_of, tests_of
from .rulings import Rulings

__all__ = ["Odds", "Outcome", "odds"]

_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a check can come out, and how likely it is."""

    outcome: str
    terrain: str
    ins: tuple[int, ...]
    outs: tuple[int, ...]
    source: bool
    forced: tuple[str, ...]
    probability: Fraction

    def to_json(self) -> dict[str, object]:
        """As docs/formats.md says."""
        return {
            "outcome": self.outcome,
            "terrain": self.terrain,
            "in": list(self.ins),
            "out": list(self.outs),
            "source": self.source,
            "forced": list(self.forced),
            "probability": str(self.probability),
            "percent": float(round(100 * self.probability, 4)),
        }


@dataclass(frozen=True, slots=True)
class Odds:
    """All outcomes of a check, the most likely first; their probabilities sum to 1 exactly."""

    hex: str
    terrain: str  # of the hex before the check, empty if it is drawn first
    leads: tuple[int, ...]  # hexsides by which a river leads to the hex
    outcomes: tuple[Outcome, ...]

    def by(self, key: Callable[[Outcome], _Key]) -> dict[_Key, Fraction]:
        """The probabilities of outcomes with an equal key together, the most likely first."""
        groups: dict[_Key, Fraction] = {}
        for one in self.outcomes:
            groups[key(one)] = groups.get(key(one), Fraction()) + one.probability
        return dict(sorted(groups.items(), key=lambda group: -group[1]))

    def chance(self, event: Callable[[Outcome], bool]) -> Fraction:
        """How likely it is that the outcome fulfils a condition."""
        return sum((one.probability for one in self.outcomes if event(one)), Fraction())

    def drawn(self, one: Outcome) -> list[tuple[str, int]]:
        """The strokes that an outcome adds: `in` or `out`, and the hexside."""
        strokes = [*(("in", side) for side in one.ins), *(("out", side) for side in one.outs)]
        return [stroke for stroke in strokes if stroke[1] not in self.leads]

    def to_json(self) -> dict[str, object]:
        """What `rivercheck odds --json` prints."""
        total = self.chance(lambda one: True)
        outcomes = [one.to_json() for one in self.outcomes]
        return {"hex": self.hex, "outcomes": outcomes, "sum": str(total)}


def odds(
    board: Board,
    hex: str,
    rulings: Rulings | str | None = None,
    deck: Deck | None = None,
    *,
    left: Iterable[str] | None = None,
    replacement: bool = False,
    next: bool = False,
) -> Odds:
    """The odds of checking a hex with cards of a deck, the house deck unless said otherwise.

    `left` are the ids of the cards still in the deck, by default all. With `replacement` each card
    goes back at once. With `next` a hex of unknown terrain has it drawn first, from the same cards.
    For a game, give the deck, `left` and `replacement` of its dealer. The board is not changed.
    Raises HexError for a hex that cannot be checked and DeckError for cards that cannot serve.
    """
    place = board.layout.find(hex)
    board.require_unmapped(place)
    in_force = Rulings.of(board.rulings if rulings is None else rulings)
    cards = _Cards(deck or Deck.house(), left, replacement)
    if board.terrain(place):
        found = _check_odds(Branches(board, place, in_force, cards.kinds), cards, cards.left)
    elif next:
        found = _next_odds(board, place, in_force, cards)
    else:
        raise HexError(
            f"hex {board.name(place)}: its terrain is not known; say which it is (--terrain), "
            "or have it drawn first (--next)",
            "terrain-unknown",
        )
    ins, outs = rules.rivers_here(board.hexes, board.grid, place)
    leads = tuple(sides_of(ins | outs))
    return Odds(board.name(place), board.terrain(place), leads, _outcomes(found))


# Cards, by kind -------------------------------------------------------------------------------


class _Cards:
    """The kinds of cards that a check can tell apart, and how many there are of each.

    A pool is a list with one count for each kind.
    """

    def __init__(self, deck: Deck, left: Iterable[str] | None, replacement: bool) -> None:
        self.name, self.replacement = deck.name, replacement
        said = [(card, answer(card)) for card in deck.cards]
        self.kinds = list(dict.fromkeys(kind for _, kind in said))
        numbers = {kind: number for number, kind in enumerate(self.kinds)}
        ids = set(deck.by_id) if left is None else _ids(deck, left)
        self.each = [(card, numbers[kind]) for card, kind in said if card.id in ids]
        self.full = self.pool(numbers[kind] for _, kind in said)
        self.left = self.pool(kind for _, kind in self.each)

    def pool(self, kinds: Iterable[int]) -> list[int]:
        counts = Counter(kinds)
        return [counts[kind] for kind in range(len(self.kinds))]

    def without(self, kind: int) -> list[int]:
        """Those left once a card of this kind is drawn."""
        if self.replacement:
            return self.left
        rest = self.left.copy()
        rest[kind] -= 1
        return rest if any(rest) else self.full

    def shuffled_again(self, good: Iterable[int]) -> dict[int, int]:
        """Those of the whole deck that are of these kinds, when none of them is left."""
        if self.replacement:
            numbers = sorted({self.kinds[kind].first for kind in good})
            wanted = " or ".join(map(str, numbers))
            raise DeckError(
                f"{self.name}: the cards left cannot end this check: each goes back and is refused "
                f"again; among them must be one whose first number is {wanted}",
                "endless",
            )
        return {kind: self.full[kind] for kind in good}


def _ids(deck: Deck, left: Iterable[str]) -> set[str]:
    ids = list(left)
    if not ids:
        raise DeckError(f"{deck.name}: no card is left; a deck that is used up is shuffled again")
    for id, count in Counter(ids).items():
        if id not in deck.by_id:
            near = get_close_matches(id, deck.by_id, 1)
            hint = f": did you mean {near[0]}?" if near else ""
            raise DeckError(f"{deck.name}: no card has the id {quoted(id)}{hint}")
        if count > 1:
            raise DeckError(f"{deck.name}: card {id} is named twice among those left")
    return set(ids)


# From counts to probabilities -----------------------------------------------------------------

_Found = dict[Values, Fraction]


def _check_odds(check: Branches, cards: _Cards, pool: list[int]) -> _Found:
    """The odds of a check with this pool of cards."""
    found: _Found = {}
    for end, ways in check.start:
        if isinstance(end, Draw):
            _draw_first(found, end, cards, pool, ways)
        else:
            _add(found, end, Fraction(1, ways))
    return found


def _next_odds(board: Board, hex: int, rulings: Rulings, cards: _Cards) -> _Found:
    """The odds of a check whose terrain is drawn first: that card is used up for it."""
    found: _Found = {}
    checks: dict[str, Branches] = {}
    drawn = Counter((terrain_by(board, hex, card), kind) for card, kind in cards.each)
    for (terrain, kind), count in drawn.items():
        if terrain not in checks:
            land = _with_terrain(board, hex, terrain)
            checks[terrain] = Branches(land, hex, rulings, cards.kinds)
        share = Fraction(count, len(cards.each))
        for values, probability in _check_odds(checks[terrain], cards, cards.without(kind)).items():
            _add(found, values, share * probability)
    return found


def _with_terrain(board: Board, hex: int, terrain: str) -> Board:
    """The board with this terrain in the hex; all others are the same records."""
    twin = copy(board)
    twin.hexes = board.hexes.copy()
    twin.hexes[hex] = replace(board.hexes[hex], terrain=TERRAINS.index(terrain))
    return twin


def _draw_first(found: _Found, draw: Draw, cards: _Cards, pool: list[int], ways: int) -> None:
    """Any card of the pool is the first alike; it is used up before another is drawn."""
    whole = sum(pool) * ways
    for (end, more), count in draw.tally(enumerate(pool)).items():
        if isinstance(end, Draw):
            came = [pool[kind] * ends.count((end, more)) for kind, ends in enumerate(draw.ends)]
            _draw_again(found, end, cards, pool, came, whole * more)
        else:
            _add(found, end, Fraction(count, whole * more))


def _draw_again(
    found: _Found, draw: Draw, cards: _Cards, pool: list[int], came: list[int], whole: int
) -> None:
    """Draw until a card is not refused. `came` counts the first cards, by kind, out of `whole`."""
    good = {kind: pool[kind] for kind in draw.leaving}
    used = {} if cards.replacement else {kind: came[kind] for kind in good}
    gone = sum(used.values())
    _draw_good(found, draw, cards, good, Fraction(sum(came) - gone, whole))
    # A first card that would itself be good now is missing: the sum over all such first cards.
    rest = {kind: gone * count - used.get(kind, 0) for kind, count in good.items()}
    _draw_good(found, draw, cards, rest, Fraction(gone, whole))


def _draw_good(
    found: _Found, draw: Draw, cards: _Cards, good: dict[int, int], weight: Fraction
) -> None:
    """One of these cards alike; if there is none, one of those of the whole deck."""
    if not weight:
        return
    if not any(good.values()):
        good = cards.shuffled_again(draw.leaving)
    whole = sum(good.values())
    for (end, ways), count in draw.tally(good.items()).items():
        assert not isinstance(end, Draw), "a card that is drawn again is refused, or ends the check"
        _add(found, end, weight * Fraction(count, whole * ways))


def _add(found: _Found, values: Values, probability: Fraction) -> None:
    found[values] = found.get(values, Fraction()) + probability


def _outcomes(found: _Found) -> tuple[Outcome, ...]:
    """In words, in the order of docs/formats.md."""
    named = [
        Outcome(
            OUTCOMES[outcome],
            TERRAINS[terrain],
            tuple(sides_of(ins)),
            tuple(sides_of(outs)),
            bool(source),
            tuple(tests_of(forced)),
            probability,
        )
        for (outcome, terrain, ins, outs, source, forced), probability in found.items()
    ]
    return tuple(sorted(named, key=_order))


def _order(one: Outcome) -> tuple[object, ...]:
    return (-one.probability, one.outcome, one.terrain, one.ins, one.outs, one.source, one.forced)
