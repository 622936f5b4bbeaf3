"""Server-sent events: every entry of a game as it is made, from where a client left off."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any

from ..files import json_text

__all__ = ["Bell", "events"]

QUIET = 10.0  # seconds; then a comment keeps the connection open, and the store is looked at again
RETRY_MS = 500


class Bell:
    """Wakes all who wait for entries of a game. Rung from any thread."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def ring(self, game: str) -> None:
        """There are new entries."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, game)

    def close(self) -> None:
        """Let everybody go: the server stops. Called in the loop's own thread or a signal's."""
        self.closed = True
        for game in list(self._waiting):
            self.ring(game)

    def _wake(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()

    async def wait(self, game: str, event: asyncio.Event) -> None:
        """Until the bell rings, or it has been quiet for long enough."""
        try:
            await asyncio.wait_for(event.wait(), QUIET)
        except TimeoutError:
            return
        event.clear()

    def join(self, game: str) -> asyncio.Event:
        """An event that is set when the bell rings; `leave` gives it back."""
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._waiting[game].add(event)
        return event

    def leave(self, game: str, event: asyncio.Event) -> None:
        """Wait no longer."""
        self._waiting[game].discard(event)
        if not self._waiting[game]:
            del self._waiting[game]


async def events(
    bell: Bell, game: str, after: int, lines: Callable[[int], list[dict[str, Any]]]
) -> AsyncIterator[str]:
    """The lines of the journal after an entry, then as they come. `lines` is run in a thread."""
    event = bell.join(game)
    try:
        yield f"retry: {RETRY_MS}\n\n"
        while not bell.closed:
            for line in await asyncio.to_thread(lines, after):
                after = line["number"]
                yield f"event: entry\nid: {after}\ndata: {json_text(line)}\n\n"
            await bell.wait(game, event)
            yield ": quiet\n\n"
    finally:
        bell.leave(game, event)
