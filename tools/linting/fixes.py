"""Safe fixes, written whole or not at all: a file that cannot be read as before afterwards is put back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.table_names import TABLES

from ..shell.files import write_text
from .finding import Edit, Finding


def apply_edits(target: str, findings: Sequence[Finding]) -> list[Finding]:
    """Carry out the fixes of findings; gives those that were fixed.

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
