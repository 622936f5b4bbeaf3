"""How many checks a second, with trace, in plain Python; the oracle beside it for scale.

    python benchmarks/check.py [--checks 600] [--rounds 7]

The positions are those that occur while boards of 24 x 20 hexes are mapped from the coast
inward with the house deck. A check is `rules.river_check` on a script of answers, from a fresh
`Run` to its outcome, trace included. Figures are medians over the rounds, in processor time,
since others may be at work on the machine.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import oracle
from rivercheck import rules
from rivercheck.answers import script, to_json
from rivercheck.board import Board, Mouth
from rivercheck.boardfile import board_json
from rivercheck.deal import deal, draw_terrain
from rivercheck.deck import Dealer, Deck
from rivercheck.grid import Layout
from rivercheck.referee import enter
from rivercheck.rulings import PRESETS, Rulings

Position = tuple[Board, int, list[rules.Answer]]


def coast(seed: int) -> Board:
    """A blank board with sea along its first column, a mouth on every fourth hex and some lakes."""
    dice = random.Random(seed)
    board = Board(Layout(24, 20))
    for row in range(1, 21):
        sea = board.hexes[board.layout.at(1, row)]
        sea.terrain, sea.state = rules.SEA, rules.CLOSED
    for row in range(2, 20, 4):
        hex = board.layout.at(2, row)
        board.hexes[hex].mouth, board.hexes[hex].drainage = 6, dice.randint(0, 30)
        board.mouths[hex] = Mouth()
    for hex in board.layout.places():
        here = board.hexes[hex]
        if here.state == rules.BLANK and not here.mouth and dice.random() < 0.03:
            here.terrain, here.state = rules.LAKE, rules.MAPPED
    return board


def positions(rulings: Rulings, wanted: int) -> list[Position]:
    """Every fifth check of boards that are mapped from their mouths outward."""
    found: list[Position] = []
    seed = 0
    while len(found) < wanted:
        board, dice, dealer = coast(seed), random.Random(seed), Dealer(Deck.house(), seed)
        frontier = [hex for hex in board.layout.places() if board.hexes[hex].mouth]
        while frontier:
            hex = frontier.pop(dice.randrange(len(frontier)))
            if not board.unmapped(hex):
                continue
            if not board.terrain(hex):
                board.set_terrain(hex, draw_terrain(board, hex, dealer))
            before = board.copy() if dice.random() < 0.2 else None
            result, said = deal(board, board.name(hex), rulings, dealer)
            if before is not None:
                found.append((before, hex, script(said)))
            enter(board, result)
            beside = (board.beyond(hex, side) for side in rules.SIDES)
            frontier += [other for other in beside if board.unmapped(other)]
        seed += 1
    return found[:wanted]


def rules_seconds(found: list[Position], rulings: Rulings) -> float:
    """Seconds a check."""
    start = time.process_time()
    for board, hex, answers in found:
        hexes, grid = board.hexes, board.grid
        for _ in range(20):
            rules.river_check(hexes, grid, rulings, rules.Run(hex, answers))
    return (time.process_time() - start) / (20 * len(found))


def oracle_seconds(found: list[Any], values: dict[str, str]) -> float:
    """Seconds a check of the oracle."""
    start = time.process_time()
    for data, label, answers in found:
        oracle.check(data, label, values, answers)
    return (time.process_time() - start) / len(found)


def median(measure: Callable[[], float], rounds: int) -> float:
    """The median of so many rounds, after one that does not count."""
    measure()
    return statistics.median(measure() for _ in range(rounds))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checks", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    print(f"Python {platform.python_version()}, {args.checks} positions, {args.rounds} rounds")
    print(f"{'rulings':10} {'us a check':>10} {'M checks/s':>10} {'steps':>6} {'oracle us':>10} x")
    for name, rulings in PRESETS.items():
        found = positions(rulings, args.checks)
        runs = [rules.Run(hex, answers) for _, hex, answers in found]
        for (board, _, _), run in zip(found, runs, strict=True):
            rules.river_check(board.hexes, board.grid, rulings, run)
        steps = sum(len(run.trace) for run in runs) / len(runs)
        plain = median(partial(rules_seconds, found, rulings), args.rounds)
        twins = [
            (json.loads(json.dumps(board_json(board))), board.name(hex), to_json(answers))
            for board, hex, answers in found[:60]
        ]
        other = median(partial(oracle_seconds, twins, rulings.values()), 1)
        print(
            f"{name:10} {plain * 1e6:10.2f} {1e-6 / plain:10.3f} {steps:6.1f} {other * 1e6:10.0f} "
            f"{other / plain:.0f}"
        )


if __name__ == "__main__":
    main()
