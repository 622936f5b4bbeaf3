"""The file of a study: its plan and its tallies, kept as they come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import FileError, RivercheckError
from ..files import parse_json, read_text, write_text
from .chunk import GROUPED
from .measures import columns
from .plan import Plan
from .runner import Study
from .tally import GROUPS, Tally

__all__ = ["load_study", "resumed", "save_study", "study_text"]

LARGEST = 512 * 1024 * 1024  # bytes


def study_text(study: Study) -> str:
    """The text of the file: one key a line at its top, whole numbers alone."""
    head = {"rivercheck_study": 1, "boards": study.boards, "plan": json.loads(study.plan.text)}
    lines = [f" {json.dumps(key)}: {json.dumps(head[key], ensure_ascii=False)}" for key in head]
    tallies = [json.dumps(tally.to_json(), ensure_ascii=False) for tally in study.tallies]
    lines.append(' "tallies": [\n  ' + ",\n  ".join(tallies) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def save_study(study: Study, path: str | Path) -> None:
    """Write the file whole or not at all. Raises FileError."""
    write_text(path, study_text(study))


def load_study(path: str | Path) -> Study:
    """The study in a file. Raises FileError."""
    data = _data(path)
    try:
        study = Study(Plan.from_json(data["plan"]), data["boards"])
        study.tallies = [Tally.from_json(one) for one in data["tallies"]]
    except RivercheckError as error:
        raise FileError(f"{path}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{path}: a study file that is damaged: {error!r}") from None
    try:
        _require_sound(study, path)
    except (AttributeError, TypeError, ValueError) as error:
        raise FileError(f"{path}: a study file that is damaged: {error!r}") from None
    return study


def resumed(plan: Plan, path: str | Path, boards: int) -> Study:
    """The study in a file, to go on with. Raises FileError if it is another study's file."""
    data = _data(path)
    if isinstance(data.get("plan"), dict):
        differs = _differs(plan, data["plan"], path)
        if differs:
            raise FileError(f"{path}: is another study's file: {differs} differs")
    study = load_study(path)
    if study.boards > boards:
        raise FileError(f"{path}: holds {study.boards:,} boards already, more than {boards:,}")
    return study


def _differs(plan: Plan, other: dict[str, Any], path: str | Path) -> str:
    try:
        return plan.differs(other)
    except (AttributeError, KeyError, TypeError) as error:
        raise FileError(f"{path}: a study file that is damaged: {error!r}") from None


def _data(path: str | Path) -> dict[str, Any]:
    data = parse_json(read_text(path, LARGEST), str(path))
    if not isinstance(data, dict) or data.get("rivercheck_study") != 1:
        raise FileError(f"{path}: is no study file")
    return data


def _require_sound(study: Study, path: str | Path) -> None:
    """Raise FileError unless every tally has every measure of all boards, in whole numbers."""
    names = columns(study.plan.board, bool(study.plan.want))
    size = study.plan.board.layout.size
    sound = type(study.boards) is int and study.boards >= 0
    sound = sound and len(study.tallies) == (len(study.plan.variants) if study.boards else 0)
    for place, tally in enumerate(study.tallies):
        sound = sound and list(tally.histograms) == names == list(tally.least) == list(tally.most)
        sound = sound and list(tally.differences) == (names if place else [])
        both = (*tally.histograms.values(), *tally.differences.values())
        sound = sound and all(one.boards == study.boards for one in both)
        sound = sound and all(min(one.values()) > 0 for one in both)
        sound = sound and _whole(tally.through, size)
        sound = sound and list(tally.groups) == list(GROUPED)
        sound = sound and all(_whole(sums, GROUPS) for sums in tally.groups.values())
    if not sound:
        raise FileError(f"{path}: a study file that is damaged: its tallies are not of all boards")


def _whole(values: object, count: int) -> bool:
    """Whether this is a list of so many whole numbers."""
    return (
        isinstance(values, list)
        and len(values) == count
        and all(type(one) is int and one >= 0 for one in values)
    )
