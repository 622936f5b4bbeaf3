"""Who draws and rolls where boards are grown: a dealer as `deck.Dealer` is, from the same chance.

Compiled text. `ask_card`, `ask_die`, `ask_pick` and `note` take the place of those of `rules`,
which ask a script and write a trace.
"""

from __future__ import annotations

from typing import Any

from .. import rules
from ..chance import key, keyed_below, shuffle
from ..deck import PICKS, REPLACED, ROLLS, SHUFFLES

__all__ = ["ask_card", "ask_die", "ask_pick", "begin_dealing", "draw_card", "note"]

# A dealer -------------------------------------------------------------------------------------


def begin_dealing(dealer: Any) -> None:
    """Fold the seed into the keys of the dealer's streams, and shuffle."""
    dealer.rolls_first, dealer.rolls_second = key(dealer.seed, dealer.base + ROLLS)
    dealer.picks_first, dealer.picks_second = key(dealer.seed, dealer.base + PICKS)
    dealer.draws_first, dealer.draws_second = key(dealer.seed, dealer.base + REPLACED)
    shuffle_all(dealer)


def shuffle_all(dealer: Any) -> None:
    """All cards are in again, in an order of chance."""
    dealer.left = len(dealer.cards)
    for place in range(dealer.left):
        dealer.order[place] = place
    first, second = key(dealer.seed, dealer.base + SHUFFLES + dealer.shuffles)
    shuffle(dealer.order, dealer.left, first, second)


def draw_card(dealer: Any) -> Any:
    """The next card."""
    if dealer.replacement:
        first, second = dealer.draws_first, dealer.draws_second
        place = keyed_below(len(dealer.cards), first, second, dealer.drawn)
        dealer.drawn += 1
        return dealer.cards[place]
    dealer.left -= 1
    card = dealer.cards[dealer.order[dealer.left]]
    if not dealer.left:
        dealer.shuffles += 1
        shuffle_all(dealer)
    return card


# In place of a script -------------------------------------------------------------------------


def ask_card(run: Any) -> bool:
    """Draw a card."""
    card = draw_card(run.dealer)
    run.used += 1
    run.river_a = card.river_a
    run.river_b = card.river_b
    run.first = card.first
    run.second = card.second
    return True


def ask_die(run: Any) -> bool:
    """Roll a die."""
    dealer = run.dealer
    run.die = 1 + keyed_below(6, dealer.rolls_first, dealer.rolls_second, dealer.rolled)
    dealer.rolled += 1
    rules.note(run, rules.DIE_ROLLED, run.die, 0)
    return True


def ask_pick(run: Any, options: int) -> bool:
    """Choose one of the hexsides; where there is only one, without asking chance."""
    number = 0
    for side in rules.SIDES:
        number += options >> side & 1
    chosen = 0
    if number > 1:
        dealer = run.dealer
        chosen = keyed_below(number, dealer.picks_first, dealer.picks_second, dealer.picked)
        dealer.picked += 1
    for side in rules.SIDES:
        if options >> side & 1:
            if chosen == 0:
                run.pick = side
            chosen -= 1
    if number > 1:
        rules.note(run, rules.SIDE_PICKED, run.pick, 0)
    return True


def note(run: Any, node: int, value: int, why: int) -> None:
    """Count a box of the chart as it is passed."""
    run.visits[node] += 1
