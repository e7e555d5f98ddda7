"""What `yupana simulate` costs beside playing: `python -m yupana.tests.bench.scale [--games GAME,…] [--seconds 10]`.

Prints two tables. For every shipped ruleset (random bots, native engine): games a second of one process; what part of
its CPU time is not spent in the engine, for statistics alone and with rows of games; and how many times as many games a
second two workers play, from when both have begun. Then what memory a thousand and a million games take. The figures
are worth something only when nothing else runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yupana.interpreter.backends.wasm import bulk
from yupana.interpreter.game import Game, load
from yupana.tests.bench.engines import PLAYERS
from yupana.tests.found import ROOT, shipped
from yupana.tools.simulation.chunks import play_chunk
from yupana.tools.simulation.crew import Crew, Sizes
from yupana.tools.simulation.keeping import Kept
from yupana.tools.simulation.playouts import Plan
from yupana.tools.simulation.recording import Wanted, record_chunk
from yupana.tools.simulation.run import Run, play_plan

LIMIT = 2000
"""Decisions after which a game is given up."""


@contextmanager
def engine_time() -> Iterator[list[float]]:
    """While this lasts, the CPU seconds that are spent in the engine are added up."""
    spent, function = [0.0], bulk.Instance.function

    def timed(self: Any, name: str) -> Callable[..., Any]:
        call = function(self, name)

        def called(*arguments: int) -> Any:
            begin = time.process_time()
            try:
                return call(*arguments)
            finally:
                spent[0] += time.process_time() - begin

        return called

    bulk.Instance.function = timed  # type: ignore[method-assign]
    try:
        yield spent
    finally:
        bulk.Instance.function = function  # type: ignore[method-assign]


def _plan(name: str, games: int) -> Plan:
    players = PLAYERS.get(name, 2)
    game = load(name)
    players = min(max(players, game.min_players), game.max_players)
    return Plan(name, players, games, 1, ("random",) * players, limit=LIMIT, invariants=0, engine="native")


def _paced(game: Game, name: str, seconds: float) -> int:
    """How many games one process plays in about so many seconds."""
    games, plan = 1, _plan(name, 10**9)
    play_chunk(game, plan, 0, 1)  # the module is compiled
    while True:
        chunk = play_chunk(game, plan, 0, games)
        if chunk.seconds > 0.5:
            return max(1, round(games * seconds / chunk.seconds))
        games *= 4


def beside(run: Callable[[], Run]) -> tuple[float, float]:
    """Games a second, and what part of the CPU time was not spent in the engine."""
    with engine_time() as spent:
        begin, used = time.perf_counter(), time.process_time()
        games = run().tally.games
        passed, used = time.perf_counter() - begin, time.process_time() - used
    return games / passed, 1 - spent[0] / used


def rate(game: Game, plan: Plan, workers: int) -> float:
    """Games a second from when all workers have begun."""
    sizes, begun, games, start, last = Sizes(plan.games), 0, 0, 0.0, 0.0
    for _, chunk in Crew(workers).parts(game, play_chunk, ((plan, first, end) for first, end in sizes)):
        sizes.took(chunk.tally.games, chunk.seconds)
        last = time.perf_counter()
        if begun < 4 * workers:
            begun, start = begun + 1, last
        else:
            games += chunk.tally.games
    return games / (last - start) if last > start else 0.0


def speeds(names: list[str], seconds: float) -> None:
    """Print the table of speeds."""
    print("| game | games a second | not playing | not playing, with rows | two workers against one |")
    print("|---|--:|--:|--:|--:|", flush=True)
    for name in names:
        game = load(name).on("native")
        plan = _plan(name, _paced(game, name, seconds))
        pace, idle = beside(lambda game=game, plan=plan: play_plan(game, plan, Crew()))  # type: ignore[misc]
        with tempfile.TemporaryDirectory() as folder:
            kept = Kept(game, plan, Wanted(True, False), Path(folder) / "games.parquet", None, resume=False)
            _, rows = beside(lambda game=game, plan=plan, kept=kept: play_plan(game, plan, Crew(), kept, record_chunk))  # type: ignore[misc]
        two = rate(game, _plan(name, 2 * plan.games), 2) / rate(game, plan, 1)
        print(f"| {name} | {pace:,.0f} | {idle:.1%} | {rows:.1%} | {two:.2f} |", flush=True)


def peak(*words: str) -> float:
    """The most memory, in MiB, that `yupana simulate tic_tac_toe` takes (from Linux, which gives it for this program
    alone; what a process may ask of itself counts who began it, too)."""
    program = (
        "import re, sys; from yupana.tools.cli import run; run(sys.argv[1:]); "
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "simulate", "tic_tac_toe", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return int(ran.stderr.split()[-1]) / 1024


def memory() -> None:
    """Print the table of memory."""
    print("\n| tic_tac_toe, most memory (MiB) | 1,000 games | 1,000,000 games |\n|---|--:|--:|")
    for what, more in (("statistics", ()), ("with rows", ("--rows", "games.parquet"))):
        few, many = (peak("--games", games, *more) for games in ("1000", "1000000"))
        print(f"| {what} | {few:.0f} | {many:.0f} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.scale", description=__doc__)
    parser.add_argument("--games", default=",".join(shipped()), help="these rulesets")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long one process plays for each figure (10)")
    given = parser.parse_args()
    speeds(given.games.split(","), given.seconds)
    memory()


if __name__ == "__main__":
    main()
