"""`yupana lint`: what is likely to be a mistake though it is no fault."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .common import FAULTS, AsJson, UsageError, colour_wanted, compile_target, console, leave, print_json, suggestion

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.schemas.book import Allowance

    from .linting.finding import Finding, Rule
    from .linting.study import Study

Item = TypeVar("Item")


def lint(
    names: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="Rulesets: names, paths, or base+overlay.", show_default=False),
    ],
    deep: Annotated[bool, typer.Option("--deep", help="Play games and change rules to find out more.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended safely.")] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="CODE", help="Only this rule; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of what --deep plays.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Find what is likely to be a mistake in a ruleset that has no faults.

    `yupana explain YUL001` tells about a rule. What is meant so is allowed in the ruleset, with the reason:
    `lint: {allow: [{code: YUL001, at: functions.wealth, why: The variants use it.}]}`.
    Of an overlay only what its base does not have is told.
    Exits 1 when there is a warning; pieces of advice alone do not count.
    """
    rules = _wanted(only, deep)
    documents = []
    failed = False
    for name in names:
        compiled = compile_target(name)
        if compiled.program is None:
            failed = True
            documents.append(_faulty(name, compiled, as_json))
            continue
        found, allowed, fixed = _examine(name, compiled, rules, fix, deep, seed)
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


def _wanted(only: list[str] | None, deep: bool) -> list[Rule]:
    from .linting.rules import RULES

    known = {each.code: each for each in RULES}
    if not only:
        return [each for each in RULES if deep or not each.deep]
    for code in only:
        if code.upper() not in known:
            raise UsageError(f"There is no rule `{code}`.{suggestion(code.upper(), known)}")
    chosen = [known[code.upper()] for code in dict.fromkeys(only)]
    for rule in chosen:
        if rule.deep and not deep:
            raise UsageError(f"{rule.code} plays games to find out: add `--deep`.")
    return chosen


def _examine(
    name: str, compiled: Compiled, rules: Sequence[Rule], fix: bool, deep: bool, seed: int
) -> tuple[list[Finding], list[tuple[Finding, Allowance]], list[Finding]]:
    """What stands, what is allowed, and what was mended."""
    from .linting.fixes import apply_edits
    from .linting.rules import RULES
    from .linting.study import Study
    from .linting.suppressions import settle

    known = [each.code for each in RULES]

    def once(compiled: Compiled) -> tuple[list[Finding], list[tuple[Finding, Allowance]]]:
        study = Study(name, compiled, deep=deep, seed=seed, progress=_progress)
        findings = [finding for rule in rules for finding in rule.findings(study)]
        if len(study.composed.parts) > 1:
            below = _below(study, rules)
            findings = [each for each in findings if (each.code, each.at, each.message) not in below]
        kept, allowed = settle(study, findings, [each.code for each in rules], known)
        order = sorted(kept, key=lambda each: (each.span.file, each.span.line, each.span.column, each.code))
        return order, list(allowed)

    found, allowed = once(compiled)
    if not fix:
        return found, allowed, []
    fixed: list[Finding] = []
    for _ in range(10):  # a mend may lay another open
        done = apply_edits(name, found)
        if not done:
            break
        fixed += done
        compiled = compile_target(name)
        found, allowed = once(compiled)
    return found, allowed, fixed


def _below(study: Study, rules: Sequence[Rule]) -> set[tuple[str, str, str]]:
    """What is found in the ruleset under the last overlay: that is told of there."""
    from yupana.interpreter.compile import compile_ruleset

    from .linting.study import Study

    target = "+".join(str(each) for each in study.composed.parts[:-1])
    compiled = compile_ruleset(target)
    if compiled.program is None:
        return set()
    base = Study(target, compiled)
    found = [finding for rule in rules if not rule.deep for finding in rule.findings(base)]
    return {(each.code, each.at, each.message) for each in found}


def _progress(what: str, items: Sequence[Item]) -> Iterator[Item]:
    """Goes through the items, with a progress bar on standard error when that is a terminal."""
    if not sys.stderr.isatty() or len(items) < 2:
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=len(items))
        for item in items:
            yield item
            progress.advance(task)


def _faulty(name: str, compiled: Compiled, as_json: bool) -> dict[str, object]:
    """A ruleset with faults is not linted."""
    if not as_json:
        from yupana.schemas.render import render

        sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        sys.stdout.write(f"{name}: it can be linted when these faults are mended\n")
    return {"name": name, "diagnostics": [each.to_json() for each in compiled.diagnostics], "findings": []}


def _show(name: str, compiled: Compiled, found: Sequence[Finding], allowed: int, fixed: Sequence[Finding]) -> None:
    from yupana.schemas.render import render
    from yupana.schemas.source import Diagnostic

    diagnostics = [Diagnostic(each.code, each.level, each.message, each.span, each.hint) for each in found]
    files = compile_target(name).files if fixed else compiled.files
    sys.stdout.write(render(diagnostics, files, colour=colour_wanted(sys.stdout)))
    for each in fixed:
        sys.stdout.write(f"mended {each.span.file}:{each.span.line}: {each.code} {each.message}\n")
    warnings = sum(each.level == "warning" for each in found)
    words = [f"{warnings} warning{'' if warnings == 1 else 's'}"] if warnings else []
    advice = len(found) - warnings
    words += [f"{advice} piece{'' if advice == 1 else 's'} of advice"] if advice else []
    words += [f"{allowed} allowed"] if allowed else []
    sys.stdout.write(f"{name}: {', '.join(words) or 'nothing to say'}\n")
