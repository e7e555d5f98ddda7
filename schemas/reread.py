"""Reading a file again after an edit: the entries that the edit did not touch are the parts of the tree that they were.

YAML shows by indentation where an entry of a block mapping or a list ends. Lines from the beginning of one entry to
the beginning of another are therefore read as a text of their own, at their place, and say what they say in the whole.
Where that is not sure, nothing is said, and the whole is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import takewhile
from operator import eq

from ruamel.yaml.error import YAMLError

from .source import Report, Span
from .tree import Mapping, Node, Scalar, Sequence, Word
from .tree_builder import STAND_IN, StopReadingError, TreeBuilder, parser_events

TIMES = 50
"""So often a file is read from what was read before; then all of it, since what stays holds the lines of its time."""

_OF_DOCUMENTS = ("---", "...", "%")
"""How lines begin that end or begin a document wherever they stand."""

_ANCHOR = re.compile(r"(?<![^\s\[\]{},])[&*]\S")
"""What may be an anchor or an alias. The two may stand anywhere; what is read alone holds neither."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text that was read without a fault. `nodes` is how many values it holds at most, `times` how often it has been
    read since all of it was."""

    lines: tuple[str, ...]
    tree: Mapping
    nodes: int
    times: int = 0


@dataclass(frozen=True, slots=True)
class _Level:
    """A collection around an edit: of its entries those from `first` (inclusive) to `last` (exclusive) may have
    changed."""

    node: Mapping | Sequence
    first: int
    last: int


def read_again(before: Reading, lines: tuple[str, ...], shown: str, *, pure: bool) -> Reading | None:
    """The reading of these lines, of which most were read before, by the parser in Python (`pure`) or in C; None where
    all of them have to be read."""
    if before.times == TIMES:
        return None
    old = before.lines
    head = _shared(old, lines)
    tail = min(_shared(old[::-1], lines[::-1]), len(old) - head, len(lines) - head)
    lines = (*old[:head], *lines[head : len(lines) - tail], *old[len(old) - tail :])  # the same texts, kept once
    levels, begin, end = _levels(before, head, len(old) - tail)
    if not levels:
        return None
    more = len(lines) - len(old)
    if any(map(_ANCHOR.search, old[begin:end])):
        return None
    read = _part(lines, begin, end + more, before.nodes, len(levels) - 1, shown, pure=pure)
    if read is None or not _fits(read[0], levels[-1].node):
        return None
    part, nodes = read
    entries, last = _entries(part), part.span
    while True:
        level = levels.pop()
        rest = _entries(level.node)[level.last :]
        if rest:
            last = _moved_span(level.node.span, more)
        if more:
            rest = [(_moved_word(key, more), _moved(value, end, more, lines)) for key, value in rest]
        node = _with_entries(level.node, [*_entries(level.node)[: level.first], *entries, *rest], last)
        if node is None:
            return None
        if not levels:
            break
        entries = [(_entries(levels[-1].node)[levels[-1].first][0], node)]
    assert isinstance(node, Mapping)
    return Reading(lines, node, nodes, before.times + 1)


def _part(
    lines: tuple[str, ...], begin: int, end: int, nodes: int, depth: int, shown: str, *, pure: bool
) -> tuple[Mapping | Sequence, int] | None:
    """What the lines from `begin` (from 0) to `end` (exclusive) say, at their place, and how many values the file holds
    with them."""
    part = lines[begin:end]
    if any(line.startswith(_OF_DOCUMENTS) or STAND_IN in line or _ANCHOR.search(line) for line in part):
        return None
    text = "\n" * begin + "\n".join(part) + ("\n" if end < len(lines) else "")
    report = Report()
    builder = TreeBuilder(shown, lines, report, nodes=nodes, above=depth, stand_in=not pure)
    try:
        tree = builder.build(parser_events(text, pure=pure))
    except (YAMLError, ValueError, StopReadingError):
        return None
    if report.diagnostics or not isinstance(tree, Mapping | Sequence):
        return None
    return tree, builder.nodes


def _shared(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    """How many lines both begin with."""
    return sum(1 for _ in takewhile(bool, map(eq, one, two)))


def _levels(before: Reading, first: int, last: int) -> tuple[list[_Level], int, int]:
    """The collections around an edit of the old lines from `first` to `last` (exclusive), the outermost first, and the
    lines of the entries of the innermost that it may have changed."""
    levels: list[_Level] = []
    node: Node = before.tree
    begin, end = 0, len(before.lines)
    while isinstance(node, Mapping | Sequence):
        starts = _starts(node, before.lines)
        one, two = bisect_left(starts, first) - 1, bisect_left(starts, last)
        if not starts or one < 0 or starts[one] < 0:
            break
        levels.append(_Level(node, one, two))
        begin, end = starts[one], starts[two] if two < len(starts) else end
        if two != one + 1:
            break
        node = _entries(node)[one][1]
        if node.span.line <= begin or any(map(_ANCHOR.search, before.lines[begin : node.span.line])):
            break  # it stands elsewhere too
    return levels, begin, end


def _starts(node: Mapping | Sequence, lines: tuple[str, ...]) -> list[int]:
    """The lines (from 0) in which the entries of a collection begin, -1 for a first one that does not begin its line;
    none where it is written in brackets, or another one does not."""
    column = node.span.column
    if not node or lines[node.span.line - 1][column - 1 : column] in ("{", "["):
        return []
    starts: list[int] = []
    for key, value in _entries(node):
        if key is None:
            span = value.span
            line = lines[span.line - 1]
            begins = line[: column - 1].isspace() or column == 1
            begins = begins and line[column - 1 : column] == "-" and not line[column : span.column - 1].strip()
            begins = begins and not (isinstance(value, Scalar) and value.is_empty)
        else:
            span = key.span
            begins = span.column == column and not lines[span.line - 1][: column - 1].strip()
        if begins and (not starts or span.line - 1 > starts[-1]):
            starts.append(span.line - 1)
        elif not starts:
            starts.append(-1)
        else:
            return []
    return starts


def _fits(read: Mapping | Sequence, node: Mapping | Sequence) -> bool:
    """Whether what was read alone is what stands in a collection."""
    if type(read) is not type(node) or read.span.column != node.span.column:
        return False
    return isinstance(read, Mapping) or not (isinstance(read[0], Scalar) and read[0].is_empty)


_Entry = tuple[Word | None, Node]
"""A key with its value, or an item of a list."""


def _entries(node: Mapping | Sequence) -> list[_Entry]:
    if isinstance(node, Mapping):
        return [(key if isinstance(key, Word) else Word(key), value) for key, value in node.items()]
    return [(None, value) for value in node]


def _with_entries(node: Mapping | Sequence, entries: list[_Entry], last: Span) -> Mapping | Sequence | None:
    """The collection with these entries, that ends where the last of them does; None where a key stands twice."""
    span = Span(last.file, node.span.line, node.span.column, last.end_line, last.end_column)
    if isinstance(node, Sequence):
        return Sequence((value for _, value in entries), span)
    made = Mapping(((key, value) for key, value in entries if key is not None), span)
    return made if len(made) == len(entries) else None


def _moved(node: Node, end: int, more: int, lines: tuple[str, ...]) -> Node:
    """What stands behind the line `end` (from 0), so many lines further down; what an alias repeats may not."""
    if node.span.line <= end:
        return node
    span = _moved_span(node.span, more)
    if isinstance(node, Scalar):
        return Scalar(node.text, node.style, span, lines)
    if isinstance(node, Mapping):
        entries = [(_moved_word(key, more), _moved(value, end, more, lines)) for key, value in _entries(node)]
        return Mapping(((key, value) for key, value in entries if key is not None), span)
    return Sequence((_moved(value, end, more, lines) for value in node), span)


def _moved_word(word: Word | None, more: int) -> Word | None:
    return None if word is None else Word(word, _moved_span(word.span, more))


def _moved_span(span: Span, more: int) -> Span:
    return Span(span.file, span.line + more, span.column, span.end_line + more, span.end_column)
