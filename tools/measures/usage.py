"""How often things are used, and how that goes with winning.

A seat that uses something more than it does in half of its games is compared with the same seat in its other games: its
part of the win is taken as the distance from what that seat has in the mean. So a thing that the first player uses
more, and wins more because of being first, does not look strong by that. What goes with winning need not be its cause:
who is ahead may do other things. Whether a thing is strong, players who keep from it tell (`keeping`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from .record import Record
from .statistics import FAMILY, Estimate, Interval, holm, slope

Sort = Literal["action", "component"]

NOTHING = 1e-9
"""What is nothing but rounding: all seats use a thing alike, so that it can say nothing of who wins."""

FEW = 10
"""How many uses above the usual, and how many that are not, there must be for their interval to hold."""


@dataclass(frozen=True, slots=True)
class Use:
    """How one thing is used. `times` is the mean in a game, `games` the part of the games in which anybody used it;
    `offered` the part of the games' decisions at which an action could be taken, `beside` with others, and `taken` how
    often it was when others could be. `winning` is by how much the part of the win is higher for a seat that uses it
    more than usual; `seen` says whether that is more than chance among all things that were looked at."""

    name: str
    sort: Sort
    times: float
    games: float
    offered: float = 0.0
    beside: float = 0.0
    taken: float = 0.0
    winning: Interval | None = None
    chance: float = 1.0
    seen: bool = False


def uses(records: Sequence[Record], actions: Sequence[str], components: Sequence[str]) -> list[Use]:
    """The use of all actions and components, the most used first; those that nobody uses too."""
    whole = [each for each in records if each.playout.finished]
    if not whole:
        return []
    expected = [sum(each.shares[seat] for each in whole) / len(whole) for seat in range(whole[0].players)]
    found: list[tuple[Use, Estimate | None]] = []
    sorts: tuple[tuple[Sort, Sequence[str]], ...] = (("action", actions), ("component", components))
    for sort, names in sorts:
        for name in names:
            found.append(_use(whole, name, sort, expected))
    tested = [(use, by) for use, by in found if by is not None]
    levels = dict(zip((use.name for use, _ in tested), holm([by.chance() for _, by in tested], FAMILY), strict=True))
    out = []
    for use, by in found:
        if by is None:
            out.append(use)
            continue
        seen, level = levels[use.name]
        interval = by.interval(level).within(-1.0, 1.0)
        out.append(_with(use, interval, by.chance(), seen))
    return sorted(out, key=lambda each: (each.sort, -each.times, each.name))


def _with(use: Use, winning: Interval, chance: float, seen: bool) -> Use:
    return Use(use.name, use.sort, use.times, use.games, use.offered, use.beside, use.taken, winning, chance, seen)


def _use(
    records: Sequence[Record], name: str, sort: Sort, expected: Sequence[float]
) -> tuple[Use, Estimate | None]:  # fmt: skip
    """The use of one thing, and what goes with it."""
    counts = [
        [each[name] for each in (record.actions if sort == "action" else record.components)] for record in records
    ]
    totals = [sum(each) for each in counts]
    n = len(records)
    decisions = sum(len(each.widths) for each in records) or 1
    offered = sum(each.offered[name] for each in records) if sort == "action" else 0
    beside = sum(each.beside[name] for each in records) if sort == "action" else 0
    forced = offered - beside
    taken = max(0, sum(totals) - forced) / beside if beside else 0.0
    use = Use(name, sort, sum(totals) / n, sum(each > 0 for each in totals) / n, offered / decisions,
              beside / decisions, taken)  # fmt: skip
    if sort == "action" and not beside:
        return use, None  # who never has a choice of it does it more in a longer game
    return use, _winning(records, counts, expected)


def _winning(
    records: Sequence[Record], counts: Sequence[Sequence[int]], expected: Sequence[float]
) -> Estimate | None:  # fmt: skip
    """How the part of the win goes with using more than usual; None where no seat uses more at one time than another,
    or where one player plays alone."""
    players = len(expected)
    if players < 2:
        return None
    more: list[list[float]] = []
    for seat in range(players):
        mine = [each[seat] for each in counts]
        middle = median(mine)
        above = [float(each > middle) for each in mine]
        if not any(above):
            above = [float(each >= middle) for each in mine]
        mean = sum(above) / len(above)
        more.append([each - mean for each in above])
    if min(sum(each > 0 for seat in more for each in seat), sum(each < 0 for seat in more for each in seat)) < FEW:
        return None
    rows = [
        [(more[seat][number], record.shares[seat] - expected[seat]) for seat in range(players)]
        for number, record in enumerate(records)
    ]
    found = slope(rows)
    return None if found is None or abs(found.value) + found.error < NOTHING else found

