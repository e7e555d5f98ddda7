"""A first guess of the weights: how the features of positions in games go with winning (logistic regression).

It needs few games, since every game tells of many positions, and gives the search a place to begin. Features are
measured in units of their spread, and large weights cost something, so that what says nothing stays near 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..shell.extras import needed
from .matches import Came, Weighing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 40
PENALTY = 0.02
"""What a weight of one costs for each game."""

SELDOM = 0.01
"""Games are taken to be won, and lost, at least so often."""

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
    from their own mean, and wins from how often games are won."""
    numpy = needed("numpy", "tune")
    rows, wins, counts = [], [], []
    for came in games:
        for position in came.seen:
            for seat, above in enumerate(position):
                rows.append(above)
                wins.append(came.shares[seat])
                counts.append(1 / (len(came.seen) * len(position)))
    if not rows:
        return Guess((0.0,) * features, (0.0,) * features)
    seen, won, weight = numpy.array(rows, dtype=float), numpy.array(wins), numpy.array(counts)
    if as_one:
        seen -= seen.mean(axis=0)
    spread = numpy.sqrt((seen**2).mean(axis=0))  # the mean over all players is 0
    spread = numpy.where(spread > NOTHING, spread, 0.0)
    unit = numpy.where(spread > 0, spread, 1.0)
    usual = min(max(float((won * weight).sum() / weight.sum()), SELDOM), 1 - SELDOM) if as_one else 1 / 2
    scale = 1.0 if as_one else _odds_scale(games)
    found = _fitted(seen / unit, won * scale, weight, math.log(usual / (1 - usual))) / unit
    return Guess(tuple(float(each) for each in found), tuple(float(each) for each in spread))


def _odds_scale(games: Sequence[Came]) -> float:
    """By what shares of a win are multiplied so that half of it is what a player gets on average."""
    return len(games[0].shares) / 2


def _fitted(
    seen: NDArray[np.float64], won: NDArray[np.float64], weight: NDArray[np.float64], usual: float
) -> NDArray[np.float64]:  # fmt: skip
    """Newton's method on the penalised likelihood; `usual`: the logarithm of the odds of who has nothing special."""
    numpy = needed("numpy", "tune")
    count = seen.shape[1]
    penalty = PENALTY * weight.sum() * numpy.eye(count)
    found: NDArray[np.float64] = numpy.zeros(count)
    for _ in range(ROUNDS):
        chance = 1 / (1 + numpy.exp(-numpy.clip(seen @ found + usual, -30, 30)))
        slope = seen.T @ (weight * (numpy.clip(won, 0, 1) - chance)) - penalty @ found
        bend = (seen * (weight * chance * (1 - chance))[:, None]).T @ seen + penalty
        step = numpy.linalg.solve(bend, slope)
        found = found + numpy.clip(step, -1, 1)
        if float(numpy.abs(step).max()) < 1e-9:
            break
    return found
