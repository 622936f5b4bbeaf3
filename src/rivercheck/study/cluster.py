"""A study on a dask cluster: the same chunks, elsewhere. dask is imported here alone."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from ..errors import RivercheckError
from . import require_study

__all__ = ["cluster"]

PATIENCE = 10  # seconds until a scheduler that does not answer is given up
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:\d{1,5}")


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a scheduler, and how many threads they have. Raises RivercheckError.

    A chunk whose worker dies is given to another, by dask.
    """
    require_study("distributed")
    if not _ADDRESS.fullmatch(address):
        raise RivercheckError(f"--dask {address!r}: say it like tcp://127.0.0.1:8786", "study")
    import distributed

    connect: Any = distributed.Client  # dask does not say its types
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what fails, we say in one line
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RivercheckError(
            f"--dask {address}: no scheduler answers within {PATIENCE} s "
            f"({type(error).__name__}): start one with `dask scheduler`",
            "study",
        ) from None
    try:
        yield client.get_executor(pure=False, retries=2), _workers(client, address)
    except RivercheckError:
        raise
    except (Exception, asyncio.CancelledError) as error:  # whatever a worker or dask may raise
        says = " ".join(f"{type(error).__name__}: {error}".split())
        raise RivercheckError(
            f"--dask {address}: the scheduler was lost or a worker failed: {says}", "study"
        ) from None
    finally:
        client.close(timeout=PATIENCE)


def _workers(client: Any, address: str) -> int:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise RivercheckError(
            f"--dask {address}: no worker has come within {PATIENCE} s: "
            f"start one with `dask worker {address}`",
            "study",
        ) from None
    threads: int = sum(client.nthreads().values())
    return max(1, threads)
