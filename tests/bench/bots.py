"""How quickly bots search, and how well beside those of OpenSpiel.

    python -m yupana.tests.bench.bots [--games GAME,…] [--rounds 3] [--seconds 0.5] [--simulations 200] [--matches 40]

prints in one run: rounds of tree search a second of every shipped game on each engine; the same on three games beside
OpenSpiel's tree search in C++; and matches on these three against it, both with as many simulations for each decision.
OpenSpiel (extra `bench`) searches with its own usual settings: uct_c 2, one roll-out for each simulation, and positions
that are worked out to the end count as solved.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Sequence
from typing import Any

from yupana.interpreter.game import Game, TreeSearch, load
from yupana.tests.bench.engines import NATIVE, PYTHON, there
from yupana.tests.bench.measure import Played, Side, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table
from yupana.tests.classics.beside import Pair, follow, legal
from yupana.tests.classics.pairs import PAIRS
from yupana.tests.found import shipped
from yupana.tools.bots.bot import LIMIT
from yupana.tools.bots.mcts import EXPLORATION, MARGIN, WIDE, WIDER
from yupana.tools.bots.seats import make_bot
from yupana.tools.bots.tree import searched
from yupana.tools.measures.statistics import share

BESIDE = [next(pair for pair in PAIRS if pair.ruleset == name) for name in ("connect_four", "breakthrough", "reversi")]

SEARCH = 1000
"""How many rounds one search has that is measured."""


def ours(game: Game, rounds: int) -> Side:
    """Searches from the beginning."""
    state = game.start(seed=1)

    def play(first: int, count: int) -> Played:
        begin = time.process_time()
        for seed in range(first, first + count):
            search = TreeSearch([state.cells], rounds, seed, LIMIT, EXPLORATION, WIDE, WIDER, MARGIN)
            searched([state], search)
        return Played(count * rounds, 0, time.process_time() - begin)

    return in_chunks(play)


def their_bot(spiel: Any, game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's tree search in C++."""
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return spiel.MCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, max_memory_mb=1000, solve=True,
                         seed=seed, verbose=False)  # fmt: skip


def theirs(spiel: Any, game: Any, rounds: int) -> Side:
    """The same of OpenSpiel."""

    def play(first: int, count: int) -> Played:
        bots = [their_bot(spiel, game, rounds, seed % 2**31) for seed in range(first, first + count)]
        begin = time.process_time()
        for bot in bots:
            bot.mcts_search(game.new_initial_state())
        return Played(count * rounds, 0, time.process_time() - begin)

    return in_chunks(play)


def rates(plan: Plan) -> Table:
    """Rounds a second of each game and engine."""
    out = Table("search", "Tree search from the beginning of a game, rounds a second")
    for name in shipped():
        if "+" in name or not plan.wants(name):
            continue
        sides = {engine: ours(load(name).on(engine), SEARCH if engine == NATIVE else 4)
                 for engine in (PYTHON, NATIVE) if there(engine)}  # fmt: skip
        found = by_turns(sides, plan.rounds, plan.seconds)
        out.rows.append({"ruleset": name, **{engine: each.games for engine, each in found.items()}})
    out.said.append("What is hidden is not dealt anew here: a round goes on from the true position.")
    return out


def beside(plan: Plan, spiel: Any) -> Table:
    """Rounds a second beside OpenSpiel."""
    out = Table("search_beside", "Tree search beside OpenSpiel's in C++, rounds (simulations) a second")
    for pair in BESIDE:
        if plan.wants(pair.ruleset):
            sides = {"native": ours(load(pair.ruleset).on(NATIVE), SEARCH)}
            sides["OpenSpiel"] = theirs(spiel, spiel.load_game(pair.other), SEARCH)
            found = {name: each.games for name, each in by_turns(sides, plan.rounds, plan.seconds).items()}
            ratio = found["native"].over(found["OpenSpiel"])
            out.rows.append({"game": pair.ruleset, **found, "native / OpenSpiel": ratio})
    return out


def matches(plan: Plan, spiel: Any, simulations: int, games: int) -> Table:
    """Matches against OpenSpiel."""
    out = Table("matches", f"Score rate of mcts:{simulations} against OpenSpiel's search with as many simulations")
    for pair in BESIDE:
        if plan.wants(pair.ruleset):
            game, other = load(pair.ruleset).on(NATIVE), spiel.load_game(pair.other)
            points = [played(pair, game, spiel, other, simulations, number) for number in range(games)]
            rate = share(sum(points), games)
            out.rows.append({
                "game": pair.ruleset, "games": games, "won": points.count(1.0), "drawn": points.count(0.5),
                "score rate": f"{rate.value:.3f}", "interval": f"{rate.low:.3f} to {rate.high:.3f}",
            })  # fmt: skip
    out.said.append("Each side begins every second game. The interval is Wilson's, of 95 %; a draw counts half.")
    return out


def played(pair: Pair, game: Game, spiel: Any, other_game: Any, simulations: int, number: int) -> float:
    """One game in both: 1 for our win, 0.5 for a draw, 0 for theirs."""
    state, other = game.start(seed=number, options=dict(pair.options)), other_game.new_initial_state()
    bot, their = make_bot(f"mcts:{simulations}", number), their_bot(spiel, other_game, simulations, number)
    mine = number % 2
    follow(pair, state, other)
    while not state.over:
        assert state.decision is not None
        options = state.decision.options
        names = [name for option in options for name in pair.steps(option, other)]
        if state.seat == mine:
            chosen = bot.choose(state, state.option_tuples())
        else:
            action = their.step(other)
            chosen = names.index({number: name for name, number in legal(other).items()}[action])
        known = legal(other)[names[chosen]]
        state.apply(options[chosen])
        other.apply_action(known)
        follow(pair, state, other)
    return {"win": 1.0, "draw": 0.5, "lose": 0.0}[state.results[state.names[mine]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the tables as they are done."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.bots", description=__doc__)
    parser.add_argument("--games", default="", metavar="GAME,…", help="only these rulesets")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each measurement (3)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each side in each round (0.5)")
    parser.add_argument("--simulations", type=int, default=200, help="of each decision of a match (200)")
    parser.add_argument("--matches", type=int, default=40, help="games of each match (40)")
    given = parser.parse_args(arguments)
    plan = Plan(given.rounds, given.seconds, tuple([each for each in given.games.split(",") if each]))
    print(rates(plan).markdown(), flush=True)
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: `pip install yupana[bench]` does it.")
        return 0
    if there(NATIVE):
        print(beside(plan, spiel).markdown(), flush=True)
        print(matches(plan, spiel, given.simulations, given.matches).markdown(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
