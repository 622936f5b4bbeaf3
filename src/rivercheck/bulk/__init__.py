"""The compiled engine: the very functions of `rules`, for whole boards and for many of them.

It needs what `pip install 'rivercheck[bulk]'` brings. What stands here imports neither numpy nor
numba; `growing` and the others do.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import RivercheckError

__all__ = ["require_bulk"]


def require_bulk() -> None:
    """Raise RivercheckError, with what to do, unless numpy and numba are installed."""
    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        names = " and ".join(missing)
        raise RivercheckError(
            f"growing needs {names}, not installed here: pip install 'rivercheck[bulk]'", "bulk"
        )
