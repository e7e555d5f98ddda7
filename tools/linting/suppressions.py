"""YUL018: what a ruleset allows (`lint: {allow: […]}`), and the allowances that have no use any more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from yupana.schemas.book import Allowance

from .finding import Edit, Finding, Found, rule
from .study import Study

CODE = "YUL018"
OF_THE_BOOK = "YUP266"
"""What `yupana rulebook check` finds and what it allows is its own to tell."""


def settle(
    study: Study, findings: Sequence[Finding], ran: Collection[str], known: Collection[str]
) -> tuple[list[Finding], list[tuple[Finding, Allowance]]]:
    """Part the findings into those that stand and those that are allowed; unused allowances are findings themselves.

    Args:
        study: the ruleset.
        findings: all that the rules found.
        ran: the codes of the rules that were asked.
        known: the codes of all rules.
    """
    allowances = study.ruleset.lint.allow
    kept: list[Finding] = []
    allowed: list[tuple[Finding, Allowance]] = []
    used: set[int] = set()
    for finding in findings:
        fitting = [number for number, each in enumerate(allowances) if _covers(each, finding)]
        used.update(fitting)
        if fitting:
            allowed.append((finding, allowances[fitting[0]]))
        else:
            kept.append(finding)
    if CODE in ran:
        kept += _unused(study, used, ran, known)
    return kept, allowed


def _covers(allowance: Allowance, finding: Finding) -> bool:
    at = str(allowance.at)
    return str(allowance.code) == finding.code and (finding.at == at or finding.at.startswith(f"{at}."))


def _unused(study: Study, used: set[int], ran: Collection[str], known: Collection[str]) -> list[Finding]:
    """The allowances of the last part of the target that allowed nothing."""
    idle: list[tuple[Allowance, str]] = []
    mine = study.own_files
    for number, each in enumerate(study.ruleset.lint.allow):
        code, at = str(each.code), str(each.at)
        if number in used or each.span.file not in mine or code == OF_THE_BOOK:
            continue
        if code not in known:
            idle.append((each, f"there is no rule {code}"))
        elif at not in study.elements.by_path:
            idle.append((each, f"there is no element `{at}`"))
        elif code in ran:
            idle.append((each, f"{code} finds nothing at `{at}`"))
    edits = _edits(study, [each for each, _ in idle])
    level = unused_suppressions.level
    return [
        Finding(CODE, level, "lint", f"this allows nothing: {why}", each.span, "delete it", edits.get(id(each)))
        for each, why in idle
    ]


def _edits(study: Study, idle: list[Allowance]) -> dict[int, Edit]:
    """How each is taken out: its own lines, or the whole section when nothing would be left of it."""
    edits: dict[int, Edit] = {}
    whole = study.ruleset.lint
    if not idle or not whole.node:
        return edits
    file = idle[0].span.file
    lines = study.compiled.files.get(file, "").split("\n")
    if len(idle) == len(whole.allow) and whole.has("allow") and len(whole.node) == 1:
        key = study.ruleset.key_span("lint")
        last = max(_last_line(each.span.end_line, each.span.end_column) for each in idle)
        head = lines[key.line - 1] if key.file == file and key.line <= len(lines) else ""
        ends = all(each.span.file == file for each in idle) and not "".join(lines[last - 1 : last]).strip().endswith(
            ":"
        )
        if head.startswith("lint:") and ends:
            last = max(last, whole.span.end_line if whole.span.end_column > 1 else whole.span.end_line - 1)
            return {id(idle[0]): Edit(file, key.line, last, tuple(lines[key.line - 1 : last]))}
        return edits
    for each in idle:
        first, last = each.span.line, _last_line(each.span.end_line, each.span.end_column)
        old = tuple(lines[first - 1 : last])
        if old and old[0][: each.span.column - 1].strip() == "-":
            edits[id(each)] = Edit(file, first, last, old)
    return edits


def _last_line(line: int, column: int) -> int:
    return line if column > 1 else line - 1


@rule(
    CODE,
    "warning",
    "unused suppression",
    "An entry under `lint: {allow: …}` keeps nothing back: what it allowed has been fixed, or its `code` or `at` is "
    "misspelt. Entries of a base are not looked at when an overlay is linted, nor are those of a deep rule without "
    "`--deep`.",
    "lint:\n  allow: [{code: YUL001, at: functions.gone, why: The variants use it.}]",
    "Delete the entry; `yupana lint --fix` does it.",
)
def unused_suppressions(study: Study) -> list[Found]:
    """Nothing of its own: `settle` knows what was allowed."""
    return []
