"""One conformance case: run it, and compare each key that it expects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..boardfile import board_from
from ..errors import RivercheckError
from ..referee import check
from ..rulings import Rulings

__all__ = ["run_cases"]


_KEYS = {"board": dict, "hex": str, "answers": list, "expect": dict}
_KINDS = {dict: "an object", str: "a text", list: "a list"}


def run_cases(number: int, case: Any) -> tuple[dict[str, Any], list[str]]:
    """The result as `check --json` prints it, and a line for each key that differs."""
    name = f"case {number}"
    try:
        if not isinstance(case, Mapping):
            raise RivercheckError("must be an object", "case")
        name = str(case.get("name", name))
        for key, kind in _KEYS.items():
            if key not in case and key in ("board", "hex", "expect"):
                raise RivercheckError(f"lacks the key {key}", "case")
            if not isinstance(case.get(key, kind()), kind):
                raise RivercheckError(f"{key}: must be {_KINDS[kind]}", "case")
        board = board_from(case["board"])
        rulings = case.get("rulings")
        if not isinstance(rulings, str | Mapping | None):
            raise RivercheckError("rulings: must be a preset's name or an object", "case")
        result: dict[str, Any] = check(
            board,
            str(case["hex"]),
            case.get("answers", []),
            None if rulings is None else Rulings.of(rulings),
        ).to_json()
    except RivercheckError as error:
        result = {"error": {"code": error.code, "message": str(error)}}
        if error.code == "case":
            return result, [f"{name}: {error}"]
    return result, _differences(name, case["expect"], result)


def _differences(name: str, expect: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    lines = []
    for key, value in expect.items():
        got = json.dumps(result.get(key, result.get("error")), sort_keys=True)
        wanted = json.dumps(value, sort_keys=True)
        if key not in result or got != wanted:
            lines.append(f"{name}: {key}: expected {wanted}, got {got}")
    return lines
