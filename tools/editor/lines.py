"""The two ways of counting places: Yupana's (lines and columns from 1, a column is a character) and the protocol's
(both from 0, a column is a unit of the encoding that server and client have agreed on)."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)
from yupana.schemas.opened import line_feeds
from yupana.schemas.source import Span

_END = re.compile(r"\r\n|\r|\n")


class Place(NamedTuple):
    """A place between two characters: line and column from 1, as in a `Span`."""

    line: int
    column: int


class Lines:
    """A text by its lines. `encoding` is what a position counts in; whatever the lines end with in the file (`end`), in
    `text` each ends with a line feed, as in every text that was checked."""

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        self.text, self.encoding = line_feeds(text), encoding
        self.end = "\r\n" if "\r\n" in text else "\n"

    def ended(self, text: str) -> str:
        """A text as it is to stand in the file."""
        return line_feeds(text).replace("\n", self.end)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins, as an offset into the text."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def rows(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    def row(self, line: int) -> str:
        """A line (from 1); one that is not there is empty."""
        return self.rows[line - 1] if 0 < line <= len(self.rows) else ""

    def offset(self, place: Place) -> int:
        """The offset of a place; one behind the end of its line or of the text is at that end."""
        if place.line > len(self.starts):
            return len(self.text)
        return self.starts[max(place.line, 1) - 1] + max(0, min(place.column - 1, len(self.row(place.line))))

    def place(self, offset: int) -> Place:
        """The place of an offset."""
        line = bisect_right(self.starts, max(0, min(offset, len(self.text))))
        return Place(line, min(offset - self.starts[line - 1], len(self.row(line))) + 1)

    def read(self, position: Position) -> Place:
        """The place that a client's position stands for."""
        row, units, column = self.row(position.line + 1), 0, 0
        if row.isascii():
            column = min(position.character, len(row))
        else:
            while column < len(row) and units < position.character:
                units += self._units(row[column])
                column += 1
        return Place(position.line + 1, column + 1)

    def position(self, line: int, column: int) -> Position:
        """A place as a client counts it."""
        row = self.row(line)[: max(column - 1, 0)]
        return Position(max(line - 1, 0), len(row) if row.isascii() else self._units(row))

    def range(self, span: Span) -> Range:
        """A span of this text as a client counts it."""
        return Range(self.position(span.line, span.column), self.position(span.end_line, span.end_column))

    def within(self, span: Span) -> str:
        """What a span of this text holds."""
        begin, end = Place(span.line, span.column), Place(span.end_line, span.end_column)
        return self.text[self.offset(begin) : self.offset(end)]

    def whole(self) -> Range:
        """All of the text."""
        return Range(Position(0, 0), self.position(len(self.rows), len(self.rows[-1]) + 1))

    def _units(self, text: str) -> int:
        """How many units of the encoding a text takes."""
        if self.encoding == PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        if self.encoding == PositionEncodingKind.Utf16:
            return len(text.encode("utf-16-le", "surrogatepass")) // 2
        return len(text)


def changed(text: str, change: TextDocumentContentChangeEvent, encoding: str) -> str:
    """A text after one change that a client tells of.

    pygls has this too, but ends lines where Python does: behind a form feed or U+2028, where the protocol, and so the
    editor, goes on.
    """
    if not isinstance(change, TextDocumentContentChangePartial):
        return change.text
    lines, starts = Lines(text, encoding), [0, *(found.end() for found in _END.finditer(text))]
    begin, end = (_as_written(lines, starts, each, len(text)) for each in (change.range.start, change.range.end))
    return text[:begin] + change.text + text[end:]


def _as_written(lines: Lines, starts: list[int], position: Position, length: int) -> int:
    """The offset of a position in the text of the file, whose lines begin at `starts`."""
    line, column = lines.read(position)
    return starts[line - 1] + min(column - 1, len(lines.row(line))) if line <= len(starts) else length


class Shift:
    """What has become of places of a text since it was edited: everything before and behind the edited stretch is still
    there."""

    def __init__(self, old: Lines, new: Lines) -> None:
        self.old, self.new = old, new
        same = old.text == new.text
        self.first = len(old.text) if same else _common(old.text, new.text)
        room = min(len(old.text), len(new.text)) - self.first
        self.last = 0 if same else min(room, _common(old.text[::-1], new.text[::-1]))

    def forth(self, place: Place) -> Place | None:
        """Where a place of the old text is in the new one; None inside of what was edited."""
        return _moved(place, self.old, self.new, self.first, self.last)

    def back(self, place: Place) -> Place | None:
        """Where a place of the new text was in the old one; None inside of what was edited."""
        return _moved(place, self.new, self.old, self.first, self.last)

    def span(self, span: Span) -> Span | None:
        """Where a span of the old text is in the new one; None where something of it was edited."""
        begin, end = self.forth(Place(span.line, span.column)), self.forth(Place(span.end_line, span.end_column))
        if begin is None or end is None or end < begin:
            return None
        return Span(span.file, *begin, *end)

    def untouched(self, span: Span) -> Span | None:
        """As `span`, and None also where something inside of it was edited."""
        now = self.span(span)
        return now if now is not None and self.old.within(span) == self.new.within(now) else None


def _moved(place: Place, here: Lines, there: Lines, first: int, last: int) -> Place | None:
    offset = here.offset(place)
    if offset <= first:
        return there.place(offset)
    if offset >= len(here.text) - last:
        return there.place(offset + len(there.text) - len(here.text))
    return None


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
