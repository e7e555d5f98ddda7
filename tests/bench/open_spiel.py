"""OpenSpiel, from its package (extra `bench`): the same games, stepped from Python as users of each do, and played out
inside, by its rollouts in C++ and by the native engine."""

from __future__ import annotations

import importlib
import random
import time
from functools import partial
from typing import Any

from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, stepped, there
from yupana.tests.bench.measure import Played, Side, Spread, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table
from yupana.tests.classics.pairs import PAIRS


def theirs_stepped(game: Any, first: int, count: int) -> Played:
    """Random games of OpenSpiel, stepped from Python."""
    draw, decisions = random.Random(first), 0
    begin = time.process_time()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, weights)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(draw.random() * len(actions))])
            decisions += 1
    return Played(count, decisions, time.process_time() - begin)


def theirs_inside(spiel: Any, game: Any, first: int, count: int) -> Played:
    """Random games of OpenSpiel in C++; it counts games only.

    Its rollouts are asked for through its tree search, whose first simulation evaluates the start itself. The search
    cannot begin where chance does: such games are played by its random bots, with one call a game.
    """
    state, seed = game.new_initial_state(), first % 2**31
    if state.is_chance_node():
        bots = [spiel.make_uniform_random_bot(player, seed) for player in range(game.num_players())]
        begin = time.process_time()
        for index in range(count):
            spiel.evaluate_bots(game.new_initial_state(), bots, seed + index)
        return Played(count, 0, time.process_time() - begin)
    rollouts = spiel.RandomRolloutEvaluator(n_rollouts=count, seed=seed)
    search = spiel.MCTSBot(game, rollouts, uct_c=2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=seed,
                           verbose=False)  # fmt: skip
    begin = time.process_time()
    search.mcts_search(state)
    return Played(count, 0, time.process_time() - begin)


def table(plan: Plan) -> Table:
    """Random games a second, both ways."""
    out = Table("open_spiel", "OpenSpiel, random games a second: stepped from Python, and played inside")
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        out.said.append("OpenSpiel is not installed: `pip install yupana[bench]` does it.")
        return out
    seen = set()
    for pair in PAIRS:
        if pair.ruleset in seen or not plan.wants(pair.ruleset):
            continue
        seen.add(pair.ruleset)
        out.rows.append(_row(plan, spiel, Setting(pair.ruleset, dict(pair.options)), pair.other))
    out.said.append(
        "Stepped: what is legal, one of it, applied, through the interface for users. Inside: rollouts of OpenSpiel's "
        "tree search in C++ from the start (of games that begin with chance, games of its random bots in C++, with one "
        "call each), and whole playouts in the module of the native engine."
    )
    return out


def _row(plan: Plan, spiel: Any, setting: Setting, other: str) -> dict[str, Any]:
    theirs = spiel.load_game(other)
    engines = [each for each in (PYTHON, NATIVE) if there(each)]
    games = {each: setting.game(each) for each in engines}
    sides: dict[str, Side] = {"theirs": in_chunks(partial(theirs_stepped, theirs))}
    sides |= {each: in_chunks(partial(stepped, games[each], setting)) for each in engines}
    sides["theirs inside"] = in_chunks(partial(theirs_inside, spiel, theirs))
    if NATIVE in engines:
        sides["native inside"] = in_chunks(partial(playouts, NATIVE, games[NATIVE], setting))
    found: dict[str, Spread] = {name: rates.games for name, rates in by_turns(sides, plan.rounds, plan.seconds).items()}
    native, inside = found.get(NATIVE), found.get("native inside")
    return {
        "game": setting.name, "OpenSpiel, stepped": found["theirs"], "python, stepped": found[PYTHON],
        "native, stepped": native, "native / OpenSpiel, stepped": native.over(found["theirs"]) if native else None,
        "OpenSpiel, inside": found["theirs inside"], "native, inside": inside,
        "native / OpenSpiel, inside": inside.over(found["theirs inside"]) if inside else None,
    }  # fmt: skip
