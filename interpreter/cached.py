"""Programs that need not be compiled again."""

from __future__ import annotations

from pathlib import Path

from . import cache
from .compiled import Compiled


def compile_program(target: str | Path) -> Compiled:
    """As `compile_ruleset`, but an unchanged ruleset's program comes from the cache, without declarations."""
    found = cache.load(target)
    if found is None:
        # Reading YAML and checking take half a second to import, and an unchanged ruleset needs neither.
        from .compile import compile_ruleset

        return compile_ruleset(target)
    program, diagnostics, files = found
    return Compiled(program.name, program.hash, files, diagnostics, None, program)
