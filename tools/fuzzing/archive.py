"""The positions from which the search goes on: one for each sign, the rare ones first; and some shortly before what
could have gone otherwise."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
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


# ---------------------------------------------------------------- late
#
# Positions shortly before something that could have gone otherwise, to go on from.
#
# Two sorts of things are kept apart: the kinds of ends (how many play, what was decided last, what the report says), so
# that each comes out in all its ways; and places in the rules beside which another branch was never passed. Of each a
# few are kept, from one decision before to a few dozen. Of ends those are kept longest that were closest: where two
# scores are nearly equal, a tie is not far.


BEFORE = 30
"""So many decisions before it at most."""
_KEPT = 6
"""So many positions are kept of each thing, half of them for being close."""
_COMPARED = 6
"""So many things are compared before one is chosen."""


class Late:
    """The positions by what came after them."""

    def __init__(self) -> None:
        self._close: dict[Sign, list[tuple[int, Spot]]] = {}
        self._last: dict[Sign, list[Spot]] = {}
        self._signs: list[Sign] = []
        self._tried: Counter[Sign] = Counter()

    def note(self, sign: Sign, way: Sequence[Spot], distance: int, draw: random.Random) -> None:
        """Something came about after the positions of a way, the last of which it was decided in; `distance`: how far
        it was from coming out otherwise (0: nobody can say)."""
        if not way:
            return
        if sign not in self._last:
            self._signs.append(sign)
            self._last[sign], self._close[sign] = [], []
        spot = way[-1 - int(len(way) ** draw.random() - 1)]
        last, close = self._last[sign], self._close[sign]
        last.append(spot)
        del last[: -_KEPT // 2]
        if distance:
            close.append((distance, spot))
            close.sort(key=lambda each: each[0])
            del close[_KEPT // 2 :]

    def forget(self, sign: Sign) -> None:
        """It is not wanted any more."""
        if sign in self._last:
            self._signs.remove(sign)
            del self._last[sign], self._close[sign]

    def choose(self, draw: random.Random) -> tuple[Sign, Spot]:
        """Something that was tried least of some that are drawn, and a position before it."""
        some = [self._signs[int(draw.random() * len(self._signs))] for _ in range(_COMPARED)]
        best = min(some, key=self._tried.__getitem__)
        self._tried[best] += 1
        return best, draw.choice([*self._last[best], *[spot for _, spot in self._close[best]]])

    def __len__(self) -> int:
        return len(self._signs)
