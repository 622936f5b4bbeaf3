"""The store: what was acknowledged is there, whatever becomes of the machine."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import apsw
import httpx
import pytest

from rivercheck import Deck, changes
from rivercheck.boardfile import board_from, board_text
from rivercheck.entries import Check, Erase, Note, Redo, Start, Undo, Visit
from rivercheck.errors import FileError, GameError, RivercheckError
from rivercheck.game import Game, new_start
from rivercheck.gamefile import replay
from rivercheck.web.store import FILE, Store
from rivercheck.web.table import EVERY, Stale, Table, create, export_game, import_game
from serving import ISLAND, Client, Server, one_line, serving
from serving import Game as Served


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def start() -> Start:
    return new_start(board_from(ISLAND), Deck.house(), seed=5)


def made(store: Store) -> Table:
    return Table(store, create(store, start(), f"create-{len(store.games())}"))


def enter(table: Table, change: Any, by: str = "Anna", key: str = "") -> None:
    revision = table.game.revision
    draw = isinstance(change, Check)
    table.enter(change, by, revision, key or f"key-{revision}-{id(change)}", draw)


def state(game: Game) -> tuple[object, ...]:
    dealer = game.dealer.state, game.dealer.left
    redo = game.to_redo, game.revision, game.closing
    return board_text(game.board), dealer, list(game.standing), set(game.struck), redo


def played_by(file: bytes, folder: Path) -> Game:
    """The game of a file that is valid to its end."""
    (folder / "exported.game").write_bytes(file)
    game, why = replay(folder / "exported.game")
    assert why == ""
    return game


# Long games -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of 5,000 entries: checks made and undone, notes, and what stands."""
    folder = tmp_path_factory.mktemp("long")
    store = Store(folder)
    store._db.execute("pragma synchronous=off")  # to make it quickly
    table = made(store)
    random = Random(1)
    labels = [f"{column:02}{row:02}" for column in range(2, 7) for row in range(1, 7)]
    while table.game.revision < 5000:
        hex = random.choice(labels)
        try:
            if random.random() < 0.4:
                known = table.game.board.terrain(table.game.board.layout.find(hex))
                enter(table, Check(hex, "" if known else "jungle", explorer="Burton"))
            elif random.random() < 0.5:
                enter(table, Undo())
            else:
                enter(table, Note("so far"))
        except RivercheckError:
            enter(table, Note("refused"))
    store.close()
    return folder


class Counted:
    """How many entries are played, by whatever way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.played = 0
        whole, part = Game.play, changes.carry_out

        def play(game: Game, entry: Any) -> None:
            self.played += 1
            whole(game, entry)

        def carry_out(*words: Any) -> Any:
            self.played += 1
            return part(*words)

        monkeypatch.setattr(Game, "play", play)
        monkeypatch.setattr("rivercheck.game.carry_out", carry_out)

    def since(self) -> int:
        played, self.played = self.played, 0
        return played


def test_a_long_game_opens_and_undoes_by_its_snapshots(
    long_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(long_game, tmp_path, dirs_exist_ok=True)
    store = Store(tmp_path)
    counted = Counted(monkeypatch)
    (one,) = store.games()
    table = Table(store, one.id)
    assert table.game.revision == one.revision == 5000
    assert counted.since() <= 2 * EVERY
    read = sum(entry is not None for entry in table.game.entries._held)
    assert read <= EVERY
    for _ in range(5):
        enter(table, Undo())
    assert counted.since() <= 5 * 3 + 3 * EVERY
    assert state(Table(store, one.id).game) == state(table.game)
    store.close()


def test_without_snapshots_the_same_state_is_found(long_game: Path, tmp_path: Path) -> None:
    shutil.copytree(long_game, tmp_path, dirs_exist_ok=True)
    store = Store(tmp_path)
    (one,) = store.games()
    with_them = state(Table(store, one.id).game)
    store._db.execute("delete from snapshots where number % 200 = 0")
    assert state(Table(store, one.id).game) == with_them
    store._db.execute("delete from snapshots")
    without = Table(store, one.id)
    assert state(without.game) == with_them
    assert state(played_by(export_game(store, one.id), tmp_path)) == with_them
    store.close()


def test_an_imported_game_undoes_by_snapshots_too(
    long_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = Store(long_game), Store(tmp_path)
    (one,) = old.games()
    id = import_game(new, export_game(old, one.id), "imported")
    counted = Counted(monkeypatch)
    table = Table(new, id)
    enter(table, Undo())
    assert counted.since() <= 5 * EVERY
    assert state(table.game) == state(played_by(export_game(new, id), tmp_path))
    old.close()
    new.close()


def test_an_imported_game_undoes_what_became_of_its_explorers(store: Store) -> None:
    table = made(store)
    enter(table, Check("0202", explorer="Burton"))
    for number in range(EVERY):
        enter(table, Note(f"{number}"))
    before = state(table.game)
    enter(table, Visit("Speke", "0202"))
    enter(table, Erase("Burton"))
    enter(table, Erase("Speke"))
    again = Table(store, import_game(store, export_game(store, table.id), "imported"))
    enter(again, Undo(EVERY + 1))
    assert state(again.game)[:3] == before[:3] != state(table.game)[:3]


# Two at once ------------------------------------------------------------------------------------


def test_a_table_plays_what_another_program_has_entered(tmp_path: Path) -> None:
    mine, theirs = Store(tmp_path), Store(tmp_path)
    table = made(mine)
    other = Table(theirs, table.id)
    enter(table, Check("0202"))
    enter(table, Note("one"))
    with pytest.raises(Stale) as caught:
        other.enter(Note("mine"), "Ben", 0, "stale-key")
    assert [line.entry.number for line in caught.value.missed] == [1, 2]
    assert state(other.game) == state(table.game)
    enter(other, Undo(), "Ben")
    table.catch_up()
    assert state(other.game) == state(table.game)
    enter(table, Redo())
    key = "same-key-1"
    enter(table, Check("0203", "jungle"), key=key)
    assert other.enter(Note("no"), "Ben", 0, key).line.entry.kind == "check"  # its key is known
    assert state(other.game) == state(table.game) == state(Table(mine, table.id).game)
    mine.close()
    theirs.close()


def test_two_servers_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        game = one.new()
        same = Served(two, game.id)
        for number in range(6):
            mine, other = (game, same) if number % 2 else (same, game)
            mine.revision = number
            mine.enter("note", text=f"{number}")
            assert other.get("/view")["revision"] == number + 1
            assert other.send(other.command({"kind": "undo"}, revision=number), 409)["missed"]
        assert game.file() == same.file()
        assert two.get("/games") == one.get("/games")
        assert game.get("/view") == same.get("/view")


def test_many_race_and_every_revision_is_made_once(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.new()
        mine: list[list[int]] = [[] for _ in range(8)]
        threads = [threading.Thread(target=race, args=(client, game.id, mine, n)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        numbers = sorted(number for part in mine for number in part)
        assert numbers == list(range(1, 8 * 12 + 1))
        again = played_by(game.file(), tmp_path)
        assert again.revision == len(numbers)
        assert again.closing == game.get("/view")["closing"]
        for place, part in enumerate(mine):
            for number in part:
                assert again.entries[number - 1].by == f"player {place}"


def race(client: Client, id: str, mine: list[list[int]], place: int) -> None:
    """Make twelve entries against seven others, half of them sent twice."""
    revision = 0
    random = Random(place)
    with Client(client.server.address) as own:
        while len(mine[place]) < 12:
            hex = f"0{random.randint(2, 6)}0{random.randint(1, 6)}"
            change = random.choice(
                [
                    {"kind": "note", "text": "x"},
                    {"kind": "terrain", "hex": hex, "terrain": "jungle"},
                    {"kind": "check", "hex": hex, "draw": True},
                    {"kind": "undo"},
                ]
            )
            body = {"revision": revision, "key": own.key(), "by": f"player {place}"}
            answers = [
                own.http.post(f"/api/games/{id}/entries", json={**body, "change": change})
                for _ in range(random.choice([1, 2]))
            ]
            if answers[0].status_code == 200:
                assert all(answer.json() == answers[0].json() for answer in answers)
                revision = answers[0].json()["revision"]
                mine[place].append(revision)
            elif answers[0].status_code == 409:
                revision = answers[0].json()["revision"]
            else:
                assert answers[0].status_code == 400, answers[0].text


def test_one_key_makes_one_game_however_many_ask_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        body = {"key": client.key(), "board": {"shipped": "bay"}}
        made: list[str] = []

        def ask() -> None:
            with Client(client.server.address) as own:
                made.append(own.post("/games", body, 201)["id"])

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert len(made) == 8
        assert len(set(made)) == len(client.get("/games")["games"]) == 1


# Files that cannot serve ------------------------------------------------------------------------


def told(folder: Path) -> str:
    """The one line with which the store refuses a folder."""
    with pytest.raises(FileError) as caught:
        Store(folder)
    assert "\n" not in str(caught.value)
    assert str(folder) in str(caught.value)
    return str(caught.value)


def changed(sql: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with apsw.Connection(str(file)) as db:
            db.execute(sql)
        db.close()

    return change


def overwritten(start: int, data: bytes) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with file.open("r+b") as opened:
            opened.seek(start)
            opened.write(data)

    return change


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (changed("pragma user_version = 2"), "is of version 2, and this program reads 1"),
        (changed("pragma application_id = 7"), "is no file of rivercheck games"),
        (lambda file: file.write_bytes(b"hello" * 1000), "not a database"),
        (lambda file: file.write_bytes(b"x" * 10), "not a database"),
        (overwritten(0, b"SQLite format 4"), "not a database"),
        (overwritten(4096, b"\xff" * 4096), "damaged|malformed"),
        (lambda file: os.truncate(file, 8192), "damaged|malformed"),
    ],
)
def test_a_file_that_is_not_ours_or_damaged_is_refused_in_one_line(
    tmp_path: Path, damage: Callable[[Path], None], says: str
) -> None:
    store = Store(tmp_path)
    enter(made(store), Note("x" * 9000))
    store.close()
    damage(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    assert re.search(says, told(tmp_path))
    assert (tmp_path / FILE).read_bytes() == before


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with apsw.Connection(str(tmp_path / FILE)) as db:
        db.execute("create table theirs (x); insert into theirs values (1)")
    db.close()
    assert "is no file of rivercheck games" in told(tmp_path)
    with apsw.Connection(str(tmp_path / FILE)) as db:
        assert db.execute("select * from theirs").get == 1
        assert db.execute("select count(*) from sqlite_schema").get == 1


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    store = Store(tmp_path)
    assert store.games() == []
    store.close()


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "exists" in told(tmp_path / "file")
    assert "not a directory" in told(tmp_path / "file" / "below")
    (tmp_path / "taken" / FILE).mkdir(parents=True)
    assert "cannot be opened" in told(tmp_path / "taken")


def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    store = Store(tmp_path / "new")
    made(store)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    for file in (tmp_path / "new").iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file
    store.close()


AS_NOBODY = """
import os, sys
from pathlib import Path
from rivercheck.errors import FileError
from rivercheck.web.store import Store
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
try:
    Store(Path(sys.argv[1]))
except FileError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems keep files in other ways")
def test_what_cannot_be_written_is_refused_in_one_line() -> None:
    with tempfile.TemporaryDirectory() as name:  # nobody else may enter those of pytest
        folder = Path(name)
        store = Store(folder / "store")
        made(store)
        store.close()
        (folder / "store" / FILE).chmod(0o444)
        (folder / "store").chmod(0o555)
        folder.chmod(0o555)
        for place, says in (("new", "permission denied"), ("store", "cannot be opened")):
            words = [sys.executable, "-c", AS_NOBODY, str(folder / place)]
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            assert says in done.stdout
            assert done.stdout.count("\n") == 1
        folder.chmod(0o700)
        (folder / "store").chmod(0o700)


def test_a_game_of_other_rules_is_listed_and_can_be_exported(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.new(name="old")
        game.check("0202")
        data = game.file()
    with apsw.Connection(str(tmp_path / FILE)) as db:
        db.execute("""update games set start = replace(start, '"rules": 1', '"rules": 9')""")
    db.close()
    with serving(tmp_path) as client:
        (one,) = client.get("/games")["games"]
        assert (one["name"], one["revision"]) == ("old", 1)
        old = Served(client, one["id"])
        for path in ("/view", "/rivers", "/hexes/0202", "/map.svg", "/events"):
            answer = old.raw(path)
            assert answer.status_code == 400
            assert "version 9 of the rules" in one_line(answer.json())
        assert "version 9" in one_line(old.send(old.command({"kind": "undo"}), 400))
        assert old.file() == data.replace(b'"rules": 1', b'"rules": 9')
        client.new().check("0202")  # the others can be played


def test_an_entry_that_does_not_belong_is_named(store: Store) -> None:
    table = made(store)
    enter(table, Check("0202"))
    store._db.execute("""update entries set line = replace(line, '"0202"', '"0404"')""")
    with pytest.raises(GameError, match=r"entry 1 \(check\).*0404"):
        Table(store, table.id)
    with pytest.raises(GameError, match="no such game"):
        Table(store, "none")


def test_what_could_not_be_stored_was_not_done(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = made(store)
    enter(table, Check("0202"))
    before = state(table.game)

    def fail(*_: object) -> None:
        raise apsw.FullError("database or disk is full")

    for name in ("add", "touch"):
        with monkeypatch.context() as patched:
            patched.setattr(store, name, fail)
            for change in (Check("0203", "jungle"), Undo(), Note("x")):
                with pytest.raises(FileError, match="the disk is full; nothing was entered"):
                    enter(table, change)
        assert state(table.game) == before == state(Table(store, table.id).game)
    enter(table, Undo())
    enter(table, Redo())
    assert state(table.game)[:2] == before[:2]


# Killed -----------------------------------------------------------------------------------------


def kills(folder: Path, times: int, random: Random) -> tuple[int, int]:
    """Kill a server under load again and again; returns what was acknowledged and what is there."""
    with serving(folder) as client:
        id = client.new().id
    acknowledged: dict[str, Any] = {}
    for _ in range(times):
        server = Server(folder)
        enough = threading.Event()
        after = random.randint(1, 40)
        threads = [
            threading.Thread(target=load, args=(server.address, id, acknowledged, enough, n, after))
            for n in range(3)
        ]
        for thread in threads:
            thread.start()
        enough.wait(30)
        enough.wait(random.random() / 50)
        server.process.send_signal(signal.SIGKILL)
        server.process.communicate()
        for thread in threads:
            thread.join(30)
    with apsw.Connection(str(folder / FILE)) as db:
        assert db.pragma("integrity_check") == "ok"
    db.close()
    with serving(folder) as client:
        game = Served(client, id)
        again = played_by(game.file(), folder)
        assert again.closing == game.get("/view")["closing"]
        for answer in acknowledged.values():
            entry = again.entries[answer["revision"] - 1]
            assert entry.to_json() == answer["entry"]
        numbers = [answer["revision"] for answer in acknowledged.values()]
        assert len(set(numbers)) == len(numbers)
    return len(acknowledged), again.revision


def load(
    address: str,
    id: str,
    acknowledged: dict[str, Any],
    enough: threading.Event,
    place: int,
    after: int,
) -> None:
    """Enter as fast as it goes until the server is gone; tells when enough was acknowledged."""
    random, count, revision = Random(place), 0, 0
    with Client(address) as client:
        while True:
            hex = f"0{random.randint(2, 6)}0{random.randint(1, 6)}"
            changes: list[dict[str, Any]] = [
                {"kind": "note", "text": "y" * 300},
                {"kind": "check", "hex": hex, "terrain": "swamp", "draw": True},
                {"kind": "undo"},
            ]
            key, change = client.key(), random.choice(changes)
            body = {"revision": revision, "key": key, "change": change}
            try:
                answer = client.http.post(f"/api/games/{id}/entries", json=body)
            except httpx.TransportError:
                return
            if answer.status_code == 200:
                acknowledged[key] = answer.json()
                count += 1
            if "revision" in answer.json():
                revision = answer.json()["revision"]
            if count >= after:
                enough.set()


def test_killing_the_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged, stored = kills(tmp_path, 6, Random(1))
    assert 0 < acknowledged <= stored <= acknowledged + 6 * 3


@pytest.mark.prove
def test_killing_it_at_fifty_moments_loses_nothing(tmp_path: Path, count: Any) -> None:
    acknowledged, stored = kills(tmp_path, 50, Random(2))
    assert 0 < acknowledged <= stored <= acknowledged + 50 * 3
    count("a killed server loses nothing", kills=50, acknowledged=acknowledged, stored=stored)


def test_a_torn_log_opens_at_the_last_good_entry(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    server = Server(folder)
    with Client(server.address) as client:
        game = client.new()
        for number in range(10):
            game.enter("note", text=f"{number}" * 500)
    server.process.send_signal(signal.SIGKILL)
    server.process.communicate()
    log = (folder / f"{FILE}-wal").read_bytes()
    random = Random(3)
    for place in range(12):
        torn = tmp_path / f"torn{place}"
        shutil.copytree(folder, torn)
        end = random.randint(len(log) // 2, len(log) - 1)
        kept = log[:end] + (bytes(9999) if place % 2 else b"")
        (torn / f"{FILE}-wal").write_bytes(kept)
        (torn / f"{FILE}-shm").unlink(missing_ok=True)
        store = Store(torn)
        table = Table(store, game.id)
        assert 0 < table.game.revision <= 10
        texts = [entry.to_json()["text"] for entry in table.game.entries]
        assert texts == [f"{number}" * 500 for number in range(table.game.revision)]
        enter(table, Note("on"))
        store.close()


# No room ----------------------------------------------------------------------------------------


def fills_up(
    client: Client, folder: Path, fill: Callable[[], object], free: Callable[[], object]
) -> None:
    """Entries are refused when there is no room, and made again when there is."""
    game = client.new()
    game.check("0202")
    before = game.get("/view"), game.file()
    fill()
    refused = 0
    for number in range(60):
        answer = game.send(game.command({"kind": "note", "text": f"{number}" * 4000}), None)
        if "error" in answer:
            assert answer["error"]["code"] == "full"
            assert "nothing was entered" in one_line(answer)
            refused += 1
        else:
            game.revision = answer["revision"]
            before = game.get("/view"), game.file()
        if refused == 5:
            break
    assert refused == 5
    assert (game.get("/view"), game.file()) == before
    body = {"key": client.key(), "board": {"shipped": "africa"}}
    assert "full" in client.refused("/games", body, 507)
    assert "full" in client.refused(f"{game.path}/entries", game.command({"kind": "undo"}), 507)
    assert client.take_in(before[1]).status_code in (201, 507)
    free()
    game.check("0203", "jungle")
    game.enter("undo")
    again = played_by(game.file(), folder)
    assert again.closing == game.get("/view")["closing"]
    client.post("/games", body, 201)


def test_a_full_disk_refuses_the_entry_and_keeps_the_game(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(small)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs to mount a small file system, which only root may")
    ballast = small / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    try:
        with serving(small) as client:
            fills_up(client, tmp_path, fill, ballast.unlink)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_limit_on_files_refuses_the_entry_and_keeps_the_game(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with serving(tmp_path / "data") as client:
        pid = client.server.process.pid
        if not hasattr(resource, "prlimit"):
            pytest.skip("needs prlimit")

        def limit(size: int) -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        room = max(file.stat().st_size for file in (tmp_path / "data").iterdir())
        fills_up(
            client, tmp_path, lambda: limit(room + 30_000), lambda: limit(resource.RLIM_INFINITY)
        )
