"""The events of a YAML parser become a source tree; what a ruleset may not contain is refused here.

Only the parser of ruamel.yaml is used, never its constructors: no tag is ever resolved, no object is ever made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml import events as ev
from ruamel.yaml.error import MarkedYAMLError

from .plain import REFUSED
from .quoting import corrected, open_after
from .source import Hint, Report, Span, fixes_of
from .tree import Mapping, Node, Scalar, Sequence, Style, Word, cite
from .yaml_messages import second_document

MAX_DEPTH = 60
MAX_ALIAS_NODES = 20_000
"""How many nodes all the aliases of a file may stand for."""

MAX_NODES = 100_000
"""How many keys and values a file may hold."""

MAX_FAULTS = 100
"""After so many faults of YAML the rest of a file is not read."""

STYLES: dict[str | None, Style] = {
    None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded",
}  # fmt: skip
"""The style of a scalar, by how the parser tells it."""

_QUESTION = re.compile(r"(?<=\w)\?")
STAND_IN = "\ue000"
"""In place of the `?` of an optional type: the parser in C takes it for an indicator inside `{ }` and `[ ]`."""


class StopReadingError(Exception):
    """Reading a file cannot go on; what is wrong stands in the report."""


def parser_events(text: str, *, pure: bool) -> Iterator[Any]:
    """The events of the parser in Python, or in C; for the latter STAND_IN stands for `?` after a word, unless the text
    holds that sign itself. Raises YAMLError."""
    if not pure and STAND_IN not in text:
        text = _QUESTION.sub(STAND_IN, text)
    yield from YAML(typ="safe", pure=pure).parse(text)


@dataclass(slots=True)
class _Open:
    """A collection that is being read."""

    node: Mapping | Sequence
    line: int
    column: int
    anchor: str | None
    flow: bool
    key: Word | None = None
    cut: int = 0  # brackets of code that a comma cut in two and that are not closed yet
    skip: bool = False  # the value that comes belongs to a key that was refused
    size: int = 1
    height: int = 1


@dataclass(slots=True)
class TreeBuilder:
    """Makes the tree of one file out of the parser's events; nothing here recurses."""

    shown: str
    lines: tuple[str, ...]
    report: Report
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Node, int, int]] = field(default_factory=dict)
    aliased: int = 0
    last: tuple[int, int] = (1, 1)  # where the last content ended: the parsers let block collections end later
    root: Node | None = None
    nodes: int = 0
    above: int = 0  # so many collections are open around what is read
    stand_in: bool = False  # whether the parser was given a stand-in for `?`
    dropped: list[Node] = field(default_factory=list)  # the values of keys that were refused
    quoted: Span | None = None  # the last text in quotes that goes over several lines

    def open_quote(self, error: MarkedYAMLError) -> Span | None:
        """The text in quotes that ends right before what cannot be read, if it looks as if its quote had never been
        closed and the quote of another value had ended it: it holds lines that are indented no deeper than its own."""
        quoted, mark = self.quoted, error.problem_mark
        if quoted is None or mark is None or mark.line + 1 != quoted.end_line:
            return None
        depths = [len(row) - len(row.lstrip(" ")) for row in self.lines[quoted.line - 1 : quoted.end_line] if row]
        return quoted if min(depths[1:]) <= depths[0] else None

    def build(self, events: Iterator[Any]) -> Node | None:
        """The root of the only document."""
        documents = 0
        for event in events:
            if isinstance(event, ev.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, (ev.MappingStartEvent, ev.SequenceStartEvent)):
                self._start(event)
            elif isinstance(event, (ev.MappingEndEvent, ev.SequenceEndEvent)):
                self._end(event)
            elif isinstance(event, ev.AliasEvent):
                self._alias(event)
            elif isinstance(event, ev.DocumentStartEvent) and (documents := documents + 1) > 1:
                self.report.add(second_document(self._span(event), self.lines, bool(event.explicit)))
                raise StopReadingError
        return self.root

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _fault(
        self, code: str, message: str, span: Span, hint: str = "", *related: tuple[Span, str], stop: bool = False
    ) -> None:
        self.report.error(code, message, span, hint, *related)
        if stop or len(self.report.diagnostics) >= MAX_FAULTS:
            raise StopReadingError

    def _refuse_tag(self, event: Any) -> None:
        tag = getattr(event, "tag", None)
        if tag is None:
            return
        span = self._span(event)
        line = self.lines[span.line - 1]
        end = span.column
        while end <= len(line) and line[end - 1] not in " ,]}":
            end += 1
        here = Span(self.shown, span.line, span.column, span.line, max(end, span.column + 1))
        hint = "put a text that begins with `!` in quotes; to negate a condition write `not`"
        self._fault("YUP108", "a ruleset cannot contain YAML tags", here, hint)

    def _scalar(self, event: Any) -> None:
        span = self._span(event)
        style = STYLES[event.style]
        self._refuse_tag(event)
        if event.anchor is not None or getattr(event, "tag", None) is not None:
            span = self._without_properties(span)
        if style in ("literal", "folded"):
            span = self._block_span(span)
        text: str = event.value
        if STAND_IN in text and self.stand_in:
            text = text.replace(STAND_IN, "?")
        if style in ("single", "double") and span.line != span.end_line:
            self.quoted = span
        if text or style != "plain":
            self.last = (span.end_line, span.end_column)
        else:
            # the two parsers place a value that is not there differently
            span = Span(self.shown, *self.last, *self.last)
        if style == "double":
            hidden = REFUSED.search(text)
            if hidden is not None:
                message = f"an escape here stands for the invisible character U+{ord(hidden.group()):04X}"
                self._fault("YUP104", message, span, "leave it out")
        node = Scalar(text, style, span, self.lines)
        if event.anchor is not None:
            self.anchors[str(event.anchor)] = (node, 1, 0)
        self._put(node, 1, 0)

    def _without_properties(self, span: Span) -> Span:
        """The C and the Python parser both start a scalar at its anchor or tag; the text itself stands after them."""
        line, column = span.line, span.column - 1
        while (line, column) < (span.end_line, span.end_column - 1):
            row = self.lines[line - 1]
            if column >= len(row):
                line, column = line + 1, 0
            elif row[column] == " ":
                column += 1
            elif row[column] in "&!":
                while column < len(row) and row[column] != " ":
                    column += 1
            else:
                break
        return Span(self.shown, line, column + 1, span.end_line, span.end_column)

    def _block_span(self, span: Span) -> Span:
        """A block scalar ends after its last line with text, not where the next thing begins."""
        end = span.end_line - 1 if span.end_column == 1 else span.end_line
        end = min(end, len(self.lines))
        while end > span.line and not self.lines[end - 1].strip():
            end -= 1
        return Span(self.shown, span.line, span.column, end, len(self.lines[end - 1]) + 1)

    def _start(self, event: Any) -> None:
        span = self._span(event)
        self._refuse_tag(event)
        if event.anchor is not None or event.tag is not None:
            span = self._without_properties(Span(self.shown, span.line, span.column, len(self.lines), 1))
        if self.above + len(self.stack) >= MAX_DEPTH:
            self._fault("YUP106", f"this is nested more than {MAX_DEPTH} levels deep", span, stop=True)
        node: Mapping | Sequence = Mapping() if isinstance(event, ev.MappingStartEvent) else Sequence(())
        anchor = None if event.anchor is None else str(event.anchor)
        if anchor is not None:
            self.anchors.pop(anchor, None)
        self.last = (span.line, span.column)
        self.stack.append(_Open(node, span.line, span.column, anchor, bool(event.flow_style)))

    def _end(self, event: Any) -> None:
        done = self.stack.pop()
        if done.flow:
            self.last = (event.end_mark.line + 1, event.end_mark.column + 1)
        done.node.span = Span(self.shown, done.line, done.column, *self.last)
        if done.anchor is not None:
            self.anchors[done.anchor] = (done.node, done.size, done.height)
        self._put(done.node, done.size, done.height)

    def _alias(self, event: Any) -> None:
        span = self._span(event)
        known = self.anchors.get(str(event.anchor))
        if known is None:
            hint = "put a text that begins with `*` in quotes"
            self._fault("YUP111", f"`*{event.anchor}` has no anchor `&{event.anchor}` before it", span, hint, stop=True)
            return
        node, size, height = known
        self.aliased += size
        if self.aliased > MAX_ALIAS_NODES:
            message = f"the aliases of this file stand for more than {MAX_ALIAS_NODES} values"
            self._fault("YUP111", message, span, "write the values out, or use fewer aliases", stop=True)
        if len(self.stack) + height > MAX_DEPTH:
            self._fault(
                "YUP106", f"this alias stands for values nested more than {MAX_DEPTH} levels deep", span, stop=True
            )
        self.last = (span.end_line, span.end_column)
        self._put(node, size, height)

    def _put(self, node: Node, size: int, height: int) -> None:
        """Give the node to the collection that is open."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._fault("YUP105", f"this file holds more than {MAX_NODES} values", node.span, stop=True)
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if top.flow and isinstance(node, Scalar) and node.style == "plain":
            cut, top.cut = top.cut, open_after(node, top.cut)
            if top.cut > 0 and cut <= 0:
                better = corrected(self.lines[node.span.line - 1], node.span.column) or "put the whole code in quotes"
                hint = Hint(f"inside `[ ]` and `{{ }}` a `,` ends a value; {better}", *fixes_of(better))
                self._fault("YUP114", "this code is cut in two by the `,` after it", node.span, hint)
            if cut > 0:
                # the rest of what was cut: told already
                if isinstance(top.node, Mapping) and top.key is None:
                    top.key, top.skip = node.word, True
                elif isinstance(top.node, Mapping):
                    top.key, top.skip, top.cut = None, False, cut
                return
        top.size += size
        top.height = max(top.height, height + 1)
        if isinstance(top.node, Sequence):
            top.node.append(node)
        elif top.key is None:
            top.key, top.skip = self._key(node, top.node)
        else:
            if top.skip:
                self.dropped.append(node)
            else:
                top.node[top.key] = node
            top.key, top.skip = None, False

    def _key(self, node: Node, mapping: Mapping) -> tuple[Word, bool]:
        """The word of a key, and whether its value is to be left out."""
        if not isinstance(node, Scalar):
            hint = "a key is one word; put code that begins with `{` or `[` in quotes"
            self._fault("YUP112", "expected a key, found a list or mapping", node.span, hint)
            return Word("", node.span), True
        word = node.word
        if word == "<<" and node.style == "plain":
            hint = "write the keys out; variants are made with overlays"
            self._fault("YUP109", "merge keys (`<<`) are not part of the language", node.span, hint)
            return word, True
        if node.style == "plain" and not node.text:
            line, column = self.last
            column = self.lines[line - 1].find(":", column - 1) + 1 or column
            here = Span(self.shown, line, column, line, column + 1)
            self._fault("YUP112", "a key is missing before this `:`", here)
            return word, True
        first = mapping.key(word)
        if first is not None:
            message = f"the key {cite(word)} is written twice"
            hint = "choose another name for one of the two, or delete one"
            self._fault("YUP107", message, node.span, hint, (first.span, "first written here"))
            return word, True
        return word, False
