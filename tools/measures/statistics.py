"""Means and their intervals of confidence, exactly repeatable: no random resampling, only formulas.

- A mean, or the mean of paired differences: Student's t, with the quantile worked out to nine digits.
- A difference of how often something happens in paired games: Agresti and Min's adjusted interval, which also holds
  when it happens seldom (A. Agresti, Y. Min: Simple improved confidence intervals for comparing matched proportions,
  2005).
- A table of many rows: Bonferroni, so that all intervals of the table hold together with the stated confidence; or
  Holm, where what is asked is which of many numbers are not 0.
- How a number goes with another one over games that have several rows each: a slope whose interval takes the rows of a
  game as one (the sandwich of K.-Y. Liang and S. Zeger, 1986).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

CONFIDENCE = 0.95
FAMILIES = 4
"""Where one report asks four sorts of question (seats, uses, players who keep from something, skill), each sort has a
fourth of the chance of an error, and is corrected in itself (Holm): that anything in it is said by chance has a chance
of five in a hundred at most."""

FAMILY = (1 - CONFIDENCE) / FAMILIES
SHARE_DIGITS = 3
"""Shares are shown in percent with one decimal."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and where it lies with the stated confidence. `exact` says that it was the same in every game."""

    value: float
    low: float
    high: float
    exact: bool = False

    @property
    def holds_zero(self) -> bool:
        """Whether the value may as well be 0."""
        return self.low <= 0 <= self.high

    def within(self, low: float, high: float) -> Interval:
        """The part of it between two bounds of the value."""
        return replace(self, low=max(self.low, low), high=min(self.high, high))


@dataclass(frozen=True, slots=True)
class Compared:
    """A number in paired games: its means before and after, and the mean of the differences; `digits` are the
    decimals with which a difference near 0 is shown."""

    old: float
    new: float
    difference: Interval
    pairs: int
    digits: int = 2

    @property
    def seen(self) -> bool:
        """Whether a difference was seen: an interval that is shown as reaching 0 holds it for whoever reads it."""
        found = self.difference
        if self.pairs == 0 or found.holds_zero:
            return False
        return found.exact or round(min(abs(found.low), abs(found.high)), self.digits) > 0


def mean_interval(values: Sequence[float], rows: int = 1) -> Interval:
    """The mean with its interval; `rows` is how many intervals of a table are to hold together."""
    return estimate(values).interval((1 - CONFIDENCE) / rows)


def compare_means(
    old: Sequence[float],
    new: Sequence[float],
    rows: int = 1,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    *,
    digits: int = 2,
) -> Compared:
    """Paired numbers: old[i] and new[i] come from the same seed. No difference can lie outside the bounds; one near 0
    is shown with so many digits."""
    by = mean_interval([after - before for before, after in zip(old, new, strict=True)], rows)
    if old:
        by = by.within(*bounds)
    return Compared(estimate(old).value, estimate(new).value, by, len(old), digits)


def compare_shares(old: Sequence[bool], new: Sequence[bool], rows: int = 1) -> Compared:
    """Whether something happened, in paired games."""
    n = len(old)
    if n == 0:
        return Compared(0.0, 0.0, mean_interval([]), 0)
    came = sum(after and not before for before, after in zip(old, new, strict=True))
    went = sum(before and not after for before, after in zip(old, new, strict=True))
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * rows))
    size, b, c = n + 2, came + 0.5, went + 0.5
    middle = (b - c) / size
    half = z * math.sqrt(max(b + c - (b - c) ** 2 / size, 0.0)) / size
    value = (came - went) / n
    interval = Interval(value, max(-1.0, middle - half), min(1.0, middle + half), exact=came == went == 0)
    return Compared(sum(old) / n, sum(new) / n, interval, n, SHARE_DIGITS)


def chance_of_pairs(old: Sequence[bool], new: Sequence[bool]) -> float:
    """How likely something happens by chance alone at least as much more often on one of the two sides of paired games,
    from those in which it happens on one side only (McNemar's test, exactly)."""
    came = sum(after and not before for before, after in zip(old, new, strict=True))
    went = sum(before and not after for before, after in zip(old, new, strict=True))
    tail = sum(math.comb(came + went, each) for each in range(min(came, went) + 1))
    return float(min(1.0, 2 * tail / 2 ** (came + went)))


# ---------------------------------------------------------------- many numbers at once


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error, and the degrees of freedom of that."""

    value: float
    error: float
    degrees: int

    def chance(self, of: float = 0.0) -> float:
        """How likely a distance at least as large from `of` is by chance, were that the true value."""
        if self.degrees < 1:
            return 1.0
        if self.error == 0:
            return float(self.value == of)
        return 2 * (1 - t_below(abs(self.value - of) / self.error, self.degrees))

    def interval(self, level: float = 1 - CONFIDENCE) -> Interval:
        """Where it lies, but for a chance of `level`."""
        if self.degrees < 1:
            return Interval(self.value, -math.inf, math.inf)
        if self.error == 0:
            return Interval(self.value, self.value, self.value, exact=True)
        half = t_quantile(1 - level / 2, self.degrees) * self.error
        return Interval(self.value, self.value - half, self.value + half)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean."""
    n = len(values)
    mean = math.fsum(values) / n if n else 0.0
    if n < 2:
        return Estimate(mean, 0.0, 0)
    return Estimate(mean, math.sqrt(math.fsum((each - mean) ** 2 for each in values) / (n - 1) / n), n - 1)


def figure(
    values: Sequence[float], bounds: tuple[float, float] = (-math.inf, math.inf), rows: int = 1
) -> Interval:  # fmt: skip
    """A mean between its bounds; where these are 0 and 1 and so are all values, how often it is 1 by Wilson's interval
    (1927), which also holds when that was never or always seen. `rows` is how many intervals are to hold together."""
    if values and bounds == (0.0, 1.0) and set(values) <= {0.0, 1.0}:
        return share(sum(values), len(values), rows)
    return estimate(values).interval((1 - CONFIDENCE) / rows).within(*bounds)


def share(times: float, of: int, rows: int = 1) -> Interval:
    """How often something happens that happened so many times of so many (Wilson)."""
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * rows))
    middle = (times + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * math.sqrt(times * (of - times) / of + z * z / 4)
    low, high = (0.0 if not times else middle - half), (1.0 if times == of else middle + half)
    return Interval(times / of, low, high)


@dataclass(frozen=True)
class Shares:
    """The mean part of the win, from the part in each game (0 to 1), with intervals that hold for few games too, and
    where all of them ended alike: to the games that were played are added as many as half of the square of the
    quantile that were won, and as many that were lost (after A. Agresti and B. Coull: Approximate is better than
    "exact", 1998)."""

    values: Sequence[float]

    @property
    def value(self) -> float:
        """The mean."""
        return math.fsum(self.values) / len(self.values) if self.values else 0.0

    def interval(self, level: float = 1 - CONFIDENCE) -> Interval:
        """Where it lies, but for a chance of `level`."""
        if not self.values:
            return Interval(0.0, -math.inf, math.inf)
        middle, half = self._around(NormalDist().inv_cdf(1 - level / 2))
        value = max(0.0, min(1.0, self.value))
        return Interval(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))

    def chance(self, of: float) -> float:
        """How likely a distance at least as large from `of` is by chance, were that the true value."""
        if not self.values:
            return 1.0
        low, high = 0.0, 40.0
        while high - low > 1e-9:
            z = (low + high) / 2
            middle, half = self._around(z)
            low, high = (z, high) if abs(middle - of) > half else (low, z)
        return 2 * (1 - NormalDist().cdf(low))

    def _around(self, z: float) -> tuple[float, float]:
        """The middle of the interval of a quantile, and half of how wide it is."""
        n = len(self.values) + z * z
        mean = (math.fsum(self.values) + z * z / 2) / n
        square = (math.fsum(each * each for each in self.values) + z * z / 2) / n
        return mean, z * math.sqrt(max(0.0, square - mean * mean) / n)


def slope(rows: Sequence[Sequence[tuple[float, float]]]) -> Estimate | None:
    """How y goes with x, from the (x, y) of each game, both as distances from what is expected; None where x does not
    vary."""
    square = math.fsum(x * x for game in rows for x, _ in game)
    if square == 0 or len(rows) < 3:
        return None
    value = math.fsum(x * y for game in rows for x, y in game) / square
    together = math.fsum(math.fsum(x * (y - value * x) for x, y in game) ** 2 for game in rows)
    n = len(rows)
    return Estimate(value, math.sqrt(together * n / (n - 1)) / square, n - 1)


def holm(chances: Sequence[float], level: float = 1 - CONFIDENCE) -> list[tuple[bool, float]]:
    """Which of many numbers are seen to differ, and the level of each one's interval that says the same (S. Holm,
    1979). The chance that any is named wrongly is at most `level`."""
    order = sorted(range(len(chances)), key=lambda number: chances[number])
    found: list[tuple[bool, float]] = [(False, level)] * len(chances)
    stopped = 0.0
    for rank, number in enumerate(order):
        own = stopped or level / (len(chances) - rank)
        if chances[number] > own:
            stopped = own
        found[number] = (not stopped, own)
    return found


# ---------------------------------------------------------------- Student's t


def t_quantile(p: float, degrees: int) -> float:
    """The value below which Student's t lies with probability p (0.5 < p < 1)."""
    low, high = 0.0, 1.0
    while t_below(high, degrees) < p:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if t_below(middle, degrees) < p:
            low = middle
        else:
            high = middle
        if high - low < 1e-10 * high:
            break
    return (low + high) / 2


def t_below(t: float, degrees: int) -> float:
    """The probability that Student's t is below t (t >= 0)."""
    return 1 - 0.5 * _beta(degrees / (degrees + t * t), degrees / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    result = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            c = 1 + numerator / c
            d = 1 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            result *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return result
