"""`rivercheck study`: its files, its errors, and what is left of a study that was stopped."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from rivercheck.deck import Deck
from rivercheck.study import cluster as cluster_module
from rivercheck.study import runner
from rivercheck.study.runner import Study
from rivercheck.study.studyfile import study_text
from running import Run, by_line
from studying import plan_of

PROGRAM = str(Path(sys.executable).parent / "rivercheck")


@pytest.fixture
def run(run: Run) -> Run:
    """The command line, by lines of words."""
    return by_line(run)


def test_a_study_prints_tables_and_writes_files(run: Run, tmp_path: Path) -> None:
    done = run("study bay --boards 40 --seed 1 --out s.json --csv s.csv --plots plots")
    assert done.code == 0, done.err
    assert done.out.startswith("40 boards of The bay, seed 1\n")
    assert "Tamba" in done.out
    assert "\x1b" not in done.out
    assert json.loads((tmp_path / "s.json").read_text())["boards"] == 40
    assert (tmp_path / "s.csv").read_text().startswith("figure,words,")
    assert (tmp_path / "plots" / "map.svg").stat().st_size > 5000


def test_a_study_as_json(run: Run) -> None:
    done = run("study bay --boards 30 --seed 1 --versus own-side=open --json")
    assert done.json["boards"] == 30
    assert {entry["variant"] for entry in done.json["figures"]} == {"table", "own-side=open"}


def test_a_study_can_be_made_longer(run: Run, tmp_path: Path) -> None:
    whole = run("study bay --boards 60 --seed 1 --out whole.json --workers 1")
    run("study bay --boards 20 --seed 1 --out parts.json")
    more = run("study bay --boards 60 --seed 1 --out parts.json --resume")
    assert more.out == whole.out
    texts = [(tmp_path / name).read_bytes() for name in ("whole.json", "parts.json")]
    assert texts[0] == texts[1]
    again = run("study bay --boards 60 --seed 1 --out parts.json --resume")
    assert again.out == whole.out


def test_a_sweep_says_which_deck_is_wanted_and_writes_it(run: Run, tmp_path: Path) -> None:
    sweep = "--vary own-side=open,barred --vary deck.forks=2,6 --want longest>=9 --decks decks"
    done = run(f"study bay --boards 60 --seed 1 {sweep}")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    begin = lines.index("boards with longest>=9, most often first")
    shares = [float(line.split()[1]) for line in lines[begin + 2 : begin + 6]]
    assert shares == sorted(shares, reverse=True)
    names = {path.name for path in (tmp_path / "decks").iterdir()}
    assert "own-side=open,deck.forks=6.csv" in names
    assert len(names) == 4
    again = run("study bay --boards 5 --seed 1 --deck decks/own-side=open,deck.forks=6.csv")
    assert again.code == 0, again.err


def test_decks_of_the_same_name_are_told_apart(run: Run, tmp_path: Path) -> None:
    for folder, cards in (("a", 60), ("b", 80)):
        (tmp_path / folder).mkdir()
        deck = Deck("my", Deck.house().cards[:cards])
        (tmp_path / folder / "my.csv").write_text(deck.to_csv())
    done = run("study bay --boards 5 --seed 1 --deck a/my.csv --versus deck=b/my.csv")
    assert done.code == 0, done.err
    assert "two variants" in run("study bay --deck a/my.csv --versus deck=a/my.csv").err


def test_resume_without_a_file_begins(run: Run, tmp_path: Path) -> None:
    assert run("study bay --boards 5 --seed 1 --out new.json --resume").code == 0
    assert (tmp_path / "new.json").exists()


WRONG = {
    "study bay --boards 0": "--boards 0: must be from 1 to",
    "study bay --boards -4": "--boards -4: must be from 1 to",
    "study bay --boards many": "Invalid value for '--boards'",
    "study bay --workers 0": "--workers 0: must be 1 or more",
    "study bay --seed -1": "seed -1 is not an integer",
    "study bay --seed 99999999999999999999": "is not an integer",
    "study nowhere": "nowhere: no such file",
    "study bay --order rovers": "unknown order 'rovers'",
    "study bay --rulings tabel": "did you mean table?",
    "study bay --deck nowhere.csv": "nowhere.csv: cannot be read",
    "study bay --versus deck=nowhere.csv": "nowhere.csv: cannot be read",
    "study bay --versus seaward": "say deck=FILE, rulings=NAME",
    "study bay --versus rulings=table": "two variants of the study are the same",
    "study bay --versus own-side=shut": "unknown value of own-side",
    "study bay --vary deck.fork=2": "did you mean forks?",
    "study bay --vary own=2": "nothing that can be varied",
    "study bay --vary deck.forks=2 --versus rulings=seaward": "one of them",
    "study bay --want longest": "say it like longest>=20",
    "study bay --want longst>3": "did you mean longest?",
    "study bay --resume": "name it with --out",
    "study bay --out nowhere/s.json": "there is no folder",
    "study bay --csv nowhere/s.csv": "there is no folder",
    "study bay --plots taken": "no files can be written there",
    "study bay --decks taken": "no files can be written there",
    "study bay --dask somewhere": "say it like tcp://",
    "study bay --dask tcp://127.0.0.1:8786 --workers 2": "one of them",
    "study full.json": "there is nothing to map",
    "study bay --out old.json": "exists already: go on with --resume",
    "study bay --out old.json --resume --seed 3": "another study's file: its seed (1, not 3)",
    "study bay --out old.json --resume --seed 1 --boards 3": "holds 5 boards already, more than 3",
    "study bay --out taken --resume": "taken",
    "study bay --deck mute.csv": "names no terrain",
}


@pytest.fixture
def papers(tmp_path: Path) -> None:
    study = Study(plan_of())
    with runner.threads(1) as (pool, workers):
        runner.run(study, 5, pool, workers)
    (tmp_path / "old.json").write_text(study_text(study))
    (tmp_path / "taken").write_text("a file")
    cards = Deck.house().to_csv().splitlines()
    mute = [line.rpartition(",")[0] + "," for line in cards[1:]]
    (tmp_path / "mute.csv").write_text("\n".join([cards[0], *mute]))
    (tmp_path / "full.json").write_text(
        '{"rivercheck": 1, "layout": {"columns": 1, "rows": 1}, '
        '"hexes": {"0101": {"terrain": "veldt", "state": "mapped"}}}'
    )


@pytest.mark.usefixtures("papers")
@pytest.mark.parametrize("command", WRONG)
def test_what_is_wrong_is_said_in_one_line(run: Run, command: str) -> None:
    done = run(command)
    assert done.code == 2, done.err
    assert WRONG[command] in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""


@pytest.mark.parametrize("missing", ["numba", "matplotlib", "distributed"])
def test_what_is_not_installed_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(
        "rivercheck.extras.find_spec", lambda name: None if name == missing else object()
    )
    done = run("study bay --plots p --dask tcp://127.0.0.1:1")
    assert done.code == 2
    assert (
        f"a study needs {missing}, not installed here: pip install 'rivercheck[study]'" in done.err
    )


def test_matplotlib_and_dask_are_not_loaded_for_a_plain_study() -> None:
    code = (
        "import sys; sys.argv[1:] = 'study bay --boards 3 --seed 1 --json'.split()\n"
        "from rivercheck.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('matplotlib', 'distributed', 'dask') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# Stopped --------------------------------------------------------------------------------------


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    """A long study that writes its file."""
    words = ["study", "bay", "--boards", "9000000", "--seed", "1", "--out", "s.json", *more]
    return subprocess.Popen(
        [PROGRAM, *words], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def wait_for(path: Path, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path} has not come"
        time.sleep(0.05)


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    process = started(tmp_path)
    wait_for(tmp_path / "s.json")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    boards = json.loads((tmp_path / "s.json").read_text())["boards"]
    assert f"stopped; {boards:,} boards are done, and --resume goes on from s.json" in err
    assert out.startswith(f"{boards:,} boards")


def test_a_study_that_was_killed_goes_on_and_equals_one_run(run: Run, tmp_path: Path) -> None:
    process = started(tmp_path)
    wait_for(tmp_path / "s.json")
    process.kill()
    process.communicate(timeout=60)
    boards = json.loads((tmp_path / "s.json").read_text())["boards"]
    assert boards > 0
    more = run(f"study bay --boards {boards + 50} --seed 1 --out s.json --resume")
    assert more.code == 0, more.err
    run(f"study bay --boards {boards + 50} --seed 1 --out whole.json")
    assert (tmp_path / "s.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_a_full_disk_leaves_what_was_kept(run: Run, tmp_path: Path) -> None:
    run("study bay --boards 50 --seed 1 --out s.json")
    before = (tmp_path / "s.json").read_bytes()
    words = ["study", "bay", "--boards", "5000", "--seed", "1", "--out", "s.json", "--resume"]
    done = subprocess.run(
        [PROGRAM, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert done.returncode == 2
    assert "s.json: cannot be written: file too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "s.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["s.json"]


# On a cluster ---------------------------------------------------------------------------------


def test_a_scheduler_that_does_not_answer_is_given_up(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    done = run("study bay --boards 5 --seed 1 --dask tcp://127.0.0.1:9")
    assert done.code == 2
    assert "no scheduler answers within 0.5 s" in done.err
    assert done.err.count("\n") == 1


class Cluster:
    """A cluster of one thread whose worker fails at the third chunk, or that has no worker."""

    workers = 1

    def __init__(self, *_: object, **__: object) -> None:
        self.chunks = 0

    def wait_for_workers(self, count: int, timeout: float) -> None:
        if self.workers < count:
            raise TimeoutError

    def nthreads(self) -> dict[str, int]:
        return {"tcp://127.0.0.1:1": self.workers}

    def get_executor(self, **_: object) -> Cluster:
        return self

    def submit(self, chunk: Any, *words: Any) -> Future[Any]:
        self.chunks += 1
        future: Future[Any] = Future()
        if self.chunks < 3:
            future.set_result(chunk(*words))
        elif self.chunks == 3:
            future.set_exception(ModuleNotFoundError("No module named 'rivercheck'"))
        return future

    def close(self, timeout: float) -> None:
        pass


def test_a_cluster_that_fails_keeps_what_is_done(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("distributed.Client", Cluster)
    done = run("study bay --boards 9000 --seed 1 --dask tcp://127.0.0.1:1 --out s.json")
    assert done.code == 2
    assert "a worker failed: ModuleNotFoundError: No module named 'rivercheck'" in done.err
    assert done.err.count("\n") == 1
    assert json.loads((tmp_path / "s.json").read_text())["boards"] == 2000


def test_a_cluster_without_workers_is_given_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client", Cluster)
    monkeypatch.setattr(Cluster, "workers", 0)
    done = run("study bay --boards 9 --seed 1 --dask tcp://127.0.0.1:1")
    assert done.code == 2
    assert "no worker has come within 10 s: start one with `dask worker" in done.err


SCRIPT = """
import json, os, signal, sys, threading, time, warnings
from distributed import LocalCluster
from rivercheck.study.cluster import cluster
from rivercheck.study.runner import Study, run
from rivercheck.study.studyfile import load_study, save_study

def main():
    import rivercheck.study.runner as runner
    runner._LARGEST_CHUNK = 100
    plan = load_study(sys.argv[1]).plan
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
        dashboard_address=None, worker_dashboard_address=None, memory_limit=0,
    ) as local:
        study, killed = Study(plan), []
        with cluster(local.scheduler_address) as (pool, workers):
            def told(study):
                if study.boards >= 300 and not killed:
                    victim = local.workers[0].process.pid
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
                return True
            run(study, 3000, pool, workers, told)
        save_study(study, sys.argv[2])
        addresses = [worker.address for worker in local.workers.values()]
        print(json.dumps({"killed": killed, "workers": workers, "at": addresses}))

if __name__ == "__main__":
    main()
"""


def test_a_cluster_gives_the_same_to_the_last_digit_though_a_worker_dies(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    run("study bay --boards 1 --seed 5 --versus rulings=seaward --out plan.json")
    run("study bay --boards 3000 --seed 5 --versus rulings=seaward --out here.json")
    done = subprocess.run(
        [sys.executable, "script.py", "plan.json", "there.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    assert len(said["killed"]) == 1
    assert said["workers"] == 2
    assert all(address.startswith("tcp://127.0.0.1:") for address in said["at"])
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()
