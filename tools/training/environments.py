"""The way to environments of other libraries, which are loaded when one is asked for."""

from __future__ import annotations

from typing import Any

from ..shell.extras import need

EXTRA = "rl"


def aec_env(ruleset: str, players: int | None = None, options: Any = None, **named: Any) -> Any:
    """A PettingZoo environment of a ruleset, with the usual wrappers: see `aec.GameEnv` for what may be said. Raises
    UsageError when PettingZoo is not installed, or for what the ruleset does not offer."""
    need("pettingzoo", EXTRA)
    from .aec import wrapped  # heavy, and an extra

    return wrapped(ruleset, players, options, **named)


def gym_env(ruleset: str, players: int | None = None, options: Any = None, **named: Any) -> Any:
    """A Gymnasium environment of a ruleset, for one seat: see `single.SeatEnv` for what may be said. Raises UsageError
    when Gymnasium is not installed, or for what the ruleset does not offer."""
    need("gymnasium", EXTRA)
    from .single import SeatEnv  # heavy, and an extra

    return SeatEnv(ruleset, players, options, **named)


def spiel_game(ruleset: str, players: int | None = None, options: Any = None, **named: Any) -> Any:
    """A ruleset as a game of OpenSpiel: see `spiel.SpielGame` for what may be said. Raises UsageError when OpenSpiel is
    not installed, or for what the ruleset does not offer."""
    need("pyspiel", "bench")
    from .spiel import spiel_game as made  # heavy, and an extra

    return made(ruleset, players, options, **named)


def encoding(game: Any, players: int | None = None, options: Any = None, **named: Any) -> Any:
    """How a game's observations and actions are encoded (`encoding.Encoding`), for a library of one's own. Raises
    UsageError when NumPy is not installed, or for what the ruleset does not offer."""
    need("numpy", EXTRA)
    from .encoding import Encoding  # heavy, and an extra

    return Encoding(game, game.min_players if players is None else players, options, **named)
