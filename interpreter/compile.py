"""From a ruleset's name to its program: load, validate, check, lower. The driver of everything that needs the YAML."""

from __future__ import annotations

from dataclasses import dataclass, field

from yupana.schemas.compose import compose
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic

from .check.checker import Checked, check
from .program import ir


@dataclass(slots=True)
class Compiled:
    """A ruleset after compiling. `program` is None when there are errors; `checked` lets tools compile more code against it."""

    name: str
    hash: str
    files: dict[str, str]
    diagnostics: list[Diagnostic]
    ruleset: Ruleset | None = None
    program: ir.Program | None = None
    checked: Checked | None = field(default=None, repr=False)


def compile_ruleset(target: str) -> Compiled:
    """Compile a ruleset by name, path, or `base+overlay`. Faults are in `diagnostics`; none is raised."""
    composed = compose(target)
    compiled = Compiled(composed.name, composed.hash, composed.files, [], composed.ruleset)
    if composed.ruleset is not None:
        checked = check(composed.ruleset, composed.report, composed.name, composed.hash, composed.files)
        compiled.checked = checked
        if not composed.report.errors:
            compiled.program = checked.program
    compiled.diagnostics = composed.report.in_order()
    return compiled
