"""The same games written by hand: in C on arrays, as a person would, against the native engine, and tic-tac-toe in
Python against the Python machine."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path

from yupana.tests.bench import tic_tac_toe
from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, there
from yupana.tests.bench.measure import Played, Side, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table

GOALS = {"tic_tac_toe": 0.8, "connect_four": 0.8, "breakthrough": 0.5}
SOURCES = Path(__file__).parent / "c"


def build(game: str, folder: Path) -> Path:
    """The program of a game, compiled into a folder."""
    binary = folder / f"{game}-by-hand"
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", str(SOURCES / f"{game}.c"), "-o", str(binary)]
    subprocess.run(command, check=True, capture_output=True)
    return binary


def play(binary: Path, number: int, seconds: float) -> Played:
    """Random games for about so many seconds."""
    done = subprocess.run([str(binary), str(seconds), str(1 + number)], capture_output=True, text=True, check=True)
    games, moves, spent = done.stdout.split()
    return Played(int(games), int(moves), max(float(spent), 1e-6))


def in_c(plan: Plan) -> Table:
    """Games a second of C, and how much of that the native engine makes."""
    out = Table("arrays", "Array versions in C, written by hand, and the native engine")
    if shutil.which("gcc") is None:
        out.said.append("There is no gcc here, so that nothing could be compiled.")
        return out
    for name, goal in GOALS.items():
        if not plan.wants(name):
            continue
        setting = Setting(name)
        sides: dict[str, Side] = {"c": partial(play, build(name, plan.folder))}
        if there(NATIVE):
            sides[NATIVE] = in_chunks(partial(playouts, NATIVE, setting.game(NATIVE), setting))
        found = by_turns(sides, plan.rounds, plan.seconds)
        native = found.get(NATIVE)
        out.rows.append({
            "game": name, "C, games/s": found["c"].games, "C, decisions/s": found["c"].decisions,
            "native, games/s": native.games if native else None,
            "native / C": native.games.over(found["c"].games) if native else None, "wanted": goal,
        })  # fmt: skip
    return out


def in_python(plan: Plan) -> Table:
    """Games a second of tic-tac-toe in Python, and how much of that the Python machine makes."""
    out = Table("by_hand", "Tic-tac-toe in Python, written by hand, and the Python machine")
    if not plan.wants("tic_tac_toe"):
        return out
    setting = Setting("tic_tac_toe")
    sides: dict[str, Side] = {
        "hand": in_chunks(_by_hand),
        PYTHON: in_chunks(partial(playouts, PYTHON, setting.game(PYTHON), setting)),
    }
    found = by_turns(sides, plan.rounds, plan.seconds)
    out.rows.append({
        "game": setting.name, "by hand, games/s": found["hand"].games, "python, games/s": found[PYTHON].games,
        "python / by hand": found[PYTHON].games.over(found["hand"].games), "wanted": 1 / 8,
    })  # fmt: skip
    return out


def _by_hand(first: int, count: int) -> Played:
    draw = random.Random(first)
    begin = time.process_time()
    moves = sum([tic_tac_toe.playout(draw) for _ in range(count)])
    return Played(count, moves, time.process_time() - begin)
