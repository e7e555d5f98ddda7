"""A value that YAML cuts in two, written out in the quotes that it needs.

A ruleset is plain YAML, so that every other program reads the same in it: a `,` between the arguments of a call ends a
value inside `{ }`, as YAML says, and is not understood in another way here. What an author wrote is clear all the same,
so that the message can say it as it has to stand.
"""

from __future__ import annotations

import json
import re

from .source import Fix, Hint, Span, fixes_of
from .tree import Mapping, Node, Scalar, Sequence

MAX_SHOWN = 200
"""A longer value is not written out in a message."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_KEY = re.compile(r"(?:^|[\s{,\[])([A-Za-z_][A-Za-z_0-9]*): *$")
_CONDITIONS = ("when", "if", "until", "skip", "while")
"""The keys whose code is a condition wherever they stand."""
_NEXT_KEY = re.compile(r"[A-Za-z_][A-Za-z_0-9]*:")
_COMMENT = re.compile(r"\s+#.*$")


# a text that is no value of another sort in YAML
_LETTERS = r"[\w(),=.+/-][\w(),=.+#/-]*"
_BARE = re.compile(rf"(?![\d.+,=()/-]){_LETTERS}(?: {_LETTERS})*")
_TAKEN = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""What YAML takes for something else than a text."""


def in_quotes(text: str) -> str:
    """A text in the quotes in which it needs fewer escapes; double ones if that is the same."""
    if "\n" not in text and ('"' in text or "\\" in text) and "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if "\n" not in text and len(escaped) > len(text) + text.count("'"):
        return "'" + text.replace("'", "''") + "'"
    return f'"{escaped}"'


def scalar(text: str) -> str:
    """A text as a value or key in block style: as it is, or in quotes where YAML could take it for something else."""
    plain = _BARE.fullmatch(text) and text.lower() not in _TAKEN
    return text if plain else json.dumps(text, ensure_ascii=False)


def open_after(part: Scalar, before: int) -> int:
    """How many brackets of code are open behind a part of a value when so many were `before` it. A text in quotes that
    a `,` may have cut counts as one."""
    opened = part.text.count("(") - part.text.count(")")
    if part.text.count('"') % 2:
        rest = part.lines[part.span.end_line - 1][part.span.end_column - 1 :]
        opened += -1 if before > 0 else int('"' in rest)
    return max(opened, 0) if before <= 0 else before + opened


def corrected(row: str, column: int, flow: bool = True) -> str:
    """The value that begins at a column (from 1) of a line, in quotes and behind its key (``write `if: "f(a, b)"` ``);
    empty if its end is not certain, because it does not end on the line, or if it is too long to be shown.

    Args:
        row: the line.
        column: where the value begins.
        flow: whether it stands inside `{ }` or `[ ]`.
    """
    text = _in_brackets(row[column - 1 :]) if flow else _COMMENT.sub("", row[column - 1 :]).rstrip()
    return "" if text is None else _advice(row, column, text)


def corrected_between(row: str, span: Span) -> str:
    """The same of what stands between two places of one line."""
    return "" if span.end_line != span.line else _advice(row, span.column, row[span.column - 1 : span.end_column - 1])


def _advice(row: str, column: int, text: str) -> str:
    if not text or len(text) > MAX_SHOWN or "`" in text:
        return ""
    key = _KEY.search(row[: column - 1])
    better = in_quotes(text)
    return Hint(f"write `{'' if key is None else key[1] + ': '}{better}`", Fix(text, better))


def reads_as(node: Sequence | Mapping) -> str:
    """The hint for a list or a mapping that was meant as code."""
    what = "a mapping" if isinstance(node, Mapping) else "a list"
    row = _row_of(node, node.span.line) or ""
    sign = row[node.span.column - 1 : node.span.column]
    items = [each.text for each in node if isinstance(each, Scalar)] if isinstance(node, Sequence) else []
    key = _KEY.search(row[: node.span.column - 1]) or _KEY.search((_row_above(node) or "").lstrip("- "))
    if key is not None and key[1] in _CONDITIONS and items and len(items) == len(node):
        return f"conditions that all must hold stand below `{key[1]}: |`, each on a line of its own without a `- `"
    if row and sign == "-":
        return "leave the `- ` out: put a `|` behind the key, and each statement on a line of its own below it"
    if row and sign not in ("[", "{"):
        sign = ": "
        return (
            f"YAML reads a `{sign}` as a sign of {what}; put a `|` behind the key, and the code stays as it is below it"
        )
    better = corrected_between(row, node.span) if row else ""
    opening = "{" if isinstance(node, Mapping) else "["
    hint = f"YAML reads a `{opening}` at the start as {what}; {better or 'put the whole code in quotes'}"
    return Hint(hint, *fixes_of(better))


def _row_above(node: Node) -> str | None:
    """The line above the one that a node begins in."""
    return _row_of(node, node.span.line - 1)


def corrected_pair(node: Node, other: Span) -> str:
    """The same of a value and of what stands behind a comma, or before a colon, which belongs to it."""
    first, last = sorted((node.span, other), key=lambda span: (span.line, span.column))
    if not isinstance(node, Scalar) or node.style != "plain" or first.line != last.end_line:
        return ""
    return corrected_between(_row_of(node, first.line) or "", first.to(last))


def _row_of(node: Node, line: int) -> str | None:
    """A line of the file that a node stands in."""
    if isinstance(node, Scalar):
        return node.lines[line - 1] if 0 < line <= len(node.lines) else None
    inner: list[Node] = [*node.values()] if isinstance(node, Mapping) else node
    return next((row for each in inner if (row := _row_of(each, line)) is not None), None)


def corrected_at(row: str, column: int) -> str:
    """The same of the value inside `{ }` or `[ ]` that goes on at a place of its line, where YAML has already ended
    it."""
    starts: list[int] = [0]
    quote = ""
    for at, sign in enumerate(row[: column - 1]):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and at == starts[-1]:
            quote = sign
        elif sign in _CLOSING:
            starts.append(starts[-1] if sign == "(" else _after_blanks(row, at + 1))
        elif sign in ")]}":
            starts = starts[:-1] or [0]
        elif sign in ",:" and row[at + 1 : at + 2] == " ":
            starts[-1] = _after_blanks(row, at + 1)
    text = _in_brackets(row[starts[-1] :]) or ""
    if text[:1] in ("{", "[") and _NEXT_KEY.match(row[column - 1 :]):
        return ""  # a comma is missing
    return _advice(row, starts[-1] + 1, text) if starts[-1] + len(text) >= column else ""


def _after_blanks(row: str, at: int) -> int:
    """Where in a line the first character stands that is no blank, from a place on."""
    while row[at : at + 1] == " ":
        at += 1
    return at


def _in_brackets(text: str) -> str | None:
    """What a text begins with up to the `,` or bracket that ends a value inside `{ }`, those of code left aside; None
    if there is none."""
    waiting: list[str] = []
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign == '"' or (sign == "'" and not text[at - 1 : at].isalnum()):
            quote = sign
        elif sign in _CLOSING:
            waiting.append(_CLOSING[sign])
        elif waiting and sign == waiting[-1]:
            waiting.pop()
        elif sign in ",}]" and (not waiting or sign != ","):
            return None if waiting else text[:at].rstrip()
    return None
