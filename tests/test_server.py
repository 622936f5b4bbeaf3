"""The server answers as docs/server.md says, and what it refuses it refuses in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from pydantic import TypeAdapter

from hostile import HOSTILE, NAMES, allowed
from rivercheck import Deck, load_board, odds
from rivercheck.boardfile import board_from, board_text
from rivercheck.entries import Check, Note, Redo, Undo
from rivercheck.game import new_start
from rivercheck.gamefile import GameFile, replay
from rivercheck.referee import check
from rivercheck.rulings import PRESETS, RULINGS, Rulings
from rivercheck.web import models
from serving import ISLAND, Client, Game, one_line, serving, wander

ROOT = Path(__file__).resolve().parents[1]
CARD = {"from": "typed", "card": {"river_a": "forks", "river_b": "extends", "numbers": [3, 4]}}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("table")) as client:
        yield client


@pytest.fixture
def game(client: Client) -> Game:
    return client.new(explorers=["Burton", "Speke"])


# What is described ------------------------------------------------------------------------------


def documented() -> dict[tuple[str, str], set[str]]:
    """Each request of docs/server.md with the names of its query."""
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    found: dict[tuple[str, str], set[str]] = {}
    for line in text.splitlines():
        if not line.startswith("| `"):
            continue
        request, answer = line.split("|")[1:3]
        method = ""
        spans = re.findall(r"`((?:GET|POST)? ?/[^`]*)`", request)
        for span in spans:
            *said, address = span.split(" ")
            method = said[0] if said else method
            path, _, query = address.partition("?")
            path = path if path.startswith("/api") else f"/api/games/{{id}}{path}"
            names = set(re.findall(r"(\w+)=", query))
            if len(spans) == 1:
                names |= set(re.findall(r"`\?(\w+)=", answer))
            found[method, path] = names
    return found


def test_openapi_names_exactly_the_requests_of_the_docs(client: Client) -> None:
    described = client.get("/openapi.json")
    paths = {
        (method.upper(), path): {p["name"] for p in one.get("parameters", []) if p["in"] == "query"}
        for path, methods in described["paths"].items()
        for method, one in methods.items()
    }
    assert paths == documented()
    assert len(paths) == 19


ANSWERED: dict[str, Any] = {
    "/about": models.About,
    "/games": models.GameList,
    "/games/{id}/view": models.View,
    "/games/{id}/view?since=2": models.View,
    "/games/{id}/hexes/0202": models.HexFull,
    "/games/{id}/hexes/0303": models.HexFull,
    "/games/{id}/hexes/0101": models.HexFull,
    "/games/{id}/hexes/0303/odds?terrain=jungle": models.OddsView,
    "/games/{id}/entries/1": models.EntryPath,
    "/games/{id}/journal": models.Journalled,
    "/games/{id}/journal?before=2&count=1": models.Journalled,
    "/games/{id}/rivers": models.Rivers,
}
POSTED: dict[str, tuple[Any, Any, int]] = {
    "/games": ({"key": "posted-1", "board": {"shipped": "bay"}}, models.Made, 201),
    "/games/{id}/preview": (
        {"change": {"kind": "erase", "explorer": "Burton"}},
        models.Preview,
        200,
    ),
    "/games/{id}/attempt": ({"hex": "0303", "terrain": "jungle"}, models.Asked, 200),
    "/games/{id}/entries": (
        {"revision": 4, "key": "posted-2", "change": {"kind": "note", "text": "x"}},
        models.Answer,
        200,
    ),
}


def fits(model: Any, text: str) -> None:
    """The answer is what its model says, strictly and with nothing else."""
    TypeAdapter(model).validate_json(text, strict=True)


def named_model(client: Client, method: str, path: str, status: int) -> str:
    described = client.get("/openapi.json")["paths"][path][method]["responses"][str(status)]
    reference: str = described["content"]["application/json"]["schema"]["$ref"]
    return reference.rpartition("/")[2]


@pytest.fixture
def played(game: Game) -> Game:
    game.check("0202", explorer="Burton")
    game.check("0203", "desert", explorer="Speke")
    game.enter("undo")
    game.enter("note", text="two\nlines")
    return game


@pytest.mark.parametrize("path", ANSWERED)
def test_an_answer_is_as_openapi_has_it(client: Client, played: Game, path: str) -> None:
    model = ANSWERED[path]
    answer = client.http.get("/api" + path.replace("{id}", played.id))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    fits(model, answer.text)
    plain = re.sub(r"hexes/\d+", "hexes/{label}", path.partition("?")[0])
    plain = re.sub(r"entries/\d+", "entries/{number}", plain)
    assert named_model(client, "get", f"/api{plain}", 200) == model.__name__


@pytest.mark.parametrize("path", POSTED)
def test_an_answer_to_a_command_is_as_openapi_has_it(
    client: Client, played: Game, path: str
) -> None:
    body, model, status = POSTED[path]
    answer = client.http.post("/api" + path.replace("{id}", played.id), json=body)
    assert answer.status_code == status, answer.text
    fits(model, answer.text)
    assert named_model(client, "post", f"/api{path}", status) == model.__name__


FILES = {
    "/rulings/coast/before.svg": "/rulings/{name}/{value}.svg",
    "/games/{id}/game.rivercheck": "",
    "/games/{id}/board.json": "",
    "/games/{id}/map.svg": "",
    "/games/{id}/turn.txt": "",
}


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_of_the_type_that_openapi_says(client: Client, played: Game, path: str) -> None:
    paths = client.get("/openapi.json")["paths"]
    (kind,) = paths[f"/api{FILES[path] or path}"]["get"]["responses"]["200"]["content"]
    answer = client.http.get("/api" + path.replace("{id}", played.id))
    assert answer.headers["content-type"].partition(";")[0] == kind


def test_openapi_has_every_status_of_a_request(client: Client) -> None:
    for path, methods in client.get("/openapi.json")["paths"].items():
        for method, one in methods.items():
            makes = method == "post" and path.endswith(("/api/games", "/import"))
            expected = {"400", "403", "404", "422", "201" if makes else "200"}
            if method == "post":
                assert one["requestBody"]["required"]
                expected |= {"413", "415"}
            if makes or path.endswith("/entries"):
                expected |= {"507"}
            if path.endswith("/entries"):
                expected |= {"409"}
            assert set(one["responses"]) == expected, path
            assert one["description"]


def test_failures_are_as_openapi_has_them(client: Client, played: Game) -> None:
    stale = json.dumps(played.send(played.command({"kind": "undo"}, revision=1), 409))
    fits(models.Stale, stale)
    assert named_model(client, "post", "/api/games/{id}/entries", 409) == "Stale"
    for path in ("/games/none/view", "/nothing", "/games/x/y/z", f"{played.path}/entries/99"):
        answer = client.http.get(f"/api{path}")
        assert answer.status_code == 404
        fits(models.Failure, answer.text)
    for status, kind in ((400, "erase"), (422, "dance")):
        body = {"kind": kind, "explorer": "Nobody"}
        fits(models.Failure, json.dumps(played.send(played.command(body), status)))
    answer = client.http.put("/api/games", json={})
    assert answer.status_code == 405
    fits(models.Failure, answer.text)


def test_about_says_what_a_game_can_start_from(client: Client) -> None:
    about = client.get("/about")
    assert {one["name"] for one in about["boards"]} >= {"africa", "bay"}
    assert [one["name"] for one in about["rulings"]] == [one.name for one in RULINGS]
    assert about["presets"] == {name: one.values() for name, one in PRESETS.items()}
    for ruling in about["rulings"]:
        named = [preset for value in ruling["values"] for preset in value["presets"]]
        assert sorted(named) == sorted(PRESETS)


def test_each_ruling_has_a_picture_of_each_value(client: Client) -> None:
    for ruling in client.get("/about")["rulings"]:
        for value in ["before", *(one["value"] for one in ruling["values"])]:
            answer = client.http.get(f"/api/rulings/{ruling['name']}/{value}.svg")
            assert answer.status_code == 200, answer.text
            assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    for path in ("none/before", "coast/none", "%2e%2e/%2e%2e"):
        assert client.http.get(f"/api/rulings/{path}.svg").status_code in (400, 404)


# Starting a game --------------------------------------------------------------------------------

CSV = (
    "id,river_a,river_b,first,second,terrain\n"
    "a,continues,extends,1,4,jungle\n"
    "b,ends,none,2,,veldt\n"
    "c,forks,crosses,3,5,swamp\n"
    "d,continues,begins,4,6,desert\n"
    "e,forks,extends,5,1,lake\n"
    "f,ends,begins,6,,mountain\n"
)


@pytest.mark.parametrize(
    ("wanted", "size"),
    [
        ({"board": {"shipped": "africa"}}, None),
        ({"board": {"shipped": "bay"}}, None),
        ({"board": {"file": ISLAND}}, 36),
        ({"board": {"blank": {"columns": 5, "rows": 4}}}, 20),
        ({"board": {"blank": {"columns": 1, "rows": 1, "orientation": "pointy"}}}, 1),
        ({"board": {"blank": {"columns": 3, "rows": 3, "hexside_one": "NE"}}}, 9),
        ({"board": {"blank": {"columns": 3, "rows": 3, "terrain": "sea", "name": "wet"}}}, 9),
        ({"deck": {"name": "mine", "csv": CSV}}, 36),
        ({"deck": {"name": "mine", "csv": CSV}, "replacement": True}, 36),
        ({"rulings": "printed"}, 36),
        ({"rulings": "seaward"}, 36),
        ({"rulings": {"own-side": "open"}}, 36),
        ({"explorers": ["Burton", "Burton", " ", ""], "odds": False, "name": "Nile"}, 36),
    ],
)
def test_a_game_starts_from_any_board_deck_and_rulings(
    client: Client, wanted: dict[str, Any], size: int | None
) -> None:
    game = client.new(**wanted)
    view = game.get("/view")
    assert view["whole"]
    assert view["revision"] == 0
    if size is not None:
        assert len(view["hexes"]) == size
    assert view["deck"]["name"] == ("mine" if "deck" in wanted else "house")
    assert view["odds"] is wanted.get("odds", True)
    rulings = wanted.get("rulings", "table")
    expected = PRESETS[rulings if isinstance(rulings, str) else "table"].values()
    assert view["rulings"] == {**expected, **(rulings if isinstance(rulings, dict) else {})}
    if "explorers" in wanted:
        assert [one["name"] for one in view["explorers"]] == ["Burton"]
        assert view["name"] == "Nile"
    assert client.get("/games")["games"][0]["id"] == game.id
    assert game.file() == client.imported(game.file()).file()


def broken(**changes: Any) -> dict[str, Any]:
    return {"board": {"file": {**ISLAND, **changes}}}


@pytest.mark.parametrize(
    ("wanted", "status", "names"),
    [
        ({"board": {"shipped": "atlantis"}}, 400, "atlantis.*africa"),
        ({"board": {"shipped": "../../etc"}}, 400, "is none of"),
        ({"board": {}}, 400, "board: say one of"),
        ({"board": {"shipped": "bay", "file": ISLAND}}, 400, "board: say one of"),
        ({"board": {"file": {}}}, 400, "rivercheck"),
        (broken(hexes={"0909": {}}), 400, "0909"),
        (broken(hexes={"0303": {"terrain": "cheese"}}), 400, "0303"),
        (broken(hexes={"0303": {"out": [7]}}), 400, "0303"),
        (broken(hexes={}), 400, "mouth of hex 0202 at hexside 6"),
        (broken(hexes=[1]), 400, "hexes"),
        (broken(layout={"columns": 0, "rows": 1}), 400, "columns"),
        (broken(layout={"columns": 10**6, "rows": 10**6}), 400, "hexes|columns"),
        (broken(mouths=[{"hex": "0303", "side": 9}]), 400, r"mouths\.0"),
        ({"board": {"blank": {"columns": 0, "rows": 4}}}, 422, r"board\.blank\.columns"),
        ({"board": {"blank": {"columns": 201, "rows": 4}}}, 422, r"board\.blank\.columns"),
        ({"board": {"blank": {"columns": 2, "rows": 4, "terrain": "cheese"}}}, 400, "cheese"),
        ({"board": {"blank": {"columns": 2, "rows": 4, "hexside_one": "Q"}}}, 400, "Q"),
        ({"board": {"blank": {"columns": "2", "rows": 4}}}, 422, r"board\.blank\.columns"),
        ({"deck": {"name": "mine", "csv": CSV + "g,sings,none,1,,veldt\n"}}, 400, "line 8.*sings"),
        ({"deck": {"name": "mine", "csv": ""}}, 400, "mine"),
        ({"deck": {"name": "mine"}}, 422, r"deck\.csv"),
        ({"rulings": {"none-such": "open"}}, 400, "none-such"),
        ({"rulings": {"own-side": "none-such"}}, 400, "none-such"),
        ({"rulings": "none-such"}, 400, "none-such"),
        ({"rulings": 7}, 422, "rulings"),
        ({"seed": -1}, 422, "seed"),
        ({"seed": 10**40}, 400, "seed"),
        ({"seed": "1"}, 422, "seed"),
        ({"name": "x" * 101}, 422, "name"),
        ({"name": "a\nb"}, 400, "name.*U[+]000A"),
        ({"explorers": ["a\x00b"]}, 400, "explorers.*U[+]0000"),
        ({"explorers": ["x"] * 51}, 422, "explorers"),
        ({"key": "short"}, 422, "key"),
        ({"key": "x" * 101}, 422, "key"),
        ({"colour": "red"}, 422, "colour"),
        ({"a\nb\x1b": "red"}, 422, "a.x0ab"),
        ({"odds": "yes"}, 422, "odds"),
    ],
)
def test_a_game_that_cannot_start_says_why_in_one_line(
    client: Client, wanted: dict[str, Any], status: int, names: str
) -> None:
    before = client.get("/games")
    body = {"key": client.key(), "board": {"file": ISLAND}, **wanted}
    assert re.search(names, client.refused("/games", body, status))
    assert client.get("/games") == before


# What is not JSON as we write it ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b"", "body|required"),
        (b"{", "the body, line 1, column 2: not JSON"),
        (b"[]", "body"),
        (b"null", "body"),
        (b'"text"', "body"),
        (b'{"key": "12345678", "key": "12345678"}', "'key' is given twice"),
        (b'{"key": NaN}', "NaN"),
        (b'{"key": Infinity}', "Infinity"),
        (b'{"seed": 1e999}', "too large"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "digits"),
        (b'{"name": "\\ud800"}', "half a character"),
        (b'{"name": "\xff"}', "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        ("\ufeff{}".encode("utf-16"), "UTF-8"),
    ],
)
def test_a_body_that_is_not_ours_is_refused_in_one_line(
    client: Client, body: bytes, names: str
) -> None:
    kind = {"content-type": "application/json"}
    for path in ("games", "games/x/entries", "games/x/preview", "games/x/attempt"):
        answer = client.http.post(f"/api/{path}", content=body, headers=kind)
        assert answer.status_code == 422, answer.text
        assert re.search(names, one_line(answer.json()))


@pytest.mark.parametrize(
    ("depth", "status"), [(10, 200), (200, 200), (260, 400), (500, 400), (900, 400), (5000, 422)]
)
def test_what_is_nested_deeply_is_refused_or_kept(client: Client, depth: int, status: int) -> None:
    game = client.new()
    command = game.command({"kind": "edit", "hexes": {"0303": {"mine": "DEEP"}}})
    text = json.dumps(command).replace('"DEEP"', "[" * depth + "]" * depth)
    kind = {"content-type": "application/json"}
    answer = client.http.post(f"/api{game.path}/entries", content=text, headers=kind)
    assert answer.status_code == status, answer.text
    if status != 200:
        assert "nested too deeply" in one_line(answer.json())
    again = client.imported(game.file())
    assert again.get("/view")["revision"] == (status == 200)


# Entries ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "status", "names"),
    [
        ({"kind": "check", "hex": "9999", "draw": True}, 400, "9999.*0606"),
        ({"kind": "check", "hex": "x", "draw": True}, 400, "x"),
        ({"kind": "check", "hex": "", "draw": True}, 400, "hex"),
        ({"kind": "check", "hex": "0404", "draw": True}, 400, "0404 is already mapped"),
        ({"kind": "check", "hex": "0101", "draw": True}, 400, "0101 is sea"),
        ({"kind": "check", "hex": "0303", "draw": True}, 400, "0303.*terrain is not known"),
        ({"kind": "check", "hex": "0303", "terrain": "cheese", "draw": True}, 400, "cheese"),
        ({"kind": "check", "hex": "0202"}, 400, "0202: the check still needs a card"),
        ({"kind": "check", "hex": "0202", "answers": [CARD] * 9}, 400, "left over"),
        ({"kind": "check", "hex": "0202", "answers": [{"from": "drawn"}]}, 400, "drawn here"),
        ({"kind": "check", "hex": "0202", "answers": [{**CARD, "from": "drawn"}]}, 400, "drawn"),
        (
            {"kind": "check", "hex": "0202", "answers": [{"from": "typed", "die": 3}]},
            400,
            "answer 1",
        ),
        ({"kind": "check", "hex": "0202", "answers": [{"from": "typed", "die": 7}]}, 400, "die"),
        ({"kind": "check", "hex": "0202", "answers": [{"from": "typed"}]}, 400, "one of card"),
        ({"kind": "check", "hex": "0202", "answers": [{}]}, 400, "from"),
        ({"kind": "check", "hex": "0202", "answers": "x"}, 400, "answers"),
        ({"kind": "check", "hex": "0202", "terrain_card": {"from": "drawn"}}, 400, "drawn here"),
        (
            {"kind": "check", "hex": "0202", "draw": True, "result": {"outcome": "x"}},
            400,
            "result",
        ),
        ({"kind": "check"}, 400, "hex"),
        ({"kind": "check", "hex": 202}, 400, "hex"),
        ({"kind": "terrain", "hex": "0303"}, 400, "0303: say its terrain"),
        ({"kind": "terrain", "hex": "0303", "terrain": "sea"}, 400, "0303"),
        ({"kind": "terrain", "hex": "0303", "terrain": "x", "colour": 1}, 400, "colour"),
        ({"kind": "terrain", "hex": "0303", "terrain_card": {**CARD, "from": "drawn"}}, 400, "dr"),
        ({"kind": "edit"}, 400, "must name a hex or a mouth"),
        ({"kind": "edit", "hexes": {"9999": {}}}, 400, "9999"),
        ({"kind": "edit", "hexes": {"0303": {"terrain": 7}}}, 400, "0303.*terrain"),
        ({"kind": "edit", "hexes": {"0303": {"out": [1], "in": [1]}}}, 400, "0303"),
        ({"kind": "edit", "mouths": [{"hex": "0303", "side": 1}]}, 400, "0303"),
        ({"kind": "edit", "mouths": [{}]}, 400, "hex"),
        ({"kind": "edit", "mouths_removed": ["xx"]}, 400, "xx"),
        ({"kind": "erase", "explorer": "Nobody"}, 400, "Nobody"),
        ({"kind": "erase", "explorer": ""}, 400, "name"),
        ({"kind": "publish", "explorer": "Nobody"}, 400, "Nobody"),
        ({"kind": "visit", "explorer": "Burton", "hex": "0303"}, 400, "0303 is not mapped"),
        ({"kind": "visit", "explorer": "\u202e", "hex": "0404"}, 400, "explorer.*U[+]202E"),
        ({"kind": "note", "text": ""}, 400, "text"),
        ({"kind": "note", "text": "a\x00"}, 400, "text.*U[+]0000"),
        ({"kind": "note", "text": "x" * 10_001}, 400, "text"),
        ({"kind": "undo"}, 400, "nothing to undo"),
        ({"kind": "undo", "to": 7}, 404, "entry 7"),
        ({"kind": "undo", "to": -1}, 400, "to"),
        ({"kind": "redo"}, 400, "nothing to redo"),
        ({"kind": "dance"}, 422, "kind"),
        ({}, 422, "kind"),
        ([], 422, "change"),
    ],
)
def test_a_change_that_cannot_be_made_says_why_in_one_line(
    game: Game, change: Any, status: int, names: str
) -> None:
    before = game.get("/view")
    assert re.search(names, one_line(game.send(game.command(change), status)))
    assert game.get("/view") == before


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ({"key": "short"}, "key"),
        ({"key": None}, "key"),
        ({"revision": -1}, "revision"),
        ({"revision": "0"}, "revision"),
        ({"revision": 2**70}, "revision"),
        ({"by": "x" * 101}, "by"),
        ({"more": 1}, "more"),
    ],
)
def test_a_command_that_is_not_as_described_is_refused(
    game: Game, wrong: dict[str, Any], names: str
) -> None:
    body = game.command({"kind": "note", "text": "x"}, **wrong)
    assert names in one_line(game.send(body, 422))
    assert game.get("/view")["revision"] == 0


def test_what_is_noted_of_an_outcome_must_be_what_follows(game: Game) -> None:
    entry = game.check("0202", explorer="Burton")["entry"]
    game.enter("undo")
    assert "noted" in game.refuses(
        "check", hex="0202", draw=True, result={**entry["result"], "in": [2]}
    )
    game.check("0202", explorer="Burton", result=entry["result"])
    assert "noted" in game.refuses("undo", entries=[1])
    assert "noted" in game.refuses("erase", explorer="Burton", hexes=["0404"])


def test_the_same_key_gets_the_same_answer_and_the_same_roll(game: Game) -> None:
    body = game.command({"kind": "check", "hex": "0202", "draw": True})
    first = game.send(body)
    assert [game.send(body) for _ in range(3)] == [first] * 3
    game.revision = 1
    game.enter("undo")
    assert game.send(body) == first  # also when the game has moved on
    assert game.send({**body, "revision": 77, "change": {"kind": "redo"}}) == first
    assert game.get("/view")["revision"] == 2
    other = game.client.new()
    assert other.send(body)["entry"]["answers"] == first["entry"]["answers"]  # keys are a game's


def test_a_check_undone_and_made_again_gets_the_same_card(game: Game) -> None:
    rolls = []
    for _ in range(3):
        rolls.append(game.check("0202")["entry"]["answers"])
        game.enter("undo")
    assert rolls[0] == rolls[1] == rolls[2]


def test_keys_make_no_second_game(client: Client) -> None:
    body = {"key": client.key(), "board": {"shipped": "bay"}}
    made = [client.post("/games", body, 201) for _ in range(3)]
    assert made[0] == made[1] == made[2]
    data = client.new().file()
    key = client.key()
    taken = [client.take_in(data, key).json() for _ in range(3)]
    assert taken[0] == taken[1] == taken[2] != made[0]


def test_no_key_of_a_client_is_that_of_an_imported_entry(client: Client, played: Game) -> None:
    taken = client.imported(played.file())
    taken.revision = 4
    for key in ("import 1", "00000001", "1       "):
        body = taken.command({"kind": "note", "text": "mine"}, key=key)
        taken.revision = taken.send(body)["revision"]
    assert taken.revision == 7


def test_a_stale_command_does_nothing_and_learns_what_it_missed(game: Game) -> None:
    for text in ("one", "two", "three"):
        game.enter("note", text=text)
    for revision in (0, 1, 2):
        body = game.command({"kind": "check", "hex": "0202", "draw": True}, revision=revision)
        answer = game.send(body, 409)
        assert answer["revision"] == 3
        assert [one["number"] for one in answer["missed"]] == list(range(revision + 1, 4))
        assert answer["error"]["code"] == "stale"
        one_line(answer)
        assert game.send({**body, "revision": 9}, 409)["missed"] == []
    assert game.get("/view")["revision"] == 3
    assert game.send({**body, "revision": 3})["revision"] == 4  # its key was not used up


def test_undo_redo_and_undo_to(game: Game) -> None:
    game.check("0202")
    game.check("0203", "jungle")
    game.enter("note", text="kept")
    whole = game.get("/view")
    assert whole["undo"].startswith("Anna checks hex 0203")
    assert whole["redo"] is None
    assert game.enter("undo")["entry"]["entries"] == [2]
    view = game.get("/view")
    assert view["struck"] == [2]
    assert view["undo"].startswith("Anna checks hex 0202")
    assert view["redo"].startswith("Anna checks hex 0203")
    assert game.enter("undo", to=0)["entry"]["entries"] == [1]
    assert game.get("/view")["struck"] == [1, 2]
    assert game.enter("redo")["entry"]["entries"] == [1]
    assert game.enter("redo")["entry"]["entries"] == [2]
    view = game.get("/view")
    assert view["struck"] == []
    assert (view["hexes"], view["map"]) == (whole["hexes"], whole["map"])
    assert game.enter("undo", to=0)["entry"]["entries"] == [1, 2]
    assert game.get("/view")["redo"] == "2 entries"
    assert "nothing to undo" in game.refuses("undo")


def test_a_preview_changes_nothing(client: Client, played: Game) -> None:
    before = played.get("/view"), played.file()
    for change in (
        {"kind": "erase", "explorer": "Burton"},
        {"kind": "publish", "explorer": "Burton"},
        {"kind": "edit", "hexes": {"0505": {"terrain": "lake"}}},
        {"kind": "visit", "explorer": "Speke", "hex": "0202"},
        {"kind": "undo"},
        {"kind": "undo", "to": 0},
        {"kind": "redo"},
        {"kind": "note", "text": "perhaps"},
    ):
        done = client.post(f"{played.path}/preview", {"change": change})["change"]
        assert done.items() >= change.items()
        assert (played.get("/view"), played.file()) == before
    lost = client.post(
        f"{played.path}/preview", {"change": {"kind": "erase", "explorer": "Burton"}}
    )
    assert lost["change"]["hexes"] == ["0202"]
    for change in ({"kind": "check", "hex": "0203"}, {"kind": "terrain", "hex": "0303"}):
        assert "attempt" in client.refused(f"{played.path}/preview", {"change": change})
    assert "Nobody" in client.refused(
        f"{played.path}/preview", {"change": {"kind": "erase", "explorer": "Nobody"}}
    )


# A check with cards in hand ---------------------------------------------------------------------


def said(answers: list[dict[str, Any]]) -> list[Any]:
    return [{key: one[key] for key in ("card", "die", "pick") if one.get(key)} for one in answers]


def asked_through(game: Game, hex: str, terrain: str, random: Random) -> dict[str, Any]:
    """Answer all that is asked, at random; returns the last attempt."""
    body: dict[str, Any] = {"hex": hex, "terrain": terrain}
    rulings = Rulings.of(game.get("/view")["rulings"])
    board = board_from(game.raw("/board.json").json())
    if terrain:
        board.set_terrain(board.layout.find(hex), terrain)
    for _ in range(200):
        asked: dict[str, Any] = game.client.post(f"{game.path}/attempt", body)
        so_far = check(board, hex, said(asked["answers"]), rulings)
        if asked["ask"] is None:
            assert so_far.need is None
            assert asked["outcome"] == so_far.outcome
            return asked
        assert so_far.need is not None
        assert asked["outcome"] is None
        kinds = {"word": "card", "number": "card", "second": "card"}
        kind, choices = asked["ask"]["kind"], asked["ask"]["choices"]
        assert kinds.get(kind, kind) == so_far.need.kind
        if kind == "pick":
            assert [one["side"] for one in choices] == list(so_far.need.options or ())
        choice = random.choice(choices)
        body = {"hex": hex, "terrain": terrain, "answers": asked["answers"]}
        if choice["answer"]:
            body["answers"] = [*asked["answers"], choice["answer"]]
        else:
            body |= {"word": choice["word"], "numbers": choice["numbers"]}
    raise AssertionError("it never ends")


@pytest.mark.parametrize("seed", range(12))
def test_an_attempt_step_by_step_comes_to_what_the_entry_does(client: Client, seed: int) -> None:
    random = Random(seed)
    game = client.new(rulings=random.choice(["table", "printed", "seaward"]))
    done = 0
    board = game.get("/view")["hexes"]
    for hex in random.sample(sorted(board), 20):
        if board[hex]["state"] == "mapped" or board[hex]["terrain"] == "sea":
            continue
        terrain = "" if board[hex]["terrain"] else random.choice(["jungle", "desert", "lake"])
        last = asked_through(game, hex, terrain, random)
        entry = game.enter("check", hex=hex, terrain=terrain, answers=last["answers"])["entry"]
        assert entry["result"] == last["result"]
        assert entry["result"]["outcome"] == last["outcome"]
        path = game.get(f"/entries/{game.revision}")["path"]
        assert path == last["path"]
        assert all(one["from"] == "typed" for one in entry.get("answers", []))
        done += 1
    assert done > 5


def test_an_attempt_changes_nothing_and_refuses_what_no_check_takes(game: Game) -> None:
    before = game.get("/view")
    for body, status, names in (
        ({"hex": "9999"}, 400, "9999"),
        ({"hex": "0404"}, 400, "0404 is already mapped"),
        ({"hex": "0303"}, 400, "0303"),
        ({"hex": "0303", "terrain": "cheese"}, 400, "cheese"),
        ({"hex": "0202", "answers": [{"from": "drawn"}]}, 400, "drawn here"),
        ({"hex": "0202", "answers": [{"from": "typed", "die": 2}]}, 400, "answer 1"),
        ({"hex": "0202", "answers": [CARD] * 5}, 400, "left over"),
        ({"hex": "0202", "answers": [1]}, 422, "answers"),
        ({"hex": "0202", "word": "sings"}, 400, "sings"),
        ({"hex": "0202", "numbers": [7]}, 422, "numbers"),
        ({"hex": "0202", "word": "forks", "numbers": [1, 2]}, 422, "numbers"),
        ({"hex": "0202", "explorer": "x" * 101}, 422, "explorer"),
        ({"hex": 202}, 422, "hex"),
    ):
        line = game.client.refused(f"{game.path}/attempt", body, status)
        assert names in line
    assert game.get("/view") == before


# Odds -------------------------------------------------------------------------------------------


def test_odds_are_those_of_the_library(client: Client, played: Game) -> None:
    board = board_from(played.raw("/board.json").json())
    seen = played.get("/hexes/0303/odds", terrain="jungle")
    answers = json.loads(played.file().splitlines()[1])["answers"]
    drawn = {one["card"]["id"] for one in answers if "card" in one}
    deck = Deck.house()
    left = [card.id for card in deck.cards if card.id not in drawn]
    assert drawn
    assert played.get("/view")["deck"]["left"] == len(left)
    board.set_terrain(board.layout.find("0303"), "jungle")
    exact = odds(board, "0303", "table", deck, left=left).to_json()
    assert {key: seen[key] for key in exact} == exact
    assert seen["sum"] == "1"
    assert seen["questions"]
    for question in seen["questions"]:
        assert all(0 <= row["percent"] <= 100 for row in question["rows"])
    for path, names in (("/hexes/0303/odds", "0303"), ("/hexes/0202/odds", "0202")):
        answer = played.raw(path)
        assert answer.status_code == 400
        assert names in one_line(answer.json())


def test_odds_that_are_switched_off_are_not_told(client: Client) -> None:
    game = client.new(odds=False)
    answer = game.raw("/hexes/0202/odds")
    assert answer.status_code == 403
    assert "do not look at the odds" in one_line(answer.json())
    assert client.imported(game.file()).raw("/hexes/0202/odds").status_code == 403


# Files ------------------------------------------------------------------------------------------


def test_a_game_of_the_command_line_comes_back_byte_for_byte(
    client: Client, tmp_path: Path
) -> None:
    file = GameFile.create(tmp_path / "g.game", new_start(board_from(ISLAND), Deck.house(), seed=3))
    file.append(lambda game: game.answered(Check("0303", "veldt", explorer="Burton")), "Anna")
    for change in (Note("Zürich, 世界 </script>"), Undo(), Redo(), Note("\u200b two\nlines")):
        file.append(change, "<b>Ben</b>")
    data = (tmp_path / "g.game").read_bytes()
    game = client.imported(data)
    assert game.file() == data
    again, why = replay(tmp_path / "g.game")
    assert why == ""
    assert game.get("/view")["closing"] == again.closing
    assert game.get("/entries/1")["path"]
    assert game.get("/entries/1")["line"]["told"]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_the_server_comes_back_byte_for_byte(
    client: Client, tmp_path: Path, seed: int
) -> None:
    game = client.new(deck={"name": "mine", "csv": CSV} if seed else None)
    for _ in wander(game, Random(seed), 60):
        pass
    data = game.file()
    again = client.imported(data)
    assert again.file() == data
    (tmp_path / "g.game").write_bytes(data)
    played, why = replay(tmp_path / "g.game")
    assert why == ""
    assert played.closing == game.get("/view")["closing"]
    assert game.raw("/board.json").text == board_text(played.board)
    for ours, theirs in zip(*(one.get("/journal")["lines"] for one in (game, again)), strict=True):
        assert ours == theirs
    for number in range(1, game.revision + 1):
        assert game.get(f"/entries/{number}") == again.get(f"/entries/{number}")


def test_other_line_ends_are_taken_in(client: Client, played: Game) -> None:
    data = played.file()
    again = client.imported(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert again.file() == data


@pytest.mark.parametrize(
    ("damage", "names"),
    [
        (lambda data: b"", "not a game"),
        (lambda data: b"hello", "not a game"),
        (lambda data: b"\x00" * 1000, "not a game"),
        (lambda data: b"{}\n", "line 1.*not a game"),
        (lambda data: data.replace(b'"rivercheck_game": 1', b'"rivercheck_game": 2'), "line 1.*2"),
        (lambda data: data.replace(b'"rules": 1,', b'"rules": 2,'), "line 1.*version 2"),
        (lambda data: data[:-1], "line 5.*not written to its end"),
        (lambda data: data[:-20], "line 5.*not written to its end"),
        (lambda data: data + b"{", "line 6.*not written to its end"),
        (lambda data: data + b"\n", "line 6"),
        (lambda data: data.replace(b'"number": 2', b'"number": 3'), "line 3"),
        (lambda data: data.replace(b'"number": 2', b'"number" 2'), "line 3.*not JSON"),
        (lambda data: data.replace(b'"by": "Anna"', b'"by": "Ann"', 1), "line 3.*line before"),
        (lambda data: data.replace(b'"digest": "', b'"digest": "0'), "line 1.*digest"),
    ],
)
def test_a_damaged_file_is_refused_by_its_line(
    client: Client, played: Game, damage: Callable[[bytes], bytes], names: str
) -> None:
    before = client.get("/games")
    answer = client.take_in(damage(played.file()))
    assert answer.status_code == 400, answer.text
    assert re.search(names, one_line(answer.json()))
    assert client.get("/games") == before


def test_a_last_line_has_no_other_after_it_that_would_tell(client: Client, played: Game) -> None:
    data = played.file().replace(b"two", b"too")
    assert client.imported(data).file() == data != played.file()


def test_downloads_are_whole_and_safely_named(client: Client) -> None:
    for name, plain in (
        ("Nile", "Nile"),
        ("../../etc/passwd", "etc-passwd"),
        ('a"; filename="evil.exe', "a-filename-evil-exe"),
        ("世界", "game"),
        ("con", "game-con"),
        ("x" * 100, "x" * 60),
        ("</title><script>", "title-script"),
    ):
        game = client.new(name=name)
        game.check("0202")
        for path, ending in (
            ("/game.rivercheck", "rivercheck"),
            ("/board.json", "json"),
            ("/map.svg", "svg"),
        ):
            answer = game.raw(path)
            said = answer.headers["content-disposition"]
            assert said == f'attachment; filename="{plain}.{ending}"'
        json.loads(game.raw("/board.json").text)


def test_the_picture_is_well_formed_in_each_theme(client: Client, played: Game) -> None:
    for theme in ("light", "dark"):
        answer = played.raw("/map.svg", theme=theme)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "sandbox" in answer.headers["content-security-policy"]
        assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert played.raw("/map.svg", theme="pink").status_code == 422


def test_the_board_is_that_of_the_revision(client: Client, played: Game, tmp_path: Path) -> None:
    texts = [played.raw("/board.json", at=at).text for at in range(5)]
    assert texts[1] == texts[3] == texts[4] != texts[2] != texts[0]
    assert texts[4] == played.raw("/board.json").text
    (tmp_path / "b.json").write_text(texts[2], "utf-8")
    assert board_text(load_board(tmp_path / "b.json")) == texts[2]
    answer = played.raw("/board.json", at=5)
    assert answer.status_code == 404
    assert "0 to 4" in one_line(answer.json())


def test_a_turn_is_text_to_paste(played: Game) -> None:
    text = played.raw("/turn.txt", since=0).text
    assert played.raw("/turn.txt", since=0).headers["content-type"].startswith("text/plain")
    assert text.startswith("1. Anna checks hex 0202")
    assert "[struck out]" in text
    assert text.rstrip().split("\n")[-1] == played.get("/view")["closing"]
    assert played.raw("/turn.txt", since=99).text == text.splitlines(keepends=True)[-1]
    assert played.raw("/turn.txt").text == text  # since the last change that stands, the first


# Views ------------------------------------------------------------------------------------------


class Page:
    """What a client knows, patched with each view as docs/server.md says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = game.get("/view")
        self.lines = list(self.known["lines"])

    def look(self) -> None:
        view = self.game.get("/view", since=self.known["revision"])
        fits(models.View, json.dumps(view))
        if not view["whole"]:
            items = {**self.known["map"]["items"], **view["map"]["items"]}
            view["map"]["items"] = {key: items[key] for key in view["map"]["order"]}
            view["hexes"] = {**self.known["hexes"], **view["hexes"]}
            view["layout"] = self.known["layout"]
            self.lines += view["lines"]
        else:
            self.lines = view["lines"]
        self.known = view

    def agrees(self, whole: dict[str, Any]) -> None:
        for key in ("revision", "struck", "map", "hexes", "explorers", "layout", "closing"):
            assert self.known[key] == whole[key], key
        assert [one["number"] for one in self.lines] == list(range(1, whole["revision"] + 1))


@pytest.mark.parametrize("seed", range(3))
def test_patches_one_after_another_make_the_whole_view(client: Client, seed: int) -> None:
    game, random = client.new(), Random(100 + seed)
    pages = [Page(game) for _ in range(3)]
    for step, _ in enumerate(wander(game, random, 90)):
        pages[0].look()  # after each
        if random.random() < 0.3:
            pages[1].look()  # now and then
        if step % 20 == 19:
            pages[2].look()  # too late for a difference
        if step % 10 == 0:
            pages[0].agrees(game.get("/view"))
    whole = game.get("/view")
    assert game.revision > 40
    fresh = client.imported(game.file()).get("/view")  # drawn anew, with nothing kept
    for page in pages:
        page.look()
        page.agrees(whole)
        page.agrees(fresh)
    nothing = game.get("/view", since=game.revision)
    assert (nothing["hexes"], nothing["map"]["items"], nothing["lines"]) == ({}, {}, [])


@pytest.mark.parametrize("since", [1, 50, 10**9, 2**53 - 1])
def test_since_beyond_the_end_or_too_long_ago_gives_all(game: Game, since: int) -> None:
    for number in range(30):
        game.enter("note", text=f"{number}")
    view = game.get("/view", since=since)
    assert view["whole"]
    assert view["revision"] == 30


@pytest.mark.parametrize(
    "path",
    [
        "/view?since=-1",
        "/view?since=x",
        f"/view?since={2**64}",
        "/view?since=" + "9" * 5000,
        f"/events?since={2**64}",
        f"/entries/{2**64}",
        "/entries/0",
        "/entries/x",
        f"/journal?before={2**64}",
        "/journal?count=0",
        "/journal?count=1001",
        f"/board.json?at={2**64}",
        f"/turn.txt?since={2**64}",
    ],
)
def test_numbers_that_cannot_be_are_refused(game: Game, path: str) -> None:
    answer = game.client.http.get(f"/api{game.path}{path}")
    assert answer.status_code == 422
    fits(models.Failure, answer.text)
    one_line(answer.json())


QUERIES: list[dict[str, int]] = [
    {},
    {"count": 3},
    {"before": 9, "count": 3},
    {"before": 1},
    {"before": 99},
]


def test_a_long_journal_is_read_in_parts(game: Game) -> None:
    for number in range(1, 12):
        game.enter("note", text=f"{number}")
    parts = [
        [line["number"] for line in game.get("/journal", **query)["lines"]] for query in QUERIES
    ]
    assert parts == [list(range(1, 12)), [9, 10, 11], [6, 7, 8], [], list(range(1, 12))]


def test_two_clients_see_each_other(client: Client, game: Game) -> None:
    other = Game(client, game.id)
    game.check("0202")
    answer = other.enter("note", 409, text="mine")
    assert [line["number"] for line in answer["missed"]] == [1]
    other.revision = answer["revision"]
    other.enter("note", text="mine")
    assert game.get("/view")["revision"] == 2
    assert game.enter("undo", 409)["missed"][0]["details"] == ["mine"]
    assert other.enter("undo")["entry"]["entries"] == [1]


def test_a_hex_in_full(played: Game) -> None:
    full = played.get("/hexes/0202")
    assert full["entries"] == [1]
    assert full["can_visit"]
    assert not full["checkable"]
    assert full["why_not"]
    assert full["printed"] == {"terrain": "jungle", "state": "partial", "out": [6]}
    view = played.get("/view")["hexes"]["0202"]
    assert {key: full[key] for key in view} == view
    assert [side["side"] for side in full["sides"]] == [1, 2, 3, 4, 5, 6]
    assert played.get("/hexes/0101")["why_not"]
    assert played.get("/hexes/0505")["checkable"]
    corner = played.get("/hexes/0606")["sides"]
    assert any(side["beyond"] is None for side in corner)
    answer = played.raw("/hexes/9999")
    assert answer.status_code == 400
    assert "9999" in one_line(answer.json())


def test_rivers_are_told_with_their_requirements(played: Game) -> None:
    found = played.get("/rivers")
    (system,) = found["systems"]
    assert system["name"] == "Tamba"
    assert [one["hexes"] for one in found["faults"]] == [["0202"]]


# Hostile names ----------------------------------------------------------------------------------


def test_hostile_names_stay_text_everywhere(client: Client) -> None:
    spaced = [name for name in NAMES if name.strip()]
    for place in range(0, len(spaced), 12):
        group = spaced[place : place + 12]
        game = client.new(name=group[0], explorers=group)
        for number, name in enumerate(group[:6]):
            edit = {"terrain": "lake", "state": "mapped", "name": name, "explorers": [name]}
            game.enter("edit", hexes={f"0{3 + number % 4}0{1 + number}": edit})
        for name in group:
            game.enter("note", text=name)
        mouth = {"hex": "0202", "side": 6, "name": group[-1], "drainage": 1}
        game.enter("edit", mouths=[mouth])
        view = game.get("/view")
        assert view["name"] == group[0]
        assert {one["name"] for one in view["explorers"]} >= set(group)
        assert view["hexes"]["0202"]["mouth"]["name"] == group[-1]
        assert [line["details"] for line in view["lines"][-len(group) - 1 : -1]] == [
            [name] for name in group
        ]
        for theme in ("light", "dark"):
            safe_svg(game.raw("/map.svg", theme=theme).text)
        for key, text in view["map"]["items"].items():
            safe_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>')
            assert key.isprintable()
        assert client.imported(game.file()).file() == game.file()
        assert "filename=" in game.raw("/game.rivercheck").headers["content-disposition"]
        assert game.raw("/turn.txt", since=0).status_code == 200


SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {
    *("svg", "g", "defs", "symbol", "use", "clipPath", "pattern", "style", "title", "desc"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
    *("text", "textPath", "tspan"),
}


def safe_svg(text: str) -> None:
    """Nothing in a picture acts or asks for anything."""
    for element in ET.fromstring(text).iter():
        assert element.tag.removeprefix(SVG) in DRAWN, element.tag
        for key, value in element.attrib.items():
            assert not key.lower().startswith("on"), key
            assert not key.endswith("href") or value.startswith("#"), value
            assert "javascript:" not in value or key == "aria-label", value


@pytest.mark.parametrize(
    "text", [text for text in HOSTILE if not allowed(text)], ids=lambda text: ascii(text)[:20]
)
def test_a_name_that_would_garble_a_log_is_refused(client: Client, text: str) -> None:
    body = {"key": client.key(), "board": {"file": ISLAND}}
    for wanted in ({"name": text}, {"explorers": [text]}):
        one_line(client.post("/games", {**body, **wanted}, None))
    game = client.new()
    one_line(game.send(game.command({"kind": "note", "text": "x"}, by=text), None))
    one_line(game.send(game.command({"kind": "visit", "hex": "0404", "explorer": text}), None))
    assert game.get("/view")["revision"] == 0


@pytest.fixture(scope="module")
def untouched(client: Client) -> Game:
    """A game for many tests, in which nothing is entered."""
    return client.new(name="untouched")


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_a_hostile_word_anywhere_else_is_refused(
    client: Client, untouched: Game, text: str
) -> None:
    game = untouched
    for change in (
        {"kind": "check", "hex": text, "draw": True},
        {"kind": "terrain", "hex": "0303", "terrain": text},
        {"kind": "edit", "hexes": {text: {}}},
        {"kind": "edit", "hexes": {"0101": {text: 1, "state": text}}},
        {"kind": "edit", "mouths": [{"hex": "0202", "side": text}]},
        {"kind": text},
        {"kind": "undo", text: 1},
    ):
        one_line(game.send(game.command(change), None))
    for path in ("/hexes/", "/entries/"):
        answer = client.http.get(f"/api{game.path}{path}{quote(text, safe='')}")
        assert answer.status_code in (400, 404, 405, 422), answer.text
        one_line(answer.json())
    assert client.http.get(f"/api{game.path}/map.svg", params={"theme": text}).status_code == 422


# After a restart --------------------------------------------------------------------------------


def test_after_a_restart_all_is_as_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.new()
        body = game.command({"kind": "check", "hex": "0202", "draw": True})
        first = game.send(body)
        game.revision = 1
        for _ in wander(game, Random(4), 40):
            pass
        made = {"key": client.key(), "board": {"shipped": "bay"}}
        other = client.post("/games", made, 201)
        before = game.get("/view"), game.file(), game.get("/journal"), client.get("/games")
    with serving(tmp_path) as client:
        again = Game(client, game.id)
        assert again.send(body) == first
        assert client.post("/games", made, 201) == other
        seen = again.get("/view"), again.file(), again.get("/journal"), client.get("/games")
        assert seen == before
