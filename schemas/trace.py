"""Where the characters of a scalar stand in its file.

YAML takes quotes, indentation and escapes away and folds lines; here the way back is found, so that a fault inside
code points at the line and column the author sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .source import Code

if TYPE_CHECKING:
    from .tree import Scalar, Sequence

_ESCAPE_DIGITS = {"x": 2, "u": 4, "U": 8}


def trace(scalar: Scalar) -> Code:
    """The text of the scalar as code, without the line ends that close a block; every character with its place."""
    span = scalar.span
    if scalar.inserted is not None:
        return _with_insertions(scalar, *scalar.inserted)
    if scalar.pieces:
        return _from_pieces(scalar, scalar.text, list(scalar.pieces))
    if not scalar.lines:
        return Code(scalar.text, span, ((span.line, span.column),))
    if scalar.style == "literal":
        return _literal(scalar)
    if scalar.style == "folded":
        return _folded(scalar)
    quote = 0 if scalar.style == "plain" else 1
    if span.line == span.end_line and span.end_column - span.column == len(scalar.text) + 2 * quote:
        return Code(scalar.text, span, ((span.line, span.column + quote),))
    return _from_pieces(scalar, scalar.text, _flow_pieces(scalar))


def bracketed(node: Sequence) -> Code | None:
    """A list of YAML whose values mean the same as code, `[a, [b, c]]` or line by line, as code in which each value has
    its place; None where one is in quotes, is a mapping or is none at all."""
    parts: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    length = 0
    for part in _parts(node):
        if part is None:
            return None
        text, found = (part, ()) if isinstance(part, str) else (part.text, trace(part).pieces or (_start(part),))
        pieces += [(length + start, line, column) for start, line, column in found]
        parts.append(text)
        length += len(text)
    here = node.span
    return Code("".join(parts), here, ((here.line, here.column),), ((0, here.line, here.column), *pieces))


def all_of(node: Sequence) -> Code | None:
    """A list of YAML with conditions, as code with a condition in each line; None where one may not be whole: it is in
    quotes, is no plain value, or a comma has cut it in its brackets."""
    parts = [each for each in node if not isinstance(each, list | dict) and each.style == "plain"]
    if not parts or len(parts) < len(node) or not all(_is_whole(each.text) for each in parts):
        return None
    length, pieces = 0, list[tuple[int, int, int]]()
    for part in parts:
        pieces += [(length + start, line, column) for start, line, column in trace(part).pieces or (_start(part),)]
        length += len(part.text) + 1
    origins = tuple((each.span.line, each.span.column) for each in parts)
    return Code("\n".join(each.text for each in parts), node.span, origins, tuple(pieces))


def _is_whole(text: str) -> bool:
    balanced = all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]", "{}"))
    return bool(text) and "\n" not in text and balanced


def _parts(node: Sequence) -> Iterator[str | Scalar | None]:
    """The signs and values of a list in their order; None for what is no plain value."""
    yield "["
    for index, each in enumerate(node):
        if index:
            yield ", "
        if isinstance(each, list):
            yield from _parts(each)
        elif isinstance(each, dict) or each.style != "plain" or each.is_empty or "\n" in each.text:
            yield None
        else:
            yield each
    yield "]"


def _start(scalar: Scalar) -> tuple[int, int, int]:
    return 0, scalar.span.line, scalar.span.column


def _with_insertions(scalar: Scalar, words: str, places: tuple[int, ...], before: str) -> Code:
    """What the program put in has no place in the file; all else stays where it is."""
    old = trace(replace(scalar, text=before, inserted=None))
    text = scalar.text[: len(old.text) + len(words) * len(places)]
    starts = {0, *(index + 1 for index, character in enumerate(old.text) if character == "\n"), *places}
    starts |= {start for start, _, _ in old.pieces}
    pieces: list[tuple[int, int, int]] = []
    for start in sorted(starts):
        place = old.at(start, start)
        shift = len(words) * sum(1 for each in places if each <= start)
        pieces.append((start + shift, place.line, place.column))
    return _from_pieces(scalar, text, pieces)


def _literal(scalar: Scalar) -> Code:
    """`|`: every line of the text is a line of the file without its indentation."""
    text = scalar.text.rstrip("\n")
    if not text:
        return Code("", scalar.span, ((scalar.span.line, scalar.span.column),))
    first = scalar.span.line + 1
    rows = text.split("\n")
    column = 1
    for index, row in enumerate(rows):
        if row.strip():
            column = len(scalar.lines[first - 1 + index]) - len(row) + 1
            break
    return Code(text, scalar.span, tuple((first + index, column) for index in range(len(rows))))


def _folded(scalar: Scalar) -> Code:
    """`>`: the lines of the file stand in the text in their order, with blanks or line ends between them."""
    text = scalar.text.rstrip("\n")
    indent = -1
    pieces: list[tuple[int, int, int]] = []
    offset = 0
    for number in range(scalar.span.line + 1, len(scalar.lines) + 1):
        line = scalar.lines[number - 1]
        if not line.strip():
            continue
        if indent < 0:
            lead = len(line) - len(line.lstrip(" "))
            blank = len(text) - len(text.lstrip("\n"))
            indent = lead - (len(text) - blank - len(text[blank:].lstrip(" ")))
        found = text.find(line[indent:], offset)
        if found < 0:
            break
        pieces.append((found, number, indent + 1))
        offset = found + len(line) - indent
        if offset >= len(text):
            break
    return _from_pieces(scalar, text, pieces)


def _flow_pieces(scalar: Scalar) -> list[tuple[int, int, int]]:
    """Plain and quoted scalars that are folded over several lines or hold escapes."""
    style, span, lines = scalar.style, scalar.span, scalar.lines
    quote = 0 if style == "plain" else 1
    number, column = span.line, span.column - 1 + quote
    pieces = [(0, number, column + 1)]
    offset = kept = 0  # `kept`: the text up to here stays when a line is folded; blanks after it are dropped
    while (number, column) < (span.end_line, span.end_column - 1 - quote):
        line = lines[number - 1]
        if column >= len(line):
            breaks, offset = 0, kept
            while column >= len(lines[number - 1]) and number < span.end_line:
                number += 1
                breaks += 1
                column = len(lines[number - 1]) - len(lines[number - 1].lstrip(" "))
            offset += 1 if breaks == 1 else breaks - 1
            kept = offset
            pieces.append((offset, number, column + 1))
            continue
        character = line[column]
        if style == "double" and character == "\\" and column + 1 == len(line):
            # an escaped line end: nothing of it is in the text, empty lines after it are
            blanks = 0
            number += 1
            while not lines[number - 1].strip(" ") and number < span.end_line:
                number += 1
                blanks += 1
            column = len(lines[number - 1]) - len(lines[number - 1].lstrip(" "))
            offset += blanks
            kept = offset
            pieces.append((offset, number, column + 1))
            continue
        width = 1
        if style == "double" and character == "\\":
            width = 2 + _ESCAPE_DIGITS.get(line[column + 1], 0)
        elif style == "single" and character == "'":
            width = 2
        column += width
        offset += 1
        if width > 1:
            pieces.append((offset, number, column + 1))
        if character != " " or width > 1:
            kept = offset
    return pieces


def _from_pieces(scalar: Scalar, text: str, pieces: list[tuple[int, int, int]]) -> Code:
    """Code with pieces; the origins of its lines follow from them."""
    if not pieces:
        return Code(text, scalar.span, ((scalar.span.line, scalar.span.column),))
    whole = Code(text, scalar.span, (), tuple(pieces))
    starts = [0] + [index + 1 for index, character in enumerate(text) if character == "\n"]
    places = [whole.at(start, start) for start in starts]
    return Code(text, scalar.span, tuple((place.line, place.column) for place in places), tuple(pieces))
