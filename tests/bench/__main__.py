"""Compares playouts of tic-tac-toe from YAML with hand-written Python, and measures every shipped ruleset.

    python -m yupana.tests.bench [--seconds S] [RULESET …]

The two sides of the comparison take turns, so that a change of the machine's speed meets both; the median of the
ratios is the
figure to quote. It exits 1 when the ruleset is slower than one eighth of the hand-written game.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from yupana.interpreter.game import Game, State, load
from yupana.tests.bench.tic_tac_toe import playout
from yupana.tests.found import shipped

WANTED = 1 / 8
ROUNDS = 15


def timed(action: Callable[[], object], times: int) -> float:
    """Processor seconds of one call, over so many."""
    begin = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - begin) / times


def from_yaml(game: Game, draw: random.Random) -> State:
    """A random game by the ruleset."""
    state = game.start(players=2, seed=draw.randrange(2**31))
    while not state.over:
        options = state.option_tuples()
        state.apply_tuple(options[draw.randrange(len(options))])
    return state


def compare() -> float:
    """How fast the ruleset is, as a part of the hand-written game (median of paired rounds)."""
    game = load("tic_tac_toe")
    draw = random.Random(1)
    from_yaml(game, draw)
    ratios = []
    for _ in range(ROUNDS):
        by_hand = timed(lambda: playout(draw), 400)
        ruled = timed(lambda: from_yaml(game, draw), 100)
        ratios.append(by_hand / ruled)
    ratio = statistics.median(ratios)
    spread = f"{min(ratios):.2f}-{max(ratios):.2f}"
    print(f"tic-tac-toe from YAML runs at {ratio:.2f} of hand-written Python (rounds {spread}, wanted {WANTED:.3f})")
    return ratio


def measure(name: str, seconds: float) -> None:
    """Decisions per second, time to list options, size and copying of the state."""
    game = load(name)
    draw = random.Random(1)
    players = min(max(3, game.min_players), game.max_players)
    listing: list[float] = []
    decisions, games, spent = 0, 0, 0.0
    clone = 0.0
    machine = game.machine
    end = time.process_time() + seconds
    while time.process_time() < end or not games:
        state = game.start(players=players, seed=games + 1)
        begin = time.process_time()
        steps = 0
        while not state.over:
            options = state.option_tuples()
            state.apply_tuple(options[draw.randrange(len(options))])
            steps += 1
            if steps % 10 == 0 and not state.over:
                listing.append(timed(lambda cells=state.cells: machine.legal(cells), 1))
                clone = timed(state.clone, 200)
        spent += time.process_time() - begin
        decisions += steps
        games += 1
    spent -= sum(listing)
    worst = max(listing, default=0.0) * 1000
    median = statistics.median(listing) * 1000 if listing else 0.0
    print(
        f"{name:28} {players} players  {decisions / spent:9.0f} decisions/s  {spent / games:7.3f} s/game  "
        f"options {median:6.2f} ms median {worst:7.2f} ms worst  "
        f"{len(state.cells) * 4:6} bytes  clone {clone * 1e6:5.1f} µs"
    )


def main() -> int:
    """Run it all."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench", description="Speeds, as ratios in one run.")
    parser.add_argument("rulesets", nargs="*", help="rulesets to measure (all shipped ones without variants)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to measure each")
    given = parser.parse_args()
    ratio = compare()
    for name in given.rulesets or [each for each in shipped() if "+" not in each]:
        measure(name, given.seconds)
    return int(ratio < WANTED)


if __name__ == "__main__":
    sys.exit(main())
