"""What workers cost: `python -m yupana.tests.bench.workers [--games GAME,…] [--seconds 2] [--workers 1,2,4,8,16]`.

For each number of workers a process of its own plays the same random games on the native engine, as `yupana simulate`
does. The table says what processor time (user) all processes took together and how much of it is more than with one,
how long it took, and how long until the first games were there, counted from the start of Python. Each row is the least
of some rounds, which take turns; with fewer cores than workers the time is that of the cores, and what workers cost is
still seen in the processor time. Then what workers cost that share nothing, as where no process can be forked.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from yupana.tests.bench.engines import NATIVE, PLAYERS, there
from yupana.tests.bench.report import Plan, Table

GAMES, NUMBERS = ("tic_tac_toe", "cargo_empire", "chess"), (1, 2, 4, 8, 16)
"""In which games workers are counted, and how many of them there are."""

_RUN = """
import json, resource, sys, time
name, players, games, workers, away = json.loads(sys.argv[1])
from yupana.interpreter.game import load
from yupana.tools.simulation import workers as pool
from yupana.tools.simulation.chunks import play_chunk
from yupana.tools.simulation.crew import Crew, Sizes
from yupana.tools.simulation.playouts import Plan
if away:
    pool.copies = lambda: False
game = load(name).on("native")
plan = Plan(name, players, games, 1, ("random",) * players, limit=2000, invariants=0, engine="native")
game.start(players, 1)
sizes, first, played = Sizes(games), 0.0, 0
for _, chunk in Crew(workers).parts(game, play_chunk, ((plan, *each) for each in sizes)):
    first = first or time.time()
    sizes.took(chunk.tally.games, chunk.seconds)
    played += chunk.tally.games
assert played == games
both = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps([sum(each.ru_utime for each in both), sum(each.ru_stime for each in both), first, time.time()]))
"""


def measured(name: str, games: int, workers: int, *, away: bool = False) -> dict[str, float]:
    """One run in a process of its own: seconds of processor time (`user`, `system`), `wall`, and to the `first` games;
    `away`: its workers are no copies of it."""
    import time

    begin = time.time()
    ran = subprocess.run(
        [sys.executable, "-c", _RUN, json.dumps([name, PLAYERS.get(name, 2), games, workers, away])],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    user, system, first, end = json.loads(ran.stdout)
    return {"user": user, "system": system, "first": first - begin, "wall": end - begin}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, and print a table for each game."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.workers", description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES), metavar="GAME,…")
    parser.add_argument("--seconds", type=float, default=2.0, help="what one worker plays (2)")
    parser.add_argument("--workers", default=",".join(map(str, NUMBERS)), metavar="N,…")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    numbers = [int(each) for each in given.workers.split(",")]
    for name in given.games.split(","):
        print(of_game(name, numbers, given.rounds, given.seconds).markdown(), flush=True)
    return 0


def table(plan: Plan) -> Table:
    """What workers cost in a small, a large and a slow game, or in the first of those that are asked for."""
    out = Table("workers", f"Workers: seconds of runs of random games, {os.cpu_count()} cores, least of the rounds")
    if not there(NATIVE):
        out.said.append("The native engine is not there.")
        return out
    wanted = [each for each in GAMES if plan.wants(each)]
    numbers = NUMBERS[:2] if plan.quick else NUMBERS
    for name in wanted[:1] if plan.quick else wanted:
        out.rows += of_game(name, numbers, min(plan.rounds, 3), 2 * plan.seconds).rows
    return out


def of_game(name: str, numbers: Sequence[int], rounds: int, seconds: float) -> Table:
    """The table of one game, which one worker would play for so many seconds."""
    games = _paced(name, seconds)
    rows: dict[tuple[int, bool], dict[str, float]] = {}
    for _ in range(rounds):
        for number in numbers:
            for away in (False, True) if number > 1 else (False,):
                found, known = measured(name, games, number, away=away), rows.get((number, away))
                rows[number, away] = {key: min(each, (known or found)[key]) for key, each in found.items()}
    alone = rows[numbers[0], False]
    out = Table(name, f"{games:,} games of {name}, {os.cpu_count()} cores")
    for (number, away), row in sorted(rows.items(), key=lambda each: (each[0][1], each[0][0])):
        out.rows.append({
            "ruleset": name, "workers": number,
            "are": "this process" if number == 1 else "spawned" if away else "copies",
            "user": row["user"], "more": row["user"] - alone["user"], "system": row["system"], "wall": row["wall"],
            "first games": row["first"], "times one": row["first"] / alone["first"],
        })  # fmt: skip
    return out


def _paced(name: str, seconds: float) -> int:
    """How many games one process plays in about so many seconds."""
    short, long = (measured(name, games, 1)["user"] for games in (1, 201))
    return max(1, round(200 * seconds / max(0.01, long - short)))


if __name__ == "__main__":
    sys.exit(main())
