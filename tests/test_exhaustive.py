"""The rules against the oracle in every local situation, and how situations turn.

The short form runs every so many of the situations that `make prove` runs in full; there the
compiled rules run beside the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain, islice, product
from typing import Any

import pytest

import exhaustive
from exhaustive import (
    CARD_PARTS,
    CARDS,
    EDGES,
    FAMILIES,
    INSIDE,
    KINDS,
    MERGED,
    READ,
    Scripts,
    Situation,
    Tally,
    Watch,
    changes,
    fill,
    prove_equal,
    run_changes,
    said_by_rules,
    situations,
    steps_of,
    turned_answer,
    turned_mask,
    turned_sheet,
)
from rivercheck import rules
from rivercheck.answers import script, short
from rivercheck.board import Board
from rivercheck.boardfile import board_from
from rivercheck.rulings import PRESETS, Rulings

Json = dict[str, Any]
Count = Callable[..., None]

PARTS = 8  # of each long run, so that several processes share the work
PART = pytest.mark.parametrize("part", range(PARTS))
TURNS = {
    f"turned by {by}": [0, *((side - 1 + by) % 6 + 1 for side in range(1, 7))] for by in range(1, 6)
}
MIRRORS = {
    f"mirrored, {by}": [0, *((by - side) % 6 + 1 for side in range(1, 7))] for by in range(6)
}
LONG = [
    *product(("table", "printed"), ("core", "wide", "printed", "water", "circle", "mouth")),
    *product(("seaward",), ("core", "land", "printed", "water", "circle", "mouth")),
]


COMPILED_TOO = pytest.mark.usefixtures("compiled_too")


def at_edges() -> Iterable[Situation]:
    """The core kinds at every edge and corner of a board."""
    return chain.from_iterable(situations("edge", place) for place in EDGES)


def figures(count: Count, proved: str, tally: Tally) -> None:
    stand_for = {"scripts they stand for": tally.covered}
    count(proved, situations=tally.situations, scripts=tally.scripts, **stand_for)


# The short form -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("family", FAMILIES)
def test_some_situations_of_each_family(family: str, preset: str) -> None:
    step = {"wide": 1997, "water": 97, "mouth": 23, "ruling": 97, "edge": 97, "circle": 197}.get(
        family, 397
    )
    tally = prove_equal(islice(situations(family), 7, None, step), PRESETS[preset])
    assert tally.situations > 10
    assert tally.scripts > 150


@pytest.mark.parametrize("preset", PRESETS)
def test_some_situations_at_edges(preset: str) -> None:
    assert prove_equal(islice(at_edges(), 3, None, 499), PRESETS[preset]).scripts > 200


CHANGED = pytest.mark.parametrize(
    ("preset", "family"), [("table", "ruling"), ("printed", "ruling"), ("seaward", "edge")]
)


@CHANGED
def test_some_situations_under_each_change_of_a_ruling(preset: str, family: str) -> None:
    tally = Tally()
    for situation in islice(situations(family), 5, None, 199):
        run_changes(situation, preset, tally)
    assert tally.scripts > 1000


def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: rules with another answer at one box do not pass."""
    monkeypatch.setattr(rules, "could_meet", lambda hexes, grid, run: True)
    with pytest.raises(AssertionError, match="rules:"):
        prove_equal(islice(situations("core"), 0, None, 50), PRESETS["table"])


# In full ------------------------------------------------------------------------------------------


@pytest.mark.prove
@COMPILED_TOO
@PART
@pytest.mark.parametrize(("preset", "family"), LONG)
def test_every_situation(count: Count, preset: str, family: str, part: int) -> None:
    tally = prove_equal(islice(situations(family), part, None, PARTS), PRESETS[preset])
    figures(count, f"rules = compiled = oracle, family {family}, {preset}", tally)


@pytest.mark.prove
@COMPILED_TOO
@PART
@pytest.mark.parametrize("preset", ["table", "seaward"])
def test_every_situation_at_edges(count: Count, preset: str, part: int) -> None:
    tally = prove_equal(islice(at_edges(), part, None, PARTS), PRESETS[preset])
    figures(count, f"rules = compiled = oracle, at every edge, {preset}", tally)


@pytest.mark.prove
@COMPILED_TOO
@PART
@CHANGED
def test_every_change_of_a_ruling(count: Count, preset: str, family: str, part: int) -> None:
    tally = Tally()
    for situation in islice(situations(family), part, None, PARTS):
        run_changes(situation, preset, tally)
    figures(count, f"rules = compiled = oracle, {preset} with one ruling changed", tally)


# Nothing is forgotten but the card ----------------------------------------------------------------


def prove_chains(each: Iterable[Situation], rulings: Rulings) -> Tally:
    tally = Tally()
    for situation in each:
        Scripts(exhaustive.Watch(situation, rulings), tally, thorough=True).run()
    return tally


@pytest.mark.parametrize("preset", ["table", "seaward"])
def test_some_chains_of_three_cards(preset: str) -> None:
    each = [Situation("ISSBSB"), Situation("OSSBSB", terrain="desert"), Situation("SMSSBS")]
    tally = prove_chains(each, PRESETS[preset])
    assert tally.scripts > 1000


@pytest.mark.prove
@COMPILED_TOO
@PART
@pytest.mark.parametrize("preset", PRESETS)
def test_chains_of_three_cards(count: Count, preset: str, part: int) -> None:
    each = islice(situations("ruling"), part, None, PARTS)
    tally = prove_chains(each, PRESETS[preset])
    figures(count, f"rules = compiled = oracle, chains of three cards, {preset}", tally)


# Cards of one kind --------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_cards_of_one_kind_are_not_told_apart(preset: str) -> None:
    """What `Scripts` leaves out: all 432 cards one by one, in some situations."""
    kinds = 0
    for situation in islice(situations("ruling"), 11, None, 197):
        watch = Watch(situation, PRESETS[preset])
        if watch.by_rules(()).need != rules.CARD:
            continue
        ends: dict[object, object] = {}
        for card in CARDS:
            run = watch.by_both((card,))
            kind = tuple((part, getattr(card, part)) for part in CARD_PARTS if part in READ)
            said = (said_by_rules(run), [step for step in steps_of(run) if step[0] != "card"])
            assert ends.setdefault(kind, said) == said
        kinds += len(ends)
    assert 50 < kinds < 400


def _key(run: rules.Run) -> str:
    return ", ".join(map(short, run.answers))


# Kinds that are merged ----------------------------------------------------------------------------


def outcomes(situation: Situation, rulings: Rulings) -> list[tuple[object, ...]]:
    """All that the rules and the oracle say in a situation, script by script."""
    said: list[tuple[object, ...]] = []

    def note(run: rules.Run) -> None:
        said.append((_key(run), said_by_rules(run), steps_of(run)))

    for need in (0, 3):
        changed = replace(situation, need=need)
        Scripts(Watch(changed, rulings), Tally(), told=note).run()
    return said


def prove_merged(each: Iterable[Situation], rulings: Rulings) -> int:
    """Put each merged kind for its fellow, at one hexside and at all; nothing may change."""
    pairs = 0
    for situation in each:
        word, base = situation.kinds, None
        for letter, (fellows, _) in MERGED.items():
            for fellow in fellows if letter in word else "":
                base = base or outcomes(situation, rulings)
                for other in {word.replace(letter, fellow), word.replace(letter, fellow, 1)}:
                    changed = replace(situation, kinds=other)
                    assert outcomes(changed, rulings) == base, (word, other)
                    pairs += 1
    return pairs


@pytest.mark.parametrize("preset", PRESETS)
def test_some_merged_kinds(preset: str) -> None:
    assert prove_merged(islice(situations("merged"), 3, None, 997), PRESETS[preset]) > 10


@pytest.mark.prove
@PART
@pytest.mark.parametrize("preset", PRESETS)
def test_merged_kinds(count: Count, preset: str, part: int) -> None:
    pairs = prove_merged(islice(situations("merged"), part, None, PARTS * 24), PRESETS[preset])
    count(f"kinds that are merged, {preset}", **{"pairs of situations": pairs})


# Turning and mirroring ----------------------------------------------------------------------------


def prove_turned(each: Iterable[Situation], rulings: Rulings, images: dict[str, list[int]]) -> int:
    """Run every script of each situation on its images, turned; returns how many checks."""
    checks = 0
    for situation in each:
        runs: list[rules.Run] = []
        Scripts(Watch(situation, rulings), Tally(), told=runs.append).run()
        for side_map in images.values():
            watch = Watch(situation, rulings, turned_sheet(side_map))
            for run in runs:
                image = watch.by_rules([turned_answer(one, side_map) for one in run.answers])
                assert turned_run(run, side_map) == turned_run(image, None), (situation, run)
            checks += len(runs)
    return checks


def turned_run(run: rules.Run, side_map: list[int] | None) -> tuple[object, ...]:
    """All that a run says, turned; but not by which hexside a circle was found first."""
    sides = side_map or list(range(7))
    masks = tuple(turned_mask(mask, sides) for mask in (run.options, run.ins, run.outs))
    trace = tuple(_turned_step(step, sides) for step in run.trace)
    return (run.outcome, run.terrain, masks, run.source, run.forced, run.used, run.need, trace)


_MASKS = (rules.TWO_OUTFLOWS, rules.INFLOW, rules.LEADS_HERE, rules.PICK_WATER)
_ONE_SIDE = (rules.MAY_BEGIN, rules.NUMBER, rules.DRAW, rules.SIDE_PICKED)


def _turned_step(step: tuple[int, int, int], sides: list[int]) -> tuple[int, int, int]:
    node, value, why = step
    if node in _MASKS:
        value = turned_mask(value, sides)
    elif node in _ONE_SIDE or (node == rules.REDRAW and why == rules.REDRAW_CLOCKWISE):
        value = sides[value]
    elif node == rules.LOOP:
        value = value != 0
    return node, value, why


@pytest.mark.parametrize("preset", PRESETS)
def test_some_situations_turned_and_mirrored(preset: str) -> None:
    for family in ("core", "circle"):
        each = list(islice(situations(family), 13, None, 1499))
        assert prove_turned(each, PRESETS[preset], TURNS | MIRRORS) > 300


def test_a_hexside_that_is_favoured_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the oracle favoured it too."""
    fair = rules.refusal

    def favours_one(
        hexes: rules.Hexes, grid: rules.Grid, codes: rules.RulingCodes, run: rules.Run, side: int
    ) -> int:
        return 0 if side == 1 else fair(hexes, grid, codes, run, side)

    monkeypatch.setattr(rules, "refusal", favours_one)
    monkeypatch.setattr(Watch, "by_both", Watch.by_rules)
    with pytest.raises(AssertionError):
        prove_turned([Situation("ISSBSB")], PRESETS["table"], TURNS)


@pytest.mark.prove
@PART
@pytest.mark.parametrize("family", ["core", "circle"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_situation_turned_and_mirrored(
    count: Count, preset: str, family: str, part: int
) -> None:
    each = islice(situations(family), part, None, PARTS * 2)
    checks = prove_turned(each, PRESETS[preset], TURNS | MIRRORS)
    count(f"turned and mirrored, family {family}, {preset}", checks=checks)


# The enumeration itself ---------------------------------------------------------------------------


def test_there_is_one_situation_of_all_that_turn_alike() -> None:
    """As many as Burnside's lemma says, and no two that turn into each other."""
    kinds = FAMILIES["ruling"]
    words = [situation.kinds for situation in situations("ruling")]
    turns = {min(word[by:] + word[:by] for by in range(6)) for word in words}
    n = len(kinds)
    assert len(words) == len(turns) == (n**6 + n**3 + 2 * n**2 + 2 * n) // 6


def test_a_situation_is_put_on_the_board_as_its_file_says() -> None:
    """`fill` is quick; `board_from` asks whether the board can be one."""
    each = islice(situations("wide"), 0, None, 397)
    for situation in chain(
        each, islice(situations("circle"), 0, None, 499), islice(at_edges(), 0, None, 9973)
    ):
        data, quick = situation.board(), Board(situation.place.layout())
        fill(quick, data)
        slow = board_from(data)
        for one, other in zip(quick.hexes, slow.hexes, strict=True):
            assert one == other


def test_every_kind_stands_in_a_family_or_is_merged() -> None:
    merged = "".join(fellows for fellows, _ in MERGED.values())
    assert set("".join(FAMILIES.values()) + merged) == set(KINDS)


def test_a_river_is_led_around_the_hex() -> None:
    """In the family of circles the river that leaves comes back, also by dry land between."""
    for word in ("OPDDDD", "ODIDDD", "DDDDOI", "IDDDOD"):
        watch = Watch(Situation(word, circle=True), PRESETS["table"])
        run = watch.by_both(())
        assert run.need == rules.DIE, word
        assert run.trace[-1][0] == rules.LOOP
    assert INSIDE not in EDGES


@pytest.mark.parametrize("rulings", ["table", "table,redraw=clockwise", "printed"])
def test_a_run_is_made_of_numbers_that_mean_something(rulings: str) -> None:
    """Whole ones, as they must be to compile, and no others than the rules have names for."""
    in_force = Rulings.of(rulings)
    others = map(Situation, ("MSBSSL", "ISSSSS", "OSSSSS"))
    for situation in chain(islice(situations("core"), 0, None, 797), others):
        for variation in (situation, replace(situation, terrain="desert", need=5)):
            runs: list[rules.Run] = []
            Scripts(Watch(variation, in_force), Tally(), told=runs.append).run()
            for run in runs:
                said = (run.outcome, run.terrain, run.ins, run.outs, run.source, run.forced)
                numbers = chain(said, *run.trace)
                assert {type(number) for number in numbers} == {int}
                assert {run.source, run.following, run.extension} <= {0, 1}
                assert all(why in REASONS.get(node, {0}) for node, _, why in run.trace)


_STROKES = range(rules.DRAWN_IN, rules.DRAWN_BACK + 1)
REASONS = {
    rules.INFLOW: range(3),
    rules.NUMBER: range(-1, 8),
    rules.MAY_BEGIN: range(8 + rules.BY_CROSSES_ONE_BAD),
    rules.MAY_END: range(2),
    rules.REDRAW: range(2),
    rules.NO_WAY_OUT: range(2),
    rules.LOOP: range(14),
    rules.DRAW: {
        way + ruling
        for way in _STROKES
        for ruling in (0, rules.BY_EXTENSION_FLOW, rules.BY_DOWNSTREAM_FORK)
    },
}


def test_each_change_of_a_ruling_is_one() -> None:
    for preset in PRESETS:
        before = PRESETS[preset].values()
        changed = changes(preset)
        assert len(changed) == 12  # eleven rulings, one of them with three values
        for name, rulings in changed:
            after = rulings.values()
            assert [key for key in before if before[key] != after[key]] == [name]
    assert script(["die 4"])
