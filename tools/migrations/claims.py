"""Which of the claims that were one word before version 3 of the language each example means.

A ruleset's examples are run, and each claim is what is true where it stands. In a file that says to be of a newer
version the old word is a fault: there the examples are run with the strictest of the new words in its place. Where an
example does not come so far, or its ruleset has other faults, nothing is chosen, and the strictest claim stands there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import true_claims
from yupana.schemas.find import shown
from yupana.schemas.opened import opened
from yupana.schemas.versions import Chosen

from ..authoring.owners import target


def claims_meant(path: Path, strict: Mapping[str, str]) -> dict[str, Chosen]:
    """By file, for each place of a claim, the one that is true there. `strict` gives by their real paths the texts of
    files with the strictest word in the place of the old one."""
    compiled = compile_ruleset(target(Path(shown(path))))
    if compiled.program is None:
        with opened(strict):
            compiled = compile_ruleset(target(Path(shown(path))))
    if not isinstance(compiled, SoundRuleset):
        return {}
    out: dict[str, Chosen] = {}
    for code, claim in true_claims(compiled):
        if claim == "never":  # the old word failed there: more likely a slip than a proof
            continue
        start = len(code.text) - len(code.text.lstrip())
        place = code.at(start, start + 1)
        out.setdefault(shown(Path(place.file).resolve()), {})[place.line, place.column] = claim
    return out
