"""What an author wishes of the figures, and which points come nearest to it.

A wish is a bound (`seat_advantage<0.02`) or an aim (`length~60`). How far a point misses a wish is measured in spreads
of that figure over all points, so that wishes about different things can be added up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import pstdev
from typing import Literal

from yupana.schemas.errors import UsageError

from ..measures.statistics import Interval
from .figures import measure_called

Met = Literal["yes", "perhaps", "no"]
"""Whether a bound is kept: by the whole interval, by the value alone, or not."""

_WISH = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_ -]*?)\s*(<=|>=|<|>|~)\s*(-?[0-9]+(?:\.[0-9]+)?)\s*(%?)\s*\Z")


_DIGITS = 30
"""How long a number of a wish may be."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish about a figure."""

    figure: str
    sign: str
    bound: float

    def __str__(self) -> str:
        return f"{self.figure}{self.sign}{self.bound:g}"

    def met(self, found: Interval) -> Met:
        """Whether it is met; of an aim, whether the interval holds it."""
        if self.sign == "~":
            return "perhaps" if found.low <= self.bound <= found.high else "no"
        if not self._kept(found.value):
            return "no"
        return "yes" if self._kept(found.low) and self._kept(found.high) else "perhaps"

    def missed(self, value: float) -> float:
        """How far a value is from what is wished, 0 or more."""
        if self.sign == "~":
            return abs(value - self.bound)
        return 0.0 if self._kept(value) else abs(value - self.bound)

    def _kept(self, value: float) -> bool:
        signs = {
            "<": value < self.bound, "<=": value <= self.bound, ">": value > self.bound, ">=": value >= self.bound,
        }  # fmt: skip
        return signs[self.sign]


def read_wishes(texts: Sequence[str], figures: Sequence[str]) -> list[Wish]:
    """The wishes as they were typed. Raises UsageError."""
    wishes = []
    for text in texts:
        found = _WISH.match(text)
        if found is None:
            raise UsageError(f"A wish reads `length<60`, `drawn<=5%` or `length~60`, not `{text[:60]}`.")
        name, sign, number, percent = found.groups()
        if len(number) > _DIGITS:
            raise UsageError(f"No measure has so large a number as in the wish `{text[:60]}`.")
        wishes.append(Wish(measure_called(name, figures), sign, float(number) / (100 if percent else 1)))
    return wishes


@dataclass(frozen=True, slots=True)
class Ranked:
    """A point among the others: how many wishes it does not meet, how far it misses them all together (in spreads of
    the figures), and whether it meets each."""

    at: int
    missed: int
    distance: float
    met: tuple[Met, ...]


def rank(wishes: Sequence[Wish], points: Sequence[Mapping[str, Interval]]) -> list[Ranked]:
    """All points by their place in the list, the best first: those that miss fewest bounds, and of these those that
    come nearest to everything. A point without one of the figures comes last."""
    spreads = [_spread([each[wish.figure].value for each in points if wish.figure in each]) for wish in wishes]
    ranked = []
    for at, figures in enumerate(points):
        if not all(wish.figure in figures for wish in wishes):
            ranked.append(Ranked(at, len(wishes), math.inf, tuple("no" for _ in wishes)))
            continue
        met = tuple(wish.met(figures[wish.figure]) for wish in wishes)
        missed = sum(wish.sign != "~" and kept == "no" for wish, kept in zip(wishes, met, strict=True))
        parts = [wish.missed(figures[wish.figure].value) / spread for wish, spread in zip(wishes, spreads, strict=True)]
        ranked.append(Ranked(at, missed, math.fsum(parts), met))
    return sorted(ranked, key=lambda each: (each.missed, each.distance, each.at))


def _spread(values: Sequence[float]) -> float:
    """The standard deviation of a figure over the points; 1 where it is the same at all."""
    return (pstdev(values) if values else 0.0) or 1.0
