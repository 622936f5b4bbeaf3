"""What an extra brings, asked for before it is imported."""

from __future__ import annotations

from importlib.util import find_spec

from .errors import RivercheckError

__all__ = ["require"]


def require(
    extra: str, what: str, *modules: str, error: type[RivercheckError] = RivercheckError
) -> None:
    """Raise `error`, with what to do, unless these modules of an extra are installed.

    `what` says who needs them: `growing needs`.
    """
    missing = " and ".join(name for name in modules if find_spec(name) is None)
    if missing:
        says = f"{what} {missing}, not installed here: pip install 'rivercheck[{extra}]'"
        raise error(says, extra)
