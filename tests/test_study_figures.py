"""The figures of a study: intervals against hand-made cases, tables, CSV and plots."""

from __future__ import annotations

import csv
import io
import math
import random
import re
import statistics as standard
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from growing import drawn
from rivercheck.rulings import PRESETS
from rivercheck.shipped import open_board
from rivercheck.study import report, statistics
from rivercheck.study.chunk import run_chunk
from rivercheck.study.plan import Plan, Variant, varied, versus
from rivercheck.study.report import figures, figures_csv, figures_json, lengths, seeds_of
from rivercheck.study.runner import Study
from rivercheck.study.tables import interval, said, tables
from rivercheck.study.tally import Histogram, Tally
from studying import HOUSE, plain

ROOT = Path(__file__).resolve().parents[1]
BASE = Variant("table", open_board("bay"), PRESETS["table"], HOUSE)


def histogram(*values: int) -> Histogram:
    return Histogram.of(np.array(values))


def studied(plan: Plan, boards: int) -> Study:
    study = Study(plan)
    study.add(run_chunk(plan.text, 0, boards)[1])
    return study


@pytest.fixture(scope="module")
def sides() -> Study:
    return studied(Plan(versus(BASE, "rulings=seaward"), 1), 300)


# Histograms -----------------------------------------------------------------------------------


def test_a_histogram_knows_sums_and_ranks() -> None:
    values = [3, -2, 7, 3, 0, 3]
    one = histogram(*values)
    assert (one.boards, one.sum, one.squares) == (6, 14, 80)
    assert [one.at(rank) for rank in range(1, 7)] == sorted(values)
    assert Histogram.from_json(one.to_json()) == one
    with pytest.raises(IndexError):
        one.at(7)


def test_values_far_apart_are_counted_too() -> None:
    assert histogram(5, 10**9, 5) == Counter({5: 2, 10**9: 1})


def tally(values: list[int], first: int) -> Tally:
    table: NDArray[np.int64] = np.array(values).reshape(-1, 1)
    return Tally.of(["x"], table, first, [first], ["x"], table * 2)


def test_tallies_add_up_in_any_order() -> None:
    values = [4, 1, 9, 1, 9, 5, 2]
    whole = tally(values, 0)
    parts = [tally(values[:3], 0), tally(values[3:4], 3), tally(values[4:], 4)]
    for order in ([0, 1, 2], [2, 0, 1]):
        found = Tally()
        for place in order:
            found.add(parts[place])
        found.through = whole.through
        assert found == whole
    assert whole.least["x"] == (1, 1)
    assert whole.most["x"] == (9, 2)
    assert whole.groups["x"][:8] == [*values, 0]
    assert whole.differences["x"].sum == -sum(values)


# Intervals ------------------------------------------------------------------------------------


def test_points_of_student_are_those_of_the_tables() -> None:
    known = {4: 2.7764, 5: 2.5706, 8: 2.3060, 10: 2.2281, 30: 2.0423, 99: 1.9842, 10**6: 1.95996}
    for freedom, point in known.items():
        assert statistics.student(freedom) == pytest.approx(
            point, rel=0.01 if freedom < 8 else 1e-3
        )


def test_a_mean_has_its_standard_error() -> None:
    values = [3, 5, 5, 8, 12, 1, 4, 4, 6, 7]
    one = statistics.mean(histogram(*values))
    reach = 2.2622 * standard.stdev(values) / math.sqrt(10)
    assert one.value == standard.fmean(values)
    assert one.low == pytest.approx(5.5 - reach, rel=1e-3)
    assert one.high == pytest.approx(5.5 + reach, rel=1e-3)


def test_one_board_has_a_value_and_no_interval() -> None:
    one = histogram(4)
    assert statistics.mean(one) == statistics.Estimate(4)
    assert statistics.median(one) == statistics.Estimate(4)
    assert statistics.mean(Histogram()) == statistics.Estimate(None)
    assert statistics.share(Histogram()) == statistics.Estimate(None)
    assert statistics.median(Histogram()) == statistics.Estimate(None)


@pytest.mark.parametrize(
    ("met", "boards", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0, 0.1611), (20, 20, 0.8389, 1), (500, 1000, 0.4691, 0.5309)],
)
def test_a_share_has_the_interval_of_wilson(met: int, boards: int, low: float, high: float) -> None:
    one = statistics.share(Histogram({1: met, 0: boards - met}))
    assert one.value == met / boards
    assert one.low == pytest.approx(low, abs=1e-4)
    assert one.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize(
    ("boards", "ranks"),
    [(5, None), (6, (1, 6)), (10, (2, 9)), (25, (8, 18)), (10_000, (4902, 5099))],
)
def test_a_median_lies_between_order_statistics(boards: int, ranks: tuple[int, int] | None) -> None:
    one = statistics.median(histogram(*range(1, boards + 1)))
    assert one.value == (boards + 1) / 2
    assert (one.low, one.high) == (ranks or (None, None))


def test_quantiles_are_values_of_boards() -> None:
    one = histogram(*range(1, 101))
    assert [statistics.quantile(one, part) for part in (0.001, 0.05, 0.5, 0.95, 1)] == [
        *(1, 5, 50, 95, 100)
    ]


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    dice = random.Random(1)
    values = [dice.randint(0, 20) for _ in range(100)]
    groups = {"x": values, "boards": [1] * 100}
    one = statistics.jackknife(lambda sums: sums["x"] / sums["boards"], groups, 100)
    reach = 1.9842 * standard.stdev(values) / math.sqrt(100)
    assert one.value == standard.fmean(values)
    assert one.high is not None
    assert one.high - standard.fmean(values) == pytest.approx(reach, rel=1e-4)


def test_intervals_of_ratios_hold_the_truth_nine_times_in_ten_or_more() -> None:
    dice, held = random.Random(2), 0
    for _ in range(200):
        lower = [dice.randint(1, 30) for _ in range(100)]
        upper = [sum(dice.random() < 0.3 for _ in range(one)) for one in lower]
        groups = {"a": upper, "b": lower}
        one = statistics.jackknife(lambda sums: sums["a"] / sums["b"], groups, 100)
        assert one.low is not None
        assert one.high is not None
        held += one.low < 0.3 < one.high
    assert 180 <= held <= 199


def test_a_ratio_without_a_denominator_is_none() -> None:
    ratio = report._part("a", "b")
    assert statistics.jackknife(ratio, {"a": [1, 2], "b": [0, 0]}, 2).value is None
    some = statistics.jackknife(ratio, {"a": [1, 2], "b": [1, 0]}, 2)  # none without the first
    assert (some.value, some.low) == (3, None)


# Figures --------------------------------------------------------------------------------------


def test_figures_are_those_of_the_boards(sides: Study) -> None:
    found = figures(sides)
    first = [plain(sides.plan.variants[0], sides.plan.seed_of(n))[0] for n in range(300)]
    longest = [one["longest"] for one in first]
    figure = found["longest"]
    assert figure.estimates[0].value == pytest.approx(standard.fmean(longest))
    assert figure.spreads[0].median.value == standard.median(longest)
    assert figure.spreads[0].most == max(longest)
    assert figure.spreads[0].most_board == longest.index(max(longest))
    rivers, sea = (sum(one[name] for one in first) for name in ("rivers", "to-sea"))
    assert found["share.to-sea"].estimates[0].value == pytest.approx(sea / rivers)
    met = sum(one["met.Tamba"] for one in first)
    assert found["met.Tamba"].estimates[0].value == met / 300
    orders = [sum(one[f"streams.{order}"] for one in first) for order in (1, 2)]
    assert found["bifurcation.1"].estimates[0].value == pytest.approx(orders[0] / orders[1])
    hexes = sum(one["stream-hexes.1"] for one in first)
    assert found["stream-length.1"].estimates[0].value == pytest.approx(hexes / orders[0])


def test_the_board_of_the_most_can_be_explored(sides: Study) -> None:
    figure = figures(sides)["longest"]
    seed = seeds_of(sides, figure, 1)[1]
    assert plain(sides.plan.variants[1], seed)[0]["longest"] == figure.spreads[1].most


def width(one: statistics.Estimate) -> float:
    assert one.low is not None
    assert one.high is not None
    return one.high - one.low


def test_differences_are_narrower_than_those_of_other_seeds(sides: Study) -> None:
    found = figures(sides)
    for key in ("rivers", "met.Tamba", "share.to-sea", "bifurcation"):
        first, second = found[key].estimates
        difference = found[key].differences[0]
        assert first.value is not None
        assert second.value is not None
        assert difference.value == pytest.approx(second.value - first.value)
        assert width(difference) < math.hypot(width(first), width(second))


def test_a_variant_like_the_first_does_not_differ() -> None:
    same = Plan((BASE, replace(BASE, label="again")), 3)
    for figure in figures(studied(same, 30)).values():
        difference = figure.differences[0]
        assert difference.value in (0, None), figure.key
        assert difference.low == difference.high


def test_ratios_are_weighted_by_the_streams_of_the_higher_order() -> None:
    sums = {"streams.1": 40, "streams.2": 10, "streams.3": 2, "streams.4": 0}
    ratio = report._weighted(report._number_ratio, 3)
    assert ratio(sums) == pytest.approx((40 + 10) / (10 + 2))
    assert report._weighted(report._number_ratio, 1)(sums) is None


def test_lengths_are_of_all_mouths(sides: Study) -> None:
    assert lengths(sides.tallies[0]).boards == 2 * 300


# Output ---------------------------------------------------------------------------------------


def test_csv_holds_every_figure_of_every_variant(sides: Study) -> None:
    rows = list(csv.DictReader(io.StringIO(figures_csv(sides))))
    assert len(rows) == 2 * len(figures(sides))
    row = next(row for row in rows if row["figure"] == "rivers" and row["variant"] == "seaward")
    found = figures(sides)["rivers"]
    assert float(row["value"]) == pytest.approx(found.estimates[1].value)
    assert float(row["difference_low"]) == pytest.approx(found.differences[0].low)
    assert row["boards"] == "300"


def test_no_cell_of_a_csv_is_a_formula() -> None:
    board = open_board("bay")
    for hex, name in zip(sorted(board.mouths), ("=1+1", "@risk"), strict=True):
        board.mouths[hex].name = name
    variants = (replace(BASE, board=board), replace(BASE, board=board, label="-2+3"))
    text = figures_csv(studied(Plan(variants, 1), 2))
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'-2+3" in cells
    assert "drained.=1+1" in cells  # a word before it: no formula
    for cell in cells:
        assert not cell.startswith(("=", "+", "@", "\t"))
        assert not cell.startswith("-") or float(cell) <= 0


def test_json_is_whole(sides: Study) -> None:
    assert len(figures_json(sides)) == 2 * len(figures(sides))
    for entry in figures_json(sides):
        assert set(entry) >= {"figure", "words", "kind", "variant", "estimate"}


def test_numbers_have_the_digits_that_mean_something(sides: Study) -> None:
    figure = figures(sides)["rivers"]
    for estimate, text in {
        (422.2345, 421.9, 422.6): "422.23 (421.90 to 422.60)",
        (12345.6, 12000.0, 12700.0): "12,346 (12,000 to 12,700)",
        (0.0, 0.0, 0.0): "0",
        (-0.001, -0.2, 0.2): "0.00 (-0.20 to 0.20)",
        (2.5, None, None): "2.50",
        (None, None, None): "-",
    }.items():
        assert interval(figure, statistics.Estimate(*estimate)) == text
    shared = figures(sides)["met.Tamba"]
    assert interval(shared, statistics.Estimate(0.25, 0.2, 0.3), signed=True) == (
        "+25.0 points (20.0 to 30.0)"
    )
    assert said(shared, statistics.Estimate(1, 1, 1)) == "100 %"


@pytest.mark.parametrize("variants", [1, 2, 3])
def test_tables_are_whole(variants: int) -> None:
    plan = Plan(varied(BASE, ["deck.forks=" + ",".join("345"[:variants])]), 1, "lakes>1")
    found = tables(studied(plan, 20))
    assert found[0].rows[0][0] == "boards that are as wanted"
    for table in found:
        assert all(len(row) == len(table.headings) for row in table.rows), table.title
    assert [row[0] for row in found[1 if variants == 1 else 2].rows] == ["Tamba", "Luri"]


def test_a_board_without_mouths_or_requirements_has_tables() -> None:
    board = drawn(3, 3, {"0101": {"state": "blank"}, "0202": {"terrain": "lake"}})
    found = tables(studied(Plan((replace(BASE, board=board),), 1), 1))
    assert all(table.rows for table in found)


# Plots ----------------------------------------------------------------------------------------

FEW = {"map", "longest", "lengths", "streams", "boxes", "requirements"}


def drawn_files(study: Study, folder: Path, *only: str) -> dict[str, bytes]:
    from rivercheck.study.plots import draw_plots

    folder.mkdir()
    return {path.name: path.read_bytes() for path in draw_plots(study, folder, only)}


def test_plots_are_the_same_bytes_and_not_empty(sides: Study, tmp_path: Path) -> None:
    first = drawn_files(sides, tmp_path / "all")
    second = drawn_files(sides, tmp_path / "some", "map", "streams")
    assert len(second) == 4
    assert second.items() <= first.items()
    assert {name.partition(".")[0] for name in first} == FEW
    for name, data in first.items():
        assert len(data) > 5000
        assert data.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")
        assert b"<dc:date>" not in data


def test_a_sweep_is_drawn_whatever_names_say(tmp_path: Path) -> None:
    board = open_board("bay")
    board.title = "$\\frac{$ \x1b[31m 湾"
    board.mouths[max(board.mouths)].name = "$_{$"
    plan = Plan(varied(replace(BASE, board=board), ["deck.forks=2..6"]), 1)
    made = drawn_files(studied(plan, 3), tmp_path / "plots")
    assert {name.partition(".")[0] for name in made} == {"map", "sweep"}


def test_a_study_of_one_board_is_drawn(tmp_path: Path) -> None:
    some = "longest", "lengths", "streams"
    assert len(drawn_files(studied(Plan((BASE,), 1), 1), tmp_path / "plots", *some)) == 6


# The page in the documentation ------------------------------------------------------------------


def test_the_page_of_the_study_can_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from study_page import Story, decks, studied

    text = Story(studied(30, "table", "seaward"), studied(20, "printed", "table"), decks(9)).page()
    made, kept = (
        [line for line in page.splitlines() if line.startswith("#")]
        for page in (text, (ROOT / "docs" / "study.md").read_text("utf-8"))
    )
    assert made == kept
    assert "{" not in text
    for picture in re.findall(r"\]\((study-[^)]*)\)", text):
        assert (ROOT / "docs" / picture).stat().st_size > 5000
