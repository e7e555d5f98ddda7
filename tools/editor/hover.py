"""What stands at a place: types, meanings and the author's words, as an editor shows them beside the pointer."""

from __future__ import annotations

from lsprotocol import types
from yupana.interpreter.index.elements import Elements
from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import BAD, END, WORD, scan
from yupana.interpreter.language.types import Type
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.reader import Scalar
from yupana.schemas.source import Code, Span

from . import hover_pages as pages
from .position_context import PositionContext, elements_of, path_of, position_context, range_now
from .schema_nodes import holds, is_citation, nodes_at
from .server import EditorServer

MOST = 3
"""Of how many things that one name stands for all is told."""


def register(server: EditorServer) -> None:
    """Answer what stands at a place."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        at = await position_context(server, params.text_document.uri, params.position)
        if at is None:
            return None
        found = told_at(at, await elements_of(at.snapshot))
        if found is None:
            return None
        words, span = found
        content = types.MarkupContent(types.MarkupKind.Markdown, words)
        shown = range_now(server, at.view, span) if at.name in at.snapshot.lines else at.lines.range(span)
        return types.Hover(content, shown)


Told = tuple[str, Span]
"""What is told, in Markdown, and of what stretch of the file."""


def told_at(at: PositionContext, elements: Elements) -> Told | None:
    """What is told of a place."""
    spot = at.spot
    if at.on_key and spot.key is not None:
        return _of_key(at, elements)
    if not isinstance(spot.value, Scalar):
        return None
    if is_citation(spot):
        words = pages.of_rules(elements, [spot.value.text])
        return (words[0], spot.value.span) if words else None
    if at.names:
        return _of_name(at, elements)
    if at.code is not None and (at.code[1] not in ("text", "template") or at.syntax is not None):
        return _in_code(at, *_token(at.code[0], at))
    code = pages.of_code(spot.value.text) if spot.shape.key == "code" else None
    return None if code is None else (code, spot.value.span)


def _of_key(at: PositionContext, elements: Elements) -> Told | None:
    spot = at.spot
    assert spot.key is not None
    element = at.element(elements, exact=True)
    if element is None and spot.path[:2] == ("rulebook", "rules"):
        element = elements.by_path.get(path_of(spot.path))
    if element is not None and element.path != element.section:
        return pages.of_element(elements, element, at.snapshot.naming), spot.key.span
    if at.names:
        return _of_name(at, elements)
    model = "" if spot.key in BLOCKS and spot.owner.blocks else spot.shape.model
    model = "Ruleset" if len(spot.path) == 1 and model != "" else model
    words = pages.of_key(model, str(spot.key))
    return None if words is None else (words, spot.key.span)


def _of_name(at: PositionContext, elements: Elements) -> Told:
    name = at.names[0]
    types_ = [] if at.syntax is None else _types(at, name.span)
    title = pages.of_name(at.snapshot.naming, name, types_[0] if types_ else name.type)
    found = elements.references.at(name.span.file, name.span.line, name.span.column)
    paths = dict.fromkeys(each.declaration.path for each in found if each.span == name.span)
    if not found and name.sort != "local":
        paths = dict.fromkeys(each.path for each in elements.named(name.name))
    blocks = [
        pages.of_element(elements, elements.by_path[path], at.snapshot.naming, title)
        for path in paths
        if path in elements.by_path and name.sort not in ("local", "parameter", "attribute")
    ]
    return "\n\n---\n\n".join(blocks[:MOST]) or title, name.span


def _types(at: PositionContext, span: Span) -> list[Type]:
    """The types that a name has at its place; of a field after a dot, those of all with the dot."""
    around = [each for each in nodes_at(at.syntax, at.place) if isinstance(each, nodes.Expr)]
    for node in reversed(around):
        if (node.span.end_line, node.span.end_column) == (span.end_line, span.end_column):
            found = at.snapshot.naming.types_of(node)
            if found:
                return found
    return []


def _token(code: Code, at: PositionContext) -> tuple[str, str, Span | None]:
    """The kind and text of the token at a place, and where it stands."""
    for kind, start, end in scan(code.text, lines=False).tokens:
        span = code.at(start, end)
        if kind not in (BAD, END) and start < end and holds(span, at.place):
            return kind, code.text[start:end], span
    return "", "", None


def _in_code(at: PositionContext, kind: str, text: str, span: Span | None) -> Told | None:
    around = nodes_at(at.syntax, at.place)
    if kind == WORD and span is not None:
        word = _of_word(text, span, around)
        if word is not None:
            typed = [at.snapshot.naming.show(each) for each in _types(at, span)][:1]
            return "\n\n".join([word, *(f"{text}: {each}" for each in typed)]), span
    naming = at.snapshot.naming
    in_text = naming.types_in_text(at.code[0]) if at.code is not None and at.code[1] == "text" else {}
    for node in reversed(around):
        if isinstance(node, nodes.Expr) and not isinstance(node, nodes.Template):
            found = naming.types_of(node) or ([in_text[node.span]] if node.span in in_text else [])
            if found:
                shown = " or ".join(dict.fromkeys(map(naming.show, found)))
                return shown[:1].upper() + shown[1:], node.span
    return None


def _of_word(text: str, span: Span, around: list[nodes.Node]) -> str | None:
    """The page of a built-in that is called, or what a word of the language means."""
    called = [each for each in around if isinstance(each, nodes.Call) and each.function.span == span]
    return (pages.of_builtin(text) if called else None) or pages.of_word(text)
