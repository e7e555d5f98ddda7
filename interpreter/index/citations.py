"""Which rules the lines of effects and of functions' bodies cite: those that a comment names.

    site.disc = false    # CKK-8.11
    # CKK-9.5
    if size(pond) > 0:
        do assess_pond(pond)

A comment that begins with ids of rules, behind a line or alone above it, says that the line is there for these rules;
of what has a body it speaks for the body too, where that does not say otherwise. It changes nothing in a game: it is
read by who compares texts with what implements them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from yupana.schemas.source import Code, Span

from ..language.show import show_lines
from .parts import Piece

_ROW = re.compile(r"((?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[^#\"'])*)(#.*)?")
_IDS = re.compile(r"#\s*([^\s,:;]+(?:\s*,\s*[^\s,:;]+)*)")
_CITED = re.compile(r"  # ([^\s,\"']+(?:, [^\s,\"']+)*)$", re.MULTILINE)


def with_rules(pieces: Collection[Piece], words: dict[str, str], rules: Collection[str]) -> dict[str, str]:
    """The parts of an element in canonical words, with the rules that their lines cite behind these: `  # R-1, R-2`."""
    found = dict(words)
    for piece in pieces:
        if "#" in piece.code.text and isinstance(piece.node, tuple) and not piece.code.pieces:
            lines = list(_lines(piece, rules))
            if any(cited for _, cited in lines):
                told = [f"{line}  # {', '.join(cited)}" if cited else line for line, cited in lines]
                found[piece.part] = "\n".join(told)
    return found


def bare(text: str) -> str:
    """Canonical words without the rules that their lines cite."""
    return _CITED.sub("", text)


def rules_of(line: str) -> frozenset[str]:
    """The rules that a line in canonical words cites."""
    match = _CITED.search(line)
    return frozenset(match[1].split(", ")) if match is not None else frozenset()


def comments(code: Code) -> Iterator[tuple[str, Span]]:
    """The words that the comments of a piece of code begin with, up to a blank that no comma stands before; with their
    places."""
    start = 0
    for row in code.text.split("\n") if "#" in code.text else ():
        if (match := _ROW.match(row)) and match[2] and (ids := _IDS.match(match[2])):
            for word in re.finditer(r"[^\s,]+", ids[1]):
                at = start + match.start(2) + ids.start(1) + word.start()
                yield word[0], code.at(at, at + len(word[0]))
        start += len(row) + 1


def _lines(piece: Piece, rules: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The canonical lines of a piece, each with the rules it cites."""
    rows = [_ROW.match(row) for row in piece.code.text.split("\n")]
    told = [_named(row[2], rules) if row is not None and row[2] else () for row in rows]
    alone = [row is not None and bool(row[2]) and not row[1].strip() for row in rows]
    places = {line: number for number, (line, _) in enumerate(piece.code.origins)}
    around: list[tuple[int, tuple[str, ...]]] = []  # the indentation of what has a body, and the rules that it cites
    assert isinstance(piece.node, tuple)
    for line, node in show_lines(piece.node):  # type: ignore[arg-type]
        depth = len(line) - len(line.lstrip())
        while around and around[-1][0] >= depth:
            around.pop()
        cited: tuple[str, ...] = ()
        row = places.get(node.span.line) if node is not None else None
        if node is not None and row is not None:
            has_body = line.endswith(":")
            last = row if has_body else places.get(node.span.end_line, row)
            cited = tuple(rule for each in told[row : last + 1] for rule in each)
            above = row - 1
            while above >= 0 and alone[above]:
                cited, above = (*told[above], *cited), above - 1
        cited = tuple(dict.fromkeys(cited)) or (around[-1][1] if around else ())
        if line.endswith(":"):
            around.append((depth, cited))
        yield line, cited


def _named(comment: str, rules: Collection[str]) -> tuple[str, ...]:
    """The rules that a comment begins with."""
    match = _IDS.match(comment)
    words = re.findall(r"[^\s,]+", match[1]) if match is not None else []
    return tuple(words) if all(word in rules for word in words) else ()
