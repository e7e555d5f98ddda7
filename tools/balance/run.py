"""A whole run: one ruleset, or two with the same seeds."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Sequence

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..bots.seats import read_bots
from ..simulation.crew import Crew
from ..simulation.greed import look_into, told
from ..targets.games import player_count, seat_names
from .haste import fitted, foretold
from .judging import Judged, judge, used
from .playing import (
    Answer,
    Extent,
    Played,
    Side,
    Wish,
    ask,
    play_main,
    play_questions,
    restricted_asked,
    restrictions,
    rows_for,
    skill_asked,
    tournament_questions,
)
from .together import can_be_lost, games_of, together_asked

LONG = 60.0
"""A run that takes more seconds than that says so before."""


LEFT = 3.0
"""So many seconds are left for that when time is up."""

_UP = "Time was up before all of that was played: what is missing below was not asked, or of fewer games."

LOOKED_INTO = 40
"""How many random games are played to find out what the scoring tells while a game is on."""


def balance(
    game: Game, target: str, wish: Wish, crew: Crew, extent: Extent, tell: Callable[[str], None]
) -> Judged:  # fmt: skip
    """Play and judge one ruleset. `tell` hears how long it will take when that is long.

    Raises UsageError when the game does not take its options, or nobody is there to play.
    """
    begin = time.perf_counter()
    with contextlib.suppress(RuleFault):  # a fault comes with its games
        game.start(wish.players, wish.seed, wish.options)
    side, played, cut = Side.of(game, target, wish), Played(), ""
    if not side.apart(wish):  # nobody can be asked who wins against whom
        extent = Extent(extent.skill, restricted=False, tournament=False)
    if wish.seconds:
        played.until = begin + wish.seconds
        wish, extent, cut = fitted(side, wish, extent, crew, played.until)
    elif not crew.cluster:  # how many work there is not known
        _foretell(side, wish, crew.workers, extent, tell)
    play_main(side, wish, crew, played)
    if not any(each.playout.finished for each in played.records.values()):
        extent = Extent(False, False, False)  # nothing could be told of games that do not end
    if side.apart(wish) and played.records and not played.ended:
        _ask(side, wish, crew, extent, played)
    if extent.skill and not played.ended and can_be_lost(side, wish, played):
        played.together = together_asked(side, wish)
        games = [(each, games_of(wish)) for each in played.together]
        play_questions(side, games, crew, played, "games of other bots")
    judged = judge(side, wish, played, seat_names(game, wish.players), time.perf_counter() - begin)
    judged.cut = " ".join(each for each in (cut, _UP if played.late else "") if each)
    if extent.skill and side.apart(wish) and not played.interrupted:
        plan = side.plan(wish, ("random",) * wish.players, LOOKED_INTO, 7)
        until = max(played.until, time.perf_counter() + LEFT) if wish.seconds else math.inf
        judged.scoring = told(look_into(game, plan, LOOKED_INTO, until), wish.players, scored=side.scored)
    return judged


def _ask(side: Side, wish: Wish, crew: Crew, extent: Extent, played: Played) -> None:
    """All that is asked beside the main games."""
    records = [played.records[index] for index in sorted(played.records)]
    whole = [each.shares for each in records if each.playout.finished]
    expected = [sum(each[seat] for each in whole) / len(whole) if whole else 0.0 for seat in range(wish.players)]
    if extent.skill:
        played.skill = skill_asked(side, wish, expected)
        ask(side, wish, [played.skill], wish.games, crew, played, "games of better bots")
    if extent.restricted:
        every = restrictions(side, used(side, records))
        tried = every[: rows_for(wish)]
        known = {each.name for each in tried}
        played.untried = list(dict.fromkeys(each.name for each in every if each.name not in known))
        played.restricted = restricted_asked(side, wish, tried, records, expected)
        ask(side, wish, played.restricted, wish.restricted, crew, played, "games of players who keep from something")
    if extent.tournament:
        played.tournament = [Answer(each) for each in tournament_questions(side, wish)]
        games = [(each, wish.few) for each in played.tournament]
        play_questions(side, games, crew, played, "games of the tournament")


def _foretell(side: Side, wish: Wish, workers: int, extent: Extent, tell: Callable[[str], None]) -> None:
    """How long it will take, where that is long."""
    expected = foretold(side, wish, extent, workers)
    if expected > LONG:
        quick = "`--quick`, " if wish.games > QUICK_GAMES else ""
        tell(f"This will take about {_long(expected)}; {quick}fewer `--games` or quicker `--bots` take less.")


def _long(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes > 1 and minutes < 120 else "a minute" if minutes < 2 else (
        f"{round(minutes / 60)} hours"
    )  # fmt: skip


# ---------------------------------------------------------------- what was asked for

QUICK_BOTS, USUAL_BOTS = "mcts:30", "mcts:100"
QUICK_GAMES, USUAL_GAMES = 50, 200
QUICK_SECONDS = 50.0
"""How long a quick look plays; what comes before and after makes it a minute."""

QUICKER = ("mcts:30@20", "greedy", "random")
"""Who plays in a quick look at a game that takes the usual bots too long."""

USUAL_LIMIT = 20_000
"""After how many decisions a game is given up: games of bots that think and take longer would never be awaited."""


def wish_for(
    game: Game, players: int, games: int | None, seed: int, bots: str | None, tournament: str | None,
    options: dict[str, str], limit: int, *, quick: bool,
) -> Wish:  # fmt: skip
    """The wish of a command. Raises UsageError."""
    seats = seat_names(game, players)
    kinds = read_bots(bots or (QUICK_BOTS if quick else USUAL_BOTS), seats, people=False)
    many = games or (QUICK_GAMES if quick else USUAL_GAMES)
    quicker = QUICKER if quick and bots is None else ()
    seconds = QUICK_SECONDS if quick else 0.0
    return Wish(players, many, seed, tuple(kinds), _tournament(tournament, kinds), options, limit, seconds, quicker)


def _tournament(text: str | None, bots: Sequence[str]) -> tuple[str, ...]:
    if text is None:
        return tuple(dict.fromkeys(("random", "greedy", *bots)))
    found: list[str] = []
    for word in text.split(","):
        found += read_bots(word.strip(), ["seat"], people=False) if word.strip() else []
    if len(set(found)) < 2:
        raise UsageError("`--tournament` needs at least two bots, such as `random,greedy`.")
    return tuple(dict.fromkeys(found))


def same_players(old: Game, new: Game, players: int) -> None:
    """Raises UsageError when one of two games cannot be played by so many, or has other seats."""
    player_count(old, players)
    if seat_names(old, players) != seat_names(new, players):
        raise UsageError("The two rulesets have other seats, so that their games cannot be compared.")
