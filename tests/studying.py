"""A study in plain Python: `explore` and `survey`, one board after the other, for comparison."""

from __future__ import annotations

from collections import Counter

from rivercheck import Dealer, rules
from rivercheck.board import Board
from rivercheck.deck import Deck
from rivercheck.explore import explore
from rivercheck.records import NODES, OUTCOMES, TESTS
from rivercheck.rulings import PRESETS
from rivercheck.shipped import open_board
from rivercheck.study.measures import mouth_names
from rivercheck.study.plan import Plan, Variant
from rivercheck.survey import HIGHEST, Survey, survey

HOUSE = Deck.house()
BOXES = (*NODES, "die", "pick")


def plan_of(name: str = "bay", seed: int = 1, **keys: object) -> Plan:
    """A plan of one variant."""
    rulings = PRESETS[str(keys.pop("preset", "table"))]
    order = str(keys.pop("order", "rivers"))
    return Plan((Variant("table", open_board(name), rulings, HOUSE, order),), seed, **keys)  # type: ignore[arg-type]


def plain(variant: Variant, seed: int) -> tuple[dict[str, int], list[bool]]:
    """The measures of one board, and through which places a river runs."""
    board = variant.board.copy()
    printed = [hex for hex in board.layout.places() if board.hexes[hex].mouth]
    names = dict(zip(printed, mouth_names(board), strict=True))
    required = {names[hex]: board.hexes[hex].drainage for hex in printed}
    counts = explored(board, variant, seed)
    found = Survey.of(len(board.hexes), printed)
    survey(board.hexes, board.grid, found)
    for name in ("rivers", "to_mouth", "to_sea", "to_water", "sources", "lakes", "lake_hexes"):
        counts[name.replace("_", "-")] = getattr(found, name)
    for name in ("swamp_hexes", "great", "systems", "longest", "largest"):
        counts[name.replace("_", "-")] = getattr(found, name)
    for order in range(1, HIGHEST + 1):
        counts[f"streams.{order}"] = found.streams[order]
        counts[f"stream-hexes.{order}"] = found.stream_hexes[order]
    for place, hex in enumerate(printed):
        counts[f"drained.{names[hex]}"] = found.drained[place]
        counts[f"length.{names[hex]}"] = found.length[place]
    for name, drainage in required.items():
        if drainage:
            counts[f"met.{name}"] = int(counts[f"drained.{name}"] >= drainage)
            counts["met"] += counts[f"met.{name}"]
    rivers = [
        hex.state == rules.MAPPED and bool(hex.ins | hex.outs) and not rules.is_water(hex)
        for hex in board.hexes
    ]
    return counts, rivers


def explored(board: Board, variant: Variant, seed: int) -> Counter[str]:
    """Map the board; what its checks did."""
    counts: Counter[str] = Counter()

    def told(run: rules.Run) -> None:
        counts[f"outcome.{OUTCOMES[run.outcome]}"] += 1
        counts["forced"] += run.forced != 0
        for test, bit in TESTS:
            counts[f"forced.{test}"] += run.forced & bit != 0
        for node, value, _ in run.trace:
            counts[f"visits.{BOXES[node]}"] += 1
            counts["circles"] += node == rules.LOOP and value != 0

    dealer = Dealer(variant.deck, seed, variant.replacement)
    for _ in explore(board, dealer, variant.rulings, variant.order, told=told):
        pass
    return counts
