"""Games on a cluster: a scheduler and workers that are processes of their own, one of which dies in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

Start = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Start]]:
    """The address of a scheduler, and what starts a worker for it."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    started: list[subprocess.Popen[bytes]] = []

    def start(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(file), *words]
        null = subprocess.DEVNULL
        started.append(subprocess.Popen(command, cwd=folder, env=environment, stdout=null, stderr=null))
        return started[-1]

    start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", ":0")
    end = time.monotonic() + 30
    while not _is_whole(file) and time.monotonic() < end:
        time.sleep(0.05)
    address = json.loads(file.read_text(encoding="utf-8"))["address"]
    yield address, lambda: start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
    for each in reversed(started):
        each.kill()
        each.wait()


def _is_whole(file: Path) -> bool:
    try:
        return bool(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return False


def test_a_worker_that_dies_takes_nothing_with_it(
    cluster: tuple[str, Start], yupana: Yupana, tmp_path: Path
) -> None:
    """Nothing is lost and nothing is counted twice: the file is the one that this machine writes alone."""
    address, worker = cluster
    first, _ = worker(), worker()
    run = ("simulate", "race.yaml", "--games", "3000", "--seed", "5", "--engine", "python", "--json")
    (tmp_path / "race.yaml").write_text(RACE, encoding="utf-8")
    left, killed = tmp_path / "far.parquet.unfinished", []

    def kill() -> None:
        """When some games have come back."""
        end = time.monotonic() + 60
        while not (left.exists() and left.stat().st_size > 6000) and time.monotonic() < end:
            time.sleep(0.01)
        first.kill()
        killed.append(left.exists())

    killer = threading.Thread(target=kill)
    killer.start()
    far = yupana(*run, "--rows", "far.parquet", "--cluster", address)
    killer.join()
    assert far.code == 0, far.err
    assert killed == [True], "it was over before"
    near = yupana(*run, "--rows", "near.parquet")
    rates = {"games_per_second": 0, "decisions_per_second": 0}
    assert {**far.document, **rates} == {**near.document, **rates}
    assert (tmp_path / "far.parquet").read_bytes() == (tmp_path / "near.parquet").read_bytes()


@pytest.mark.slow
def test_a_short_run_is_the_work_of_one(cluster: tuple[str, Start], yupana: Yupana) -> None:
    """The others of a cluster load nothing for it."""
    address, worker = cluster
    for _ in range(3):
        worker()
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(3, timeout=30)
        ran = yupana("simulate", "tic_tac_toe", "--games", "40", "--cluster", address)
        assert ran.code == 0, ran.err
        loaded = client.run(lambda: "yupana.tools.simulation.chunks" in __import__("sys").modules)
    assert sorted(loaded.values()) == [False, False, True]


@pytest.mark.slow
def test_what_is_missing_is_said_in_a_sentence(
    cluster: tuple[str, Start], yupana: Yupana, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yupana.tools.simulation.cluster._PATIENCE", 1.0)
    address, _ = cluster
    for where, said in (
        ("tcp://127.0.0.1:1", "No scheduler of Dask answers"),
        (address, "has no workers"),
    ):
        ran = yupana("simulate", "tic_tac_toe", "--cluster", where)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err
        assert said in ran.err
    ran = yupana("simulate", "tic_tac_toe", "--cluster", address, "--workers", "2")
    assert ran.code == 2


RACE = """
ruleset: {name: race, title: Race, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int}}
actions: {add: {parameters: {n: {in: 1..3}}, effects: me.score += n}}
flow: [{turns: turn, until: me.score >= 30}]
scoring: {items: {points: {points: me.score}}}
"""


@pytest.mark.parametrize(
    "address", ["nonsense", "nonsense://x", "tcp://", "tcp://:::::", "http://local:80", "host:port", "a b:1", ":8786"]
)
def test_what_is_no_address_is_refused_at_once(yupana: Yupana, address: str) -> None:
    ran = yupana("simulate", "tic_tac_toe", "--games", "2", "--cluster", address)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "The address of a scheduler is such as" in ran.err
