"""Programs that need not be compiled again, and what is found out about their rules when somebody asks."""

from __future__ import annotations

from pathlib import Path

from .compiled import Compiled, SoundRuleset
from .machine.why_not import Reasons
from .program import cache


def compile_program(target: str | Path) -> Compiled:
    """As `compile_ruleset`, but an unchanged ruleset's program comes from the cache, without declarations."""
    found = cache.load(target)
    if found is None:
        return _compiled(target)
    program, diagnostics, files = found
    return Compiled(program.name, program.hash, files, diagnostics, program=program)


def reasons_of(compiled: Compiled, target: str | Path) -> Reasons | None:
    """What says why options are missing. A ruleset from the cache is compiled for it; None if its files have changed
    since."""
    whole = compiled if isinstance(compiled, SoundRuleset) else _compiled(target)
    if compiled.program is None or not isinstance(whole, SoundRuleset) or whole.hash != compiled.hash:
        return None
    # Few ask, and it needs the checked rules, which an unchanged ruleset is played without.
    from .reasons import Reasons as RulesBehind

    return RulesBehind(whole.checked, whole.tables, whole.program, whole.ruleset)


def _compiled(target: str | Path) -> Compiled:
    # Reading YAML and checking take half a second to import, and an unchanged ruleset needs neither.
    from .compile import compile_ruleset

    return compile_ruleset(target)
