"""`rivercheck serve`: the table in a browser."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ..errors import FileError
from ..extras import require
from .common import err, out, styled

__all__ = ["add_to"]

HOST = "127.0.0.1"  # this machine alone
PORT = 8032


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("serve")(serve_command)


def serve_command(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any that is free.")
    ] = PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            envvar="RIVERCHECK_DATA",
            help="Where games are kept; by default in your user data folder.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page where there is a screen.")
    ] = True,
) -> None:
    """Play at the table in a browser: on this machine alone, games kept as they are played.

    Ctrl-C stops it; every entry that was acknowledged is on disk by then.

    Example: `rivercheck serve --port 0 --data my-games`
    """
    require("web", "the table needs", "apsw", "fastapi", "platformdirs", "uvicorn")
    from platformdirs import user_data_path

    from ..web.server import serve
    from ..web.store import Store

    folder = user_data_path("rivercheck", appauthor=False) if data is None else data
    listening = _listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    store = Store(folder)
    try:
        out().print(styled(f"The table is at {address}"))
        err().print(styled(f"games are kept in {store.path}; Ctrl-C stops", "dim"))
        sys.stdout.flush()
        show = browser and _screen()
        serve(store, listening, (lambda: webbrowser.open(address)) if show else None)
    finally:
        store.close()


def _listen(port: int) -> socket.socket:
    """A socket on this machine's own address. Raises FileError."""
    # With the protocol said, asyncio sends small answers at once and does not wait for more.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":  # there it would let two programs share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(2048)  # whoever reads the address may come at once
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise FileError(
                f"port {port} is in use, perhaps by a table that is open already: see "
                f"http://{HOST}:{port}/, or name another with --port",
                "port",
            ) from None
        reason = (error.strerror or str(error)).lower()
        raise FileError(f"port {port} cannot be had: {reason}; name another", "port") from None
    return listening


def _screen() -> bool:
    """Whether there is a screen to open a browser on."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
