"""A browser and a server for each worker; for each test contexts of its own, which are watched."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from serving import Client, Game, Server, serving

from .desk import Desk, Watch
from .hands import DESKTOP, HANDS, Hand, Mouse

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Mortal:
    """A server that can be killed, and comes back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.server = folder, Server(folder)
        self.client = Client(self.server.address)
        self.client.server = self.server

    def kill(self) -> None:
        """As `kill -9` does it."""
        self.server.stop(signal.SIGKILL)

    def come_back(self) -> None:
        """On the same port, over the same folder."""
        port = self.client.server.address.split(":")[-1]
        self.server = Server(self.folder, words=["--port", port])
        assert self.server.address == self.client.server.address

    def close(self) -> None:
        self.client.http.close()
        self.server.stop()


Visit = Callable[..., tuple[Page, Watch]]
Sit = Callable[..., Desk]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, (*_BROWSERS, _MAC))), None)
    if found is None:
        pytest.skip("no Chrome or Chromium here")
    expect.set_options(timeout=20_000)
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=found, args=_QUIET)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.fixture
def visit(browser: Browser, server: Client) -> Iterator[Visit]:
    """`visit("/")`: somebody new comes to the page, with a browser of their own."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def come(path: str = "", address: str = "", by: str = "", **options: Any) -> tuple[Page, Watch]:
        address = address or server.server.address
        options = {**DESKTOP, "reduced_motion": "reduce", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(20_000)
        watch = Watch(context, address)
        opened.append((context, watch))
        if by:
            name = f'localStorage["rivercheck.name"] ??= {json.dumps(by)}'
            context.add_init_script(f"try {{ {name} }} catch {{ /* no page of ours */ }}")
        page = context.new_page()
        if path:
            page.goto(address + path)
        return page, watch

    yield come
    for context, _ in opened:
        context.close()
    for _, watch in opened:
        watch.check()


@pytest.fixture
def sit(visit: Visit, server: Client) -> Sit:
    """`sit("bay", Mouse)`: somebody sits down to a new game; or to one that is given."""

    def down(
        board: str | dict[str, Any] | Game = "bay",
        hand: type[Hand] = Mouse,
        by: str = "Anna",
        options: dict[str, Any] | None = None,
        **wanted: Any,
    ) -> Desk:
        if isinstance(board, Game):
            game = board
        else:
            kind = {"shipped": board} if isinstance(board, str) else board
            wanted = {"seed": 1, "explorers": ["Burton", "Speke"], **wanted}
            game = server.new(board=kind if isinstance(board, str) else {"file": kind}, **wanted)
        page, watch = visit(
            address=game.client.server.address, by=by, **{**hand.device, **(options or {})}
        )
        return Desk(page, hand(page), game, watch).open()

    return down


@pytest.fixture(params=HANDS, ids=lambda hand: hand.__name__.lower())
def hand(request: pytest.FixtureRequest) -> type[Hand]:
    """Each of the three ways to use the page."""
    kind: type[Hand] = request.param
    return kind


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    """A server of its own for a test that kills it."""
    one = Mortal(tmp_path / "mortal")
    yield one
    one.close()
