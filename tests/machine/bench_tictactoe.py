"""How fast emitted code plays, beside the same game written by hand: `python -m yupana.tests.machine.bench_tictactoe`.

Both play random games with the same chooser, list their legal moves at every decision and look for a row through the
field just taken. Printed is the best of several paired runs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from yupana.interpreter.game import Game

from .tictactoe import LINES, LINES_THROUGH, tictactoe


class ByHand:
    """The game as one would write it in Python without an engine."""

    def __init__(self) -> None:
        self.board = [-1] * 9
        self.me = 0
        self.winner = -1

    def moves(self) -> list[int]:
        return [] if self.winner >= 0 else [x for x in range(9) if self.board[x] < 0]

    def play(self, x: int) -> None:
        self.board[x] = self.me
        for i in LINES_THROUGH[x]:
            if all(self.board[y] == self.me for y in LINES[i]):
                self.winner = self.me
                break
        self.me = 1 - self.me


def by_hand(games: int, seed: int) -> int:
    choose = random.Random(seed).random
    wins = 0
    for _ in range(games):
        game = ByHand()
        while moves := game.moves():
            game.play(moves[int(choose() * len(moves))])
        wins += game.winner == 0
    return wins


def by_rules(game: Game, games: int, seed: int) -> int:
    choose = random.Random(seed).random
    wins = 0
    for _ in range(games):
        state = game.start(2, seed=1)
        while not state.over:
            options = state.option_tuples()
            state.apply_tuple(options[int(choose() * len(options))])
        wins += state.points[0]
    return wins


def by_machine(game: Game, games: int, seed: int) -> int:
    """Without states that can be copied and undone: what bulk playouts may use."""
    choose = random.Random(seed).random
    machine = game.machine
    wins = 0
    for _ in range(games):
        cells = machine.new_state(2, 1)
        options = machine.begin(cells)
        while options:
            options = machine.step(cells, options[int(choose() * len(options))])
        wins += cells[25] == 0
    return wins


def measure(games: int = 2000, rounds: int = 5) -> dict[str, float]:
    """Games per second of each."""
    game = Game(tictactoe())
    best = {"by hand": 0.0, "states": 0.0, "machine": 0.0}
    results = set()
    for _ in range(rounds):
        players: dict[str, Callable[[], int]] = {
            "by hand": lambda: by_hand(games, 1),
            "states": lambda: by_rules(game, games, 1),
            "machine": lambda: by_machine(game, games, 1),
        }
        for name, play in players.items():
            start = time.process_time()
            results.add(play())
            best[name] = max(best[name], games / (time.process_time() - start))
    assert len(results) == 1, "the same choices must give the same games"
    return best


if __name__ == "__main__":
    found = measure()
    for name, rate in found.items():
        print(f"{name:8} {rate:10.0f} games/s   {rate / found['by hand']:.3f} of by hand")
