"""A difference as JSON, for programs.

    {"old": {"target", "name", "title", "hash", "revision"}, "new": {the same},
     "same": true if nothing is different, "plays": whether the game may play differently,
     "counts": {"added", "removed", "changed", "renamed"},
     "examples_run": whether the examples were run: "examples" are then those that come out differently,
     "changes": [{
        "kind": "added" | "removed" | "changed" | "renamed", "section", "path", "old_path", "name",
        "file", "line", "old_file", "old_line",        (null where the element is not there)
        "plays": whether this change may make the game play differently,
        "unused": whether it cannot because no game comes to the element, before or after,
        "parts": [{"key", "old", "new", "code", "moved"}],      (values in canonical words, null: not there)
        "where": where an added step or action goes, such as "after flow.turn, before flow.night" (else null),
        "inside": [paths of what came or went with the element],
        "followers": [paths of elements in which only the new name stands],
        "direct": [paths], "through": [paths], "rules": [ids], "rules_through": [ids], "examples": [names]}]}

`direct` uses the element, `through` depends on it through others; `rules` are implemented by the element itself,
`rules_through` by what depends on it; `examples` use it, directly or not, or cite one of its rules; where the examples
were run, they are those of the old ruleset that have another verdict or see another value under the new rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import Change, Difference

if TYPE_CHECKING:
    from yupana.interpreter.elements import Element

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
