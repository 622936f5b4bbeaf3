"""Boards grown by the compiled rules, beside other programs that give rivers to cells.

    python benchmarks/grow.py [--sizes 4 5 6 7 8] [--rounds 3] [--minutes 10] [--gigabytes 20]

`make bench` runs it in a .venv of its own, with the peers installed. Each figure is the median of
some rounds of one process, which measures one program on one size and then ends; a size that takes
more time or memory than allowed is left out, and so are the larger ones. Rounds of ours are shown
by wall clock and by processor time, since others may be at work on the machine.

The peers route water over a finished map of heights: pits are filled or breached, each cell drains
to its lowest neighbour, and what flows through it is added up. rivercheck has no heights: it draws
terrain, deals cards, asks the chart in every hex, looks for mouths and keeps requirements. The
yardstick is the same: cells given rivers a second. Building a peer's grid is shown apart.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.metadata import version
from pathlib import Path
from typing import Any

Figures = dict[str, float]
OURS = ("rows", "frontier", "rivers", "random")
PEERS = ("topotoolbox", "pyflwdir", "landlab", "landlab dry")
LIMITS = ("limit rows", "limit random")
CHECKS = ("checks plain", "checks compiled", "africas")


def clocked(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the wall and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


# Ours -----------------------------------------------------------------------------------------


def grow(order: str, side: int, rounds: int, rulings: str = "table") -> Figures:
    """A board with a coast on one side, mapped whole: seconds of mapping alone."""
    from rivercheck.bulk.fresh import fresh_sheet
    from rivercheck.bulk.growing import Growth, engine
    from rivercheck.deck import Deck
    from rivercheck.grid import Layout
    from rivercheck.rulings import PRESETS

    engine()
    times, cells, held = [], 0, 0
    made, _ = clocked(lambda: fresh_sheet(Layout(side, side), "side", 1))
    for seed in range(rounds):
        sheet = fresh_sheet(Layout(side, side), "side", 1)
        growth = Growth(sheet, Deck.house(), seed, PRESETS[rulings], order)
        begun = growth.seconds
        wall, processor = clocked(growth.finish)
        times.append((begun + wall, begun + processor))
        cells, held = growth.hexes, sum(array.nbytes for array in set_of(growth.world.kept))
        del growth, sheet
    return medians(times, cells) | {"bytes": held / side**2, "made": made}


def set_of(arrays: list[Any]) -> list[Any]:
    """Arrays, each once."""
    return list({id(array): array for array in arrays}.values())


def medians(times: list[tuple[float, float]], cells: int) -> Figures:
    """Nanoseconds a cell, by the wall and of the processor."""
    walls, processors = zip(*times, strict=True)
    return {
        "cells": cells,
        "wall": statistics.median(walls) / cells * 1e9,
        "processor": statistics.median(processors) / cells * 1e9,
    }


# The limit ------------------------------------------------------------------------------------


def limit(order: str, side: int, rounds: int) -> Figures:
    """One random number, six reads, a look-up and a write: less cannot be done for a hex."""
    import numba
    import numpy as np

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def kernel(cells: Any, table: Any, steps: Any, way: Any) -> None:
        for number in range(len(way)):
            x = np.uint32(number)
            x ^= x >> np.uint32(16)
            x = np.uint32(x * np.uint32(0x21F0AAAD))
            x ^= x >> np.uint32(15)
            x = np.uint32(x * np.uint32(0x735A2D97))
            x ^= x >> np.uint32(15)
            total = x
            for side in range(6):
                total += cells[way[number] + steps[side]]
            cells[way[number]] = table[total & 63]

    stride = side + 2
    cells = np.zeros(stride * stride, np.uint8)
    table = (np.arange(64) % 5).astype(np.uint8)
    steps = np.array([-1, 1, -stride, stride, 1 - stride, stride - 1])
    lines = np.arange(1, side + 1, dtype=np.int32)
    way = (lines[:, None] * stride + lines[None, :]).ravel()
    if order == "random":
        way = np.random.default_rng(1).permutation(way)
    kernel(cells, table, steps, way[:10])
    return medians(
        [clocked(lambda: kernel(cells, table, steps, way)) for _ in range(rounds)], side * side
    )


# Peers ----------------------------------------------------------------------------------------


def heights(side: int) -> Any:
    """A believable map of heights: our own noise, sloping to one side."""
    import numpy as np

    from rivercheck.bulk.coast import height_map

    return np.ascontiguousarray(height_map(side, side, 1).astype(np.float32) * 1000)


def topotoolbox(side: int, rounds: int) -> Figures:
    """Fill, route and accumulate."""
    import topotoolbox as tt  # type: ignore[import-not-found]

    grid, z = tt.GridObject(), heights(side)
    build, _ = clocked(lambda: setattr(grid, "z", z))
    grid.cellsize = 1.0

    def work() -> None:
        flow = tt.FlowObject(grid)
        flow.flow_accumulation()

    return medians([clocked(work) for _ in range(rounds)], side * side) | {"made": build}


def pyflwdir(side: int, rounds: int) -> Figures:
    """Fill, route and accumulate."""
    import pyflwdir as pf  # type: ignore[import-not-found]

    z = heights(side)
    small = heights(64)

    def work(values: Any) -> None:
        pf.from_dem(values, nodata=-1e9, outlets="edge").upstream_area("cell")

    work(small)  # compiles
    return medians([clocked(lambda: work(z)) for _ in range(rounds)], side * side)


def landlab(side: int, rounds: int, lakes: bool) -> Figures:
    """A hexagonal grid; each cell to its lowest neighbour; lakes routed, or water left in pits."""
    from landlab import HexModelGrid  # type: ignore[import-not-found]
    from landlab.components import FlowAccumulator  # type: ignore[import-not-found]

    made: list[Any] = []
    shape = (side, side)
    build, _ = clocked(lambda: made.append(HexModelGrid(shape, node_layout="rect")))
    grid = made[0]
    grid.add_field("topographic__elevation", heights(side).ravel().astype(float), at="node")
    router = FlowAccumulator(
        grid,
        flow_director="FlowDirectorSteepest",
        depression_finder="DepressionFinderAndRouter" if lakes else None,
    )
    return medians([clocked(router.run_one_step) for _ in range(rounds)], side * side) | {
        "made": build
    }


# Checks and Africas ---------------------------------------------------------------------------


def checks(kind: str, rounds: int) -> Figures:
    """Whole checks a second on an Africa: plain by `explore`, compiled by the engine."""
    from rivercheck.bulk.growing import Growth
    from rivercheck.bulk.sheet import Sheet
    from rivercheck.deck import Dealer, Deck
    from rivercheck.explore import explore
    from rivercheck.rulings import PRESETS
    from rivercheck.shipped import open_board

    deck, rulings, times, cells = Deck.house(), PRESETS["table"], [], 0
    for seed in range(max(rounds, 5)):
        board = open_board("africa")
        if kind == "plain":
            steps = explore(board, Dealer(deck, seed), rulings)
            times.append(clocked(lambda steps=steps: list(steps)))  # type: ignore[misc]
            cells = 733
        else:
            growth = Growth(Sheet.of(board), deck, seed, rulings)
            times.append(clocked(growth.finish))
            cells = growth.hexes
    return medians(times, cells)


def africas(rounds: int) -> Figures:
    """Africas a second on all cores."""
    from rivercheck.bulk.growing import Growth, grow_many
    from rivercheck.bulk.sheet import Sheet
    from rivercheck.deck import Deck
    from rivercheck.rulings import PRESETS
    from rivercheck.shipped import open_board

    sheet, boards = Sheet.of(open_board("africa")), 2000

    def size(growth: Growth) -> int:
        return growth.hexes

    def work() -> None:
        deck, rulings = Deck.house(), PRESETS["table"]
        list(grow_many(sheet, range(boards), size, deck=deck, rulings=rulings))

    return medians([clocked(work) for _ in range(rounds)], boards)


# One process each -----------------------------------------------------------------------------


def measure(name: str, side: int, rounds: int) -> Figures:
    """The figures of one program on one size."""
    kind, _, order = name.partition(" ")
    if kind in OURS:
        return grow(kind, side, rounds, order or "table")
    if kind == "limit":
        return limit(order, side, rounds)
    if kind == "checks":
        return checks(order, rounds)
    if kind == "africas":
        return africas(rounds)
    if kind == "landlab":
        return landlab(side, rounds, lakes=order != "dry")
    peer: Callable[[int, int], Figures] = globals()[kind]
    return peer(side, rounds)


def apart(name: str, side: int, args: argparse.Namespace) -> Figures | str:
    """The same in a process of its own; why not, if it fails."""
    command = [sys.executable, __file__, "--one", name, str(side), "--rounds", str(args.rounds)]
    command += ["--gigabytes", str(args.gigabytes)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=args.minutes * 60, check=False
        )
    except subprocess.TimeoutExpired:
        return f"more than {args.minutes} minutes"
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["killed: out of memory"])[-1][:100]
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def table(names: tuple[str, ...], args: argparse.Namespace) -> None:
    """A line for each program and size, while it fits."""
    print(f"\n{'':18}{'cells':>12}{'ns a cell':>11}{'processor':>11}{'bytes':>7}{'grid s':>8}")
    for name in names:
        for power in args.sizes:
            figures = apart(name, round(10 ** (power / 2)), args)
            if isinstance(figures, str):
                print(f"{name:18}{10**power:12,} {figures}", flush=True)
                break
            held = f"{figures['bytes']:.1f}" if "bytes" in figures else ""
            made = f"{figures['made']:.2f}" if "made" in figures else ""
            print(
                f"{name:18}{figures['cells']:12,.0f}{figures['wall']:11.1f}"
                f"{figures['processor']:11.1f}{held:>7}{made:>8}",
                flush=True,
            )


def main() -> None:
    """Measure all and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[4, 5, 6, 7, 8])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--gigabytes", type=float, default=20)
    parser.add_argument("--one", nargs=2, metavar=("NAME", "SIDE"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        most = int(args.gigabytes * 1e9)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        with redirect_stdout(sys.stderr):  # landlab and others are talkative
            figures = measure(args.one[0], int(args.one[1]), args.rounds)
        print(json.dumps(figures))
        return
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {args.rounds} rounds")
    for peer in ("numba", *PEERS[:3]):
        try:
            print(f"{peer} {version(peer)}", end="  ")
        except ImportError:
            print(f"{peer} is not installed", end="  ")
    table((*OURS, *(f"{order} seaward" for order in OURS)), args)
    table(LIMITS, args)
    table(PEERS, args)
    print(f"\n{'':18}{'a second':>12}")
    for name in CHECKS:
        figures = apart(name, 1, args)
        shown = figures if isinstance(figures, str) else f"{1e9 / figures['wall']:,.0f}"
        print(f"{name:18}{shown:>12}", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
    main()
