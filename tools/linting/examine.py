"""Examining a ruleset: which rules are wanted, what they find, what is allowed, and what was fixed."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.book import Allowance
from yupana.schemas.errors import UsageError
from yupana.schemas.stepwise import at_once
from yupana.schemas.table_names import TABLES

from ..shell.files import write_text
from ..shell.progress import tracked
from ..shell.sentences import suggestion
from ..targets.rulesets import compile_sound
from .finding import Edit, Finding, Rule
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
    name: str, compiled: SoundRuleset, rules: Sequence[Rule], *, fix: bool, deep: bool, seed: int
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
        compiled = compile_sound(name)
        found, allowed = stands(Study(name, compiled, deep=deep, seed=seed, progress=tracked), rules)
    return found, allowed, fixed


def stands(study: Study, rules: Sequence[Rule]) -> tuple[list[Finding], list[tuple[Finding, Allowance]]]:
    """What the rules find, and what of it is allowed."""
    return at_once(standing(study, rules))


def standing(
    study: Study, rules: Sequence[Rule]
) -> Generator[None, None, tuple[list[Finding], list[tuple[Finding, Allowance]]]]:
    """The same, with a step before every rule, for who has other things to do in between."""
    findings: list[Finding] = []
    for rule in rules:
        yield
        findings += rule.findings(study)
    if len(study.composed.parts) > 1:
        below: set[tuple[str, str, str]] = set()
        for found in _below(study, rules):
            yield
            below |= {(each.code, each.at, each.message) for each in found}
        findings = [each for each in findings if (each.code, each.at, each.message) not in below]
    yield
    kept, allowed = settle(study, findings, [each.code for each in rules], [each.code for each in RULES])
    order = sorted(kept, key=lambda each: (each.span.file, each.span.line, each.span.column, each.code))
    return order, list(allowed)


def _below(study: Study, rules: Sequence[Rule]) -> Iterator[Sequence[Finding]]:
    """What each rule finds in the ruleset under the last overlay: that is told of there."""
    base = study.below
    if base is not None:
        for rule in rules:
            if not rule.deep:
                yield rule.findings(base)


# ---------------------------------------------------------------- safe fixes


def apply_edits(target: str, findings: Sequence[Finding]) -> list[Finding]:
    """Carry out the safe fixes of findings, written whole or not at all; gives those that were fixed.

    A fix is left out when its lines have changed since, and in a table. When the ruleset has more faults afterwards
    than before, everything is put back and nothing was fixed.

    Raises UsageError when a file cannot be written.
    """
    by_file: dict[str, list[tuple[Edit, Finding]]] = {}
    for each in findings:
        if each.edit is not None:
            by_file.setdefault(each.edit.file, []).append((each.edit, each))
    before: dict[Path, str] = {}
    fixed: list[Finding] = []
    for file, edits in sorted(by_file.items()):
        path = Path(file)
        if not path.is_file() or path.suffix in TABLES:
            continue
        text = path.read_bytes().decode("utf-8-sig")
        new, done = _edited(text, edits)
        if done:
            before[path] = text
            write_text(path, new)
            fixed += done
    if before and compile_ruleset(target).program is None:
        for path, text in before.items():
            write_text(path, text)
        return []
    return fixed


def _edited(text: str, edits: Sequence[tuple[Edit, Finding]]) -> tuple[str, list[Finding]]:
    """The text after the edits that fit, from the last to the first, and what they fixed."""
    lines = text.split("\n")
    done: list[Finding] = []
    limit = len(lines) + 1
    for edit, finding in sorted(edits, key=lambda each: -each[0].first):
        if edit.last >= limit or tuple(each.rstrip("\r") for each in lines[edit.first - 1 : edit.last]) != tuple(
            each.rstrip("\r") for each in edit.old
        ):
            continue
        lines[edit.first - 1 : edit.last] = edit.lines
        limit = edit.first
        done.append(finding)
    return "\n".join(lines), done[::-1]
