"""`rivercheck serve`, as a user meets it: one address, one line where it cannot."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from serving import RUN, Client, Server, serving

EXTRA = ("apsw", "fastapi", "platformdirs", "uvicorn")


def serve(*words: str, before: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `rivercheck serve`, which must end by itself."""
    return subprocess.run(
        [sys.executable, "-c", f"{before}\n{RUN}", "serve", "--no-open", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environ},
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error with which it ends."""
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_it_prints_its_address_and_answers_there_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path)
    assert httpx.get(f"{server.address}/api/games", trust_env=False).json() == {"games": []}
    assert "rivercheck" in httpx.get(f"{server.address}/", trust_env=False).text.lower()
    code, remarks = server.stop()
    assert code == 130
    assert remarks == f"games are kept in {tmp_path}/games.sqlite; Ctrl-C stops\n"


def test_it_listens_on_this_machine_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        port = int(client.server.address.rpartition(":")[2])
        held = Path(f"/proc/{client.server.process.pid}/net/tcp")
        if not held.exists():
            pytest.skip("needs /proc")
        listening = [
            row.split()[1]
            for row in held.read_text().splitlines()[1:]
            if row.split()[3] == "0A" and row.split()[1].endswith(f":{port:04X}")
        ]
        assert listening == [f"0100007F:{port:04X}"]


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        port = client.server.address.rpartition(":")[2]
        line = refused(serve("--port", port, "--data", str(tmp_path / "other")))
        assert f"port {port} is in use" in line
        assert f"http://127.0.0.1:{port}/" in line
        assert "--port" in line
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
def test_a_port_that_cannot_be_is_refused(tmp_path: Path, port: str) -> None:
    done = serve("--port", port, "--data", str(tmp_path))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_hold_games_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "games.sqlite").write_text("hello" * 1000)
    for folder in (tmp_path / "file", tmp_path / "file" / "below", tmp_path):
        line = refused(serve("--port", "0", "--data", str(folder)))
        assert str(folder) in line
        assert "cannot be opened" in line


@pytest.mark.parametrize("name", EXTRA)
def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path, name: str) -> None:
    blocked = f"import sys; sys.modules[{name!r}] = None"
    line = refused(serve("--port", "0", "--data", str(tmp_path / "new"), before=blocked))
    assert name in line
    assert "pip install 'rivercheck[web]'" in line
    assert not (tmp_path / "new").exists()


def test_other_commands_do_without_the_extra() -> None:
    blocked = f"import sys\nfor name in {EXTRA}: sys.modules[name] = None"
    command = [sys.executable, "-c", f"{blocked}\n{RUN}", "boards"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "africa" in done.stdout


OPENED = "import webbrowser; webbrowser.open = lambda address: print('opened', address, flush=True)"


@pytest.mark.parametrize(
    ("environ", "words", "opens"),
    [
        ({"DISPLAY": ":0"}, ("--open",), True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ("--open",), True),
        ({}, ("--open",), False),
        ({"DISPLAY": ":0"}, (), False),
    ],
)
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen there")
def test_a_browser_opens_only_where_there_is_a_screen(
    tmp_path: Path, environ: dict[str, str], words: tuple[str, ...], opens: bool
) -> None:
    screens = {"DISPLAY": "", "WAYLAND_DISPLAY": "", **environ}
    server = Server(tmp_path, before=OPENED, environ=screens, words=words)
    with Client(server.address) as client:
        client.get("/games")
    server.process.send_signal(signal.SIGINT)
    printed, _ = server.process.communicate(timeout=60)
    assert printed == (f"opened {server.address}/\n" if opens else "")


def test_games_are_kept_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RIVERCHECK_DATA", raising=False)
    for name, folder in (("RIVERCHECK_DATA", "said"), ("XDG_DATA_HOME", "home/rivercheck")):
        place = tmp_path / folder
        said = str(place if folder == "said" else place.parent)
        _, remarks = Server(None, environ={"HOME": str(tmp_path), name: said}).stop()
        if name == "RIVERCHECK_DATA" or sys.platform == "linux":
            assert (place / "games.sqlite").exists(), remarks


def test_hostile_folders_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    server = Server(tmp_path / "a\x1b[31m [bold]b")
    with Client(server.address) as client:
        client.get("/games")
    _, remarks = server.stop()
    assert "\x1b" not in remarks
    assert "[bold]b" in remarks
    assert re.search(r"a\\x1b\[31m", remarks)


def test_a_port_is_free_again_when_it_has_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path)
    port = server.address.rpartition(":")[2]
    with Client(server.address) as client:
        client.new()
        server.stop()
    again = Server(tmp_path, words=("--port", port))
    assert again.address.endswith(f":{port}")
    with pytest.raises(OSError, match="in use"), socket.socket() as other:
        other.bind(("127.0.0.1", int(port)))
    again.stop()
