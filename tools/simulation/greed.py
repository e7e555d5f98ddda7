"""Whether a ruleset's scoring tells anybody anything while a game is on, and so why who follows it may not win.

Games are played at random. At some decisions all options are tried: do they differ in what they score at once? And does
it go with winning to lead, and to take what scores more? Correlations are of one game against another, so that the
decisions of one game do not count as many.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import Any

from yupana.interpreter.game import Game, RuleFault, State
from yupana.schemas.wording import numeral

from ..bots.numbers import Numbers, game_seed, mix
from ..playing.results import shares_of
from .playouts import Plan

ASKED = 24
"""At how many decisions of a game the options are tried, at most."""

TRIED = 60
"""How many options are tried at a decision, at most."""

SURE = 2.6
"""How many standard errors from 0 a correlation has to be to be told (99 %)."""


@dataclass(frozen=True, slots=True)
class Greed:
    """What was found in `games` games: at which part of the decisions (with a choice) options scored differently at
    once, and how it goes with winning to lead half-way (`half_way`) and to have taken what scores more than the
    average option (`taking`): correlations from -1 to 1, or None where nothing differs."""

    games: int
    differing: float
    half_way: float | None
    taking: float | None


@dataclass(slots=True)
class _Game:
    """Of a game, by seat: the score above the others' average at each decision, and the sum of what was taken above the
    average of the options; how many decisions were asked, and how many had options that differ without ending it."""

    leads: list[list[float]]
    gains: list[float]
    asked: int = 0
    differing: int = 0
    share: list[float] = field(default_factory=list)


def look_into(game: Game, plan: Plan, games: int, until: float = math.inf) -> Greed:
    """Play so many games at random and find out, or as many as there are when the clock stands at `until`; games in
    which a rule fails are left out."""
    found = list[_Game]()
    for index in range(games):
        played = _played(game, plan, index)
        found += [] if played is None else [played]
        if perf_counter() > until:
            break
    asked = sum(each.asked for each in found)
    leads, taking, shares = [], [], []
    for each in found:
        for seat in range(plan.players):
            middle = each.leads[len(each.leads) // 2] if each.leads else [0.0] * plan.players
            leads.append(middle[seat])
            taking.append(each.gains[seat])
            shares.append(each.share[seat])
    return Greed(
        len(found), sum(each.differing for each in found) / asked if asked else 0.0, correlation(leads, shares),
        correlation(taking, shares),
    )  # fmt: skip


def _played(game: Game, plan: Plan, index: int) -> _Game | None:
    """One game at random; None when it does not come to an end."""
    seed = game_seed(plan.seed, index)
    numbers, asking = Numbers(mix(seed)), Numbers(mix(seed + 1))
    found = _Game([], [0.0] * plan.players)
    asked: list[tuple[State, list[Any], list[int]]] = []
    every = choices = 0
    try:
        state = game.start(players=plan.players, seed=seed, options=dict(plan.options))
        for _ in range(plan.limit):
            options = state.option_tuples()
            if not options:
                break
            chosen = numbers.below(len(options))
            if len(options) > 1:
                if choices % (1 << every) == 0:
                    tried = [chosen, *(asking.below(len(options)) for _ in range(min(len(options) * 2, TRIED) - 1))]
                    asked.append((state.clone(), options, list(dict.fromkeys(tried))))
                choices += 1
                if len(asked) > ASKED:  # evenly over the game, however long it lasts
                    asked, every = asked[::2], every + 1
            state.apply_tuple(options[chosen])
            found.leads.append(_leads(state.points))
        if not state.over:
            return None
        for position, options, tried in asked:
            after = _scores(position, options, tried)
            found.asked += 1
            found.differing += len({score for score, going_on in after if going_on}) > 1
            found.gains[position.seat] += after[0][0] - math.fsum(score for score, _ in after) / len(after)
        shares, even = shares_of(state), Fraction(1, len(set(state.game.sides(plan.players))))
        found.share = [float(each - even) for each in shares]
    except RuleFault:
        return None
    return found


def _scores(state: State, options: Sequence[Any], numbers: Sequence[int]) -> list[tuple[int, bool]]:
    """The score of who decides after each of the options with these numbers, and whether nobody has won by then. Raises
    RuleFault."""
    work, ordered = state.long_work, sorted(numbers)
    ranks = None if work is None else work.ranks(ordered)
    if ranks is not None:
        by_number = dict(zip(ordered, ranks, strict=True))
        return [(by_number[each][1], by_number[each][0] == 1) for each in numbers]
    found = []
    for each in numbers:
        after = state.clone()
        after.apply_tuple(options[each])
        found.append((after.points[state.seat], not after.over or after.outcome == "draw"))
    return found


def _leads(points: Sequence[int]) -> list[float]:
    """By seat how far it is above the average of the others."""
    total, others = sum(points), max(1, len(points) - 1)
    return [each - (total - each) / others if len(points) > 1 else 0.0 for each in points]


def correlation(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Pearson's; None where one side is the same at all."""
    try:
        return statistics.correlation(left, right) if len(left) > 2 else None
    except statistics.StatisticsError:
        return None


def told(greed: Greed, players: int, *, scored: bool) -> str:
    """In a sentence why who takes what scores most may not win by it, or that nothing speaks against it."""
    games = max(1, greed.games * max(1, players - 1))  # the seats of a game are not independent
    if not scored:
        return "The ruleset has no scoring: who looks one decision ahead sees nothing but wins and losses."
    if greed.differing < 0.02:
        part = _percent(1 - greed.differing)
        return f"At {part} of the decisions all options leave the same score: the scoring tells nothing before the end."
    if greed.taking is not None and _surely(greed.taking, games) < 0:
        return f"Who takes more points at once loses more often (correlation {_signed(greed.taking)})."
    if greed.half_way is not None and _surely(greed.half_way, games) < 0:
        value = _signed(greed.half_way)
        return f"Who leads half-way loses more often (correlation {value}): points cost something later."
    if greed.taking is None or _surely(greed.taking, games) == 0:
        value = _signed(0.0 if greed.taking is None else greed.taking)
        return f"Taking more points at once does not go with winning (correlation {value})."
    where = f"options differ in score at {_percent(greed.differing)} of the decisions"
    return f"Taking more points at once goes with winning (correlation {_signed(greed.taking)}); {where}."


def _surely(value: float, games: int) -> int:
    """The sign of a correlation, 0 where it may as well be nothing (by its standard error under no connection)."""
    return 0 if abs(value) * math.sqrt(games) < SURE else 1 if value > 0 else -1


def _signed(value: float) -> str:
    return numeral(f"{value:+.2f}")


def _percent(part: float) -> str:
    return f"{part * 100:.0f} %"
