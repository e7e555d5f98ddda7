"""Two rulesets side by side: every figure of both in games with the same seeds and bots, and whether they differ.

Many figures are looked at together, so they are corrected (Holm): the chance that any is said to differ where none does
is at most five in a hundred, and the intervals are those that say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..measures.statistics import Estimate, Interval, estimate, holm
from ..measures.table import Unit, shown
from .judging import Judged


@dataclass(frozen=True, slots=True)
class Differing:
    """One figure in both rulesets: its means, the mean difference in games with the same seed, and whether there is
    one."""

    name: str
    unit: Unit
    old: float
    new: float
    difference: Interval
    differs: bool
    games: int


def differences(old: Judged, new: Judged) -> list[Differing]:
    """All figures that both have. The first is what the second is compared with."""
    rows: list[tuple[str, Unit, Mapping[int, float], Mapping[int, float]]] = []
    if len(old.seats) > 1 and (old.apart or new.apart):
        rows += [
            (f"Wins of {new.name(before.seat)}", "share", before.values, after.values)
            for before, after in zip(old.seat_figures, new.seat_figures, strict=True)
        ]
        if len(old.seats) == 2:  # what one has the other has not
            rows.pop()
    for each in old.figures:
        other = new.figure(each.measure.key)
        if other is not None:
            rows.append((each.measure.name, each.measure.unit, each.values, other.values))
    return [each for each in _compared(rows) if each.games > 1]


def _compared(
    rows: list[tuple[str, Unit, Mapping[int, float], Mapping[int, float]]],
) -> list[Differing]:
    found: list[tuple[str, Unit, float, float, Estimate]] = []
    for name, unit, old, new in rows:
        both = sorted(old.keys() & new.keys())
        by = estimate([new[index] - old[index] for index in both])
        many = max(1, len(both))
        means = (sum(side[index] for index in both) / many for side in (old, new))
        found.append((name, unit, *means, by))  # type: ignore[arg-type]
    # what is the same in every game is no question
    asked = [each for each in found if each[4].error or each[4].value]
    tested = dict(zip((each[0] for each in asked), holm([each[4].chance() for each in asked]), strict=True))
    out = []
    for name, unit, before, after, by in found:
        differs, level = tested.get(name, (False, 0.05))
        out.append(Differing(name, unit, before, after, by.interval(level), differs, by.degrees + 1))
    return out


def told(row: Differing) -> str:
    """The difference in words."""
    if row.difference.exact and row.difference.value == 0:
        return "the same in every game"
    if row.difference.exact:
        return f"differs by {_signed(row.difference.value, row.unit)} in every game"
    if row.differs:
        around = f"{_signed(row.difference.low, row.unit)} to {_signed(row.difference.high, row.unit)}"
        return f"differs by {_signed(row.difference.value, row.unit)} ({around})"
    reach = max(abs(row.difference.low), abs(row.difference.high))
    return f"none seen (up to ±{shown(reach, row.unit).replace(' %', ' pp')})"


def _signed(of: float, unit: Unit) -> str:
    sign = "-" if of < 0 else "+"
    return sign + shown(abs(of), unit).replace(" %", " pp")
