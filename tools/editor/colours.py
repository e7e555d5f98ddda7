"""Colours of code by what its names are: in every piece of code, in texts with expressions in braces, and where things
are named beside code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, pairwise

from lsprotocol import types
from yupana.interpreter.check.builtins import BUILTINS
from yupana.interpreter.ide.semantic_model import NameAt
from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import RESERVED, WORD, closing_brace, scan
from yupana.interpreter.language.trees import descend
from yupana.interpreter.language.words import WORDS
from yupana.schemas.reader import Scalar
from yupana.schemas.source import Code, Span

from .lines import Lines, Shift
from .projects import Snapshot, View
from .schema_nodes import Role, SchemaNode, option_of, parsed
from .server import EditorServer

TYPES = (
    "parameter", "variable", "property", "function", "type", "enum", "enumMember", "keyword", "number", "operator",
    "string", "event",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly", "defaultLibrary", "modification")

_SORTS = {
    "local": "variable", "parameter": "parameter", "field": "property", "attribute": "property",
    "member": "enumMember", "kind": "type", "enum": "enum", "zone": "variable", "table": "function",
    "function": "function", "procedure": "function", "condition": "function", "action": "event",
    "adjustment": "event", "trigger": "event", "constant": "variable", "option": "variable", "step": "event",
    "position": "variable", "menu": "event", "name": "variable",
}  # fmt: skip
_FIXED = ("attribute", "constant", "option", "member")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_SPLIT = re.compile(r"\{\{|\}\}|\\.|\{")


@dataclass(frozen=True, slots=True, order=True)
class Token:
    """A coloured word: line and column from 1, how long, and what it is."""

    line: int
    column: int
    length: int
    type: str
    modifiers: tuple[str, ...] = ()


def register(server: EditorServer) -> None:
    """Answer how code is coloured."""
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
    last: dict[str, tuple[str, list[int]]] = {}
    numbers = count(1)

    async def asked(uri: str, within: types.Range | None = None) -> list[int]:
        view = await server.view(uri, fresh=True)
        return [] if view is None else encoded(view, within)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def full(params: types.SemanticTokensParams) -> types.SemanticTokens:
        data = await asked(params.text_document.uri)
        name = str(next(numbers))
        last[params.text_document.uri] = name, data
        return types.SemanticTokens(data=data, result_id=name)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    async def part(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        return types.SemanticTokens(data=await asked(params.text_document.uri, params.range))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)
    async def delta(params: types.SemanticTokensDeltaParams) -> types.SemanticTokens | types.SemanticTokensDelta:
        uri = params.text_document.uri
        data, name = await asked(uri), str(next(numbers))
        before = last.get(uri)
        last[uri] = name, data
        if before is None or before[0] != params.previous_result_id:
            return types.SemanticTokens(data=data, result_id=name)
        return types.SemanticTokensDelta(edits=difference(before[1], data), result_id=name)


def difference(old: list[int], new: list[int]) -> list[types.SemanticTokensEdit]:
    """What turns tokens into others: one edit of what is not the same at both ends."""
    if old == new:
        return []
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    rest = most - first
    ending = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    return [types.SemanticTokensEdit(first, len(old) - first - ending, new[first : len(new) - ending])]


def encoded(view: View, within: types.Range | None = None) -> list[int]:
    """The tokens of a file, or of a part of it, as the protocol counts them: each from the one before."""
    then = view.snapshot.lines.get(view.shown)
    if then is None:
        return []
    found = tokens_of(view.snapshot, view.shown)
    shift = None if then.text == view.lines.text else Shift(then, view.lines)
    data: list[int] = []
    line, start = 0, 0
    for each in found:
        if within is not None and shift is None and not within.start.line < each.line <= within.end.line + 1:
            continue
        begin, end = _now(each, view.lines, shift)
        if begin is None or end is None or begin.line != end.line:
            continue
        if within is not None and not within.start.line <= begin.line <= within.end.line:
            continue
        same = begin.line == line
        length = end.character - begin.character
        bits = sum(1 << MODIFIERS.index(name) for name in each.modifiers)
        data += [begin.line - line, begin.character - (start if same else 0), length, TYPES.index(each.type), bits]
        line, start = begin.line, begin.character
    return data


def _now(token: Token, lines: Lines, shift: Shift | None) -> tuple[types.Position | None, types.Position | None]:
    end = token.column + token.length
    if shift is None:
        return lines.position(token.line, token.column), lines.position(token.line, end)
    span = shift.span(Span("", token.line, token.column, token.line, end))
    if span is None:
        return None, None
    found = lines.range(span)
    return found.start, found.end


# ---------------------------------------------------------------- a file


def tokens_of(snapshot: Snapshot, name: str) -> list[Token]:
    """The coloured words of a file of the snapshot, in order, none over another."""
    found: dict[tuple[int, int], Token] = {}
    rows = snapshot.lines[name]
    for each in snapshot.naming.in_file(name):
        _add(found, _named(each, rows))
    for spot in snapshot.spots(name):
        if isinstance(spot.value, Scalar) and spot.role != "data":
            for token in _in_spot(snapshot, spot, spot.value.code, found, rows):
                _add(found, token)
    ordered = sorted(found.values())
    apart = [after for before, after in pairwise(ordered) if not _over(before, after)]
    return ordered[:1] + apart


def _over(before: Token, after: Token) -> bool:
    return before.line == after.line and after.column < before.column + before.length


def _add(found: dict[tuple[int, int], Token], token: Token | None) -> None:
    if token is not None and token.length > 0:
        found.setdefault((token.line, token.column), token)


def _named(name: NameAt, rows: Lines) -> Token | None:
    """The token of a name; what is not written as a name (an entry of copies, a sign of a drawing) has none."""
    span = name.span
    if span.line != span.end_line or not 0 < span.line <= len(rows.rows):
        return None
    text = rows.row(span.line)[span.column - 1 : span.end_column - 1]
    if not _IDENTIFIER.fullmatch(text):
        return None
    modifiers = ["declaration"] if name.use == "declaration" else []
    if name.sort in _FIXED or (name.sort in ("local", "parameter") and not name.changes):
        modifiers.append("readonly")
    if name.given:
        modifiers.append("defaultLibrary")
    if name.use == "write" and name.changes:
        modifiers.append("modification")
    return Token(span.line, span.column, len(text), _SORTS[name.sort], tuple(modifiers))


def _in_spot(
    snapshot: Snapshot, spot: SchemaNode, code: Code, found: dict[tuple[int, int], Token], rows: Lines
) -> Iterator[Token | None]:
    role = spot.role
    if role == "text" and "{" in code.text:
        yield from (_named(each, rows) for each in snapshot.naming.in_text(code))
    tree = parsed(code, role)
    names = {(each.line, each.column) for each in _names(tree)}
    reader = _Reader(code, names if tree is not None else None, found, role)
    if role in ("template", "text"):
        yield from reader.text(0, len(code.text), None)
    elif role == "move":
        start, end = option_of(code)
        yield from reader.claim(start)
        yield from reader.code(start, end, option=True)
    else:
        yield from reader.code(0, len(code.text))


def _names(tree: object) -> Iterator[Span]:
    """Where names stand in a tree."""
    for node in descend(tree):
        if isinstance(node, nodes.Name | nodes.TypeExpr):
            yield node.span
        for key in ("name_span", "label_span", "menu_span"):
            span = getattr(node, key, None)
            if isinstance(span, Span):
                yield span


class _Reader:
    """Cuts code into coloured words. `names` are the places of names (None: the code is faulty), `known` what is
    coloured already."""

    def __init__(
        self, code: Code, names: set[tuple[int, int]] | None, known_: dict[tuple[int, int], Token], role: Role
    ) -> None:
        self.source, self.names, self.known, self.role = code, names, known_, role

    def code(self, start: int, end: int, *, option: bool = False) -> Iterator[Token]:
        """The words of a stretch of code; of an `option` that a player takes, its name comes first."""
        text = self.source.text
        found = scan(text, False, start, end).tokens
        for number, (kind, first, last) in enumerate(found):
            after = found[number + 1][0] if number + 1 < len(found) else ""
            if kind == WORD:
                token = self._word(first, last, after, option and number == 0)
                if token is not None:
                    yield token
            elif kind == "NUMBER":
                yield from self._token(first, last, "number")
            elif kind == "STRING":
                yield from self.text(first, last, "string")
            elif first < last and not text[first].isalnum() and kind not in "()[]{},.:;" and kind != "BAD":
                yield from self._token(first, last, "operator")

    def claim(self, end: int) -> Iterator[Token]:
        """What is said of the option ending it: that it cannot be taken."""
        for _, first, last in scan(self.source.text, False, 0, end).tokens:
            yield from self._token(first, last, "keyword")

    def text(self, start: int, end: int, type_: str | None) -> Iterator[Token]:
        """The words in the braces of a text, and the text between them."""
        text, at, plain = self.source.text, start, start
        while (sign := _SPLIT.search(text, at, end)) is not None:
            at = sign.end()
            close = closing_brace(text, sign.start(), end) if sign.group() == "{" else None
            if close is not None:
                yield from self._token(plain, sign.start(), type_)
                yield from self.code(sign.end(), close)
                at = plain = close + 1
        yield from self._token(plain, end, type_)

    def _word(self, first: int, last: int, after: str, is_option: bool) -> Token | None:
        text, span = self.source.text[first:last], self.source.at(first, last)
        place = (span.line, span.column)
        if place in self.known:
            return None
        if is_option:
            return Token(*place, last - first, "event")
        named = self.names is not None and place in self.names
        if text in RESERVED:
            fixed = text in ("true", "false", "none")
            return Token(*place, last - first, "keyword", ("readonly",) if fixed else ())
        if after == "(" and (text in BUILTINS or text in WORDS):
            return Token(*place, last - first, "function", ("defaultLibrary",))
        if after == "=" and not named:
            return Token(*place, last - first, "parameter")
        if named and self.role == "type" and text in WORDS:
            return Token(*place, last - first, "type", ("defaultLibrary",))
        if named and text in ("me", "active", "players"):
            return Token(*place, last - first, "parameter", ("readonly", "defaultLibrary"))
        if named or (self.role == "move" and text not in WORDS):
            return Token(*place, last - first, "enumMember" if self.role == "move" else "variable")
        return Token(*place, last - first, "keyword") if self.names is not None or text in WORDS else None

    def _token(self, first: int, last: int, type_: str | None) -> Iterator[Token]:
        """What stands in one line; a text over several lines has a token in each."""
        while type_ is not None and first < last:
            end = self.source.text.find("\n", first, last)
            end = last if end < 0 else end
            span = self.source.at(first, end)
            if span.line == span.end_line and span.end_column - span.column == end - first:
                yield Token(span.line, span.column, end - first, type_)
            first = end + 1
