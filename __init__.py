"""Yupana: a rules interpreter for board games. This module only hands on the public names, each when asked for.

import yupana
game = yupana.load("tic_tac_toe")           # a name, a path, or "base+overlay"
state = game.start(players=2, seed=7)
while not state.over:
    state.apply(state.decision.options[0])
print(state.scores, state.winners)
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; importing `typing` takes time in which Ctrl-C would be noisy

if TYPE_CHECKING:
    from yupana.interpreter import errors
    from yupana.interpreter.errors import (
        IllegalOption,
        InternalError,
        ProgramFileError,
        RuleFault,
        RulesetError,
        SaveError,
        UsageError,
        YupanaError,
    )
    from yupana.interpreter.game import (
        Decision,
        Event,
        Game,
        Observation,
        Option,
        Possibility,
        Resumed,
        RulesChanged,
        State,
        load,
        load_program,
    )
    from yupana.schemas.source import Diagnostic
    from yupana.tools.training.environments import aec_env, encoding, gym_env, spiel_game

__all__ = [
    "Decision",
    "Diagnostic",
    "Event",
    "Game",
    "IllegalOption",
    "InternalError",
    "Observation",
    "Option",
    "Possibility",
    "ProgramFileError",
    "Resumed",
    "RuleFault",
    "RulesChanged",
    "RulesetError",
    "SaveError",
    "State",
    "UsageError",
    "YupanaError",
    "aec_env",
    "encoding",
    "errors",
    "gym_env",
    "load",
    "load_program",
    "spiel_game",
]

_SCHEMAS = frozenset(("Diagnostic", "RulesetError", "IllegalOption", "SaveError", "UsageError", "YupanaError"))

_TRAINING = frozenset(("aec_env", "encoding", "gym_env", "spiel_game"))


def __getattr__(name: str) -> object:
    # imported late, so that reading a ruleset's schema does not load the whole interpreter
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "errors":
        from yupana.interpreter import errors

        return errors
    if name in _SCHEMAS:
        from yupana.schemas import source as module

        if not hasattr(module, name):
            from yupana.schemas import errors as module  # type: ignore[no-redef]
    elif name in _TRAINING:
        from yupana.tools.training import environments as module  # type: ignore[no-redef]
    elif name in ("InternalError", "ProgramFileError", "RuleFault"):
        from yupana.interpreter import errors as module  # type: ignore[no-redef]
    else:
        from yupana.interpreter import game as module  # type: ignore[no-redef]
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
