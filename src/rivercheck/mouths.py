"""Mouths for a board that has none: far from each other along its coast, with requirements."""

from __future__ import annotations

from collections import deque

from . import rules
from .board import Board, Mouth
from .errors import BoardError

__all__ = ["SHARE", "suggest_mouths"]

SHARE = 0.4  # of the land nearest to a mouth is what it is asked to drain; rivers can do that


def suggest_mouths(board: Board, wanted: int) -> list[int]:
    """Add so many mouths, each as far as can be from those there are; returns their hexes.

    Each requires `SHARE` of the land that lies nearest to it. Raises BoardError if the coast has
    no room for so many.
    """
    outside = rules.SEA if any(h.terrain == rules.SEA for h in board.hexes) else rules.OFF_BOARD
    coast = [hex for hex in board.layout.places() if _ways_out(board, hex, outside)]
    free = [hex for hex in coast if not board.hexes[hex].mouth]
    if len(free) < wanted:
        raise BoardError(
            f"{wanted} mouths do not fit: {len(free)} unmapped hexes at the coast have none yet"
        )
    taken = [hex for hex in coast if board.hexes[hex].mouth]
    added: list[int] = []
    for _ in range(wanted):
        far = _distances(board, taken)
        hex = max(free, key=lambda place: (far.get(place, len(far)), -place))
        free.remove(hex)
        taken.append(hex)
        added.append(hex)
        sides = _ways_out(board, hex, outside)
        board.hexes[hex].mouth = sides[len(sides) // 2]
        board.mouths[hex] = Mouth(f"Mouth {len(taken)}")
    nearest = _nearest(board, taken)
    for hex in added:
        board.hexes[hex].drainage = max(1, round(SHARE * nearest.count(hex)))
    return added


def _ways_out(board: Board, hex: int, outside: int) -> list[int]:
    """The hexsides of unmapped land at the sea, or at the edge of a board that has no sea."""
    if not board.unmapped(hex):
        return []
    return [s for s in rules.SIDES if board.hexes[board.beyond(hex, s)].terrain == outside]


def _distances(board: Board, starts: list[int]) -> dict[int, int]:
    far = dict.fromkeys(starts, 0)
    for hex, source in _spread(board, starts):
        far.setdefault(hex, far[source] + 1)
    return far


def _nearest(board: Board, starts: list[int]) -> list[int]:
    owner = {hex: hex for hex in starts}
    for hex, source in _spread(board, starts):
        owner.setdefault(hex, owner[source])
    return list(owner.values())


def _spread(board: Board, starts: list[int]) -> list[tuple[int, int]]:
    """Land reached step by step from all starts at once: (hex, the hex it was reached from)."""
    seen, queue = set(starts), deque(starts)
    found: list[tuple[int, int]] = []
    while queue:
        hex = queue.popleft()
        for side in rules.SIDES:
            after = board.beyond(hex, side)
            if after not in seen and board.hexes[after].state != rules.CLOSED:
                seen.add(after)
                queue.append(after)
                found.append((after, hex))
    return found
