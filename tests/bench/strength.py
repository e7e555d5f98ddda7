"""How strong the bots are against each other, on every shipped game.

    python -m yupana.tests.bench.strength [--bots mcts:200,greedy,random] [--games 200] [--seconds 60] [GAME…]

Each bot plays the next one of the list, and the first one the last. They change seats game by game; where more than
two play, one of the stronger meets the others in each seat in turn. A score rate counts a draw as half a win and is
scaled so that 50 % is even for any number of players; behind it is its 95 % interval (Wilson's, over games). Where a
game has scores, the mean of the points ahead of the others follows, over rounds in which each seat was held once: it
speaks where one seat wins whoever plays, and where points are what is played for. A pairing ends after so many games or
seconds. Where the second bot does not surely beat the last one, the last column says what the scoring has to do with
it.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from yupana.interpreter.game import Game, load
from yupana.schemas.compose import list_rulesets
from yupana.tools.measures.statistics import Interval, mean_interval
from yupana.tools.playing.results import win_shares
from yupana.tools.simulation.greed import look_into, told
from yupana.tools.simulation.playouts import Plan, play_some
from yupana.tools.targets.games import player_count

LIMIT = 3000
"""After so many decisions a game is given up and counts as a draw."""


@dataclass(frozen=True)
class Rate:
    """A score rate over so many games, from 0 to 1, with its interval, and where there are scores the points ahead."""

    games: int
    value: float
    low: float
    high: float
    ahead: Interval | None = None

    def __str__(self) -> str:
        text = f"{self.value * 100:.0f} % ({self.low * 100:.0f}–{self.high * 100:.0f}, {self.games} games)"
        if self.ahead is None or self.ahead.low == -math.inf:
            return text
        return f"{text}; {self.ahead.value:+.1f} points ({self.ahead.low:+.1f} to {self.ahead.high:+.1f})"

    @property
    def beats(self) -> bool:
        """Whether who was measured surely wins more than the others, or surely more points."""
        return self.low > 0.5 or (self.ahead is not None and self.ahead.low > 0)


def rate_of(scores: Sequence[float]) -> Rate:
    """Wilson's interval of a mean of numbers from 0 to 1, wide enough for draws too."""
    n, z = len(scores), 1.959964
    if n == 0:
        return Rate(0, 0.5, 0.0, 1.0)
    p = math.fsum(scores) / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Rate(n, p, max(0.0, middle - half), min(1.0, middle + half))


def match(game: Game, players: int, one: str, others: str, games: int, seconds: float) -> Rate:
    """The score rate of a bot against others."""
    scores: list[float] = []
    leads: list[float] = []
    end = time.monotonic() + seconds
    for number in range(games):
        seat = number % players
        bots = tuple(one if each == seat else others for each in range(players))
        plan = Plan(game.name, players, number + 1, 5, bots, limit=LIMIT, invariants=0)
        for played in play_some(game, plan, number, number + 1):
            shares = win_shares(played.result, played.winners, players, played.sharing)
            share = float(shares[seat]) if played.finished else 1 / players
            even = 1 / players
            mine, all_points = (played.scores[seat], sum(played.scores)) if played.finished else (0, 0)
            leads.append(mine - (all_points - mine) / max(1, players - 1))
            scores.append(0.5 * share / even if share <= even else 0.5 + 0.5 * (share - even) / (1 - even))
        if time.monotonic() > end and number % players == players - 1:
            break
    rounds = [math.fsum(leads[at : at + players]) / players for at in range(0, len(leads) - players + 1, players)]
    return replace(rate_of(scores), ahead=mean_interval(rounds) if game.program.scoring.items else None)


def pairs_of(bots: Sequence[str]) -> list[tuple[str, str]]:
    """Who plays whom."""
    return [*pairwise(bots), *([(bots[0], bots[-1])] if len(bots) > 2 else [])]


def row(name: str, bots: Sequence[str], games: int, seconds: float) -> list[str]:
    """What stands in the table of a game."""
    game = load(name).on("auto")
    players = player_count(game, None)
    rates = [match(game, players, one, other, games, seconds) for one, other in pairs_of(bots)]
    misled = ""
    weakest = rates[len(bots) - 2]
    if not weakest.beats and "greedy" in bots:
        plan = Plan(name, players, 1, 5, ("random",) * players, limit=LIMIT)
        misled = told(look_into(game, plan, 60), players, scored=bool(game.program.scoring.items))
    return [name, *map(str, rates), misled]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", metavar="GAME")
    parser.add_argument("--bots", default="mcts:200,greedy,random")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    wish = parser.parse_args(arguments)
    names = wish.rulesets or [each.name for each in list_rulesets() if "+" not in each.name]
    bots = wish.bots.split(",")
    pairs = pairs_of(bots)
    print("| game | " + " | ".join(f"{one} – {other}" for one, other in pairs) + " | the scoring |")
    print("|---|" + "---:|" * len(pairs) + "---|")
    for name in names:
        print("| " + " | ".join(row(name, bots, wish.games, wish.seconds)) + " |", flush=True)


if __name__ == "__main__":
    main()
