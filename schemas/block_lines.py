"""A block of lines as a list: below `then: |` every line is an item, and no comma, bracket or colon in it needs quotes.

A line of code goes on with the next where a bracket is open, where the next is indented deeper than the first, or where
one of the two cannot stand alone (`and …` at the start of a line, `… +` at its end). Lines of text are items as they
stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .source import Code
from .tree import Mapping, Node, Scalar, Sequence, Word

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<comment>\#[^\n]*)"""
    r"""|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<other>\w+|[^\s\w])""",
    re.VERBOSE,
)
_GOES_ON = re.compile(r"(?:and|or|else|if|for|in|not\s+in)\b|[=!]=|-\s|[+*/%|&.,<>)\]}]")
"""How a line begins that goes on with the one before; `-x` stands alone, `- x` does not."""
_WAITS = re.compile(r"(?:(?:^|[^\w.])(?:and|or|else|if|for|in|not|while)|[-+*/%|&.,<>=:])$")
"""How a line ends that goes on in the next."""
NAMED = re.compile(r"\s*([^\s:,()\[\]{}\"'#]+)\s*:(?:\s+|$)")
"""The name before the code of a line `NAME: CODE`."""


def cuts(text: str) -> list[tuple[int, int]]:
    """From where to where in a text of code each of its items goes; comments and blanks around it left aside."""
    found: list[tuple[int, int]] = []
    depth, first, at = 0, -1, 0
    for row in text.split("\n"):
        lead = len(row) - len(row.lstrip())
        opened, end = depth, at
        for token in _TOKEN.finditer(row):
            if token.lastgroup == "comment":
                break
            depth += (token.lastgroup == "open") - (token.lastgroup == "close" and depth > 0)
            end = at + token.end()
        if end > at:
            first = lead if first < 0 else first
            start = at + lead
            goes_on = opened or lead > first or _GOES_ON.match(text, start)
            if found and (goes_on or _WAITS.search(text[found[-1][0] : found[-1][1]])):
                found[-1] = found[-1][0], end
            else:
                found.append((start, end))
        at += len(row) + 1
    return found


def code_items(block: Scalar) -> Sequence:
    """The items of a block of code."""
    code = block.code
    return Sequence((_scalar(code, block, *each) for each in cuts(code.text)), block.span)


def text_items(block: Scalar) -> Sequence:
    """The lines of a block of text, as they stand."""
    code, at, found = block.code, 0, list[Node]()
    for row in code.text.rstrip("\n").split("\n"):
        found.append(_scalar(code, block, at, at + len(row)))
        at += len(row) + 1
    return Sequence(found, block.span)


def row_items(block: Scalar) -> Sequence:
    """The items of a block of lines `NAME: CODE`, each a mapping of one key; a line without a name stays a value."""
    return Sequence(_rows(block), block.span)


def _rows(block: Scalar) -> Iterator[Node]:
    code = block.code
    for start, end in cuts(code.text):
        head = NAMED.match(code.text, start, end)
        if head is None:
            yield _scalar(code, block, start, end)
        else:
            key = Word(head[1], code.at(*head.span(1)))
            yield Mapping([(key, _scalar(code, block, head.end(), end))], code.at(start, end))


def _scalar(code: Code, block: Scalar, start: int, end: int) -> Scalar:
    part = code.part(start, end)
    return Scalar(part.text, "literal", part.span, block.lines, pieces=part.pieces)
