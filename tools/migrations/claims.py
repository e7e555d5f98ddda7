"""Which of the claims that were one word before version 3 of the language each example means.

A ruleset's examples are run, and each claim is what is true where it stands. Where an example does not come so far, or
its ruleset has faults, nothing is chosen, and the strictest claim stands there.
"""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples import true_claims
from yupana.schemas.find import shown
from yupana.schemas.versions import Chosen

from ..authoring.owners import target


def claims_meant(path: Path) -> dict[str, Chosen]:
    """By file, for each place of a claim, the one that is true there."""
    compiled = compile_ruleset(target(Path(shown(path))))
    if compiled.program is None:
        return {}
    out: dict[str, Chosen] = {}
    for code, claim in true_claims(compiled):
        if claim == "never":  # the old word failed there: more likely a slip than a proof
            continue
        start = len(code.text) - len(code.text.lstrip())
        place = code.at(start, start + 1)
        out.setdefault(shown(Path(place.file).resolve()), {})[place.line, place.column] = claim
    return out
