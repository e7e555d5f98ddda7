"""Whether every name of an edited ruleset means what it meant before, but for what was renamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from yupana.interpreter.index.elements import Elements
from yupana.interpreter.index.references import Declaration, Reference
from yupana.schemas.opened import real
from yupana.schemas.source import Span

from ..authoring.edits import Edit
from .mentions import as_declared
from .naming import Naming

Key = tuple[object, ...]


def difference(before: Elements, after: Elements, made: Naming, edits: Mapping[str, Iterable[Edit]]) -> Span | None:
    """A place (of the old or the new text) that names something else, or another sort of place, than before."""
    then, now = _keys(before, made, _Shift(edits)), _keys(after, None, _Shift({}))
    differing = [span for key, span in then.items() if key not in now] + [
        span for key, span in now.items() if key not in then
    ]
    return min(differing, key=lambda each: (each.file, each.line, each.column), default=None)


def _keys(elements: Elements, made: Naming | None, shift: _Shift) -> dict[Key, Span]:
    """What is named where, in the names and at the places of afterwards."""
    return {_key(each, elements, made, shift): each.span for each in elements.references.references}


def _key(each: Reference, elements: Elements, made: Naming | None, shift: _Shift) -> Key:
    declaration = as_declared(elements, each.declaration)
    where = each.element if made is None else made.path(each.element)
    return (each.kind, where, shift.of(each.span), _declared(declaration, made, shift))


def _declared(declaration: Declaration, made: Naming | None, shift: _Shift) -> Key:
    path, name = declaration.path, declaration.name
    if made is not None:
        path, name = made.path(path), made.word(declaration)
    return (declaration.sort, path, name, shift.of(declaration.span))


class _Shift:
    """Where places are after edits that stay in their lines, but for those that add lines."""

    def __init__(self, edits: Mapping[str, Iterable[Edit]]) -> None:
        self._rows: dict[str, dict[int, list[Edit]]] = {}
        self._added: dict[str, Counter[int]] = {}
        self._files: dict[str, str] = {}
        for file, found in edits.items():
            rows = self._rows.setdefault(file, {})
            for each in found:
                rows.setdefault(each.line, []).append(each)
                if "\n" in each.new:
                    self._added.setdefault(file, Counter())[each.line] += each.new.count("\n")

    def of(self, span: Span) -> Key:
        """The file, line and column where a span begins then."""
        if not span.line:
            return ()
        file = self._file(span.file)
        if file not in self._rows:
            return file, span.line, span.column
        before = [each for each in self._rows[file].get(span.line, ()) if each.column < span.column]
        column = span.column + sum(len(each.new) - (each.end_column - each.column) for each in before)
        added = self._added.get(file, Counter())
        return file, span.line + sum(more for line, more in added.items() if line < span.line), column

    def _file(self, name: str) -> str:
        """The real path of a file as it is told, which depends on the current folder: known for one comparison only."""
        if name not in self._files:
            self._files[name] = real(Path(name))
        return self._files[name]
