"""The figures of many games: the mean of every measure with its interval, from what was noted of each game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yupana.interpreter.game import Game

from ..simulation.playouts import Plan, play_some
from .components import Components
from .record import Match, Record, Worth, play_record
from .statistics import Interval, Shares, figure
from .table import SEAT_ADVANTAGE, Measure, measures


def measures_of(game: Game, components: Components | None) -> list[Measure]:
    """The measures that games of this ruleset can have; without components none that count them."""
    spaces = frozenset(components.spaces if components else ())
    pieces = frozenset(components.names) - spaces - components.links if components else spaces
    scored = bool(game.program.scoring.items)
    found = measures(scored=scored, spaces=spaces, pieces=pieces, together=game.together)
    return [each for each in found if each.key != "won" or game.together or game.min_players == 1]


def values_of(record: Record, known: Sequence[Measure]) -> dict[str, float]:
    """What a game has of each measure, by its key; nothing where one does not apply."""
    return {each.key: value for each in known if (value := each.value(record)) is not None}


def seat_advantage(shares: Sequence[Sequence[float]], rows: int = 1) -> Interval | None:
    """By how much the best seat is above an even part, from what each seat had of the win in each game; None of one
    seat, or no game. `rows` is how many such intervals are to hold together."""
    if not shares or len(shares[0]) < 2:
        return None
    even, seats = 1 / len(shares[0]), [Shares([each[seat] for each in shares]) for seat in range(len(shares[0]))]
    found = [each.interval(0.05 / rows / len(seats)) for each in seats]
    # what is not sure to be above an even part may as well be nothing
    low = max(0.0, max(each.low for each in found) - even)
    return Interval(max(each.value for each in found) - even, low, max(each.high for each in found) - even)


@dataclass(frozen=True, slots=True)
class Noted:
    """What is left of a game: what each seat has of the win (of a game that ended), its values by the keys of the
    measures, and what failed where, in a game in which a rule or an invariant did."""

    index: int
    shares: tuple[float, ...]
    values: Mapping[str, float]
    fault: str = ""


def figures_of(games: Sequence[Noted], known: Sequence[Measure], rows: int = 1) -> dict[str, Interval]:
    """The figures of all measures that apply in some game. The intervals of `rows` tables like this hold together."""
    found: dict[str, Interval] = {}
    for each in known:
        if each is SEAT_ADVANTAGE:
            seats = seat_advantage([game.shares for game in games if game.shares], rows)
            if seats is not None:
                found[each.key] = seats
            continue
        values = [game.values[each.key] for game in games if each.key in game.values]
        if values:
            found[each.key] = figure(values, each.bounds, rows)
    return found


@dataclass(frozen=True, slots=True)
class Look:
    """How closely games are looked at: for which measures, and by what it is told who is ahead. Plain data. Without
    `whole` only how games end is noted, so that the engine may play them by itself."""

    keys: frozenset[str]
    whole: bool = True
    worth: Worth = ""
    components: Components | None = None


def note_games(game: Game, plan: Plan, look: Look, first: int, end: int) -> tuple[list[Noted], float]:
    """Play games `first` to `end` - 1 of a plan; and how many seconds that took."""
    begin = time.perf_counter()
    known = [each for each in measures_of(game, look.components) if each.key in look.keys]
    noted = []
    for record in _records(game, plan, look, first, end):
        played = record.playout
        fault = f"{played.fault} at {played.place} (seed {played.seed})" if played.place else ""
        noted.append(Noted(played.index, record.shares if played.finished else (), values_of(record, known), fault))
    return noted, time.perf_counter() - begin


def _records(game: Game, plan: Plan, look: Look, first: int, end: int) -> list[Record]:
    if look.whole:
        match = Match(plan, look.components, look.worth)
        return [play_record(game, match, index) for index in range(first, end)]
    found = [Record(each, plan.players) for each in play_some(game, plan, first, end)]
    if "first_player" in look.keys:
        for each in found:
            if each.playout.finished:  # a game that ended has begun
                each.first = game.start(plan.players, each.playout.seed, dict(plan.options)).seat
    return found
