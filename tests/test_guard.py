"""Who may ask, how much may be sent, what a page may do; and events reach everybody once."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from rivercheck.web.guard import LARGEST_BODY, security_headers
from serving import Client, Game, Server, one_line, sent_events, serving

JSON = "application/json"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("table")) as client:
        yield client


@pytest.fixture
def game(client: Client) -> Game:
    return client.new()


def note(game: Game) -> dict[str, Any]:
    return game.command({"kind": "note", "text": "x"}, revision=game.get("/view")["revision"])


# Who may ask ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8032", 200),
        ("localhost", 200),
        ("localhost:1", 200),
        ("[::1]", 200),
        ("[::1]:8032", 200),
        ("", 403),
        ("rivercheck.example", 403),
        ("127.0.0.1.example", 403),
        ("localhost.example:8032", 403),
        ("example:127.0.0.1", 403),
        ("localhost@example", 403),
        ("example@localhost", 403),
        ("127.0.0.2", 403),
        ("127.1", 403),
        ("0.0.0.0", 403),
        ("2130706433", 403),
        ("192.168.0.1", 403),
        ("::1", 403),
        ("[::1", 403),
        ("[::2]", 403),
        ("localhost:", 403),
        ("localhost:x", 403),
        ("localhost:123456", 403),
        ("localhost, example", 403),
        ("localhost.", 403),
        ("localhost:٣", 403),
        ("a" * 5000, 403),
    ],
)
def test_only_this_machines_own_names_are_answered(client: Client, host: str, status: int) -> None:
    for path in ("/api/games", "/"):
        answer = client.http.get(path, headers={b"host": host.encode()})
        assert answer.status_code == status
        if status != 200:
            assert "does not answer" in one_line(answer.json())


def test_a_request_without_a_host_is_refused(client: Client) -> None:
    for request in (b"GET /api/games HTTP/1.0\r\n\r\n", b"GET /api/games HTTP/1.1\r\n\r\n"):
        assert b" 40" in said(client, request).split(b"\r\n")[0]
    twice = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nhost: example\r\n\r\n"
    assert b" 40" in said(client, twice).split(b"\r\n")[0]


def said(client: Client, request: bytes) -> bytes:
    """What the server says to these bytes."""
    address = urlsplit(client.server.address)
    assert address.port is not None
    with socket.create_connection(("127.0.0.1", address.port), timeout=10) as connection:
        connection.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while b"\r\n\r\n" not in answer and (part := connection.recv(65536)):
                answer += part
        return answer


OWN = "http://OWN"  # stands for the address of the server itself


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": OWN}, 200),
        ({"origin": OWN, "sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "nonsense"}, 403),
        ({"origin": OWN, "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://127.0.0.1"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"origin": "https://OWN"}, 403),
        ({"origin": "http://rivercheck.example"}, 403),
        ({"origin": "http://localhost:8032"}, 403),
        ({"origin": f"{OWN}.example"}, 403),
    ],
)
def test_only_a_page_of_this_server_may_change_anything(
    client: Client, game: Game, headers: dict[str, str], status: int
) -> None:
    own = urlsplit(client.server.address).netloc
    sent = {key: value.replace("OWN", own) for key, value in headers.items()}
    for path, body, made in (
        (f"{game.path}/entries", note(game), 200),
        (f"{game.path}/preview", {"change": {"kind": "note", "text": "x"}}, 200),
        ("/games", {"key": client.key(), "board": {"shipped": "bay"}}, 201),
    ):
        answer = client.http.post(f"/api{path}", json=body, headers=sent)
        assert answer.status_code == (made if status == 200 else status), answer.text
    assert game.get("/view")["revision"] == (1 if status == 200 else 0)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (JSON, 200),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
        ("application/x-ndjson", 422),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("text/plain; application/json", 415),
        ("application/jsonx", 415),
        ("application/ld+json", 415),
        ("", 415),
        (None, 415),
    ],
)
def test_what_a_form_could_send_is_refused(
    client: Client, game: Game, kind: str | None, status: int
) -> None:
    body = httpx.Request("POST", client.server.address, json=note(game)).content
    headers = {} if kind is None else {"content-type": kind}
    answer = client.http.post(f"/api{game.path}/entries", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    if status != 200:
        one_line(answer.json())
    assert game.get("/view")["revision"] == (status == 200)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "LOCK"])
def test_other_methods_are_refused(client: Client, game: Game, method: str) -> None:
    for path in ("/", "/api/games", f"/api{game.path}/view", f"/api{game.path}/entries"):
        answer = client.http.request(method, path, headers={"content-type": JSON})
        assert answer.status_code == 405
        hardened(answer)
        assert "access-control-allow-origin" not in answer.headers


# Sizes ------------------------------------------------------------------------------------------


LENGTHS = [LARGEST_BODY + 1, 10**12, 10**18, 10**4000, "-1", "x", "0x1", ""]


@pytest.mark.parametrize("length", LENGTHS, ids=lambda length: str(length)[:14])
def test_a_body_said_to_be_too_large_is_refused_unread(client: Client, length: object) -> None:
    head = f"content-type: {JSON}\r\ncontent-length: {length}\r\n\r\n"
    request = f"POST /api/games HTTP/1.1\r\nhost: localhost\r\n{head}"
    answer = said(client, request.encode() + b"{}").split(b"\r\n")[0]
    assert re.search(rb" (413|400) ", answer), answer


def test_a_body_that_does_not_say_its_size_is_counted(client: Client, game: Game) -> None:
    def parts() -> Iterator[bytes]:
        yield b" " * (LARGEST_BODY // 2)
        yield b" " * (LARGEST_BODY // 2)
        yield b" "

    for path, kind in (
        ("/games", JSON),
        (f"{game.path}/entries", JSON),
        (f"/games/import?key={client.key()}", "application/x-ndjson"),
    ):
        headers = {"content-type": kind}
        answer = client.http.post(f"/api{path}", content=parts(), headers=headers)
        assert answer.status_code == 413, answer.text
        assert str(LARGEST_BODY) in one_line(answer.json())
        hardened(answer)


def test_headers_that_are_too_long_are_refused(client: Client) -> None:
    request = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 200_000 + b"\r\n\r\n"
    assert said(client, request).split(b"\r\n")[0] in (b"HTTP/1.1 400 Bad Request", b"")


# Headers ----------------------------------------------------------------------------------------


def hardened(answer: httpx.Response) -> None:
    """All that every answer says, exactly once."""
    for key, value in security_headers():
        said = answer.headers.get_list(key.decode())
        assert len(said) == 1, (key, said)
        if key != b"content-security-policy":
            assert said == [value.decode()]
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "sandbox" in policy or "unsafe-inline" not in policy
    assert "server" not in answer.headers
    assert "set-cookie" not in answer.headers


def assets(client: Client) -> list[str]:
    """The files that the page names."""
    return re.findall(r"/assets/[^\"'\s]+", client.http.get("/").text)


def test_every_answer_is_hardened(client: Client, game: Game) -> None:
    answers = [
        *map(client.http.get, ["/", *assets(client), "/assets/x/y.js", "/nothing", "/api/x"]),
        client.http.get("/api/about"),
        client.http.get("/api/openapi.json"),
        client.http.get("/api/rulings/coast/before.svg"),
        *map(game.raw, ["/view", "/game.rivercheck", "/board.json", "/map.svg", "/turn.txt"]),
        game.raw("/hexes/9999"),
        game.raw("/view?since=x"),
        client.http.get("/api/games/none/view"),
        client.http.get("/api/games", headers={"host": "example"}),
        client.http.post("/api/games", content=b"{", headers={"content-type": JSON}),
        client.http.post("/api/games", content=b"{", headers={"content-type": "text/plain"}),
        client.http.post("/api/games", json={}, headers={"origin": "null"}),
        client.http.put("/api/games", json={}),
        client.http.post(f"/api{game.path}/entries", json={**note(game), "revision": 9}),
    ]
    assert {answer.status_code for answer in answers} == {200, 400, 403, 404, 405, 409, 415, 422}
    for answer in answers:
        hardened(answer)
        assert answer.headers["content-type"]
        if answer.url.path.startswith(f"/api{game.path}") and answer.status_code == 200:
            assert answer.headers["cache-control"]
    with client.http.stream("GET", f"/api{game.path}/events") as stream:
        hardened(stream)
        assert stream.headers["content-type"].startswith("text/event-stream")


def test_a_mistake_of_ours_is_hardened_too(tmp_path: Path) -> None:
    before = (
        "import rivercheck.web.api as api\n"
        "def broken(*_): raise ZeroDivisionError('<script>secret</script>')\n"
        "api.rivers_json = broken"
    )
    server = Server(tmp_path, before=before)
    with Client(server.address) as client:
        answer = client.http.get(f"/api{client.new().path}/rivers")
        assert answer.status_code == 500
        assert "secret" not in answer.text
        one_line(answer.json())
        hardened(answer)
    code, wrong = server.stop()
    assert "ZeroDivisionError" in wrong
    assert code == 130


def test_the_page_names_nothing_of_anybody_else(client: Client) -> None:
    page = client.http.get("/")
    text = page.text
    assert page.headers["cache-control"] == "no-store"
    assert assets(client)
    for path in assets(client):
        answer = client.http.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        text += answer.text
    assert not re.search(r"(src|href)=[\"'](https?:)?//", text)


@pytest.mark.parametrize(
    "path",
    [
        "../../pyproject.toml",
        "..%2f..%2fstore.py",
        "%2e%2e/%2e%2e/store.py",
        "..\\store.py",
        "%5c..%5cstore.py",
        "/etc/passwd",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "js/../../store.py",
        "js/..;/store.py",
        "index.html%00.js",
        "%00",
        "index.html/",
        ".",
        "",
        "js",
        "js/",
        "C:/windows/win.ini",
        "con",
        "a" * 5000,
    ],
)
def test_no_path_leads_out_of_the_assets(client: Client, path: str) -> None:
    version = assets(client)[0].split("/")[2]
    for start in (f"/assets/{version}/", "/assets/", f"/assets/..%2f{version}/"):
        request = f"GET {start}{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        answer = said(client, request.encode())
        assert re.match(rb"HTTP/1.1 (404|400) ", answer), answer[:200]
        assert b"sqlite" not in answer


def test_only_the_version_of_the_day_is_served(client: Client) -> None:
    path = assets(client)[0]
    version = path.split("/")[2]
    assert client.http.get(path.replace(version, "0" * 12)).status_code == 404


# Events -----------------------------------------------------------------------------------------


class Listening(threading.Thread):
    """Somebody who listens to a game until enough entries have come."""

    def __init__(self, game: Game, most: int, after: int = 0, header: bool = False) -> None:
        super().__init__(daemon=True)
        self.game, self.most, self.after, self.header = game, most, after, header
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.start()

    def run(self) -> None:
        headers = {"last-event-id": f"{self.after}"} if self.header else {}
        query = {} if self.header else {"since": self.after}
        address = f"{self.game.client.server.address}/api{self.game.path}/events"
        with (
            httpx.Client(timeout=90, trust_env=False) as http,
            http.stream("GET", address, headers=headers, params=query) as stream,
        ):
            for event in sent_events(stream.iter_lines()):
                self.heard.append(event)
                if len(self.heard) >= self.most:
                    return

    def numbers(self) -> list[int]:
        self.join(90)
        assert not self.is_alive()
        assert [one["number"] for _, one in self.heard] == [number for number, _ in self.heard]
        return [number for number, _ in self.heard]


def test_events_come_once_in_order_from_where_a_client_left_off(game: Game) -> None:
    listeners = [Listening(game, 12), Listening(game, 5), Listening(game, 12, header=True)]
    for number in range(6):
        game.enter("note", text=f"{number}")
    assert listeners[1].numbers() == [1, 2, 3, 4, 5]
    for number in range(6, 12):  # made while the second is away
        game.enter("note", text=f"{number}")
    resumed = [Listening(game, 7, 5, header) for header in (False, True)]
    assert [one.numbers() for one in resumed] == [[6, 7, 8, 9, 10, 11, 12]] * 2
    for listener in (listeners[0], listeners[2]):
        assert listener.numbers() == list(range(1, 13))
        assert [one for _, one in listener.heard] == game.get("/journal")["lines"]


def test_last_event_id_wins_over_since_and_nonsense_is_ignored(game: Game) -> None:
    for number in range(4):
        game.enter("note", text=f"{number}")
    for header, first in (("2", 3), ("", 1), ("x", 1), ("-1", 1), ("9" * 5000, 1), ("1.5", 1)):
        address = f"/api{game.path}/events"
        with game.client.http.stream("GET", address, headers={"last-event-id": header}) as stream:
            assert next(sent_events(stream.iter_lines()))[0] == first
    with game.client.http.stream(
        "GET", address, params={"since": 1}, headers={"last-event-id": "3"}
    ) as stream:
        assert next(sent_events(stream.iter_lines()))[0] == 4


def test_events_beyond_the_end_begin_with_the_next_of_them(game: Game) -> None:
    listener = Listening(game, 1, after=3)
    for number in range(4):
        game.enter("note", text=f"{number}")
    assert listener.numbers() == [4]


def test_there_are_no_events_of_no_game(client: Client) -> None:
    answer = client.http.get("/api/games/none/events")
    assert answer.status_code == 404
    one_line(answer.json())


def test_many_listen_and_lose_nothing_while_connections_break(client: Client) -> None:
    game = client.new()
    heard: list[list[int]] = []

    def listen() -> None:
        numbers: list[int] = []
        while len(numbers) < 40:
            most, after = min(7, 40 - len(numbers)), numbers[-1] if numbers else 0
            numbers += Listening(game, most, after, header=True).numbers()
        heard.append(numbers)

    threads = [threading.Thread(target=listen) for _ in range(6)]
    for thread in threads:
        thread.start()
    for number in range(40):
        game.enter("note", text=f"{number}")
    for thread in threads:
        thread.join(90)
    assert heard == [list(range(1, 41))] * 6


# Stopping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_it_stops_quickly_whoever_still_listens(
    tmp_path: Path, sign: signal.Signals, code: int
) -> None:
    server = Server(tmp_path)
    with Client(server.address) as client, contextlib.ExitStack() as streams:
        game = client.new()
        for _ in range(20):
            http = streams.enter_context(httpx.Client(base_url=server.address, trust_env=False))
            address = f"/api{game.path}/events"
            streams.enter_context(http.stream("GET", address))
        port = urlsplit(server.address).port
        slow = streams.enter_context(socket.create_connection(("127.0.0.1", port or 0)))
        slow.sendall(b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n")
        slow.sendall(f"content-type: {JSON}\r\n\r\n".encode())
        game.enter("note", text="last")
        begun = time.monotonic()
        ended, wrong = server.stop(sign)
        assert time.monotonic() - begun < 10  # 3 s of patience, on a busy machine
        assert ended == code
        assert "Traceback" not in wrong
    with serving(tmp_path) as client:
        assert Game(client, game.id).get("/view")["revision"] == 1
