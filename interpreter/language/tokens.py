"""From text to tokens: words, numbers, texts, signs, and the lines and indentation of effects.

A token is `(kind, start, end)` over the text; `kind` is the sign itself (`==`), `WORD`, or one of the grammar's
upper-case names. Whether a word is a name is decided by the automaton, which knows what can stand where it is.
Nothing here fails: what is no token becomes one of kind `BAD`, and what is wrong with brackets and lines is noted.
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

PARTNER = {"(": ")", "[": "]", "{": "}", ")": "(", "]": "[", "}": "{"}

_TOKEN = re.compile(
    r"""[ ]*(?:
      (?P<word>[A-Za-z_][A-Za-z0-9_\ua78f]*)
    | (?P<bad>[0-9]+\.[0-9]+ | && | \|\| | \*\*=? | //= | [*%/|&:]= | => | =< | <> | -> | \.\.\.)
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
    """The tokens of a text, ending with one of kind `END`, and what is wrong with them as they stand.

    `tabs` and `uneven` are places: of tabs, and of lines whose indentation goes back to none of the lines before.
    `brackets` are pairs: an opening one with what closes it wrongly (-1: nothing does), or -1 and a closing one.
    `depth` and `blocks` tell how deeply brackets and bodies are nested.
    """

    tokens: list[Token] = field(default_factory=list)
    tabs: list[int] = field(default_factory=list)
    uneven: list[int] = field(default_factory=list)
    brackets: list[tuple[int, int]] = field(default_factory=list)
    depth: int = 0
    blocks: int = 0


def scan(text: str, lines: bool, start: int = 0, end: int | None = None) -> Scan:
    """The tokens of `text[start:end]`; with `lines`, also `_NEWLINE`, `_INDENT` and `_DEDENT` outside brackets."""
    result = _scan(text, lines, start, len(text) if end is None else end, False)
    if lines and any(opened >= 0 for opened, _ in result.brackets):
        return _scan(text, lines, start, len(text) if end is None else end, True)
    return result


def closing_brace(text: str, start: int, end: int) -> int | None:
    """Where the brace that opens at `start` is closed, before `end`; None when it is not."""
    depth, at = 0, start
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None or found.lastgroup is None:
            return None
        first, at = found.span(found.lastgroup)
        sign = text[first:at]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                return first
    return None


def _scan(text: str, lines: bool, start: int, stop: int, careful: bool) -> Scan:
    """`careful`: a bracket is known to stay open, so a line that begins no further right than its statement ends it."""
    result = Scan()
    tokens = result.tokens
    match = _TOKEN.match
    brackets: list[int] = []
    indents: list[int] = []
    at = start
    last = start  # the end of the last token that shows
    fresh = lines  # before the first token of a line
    line_start = start
    while at < stop:
        found = match(text, at, stop)
        group = found.lastgroup if found else None
        if found is None or group is None:  # cannot be: the last alternative takes any character
            break
        first, at = found.span(group)
        if group == "line":
            if lines and not fresh and not brackets:
                tokens.append(("_NEWLINE", last, last))
                fresh = True
            line_start = at
            continue
        if group == "odd" and text[first] in "\t\r":
            if text[first] == "\t":
                result.tabs.append(first)
            continue
        if careful and brackets and first - line_start <= indents[-1] and last < line_start and group != "close":
            _unclosed(text, brackets, result)
            brackets.clear()
            tokens.append(("_NEWLINE", last, last))
            fresh = True
        if fresh:
            fresh = False
            indent = first - line_start
            if not indents or indent > indents[-1]:
                if indents:
                    tokens.append(("_INDENT", first, first))
                indents.append(indent)
                result.blocks = max(result.blocks, len(indents))
            elif indent < indents[-1]:
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
        elif group == "sign":
            tokens.append((text[first:at], first, at))
        elif group == "open":
            tokens.append((text[first], first, at))
            brackets.append(first)
            result.depth = max(result.depth, len(brackets))
        elif group == "close":
            tokens.append((text[first], first, at))
            opened = brackets.pop() if brackets else -1
            if opened < 0 or text[opened] != PARTNER[text[first]]:
                result.brackets.append((opened, first))
        else:
            tokens.append((BAD, first, at))
        last = at
    if lines:
        if not fresh:
            tokens.append(("_NEWLINE", last, last))
        tokens.extend([("_DEDENT", last, last)] * (len(indents) - 1))
    tokens.append((END, last, last))
    _unclosed(text, brackets, result)
    return result


def _unclosed(text: str, brackets: list[int], result: Scan) -> None:
    """Note brackets that stay open; not one whose own partner was taken for a bracket inside it, since that is told."""
    taken = [(opened, closed) for opened, closed in result.brackets if opened >= 0 and closed >= 0]
    for bracket in brackets:
        inside = [each for each in taken if bracket < each[0] and text[bracket] == PARTNER[text[each[1]]]]
        if inside:
            taken.remove(inside[0])
        else:
            result.brackets.append((bracket, -1))
