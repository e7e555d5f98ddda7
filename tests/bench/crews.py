"""What workers cost each command that has them, and what those of a cluster cost: `python -m yupana.tests.bench.crews
[--workers 1,16] [--rounds 3] [--only sweep,cluster]`.

Each command does the same small work with each number of workers, in a process of its own, as somebody runs it. The
table says what processor time (user) all its processes took together and how much of it is more than with one, how long
it took, and how long until the first of the work was done, counted from the start of Python. Each row is the least of
some rounds, which take turns.

For the cluster a scheduler and so many workers of Dask are started, each a process with one thread. What Dask itself
takes is measured before, while they have nothing to do, and taken off. `first run` is the first that these workers
have of Yupana, so that those who are asked load it; `again` is the same once more.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yupana.tests.bench.report import Plan, Table

NUMBERS = (1, 16)
COMMANDS: dict[str, str] = {
    "simulate": "simulate cargo_empire --games 4000 --engine native",
    "balance": "balance cargo_empire --bots random --games 1500 --only-games --engine native",
    "sweep": "sweep cargo_empire --vary rounds_per_game=2..5 --games 500 --engine native",
    "impact": "impact cargo_empire cargo_empire+short --games 60 --replays 2 --tries 4",
    "strength": "strength cargo_empire --sample 120",
    "fuzz": "fuzz cargo_empire --decisions 20000",
}
"""What is run of each command."""

CLUSTER = ("cargo_empire", 20_000)
"""What a cluster plays: random games of a ruleset."""

_IDLE = 4.0
"""How many seconds Dask is watched while it has nothing to do."""

_RUN = """
import resource, sys, time
first = 0.0
def noted():
    global first
    first = first or time.time()
def watch(owner, name):
    whole = getattr(owner, name)
    def watched(*given, **named):
        came = whole(*given, **named)
        if not hasattr(came, "send"):
            noted()
            return came
        def each():
            for one in came:
                noted()
                yield one
        return each()
    setattr(owner, name, watched)
from yupana.tools.simulation.crew import Crew
from yupana.tools.simulation.workers import Team
watch(Crew, "parts")
watch(Team, "work")
words = sys.argv[1:]
if words[0] == "impact":
    from yupana.tools.compare import measuring
    watch(measuring, "_pair")
elif words[0] == "strength":
    from yupana.tools.strength import running
    watch(running, "_alone")
elif words[0] == "fuzz":
    from yupana.tools.fuzzing.run import Explorer
    watch(Explorer, "work")
from yupana.tools.cli import main
sys.argv = ["yupana", *words]
try:
    code = main()
except SystemExit as ended:
    code = ended.code or 0
end = time.time()
both = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print("\\nMEASURED", sum(each.ru_utime for each in both), first, end, code)
"""


def measured(words: Sequence[str]) -> dict[str, float]:
    """One run of a command: seconds of processor time (`user`) of all its processes, to the `first` part of its work,
    and in all (`wall`)."""
    begin = time.time()
    ran = subprocess.run(
        [sys.executable, "-c", _RUN, *words],
        capture_output=True, text=True, check=True, env=_environment(),
    )  # fmt: skip
    user, first, end, code = ran.stdout.rsplit("MEASURED", 1)[1].split()
    assert int(code) in (0, 1), ran.stderr
    return {"user": float(user), "first": float(first) - begin, "wall": float(end) - begin}


def of_command(name: str, numbers: Sequence[int], rounds: int) -> list[dict[str, Any]]:
    """The rows of one command."""
    rows: dict[int, dict[str, float]] = {}
    for _ in range(rounds):
        for number in numbers:
            found = measured([*COMMANDS[name].split(), "--workers", str(number)])
            rows[number] = {key: min(each, rows.get(number, found)[key]) for key, each in found.items()}
    alone = rows[numbers[0]]
    return [_row(name, number, row, alone, alone) for number, row in rows.items()]


# ---------------------------------------------------------------- a cluster


class Cluster:
    """A scheduler of Dask and its workers, which are there; `idle` is what they take in a second of doing nothing."""

    def __init__(self, address: str, workers: Sequence[subprocess.Popen[bytes]]) -> None:
        self.address = address
        self._workers = workers
        before = self.user
        time.sleep(_IDLE)
        self.idle = (self.user - before) / _IDLE

    @property
    def user(self) -> float:
        """What its workers have taken of processor time, in seconds."""
        ticks = 0
        for each in self._workers:
            ticks += int(Path(f"/proc/{each.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """So many workers of Dask on this machine."""
    import distributed  # an extra

    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scheduler.json")

        def start(module: str, *words: str) -> None:
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(file), *words]
            null = subprocess.DEVNULL
            started.append(subprocess.Popen(command, cwd=folder, env=_environment(), stdout=null, stderr=null))

        try:
            start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", ":0")
            while not file.exists() or not file.read_text(encoding="utf-8").endswith("}"):
                time.sleep(0.05)
            address = json.loads(file.read_text(encoding="utf-8"))["address"]
            for _ in range(workers):
                start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
            with distributed.Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(workers, timeout=120)
            time.sleep(2.0)
            yield Cluster(address, started[1:])
        finally:
            for each in reversed(started):
                each.kill()
                each.wait()


def of_cluster(numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The rows of this machine alone, and of clusters of so many workers; `times one` is of a cluster of the first
    number."""
    name, games = CLUSTER
    words = ["simulate", name, "--games", str(games), "--engine", "native"]
    alone = min((measured(words) for _ in range(2)), key=lambda each: each["user"])
    rows = [_row(name, "this process", alone, alone, alone)]
    firsts: dict[str, dict[str, float]] = {}
    import_of_dask = measured_import()
    for number in numbers:
        with cluster(number) as there:
            for run in ("first run", "again", "once more"):
                before = there.user
                found = measured([*words, "--cluster", there.address])
                found["user"] += there.user - before - there.idle * found["wall"] - import_of_dask
                rows.append(_row(name, f"{number} of Dask, {run}", found, alone, firsts.setdefault(run, found)))
    return rows


def _row(
    name: str, workers: int | str, row: dict[str, float], alone: dict[str, float], one: dict[str, float]
) -> dict[str, Any]:
    return {
        "command": name, "workers": workers, "user": row["user"], "more": row["user"] - alone["user"],
        "wall": row["wall"], "first of the work": row["first"], "times one": row["first"] / one["first"],
    }  # fmt: skip


def measured_import() -> float:
    """What it takes of processor time to load Dask, which somebody who works on a cluster does once."""
    code = "import {} resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)"
    took = [
        float(subprocess.run([sys.executable, "-c", code.format(each)], capture_output=True, text=True).stdout)
        for each in ("distributed,", "")
    ]
    return took[0] - took[1]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def table(plan: Plan) -> Table:
    """What workers cost each command, or simulate only in a quick run."""
    out = Table("commands", f"Workers of commands: seconds, {os.cpu_count()} cores, least of the rounds")
    for name in ["simulate"] if plan.quick else COMMANDS:
        out.rows += of_command(name, NUMBERS, 1 if plan.quick else min(plan.rounds, 3))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, and print a table for each."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.crews", description=__doc__)
    parser.add_argument("--only", default=",".join((*COMMANDS, "cluster")), metavar="COMMAND,…")
    parser.add_argument("--workers", default=",".join(map(str, NUMBERS)), metavar="N,…")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    numbers = [int(each) for each in given.workers.split(",")]
    for name in given.only.split(","):
        rows = of_cluster(numbers) if name == "cluster" else of_command(name, numbers, given.rounds)
        print(Table(name, f"{name}, {os.cpu_count()} cores", [*rows]).markdown(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
