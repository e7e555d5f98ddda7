"""Yupana: a rules interpreter for board games. This module only hands on the public names."""

from yupana.interpreter.game import Decision, Game, Option, RuleFault, State, load
from yupana.schemas.source import Diagnostic, RulesetError

__all__ = ["Decision", "Diagnostic", "Game", "Option", "RuleFault", "RulesetError", "State", "load"]
