"""The example of each ruling: each value has a map and a picture of its own."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from rivercheck.boardfile import board_text
from rivercheck.draw import THEMES
from rivercheck.errors import RulingError
from rivercheck.examples import examples, ruling_picture
from rivercheck.rulings import PRESETS, RULINGS, Ruling

SVG = "{http://www.w3.org/2000/svg}"
VALUES = [(ruling.name, value) for ruling in RULINGS for value in ruling.values]
BOTH = [*((ruling.name, None) for ruling in RULINGS), *VALUES]


@pytest.fixture(params=RULINGS, ids=lambda ruling: ruling.name)
def ruling(request: pytest.FixtureRequest) -> Ruling:
    found: Ruling = request.param
    return found


def test_every_ruling_has_an_example_in_order() -> None:
    assert list(examples()) == [ruling.name for ruling in RULINGS]


def test_any_two_values_come_to_different_maps(ruling: Ruling) -> None:
    example = examples()[ruling.name]
    before = board_text(example.before)
    maps = {value: board_text(example.after(value).board) for value in ruling.values}
    for one, other in combinations(ruling.values, 2):
        assert maps[one] != maps[other]
        assert ruling_picture(ruling.name, one) != ruling_picture(ruling.name, other)
    assert before not in maps.values()
    assert board_text(example.before) == before


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_is_decided_by_the_ruling(name: str, value: str) -> None:
    """All checks are finished, and where a value departs from the letter a step names it."""
    example = examples()[name]
    after = example.after(value)
    assert [result.hex for result in after.results] == list(example.hexes)
    assert all(result.need is None for result in after.results)
    assert after.results[-1].rulings.value(name) == value
    named = {step.ruling for result in after.results for step in result.trace}
    assert name in named or (name, value) == ("lookahead", "off")
    assert all(result.hex in after.sentence for result in after.results)


def test_no_answer_is_for_nothing(ruling: Ruling) -> None:
    example = examples()[ruling.name]
    for number, (_, answers) in enumerate(example.checks):
        used = [example.after(value).results[number].used for value in ruling.values]
        assert max(used) == len(answers)


def test_the_other_rulings_are_those_of_the_table(ruling: Ruling) -> None:
    assert examples()[ruling.name].rulings == PRESETS["table"]


def test_captions_are_one_line(ruling: Ruling) -> None:
    caption = examples()[ruling.name].caption
    assert 20 < len(caption) < 90
    assert caption.endswith(".")
    assert not any(unicodedata.category(sign).startswith("C") for sign in caption)


@pytest.mark.parametrize(("name", "value"), BOTH)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_small_and_bare(name: str, value: str | None, theme: str) -> None:
    root = ET.fromstring(ruling_picture(name, value, theme))
    kinds = [one.get("class", "") for one in root.iter()]
    assert float(root.get("width", "999")) <= 220
    assert float(root.get("height", "999")) <= 260
    assert kinds.count("marked") == len(examples()[name].hexes)
    assert not {"page", "frame", "title", "legend-text", "hex-label"} & set(kinds)
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")


def test_the_same_bytes_each_time() -> None:
    code = (
        "import sys; from rivercheck.examples import ruling_picture; "
        "sys.stdout.write(ruling_picture('coast', 'open'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.decode() == ruling_picture("coast", "open")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("coats", None, "unknown ruling 'coats': did you mean coast"),
        ("coats", "open", "unknown ruling 'coats': did you mean coast"),
        ("coast", "opne", "unknown value of coast 'opne': did you mean open"),
        ("coast", "open,own-side=open", "unknown value of coast"),
        ("coast", "", "unknown value of coast"),
    ],
)
def test_what_is_unknown_is_named(name: str, value: str | None, message: str) -> None:
    with pytest.raises(RulingError, match=message):
        ruling_picture(name, value)
