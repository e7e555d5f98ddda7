"""The ruleset that a person has named, ready to be played, with the players and options they have asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from yupana.interpreter.game import ENGINES, Game, load
from yupana.schemas.errors import UsageError
from yupana.schemas.host import quote
from yupana.schemas.source import RulesetError

from ..shell.sentences import suggestion
from .names import must_be_there, tell_of_namesake

LARGE = 1_000
"""Larger numbers are no sensible values of an option."""


def engine_of(wanted: str, *, bulk: bool = False) -> str:
    """What runs the games of a command: what `--engine` says, which may be `auto` where there are many (`bulk`): the
    quickest engine that is there and takes the rules. For one game `auto` is Python, which needs no compiling first.

    Raises UsageError.
    """
    if wanted not in ENGINES:
        hint = suggestion(wanted, ENGINES) or f" There are {', '.join(ENGINES)}."
        raise UsageError(f"There is no engine `{wanted[:40]}`.{hint}")
    return "python" if wanted == "auto" and not bulk else wanted


def load_game(target: str, engine: str = "python") -> Game:
    """Load a ruleset to play it on an engine.

    Raises UsageError when there is no such ruleset, or the engine cannot run here; RulesetError when it has faults.
    """
    tell_of_namesake(target)
    try:
        return load(target, engine)
    except RulesetError as fault:
        must_be_there(target, fault.diagnostics)
        raise


def player_count(game: Game, players: int | None) -> int:
    """The number of players to play with: the one asked for, or two if that many can play.

    Raises UsageError when the ruleset does not take so many.
    """
    fewest, most = game.min_players, game.max_players
    if players is None:
        return min(max(2, fewest), most)
    if not fewest <= players <= most:
        takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise UsageError(f"`{game.program.name}` takes {takes} players, not {players}.")
    return players


def game_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """Take `--option name=value` pairs apart; whether the ruleset knows them is for `Game.start` to say.

    Raises UsageError.
    """
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"An option is given as NAME=VALUE, and `{pair}` has no `=`.")
        if name in chosen:
            raise UsageError(f"Option `{name}` is given twice.")
        chosen[name] = value
    return chosen


def seat_names(game: Game, players: int) -> list[str]:
    """The players' names by seat."""
    return list(game.program.domains[game.program.player_domain].names[:players])


def option_values(game: Game, option: Any) -> list[str]:
    """The values of an option, of a number the least and the greatest, if they are sensible ones."""
    kind = option.type
    if kind.kind == "bool":
        return ["false", "true"]
    if kind.kind == "member":
        return list(game.program.domains[kind.domain].names)
    return [str(each) for each in (option.low, option.high) if abs(each) <= LARGE]


def command_line(command: str, target: str, players: int, seed: int, options: Mapping[str, str]) -> str:
    """A command that repeats a game, as a person would type it."""
    words = ["yupana", command, target, "--players", str(players), "--seed", str(seed)]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    return quote(words)
