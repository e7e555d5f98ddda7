"""`yupana check`: all faults of rulesets, in one run."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from yupana.interpreter.cached import compile_program
from yupana.interpreter.compiled import Compiled
from yupana.schemas.render import documents, render

from ..packages.compatibility_report import MOST, document_of, lines_of
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson, Targets
from ..shell.output import colour_wanted, print_json
from ..targets.names import must_be_there, tell_of_namesake

if TYPE_CHECKING:
    from ..packages.compatibility import Pair


def command(
    names: Targets,
    as_json: AsJson = False,
) -> None:
    """Find all faults of rulesets.

    Every fault comes with its place, an excerpt and what to do about it. Exits 1 when there is an error; warnings
    alone do not make a ruleset faulty. Of several overlays (base+one+other) it tells whether they go together, in
    which order, and what they both touch.
    """
    compiled = [(name, _compiled(name)) for name in names]
    ok = all(each.severity != "error" for _, one in compiled for each in one.diagnostics)
    if as_json:
        told = [document_of(pair) for name in names for pair in _pairs(name)]
        together = {"together": told} if told else {}
        diagnostics = [each for _, one in compiled for each in documents(one.diagnostics, one.files)]
        print_json("check", {"ok": ok, "diagnostics": diagnostics, **together})
    else:
        for name, one in compiled:
            if one.diagnostics:
                sys.stdout.write(render(one.diagnostics, one.files, colour=colour_wanted(sys.stdout)))
            sys.stdout.write(f"{name}: {_verdict([each.severity for each in one.diagnostics])}\n")
            pairs = _pairs(name)
            for pair in pairs:
                sys.stdout.writelines(f"{line}\n" for line in lines_of(pair))
            if not pairs and name.count("+") >= MOST:
                sys.stdout.write(f"Of up to {MOST} overlays it is told whether every two of them go together.\n")
    if not ok:
        leave(FAULTS)


def _compiled(target: str) -> Compiled:
    """Compile a ruleset that has changed; its diagnostics may hold errors. Raises UsageError when there is no such
    ruleset."""
    tell_of_namesake(target)
    compiled = compile_program(target)
    must_be_there(target, compiled.diagnostics)
    return compiled


def _pairs(name: str) -> list[Pair]:
    """The pairs of overlays that a target names."""
    if "+" not in name or os.path.exists(name):
        return []
    # an unchanged ruleset without overlays is checked without what reads rulesets
    from ..packages.compatibility import pairs_of

    return pairs_of(name)


def _verdict(severities: list[str]) -> str:
    counts = [(severities.count(kind), kind) for kind in ("error", "warning")]
    return ", ".join(f"{n} {kind}{'' if n == 1 else 's'}" for n, kind in counts if n) or "no faults"
