"""What stands before every request: who may ask, how much may be sent, what a page may do."""

from __future__ import annotations

import re
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

from ..files import json_text

__all__ = ["Guard", "security_headers"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 64 * 1024 * 1024  # a game file; see `files.LARGEST_FILE`
_HOSTS = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.ASCII)
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_SENT = ("application/json", "application/x-ndjson")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def security_headers() -> list[tuple[bytes, bytes]]:
    """On every answer. Pages of this server run its own scripts and styles, and nothing else."""
    headers = {
        "content-security-policy": _POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    return [(key.encode(), value.encode()) for key, value in headers.items()]


class Guard:
    """Answers only to this machine's own names, and takes changes only from its own pages.

    A name that somebody else resolves to 127.0.0.1 (DNS rebinding) is none of them.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): said.decode("latin-1") for key, said in scope["headers"]}
        refused = _refused(scope["method"], headers)
        if refused:
            await _refuse(send, *refused)
            return

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                given = {key for key, _ in message["headers"]}
                more = [one for one in security_headers() if one[0] not in given]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        try:
            await self.app(scope, _counted(receive), send_with_headers)
        except CancelledError:  # the server stops, and has waited for this long enough
            if not started:
                await _refuse(send, 503, "stopping", "the table is being closed")


def _refused(method: str, headers: dict[str, str]) -> tuple[int, str, str] | None:
    """Why a request is not answered: status, code and message."""
    host = headers.get("host", "")
    if not _HOSTS.fullmatch(host):
        return 403, "host", f"this server does not answer to {host[:100]!r}, only to localhost"
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST_BODY:
        return 413, "too-large", f"more than {LARGEST_BODY} bytes are not taken"
    if method in _CHANGING:
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "origin", "a page of another server must not change anything here"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "origin", "a page of another server must not change anything here"
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if method == "POST" and kind not in _SENT:  # no other method is answered anywhere
            return 415, "content-type", f"send {' or '.join(_SENT)}, not {kind[:60]!r}"
    return None


def _counted(receive: Receive) -> Receive:
    """The body of a request, as long as it is not too large."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            raise HTTPException(413, f"more than {LARGEST_BODY} bytes were sent")
        return message

    return counted


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = json_text({"error": {"code": code, "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), *security_headers()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
