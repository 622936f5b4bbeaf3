"""The file of a study: its plan and its tallies, kept as they come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import FileError, RivercheckError
from ..files import parse_json, read_text, write_text
from .measures import columns
from .plan import Plan
from .runner import Study
from .tally import Tally

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
    _require_sound(study, path)
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
    """Raise FileError unless every tally has every measure of all boards."""
    names = columns(study.plan.board, bool(study.plan.want))
    sound = type(study.boards) is int and len(study.tallies) in (0, len(study.plan.variants))
    for place, tally in enumerate(study.tallies):
        sound = sound and list(tally.histograms) == names == list(tally.least) == list(tally.most)
        sound = sound and all(one.boards == study.boards for one in tally.histograms.values())
        sound = sound and list(tally.differences) == (names if place else [])
        sound = sound and len(tally.through) == study.plan.board.layout.size
    if not sound or bool(study.boards) != bool(study.tallies):
        raise FileError(f"{path}: a study file that is damaged: its tallies are not of all boards")
