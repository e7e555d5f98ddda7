"""A YAML file as it was parsed, while it is edited: what of it still stands where it stood, and which aliases (`*name`)
are in the way of an edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..format.tree import Branch, Comment, Entry, Leaf, Node

Value: TypeAlias = str | list[str] | dict[str, "Value"]
"""What is written: a text, a list of texts, or keys with such values."""

KeyPath = Sequence[str]


class Parsed:
    """A file as it was parsed, and what of it still stands there."""

    def __init__(self, root: Branch, end: int) -> None:
        self.root = root
        self.end = end  # all offsets up to here are those of the text as it is now
        self.edited: set[int] = set()  # the entries in which something has been edited
        self.grown: set[int] = set()  # the mappings that have new keys
        self.aliases = Aliases(root)
        self._keys: dict[int, dict[str, Entry | None]] = {}

    def keys(self, branch: Branch) -> dict[str, Entry | None]:
        """The keys of a mapping as they are now, each with what stands there; None where that is not parsed yet. Those
        of a list are the numbers of its items, from 0."""
        found = self._keys.get(id(branch))
        if found is None:
            found = self._keys[id(branch)] = _called(branch)
        return found

    def holds(self, entry: Entry) -> bool:
        """Whether an entry is as it was parsed, and where it was."""
        return id(entry) not in self.edited and end_of(entry) <= self.end

    def holds_beginning_of(self, branch: Branch) -> bool:
        """Whether a mapping begins where it did."""
        return not branch.entries or branch.entries[0].start <= self.end

    def holds_end_of(self, branch: Branch) -> bool:
        """Whether the last entry of a mapping is known, and where it was."""
        return id(branch) not in self.grown and (not branch.entries or self.holds(branch.entries[-1]))


class Aliases:
    """The aliases of a file, with what each stands for."""

    def __init__(self, root: Branch) -> None:
        self._found: list[Entry] = []
        self._targets: dict[int, Node] = {}
        self._of_target: dict[int, list[int]] = {}
        self._number: dict[int, int] = {}
        anchors: dict[str, Node] = {}
        for entry in _entries(root):
            value = entry.value
            if value.anchor is not None:
                anchors[value.anchor] = value
            if isinstance(value, Leaf) and value.style == "alias" and value.text in anchors:
                target = anchors[value.text]
                self._targets[id(value)], self._number[id(value)] = target, len(self._found)
                self._of_target.setdefault(id(target), []).append(len(self._found))
                self._found.append(entry)

    def in_the_way(self, root: Branch, path: KeyPath) -> tuple[Entry, Value] | None:
        """The first entry with an alias to be written out before what stands at a path may change, with what it stands
        for: one on the path itself, or one that stands for something on the path or within what stands there. None if
        all is free."""
        if not self._found:
            return None
        passed, inside = _passed(root, path)
        numbers = {self._number[id(node)] for node in passed if id(node) in self._number}
        for node in (*passed, *(entry.value for entry in inside)):
            numbers.update(self._of_target.get(id(node), ()))
        numbers -= {self._number[id(entry.value)] for entry in inside if id(entry.value) in self._number}
        if not numbers:
            return None
        entry = self._found[min(numbers)]
        return entry, self._value(self._targets[id(entry.value)])

    def _value(self, node: Node) -> Value:
        """What a node says, with what its aliases stand for."""
        if isinstance(node, Leaf):
            return self._value(self._targets[id(node)]) if id(node) in self._targets else node.text
        if node.is_map:
            return {each.key.text: self._value(each.value) for each in node.entries if each.key is not None}
        return [text for each in node.entries if isinstance(text := self._value(each.value), str)]


def _passed(root: Branch, path: KeyPath) -> tuple[list[Node], list[Entry]]:
    """The nodes that a path leads through, and all entries within the one at its end. An alias at the end is none of
    them: it is replaced as it stands."""
    passed: list[Node] = []
    node: Node = root
    for number, key in enumerate(path, 1):
        entry = _called(node).get(key) if isinstance(node, Branch) else None
        if entry is None:
            return passed, []
        node = entry.value
        if number < len(path) or not (isinstance(node, Leaf) and node.style == "alias"):
            passed.append(node)
    return passed, list(_entries(node)) if isinstance(node, Branch) else []


def _called(branch: Branch) -> dict[str, Entry | None]:
    """What stands in a mapping by its keys, or in a list by numbers."""
    return {str(at) if each.key is None else each.key.text: each for at, each in enumerate(branch.entries)}


def _entries(branch: Branch) -> Iterator[Entry]:
    """All entries in a node, in their order."""
    for entry in branch.entries:
        yield entry
        if isinstance(entry.value, Branch):
            yield from _entries(entry.value)


def end_of_comment(comment: Comment) -> int:
    """Where a comment ends."""
    return comment.offset + len(comment.text)


def end_of(entry: Entry) -> int:
    """Where an entry ends, the comments below it with it."""
    value = entry.value
    if isinstance(value, Leaf) or value.flow:
        return max(value.end, entry.start if entry.key is None else entry.key.end)
    ends = [end_of(value.entries[-1]), *map(end_of_comment, value.last)]
    return max(ends)


def number_of(branch: Branch, entry: Entry) -> int:
    """Which of the entries of a node one is."""
    return next(number for number, each in enumerate(branch.entries) if each is entry)
