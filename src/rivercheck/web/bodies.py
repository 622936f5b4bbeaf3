"""The bodies of requests, read as strictly as a file: what is stored can be read again."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from ..errors import GameError
from ..files import parse_json

__all__ = ["StrictRoute"]


class _Strict(Request):
    async def json(self) -> Any:
        """The JSON value: no key twice, no NaN, no half character, nothing nested too deeply."""
        data = await self.body()
        try:
            return await to_thread(_parsed, data)
        except GameError as error:
            raise HTTPException(422, str(error)) from None


def _parsed(data: bytes) -> object:
    try:
        return parse_json(data.decode("utf-8"), "the body", GameError)
    except UnicodeDecodeError:
        raise GameError("the body: not UTF-8 text") from None


class StrictRoute(APIRoute):
    """A route whose JSON body is read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given such a request."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(_Strict(request.scope, request.receive))

        return handle
