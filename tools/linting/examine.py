"""Examining a ruleset: which rules are wanted, what they find, what is allowed, and what was fixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yupana.interpreter.compile import Compiled
from yupana.schemas.book import Allowance
from yupana.schemas.errors import UsageError

from ..shell.progress import tracked
from ..shell.sentences import suggestion
from ..targets.rulesets import compile_target
from .finding import Finding, Rule
from .fixes import apply_edits
from .rules import RULES
from .study import Study
from .suppressions import settle


def wanted_rules(only: Sequence[str] | None, *, deep: bool) -> list[Rule]:
    """The rules with these codes, or all (without `deep` those that need no games). Raises UsageError."""
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


def examine(
    name: str, compiled: Compiled, rules: Sequence[Rule], *, fix: bool, deep: bool, seed: int
) -> tuple[list[Finding], list[tuple[Finding, Allowance]], list[Finding]]:
    """What stands, what is allowed, and what was fixed."""
    found, allowed = stands(Study(name, compiled, deep=deep, seed=seed, progress=tracked), rules)
    if not fix:
        return found, allowed, []
    fixed: list[Finding] = []
    for _ in range(10):  # a fix may lay another open
        done = apply_edits(name, found)
        if not done:
            break
        fixed += done
        compiled = compile_target(name)
        found, allowed = stands(Study(name, compiled, deep=deep, seed=seed, progress=tracked), rules)
    return found, allowed, fixed


def stands(
    study: Study, rules: Sequence[Rule], going_on: Callable[[], None] = lambda: None
) -> tuple[list[Finding], list[tuple[Finding, Allowance]]]:
    """What the rules find, and what of it is allowed. Before every rule `going_on` is called, which may raise."""
    findings: list[Finding] = []
    for rule in rules:
        going_on()
        findings += rule.findings(study)
    if len(study.composed.parts) > 1:
        going_on()
        below = _below(study, rules)
        findings = [each for each in findings if (each.code, each.at, each.message) not in below]
    kept, allowed = settle(study, findings, [each.code for each in rules], [each.code for each in RULES])
    order = sorted(kept, key=lambda each: (each.span.file, each.span.line, each.span.column, each.code))
    return order, list(allowed)


def _below(study: Study, rules: Sequence[Rule]) -> set[tuple[str, str, str]]:
    """What is found in the ruleset under the last overlay: that is told of there."""
    base = study.below
    if base is None:
        return set()
    found = [finding for rule in rules if not rule.deep for finding in rule.findings(base)]
    return {(each.code, each.at, each.message) for each in found}
