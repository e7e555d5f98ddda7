"""The games by which weights are fitted and judged: who sits where, and what came of it.

A game depends on its match alone, so any number of workers comes to the same results.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from yupana.interpreter.game import Game, State

from ..bots.bot import Bot
from ..bots.numbers import Numbers, mix
from ..bots.seats import make_bot
from ..bots.tuned import TunedBot
from ..playing.results import even_share, shares_of
from ..simulation.crew import Crew

Weighing: TypeAlias = tuple[float, ...]
Sitter: TypeAlias = "str | Weighing"
"""Who sits on a seat: a bot as it is written, or `tuned` with these weights."""

LIMIT = 2000
"""Decisions after which a game is given up; it counts as a draw then."""

SEEN = 12
"""Of a game that is watched so many positions are kept, as far apart as it goes."""

WANDERS = 5
"""A bot that is watched plays one decision of so many at random, so that games differ."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played: its seed and who sits where. With `watched` its positions are told too."""

    seed: int
    seats: tuple[Sitter, ...]
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a match: for each seat its share of the win, and of the positions that were kept by how much the
    features of each seat lay above those of its opponents; of those who play as one side, the mean of their own, and
    the sum of their `points`."""

    shares: tuple[float, ...]
    seen: tuple[tuple[Weighing, ...], ...] = ()
    points: int = 0


@dataclass(slots=True)
class Table:
    """Where matches are played. `played` counts them."""

    game: Game
    players: int
    options: Mapping[str, Any]
    crew: Crew
    played: int = 0
    chunk: int = field(default=4)

    def play(self, matches: Sequence[Match]) -> Iterator[Came]:
        """Play matches, and give what came of them in their order. Raises RuleFault."""
        jobs = [
            (self.players, dict(self.options), tuple(matches[first : first + self.chunk]))
            for first in range(0, len(matches), self.chunk)
        ]
        done: dict[int, list[Came]] = {}
        at = 0
        for number, came in self.crew.parts(self.game, play_chunk, jobs):
            done[number] = came
            while at in done:
                self.played += len(done[at])
                yield from done.pop(at)
                at += 1


def play_chunk(game: Game, players: int, options: Mapping[str, Any], matches: Iterable[Match]) -> list[Came]:
    """Play some matches."""
    return [play_match(game, players, options, match) for match in matches]


def play_match(game: Game, players: int, options: Mapping[str, Any], match: Match) -> Came:
    """Play one match. Raises RuleFault."""
    state = game.start(players=players, seed=match.seed, options=options)
    bots: list[Bot] = [_bot(who, mix(match.seed * 64 + seat + 1)) for seat, who in enumerate(match.seats)]
    chance = Numbers(mix(match.seed))
    seen: list[tuple[Weighing, ...]] = []
    for _ in range(LIMIT):
        legal = state.option_tuples()
        if not legal:
            break
        if match.watched:
            seen.append(_mean(state) if plays_as_one(game, players) else _above(state))
        if match.watched and chance.below(WANDERS) == 0:
            state.apply_tuple(legal[chance.below(len(legal))])
        else:
            state.apply_tuple(legal[bots[state.seat].choose(state, legal)])
    over = shares_of(state) if state.over else None
    even = (1 / 2 if plays_as_one(game, players) else even_share(game.sides(players)),) * players
    shares = even if over is None else tuple(map(float, over))
    return Came(shares, tuple(_spread(seen)), sum(state.points) if plays_as_one(game, players) else 0)


def ranks_among(games: Sequence[Came]) -> list[float]:
    """How well each game came out for those who play it as one side, from 0 to 1: what part of all these came out
    worse, equal ones by half. A game that is won is better than one that is lost, else points decide; so where all are
    lost, or nothing can be lost, something can be learnt all the same."""
    worth = [(each.shares[0], each.points) for each in games]
    kept = sorted(worth)
    return [(bisect_left(kept, each) + bisect_right(kept, each)) / (2 * len(kept)) for each in worth]


def _bot(who: Sitter, seed: int) -> Bot:
    return make_bot(who, seed) if isinstance(who, str) else TunedBot(seed, weights=who)


def _above(state: State) -> tuple[Weighing, ...]:
    """By how much the features of each seat lie above the mean of its opponents."""
    every = [state.features(seat) for seat in range(state.players)]
    others = max(1, state.players - 1)
    sums = [sum(each) for each in zip(*every, strict=True)]
    return tuple([
        tuple([own - (whole - own) / others for own, whole in zip(mine, sums, strict=True)]) for mine in every
    ])  # fmt: skip


def _mean(state: State) -> tuple[Weighing, ...]:
    """The mean of the features of all seats, which stands for all of them."""
    every = [state.features(seat) for seat in range(state.players)]
    return (tuple([sum(each) / len(every) for each in zip(*every, strict=True)]),)


def plays_as_one(game: Game, players: int) -> bool:
    """Whether nobody plays against anybody: all together, or one alone."""
    return game.together or players == 1


def _spread(seen: Sequence[tuple[Weighing, ...]]) -> list[tuple[Weighing, ...]]:
    """Some of the positions, evenly spread; the first one of a game says nothing."""
    if len(seen) <= SEEN:
        return list(seen[1:])
    return [seen[(number + 1) * (len(seen) - 1) // SEEN] for number in range(SEEN)]
