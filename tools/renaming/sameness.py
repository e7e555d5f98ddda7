"""Whether every name of an edited ruleset means what it meant before, but for what was renamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from yupana.interpreter.elements import Elements
from yupana.interpreter.uses import Declaration, Reference
from yupana.schemas.opened import real
from yupana.schemas.source import Span

from ..authoring.edits import Edit
from .mentions import as_declared
from .naming import Naming

Key = tuple[object, ...]


def difference(before: Elements, after: Elements, made: Naming, edits: Mapping[str, Iterable[Edit]]) -> Span | None:
    """A place (of the old or the new text) that names something else, or another sort of place, than before."""
    shift = _Shift(edits)
    assert before.references is not None
    assert after.references is not None
    then = {_key(each, before, made, shift): each.span for each in before.references.references}
    now = {_key(each, after, None, None): each.span for each in after.references.references}
    differing = [span for key, span in then.items() if key not in now] + [
        span for key, span in now.items() if key not in then
    ]
    return min(differing, key=lambda each: (each.file, each.line, each.column), default=None)


def _key(each: Reference, elements: Elements, made: Naming | None, shift: _Shift | None) -> Key:
    declaration = as_declared(elements, each.declaration)
    where = each.element if made is None else made.path(each.element)
    return (each.kind, where, _place(each.span, shift), _declared(declaration, made, shift))


def _declared(declaration: Declaration, made: Naming | None, shift: _Shift | None) -> Key:
    path, name = declaration.path, declaration.name
    if made is not None:
        path, name = made.path(path), made.word(declaration)
    return (declaration.sort, path, name, _place(declaration.span, shift))


def _place(span: Span, shift: _Shift | None) -> Key:
    if not span.line:
        return ()
    return (_real(span.file), *((span.line, span.column) if shift is None else shift.of(span)))


@cache
def _real(file: str) -> str:
    return real(Path(file))


class _Shift:
    """Where places are after edits that stay in their lines, but for those that add lines."""

    def __init__(self, edits: Mapping[str, Iterable[Edit]]) -> None:
        self._rows: dict[str, dict[int, list[Edit]]] = {}
        self._added: dict[str, Counter[int]] = {}
        for file, found in edits.items():
            rows = self._rows.setdefault(file, {})
            for each in found:
                rows.setdefault(each.line, []).append(each)
                if "\n" in each.new:
                    self._added.setdefault(file, Counter())[each.line] += each.new.count("\n")

    def of(self, span: Span) -> tuple[int, int]:
        """The line and column where a span begins then."""
        file = _real(span.file)
        if file not in self._rows:
            return span.line, span.column
        before = [each for each in self._rows[file].get(span.line, ()) if each.column < span.column]
        column = span.column + sum(len(each.new) - (each.end_column - each.column) for each in before)
        added = self._added.get(file, Counter())
        return span.line + sum(more for line, more in added.items() if line < span.line), column
