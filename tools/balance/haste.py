"""How long a run will take, and how a quick look keeps to its time.

What a game takes is told by one at random: at some of its decisions the bots are asked. A quick look has quicker bots
and fewer games where that is too long, and ends when its time is up, with what was played by then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from yupana.interpreter.game import RuleFault, State

from ..bots.numbers import Numbers
from ..bots.seats import BOTS, make_bot
from ..measures.record import SAMPLES, worth_of
from ..simulation.crew import Crew
from .playing import MORE, Extent, Side, Wish, first_games
from .together import bots_of, games_of

ASKED = 6
"""At so many decisions of a game bots are asked, at most."""

LEAST = 8
"""With fewer games than that a quicker bot says more."""

PART = 0.6
"""Which part of the time is for games that are foreseen; the others are longer, or are asked for what is not clear."""

LONGER = 10
"""How many times as long as a game at random one may take in a quick look."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A game at random: how many decisions it took, how many of these had a choice, and some of them."""

    decisions: int
    choices: int
    asked: tuple[State, ...]


def walked(side: Side, wish: Wish, until: float) -> Walk | None:
    """A game at random, or what was played of it when the clock stands at `until`. None where it has no choice, or a
    rule fails."""
    numbers, asked, every = Numbers(wish.seed), list[State](), 1
    decisions = choices = 0
    try:
        state = side.game.start(wish.players, wish.seed, wish.options)
        while decisions < wish.limit and (options := state.option_tuples()):
            if len(options) > 1:
                if choices % every == 0:
                    asked.append(state.clone())
                    if len(asked) > ASKED:
                        asked, every = asked[::2], every * 2
                choices += 1
            state.apply_tuple(options[numbers.below(len(options))])
            decisions += 1
            if perf_counter() > until:
                break
    except RuleFault:
        return None
    return Walk(decisions, choices, tuple(asked)) if asked else None


def seconds_of(walk: Walk, bots: Sequence[str], until: float) -> float:
    """How long such a game takes with these bots; from the decisions that were asked when the clock stands at
    `until`."""
    took, times = 0.0, 0
    for bot in dict.fromkeys(bots):
        for number, state in enumerate((walk.asked[0], *walk.asked)):  # what is made once is made before
            options = state.option_tuples()
            begin = perf_counter()
            try:
                make_bot(bot, number + 1).choose(state, options)
            except RuleFault:
                continue
            late = perf_counter() > until
            if number or late:
                took, times = took + perf_counter() - begin, times + 1
            if late:
                break
    return took / max(1, times) * walk.choices


def noting(side: Side, walk: Walk) -> float:
    """How long it takes to tell who is ahead in one of the games."""
    begin = perf_counter()
    try:
        worth_of(walk.asked[len(walk.asked) // 2], side.worth, 1)
    except RuleFault:
        return 0.0
    return (perf_counter() - begin) * min(SAMPLES[side.worth], walk.decisions)


def games_beside(side: Side, wish: Wish, extent: Extent) -> float:
    """How many games are played beside the main ones, at least, in games of the usual bots."""
    if not side.apart(wish):
        others = {each for each in bots_of(wish) if BOTS[each.partition(":")[0]].rounds is not None} - {*wish.bots}
        return games_of(wish) * float(MORE * len(others)) if extent.skill else 0.0
    better = (MORE + wish.players - 1) / wish.players
    games = first_games(wish) * wish.players * better if extent.skill else 0.0
    games += wish.restricted if extent.restricted else 0
    return games + (wish.few * len(wish.tournament) * (len(wish.tournament) - 1) if extent.tournament else 0)


def foretold(side: Side, wish: Wish, extent: Extent, workers: int) -> float:
    """How many seconds a run will take."""
    until = perf_counter() + 5.0
    walk = walked(side, wish, until)
    if walk is None:
        return 0.0
    each = seconds_of(walk, wish.bots, until)
    return (wish.games * (each + noting(side, walk)) + games_beside(side, wish, extent) * each) / _at_once(workers)


MAIN = Extent(False, False, False)
"""Nothing beside the main games."""


def fitted(side: Side, wish: Wish, extent: Extent, crew: Crew, until: float) -> tuple[Wish, Extent, str]:
    """What a quick look asks for, so that it is over when the clock stands at `until`, and a sentence that says what
    that is where it is less than was wished. Where telling who is ahead takes too long, `side` tells it no more."""
    walk = walked(side, wish, perf_counter() + (until - perf_counter()) / 10)
    if walk is None:
        return wish, extent, ""
    note, seconds = noting(side, walk), dict[tuple[str, ...], float]()
    limited = replace(wish, limit=min(wish.limit, max(1000, LONGER * walk.decisions)))
    for bots, asked, noted in _less_and_less(wish, extent, scored=side.scored):
        if bots not in seconds:
            seconds[bots] = seconds_of(walk, bots, perf_counter() + (until - perf_counter()) / 20)
        tried = limited if bots == wish.bots else _by(limited, bots)
        room = PART * (until - perf_counter()) * (1 if crew.cluster else _at_once(crew.workers))
        games = _fitting(side, tried, asked, seconds[bots], note if noted else 0.0, room)
        if games >= min(LEAST, wish.games):
            break
    found = replace(tried, games=max(2, games))
    said = _sentence(wish, found, extent, asked, noted=noted or not side.worth)
    if not noted:
        side.worth = ""
    return found, asked, said


def _less_and_less(wish: Wish, extent: Extent, *, scored: bool) -> Iterator[tuple[tuple[str, ...], Extent, bool]]:
    """What may be asked for, from most to least: who plays, what is asked beside the main games, and whether it is told
    who is ahead. Those who do not think come last: so little of how people play is seen in what they do."""
    every = [wish.bots, *[(bot,) * wish.players for bot in wish.quicker if scored or "@" not in bot]]
    think = [bots for bots in every if bots[0] != "random" or bots == wish.bots]
    yield from [(bots, extent, True) for bots in think]
    yield from [(bots, MAIN, True) for bots in think]
    yield from [(bots, MAIN, False) for bots in think]
    idle = [bots for bots in every if bots not in think]
    yield from [(bots, Extent(False, extent.restricted, False), True) for bots in idle]  # others are better than them
    yield from [(bots, MAIN, False) for bots in idle]


def _by(wish: Wish, bots: tuple[str, ...]) -> Wish:
    """The same by other bots."""
    known = {*wish.bots}
    rated = tuple(dict.fromkeys(bots[0] if each in known else each for each in wish.tournament))
    return replace(wish, bots=bots, tournament=rated)


def _fitting(side: Side, wish: Wish, extent: Extent, each: float, note: float, room: float) -> int:
    """How many main games there are time for, with all that is asked beside."""
    low, high = 0, wish.games
    while low < high:
        middle = (low + high + 1) // 2
        tried = replace(wish, games=middle)
        if middle * (each + note) + games_beside(side, tried, extent) * each <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _sentence(wish: Wish, found: Wish, extent: Extent, asked: Extent, *, noted: bool) -> str:
    """What a quick look asks for less than was wished."""
    changed = found.bots != wish.bots
    if not changed and found.games == wish.games and asked == extent and noted:
        return ""
    bots, instead = (", ".join(dict.fromkeys(each.bots)) for each in (found, wish))
    who = f"`{bots}` in place of `{instead}`" if changed else f"`{bots}`"
    games = f"{found.games} games in place of {wish.games}" if found.games != wish.games else f"{found.games} games"
    less = [what for what, before, now in (
        ("skill", extent.skill, asked.skill), ("ratings", extent.tournament, asked.tournament),
        ("players who keep from something", extent.restricted, asked.restricted), ("who is ahead", True, noted),
    ) if before and not now]  # fmt: skip
    left = f"; nothing is said of {', '.join(less)}" if less else ""
    return f"A quick look, for want of time: {who}, {games}{left}. Without `--quick` nothing is left out."


def _at_once(workers: int) -> int:
    """How many of the workers can work at once."""
    return max(1, min(workers, os.cpu_count() or 1))
