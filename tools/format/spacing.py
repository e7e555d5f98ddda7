"""The blanks between the tokens of code, as `show` sets them.

Whether a bracket calls or groups, and whether a minus has one side or two, is read off the syntax tree: many words of
the language are names elsewhere.
"""

from __future__ import annotations

import re

from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import Token, closing_brace, scan
from yupana.interpreter.language.trees import descend
from yupana.schemas.source import Span

from .breaking import Piece, flat_text
from .parsing import parse

_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")
_DIE = re.compile(r"d[0-9]+")
_NO_GAP_BEFORE = frozenset((",", ";", ":", "?", ".", "..", *_CLOSING))
_NO_GAP_AFTER = frozenset((".", "..", *_OPENING))


def pieces(text: str, tokens: list[Token], tree: object) -> list[Piece]:
    """The tokens with the blanks before each; the first has none.

    Args:
        text: the code.
        tokens: some of its tokens, in order.
        tree: the syntax tree of the whole code, its places counted from the text itself.
    """
    words, signs = _marks(text, tree)
    keywords = _keyword_signs(text, tokens)
    out: list[Piece] = []
    before: Token | None = None
    for token in tokens:
        kind, start, end = token
        shown = _text(text[start:end]) if kind == "STRING" else text[start:end]
        gap = "" if before is None or _joined(text, before, token, words, signs, keywords) else " "
        out.append(Piece(shown, gap, kind))
        before = token
    return out


def _joined(
    text: str, before: Token, token: Token, words: frozenset[int], signs: frozenset[int], keywords: frozenset[int]
) -> bool:
    """Whether nothing stands between two tokens."""
    kind = token[0]
    if kind in _NO_GAP_BEFORE or before[0] in _NO_GAP_AFTER or before[1] in signs:
        return True
    if token[1] in keywords or before[1] in keywords:
        return True
    if kind in ("(", "["):
        return before[0] in _CLOSING or before[0] in ("NUMBER", "STRING") or before[1] in words
    is_die = before[0] == "NUMBER" and _DIE.fullmatch(text[token[1] : token[2]])
    return bool(is_die and text[: before[1]].rstrip().endswith("roll"))


def _keyword_signs(text: str, tokens: list[Token]) -> frozenset[int]:
    """The `=` that give a keyword of a call its value; those in `after(…; …)` are assignments."""
    found: list[list[int]] = [[]]
    assigns = [True]
    out: list[int] = []
    for kind, start, _ in tokens:
        if kind in _OPENING:
            found.append([])
            assigns.append(False)
        elif kind in _CLOSING and len(found) > 1:
            signs = found.pop()
            if not assigns.pop():
                out += signs
        elif kind == "=":
            found[-1].append(start)
        elif kind == ";":
            assigns[-1] = True
    return frozenset(out)


def _marks(text: str, tree: object) -> tuple[frozenset[int], frozenset[int]]:
    """The places of words that have a value or are called, and of minus signs with one side."""
    starts = [0]
    for index, character in enumerate(text):
        if character == "\n":
            starts.append(index + 1)

    def place(span: Span) -> int:
        return starts[span.line - 1] + span.column - 1

    words: set[int] = set()
    signs: set[int] = set()
    for node in descend(tree):
        is_word = isinstance(node, nodes.Name | nodes.NoneLit | nodes.Bool | nodes.After)
        if is_word or (isinstance(node, nodes.TypeExpr) and node.args):
            words.add(place(node.span))
        elif isinstance(node, nodes.Attribute | nodes.Do):
            words.add(place(node.name_span))
        elif isinstance(node, nodes.Comprehension | nodes.Walk):
            words.add(place(node.word_span))
        elif isinstance(node, nodes.Unary | nodes.Int):
            signs.add(place(node.span))
    return frozenset(words), frozenset(each for each in signs if text[each : each + 1] == "-")


def _text(token: str) -> str:
    """A text in quotes with the expressions in its braces laid out."""
    out, at = "", 0
    while at < len(token):
        if token[at] == "\\" or token[at : at + 2] in ("{{", "}}"):
            out += token[at : at + 2]
            at += 2
        elif token[at] == "{":
            close = closing_brace(token, at, len(token))
            if close is None:
                return token
            out += "{" + _inside(token[at + 1 : close]) + "}"
            at = close + 1
        else:
            out += token[at]
            at += 1
    return out


def _inside(text: str) -> str:
    tree = parse(text, "expression")
    if tree is None or "\n" in text or "\\" in text:
        return text
    flat = flat_text(pieces(text, scan(text, lines=False).tokens[:-1], tree))
    return f" {flat}" if flat.startswith("{") else flat
