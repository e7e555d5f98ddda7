"""Positions shortly before something that could have gone otherwise, to go on from.

Two sorts of things are kept apart: the kinds of ends (how many play, what was decided last, what the report says), so
that each comes out in all its ways; and places in the rules beside which another branch was never passed. Of each a
few are kept, from one decision before to a few dozen. Of ends those are kept longest that were closest: where two
scores are nearly equal, a tie is not far.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from .archive import Spot
from .signs import Sign

BEFORE = 30
"""So many decisions before it at most."""
_KEPT = 6
"""So many positions are kept of each thing, half of them for being close."""
_LOOKED_AT = 6
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
        some = [self._signs[int(draw.random() * len(self._signs))] for _ in range(_LOOKED_AT)]
        best = min(some, key=self._tried.__getitem__)
        self._tried[best] += 1
        return best, draw.choice([*self._last[best], *[spot for _, spot in self._close[best]]])

    def __len__(self) -> int:
        return len(self._signs)
