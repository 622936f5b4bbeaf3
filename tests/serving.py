"""A table that is served to tests: a process of its own, on a port of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx

__all__ = [
    "ISLAND",
    "RUN",
    "Client",
    "Game",
    "Server",
    "one_line",
    "sent_events",
    "serving",
    "wander",
]

RUN = (
    "import sys; from rivercheck.cli import main; sys.argv = ['rivercheck', *sys.argv[1:]]; main()"
)
_keys = count(1)

ISLAND: dict[str, Any] = {  # six by six hexes, sea in the west, a mouth, a printed river
    "rivercheck": 1,
    "name": "little land",
    "layout": {"columns": 6, "rows": 6},
    "hexes": {
        **{f"010{row}": {"terrain": "sea"} for row in range(1, 7)},
        "0202": {"terrain": "jungle", "state": "partial", "out": [6]},
        "0404": {"terrain": "lake", "state": "mapped", "name": "Old Lake"},
    },
    "mouths": [{"hex": "0202", "side": 6, "name": "Tamba", "drainage": 4}],
}


class Server:
    """`rivercheck serve` on a folder, or on its own; `address` is what it has printed."""

    def __init__(
        self,
        folder: Path | None,
        *,
        before: str = "",
        environ: Mapping[str, str] | None = None,
        words: Sequence[str] = (),
    ) -> None:
        """Start it and wait for its address. `before` is Python that is run first."""
        command = [sys.executable, "-c", f"{before}\n{RUN}", "serve", "--port", "0", "--no-open"]
        command += [] if folder is None else ["--data", str(folder)]
        self.process = subprocess.Popen(
            [*command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environ or {}), "NO_COLOR": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found is None:
            told = self.process.communicate()
            raise AssertionError(f"no address: {line}{told}")
        self.address = found[0]

    def stop(self, sign: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it; returns its exit status and what went to stderr."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        _, wrong = self.process.communicate(timeout=60)
        return self.process.returncode, wrong


@contextmanager
def serving(folder: Path, **options: Any) -> Iterator[Client]:
    """A server and a client of it; it ends without having complained of anything."""
    server = Server(folder, **options)
    try:
        with Client(server.address) as client:
            client.server = server
            yield client
    finally:
        code, wrong = server.stop()
    assert "Traceback" not in wrong, wrong
    assert code == 130, (code, wrong)


class Client:
    """A client as the page is one; each command has a key of its own."""

    server: Server

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60, trust_env=False)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: Any) -> Any:
        """The JSON of an address under /api that must answer 200."""
        answer = self.http.get(f"/api{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any, status: int | None = 200) -> Any:
        """The JSON of a POST that must have this status, if one is said."""
        sent = json.dumps(body)
        headers = {"content-type": "application/json"}
        answer = self.http.post(f"/api{path}", content=sent, headers=headers)
        assert status is None or answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, body: Any, status: int = 400) -> str:
        """The one line with which a POST is refused."""
        return one_line(self.post(path, body, status))

    def key(self) -> str:
        """A key that no other command has."""
        return f"{os.getpid()}-key-{next(_keys)}"

    def new(self, **wanted: Any) -> Game:
        """A new game, on the little land unless a board is said."""
        body = {"key": self.key(), "board": {"file": ISLAND}, "seed": 5, **wanted}
        return Game(self, self.post("/games", body, 201)["id"])

    def take_in(self, data: bytes, key: str = "") -> httpx.Response:
        """Import a game file."""
        headers = {"content-type": "application/x-ndjson"}
        query = {"key": key or self.key()}
        return self.http.post("/api/games/import", content=data, params=query, headers=headers)

    def imported(self, data: bytes) -> Game:
        """The game of a game file that must be good."""
        answer = self.take_in(data)
        assert answer.status_code == 201, answer.text
        return Game(self, answer.json()["id"])


class Game:
    """One game of a client, which knows of a revision."""

    def __init__(self, client: Client, id: str) -> None:
        self.client, self.id, self.revision = client, id, 0

    @property
    def path(self) -> str:
        """Its address under /api."""
        return f"/games/{self.id}"

    def command(self, change: Any, **more: Any) -> dict[str, Any]:
        """The body that enters a change."""
        known = {"revision": self.revision, "key": self.client.key(), "by": "Anna"}
        return {**known, "change": change, **more}

    def enter(self, kind: str, status: int = 200, **change: Any) -> Any:
        """Enter a change; the answer."""
        answer = self.send(self.command({"kind": kind, **change}), status)
        if status == 200:
            self.revision = answer["revision"]
        return answer

    def send(self, body: Any, status: int | None = 200) -> Any:
        """Send a body to where entries are made."""
        return self.client.post(f"{self.path}/entries", body, status)

    def check(self, hex: str, terrain: str = "", **change: Any) -> Any:
        """A check whose cards the server draws."""
        return self.enter("check", hex=hex, terrain=terrain, draw=True, **change)

    def refuses(self, kind: str, status: int = 400, **change: Any) -> str:
        """The one line with which a change is refused; nothing was entered."""
        line = one_line(self.enter(kind, status, **change))
        assert self.get("/view")["revision"] == self.revision
        return line

    def get(self, path: str, **query: Any) -> Any:
        """The JSON of an address of the game."""
        return self.client.get(f"{self.path}{path}", **query)

    def raw(self, path: str, **query: Any) -> httpx.Response:
        """The answer of an address of the game, whatever it is."""
        return self.client.http.get(f"/api{self.path}{path}", params=query)

    def file(self) -> bytes:
        """The game file."""
        answer = self.raw("/game.rivercheck")
        assert answer.status_code == 200
        return answer.content


def one_line(answer: Any) -> str:
    """The message of a failure, which is one line and not too long."""
    message = answer["error"]["message"]
    assert isinstance(message, str)
    assert 0 < len(message) < 1100
    kinds = {unicodedata.category(sign) for sign in message}
    assert not kinds & {"Cc", "Cf", "Zl", "Zp", "Cs"}, ascii(message)
    return message


def sent_events(lines: Iterator[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The entries of an event stream: id and data."""
    event: dict[str, str] = {}
    for line in lines:
        if not line and "data" in event:
            assert event["event"] == "entry"
            yield int(event["id"]), json.loads(event["data"])
        if not line:
            event = {}
        elif not line.startswith(":"):
            key, _, value = line.partition(": ")
            assert key not in event
            event[key] = value


def wander(game: Game, random: Random, steps: int) -> Iterator[None]:
    """A game of anything that can be done, with much that is refused; a pause after each step."""
    labels = sorted(game.get("/view")["hexes"])
    for _ in range(steps):
        answer = game.send(game.command(_anything(random, labels, game.revision)), None)
        if "revision" in answer:
            assert answer["revision"] == game.revision + 1
            game.revision += 1
        else:
            assert answer["error"]["code"] not in ("broken", "stale", "file"), answer
        yield


def _anything(random: Random, labels: Sequence[str], revision: int) -> dict[str, Any]:
    hex, explorer = random.choice(labels), random.choice(["Burton", "Speke"])
    terrain = random.choice(["jungle", "desert", "swamp", "lake", "veldt", "mountain"])
    known = {"terrain": terrain, "state": random.choice(["blank", "partial", "mapped"])}
    named = {**known, "name": random.choice(["", "Ujiji", "<b>"]), "explorers": [explorer]}
    side = random.randint(1, 6)
    check = {"kind": "check", "hex": hex, "explorer": explorer, "draw": True}
    changes: list[dict[str, Any]] = [
        *[check] * 4,
        *[{**check, "terrain": terrain}] * 8,
        {"kind": "terrain", "hex": hex, "terrain": terrain},
        {"kind": "terrain", "hex": hex, "terrain_card": {"from": "drawn"}},
        {"kind": "edit", "hexes": {hex: random.choice([None, known, named])}},
        {"kind": "edit", "mouths": [{"hex": hex, "side": side, "name": "M", "drainage": 3}]},
        {"kind": "edit", "mouths_removed": [hex]},
        {"kind": "visit", "hex": hex, "explorer": explorer},
        {"kind": "publish", "explorer": explorer},
        {"kind": "erase", "explorer": explorer},
        {"kind": "note", "text": "so far"},
        *[{"kind": "undo"}] * 3,
        *[{"kind": "redo"}] * 2,
        {"kind": "undo", "to": random.randint(max(0, revision - 9), revision)},
    ]
    return random.choice(changes)
