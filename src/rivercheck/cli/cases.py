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


def run_cases(number: int, case: Any) -> tuple[dict[str, Any], list[str]]:
    """The result as `check --json` prints it, and a line for each key that differs."""
    name = f"case {number}"
    try:
        if not isinstance(case, Mapping):
            raise RivercheckError("must be an object", "case")
        name = str(case.get("name", name))
        missing = [key for key in ("board", "hex", "expect") if key not in case]
        if missing:
            raise RivercheckError(f"lacks the key {missing[0]}", "case")
        board = board_from(case["board"])
        rulings = case.get("rulings")
        result: dict[str, Any] = check(
            board,
            str(case["hex"]),
            case.get("answers", []),
            None if rulings is None else Rulings.of(rulings),
        ).to_json()
    except RivercheckError as error:
        result = {"error": {"code": error.code, "message": str(error)}}
        if not isinstance(case, Mapping) or "expect" not in case:
            return result, [f"{name}: {error}"]
    return result, _differences(name, case["expect"], result)


def _differences(name: str, expect: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    lines = []
    for key, value in expect.items():
        if key not in result or result[key] != value:
            got = json.dumps(result.get(key, result.get("error")))
            lines.append(f"{name}: {key}: expected {json.dumps(value)}, got {got}")
    return lines
