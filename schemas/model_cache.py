"""What is kept from one reading of a ruleset to the next, while somebody edits it: what did not change of a file is the
same part of the tree again, and what was read from it the same model.

A part of a file is the same where its text, its place and the way it is written are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .source import Diagnostic
from .tree import Mapping, Node, Scalar, Sequence

ROUND = 4
"""What was not wanted in so many readings is forgotten, twice as many at the latest: what an edit has made faulty for
the moment comes back soon, and everything else is the state of a file that nobody will see again."""

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """What was noted or asked for in the last readings. One in which less than half of the most is met, since much of
    a file cannot be read for the moment, is not counted."""

    def __init__(self) -> None:
        self._now: dict[K, V] = {}
        self._before: dict[K, V] = {}
        self._readings = self._met = self._most = 0

    def get(self, key: K) -> V | None:
        """What was noted, or None."""
        found = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is not None:
                self._now[key] = found
        if found is not None:
            self._met += 1
        return found

    def __setitem__(self, key: K, value: V) -> None:
        self._now[key] = value
        self._met += 1

    def has_been_read(self) -> None:
        """A reading has come to its end."""
        met, self._met = self._met, 0
        self._most = max(met, self._most * 3 // 4)  # who deletes half of a ruleset has a smaller one from then on
        if 2 * met < self._most:
            return
        self._readings += 1
        if self._readings == ROUND:
            self._readings, self._before, self._now = 0, self._now, {}


@dataclass(slots=True)
class ModelCache:
    """The tree of every file as it was read last, and the models by the part of a tree that each was read from.
    `present` are the parts in which nothing is called as it was in older versions."""

    trees: dict[str, Mapping] = field(default_factory=dict)
    models: Recent[tuple[type, int], tuple[Mapping, Any]] = field(default_factory=Recent)
    present: Recent[tuple[type | None, int], Mapping] = field(default_factory=Recent)
    _met: set[tuple[type, int]] = field(default_factory=set)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, a ruleset is read."""
        self._met.clear()
        try:
            yield
        finally:
            self.models.has_been_read()
            self.present.has_been_read()

    def with_kept(self, file: str, tree: Mapping) -> Mapping:
        """The tree of a file, with the parts that did not change since it was last read in the place of its own."""
        before = self.trees.get(file)
        grafted = tree if before is None else _grafted(tree, before)
        assert isinstance(grafted, Mapping)
        self.trees[file] = grafted
        return grafted

    def from_the_start(self) -> None:
        """A tree is read once more in the same reading, without what was faulty: nothing of it was met yet."""
        self._met.clear()

    def model(self, kind: type, node: Mapping) -> Any:
        """What was read from this very part of a tree, or None; what an alias repeats is another model each time."""
        key = kind, id(node)
        if key in self._met:
            return None
        known = self.models.get(key)
        if known is None or known[0] is not node:
            return None
        self._met.add(key)
        return known[1]

    def keep(self, kind: type, node: Mapping, model: Any) -> None:
        """What was read, without a fault."""
        key = kind, id(node)
        if key not in self._met:
            self._met.add(key)
            self.models[key] = node, model


@dataclass(slots=True)
class ReadingContext:
    """What is handed on while models are read: `faults` takes what is told of without refusing anything, such as
    unknown keys; `kept` is what is known from readings before."""

    faults: list[Diagnostic] = field(default_factory=list)
    kept: ModelCache | None = None


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
