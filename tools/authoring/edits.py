"""Replacing words of a text by their places, with everything else left as it stands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yupana.schemas.opened import line_feeds
from yupana.schemas.source import Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The characters from one place to another (lines and columns from 1, the end exclusive) become `new`."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str

    @classmethod
    def at(cls, span: Span, new: str) -> Edit:
        """What a span of a file holds becomes something else."""
        return cls(span.line, span.column, span.end_line, span.end_column, new)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits. Lines may end in any way; those that an edit brings end like the first.

    Raises ValueError when two edits overlap or a place is not in the text.
    """
    ends = [(found.start(), found.end()) for found in _LINE_END.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    line_end = text[slice(*ends[0])] if ends else "\n"

    def offset(line: int, column: int) -> int:
        place = starts[line - 1] + column - 1 if 1 <= line <= len(starts) else -1
        if place < 0 or place > stops[line - 1]:
            raise ValueError(f"there is no line {line}, column {column}")
        return place

    pieces: list[str] = []
    done = 0
    for edit in sorted(set(edits)):
        start, end = offset(edit.line, edit.column), offset(edit.end_line, edit.end_column)
        if start < done or end < start:
            raise ValueError(f"two edits meet in line {edit.line}")
        pieces += [text[done:start], edit.new.replace("\n", line_end)]
        done = end
    return "".join(pieces) + text[done:]


def cut(text: str, edit: Edit) -> str:
    """What an edit in one line replaces."""
    return _LINE_END.split(text)[edit.line - 1][edit.column - 1 : edit.end_column - 1]


def even(raw: str) -> str:
    """A text with `\\n` at the ends of lines and nothing on empty ones: as files are read."""
    lines = line_feeds(raw).split("\n")
    return "\n".join(line if line.strip(" ") else "" for line in lines)


def restored(raw: str, text: str, line_end: str) -> str:
    """The text with the lines of a file that are in it, as they stand there; others have this line end."""
    old = [each for each in _LINES.findall(raw) if each]
    new = [each for each in _LINES.findall(text) if each]
    matcher = difflib.SequenceMatcher(None, [even(each) for each in old], new, autojunk=False)
    made: list[str] = []
    for tag, first, last, begin, stop in matcher.get_opcodes():
        made += old[first:last] if tag == "equal" else [each.replace("\n", line_end) for each in new[begin:stop]]
    return "".join(made)


def end_of_block(rows: Sequence[str], line: int, indent: int) -> int:
    """The last line of what begins in a line (from 1) at an indentation: all that is indented further below it."""
    last = line
    while last < len(rows) and (not rows[last].strip() or len(rows[last]) - len(rows[last].lstrip()) > indent):
        last += 1
    while last > line and not rows[last - 1].strip():
        last -= 1
    return last
