"""What code leaves unsaid, shown between its words: types of locals, names of arguments, values of constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lsprotocol import types
from yupana.interpreter.ide.semantic_model import NameAt, SemanticModel
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.reader import Scalar
from yupana.schemas.source import Span

from .lines import Place
from .position_context import range_now
from .projects import Snapshot
from .schema_nodes import parsed
from .server import EditorServer

_Call = nodes.Call | nodes.Do
_Names = Mapping[tuple[int, int], NameAt]


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown at a place; `before`: it belongs to what follows."""

    span: Span
    words: str
    before: bool = False


def register(server: EditorServer) -> None:
    """Answer what code leaves unsaid."""

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        view = await server.view(params.text_document.uri, fresh=True)
        if view is None or view.shown not in view.snapshot.lines:
            return []
        asked = params.range
        found = []
        first, last = view.then(view.lines.read(asked.start)), view.then(view.lines.read(asked.end))
        for each in hints_in(view.snapshot, view.shown, first, last):
            now = range_now(server, view, each.span)
            if now is not None and asked.start.line <= now.start.line <= asked.end.line:
                kind = types.InlayHintKind.Parameter if each.before else types.InlayHintKind.Type
                at = now.start if each.before else now.end
                found.append(types.InlayHint(at, each.words, kind, padding_right=each.before or None))
        return found


def hints_in(snapshot: Snapshot, name: str, first: Place | None, last: Place | None) -> Iterator[Hint]:
    """What is left unsaid in the code that lies between two places of a file (None: to its end)."""
    naming = snapshot.naming
    names = {(each.span.line, each.span.column): each for each in naming.in_file(name)}
    for spot in snapshot.spots(name):
        place = spot.value.span
        outside = (last is not None and place.line > last.line) or (first is not None and place.end_line < first.line)
        if not isinstance(spot.value, Scalar) or spot.role == "data" or outside:
            continue
        code, role = spot.value.code, spot.role
        texts = {(each.span.line, each.span.column): each for each in naming.in_text(code)} if role == "text" else names
        for node in descend(parsed(code, role)):
            if isinstance(node, nodes.Let) and node.type is None:
                yield from _of_let(naming, node, texts)
            elif isinstance(node, nodes.Name):
                yield from _of_constant(node, texts)
            elif isinstance(node, _Call):
                yield from _of_call(node, texts)


def _of_let(naming: SemanticModel, node: nodes.Let, names: _Names) -> Iterator[Hint]:
    found = names.get((node.name_span.line, node.name_span.column))
    if found is not None and found.type is not None and found.type.kind != "unknown":
        yield Hint(node.name_span, f": {naming.brief(found.type)}")


def _of_constant(node: nodes.Name, names: _Names) -> Iterator[Hint]:
    found = names.get((node.span.line, node.span.column))
    type_ = None if found is None or found.sort != "constant" else found.type
    if type_ is not None and type_.kind == "int" and type_.low == type_.high:
        yield Hint(node.span, f" = {type_.low}")


def _of_call(node: _Call, names: _Names) -> Iterator[Hint]:
    if isinstance(node, nodes.Do):
        span = node.name_span
    else:
        span = node.function.name_span if isinstance(node.function, nodes.Attribute) else node.function.span
    found = names.get((span.line, span.column))
    params = () if found is None or found.sort not in ("function", "procedure", "condition") else found.params
    for (param, _), given in zip(params, node.args, strict=False):
        said = given.name if isinstance(given, nodes.Name | nodes.Attribute) else ""
        if said != param and len(params) > 1:
            yield Hint(given.span, f"{param}:", before=True)
