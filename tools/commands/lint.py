"""`yupana lint`: what is likely to be a mistake though it is no fault."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.schemas.render import documents, render
from yupana.schemas.source import Diagnostic

from ..linting.examine import examine, wanted_rules
from ..linting.finding import Finding
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson, Targets
from ..shell.output import colour_wanted, print_json
from ..targets.rulesets import compile_target


def command(
    names: Targets,
    deep: Annotated[bool, typer.Option("--deep", help="Play games and change rules to find out more.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Fix what can be fixed safely.")] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="CODE", help="Only this rule; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of what --deep plays.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Find what is likely to be a mistake in a ruleset that has no faults.

    `yupana explain YUL001` tells about a rule. What is meant so is allowed in the ruleset, with the reason:
    `lint: {allow: [{code: YUL001, at: functions.wealth, why: The variants use it.}]}`.
    Of an overlay only what its base does not have is told. `--deep` plays forty games by bots and tells what never came
    up, which invariants did not hold and which rule faults ended games; thousands of games are for `yupana simulate`,
    hostile ones for `yupana fuzz`.
    Exits 1 when there is a warning; pieces of advice alone do not count.
    """
    rules = wanted_rules(only, deep=deep)
    documents = []
    failed = False
    for name in names:
        compiled = compile_target(name)
        if not isinstance(compiled, SoundRuleset):
            failed = True
            documents.append(_faulty(name, compiled, as_json))
            continue
        found, allowed, fixed = examine(name, compiled, rules, fix=fix, deep=deep, seed=seed)
        failed = failed or any(each.level == "warning" for each in found)
        documents.append(
            {
                "name": name,
                "findings": [each.to_json() for each in found],
                "allowed": [{**each.to_json(), "why": str(why.why)} for each, why in allowed],
                "fixed": [each.to_json() for each in fixed],
            }
        )
        if not as_json:
            _show(name, compiled, found, len(allowed), fixed)
    if as_json:
        print_json("lint", {"ok": not failed, "rulesets": documents})
    if failed:
        leave(FAULTS)


def _faulty(name: str, compiled: Compiled, as_json: bool) -> dict[str, object]:
    """A ruleset with faults is not linted."""
    if not as_json:
        sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        sys.stdout.write(f"{name}: it can be linted when these faults are fixed\n")
    return {"name": name, "diagnostics": documents(compiled.diagnostics, compiled.files), "findings": []}


def _show(name: str, compiled: Compiled, found: Sequence[Finding], allowed: int, fixed: Sequence[Finding]) -> None:
    diagnostics = [Diagnostic(each.code, each.level, each.message, each.span, each.hint) for each in found]
    files = compile_target(name).files if fixed else compiled.files
    sys.stdout.write(render(diagnostics, files, colour=colour_wanted(sys.stdout)))
    for each in fixed:
        sys.stdout.write(f"fixed {each.span.file}:{each.span.line}: {each.code} {each.message}\n")
    warnings = sum(each.level == "warning" for each in found)
    words = [f"{warnings} warning{'' if warnings == 1 else 's'}"] if warnings else []
    advice = len(found) - warnings
    words += [f"{advice} piece{'' if advice == 1 else 's'} of advice"] if advice else []
    words += [f"{allowed} allowed"] if allowed else []
    sys.stdout.write(f"{name}: {', '.join(words) or 'nothing to say'}\n")
