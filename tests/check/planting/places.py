"""What the kinds of faults work on: the files of a ruleset, the values in them, and a fault to be planted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from yupana.schemas.reader import read_tree
from yupana.schemas.source import Span
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence, Word

Path_ = tuple[str, ...]

ALL_OPTIONS = "(options)"
"""Not a name: what is not known where code is missing that may offer options."""

BLOCKS = ("change", "replace")
"""The blocks of an overlay in which elements stand as they do at the top of a file."""


@dataclass(frozen=True)
class Fault:
    """One edit of a file and what it must bring: a diagnostic whose code fits `code`, on a line of what is put there
    from the character `at` on (`last`: up to this one), and whose message names `word`."""

    kind: str
    element: Path_
    file: str
    start: int
    end: int
    text: str
    code: str
    at: int | None = 0
    last: int | None = None
    word: str = ""
    breaks: frozenset[str] = frozenset()  # names of whose values nothing is known any more
    needs: frozenset[str] = frozenset()  # names that must be known for it to be found

    def apart(self, other: Fault) -> bool:
        """Whether neither stands in the other's element."""
        if self.file == other.file and self.start < other.end + 2 and other.start < self.end + 2:
            return False
        shorter = min(len(self.element), len(other.element))
        return self.element[:shorter] != other.element[:shorter]


@dataclass
class Place:
    """A value in a file, with its key; `block` is the block of an overlay that it stands in, without which its path is
    that of what it changes."""

    path: Path_
    key: Word | None
    value: Node
    owner: Mapping | None  # the mapping that holds it
    block: str = ""

    @property
    def last(self) -> str:
        return self.path[-1]

    @property
    def element(self) -> Path_:
        return element_of(self.path)

    @property
    def name(self) -> str:
        """The name of its element."""
        return self.element[-1]


@dataclass
class File:
    name: str
    text: str

    @cached_property
    def places(self) -> list[Place]:
        root = read_tree(self.text, self.name).tree
        return [] if root is None else list(_places(root, (), None, None, ""))

    @cached_property
    def lines(self) -> list[int]:
        return [0, *(i + 1 for i, sign in enumerate(self.text) if sign == "\n")]

    def start(self, span: Span) -> int:
        return self.lines[span.line - 1] + span.column - 1

    def end(self, span: Span) -> int:
        return self.lines[span.end_line - 1] + span.end_column - 1

    def raw(self, node: Node) -> str:
        return self.text[self.start(node.span) : self.end(node.span)]

    def in_braces(self, owner: Mapping | None) -> bool:
        """Whether a mapping is written in braces."""
        return owner is not None and self.text[self.start(owner.span)] == "{"


def _places(node: Node, path: Path_, key: Word | None, owner: Mapping | None, block: str) -> Iterator[Place]:
    if path:
        yield Place(path, key, node, owner, block)
    if isinstance(node, Mapping):
        for inner, value in node.items():
            assert isinstance(inner, Word)
            if not path and not block and inner in BLOCKS:
                yield from _places(value, (), None, None, str(inner))
            else:
                yield from _places(value, (*path, str(inner)), inner, node, block)
    elif isinstance(node, Sequence):
        for number, value in enumerate(node):
            yield from _places(value, (*path, str(number)), None, None, block)


def element_of(path: Path_) -> Path_:
    """The element that a path stands in: `functions.f`, `kinds.K.entries.e`, `players.fields.f`."""
    match path:
        case ("kinds" | "enums", _, "entries", _, *_):
            return path[:4]
        case ("players" | "boards" | "kinds", "fields", _, *_) | ("rulebook" | "scoring" | "book", _, _, *_):
            return path[:3]
        case ("boards" | "kinds", _, "fields" | "attributes" | "spaces", _, *_):
            return path[:4]
    return path[:2]


def fits(path: Path_, pattern: SequenceOf[str]) -> bool:
    """Whether a path is of a pattern, in which `*` is anything and `#` a number."""
    return len(path) == len(pattern) and all(
        wanted in ("*", part) or (wanted == "#" and part.isdigit()) for part, wanted in zip(path, pattern, strict=True)
    )


def made(kind: str, file: File, place: Place, start: int, end: int, text: str, code: str, **rest: Any) -> Fault:
    """A fault in a value."""
    return Fault(kind, place.element, file.name, start, end, text, code, **rest)


@dataclass
class Whole:
    """All files of a ruleset, and what they declare."""

    files: list[File]
    overlays: tuple[str, ...] = ()

    def is_last(self, file: File) -> bool:
        """Whether a file of texts is that of the last overlay, or of a ruleset without one."""
        part = file.name.rpartition("/")[2].partition(".")[0]
        return part == self.overlays[-1] if self.overlays else True

    @property
    def places(self) -> Iterator[tuple[File, Place]]:
        for file in self.files:
            for place in file.places:
                yield file, place

    @cached_property
    def elements(self) -> dict[Path_, set[str]]:
        """The words of every element."""
        found: dict[Path_, set[str]] = {}
        for file, place in self.places:
            if place.path == place.element:
                found.setdefault(place.path, set()).update(re.findall(r"\w+", file.raw(place.value)))
        return found

    def keys(self, *pattern: str) -> set[str]:
        """The keys at the end of all paths that fit; `*` is anything."""
        return {place.last for _, place in self.places if place.key is not None and fits(place.path, pattern)}

    @cached_property
    def names(self) -> set[str]:
        """Names that code may say."""
        sections = ("functions", "procedures", "state", "zones", "constants", "kinds", "enums", "adjustments", "tables")
        return set().union(*(self.keys(section, "*") for section in sections), self.members)

    @cached_property
    def members(self) -> set[str]:
        """Entries of kinds and spaces of boards."""
        return self.keys("kinds", "*", "entries", "*") | self.keys("boards", "*", "spaces", "*")

    def says(self, element: Path_, phrase: str) -> bool:
        """Whether a phrase stands in an element."""
        return any(place.path == element and phrase in file.raw(place.value) for file, place in self.places)

    @cached_property
    def signatures(self) -> dict[str, int]:
        """The functions and procedures, with the number of their parameters."""
        found = dict.fromkeys(self.keys("functions", "*") | self.keys("procedures", "*"), 0)
        for _, place in self.places:
            if place.path[0] in ("functions", "procedures") and len(place.path) == 3 and place.last == "of":
                assert isinstance(place.value, Mapping)
                found[place.path[1]] = len(list(place.value))
        return found

    @cached_property
    def predicates(self) -> set[Path_]:
        """The paths of kinds with their predicates."""
        return {place.path for _, place in self.places if len(place.path) == 4 and place.path[2] == "predicates"}

    def is_predicate(self, path: Path_) -> bool:
        """Whether an entry's value is code."""
        return len(path) == 5 and path[2] == "entries" and ("kinds", path[1], "predicates", path[4]) in self.predicates

    @cached_property
    def overruled(self) -> set[Path_]:
        """The elements that an overlay changes, replaces or takes away: what was written before may not be there."""
        found: set[Path_] = set()
        for _, place in self.places:
            if place.block:
                found.add(place.element)
            elif place.path[0] == "remove" and isinstance(place.value, Scalar):
                path = tuple(each for each in place.path[1:] if not each.isdigit())
                found.add((*path, place.value.text))
        return {each for each in found if len(each) > 1}

    def unknowable(self, names: Iterable[str]) -> set[str]:
        """The names whose values may be unknown when these are: what mentions them, and what mentions that."""
        unknown = set(names)
        while True:
            more = {path[-1] for path, words in self.elements.items() if unknown & words} - unknown
            if not more:
                return unknown
            unknown |= more
