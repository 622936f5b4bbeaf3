"""A board made from nothing, ready to be mapped."""

from __future__ import annotations

from ..grid import Layout
from .coast import put_coast, put_mouths
from .sheet import Sheet

__all__ = ["fresh_sheet"]


def fresh_sheet(layout: Layout, coast: str, seed: int, mouths: int | None = None) -> Sheet:
    """A blank board with a coast and mouths, by a seed. Raises BoardError if it cannot be."""
    sheet = Sheet.blank(layout, f"{coast} {seed}")
    put_coast(sheet, coast, seed)
    put_mouths(sheet, mouths, seed)
    return sheet
