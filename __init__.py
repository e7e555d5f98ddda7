"""Yupana: a rules interpreter for board games. This module only hands on the public names, each when asked for."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; importing `typing` takes time in which Ctrl-C would be noisy

if TYPE_CHECKING:
    from yupana.interpreter.game import Decision, Game, Option, RuleFault, State, load
    from yupana.schemas.source import Diagnostic, RulesetError

__all__ = ["Decision", "Diagnostic", "Game", "Option", "RuleFault", "RulesetError", "State", "load"]

_SCHEMAS = frozenset(("Diagnostic", "RulesetError"))


def __getattr__(name: str) -> object:
    # imported late, so that reading a ruleset's schema does not load the whole interpreter
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _SCHEMAS:
        from yupana.schemas import source as module
    else:
        from yupana.interpreter import game as module  # type: ignore[no-redef]
    return getattr(module, name)
