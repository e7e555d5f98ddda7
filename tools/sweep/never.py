"""Why points of a sweep do not differ: whether their games ever came to what is varied.

All points have the same seeds. Where two of them have the very same figures, no game went another way by their values;
then it is looked, in some of these games, whether what the values stand in was carried out, and whether the conditions
with them ever held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import index
from yupana.schemas.errors import UsageError

from ..compare.coming import held, new_in, reached
from ..compare.differences import compare
from ..compare.figures import never_came
from ..compare.measuring import Meter
from .keeping import Folder, Outcome
from .run import Sweep, plan_of
from .varying import Point

_GAMES, _LONG = 20, 5_000
"""So many games of a point are looked at, each for so many decisions."""
_MOST = 3
"""So many points are looked at; what is varied in the others is the same."""


def same_everywhere(sweep: Sweep, folder: Folder, outcomes: Sequence[Outcome]) -> list[str]:
    """What has to be known of values that made no difference in any game, in sentences."""
    alike = list(_alike(sweep.points, outcomes))
    told: dict[str, None] = {}
    for first, points in alike:
        names = ", ".join(str(each.number) for each in (first, *points))
        told[f"Every game went the same way at the points {names}: their values made no difference."] = None
    for first, points in alike:
        for point in points[:_MOST]:
            told.update(dict.fromkeys(_never(sweep, folder, first, point)))
    return list(told)


def _alike(points: Sequence[Point], outcomes: Sequence[Outcome]) -> Iterator[tuple[Point, list[Point]]]:
    """The points with the very same figures."""
    found: dict[tuple[object, ...], list[Point]] = {}
    for point, outcome in zip(points, outcomes, strict=True):
        if outcome.figures and not outcome.fault:
            key = tuple([(name, each.value, each.low, each.high) for name, each in sorted(outcome.figures.items())])
            found.setdefault(key, []).append(point)
    yield from ((first, rest) for first, *rest in found.values() if rest)


def _never(sweep: Sweep, folder: Folder, first: Point, point: Point) -> list[str]:
    """What is different between two points and never came up at the second."""
    plans = [plan_of(sweep, folder, each) for each in (first, point)]
    sides = [each for each in (compile_ruleset(each.target) for each in plans) if isinstance(each, SoundRuleset)]
    if len(sides) < len(plans):
        return []
    before, after = (index(each) for each in sides)
    looked_for = new_in(compare(before, after, titles=False), before, after)
    if not looked_for.carried and not looked_for.conditions:
        return []
    meter = Meter(sides[1], after, sweep.plan.engine, looked_for)
    plan = replace(plans[1], games=min(sweep.plan.games, _GAMES), limit=min(sweep.plan.limit, _LONG))
    try:
        came = [meter.play(plan, number).came for number in range(plan.games)]
    except UsageError:
        return []
    return never_came(reached(looked_for, came), held(looked_for, came), plan.bots)
