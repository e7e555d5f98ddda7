"""A file of a ruleset as it stands: every key and value with its place, every comment with what it belongs to.

The source tree of `schemas` holds what a file says; this one holds how it is written, which is what laying it out anew
needs. It is made of a text that `schemas` has read without a fault.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from ruamel.yaml import events as ev
from ruamel.yaml.error import YAMLError
from yupana.schemas.reader import HAS_C_PARSER
from yupana.schemas.tree_builder import STAND_IN, STYLES, parser_events

Style = Literal["plain", "single", "double", "literal", "folded", "alias"]

_COMMENT = re.compile(r"(?<!\S)#[^\n]*")


class UnknownLayoutError(Exception):
    """A way to write YAML that this package cannot lay out; the text says which."""


@dataclass(slots=True)
class Comment:
    """A `#` comment. `own` if nothing stands before it on its line, `gap` if an empty line stands above it."""

    offset: int
    line: int
    column: int
    text: str
    own: bool
    gap: bool


@dataclass(slots=True)
class Leaf:
    """A scalar or an alias (`text` is then its name), from `start` to `end`; nothing written has no length."""

    text: str
    style: Style
    start: int
    end: int
    anchor: str | None = None


@dataclass(slots=True)
class Entry:
    """A key with its value, or an item (no key) of a list.

    `lead` are the comments above it, `trail` the one behind it on its line; `gap` if an empty line stands above it.
    """

    key: Leaf | None
    value: Leaf | Branch
    start: int
    line: int
    lead: list[Comment] = field(default_factory=list)
    trail: list[Comment] = field(default_factory=list)
    gap: bool = False


@dataclass(slots=True)
class Branch:
    """A mapping or list. `column` is where its entries begin; `last` are the comments after its last entry."""

    is_map: bool
    flow: bool
    start: int
    anchor: str | None = None
    entries: list[Entry] = field(default_factory=list)
    end: int = 0
    column: int = 0
    last: list[Comment] = field(default_factory=list)


Node = Leaf | Branch


def read_tree(text: str) -> Branch | None:
    """The tree of a file that has no fault; None if it holds nothing but comments.

    Raises UnknownLayoutError.
    """
    return _Reader(text).read()


def read_comments(text: str) -> list[str]:
    """The comments of a file without a fault, outside its block scalars, in order."""
    reader = _Reader(text)
    reader.read()
    return [each.text for each in reader.comments]


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = [line if line.strip(" ") else "" for line in text.split("\n")]
        self.text = "\n".join(self.lines)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.covered: list[tuple[int, int]] = []
        self.comments: list[Comment] = []
        self.waiting: list[Comment] = []
        self.at = 0  # what stands before this place has been read

    def read(self) -> Branch | None:
        events = iter([each for each in _events(self.text) if not isinstance(each, _FRAME)])
        first = next(events, None)
        root = None if first is None else self._node(first, events)
        self.comments = list(self._comments())
        self.waiting = list(self.comments)
        if not isinstance(root, Branch):
            return None
        self._place(root, -1, len(self.text))
        root.last += self._take(len(self.text))
        return root

    # ------------------------------------------------------------ nodes

    def _offset(self, mark: Any) -> int:
        return self.starts[int(mark.line)] + int(mark.column)

    def _node(self, event: Any, events: Iterator[Any]) -> Node:
        start = self._offset(event.start_mark)
        if isinstance(event, ev.AliasEvent):
            end = self._offset(event.end_mark)
            self.covered.append((start, end))
            self.at = end
            return Leaf(str(event.anchor), "alias", start, end)
        anchor = None if event.anchor is None else str(event.anchor)
        if isinstance(event, ev.ScalarEvent):
            return self._leaf(event, anchor)
        branch = Branch(isinstance(event, ev.MappingStartEvent), bool(event.flow_style), start, anchor)
        if branch.is_map:
            self._pairs(branch, events)
        else:
            self._items(branch, events)
        return branch

    def _leaf(self, event: Any, anchor: str | None) -> Leaf:
        style = STYLES[event.style]
        start, end = self._offset(event.start_mark), self._offset(event.end_mark)
        text: str = event.value
        if style == "plain" and not text:
            return Leaf("", style, self.at, self.at, anchor)
        if anchor is not None:
            start = self.text.index(f"&{anchor}", start) + len(anchor) + 1
            start += len(self.text[start:]) - len(self.text[start:].lstrip())
        if style in ("literal", "folded"):
            row = event.end_mark.line - (1 if event.end_mark.column == 0 else 0)
            row = min(row, len(self.lines) - 1)
            while row > event.start_mark.line and not self.lines[row].strip():
                row -= 1
            end = self.starts[row] + len(self.lines[row])
            head = self.text.find("\n", start)
            self.covered.append((end if head < 0 else head, end))
        else:
            self.covered.append((start, end))
        self.at = end
        return Leaf(text, style, start, end, anchor)

    def _pairs(self, branch: Branch, events: Iterator[Any]) -> None:
        self.at = max(self.at, branch.start + (1 if branch.flow and self.text[branch.start] == "{" else 0))
        for event in events:
            if isinstance(event, ev.MappingEndEvent):
                self._close(branch, event)
                return
            key = self._node(event, events)
            if isinstance(key, Branch):
                raise UnknownLayoutError("a key that is no word")
            self.at = max(self.at, self._after(":", key.end))
            value = self._node(next(events), events)
            branch.entries.append(self._entry(branch, key, value, key.start))

    def _items(self, branch: Branch, events: Iterator[Any]) -> None:
        self.at = max(self.at, branch.start + (1 if branch.flow else 0))
        if not branch.flow:
            self.at = branch.start
        for event in events:
            if isinstance(event, ev.SequenceEndEvent):
                self._close(branch, event)
                return
            start = -1
            if not branch.flow:
                start = self._after("-", self.at) - 1
                self.at = start + 1
            value = self._node(event, events)
            branch.entries.append(self._entry(branch, None, value, start if start >= 0 else value.start))

    def _entry(self, branch: Branch, key: Leaf | None, value: Node, start: int) -> Entry:
        line = self._row(start)
        entry = Entry(key, value, start, line)
        entry.gap = line > 0 and not self.lines[line - 1].strip()
        if not branch.entries:
            branch.column = start - self.starts[line]
        return entry

    def _close(self, branch: Branch, event: Any) -> None:
        if branch.flow:
            branch.end = self._offset(event.end_mark)
            self.at = max(self.at, branch.end)
        else:
            branch.end = self.at

    def _row(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def _after(self, sign: str, at: int) -> int:
        """The place behind the next sign, comments and blanks before it skipped; `at` itself if it does not come."""
        here = at
        while here < len(self.text):
            character = self.text[here]
            if character == sign:
                return here + 1
            if character == "#":
                here = self.text.find("\n", here)
                if here < 0:
                    return at
            elif character == "&":
                while here < len(self.text) and not self.text[here].isspace():
                    here += 1
            elif not character.isspace():
                return at
            else:
                here += 1
        return at

    # ------------------------------------------------------------ comments

    def _comments(self) -> Iterator[Comment]:
        """All comments: they stand outside scalars."""
        at = 0
        for start, end in [*sorted(self.covered), (len(self.text), len(self.text))]:
            for found in _COMMENT.finditer(self.text, at, max(start, at)):
                row = self._row(found.start())
                column = found.start() - self.starts[row]
                own = not self.lines[row][:column].strip()
                gap = own and row > 0 and not self.lines[row - 1].strip()
                yield Comment(found.start(), row, column, found.group().rstrip(), own, gap)
            at = max(at, end)

    def _take(self, before: int) -> list[Comment]:
        """The comments that come before a place and belong to nothing yet."""
        taken: list[Comment] = []
        while self.waiting and self.waiting[0].offset < before:
            taken.append(self.waiting.pop(0))
        return taken

    def _place(self, branch: Branch, outer: int, limit: int) -> None:
        """Give every comment in a branch to what it belongs to.

        Args:
            branch: the mapping or list.
            outer: the column of the entries around it.
            limit: where the next thing after it begins.
        """
        previous: Entry | None = None
        starts = [*(each.start for each in branch.entries[1:]), branch.end if branch.flow else limit]
        for entry, following in zip(branch.entries, starts, strict=False):
            for comment in self._take(entry.start):
                if not comment.own and previous is not None:
                    previous.trail.append(comment)
                else:
                    entry.lead.append(comment)
            self._inside(branch, entry, following)
            previous = entry
        if branch.flow:
            for comment in self._take(branch.end):
                if not comment.own and previous is not None:
                    previous.trail.append(comment)
                else:
                    branch.last.append(comment)
            return
        while self.waiting and self.waiting[0].offset < limit:
            if self.waiting[0].column < branch.column or self.waiting[0].column <= outer:
                return
            branch.last.append(self.waiting.pop(0))

    def _inside(self, branch: Branch, entry: Entry, following: int) -> None:
        """The comments between a key and its value, in the value and behind it."""
        value = entry.value
        if isinstance(value, Leaf) or value.flow:
            for comment in self._take(value.end if isinstance(value, Leaf) else value.start):
                (entry.lead if comment.own else entry.trail).append(comment)
            if isinstance(value, Branch):
                self._place(value, -1, following)
            if not branch.flow:
                self._behind(entry, value.end)
            return
        row = self._row(entry.start if entry.key is None else entry.key.end)
        while self.waiting and self.waiting[0].offset < value.entries[0].start and self.waiting[0].line == row:
            entry.trail.append(self.waiting.pop(0))
        self._place(value, branch.column, following)

    def _behind(self, entry: Entry, end: int) -> None:
        """The comment on the line on which a value ends."""
        row = self._row(max(end - 1, entry.start))
        while self.waiting and self.waiting[0].line == row and not self.waiting[0].own:
            entry.trail.append(self.waiting.pop(0))


_FRAME = (ev.StreamStartEvent, ev.StreamEndEvent, ev.DocumentStartEvent, ev.DocumentEndEvent)


def _events(text: str) -> list[Any]:
    """The parser's events; the parser in C refuses some files that the one in Python reads."""
    if HAS_C_PARSER and STAND_IN not in text:
        try:
            events = list(parser_events(text, pure=False))
        except YAMLError:
            pass
        else:
            for event in events:
                if isinstance(event, ev.ScalarEvent):
                    event.value = event.value.replace(STAND_IN, "?")
            return events
    return list(parser_events(text, pure=True))
