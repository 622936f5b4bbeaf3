"""Studies: the compiled tallies against plain ones, however the boards are divided."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from growing import drawn, mouth
from rivercheck import rules
from rivercheck.boardfile import board_from
from rivercheck.bulk.native import Program
from rivercheck.deck import Deck
from rivercheck.errors import DeckError, FileError, RivercheckError
from rivercheck.explore import ORDERS
from rivercheck.rulings import PRESETS, RULINGS, Rulings
from rivercheck.shipped import open_board
from rivercheck.study import chunk
from rivercheck.study.chunk import run_chunk
from rivercheck.study.lab import PROGRAM
from rivercheck.study.measures import columns, conditions, mouth_names
from rivercheck.study.plan import Plan, Variant, changed_deck, varied, versus
from rivercheck.study.runner import Study, chunk_size, run, threads
from rivercheck.study.studyfile import load_study, resumed, save_study, study_text
from rivercheck.study.tally import Tally
from studying import HOUSE, plain, plan_of
from test_deck import turned
from test_whole_maps import board_and_rulings

BASE = Variant("table", open_board("bay"), PRESETS["table"], HOUSE)


def tally_of(plan: Plan, boards: int, first: int = 0) -> list[Tally]:
    return run_chunk(plan.text, first, boards)[1]


# Compiled and plain ---------------------------------------------------------------------------


def require_equal(plan: Plan, boards: int) -> None:
    """Every measure of every board, and where its rivers run, are as in plain Python."""
    (tally,) = tally_of(plan, boards)
    names = columns(plan.board)
    found: dict[str, Counter[int]] = {name: Counter() for name in names}
    through = [0] * plan.board.layout.size
    for number in range(boards):
        counts, rivers = plain(plan.variants[0], plan.seed_of(number))
        assert set(counts) <= set(names), set(counts) - set(names)
        for name in names:
            found[name][counts[name]] += 1
        through = [so_far + here for so_far, here in zip(through, rivers, strict=True)]
    assert {name: dict(one) for name, one in tally.histograms.items()} == found
    assert tally.through == through


@pytest.mark.parametrize(("preset", "order"), list(product(PRESETS, ORDERS)))
def test_a_study_is_what_plain_python_makes_of_the_same_seeds(preset: str, order: str) -> None:
    require_equal(plan_of("bay", 7, preset=preset, order=order), 25)


@pytest.mark.parametrize("preset", PRESETS)
def test_africa_too(preset: str) -> None:
    require_equal(plan_of("africa", 3, preset=preset), 4)


def test_with_replacement_and_changed_rulings() -> None:
    rulings = replace(PRESETS["seaward"], own_side=rules.OWN_SIDE_OPEN, extension_flow=2)
    variant = replace(BASE, rulings=rulings, replacement=True)
    require_equal(Plan((variant,), 5), 30)


def test_seeds_are_as_documented_and_never_change() -> None:
    seeds = [plan_of(seed=1).seed_of(number) for number in range(3)]
    assert seeds == [2200465183929457789, 3401258087061237435, 7672936761002061401]
    assert len({plan_of(seed=2).seed_of(number) for number in range(10_000)}) == 10_000


CHECKED = Program("study-checked", PROGRAM.texts, PROGRAM.entries, boundscheck=True)


@pytest.mark.prove
@pytest.mark.parametrize("preset", [*PRESETS, "mix"])
def test_odd_boards_are_studied_as_in_plain_python(
    count: Callable[..., None], monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    """Of any shape, with printed rivers and any mix of rulings; no index lies outside."""
    monkeypatch.setattr("rivercheck.study.lab.PROGRAM", CHECKED)
    studied = 0
    for seed in range(150):
        data, codes = board_and_rulings(seed, preset)
        board = board_from(data)
        if any(map(board.unmapped, board.layout.places())):
            rulings = Rulings(*(getattr(codes, ruling.field) for ruling in RULINGS))
            order = ORDERS[seed % len(ORDERS)]
            require_equal(Plan((Variant("one", board, rulings, HOUSE, order),), seed), 3)
            studied += 3
    assert studied > 100
    count(f"study, checked = plain, {preset}", boards=studied)


# Division -------------------------------------------------------------------------------------


def as_json(tallies: list[Tally]) -> str:
    return json.dumps([tally.to_json() for tally in tallies], sort_keys=True)


@pytest.fixture(scope="module")
def sides() -> Plan:
    return Plan(versus(BASE, "rulings=seaward"), 11)


def test_tallies_do_not_depend_on_chunks_or_threads(
    sides: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = as_json(tally_of(sides, 120))
    for size, workers in ((7, 1), (31, 3), (120, 2)):
        monkeypatch.setattr("rivercheck.study.runner._LARGEST_CHUNK", size)
        study = Study(sides)
        with threads(workers) as (pool, count):
            assert count == workers
            run(study, 120, pool, count)
        assert as_json(study.tallies) == whole


def test_a_board_belongs_to_its_number_alone(sides: Plan) -> None:
    (some, _), (others, _) = tally_of(sides, 3, first=50), tally_of(sides, 1, first=51)
    assert others.least["rivers"] == (plain(sides.variants[0], sides.seed_of(51))[0]["rivers"], 51)
    assert some.histograms["rivers"][others.least["rivers"][0]] >= 1


def test_differences_are_board_by_board(sides: Plan) -> None:
    first, second = tally_of(sides, 40)
    assert not first.differences
    found: Counter[int] = Counter()
    for number in range(40):
        seed = sides.seed_of(number)
        one, other = (plain(variant, seed)[0]["lakes"] for variant in sides.variants)
        found[other - one] += 1
    assert dict(second.differences["lakes"]) == found


def test_variants_that_share_a_board_do_not_disturb_each_other(sides: Plan) -> None:
    alone = [tally_of(Plan((variant,), sides.seed), 30)[0] for variant in sides.variants]
    together = tally_of(sides, 30)
    assert [one.histograms for one in alone] == [one.histograms for one in together]


def test_large_boards_are_asked_for_one_by_one(sides: Plan) -> None:
    assert chunk_size(sides) == 1000
    vast = Variant("table", open_board("africa"), PRESETS["table"], HOUSE)
    many = tuple(replace(vast, label=str(number)) for number in range(60))
    assert 1 < chunk_size(Plan(many, 1)) < 20


def test_a_worker_of_another_version_is_refused(
    sides: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk, "CODE", "another")
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(RivercheckError, match="a worker has another version of rivercheck"),
    ):
        run(Study(sides), 10, pool, 1)


# Files ----------------------------------------------------------------------------------------


def done(plan: Plan, boards: int) -> Study:
    study = Study(plan)
    study.add(tally_of(plan, boards))
    return study


def test_a_study_file_holds_the_study(sides: Plan, tmp_path: Path) -> None:
    study = done(sides, 20)
    save_study(study, tmp_path / "study.json")
    again = load_study(tmp_path / "study.json")
    assert study_text(again) == study_text(study)
    assert again.boards == 20


def test_a_study_goes_on_where_it_stood(sides: Plan, tmp_path: Path) -> None:
    save_study(done(sides, 20), tmp_path / "study.json")
    study = resumed(sides, tmp_path / "study.json", 50)
    study.add(tally_of(sides, 30, first=20))
    assert study_text(study) == study_text(done(sides, 50))


OTHERS: dict[str, Callable[[Plan], Plan]] = {
    "its seed (11, not 12)": lambda plan: replace(plan, seed=12),
    "its want ('', not 'lakes>1')": lambda plan: replace(plan, want="lakes>1"),
    "what is compared (table, seaward, not table, printed)": lambda plan: Plan(
        versus(BASE, "rulings=printed"), plan.seed
    ),
    "its order ('rivers', not 'rows')": lambda plan: Plan(
        versus(replace(BASE, order="rows"), "rulings=seaward"), plan.seed
    ),
    "the deck of table": lambda plan: Plan(
        versus(replace(BASE, deck=Deck("house", HOUSE.cards[::-1])), "rulings=seaward"), plan.seed
    ),
    "its board": lambda plan: Plan(
        versus(replace(BASE, board=open_board("africa")), "rulings=seaward"), plan.seed
    ),
}


@pytest.mark.parametrize("says", OTHERS)
def test_another_study_is_refused_and_what_differs_said(
    sides: Plan, tmp_path: Path, says: str
) -> None:
    path = tmp_path / "study.json"
    save_study(done(sides, 3), path)
    with pytest.raises(FileError) as error:
        resumed(OTHERS[says](sides), path, 50)
    assert f"is another study's file: {says} differs" in str(error.value)


def test_a_file_with_more_boards_is_refused(sides: Plan, tmp_path: Path) -> None:
    save_study(done(sides, 30), tmp_path / "study.json")
    with pytest.raises(FileError, match="holds 30 boards already, more than 20"):
        resumed(sides, tmp_path / "study.json", 20)


DAMAGE: dict[str, Callable[[Any], Any]] = {
    "no study": lambda data: {"rivercheck": 1},
    "boards": lambda data: {**data, "boards": 4},
    "no tallies": lambda data: {**data, "tallies": []},
    "a tally less": lambda data: {**data, "tallies": data["tallies"][:1]},
    "no plan": lambda data: {**data, "plan": {}},
    "plan": lambda data: {**data, "plan": 5},
    "deck": lambda data: {**data, "plan": {**data["plan"], "variants": [{"label": "table"}]}},
    "histogram": lambda data: {
        **data,
        "tallies": [{**tally, "histograms": {"rivers": [[1, 3]]}} for tally in data["tallies"]],
    },
    "map": lambda data: {**data, "tallies": [{**one, "through": [1]} for one in data["tallies"]]},
    "half a count": lambda data: {
        **data,
        "tallies": [{**one, "through": [0.5] * len(one["through"])} for one in data["tallies"]],
    },
    "groups": lambda data: {**data, "tallies": [{**one, "groups": {}} for one in data["tallies"]]},
    "group": lambda data: {
        **data,
        "tallies": [
            {**one, "groups": dict.fromkeys(one["groups"], "x" * 100)} for one in data["tallies"]
        ],
    },
    "words": lambda data: {**data, "tallies": ["a", "b"]},
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_refused_in_one_line(sides: Plan, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "study.json"
    data = json.loads(study_text(done(sides, 3)))
    path.write_text(json.dumps(DAMAGE[damage](data)))
    for read in (load_study, lambda path: resumed(sides, path, 50)):
        with pytest.raises(FileError) as error:
            read(path)
        assert "\n" not in str(error.value)


# Side by side ---------------------------------------------------------------------------------


def test_versus_changes_one_thing(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(Deck("mine", HOUSE.cards[:60]).to_csv())
    first, second = versus(BASE, f"deck={tmp_path / 'mine.csv'}")
    assert (first.label, second.label) == ("deck house", "deck mine.csv")
    assert len(second.deck.cards) == 60
    _, second = versus(BASE, "own-side=open,redraw=clockwise")
    assert str(second.rulings) == "table,redraw=clockwise,own-side=open"
    assert versus(BASE, "deck.ends=8")[1].label == "deck.ends=8"


def test_a_sweep_makes_all_combinations() -> None:
    found = varied(BASE, ["own-side=open,barred", "deck.forks=3..5"])
    assert [one.label for one in found] == [
        f"own-side={side},deck.forks={number}"
        for side, number in product(("open", "barred"), (3, 4, 5))
    ]
    assert found[0].rulings.own_side == rules.OWN_SIDE_OPEN
    assert found[1].deck == found[4].deck == HOUSE
    assert [one.label for one in varied(BASE, ["rulings=printed,table"])] == [
        "rulings=printed",
        "rulings=table",
    ]


def share(deck: Deck, word: str) -> float:
    says = [word in (card.river_a, card.river_b, card.terrain) for card in deck.cards]
    return sum(says) / len(says)


@pytest.mark.parametrize("word", ["forks", "continues", "begins", "lake", "none"])
@pytest.mark.parametrize("quarters", [1, 2, 6, 8])
def test_a_changed_deck_has_so_many_quarters_and_favours_no_direction(
    word: str, quarters: int
) -> None:
    deck = changed_deck(HOUSE, {word: str(quarters)})
    before, after = share(HOUSE, word), share(deck, word)
    assert after / (1 - after) == pytest.approx(before / (1 - before) * quarters / 4)
    cards = Counter(turned(card, 0) for card in deck.cards)
    assert cards == Counter(turned(card, 1) for card in deck.cards)


def test_four_quarters_are_the_deck_itself_and_none_takes_the_cards_out() -> None:
    assert changed_deck(HOUSE, {"forks": "4"}) is HOUSE
    assert share(changed_deck(HOUSE, {"forks": "0"}), "forks") == 0
    assert len(changed_deck(HOUSE, {"forks": "0"}).cards) == 66


def test_several_words_are_changed_at_once() -> None:
    (variant,) = varied(BASE, ["deck.lake=0", "deck.ends=1", "deck.forks=2"])
    assert share(variant.deck, "lake") == 0
    kept = Counter(card.river_a for card in HOUSE.cards if card.terrain != "lake")
    found = Counter(card.river_a for card in variant.deck.cards)
    assert found["forks"] / found["continues"] == kept["forks"] / kept["continues"] / 2
    assert found["ends"] / found["continues"] == kept["ends"] / kept["continues"] / 4
    (variant,) = varied(BASE, ["deck.forks=8", "deck.jungle=8"])
    times = Counter(card.id.partition("+")[0] for card in variant.deck.cards)
    assert {card.id: times[card.id] for card in HOUSE.cards} == {
        card.id: (2 if card.river_a == "forks" else 1) * (2 if card.terrain == "jungle" else 1)
        for card in HOUSE.cards
    }


WRONG = {
    "own-side": "say own-side=open,barred",
    "own-side=": "say own-side=open,barred",
    "own-sid=open": "did you mean own-side",
    "own-side=shut": "did you mean|one of",
    "deck.fork=2": "did you mean forks",
    "deck.forks=many": "must be a number of quarters",
    "deck.forks=2..x": "must be a number of quarters",
    "deck.forks=1000": "must be a number of quarters",
    "deck.forks=6..2": "the first is larger than the last",
    "deck.forks=3,3": "the same",
    "deck.swamp=5": "no card says 'swamp'",
    "deck.forks=999": "10000 at most",
    "rulings=tabel": "did you mean table",
    "deck=nowhere.csv": "cannot be read",
    "deck.ends=1..90": "more than 64",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_varied_is_said(text: str) -> None:
    with pytest.raises(RivercheckError, match=WRONG[text]):
        Plan(varied(BASE, [text]), 1)


def test_a_deck_without_a_first_number_is_refused() -> None:
    words = ("ends", "forks", "forks", "forks", "forks", "forks")
    cards = [
        replace(HOUSE.cards[0], id=str(place), river_a=word, numbers=(place,))
        for place, word in enumerate(words, 1)
    ]
    with pytest.raises(DeckError, match="1 is the first number of no card"):
        changed_deck(Deck("few", tuple(cards)), {"ends": "0"})


# Measures -------------------------------------------------------------------------------------


def test_what_is_wanted_is_counted() -> None:
    plan = plan_of(want="longest>=9, lakes<=1")
    (tally,) = tally_of(plan, 40)
    found = 0
    for number in range(40):
        counts, _ = plain(plan.variants[0], plan.seed_of(number))
        found += counts["longest"] >= 9 and counts["lakes"] <= 1
    assert 0 < found < 40
    assert tally.histograms["want"] == Counter({1: found, 0: 40 - found})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("longest", "say it like longest>=20"),
        ("", "say it like"),
        ("longst>3", "did you mean longest"),
        ("longest>=-3", "say it like"),
        ("longest>=9,,lakes<1", "say it like"),
        ("wanton>3", "no measure is called"),
    ],
)
def test_what_cannot_be_wanted_is_said(text: str, says: str) -> None:
    with pytest.raises(RivercheckError, match=says):
        conditions(text, open_board("bay"))


def test_mouths_of_the_same_name_or_none_go_by_their_labels() -> None:
    board = open_board("africa")
    places = sorted(board.mouths, key=board.name)
    board.mouths[places[0]].name = board.mouths[places[1]].name = "Twin"
    board.mouths[places[2]].name = ""
    names = mouth_names(board)
    assert names[:3] == [board.name(hex) for hex in places[:3]]
    assert names[3] == board.mouths[places[3]].name


def test_mouths_come_by_label_on_pointy_boards_too() -> None:
    board = drawn(
        4,
        4,
        {"0101": {"state": "blank"}, "0204": {"state": "blank"}, "0401": {"state": "blank"}},
        mouth("0401", 1, "A", 2),
        mouth("0101", 1, "B", 3),
        mouth("0204", 4, "C", 1),
        orientation="pointy",
    )
    assert mouth_names(board) == ["B", "C", "A"]
    variant = Variant("table", board, PRESETS["table"], HOUSE)
    require_equal(Plan((variant,), 1), 10)
