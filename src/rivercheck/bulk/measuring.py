"""Strahler's orders of a whole sheet: compiled text, as `mapping`; `survey` says what they are."""

from __future__ import annotations

from typing import Any

from ..survey import measure_streams

__all__ = ["stream_orders"]


def stream_orders(world: Any, found: Any) -> None:
    """Put the order of each hex into `found.order`, which is blank, as its other lists are."""
    measure_streams(world.hexes, world.grid, found)
