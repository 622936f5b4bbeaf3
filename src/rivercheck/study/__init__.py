"""Studies: what rulings, a deck and an order make of a board, from many boards of it.

    from rivercheck.study import Plan, study
    found = study(Plan.of("africa", seed=1), boards=10_000)

It needs what `pip install 'rivercheck[study]'` brings; what stands here imports none of it.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import RivercheckError

__all__ = ["require_study"]


def require_study(*further: str) -> None:
    """Raise RivercheckError, with what to do, unless numpy, numba and these are installed."""
    missing = [name for name in ("numpy", "numba", *further) if find_spec(name) is None]
    if missing:
        names = " and ".join(missing)
        raise RivercheckError(
            f"a study needs {names}, not installed here: pip install 'rivercheck[study]'", "study"
        )
