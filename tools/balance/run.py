"""A whole run: one ruleset, or two with the same seeds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..bots.seats import read_bots
from ..measures.record import Match, play_record
from ..simulation.crew import Crew
from ..simulation.greed import look_into, told
from ..targets.games import player_count, seat_names
from .judging import Judged, judge, used
from .looks import ask, first_games, rows_for
from .playing import (
    MORE,
    Answer,
    Played,
    Side,
    Wish,
    play_main,
    play_questions,
    restricted_asked,
    restrictions,
    skill_asked,
    tournament_questions,
)

LONG = 60.0
"""A run that takes more seconds than that says so before."""


LOOKED_INTO = 40
"""How many random games are played to find out what the scoring tells while a game is on."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What is asked beside the main games."""

    skill: bool = True
    restricted: bool = True
    tournament: bool = True


def balance(
    game: Game, target: str, wish: Wish, crew: Crew, extent: Extent, tell: Callable[[str], None]
) -> Judged:  # fmt: skip
    """Play and judge one ruleset. `tell` hears how long it will take when that is long.

    Raises UsageError when the game does not take its options, or nobody is there to play.
    """
    begin = time.perf_counter()
    with contextlib.suppress(RuleFault):  # a fault comes with its games
        game.start(wish.players, wish.seed, wish.options)
    side, played = Side.of(game, target, wish), Played()
    if not crew.cluster:  # how many work there is not known
        _foretell(side, wish, crew.workers, extent, tell)
    play_main(side, wish, crew, played)
    if not any(each.playout.finished for each in played.records.values()):
        extent = Extent(False, False, False)  # nothing could be told of games that do not end
    if wish.players > 1 and played.records and not played.interrupted:
        _ask(side, wish, crew, extent, played)
    judged = judge(side, wish, played, seat_names(game, wish.players), time.perf_counter() - begin)
    if extent.skill and wish.players > 1 and not played.interrupted:
        plan = side.plan(wish, ("random",) * wish.players, LOOKED_INTO, 7)
        judged.scoring = told(look_into(game, plan, LOOKED_INTO), wish.players, scored=side.scored)
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
    """How long it will take, from one game that is played for that; it is cut off when that is clear."""
    random = replace(side.plan(wish, ("random",) * wish.players, 1), limit=wish.limit)
    length = play_record(side.game, Match(random, whole=False), 0).playout.decisions
    limit = max(1, min(length, 20))
    plan = replace(side.plan(wish, wish.bots, 1), limit=limit)
    play_record(side.game, Match(replace(plan, limit=1), whole=False), 0)  # what is made once is made before
    begin = time.perf_counter()
    decisions = play_record(side.game, Match(plan, whole=False), 0).playout.decisions
    seconds = (time.perf_counter() - begin) / max(1, decisions) * max(length, 1)
    games = wish.games
    if wish.players > 1:
        games += first_games(wish) * wish.players * (1 + MORE) // 2 if extent.skill else 0
        games += wish.restricted if extent.restricted else 0
        games += wish.few * len(wish.tournament) * (len(wish.tournament) - 1) if extent.tournament else 0
    expected = seconds * games / workers
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
    return Wish(players, many, seed, tuple(kinds), _tournament(tournament, kinds), options, limit)


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


