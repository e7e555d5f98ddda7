"""What grows with the game: time with the size of the board and with the number of options, memory with the states
that are held."""

from __future__ import annotations

import bisect
import gc
import itertools
import random
import statistics
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from yupana.interpreter.game import Game, State
from yupana.interpreter.program import ir
from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, there
from yupana.tests.bench.measure import Side, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table, Value
from yupana.tests.found import shipped

HEX = str(Path(__file__).parent / "large_hex.yaml")
"""Hex as it is shipped goes up to a side of 14."""

BOARDS = (
    *[Setting("go", {"side": side}) for side in (9, 13, 19)],
    *[Setting("hex", {"side": side}, HEX) for side in (7, 11, 15)],
)
BINS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
HELD, FEW = 2000, 20
"""How many states are held to measure what they take; in a quick run."""


def _engines() -> list[str]:
    return [each for each in (PYTHON, NATIVE) if there(each)]


def boards(plan: Plan) -> Table:
    """Decisions a second of the same games on boards of several sizes."""
    out = Table("boards", "Growth with the board: random play")
    for setting in BOARDS:
        if not plan.wants(setting.name):
            continue
        sides: dict[str, Side] = {
            each: in_chunks(partial(playouts, each, setting.game(each), setting)) for each in _engines()
        }
        found = by_turns(sides, plan.rounds, plan.seconds)
        python, native = found[PYTHON], found.get(NATIVE)
        out.rows.append({
            "game": setting.label, "options/decision": _many_options(setting),
            "decisions/game": python.decisions.over(python.games).median, "python, decisions/s": python.decisions,
            "native, decisions/s": native.decisions if native else None,
            "native, games/s": native.games if native else None,
            "ratio": native.decisions.over(python.decisions) if native else None,
        })  # fmt: skip
    return out


def _many_options(setting: Setting) -> float:
    """How many options a decision has in a random game, on average."""
    game, draw = setting.game(_engines()[-1]), random.Random(1)
    state = game.start(players=setting.players, seed=1, options=setting.options)
    counts = []
    while listed := state.option_tuples():
        counts.append(len(listed))
        state.apply_tuple(listed[int(draw.random() * len(listed))])
    return statistics.mean(counts)


def options(plan: Plan) -> Table:
    """Microseconds of a decision that is stepped from Python, by how many options the next one has."""
    out = Table("options", "Growth with the number of options: microseconds of a decision stepped from Python")
    found: dict[str, defaultdict[int, list[float]]] = {}
    for engine in _engines():
        times: defaultdict[int, list[float]] = defaultdict(list)
        for name in [each for each in shipped() if "+" not in each and plan.wants(each)]:
            _step(Setting(name), engine, plan.rounds * plan.seconds / 4, times)
        found[engine] = times
    for i in sorted({i for times in found.values() for i in times}):
        row: dict[str, Value] = {"options": _span(i)}
        for engine, times in found.items():
            row[f"{engine}, decisions"] = len(times[i])
            row[f"{engine}, µs"] = statistics.median(times[i]) if times[i] else None
        out.rows.append(row)
    out.said.append("The medians of all shipped rulesets together, each played for the same time: a bin mixes games.")
    return out


def _span(i: int) -> str:
    """Which numbers of options are in a bin."""
    if i + 1 == len(BINS):
        return f"{BINS[i]} and more"
    return f"{BINS[i]}" if BINS[i + 1] == BINS[i] + 1 else f"{BINS[i]}–{BINS[i + 1] - 1}"


def _step(setting: Setting, engine: str, seconds: float, times: defaultdict[int, list[float]]) -> None:
    game, draw = setting.game(engine), random.Random(1)
    end, seed = time.process_time() + seconds, 0
    while time.process_time() < end:
        seed += 1
        state = game.start(players=setting.players, seed=seed)
        while options := state.option_tuples():
            option = options[int(draw.random() * len(options))]
            begin = time.process_time()
            state.apply_tuple(option)
            now = time.process_time()
            if many := len(state.option_tuples()):
                times[bisect.bisect_right(BINS, many) - 1].append((now - begin) * 1e6)
            if now > end:
                break


def memory(plan: Plan) -> Table:
    """What a million states would take, from some that are held."""
    out = Table("memory", "Memory of a million states held, in megabytes")
    held = FEW if plan.quick else HELD
    for name in [each for each in shipped() if "+" not in each and plan.wants(each)]:
        setting = Setting(name)
        row: dict[str, Value] = {"game": name}
        for engine in _engines():
            game = setting.game(engine)
            row["cells"] = len(game.start(players=setting.players).cells)
            row[f"{engine}, positions"] = _bytes(partial(_positions, game, setting.players), held)
            row[f"{engine}, states"] = _bytes(partial(_states, game, setting.players), held)
        out.rows.append(row)
    out.said.append(
        f"Taken from {held:,} of random games, times {1_000_000 // held:,}. A position is the array of cells that an "
        "engine works on; a state is what `clone` gives, with the options that it offers and what led to it."
    )
    return out


def _positions(game: Game, players: int) -> Iterator[ir.Cells]:
    """Copies of the positions of random games."""
    machine, draw = game.machine, random.Random(1)
    for seed in itertools.count(1):
        cells = game.start(players=players, seed=seed).cells[:]
        listed = machine.legal(cells)
        while listed:
            yield cells[:]
            listed = machine.step(cells, listed[int(draw.random() * len(listed))])


def _states(game: Game, players: int) -> Iterator[State]:
    """Copies of the states of random games."""
    draw = random.Random(1)
    for seed in itertools.count(1):
        state = game.start(players=players, seed=seed)
        while listed := state.option_tuples():
            yield state.clone()
            state.apply_tuple(listed[int(draw.random() * len(listed))])


def _bytes(found: Callable[[], Iterator[Any]], held: int) -> float:
    """Bytes of one that is held, which are the megabytes of a million of them."""
    gc.collect()
    tracemalloc.start()
    kept = list(itertools.islice(found(), held))
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / len(kept)
