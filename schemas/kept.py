"""What is kept from one reading of a ruleset to the next, while somebody edits it: what did not change of a file is the
same part of the tree again, and what was read from it the same model.

A part of a file is the same where its text, its place and the way it is written are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from .tree import Mapping, Node, Scalar, Sequence

SPARE = 1000
"""So many models are kept beside twice those of the last reading: of what an edit has made faulty for the moment."""


@dataclass(slots=True)
class KeptModels:
    """The tree of every file as it was read last, and the models by the part of a tree that each was read from.
    `present` are the parts in which nothing is called as it was in older versions."""

    trees: dict[str, Mapping] = field(default_factory=dict)
    models: dict[tuple[type, int], tuple[Mapping, Any]] = field(default_factory=dict)
    present: dict[tuple[type | None, int], Mapping] = field(default_factory=dict)
    _met: set[tuple[type, int]] = field(default_factory=set)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, what did not change is not read again."""
        self._met.clear()
        token = _KEPT.set(self)
        try:
            yield
        finally:
            _KEPT.reset(token)
            if len(self.models) > 2 * len(self._met) + SPARE:
                self.models = {key: known for key, known in self.models.items() if key in self._met}
                self.present.clear()

    def model(self, kind: type, node: Mapping) -> Any:
        """What was read from this very part of a tree, or None; what an alias repeats is another model each time."""
        key = kind, id(node)
        known = self.models.get(key)
        if known is None or known[0] is not node or key in self._met:
            return None
        self._met.add(key)
        return known[1]

    def keep(self, kind: type, node: Mapping, model: Any) -> None:
        """What was read, without a fault."""
        key = kind, id(node)
        if key not in self._met:
            self._met.add(key)
            self.models[key] = node, model


_KEPT: ContextVar[KeptModels | None] = ContextVar("kept_models", default=None)


def kept_models() -> KeptModels | None:
    """What is kept now, if anything is."""
    return _KEPT.get()


def with_kept(file: str, tree: Mapping) -> Mapping:
    """The tree of a file, with the parts that did not change since it was last read in the place of its own."""
    kept = _KEPT.get()
    if kept is None:
        return tree
    before = kept.trees.get(file)
    grafted = tree if before is None else _grafted(tree, before)
    assert isinstance(grafted, Mapping)
    kept.trees[file] = grafted
    return grafted


def _grafted(new: Node, old: Node) -> Node:
    """The old node if it says the same, else the new one with what is old inside of it."""
    if new is old:
        return old
    if isinstance(new, Scalar):
        if not isinstance(old, Scalar) or not _same(new, old):
            return new
        old.moved_to(new.lines)
        return old
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        values = [(key, _grafted(value, old[key]) if key in old else value) for key, value in new.items()]
        same = new.span == old.span and len(new) == len(old)
        for (key, value), (was, before) in zip(values, old.items(), strict=False):
            same = same and value is before and key == was and _place(key) == _place(was)
        return old if same else Mapping(values, new.span)
    if isinstance(new, Sequence) and isinstance(old, Sequence):
        items = [_grafted(value, before) for value, before in zip(new, old, strict=False)]
        same = new.span == old.span and len(new) == len(old)
        if same and all(value is before for value, before in zip(items, old, strict=True)):
            return old
        return Sequence([*items, *new[len(items) :]], new.span)
    return new


def _same(new: Scalar, old: Scalar) -> bool:
    if new.span != old.span or new.text != old.text or new.style != old.style or new.inserted != old.inserted:
        return False
    if new.pieces != old.pieces:
        return False
    first, last = new.span.line - 1, new.span.end_line
    return new.lines[first:last] == old.lines[first:last] if new.style != "plain" or last > first + 1 else True


def _place(key: object) -> object:
    return getattr(key, "span", None)
