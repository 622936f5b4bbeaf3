"""Explore many Africas under each preset and write what became of them into `docs/africas.md`.

python tools/africas.py [--boards 1000] [--workers 2]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, median, quantiles

from rivercheck import Board, Dealer, Deck, Rulings, faults, open_board, rules
from rivercheck.explore import explore
from rivercheck.network import endings, systems
from rivercheck.rulings import PRESETS

TARGET = Path(__file__).resolve().parents[1] / "docs" / "africas.md"
Figures = dict[str, float]

ROWS = {
    "rivers": "land hexes with a river",
    "sources": "source dots",
    "systems": "mouths that drain five hexes or more",
    "longest": "longest river, in hexes by its channel",
    "largest": "largest system, in hexes",
    "congo": "hexes that the Congo drains (it must drain 83)",
    "lakes": "lake hexes",
    "swamps": "swamp and jungle/swamp hexes",
    "met": "requirements met, % of 30",
    "to_sea": "river hexes whose water reaches a mouth or the sea, %",
    "to_water": "river hexes whose water reaches any water, %",
    "A_on": "a river that was met goes on, %",
    "A_fork": "it forks, %",
    "A_end": "it ends, %",
    "begun": "rivers that began or crossed where none led",
    "unexplained": "faults that no ruling explains",
}


def figures_of(board: Board, rulings: Rulings, outcomes: dict[int, int]) -> Figures:
    """What one explored board came to."""
    found, rest = systems(board), endings(board)
    places = [hex for hex in board.layout.places() if board.hexes[hex].state == rules.MAPPED]
    land = [hex for hex in places if not rules.is_water(board.hexes[hex])]
    rivers = {board.name(hex) for hex in land if board.hexes[hex].ins | board.hexes[hex].outs}
    to_sea = rivers & {label for one in found for label in one.drained}
    to_water = to_sea | rivers & {
        label for one in rest if one.end == "water" for label in one.drained
    }
    kinds = Counter(board.terrain(hex) for hex in places)
    met = [one.status == "met" for one in found if one.drainage]
    on, fork, end = (
        outcomes.get(code, 0)
        for code in (rules.RIVER_CONTINUES, rules.RIVER_FORKS, rules.RIVER_ENDS)
    )
    share = 100 / max(on + fork + end, 1)
    return {
        "rivers": len(rivers),
        "sources": sum(board.hexes[hex].source for hex in places),
        "systems": sum(one.size >= 5 for one in found),
        "longest": max(one.length for one in found),
        "largest": max(one.size for one in found),
        "congo": next(one.size for one in found if one.name == "Congo"),
        "lakes": kinds["lake"],
        "swamps": kinds["swamp"] + kinds["jungle/swamp"],
        "met": 100 * fmean(met) if met else 0,
        "to_sea": 100 * len(to_sea) / max(len(rivers), 1),
        "to_water": 100 * len(to_water) / max(len(rivers), 1),
        "A_on": on * share,
        "A_fork": fork * share,
        "A_end": end * share,
        "begun": outcomes.get(rules.RIVER_BEGINS, 0) + outcomes.get(rules.RIVER_CROSSES, 0),
        "unexplained": sum(fault.fails for fault in faults(board, rulings)),
    }


def explored(job: tuple[str, int]) -> Figures:
    """The figures of one Africa."""
    preset, seed = job
    board, rulings = open_board("africa"), PRESETS[preset]
    outcomes: dict[int, int] = {}
    for done in explore(board, Dealer(Deck.house(), seed), rulings):
        outcomes = done.outcomes
    return figures_of(board, rulings, outcomes)


def real() -> Figures:
    """The same figures of the board that shows the real rivers."""
    return figures_of(open_board("africa-real"), PRESETS["table"], {})


def text(values: Iterable[float]) -> str:
    """Median and the middle nine tenths."""
    found = sorted(values)
    low, *_, high = quantiles(found, n=20)
    return f"{median(found):.0f} ({low:.0f} to {high:.0f})"


def main() -> None:
    """Explore, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    columns: dict[str, list[Figures]] = {}
    with ProcessPoolExecutor(args.workers) as pool:
        for preset in PRESETS:
            jobs = [(preset, seed) for seed in range(args.boards)]
            columns[preset] = list(pool.map(explored, jobs, chunksize=20))
            print(f"{preset}: {args.boards} boards")
    TARGET.write_text(page(args.boards, columns), encoding="utf-8")


def page(boards: int, columns: dict[str, list[Figures]]) -> str:
    """The page with its table."""
    lines = [
        f"# {boards:,} Africas under each preset",
        "",
        "The board `africa`, the house deck, order `rivers`, seeds from 0: the median of all",
        "boards, in brackets the middle nine tenths. Beside them `africa-real`, with the real",
        "rivers on the same hexes (without requirements, and no cards were drawn for it).",
        f"Made by `python tools/africas.py --boards {boards}`.",
        "",
        f"| figure | {' | '.join(columns)} | real |",
        f"|---|{'---|' * (len(columns) + 1)}",
    ]
    truth = real()
    none = ("met", "A_on", "A_fork", "A_end", "begun", "unexplained")
    for key, name in ROWS.items():
        cells = [text(one[key] for one in column) for column in columns.values()]
        cells.append("" if key in none else f"{truth[key]:.0f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
