"""Studies: what rulings, a deck and an order make of a board, from many boards of it.

    from rivercheck import Deck, Rulings, open_board
    from rivercheck.study.plan import Plan, Variant
    from rivercheck.study.report import figures
    from rivercheck.study.runner import study

    variant = Variant("table", open_board("bay"), Rulings.of("table"), Deck.house())
    figures(study(Plan((variant,), seed=1), boards=1000))["longest"].estimates

It needs what `pip install 'rivercheck[study]'` brings; what stands here imports none of it.
"""

from __future__ import annotations

from ..extras import require

__all__ = ["require_study"]


def require_study(*further: str) -> None:
    """Raise RivercheckError, with what to do, unless numpy, numba and these are installed."""
    require("study", "a study needs", "numpy", "numba", *further)
