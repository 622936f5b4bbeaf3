"""The compiled engine: the very functions of `rules`, for whole boards and for many of them.

It needs what `pip install 'rivercheck[bulk]'` brings. What stands here imports neither numpy nor
numba; `growing` and the others do.
"""

from __future__ import annotations

from ..extras import require

__all__ = ["require_bulk"]


def require_bulk() -> None:
    """Raise RivercheckError, with what to do, unless numpy and numba are installed."""
    require("bulk", "growing needs", "numpy", "numba")
