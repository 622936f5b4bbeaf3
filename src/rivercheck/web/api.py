"""The requests that the server answers, as docs/server.md and its OpenAPI say."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from .. import __version__, rules
from ..boardfile import board_text
from ..draw import Style, draw_svg
from ..draw.style import Theme
from ..entries import Check, Terrain
from ..errors import GameError, RivercheckError
from ..examples import examples, ruling_picture
from ..files import json_text
from ..records import TERRAINS
from ..rulings import PRESETS, RULINGS
from ..shipped import open_board, shipped_boards
from ..words import visible
from . import models
from .assets import assets, digest, index
from .bodies import StrictRoute
from .guard import Guard, security_headers
from .live import Bell, events
from .store import Store
from .table import Stale, create, export_game, import_game
from .tables import Tables, asked, change_of, odds_json, start_of
from .views import hex_in_full, line_json, rivers_json

__all__ = ["make_app"]

_STATUS = {"no-game": 404, "revision": 404, "full": 507, "file": 500, "no-odds": 403}
_PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
_CODES = {404: "no-page", 405: "method", 413: "too-large", 422: "body"}
_LONGEST = 1000  # characters of an error, which may quote what is wrong
_FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Failure, "description": "It cannot be done; the line says why"},
    403: {"model": models.Failure, "description": "The players, or the page that asks, must not"},
    404: {"model": models.Failure, "description": "There is no such game, entry or picture"},
    422: {"model": models.Failure, "description": "The request is not as described here"},
}
_SENT: dict[int | str, dict[str, Any]] = {
    413: {"model": models.Failure, "description": "More was sent than is taken"},
    415: {"model": models.Failure, "description": "Another content type was sent"},
}
_STORED: dict[int | str, dict[str, Any]] = {
    **_SENT,
    507: {"model": models.Failure, "description": "The disk is full; nothing was done"},
}


_STALE: dict[int | str, dict[str, Any]] = {
    409: {"model": models.Stale, "description": "The game has moved on; nothing was done"},
}
_GAME_FILE = {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
Revision = Annotated[int | None, Query(ge=0, le=models.LARGEST)]


def _answer(value: object, status: int = 200) -> Response:
    """JSON, without FastAPI's second look at what is ours; a test compares it with the models."""
    body = json_text(value)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def _said(model: type[Any]) -> dict[int | str, dict[str, Any]]:
    return {200: {"model": model, "description": "Done"}}


def _sends(kind: str) -> dict[int | str, dict[str, Any]]:
    schema = {"type": "object" if kind == "application/json" else "string"}
    return {200: {"content": {kind: {"schema": schema}}, "description": "Done"}}


class _Api:
    """What all requests share: the store, the open games, and the bell."""

    def __init__(self, store: Store) -> None:
        self.store, self.tables, self.bell = store, Tables(store), Bell()


def make_app(store: Store) -> FastAPI:
    """The application over a store."""
    api = _Api(store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        api.bell.close()

    app = FastAPI(
        title="rivercheck",
        version=__version__,
        description="Games of mapping rivers, kept by the referee. See docs/server.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.add_middleware(Guard)
    app.add_exception_handler(RivercheckError, _failed)
    app.add_exception_handler(RequestValidationError, _not_as_described)
    app.add_exception_handler(HTTPException, _not_here)
    app.add_exception_handler(Exception, _broken)
    app.include_router(_page())
    app.include_router(_games(api), prefix="/api", responses=_FAILURES, tags=["games"])
    app.include_router(_game(api), prefix="/api/games/{id}", responses=_FAILURES, tags=["game"])
    app.include_router(_files(api), prefix="/api/games/{id}", responses=_FAILURES, tags=["files"])
    app.state.bell = api.bell
    return app


# What goes wrong --------------------------------------------------------------------------------


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RivercheckError)
    return _answer(_failure(error), _STATUS.get(error.code, 400))


def _failure(error: RivercheckError) -> dict[str, Any]:
    return _says(error.code, str(error))


def _says(code: str, message: str) -> dict[str, Any]:
    """An error on one line, whatever a client has made us quote."""
    shown = visible(message[: _LONGEST + 1])
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]} …"
    return {"error": {"code": code, "message": shown}}


async def _not_as_described(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    message = f"{key}: {first['msg'][0].lower()}{first['msg'][1:]}"
    return _answer(_says("body", message), 422)


async def _not_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    message = error.detail if status in (413, 422) else "there is nothing of that kind here"
    answer = _answer(_says(_CODES.get(status, "http"), message), status)
    answer.headers.update(error.headers or {})
    return answer


async def _broken(request: Request, error: Exception) -> Response:
    """A mistake of ours. Its answer does not come by the guard; the terminal shows what it was."""
    answer = _answer(_says("broken", "a mistake in rivercheck; the terminal shows more"), 500)
    answer.raw_headers.extend(security_headers())
    return answer


# The page ---------------------------------------------------------------------------------------


def _page() -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def page() -> Response:
        return HTMLResponse(index(), headers={"cache-control": "no-store"})

    @router.get("/assets/{version}/{path:path}")
    def asset(version: str, path: str) -> Response:
        if version != digest() or path not in assets():
            raise GameError("there is no such file", "no-game")
        kind, data = assets()[path]
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(data, headers=headers, media_type=kind)

    return router


# Games ------------------------------------------------------------------------------------------


def _games(api: _Api) -> APIRouter:
    router = APIRouter(route_class=StrictRoute)

    @router.get("/about", responses=_said(models.About))
    def about() -> Response:
        """What this program is, and what a game can start from."""
        return _answer(_about())

    @router.get(
        "/rulings/{name}/{value}.svg",
        response_class=Response,
        responses=_sends("image/svg+xml"),
    )
    def ruling(name: str, value: str) -> Response:
        """A small board with the outcome under a value of a ruling; `before`: before the check."""
        values = next((one.values for one in RULINGS if one.name == name), ())
        if value != "before" and value not in values:
            raise GameError(f"there is no picture of {name}={value}", "no-game")
        text = ruling_picture(name, None if value == "before" else value)
        return _picture(text, {"cache-control": "max-age=3600"})

    @router.get("/games", responses=_said(models.GameList))
    def games() -> Response:
        """All games, the last changed first."""
        return _answer({"games": [asdict(one) for one in api.store.games()]})

    @router.post("/games", status_code=201, response_model=models.Made, responses=_STORED)
    def new_game(wanted: models.NewGame) -> dict[str, str]:
        """Start a game."""
        return {"id": create(api.store, start_of(wanted), wanted.key)}

    @router.post(
        "/games/import",
        status_code=201,
        response_model=models.Made,
        responses=_STORED,
        openapi_extra={"requestBody": _GAME_FILE},
    )
    async def take_in(request: Request, key: models.Key) -> dict[str, str]:
        """Take in a game file, sent as `application/x-ndjson`, whole or not at all."""
        data = await request.body()
        return {"id": await to_thread(import_game, api.store, data, key)}

    return router


def _about() -> dict[str, Any]:
    return {
        "version": __version__,
        "rules": rules.VERSION,
        "terrains": list(TERRAINS[1:9]),
        "boards": [_board(name) for name in shipped_boards()],
        "rulings": [
            {
                "name": ruling.name,
                "why": ruling.why,
                "situation": examples()[ruling.name].caption,
                "values": [
                    {
                        "value": value,
                        "means": ruling.means[place],
                        "presets": [n for n in PRESETS if PRESETS[n].value(ruling.name) == value],
                    }
                    for place, value in enumerate(ruling.values)
                ],
            }
            for ruling in RULINGS
        ],
        "presets": {name: preset.values() for name, preset in PRESETS.items()},
    }


@cache
def _board(name: str) -> dict[str, Any]:
    board = open_board(name)
    return {
        "name": name,
        "title": board.title,
        "columns": board.layout.columns,
        "rows": board.layout.rows,
        "hexes": board.land,
        "mouths": len(board.mouths),
    }


# One game ---------------------------------------------------------------------------------------


def _game(api: _Api) -> APIRouter:
    router = APIRouter(route_class=StrictRoute)

    @router.get("/view", responses=_said(models.View))
    def view(id: str, since: Revision = None) -> Response:
        """What a client at this revision needs to stand at the last one; without it, all."""
        with api.tables.at(id) as views:
            return _answer(views.view(since))

    @router.get("/events", response_class=StreamingResponse, responses=_sends("text/event-stream"))
    async def stream(
        id: str,
        since: Annotated[int, Query(ge=0, le=models.LARGEST)] = 0,
        last_event_id: Annotated[str, Header()] = "",
    ) -> StreamingResponse:
        """Server-sent events: `entry`, the line of each entry after the last that was seen."""
        seen = last_event_id.isdecimal() and len(last_event_id) < 16
        after = int(last_event_id) if seen else since

        def lines(after: int) -> list[dict[str, Any]]:
            with api.tables.at(id) as views:
                table = views.table
                return [line_json(table.game, line) for line in table.lines(after)]

        await to_thread(lines, models.LARGEST)  # a game that cannot be played is said now
        return StreamingResponse(
            events(api.bell, id, after, lines),
            headers={"cache-control": "no-store"},
            media_type="text/event-stream",
        )

    @router.post("/entries", responses={**_said(models.Answer), **_STORED, **_STALE})
    def enter(id: str, command: models.Command) -> Response:
        """Make an entry. What is answered will survive a power cut."""
        change = change_of(command.change.model_dump())
        with api.tables.at(id) as views:
            table = views.table
            try:
                draw = command.change.draw
                done = table.enter(change, command.by, command.revision, command.key, draw)
            except Stale as error:
                missed = [line_json(table.game, line) for line in error.missed]
                return _answer(
                    {**_failure(error), "revision": error.revision, "missed": missed}, 409
                )
            line = line_json(table.game, done.line)
        api.bell.ring(id)
        entry = done.line.entry.to_json()
        return _answer({"entry": entry, "line": line, "revision": done.revision})

    @router.post("/preview", responses={**_said(models.Preview), **_SENT})
    def preview(id: str, wanted: models.Preview) -> Response:
        """What a change would do now, complete; nothing happens. Chance is not asked."""
        change = change_of(wanted.change.model_dump())
        if isinstance(change, Check | Terrain):
            raise GameError("a check is tried with /attempt", "body")
        with api.tables.at(id) as views:
            done = views.table.preview(change)
        return _answer({"change": {"kind": done.kind, **done.to_json()}})

    @router.post("/attempt", responses={**_said(models.Asked), **_SENT})
    def attempt(id: str, wanted: models.Attempt) -> Response:
        """A check with typed answers as far as they go: what is asked next, or what it comes to."""
        with api.tables.at(id) as views:
            return _answer(asked(views, wanted))

    @router.get("/hexes/{label}", responses=_said(models.HexFull))
    def hex(id: str, label: str) -> Response:
        """One hex in full."""
        with api.tables.at(id) as views:
            return _answer(hex_in_full(views, label))

    @router.get("/hexes/{label}/odds", responses=_said(models.OddsView))
    def hex_odds(id: str, label: str, terrain: str = "") -> Response:
        """The exact odds of the check of a hex, from the cards that are left."""
        with api.tables.at(id) as views:
            return _answer(odds_json(views, label, terrain))

    @router.get("/entries/{number}", responses=_said(models.EntryPath))
    def entry(id: str, number: Annotated[int, Path(ge=1, le=models.LARGEST)]) -> Response:
        """An entry, and why it came out as it did, box by box."""
        with api.tables.at(id) as views:
            line = line_json(views.table.game, views.table.line(number))
            path = [{"node": n, "text": text} for n, text in views.table.path(number)]
        return _answer({"line": line, "path": path})

    @router.get("/journal", responses=_said(models.Journalled))
    def journal(
        id: str,
        before: Annotated[int | None, Query(ge=1, le=models.LARGEST)] = None,
        count: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> Response:
        """Lines of the journal before an entry; without it, the last."""
        with api.tables.at(id) as views:
            game = views.table.game
            end = game.revision + 1 if before is None else before
            start = max(0, end - 1 - count)
            lines = views.table.lines(start, max(0, end - 1 - start))
            shown = [line_json(game, line) for line in lines]
            return _answer({"lines": shown, "struck": sorted(game.struck)})

    @router.get("/rivers", responses=_said(models.Rivers))
    def rivers(id: str) -> Response:
        """The systems with their requirements, rivers without a mouth, and the audit."""
        with api.tables.at(id) as views:
            return _answer(rivers_json(views.table.game))

    return router


# To download ------------------------------------------------------------------------------------


def _files(api: _Api) -> APIRouter:
    router = APIRouter(default_response_class=Response)

    @router.get("/game.rivercheck", responses=_sends("application/x-ndjson"))
    def game_file(id: str) -> Response:
        """The game file, as the command line reads and writes it."""
        data, name = export_game(api.store, id), api.store.name(id)
        return _download(data, name, "rivercheck", "application/x-ndjson")

    @router.get("/board.json", responses=_sends("application/json"))
    def board_file(id: str, at: Revision = None) -> Response:
        """The board as it stands, or stood at a revision, as a board file."""
        with api.tables.at(id) as views:
            game = views.table.game
            board = (game if at is None else game.at(at)).board
            return _download(
                board_text(board).encode(), game.start.name, "json", "application/json"
            )

    @router.get("/map.svg", responses=_sends("image/svg+xml"))
    def picture(id: str, theme: Theme = "light") -> Response:
        """The map as a picture."""
        with api.tables.at(id) as views:
            text = draw_svg(views.table.game.board, Style(theme=theme))
            name = views.table.start.name
        return _picture(text, _attached(name, "svg"))

    @router.get("/turn.txt", responses=_sends("text/plain"))
    def turn(id: str, since: Revision = None) -> Response:
        """A turn as a text to paste into a mail, closed by a line that both sides can compare."""
        with api.tables.at(id) as views:
            text = views.table.turn(since)
        return Response(text, headers={"cache-control": "no-store"}, media_type="text/plain")

    return router


def _download(data: bytes, name: str, ending: str, kind: str) -> Response:
    return Response(data, headers=_attached(name, ending), media_type=kind)


_DEVICE = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)  # what Windows calls its own


def _attached(name: str, ending: str) -> dict[str, str]:
    """Headers that make a browser save what is sent, under a name that is safe anywhere."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:60] or "game"
    if _DEVICE.fullmatch(plain):
        plain = f"game-{plain}"
    return {
        "content-disposition": f'attachment; filename="{plain}.{ending}"',
        "cache-control": "no-store",
    }


def _picture(text: str, headers: dict[str, str]) -> Response:
    headers = {**headers, "content-security-policy": _PICTURE_POLICY}
    return Response(text, headers=headers, media_type="image/svg+xml")
