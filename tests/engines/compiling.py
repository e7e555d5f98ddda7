"""Rulesets that tests write down themselves."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import Compiled, compile_ruleset


def compiled(ruleset: str, folder: Path, name: str) -> Compiled:
    """A sound ruleset, compiled from a file of this name in a folder."""
    path = folder / f"{name}.yaml"
    path.write_text(ruleset, encoding="utf-8")
    made = compile_ruleset(str(path))
    assert made.program is not None, [each.message for each in made.diagnostics]
    return made
