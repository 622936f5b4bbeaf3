"""Study the board africa and write `docs/study.md` with its pictures.

    python tools/study_page.py [--boards 100000] [--others 10000]

The words of the page stand in `study_page.md`. The studies are those of the commands there.
"""

from __future__ import annotations

import argparse
import itertools
import re
from pathlib import Path

from rivercheck import Deck, open_board
from rivercheck.rulings import PRESETS
from rivercheck.study.measures import required_mouths
from rivercheck.study.plan import Plan, Variant, varied, versus
from rivercheck.study.plots import draw_plots
from rivercheck.study.report import Figure, figures, seeds_of
from rivercheck.study.runner import Study, study
from rivercheck.study.statistics import Estimate
from rivercheck.study.tables import StudyTable, said, tables
from rivercheck.survey import HIGHEST, Survey, survey

TEMPLATE = Path(__file__).with_suffix(".md")
DOCS = Path(__file__).resolve().parents[1] / "docs"
SEED = 1
SWEEP = ("deck.lake=0,1,2,4", "deck.ends=1,2,4")
WANT = "great>=3,lakes>=4,lakes<=6"
PICTURES = {"map": "png", "requirements": "svg", "longest": "svg", "streams": "svg"}
_BRACES = re.compile(r"\{([^{}]+)\}")
Figures = dict[str, Figure]


def studied(boards: int, preset: str, other: str) -> Study:
    """One preset beside another."""
    base = Variant(preset, open_board("africa"), PRESETS[preset], Deck.house())
    return study(Plan(versus(base, f"rulings={other}"), SEED), boards)


def decks(boards: int) -> Study:
    """Decks with fewer lakes and endings, beside the house deck."""
    base = Variant("table", open_board("africa"), PRESETS["table"], Deck.house())
    return study(Plan(varied(base, SWEEP), SEED, WANT), boards)


def real() -> dict[str, float]:
    """The same figures of the board that shows the real rivers."""
    board = open_board("africa-real")
    mouths = [hex for hex in board.layout.places() if board.hexes[hex].mouth]
    found = Survey.of(len(board.hexes), mouths)
    survey(board.hexes, board.grid, found)
    names = ["rivers", "sources", "great", "systems", "longest", "largest"]
    names += ["lakes", "lake_hexes", "swamp_hexes"]
    figures: dict[str, float] = {name.replace("_", "-"): getattr(found, name) for name in names}
    for name in ("to_mouth", "to_sea", "to_water"):
        figures[f"share.{name.replace('_', '-')}"] = getattr(found, name) / found.rivers
    for order in range(1, HIGHEST + 1):
        if found.streams[order]:
            figures[f"streams.{order}"] = found.streams[order]
            figures[f"stream-length.{order}"] = found.stream_hexes[order] / found.streams[order]
    lower = [found.streams[one] for one in range(1, HIGHEST) if found.streams[one + 1]]
    figures["bifurcation"] = sum(lower) / sum(found.streams[2:])
    return figures


# Tables ---------------------------------------------------------------------------------------


def markdown(table: StudyTable) -> str:
    """A table as Markdown."""
    rule = f"|---|{'---:|' * (len(table.headings) - 1)}"
    lines = [f"| {' | '.join(row)} |" for row in (table.headings, *table.rows)]
    return "\n".join([lines[0], rule, *lines[1:]])


def with_real(table: StudyTable, found: Figures, truth: dict[str, float]) -> StudyTable:
    """The first table with a column of the real rivers."""
    keys = {figure.words: figure.key for figure in found.values()}
    rows = []
    for row in table.rows:
        key = keys[row[0]]
        value = truth.get(key)
        cell = "" if value is None else said(found[key], Estimate(value, value, value))
        rows.append([*row, cell])
    return StudyTable(table.title, [*table.headings, "real"], rows)


def streams_of(truth: dict[str, float]) -> str:
    """The real streams by order, in words."""
    numbers = [value for key, value in truth.items() if key.startswith("streams.")]
    lengths = [value for key, value in truth.items() if key.startswith("stream-length.")]
    counts = ", ".join(f"{number:.0f}" for number in numbers)
    long = ", ".join(f"{length:.1f}" for length in lengths)
    falls = [before / after for before, after in itertools.pairwise(numbers)]
    ratios = ", ".join(f"{fall:.1f}" for fall in falls)
    return f"{counts} streams of orders 1 to {len(numbers)} (ratios {ratios}), {long} hexes long"


# The page -------------------------------------------------------------------------------------


class Story:
    """What may stand in braces in `study_page.md`: the name of a method, then its words."""

    def __init__(self, study: Study, letter: Study, sweep: Study) -> None:
        self.study, self.before, self.sweep = study, letter, sweep
        self.found, self.truth = figures(study), real()
        first, *rest = tables(study)
        names = ("board", "mouths", "streams", "lengths", "nodes", "letter", "wanted")
        others = (tables(letter)[0], tables(sweep)[1])
        all_tables = (with_real(first, self.found, self.truth), *rest, *others)
        self.tables = dict(zip(names, all_tables, strict=True))

    def page(self) -> str:
        """The text of the page."""
        return _BRACES.sub(self._filled, TEMPLATE.read_text("utf-8"))

    def _filled(self, braces: re.Match[str]) -> str:
        name, *words = braces[1].split()
        return str(getattr(self, name)(*words))

    def table(self, name: str) -> str:
        return markdown(self.tables[name])

    def boards(self) -> str:
        return f"{self.study.boards:,}"

    def number(self) -> int:
        return self.study.boards

    def letters(self) -> int:
        return self.before.boards

    def swept(self) -> int:
        return self.sweep.boards

    def best(self) -> str:
        """The deck that most often makes boards as wanted."""
        return self.tables["wanted"].rows[0][0]

    def of_sweep(self, label: str, key: str) -> str:
        """A figure of one of the decks, `best` or by its label."""
        labels = [variant.label for variant in self.sweep.plan.variants]
        place = labels.index(self.best() if label == "best" else label)
        figure = figures(self.sweep)[key]
        return _rough(figure, figure.estimates[place].value)

    def rough(self, key: str, place: str = "0") -> str:
        """A figure in three digits."""
        return _rough(self.found[key], self.found[key].estimates[int(place)].value)

    def both(self, key: str) -> str:
        """Both variants, and the difference with its interval."""
        figure = self.found[key]
        change = figure.differences[0]
        value, low, high = (
            _rough(figure, one).replace(" %", "") for one in (change.value, change.low, change.high)
        )
        sign = "+" if (change.value or 0) > 0 else ""
        points = " points" if _is_share(figure) else ""
        sides = f"{self.rough(key)} under `table` and {self.rough(key, '1')} under `seaward`"
        return f"{sides}, {sign}{value}{points} ({low} to {high})"

    def real(self, key: str) -> str:
        """A figure of the real rivers."""
        value = self.truth[key]
        return f"{100 * value if key.startswith('share') else value:.0f}"

    def old(self, key: str) -> str:
        """A figure by the letter."""
        figure = figures(self.before)[key]
        return _rough(figure, figure.estimates[0].value)

    def shares(self, part: str) -> str:
        """On how many per cent of the boards a river runs through a hex: a quantile of all."""
        board, through = self.study.plan.board, self.study.tallies[0].through
        land = filter(board.unmapped, board.layout.places())
        shares = sorted(100 * through[hex] / self.study.boards for hex in land)
        return f"{shares[int(float(part) * len(shares))]:.0f}"

    def great(self, place: str) -> str:
        """On how many per cent of the boards there are three great rivers."""
        histogram = self.study.tallies[int(place)].histograms["great"]
        boards = sum(count for value, count in histogram.items() if value >= 3)
        return f"{100 * boards / self.study.boards:.0f}"

    def all_met(self, place: str) -> int:
        """On how many boards all requirements are met."""
        tally = self.study.tallies[int(place)]
        return tally.histograms["met"][sum(key.startswith("met.") for key in tally.histograms)]

    def small(self, most: str) -> str:
        """How often mouths that must drain two to five hexes do: the least, or the most often."""
        required = required_mouths(self.study.plan.board)
        met = [self._value(f"met.{name}") for name, needs in required.items() if 2 <= needs <= 5]
        return f"{100 * max(met):.1f}" if int(most) else f"{100 * min(met):.0f}"

    def longer(self) -> str:
        return f"{100 * (self._value('longest', 1) / self._value('longest') - 1):.0f}"

    def record(self, place: str) -> int:
        return self.found["longest"].spreads[int(place)].most

    def seed(self, place: str) -> int:
        return seeds_of(self.study, self.found["longest"], int(place))[1]

    def rare(self) -> str:
        return f"{1 / (self._value('streams.4') or 1):.0f}"

    def streams(self) -> str:
        return streams_of(self.truth)

    def cards(self) -> str:
        return f"{self._value('visits.card') + self._value('visits.redraw'):,.0f}"

    def decks(self) -> str:
        return f"{(self._value('visits.card') + self._value('visits.redraw')) / 108:.0f}"

    def _value(self, key: str, place: int = 0) -> float:
        figure = self.found.get(key)
        return 0.0 if figure is None else figure.estimates[place].value or 0.0


def _is_share(figure: Figure) -> bool:
    return figure.kind == "share" or figure.key.startswith("share.")


def _rough(figure: Figure, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.3g} %" if _is_share(figure) else f"{value:.3g}"


def main() -> None:
    """Study, draw, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--others", type=int, default=10_000)
    args = parser.parse_args()
    sides = studied(args.boards, "table", "seaward")
    write(sides, studied(args.others, "printed", "table"), decks(args.others), DOCS)


def write(sides: Study, letter: Study, sweep: Study, folder: Path) -> None:
    """The page and its pictures."""
    for path in draw_plots(sides, folder, PICTURES):
        if path.suffix == f".{PICTURES[path.stem]}":
            path.rename(folder / f"study-{path.name}")
        else:
            path.unlink()
    (folder / "study.md").write_text(Story(sides, letter, sweep).page(), encoding="utf-8")


if __name__ == "__main__":
    main()
