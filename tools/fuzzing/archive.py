"""The positions from which the search goes on: one for each sign, the rare ones first."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from .plan import Origin, Trace
from .signs import Sign, View

if TYPE_CHECKING:
    from yupana.interpreter.game import State

_LOOKED_AT = 10
"""So many signs are compared before one is chosen."""


@dataclass(slots=True)
class Spot:
    """A position, what it looks like, and the decisions that led there."""

    origin: Origin
    trace: Trace
    length: int
    state: State
    view: View


class Archive:
    """The spots by their signs."""

    def __init__(self) -> None:
        self.spots: dict[Sign, Spot] = {}
        self._signs: list[Sign] = []
        self._tried: Counter[Sign] = Counter()
        self._met: Counter[Sign] = Counter()

    def add(self, sign: Sign, spot: Spot) -> None:
        """Keep a spot for a sign, in place of one that takes more decisions."""
        if sign not in self.spots:
            self._signs.append(sign)
        self.spots[sign] = spot

    def wants(self, sign: Sign, length: int) -> bool:
        """Whether a spot with so many decisions is better than the one that is kept for a sign; it has been met."""
        self._met[sign] += 1
        return length < self.spots[sign].length

    def choose(self, draw: random.Random) -> Spot:
        """A spot to go on from: of some signs the one that playouts came to least, and that was tried least."""
        some = [self._signs[int(draw.random() * len(self._signs))] for _ in range(_LOOKED_AT)]
        best = min(some, key=self._worth)
        self._tried[best] += 1
        return self.spots[best]

    def _worth(self, sign: Sign) -> float:
        return log2(1 + self._tried[sign]) + log2(1 + self._met[sign])

    def __len__(self) -> int:
        return len(self._signs)
