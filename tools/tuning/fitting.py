"""Weights fitted by self-play: a first guess from games that are watched, a search from there, and what it is worth.

The search is CMA-ES (the package `cma`): candidates of one generation play the same games, in every seat, against the
first guess and against what the search holds best so far. Everything follows from the seed and the number of games.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.schemas.errors import UsageError

from ..bots.numbers import game_seed, mix
from ..measures.statistics import Interval, share
from ..playing.results import even_share
from ..shell.extras import need, needed
from .matches import Came, Match, Sitter, Table, Weighing, plays_as_one, ranks_among

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


ROUNDS = 40
PENALTY = 0.02
"""What a weight of one costs for each game."""

NOTHING = 1e-9
"""A spread below this is one of rounding."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Weights, and the spread (standard deviation) of each feature over the positions: 0 for one that never differs
    between players."""

    weights: Weighing
    spread: Weighing


def guess(games: Sequence[Came], features: int, *, as_one: bool = False) -> Guess:
    """The weights that fit what came of the games best. `as_one`: all played as one side, so that features are told
    from their own mean, and games from each other."""
    numpy = needed("numpy", "tune")
    rows, wins, counts = [], [], []
    ranks = ranks_among(games) if as_one else []
    for number, came in enumerate(games):
        for position in came.seen:
            for seat, above in enumerate(position):
                rows.append(above)
                wins.append(ranks[number] if as_one else came.shares[seat])
                counts.append(1 / (len(came.seen) * len(position)))
    if not rows:
        return Guess((0.0,) * features, (0.0,) * features)
    seen, won, weight = numpy.array(rows, dtype=float), numpy.array(wins), numpy.array(counts)
    if as_one:
        seen -= seen.mean(axis=0)
    spread = numpy.sqrt((seen**2).mean(axis=0))  # the mean over all players is 0
    spread = numpy.where(spread > NOTHING, spread, 0.0)
    unit = numpy.where(spread > 0, spread, 1.0)
    scale = 1.0 if as_one else _odds_scale(games)
    found = _fitted(seen / unit, won * scale, weight) / unit
    return Guess(tuple(float(each) for each in found), tuple(float(each) for each in spread))


def _odds_scale(games: Sequence[Came]) -> float:
    """By what shares of a win are multiplied so that half of it is what a player gets on average."""
    return len(games[0].shares) / 2


def _fitted(
    seen: NDArray[np.float64], won: NDArray[np.float64], weight: NDArray[np.float64]
) -> NDArray[np.float64]:  # fmt: skip
    """Newton's method on the penalised likelihood."""
    numpy = needed("numpy", "tune")
    count = seen.shape[1]
    penalty = PENALTY * weight.sum() * numpy.eye(count)
    found: NDArray[np.float64] = numpy.zeros(count)
    for _ in range(ROUNDS):
        chance = 1 / (1 + numpy.exp(-numpy.clip(seen @ found, -30, 30)))
        slope = seen.T @ (weight * (numpy.clip(won, 0, 1) - chance)) - penalty @ found
        bend = (seen * (weight * chance * (1 - chance))[:, None]).T @ seen + penalty
        step = numpy.linalg.solve(bend, slope)
        found = found + numpy.clip(step, -1, 1)
        if float(numpy.abs(step).max()) < 1e-9:
            break
    return found


WATCHED, SEARCHED, PRUNED = 0.2, 0.35, 0.2
"""Which parts of the games are watched, searched by, and show what is better left out; the rest judge the end."""

EACH = 12
"""How many games a candidate plays, at least."""

FEWEST = 100
"""With fewer games nothing can be said."""

STEP = 0.4
"""How far the search looks at first: this part of the size of the first guess."""

Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Against:
    """The score rate of the fitted weights against somebody, over so many games. Where all play as one side, both play
    each of them by themselves: a game that only one of them wins is theirs, any other a half for each."""

    who: str
    games: int
    rate: Interval


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was found: the weights and the spread of each feature in play; score rates against other bots, and by
    feature against the same weights without it. `searched` says whether the search has bettered the first guess."""

    weights: Weighing
    spread: Weighing
    against: tuple[Against, ...]
    without: tuple[Against, ...]
    searched: bool
    games: int


def _without(weights: Weighing, number: int) -> Weighing:
    """The same but for one weight."""
    return tuple([0.0 if number == i else each for i, each in enumerate(weights)])


class Fitting:
    """Fits weights on one table. `games` are to be played in all."""

    def __init__(self, table: Table, games: int, seed: int, report: Report) -> None:
        if games < FEWEST:
            raise UsageError(f"Tuning takes at least {FEWEST} games.")
        for package in ("numpy", "cma"):
            need(package, "tune")
        self.table, self.games, self.seed, self.report = table, games, seed, report
        self.features = len(table.game.features)
        self.as_one = plays_as_one(table.game, table.players)
        self._run = 0

    @property
    def par(self) -> float:
        """The score rate of who is as good as the others."""
        return 1 / 2 if self.as_one else even_share(self.table.game.sides(self.table.players))

    def fit(self) -> Fitted:
        """All of it. Raises RuleFault."""
        first = self.watched()
        found = self.searched(first)
        names = self.table.game.features
        live = sum(each != 0 for each in first.spread)
        better = found != first.weights and self.is_better(found, first.weights, self._share(PRUNED, live + 1))
        weights = self.pruned(found if better else first.weights, first.spread, self._share(PRUNED, live + 1))
        left = self._share(1 - WATCHED - SEARCHED - PRUNED, live + 2)
        against = tuple([self.rate(who, weights, who, left) for who in ("random", "greedy")])
        without = []
        for number, name in enumerate(names):
            without.append(self.rate(name, weights, _without(weights, number), left if weights[number] else 0))
        return Fitted(weights, first.spread, against, tuple(without), better, self.table.played)

    # ------------------------------------------------------------ the first guess

    def watched(self) -> Guess:
        """What games of chance say, and then games of bots that play by that."""
        half = int(self.games * WATCHED) // 2
        players = self.table.players
        watched = [Match(each, ("random",) * players, True) for each in self._seeds(half)]
        came = list(self._reported("watching", watched))
        first = guess(came, self.features, as_one=self.as_one)
        seats = (first.weights,) * players
        came += self._reported("watching", [Match(each, seats, True) for each in self._seeds(half)])
        return guess(came, self.features, as_one=self.as_one)

    # ------------------------------------------------------------ the search

    def searched(self, first: Guess) -> Weighing:
        """The weights that the search ends with."""
        live = [number for number, each in enumerate(first.spread) if each > 0]
        budget = int(self.games * SEARCHED)
        if len(live) < 2 or budget < 8 * EACH:  # a single weight says no more than its sign
            return first.weights
        with warnings.catch_warnings():  # it would say that it could plot if something else were there
            warnings.simplefilter("ignore")
            cma = needed("cma", "tune")

        start = [first.weights[number] * first.spread[number] for number in live]
        size = max((sum(each * each for each in start) / len(start)) ** 0.5, 0.1)
        options = {"seed": mix(self.seed) % 2**31 + 1, "verbose": -9, "verb_log": 0, "verb_disp": 0}
        search = cma.CMAEvolutionStrategy(start, STEP * size, options)
        generations = max(1, budget // (search.popsize * EACH))

        def weights(point: Sequence[float]) -> Weighing:
            found = [0.0] * self.features
            for number, each in zip(live, point, strict=True):
                found[number] = float(each) / first.spread[number]
            return tuple(found)

        for generation in range(generations):
            points = search.ask()
            best = first.weights if generation == 0 else weights(search.mean)
            seeds = self._seeds(EACH)
            matches = [each for point in points for each in self._matches(weights(point), (first.weights, best), seeds)]
            shares = list(self._shares(matches))
            rates = [sum(shares[at : at + EACH]) / EACH for at in range(0, len(shares), EACH)]
            search.tell(points, [1 - each for each in rates])
            self.report("searching", generation + 1, generations)
        return weights(search.mean)

    def is_better(self, weights: Weighing, other: Weighing, games: int) -> bool:
        """Whether weights come to more than others in so many games."""
        return self.rate("", weights, other, games).rate.value > self.par

    def pruned(self, weights: Weighing, spread: Weighing, games: int) -> Weighing:
        """The weights without those of which it shows, one after the other from what matters least, that they do
        harm."""
        matters = [abs(weight * each) for weight, each in zip(weights, spread, strict=True)]
        for number in sorted(range(self.features), key=matters.__getitem__):
            if weights[number] and games:
                shown = self.rate("", weights, _without(weights, number), games)
                if shown.rate.high < self.par:
                    weights = _without(weights, number)
        return weights

    # ------------------------------------------------------------ games

    def _share(self, part: float, lines: int) -> int:
        """How many games each of so many lines has of a part of all."""
        return max(self.table.players, int(self.games * part / max(1, lines)))

    def rate(self, name: str, weights: Weighing, other: Sitter, games: int) -> Against:
        """The score rate of weights against somebody who sits on all other seats; where all play as one side, against
        somebody who plays the same games."""
        if self.as_one:
            return self._beside(name, weights, other, games)
        matches = self._matches(weights, (other,), self._seeds(games))
        shares = list(self._shares(matches, "judging"))
        return Against(name, games, share(sum(shares), games) if games else Interval(0.0, 0.0, 1.0))

    def _beside(self, name: str, weights: Weighing, other: Sitter, games: int) -> Against:
        """How often weights come out better in the same game than somebody else on all seats; who come out alike have
        half each."""
        seeds = self._seeds(games)
        ours, theirs = (self._matches(who, (), seeds) for who in (weights, other))
        shares = list(self._shares([*ours, *theirs], "judging"))
        pairs = zip(shares[:games], shares[games:], strict=True)
        wins = sum(((own > others) + (own >= others)) / 2 for own, others in pairs)
        return Against(name, games, share(wins, games) if games else Interval(0.0, 0.0, 1.0))

    def _matches(self, weights: Sitter, others: Sequence[Sitter], seeds: Sequence[int]) -> list[tuple[Match, int]]:
        """Games in every seat in turn, each twice with the same chance where it goes round, with who is judged; where
        all play as one side, on all seats."""
        players, found = self.table.players, []
        if self.as_one:
            return [(Match(seed, (weights,) * players), 0) for seed in seeds]
        for number in range(len(seeds)):
            own, round_ = number % players, number // players
            seats: list[Sitter] = [others[round_ % len(others)]] * players
            seats[own] = weights
            found.append((Match(seeds[round_], tuple(seats)), own))
        return found

    def _shares(self, matches: Sequence[tuple[Match, int]], what: str = "") -> Iterator[float]:
        """What those who are judged came to; of one side, beside what the others of these matches came to."""
        played = self._reported(what, [match for match, _ in matches])
        if self.as_one:
            yield from ranks_among(list(played))
            return
        for came, (_, own) in zip(played, matches, strict=True):
            yield came.shares[own]

    def _reported(self, what: str, matches: Sequence[Match]) -> Iterator[Came]:
        """Play matches, and tell how far it is."""
        for number, came in enumerate(self.table.play(matches)):
            if what:
                self.report(what, number + 1, len(matches))
            yield came

    def _seeds(self, games: int) -> list[int]:
        """Seeds that no other games of this tuning have."""
        self._run += 1
        return [game_seed(mix(self.seed * 4096 + self._run) >> 33, number) for number in range(games)]
