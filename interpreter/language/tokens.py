"""From text to tokens: words, numbers, texts, signs, and the lines and indentation of effects.

A token is `(kind, start, end)` over the text; `kind` is the sign itself (`==`), `WORD`, or one of the grammar's
upper-case names. Whether a word is a name is decided by the parser, which knows what can stand where it is.
Nothing here fails: what is no token becomes one of kind `BAD`, and the parser reports it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Token = tuple[str, int, int]

WORD, BAD, END = "WORD", "BAD", "$END"

RESERVED = frozenset(
    ["and", "do", "elif", "else", "false", "for", "if", "in", "let", "none", "not", "or", "return", "true", "while"]
)
"""The words that are never names (but for a field after a dot and a keyword of a call)."""

_TOKEN = re.compile(
    r"""[ ]*(?:
      (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<bad>[0-9]+\.[0-9]+ | && | \|\| | \*\*=? | //= | [*%/|&]= | \.\.\.)
    | (?P<number>[0-9]+)
    | (?P<sign>== | != | <= | >= | \+= | -= | // | \.\. | [-<>=+*%|&,.:;?])
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<string>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<line>(?:\#[^\n]*)?(?:\n|$))
    | (?P<odd>"[^\n]* | '[^\n]* | [^\W0-9]+ | .)
    )""",
    re.VERBOSE,
)


@dataclass(slots=True)
class Scan:
    """The tokens of a text, ending with one of kind `END`, and what is wrong with its lines.

    `open_brackets` are the starts of brackets that nothing closes; `uneven` the starts of lines whose indentation goes
    back to none of the lines before; `tabs` the places of tabs.
    """

    tokens: list[Token] = field(default_factory=list)
    open_brackets: list[int] = field(default_factory=list)
    uneven: list[int] = field(default_factory=list)
    tabs: list[int] = field(default_factory=list)
    depth: int = 0


def scan(text: str, lines: bool, start: int = 0, end: int | None = None) -> Scan:
    """The tokens of `text[start:end]`; with `lines`, also `_NEWLINE`, `_INDENT` and `_DEDENT` outside brackets."""
    result = Scan()
    tokens = result.tokens
    stop = len(text) if end is None else end
    match = _TOKEN.match
    brackets: list[int] = []
    indents: list[int] = []
    at = start
    last = start  # end of the last token that shows
    fresh = lines  # at the start of a line, before its first token
    line_start = start
    while at < stop:
        found = match(text, at, stop)
        assert found is not None  # the last alternative takes any character
        group = found.lastgroup
        first, at = found.span(group) if group else (at, at + 1)
        if group == "line":
            if lines and not brackets and not fresh:
                tokens.append(("_NEWLINE", last, last))
                fresh = True
            line_start = at
            continue
        if group == "odd" and text[first] in "\t\r":
            if text[first] == "\t":
                result.tabs.append(first)
            continue
        if fresh:
            fresh = False
            indent = first - line_start
            if not indents:
                indents.append(indent)
            elif indent > indents[-1]:
                indents.append(indent)
                tokens.append(("_INDENT", first, first))
            else:
                while len(indents) > 1 and indent < indents[-1]:
                    indents.pop()
                    tokens.append(("_DEDENT", last, last))
                if indent != indents[-1]:
                    result.uneven.append(first)
        if group == "word":
            tokens.append((WORD, first, at))
        elif group == "number":
            tokens.append(("NUMBER", first, at))
        elif group == "string":
            tokens.append(("STRING", first, at))
        elif group in ("bad", "odd"):
            tokens.append((BAD, first, at))
        else:
            tokens.append((text[first:at], first, at))
            if group == "open":
                brackets.append(first)
                result.depth = max(result.depth, len(brackets))
            elif group == "close" and brackets:
                brackets.pop()
        last = at
    if lines:
        if not fresh:
            tokens.append(("_NEWLINE", last, last))
        tokens.extend([("_DEDENT", last, last)] * (len(indents) - 1))
    tokens.append((END, last, last))
    result.open_brackets = brackets
    return result
