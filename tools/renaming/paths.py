"""Entries that name elements by their paths, when these change: what the linter and `strength` need not tell of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from yupana.interpreter.compiled import CheckedRuleset, SoundRuleset
from yupana.interpreter.index.elements import Elements
from yupana.interpreter.mutation import mutants_of
from yupana.schemas.opened import real
from yupana.schemas.source import Span

from ..authoring.edits import Edit
from .mentions import as_declared
from .naming import Naming


def named_paths(elements: Elements, compiled: CheckedRuleset, made: Naming) -> Iterator[tuple[str, Edit]]:
    """The edits of allowed findings and accepted breaks, each with the real path of its file."""
    named = [each.at for each in elements.ruleset.lint.allow]
    named += [each.element for each in elements.ruleset.strength.accept]
    for path in named:
        span, new = getattr(path, "span", None), made.path(path.strip())
        if isinstance(span, Span) and new != path.strip():
            yield from _replaced(compiled, span, path.strip(), new)


def breaks_edits(
    elements: Elements, before: CheckedRuleset, after: CheckedRuleset, made: Naming
) -> Iterator[tuple[str, Edit]]:
    """The edits of the words of accepted breaks, in which code is cited: after the renaming (`after`) the same breaks
    come in the same order, each in its new words. The places are those of the old text."""
    uses = elements.references
    entries = [each for each in elements.ruleset.strength.accept if getattr(each.what, "span", None) is not None]
    named = {each.element for each in uses.references if as_declared(elements, each.declaration) in made.forms}
    if not isinstance(before, SoundRuleset) or not isinstance(after, SoundRuleset):
        return
    if not any(str(each.element) in named for each in entries):
        return
    old, new = mutants_of(before), mutants_of(after)
    if len(old) != len(new):
        return
    words = {(one.element, one.what): two.what for one, two in zip(old, new, strict=True)}
    for each in entries:
        said = " ".join(str(each.what).split())
        then = words.get((str(each.element).strip(), said), said)
        span = getattr(each.what, "span", None)
        if isinstance(span, Span) and then != said:
            yield from _replaced(before, span, said, then)


def _replaced(compiled: CheckedRuleset, span: Span, old: str, new: str) -> Iterator[tuple[str, Edit]]:
    """The words of a text as others; one that is written in another way than plainly gets quotes."""
    rows = compiled.files.get(span.file, "").split("\n")
    row = rows[span.line - 1] if 0 < span.line <= len(rows) else ""
    file = real(Path(span.file))
    start = row.find(old, span.column - 1, span.end_column - 1 if span.line == span.end_line else len(row))
    if span.line == span.end_line and start >= 0:
        yield file, Edit(span.line, start + 1, span.line, start + len(old) + 1, new)
    else:
        said = json.dumps(new, ensure_ascii=False)
        yield file, Edit.at(span, said)
