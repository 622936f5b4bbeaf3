"""Running the application on a socket, and stopping without leaving anybody waiting."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from .api import make_app
from .live import Bell
from .store import Store

__all__ = ["serve"]

Ready = Callable[[], object]
_PATIENCE = 3  # seconds for requests under way when the server stops


class _Server(uvicorn.Server):
    """Lets those go who wait for events as soon as it is told to stop."""

    def __init__(self, config: uvicorn.Config, bell: Bell, ready: Ready | None) -> None:
        super().__init__(config)
        self.bell, self.ready = bell, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.ready is not None and self.started:
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.bell.close()
        super().handle_exit(sig, frame)


def serve(store: Store, listening: socket.socket, ready: Ready | None = None) -> None:
    """Answer requests until Ctrl-C; `ready` is called as soon as that can begin."""
    app = make_app(store)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
        lifespan="on",
    )
    _Server(config, app.state.bell, ready).run(sockets=[listening])
