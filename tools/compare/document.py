"""A difference as JSON, for programs: `documents.comparing.Diff` says what its keys are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import Change, Difference

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element

    from .sides import Side


def document(old: Side, new: Side, difference: Difference) -> dict[str, object]:
    """The document of `yupana diff --json`."""
    return {
        "old": side(old),
        "new": side(new),
        "same": not difference.changes,
        "plays": difference.plays,
        "counts": difference.counts,
        "examples_run": difference.ran,
        "changes": [_change(old, new, each) for each in difference.changes],
    }


def side(one: Side) -> dict[str, object]:
    """What is compared."""
    return {
        "target": one.target,
        "name": one.compiled.name,
        "title": one.title,
        "hash": one.compiled.hash,
        "revision": one.revision or None,
    }


def _change(old: Side, new: Side, change: Change) -> dict[str, object]:
    concerned = change.concerned
    file, line = _place(new, change.new)
    old_file, old_line = _place(old, change.old)
    return {
        "kind": change.kind,
        "section": change.element.section,
        "path": change.path,
        "old_path": change.old.path if change.old is not None else None,
        "name": change.element.name,
        "file": file,
        "line": line,
        "old_file": old_file,
        "old_line": old_line,
        "plays": change.plays,
        "unused": change.unused,
        "same_program": change.same_program,
        "parts": [
            {"key": part.key, "old": part.old, "new": part.new, "code": part.code, "moved": list(part.moved)}
            for part in change.parts
        ],
        "where": change.where,
        "inside": [each.path for each in change.inside],
        "followers": change.followers,
        "direct": concerned.direct,
        "through": concerned.through,
        "rules": concerned.rules,
        "rules_through": concerned.rules_through,
        "examples": concerned.examples,
    }


def _place(one: Side, element: Element | None) -> tuple[str | None, int | None]:
    if element is None or not element.span.file:
        return None, None
    return one.tell(element.span.file), element.span.line
