"""Examples that are suggested, as a work of the studio: the rules are broken in small ways, and for each break that no
example notices one is looked for that does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.source import RulesetError

from ..strength.running import strength_of
from ..strength.suggesting import Proposal
from ..strength.suggesting import suggest as suggested
from .params import Params, Progress, target_in

MOST = 30
"""For so many breaks an example is looked for unless somebody says otherwise."""


def suggest(folder: Path, params: Params, progress: Progress) -> Any:
    """Suggest examples for the breaks of `only` these rules and elements, at `most` so many."""
    target = target_in(folder, params.text("target", "."))
    compiled = compile_ruleset(target)
    if not isinstance(compiled, SoundRuleset):
        raise RulesetError([each for each in compiled.diagnostics if each.severity == "error"])
    strength = strength_of(
        compiled, target, only=params.texts("only"), sample=params.number_or_none("sample", 1),
        progress=lambda done, total: progress(done, total, "breaks"),
    )  # fmt: skip
    found: list[dict[str, Any]] = []
    most = params.number("most", MOST, 1, 1_000)
    wanted = min(most, strength.missed)

    def tell(proposal: Proposal) -> None:
        found.append(_told(folder, proposal))
        progress(len(found), wanted, "examples", list(found))

    suggested(compiled, target, strength, most, lambda done, total: None, tell)
    return {"found": found, "missed": strength.missed, "breaks": strength.breaks}


def _told(folder: Path, proposal: Proposal) -> dict[str, Any]:
    result, root = proposal.result, folder.resolve()
    path = Path(result.span.file).resolve()
    return {
        "break": result.name, "element": result.element, "what": result.what, "name": proposal.name,
        "text": proposal.text, "file": path.relative_to(root).as_posix() if path.is_relative_to(root) else "",
        "line": result.span.line,
    }  # fmt: skip
