"""The ruleset that a person has named, from the cache when it has not changed: then it has no declarations, and nothing
that reads YAML sections or checks them is loaded."""

from __future__ import annotations

from yupana.interpreter.cached import compile_program
from yupana.interpreter.compiled import Compiled

from .names import must_be_there, tell_of_namesake


def compile_known(target: str) -> Compiled:
    """Compile a ruleset that has changed; its diagnostics may hold errors. Raises UsageError when there is no such
    ruleset."""
    tell_of_namesake(target)
    compiled = compile_program(target)
    must_be_there(target, compiled.diagnostics)
    return compiled
