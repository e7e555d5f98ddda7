"""Long lines of code, broken inside brackets.

A line that is too long is broken where its outermost bracket holds together least: before `for` and `by`, after
commas and semicolons, before `else` and `if`, before operators. What follows is set under what it belongs to; where
that leaves too little room, one step further than the line itself. The value or condition of a statement gets brackets
when it must be broken outside any, and loses them when it fits without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

STEP = 4
WORTH = 40
"""A bracket that holds less is not opened: a line that is a little too long reads better."""
REST = 12
"""In a statement, nor is one behind which more than this follows."""

_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A token as it is shown, and the blanks before it on its line."""

    text: str
    gap: str
    kind: str


_BEFORE: tuple[frozenset[str], ...] = (
    frozenset(("for",)),
    frozenset(),  # after commas and semicolons
    frozenset(("else",)),
    frozenset(("if",)),
    frozenset(("or",)),
    frozenset(("and",)),
    frozenset(("==", "!=", "<", "<=", ">", ">=")),
    frozenset(("|",)),
    frozenset(("&",)),
    frozenset(("+", "-")),
    frozenset(("*", "//", "%")),
)


def break_line(pieces: list[Piece], column: int, width: int, *, free: bool) -> list[str]:
    """The lines of a statement or expression, with the indentation of each.

    Args:
        pieces: its tokens.
        column: how far it is indented.
        width: how long a line may be.
        free: whether it may be broken outside brackets too, as an expression alone.
    """
    pad = " " * column
    flat = flat_text(pieces)
    if column + len(flat) <= width:
        return [pad + flat]
    if not free and not any(_is_worth(pieces, group) for group in _groups(pieces)):
        return [pad + flat]
    lines = _lay(pieces, column, width, 0, free, column)
    return [pad + lines[0], *lines[1:]]


def break_statement(pieces: list[Piece], column: int, width: int) -> list[str]:
    """The lines of a statement or of the head of a block, with the indentation of each."""
    start, end = _value(pieces)
    value = unwrapped(pieces[start:end])
    pieces, end = [*pieces[:start], *value, *pieces[end:]], start + len(value)
    flat = flat_text(pieces)
    if column + len(flat) <= width:
        return [" " * column + flat]
    if start < end and _cuts(value):
        opening, closing = Piece("(", value[0].gap, "("), Piece(")", "", ")")
        pieces = [*pieces[:start], opening, replace(value[0], gap=""), *value[1:], closing, *pieces[end:]]
    return break_line(pieces, column, width, free=False)


def _value(pieces: list[Piece]) -> tuple[int, int]:
    """From where to where the expression goes that may stand in brackets; nothing if there is none."""
    outside = [index for index, _ in _outside(pieces)]
    first = pieces[0].text
    if first in ("if", "elif", "while"):
        return _span(1, [index for index in outside if pieces[index].kind == ":"], len(pieces))
    if first == "return":
        return _span(1, [], len(pieces)) if len(pieces) > 1 and pieces[1].text != "do" else (0, 0)
    signs = [index for index in outside if pieces[index].kind in ("=", "+=", "-=")]
    if signs and signs[0] + 1 < len(pieces) and pieces[signs[0] + 1].text != "do":
        return _span(signs[0] + 1, [], len(pieces))
    return 0, 0


def _span(start: int, ends: list[int], otherwise: int) -> tuple[int, int]:
    """Up to the colon that ends the head of a block; nothing if more stands behind it."""
    if not ends:
        return start, otherwise
    return (start, ends[0]) if ends[0] == otherwise - 1 else (0, 0)


def unwrapped(pieces: list[Piece]) -> list[Piece]:
    """An expression without the brackets around all of it."""
    while len(pieces) > 2 and _is_wrapped(pieces):
        pieces = [replace(pieces[1], gap=pieces[0].gap), *pieces[2:-1]]
    return pieces


def _is_wrapped(pieces: list[Piece]) -> bool:
    """Whether one pair of round brackets goes around everything."""
    return pieces[0].kind == "(" and pieces[-1].kind == ")" and _groups(pieces) == [(0, len(pieces) - 1)]


def _outside(pieces: list[Piece]) -> Iterator[tuple[int, Piece]]:
    """The pieces outside brackets, with their numbers."""
    depth = 0
    for index, piece in enumerate(pieces):
        if piece.kind in _CLOSING:
            depth -= 1
        elif piece.kind in _OPENING:
            depth += 1
        elif depth == 0:
            yield index, piece


def flat_text(pieces: list[Piece]) -> str:
    """On one line."""
    return "".join(("" if i == 0 else each.gap) + each.text for i, each in enumerate(pieces))


def _lay(pieces: list[Piece], column: int, width: int, tail: int, free: bool, base: int) -> list[str]:
    """The lines of some pieces of which the first begins at a column; it comes without indentation.

    `tail` columns are kept free for what follows the last line; `base` is the indentation of the line they stand on.
    """
    flat = flat_text(pieces)
    if column + len(flat) + tail <= width:
        return [flat]
    if free:
        cuts = _cuts(pieces)
        if cuts:
            return _segments(pieces, cuts, column, width, tail)
    return _open(pieces, column, width, tail, base)


def _segments(pieces: list[Piece], cuts: list[int], column: int, width: int, tail: int) -> list[str]:
    """Broken at the cuts; what is still too long is broken further, one step to the right."""
    lines: list[str] = []
    pad = " " * column
    for start, end in zip([0, *cuts], [*cuts, len(pieces)], strict=True):
        part = _lay(pieces[start:end], column, width, tail if end == len(pieces) else 0, False, column)
        if (len(part) == 1 and column + len(part[0]) > width) or len(part) > 1:
            part = _further(pieces[start:end], column, width, tail if end == len(pieces) else 0, part)
        lines += part if not lines else [pad + part[0], *part[1:]]
    return lines


def _further(pieces: list[Piece], column: int, width: int, tail: int, opened: list[str]) -> list[str]:
    """A segment that is too long: at its own operators if it has any, else in its brackets."""
    cuts = _cuts(pieces)
    if not cuts or cuts[0] >= len(pieces):
        return opened
    first = _lay(pieces[: cuts[0]], column, width, 0, False, column)
    rest: list[str] = []
    step = column + STEP
    for start, end in zip(cuts, [*cuts[1:], len(pieces)], strict=True):
        part = _lay(pieces[start:end], step, width, tail if end == len(pieces) else 0, True, step)
        rest += [" " * step + part[0], *part[1:]]
    return [*first, *rest]


def _cuts(pieces: list[Piece]) -> list[int]:
    """Where the pieces are broken outside their brackets: all places that hold together least."""
    found: list[list[int]] = [[] for _ in _BEFORE]
    words = {each.text for _, each in _outside(pieces)}
    for index, piece in _outside(pieces):
        if index == 0:
            continue
        if piece.kind in (",", ";") and index + 1 < len(pieces):
            found[1].append(index + 1)
        elif piece.text == "by" and "for" in words:
            found[0].append(index)
        elif piece.text in ("while", "until") and "for" in words:
            found[3].append(index)
        elif piece.kind in ("WORD", piece.text) and piece.gap:
            for rank, signs in enumerate(_BEFORE):
                if piece.text in signs:
                    found[rank].append(index)
    return next((cuts for cuts in found if cuts), [])


def _open(pieces: list[Piece], column: int, width: int, tail: int, base: int) -> list[str]:
    """Broken inside the widest of the outermost brackets; the line as it is if there are none with anything inside."""
    groups = [group for group in _groups(pieces) if len(flat_text(pieces[group[0] : group[1]])) >= WORTH]
    if not groups:
        return [flat_text(pieces)]
    start, end = max(groups, key=lambda group: len(flat_text(pieces[group[0] : group[1]])))
    head, inner, rest = flat_text(pieces[: start + 1]), pieces[start + 1 : end], pieces[end:]
    after = flat_text(rest)
    under = column + len(head)
    lines = _lay(inner, under, width, len(after) + tail, True, under)
    if len(lines) == 1 and len(flat_text(inner)) > width - base - STEP:
        return [flat_text(pieces)]  # it would not get shorter
    aligned = [head + lines[0], *lines[1:-1], lines[-1] + after] if len(lines) > 1 else [head + lines[0] + after]
    if column + len(aligned[0]) <= width and all(len(each) <= width for each in aligned[1:]):
        return aligned
    step = base + STEP
    lines = _lay(inner, step, width, 0, True, step)
    return [head, " " * step + lines[0], *lines[1:], " " * base + after]


def _is_worth(pieces: list[Piece], group: tuple[int, int]) -> bool:
    start, end = group
    return len(flat_text(pieces[start:end])) >= WORTH and len(flat_text(pieces[end + 1 :])) <= REST


def _groups(pieces: list[Piece]) -> list[tuple[int, int]]:
    """The outermost brackets that hold something: the places of opening and closing."""
    out: list[tuple[int, int]] = []
    depth = start = 0
    for index, piece in enumerate(pieces):
        if piece.kind in _OPENING:
            if depth == 0:
                start = index
            depth += 1
        elif piece.kind in _CLOSING:
            depth -= 1
            if depth == 0 and index > start + 1:
                out.append((start, index))
    return out
