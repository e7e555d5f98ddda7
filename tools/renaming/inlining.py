"""A call of a function becomes what the function says, at one place, or everywhere, and then the function goes."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.interpreter.analysis import analyse
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.elements import Elements
from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import descend, transformed
from yupana.schemas.find import sources_of
from yupana.schemas.opened import Texts, real
from yupana.schemas.ruleset import FunctionDecl
from yupana.schemas.source import Span

from ..authoring.edits import Edit
from ..authoring.owners import variants_of
from .extracting import Edits, sound_after
from .rename import may_say

_ALONE = (nodes.Name, nodes.Int, nodes.Call, nodes.Attribute, nodes.Comprehension)


def inlined(compiled: SoundRuleset, path: str, at: Span | None, texts: Texts) -> Edits | None:
    """The edits that put what a function says in the place of its call at a span, or (None) of all its calls, and take
    it away then. None where that cannot be, or would mean something else."""
    elements = analyse(compiled).elements
    body = _body(elements, path)
    model = elements.by_path[path].model if path in elements.by_path else None
    if body is None or not isinstance(model, FunctionDecl) or model.requires or model.adjustable:
        return None
    parameters = [str(each) for each in model.of]
    calls = _calls(elements, path.rpartition(".")[2])
    uses = elements.references
    assert uses is not None
    named = [each for each in uses.references if each.declaration.path == path and each.declaration.sort == "element"]
    wanted = [(where, call) for where, call in calls if at is None or call.span.holds(at)]
    known = {call.function.span for _, call in calls}
    if not wanted or (at is None and any(each.kind != "declaration" and each.span not in known for each in named)):
        return None
    edits: Edits = {}
    for where, call in wanted:
        said = _said(elements, where, call, body, parameters)
        if said is None:
            return None
        span = call.span
        edits.setdefault(real(Path(span.file)), []).append(
            Edit(span.line, span.column, span.end_line, span.end_column, said)
        )
    if at is None:
        gone = _gone(compiled, elements, path)
        if gone is None or _elsewhere(compiled, path.rpartition(".")[2]):
            return None
        edits.setdefault(gone[0], []).append(gone[1])
    return edits if sound_after(compiled, edits, texts) else None


def _body(elements: Elements, path: str) -> nodes.Expr | None:
    pieces = elements.by_path[path].pieces if path in elements.by_path else []
    found = [each.node for each in pieces if each.key == "is"]
    return found[0] if len(found) == 1 and isinstance(found[0], nodes.Expr) else None


def _calls(elements: Elements, name: str) -> list[tuple[str, nodes.Call]]:
    """All calls of a function in code, with the path of the element around; those inside of others are left to them."""
    uses = elements.references
    assert uses is not None
    places = {each.span for each in uses.references if each.declaration.path == f"functions.{name}"}
    return [
        (element.path, node)
        for element in elements
        for piece in element.pieces
        for node in descend(piece.node)
        if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and node.function.span in places
    ]


def _said(elements: Elements, where: str, call: nodes.Call, body: nodes.Expr, parameters: list[str]) -> str | None:
    """What the call becomes; None where a name would mean something else at the place of the call."""
    if call.keywords or len(call.args) != len(parameters):
        return None
    names = {each.name for each in descend(body) if isinstance(each, nodes.Name)}
    bound = {
        str(name) for each in descend(body) if (name := getattr(each, "name", None)) and hasattr(each, "name_span")
    }
    given = {each.name for each in descend(call.args) if isinstance(each, nodes.Name)}
    uses = elements.references
    assert uses is not None
    there = {each.declaration.name for each in uses.within(where) if each.declaration.sort == "local"}
    if (names - {*parameters}) & there or bound & given:
        return None
    values = dict(zip(parameters, call.args, strict=True))
    whole = transformed(body, lambda node: values.get(node.name) if isinstance(node, nodes.Name) else None)
    text = show_expression(whole)
    return text if isinstance(whole, _ALONE) else f"({text})"


def _gone(compiled: SoundRuleset, elements: Elements, path: str) -> tuple[str, Edit] | None:
    """The lines of a function taken away; None for one that does not stand in lines of its own."""
    element = elements.by_path[path]
    rows = compiled.files.get(element.span.file, "").split("\n")
    first, indent = element.span.line, element.span.column - 1
    if rows[first - 1][:indent].strip():
        return None
    last = first
    while last < len(rows) and (not rows[last].strip() or len(rows[last]) - len(rows[last].lstrip()) > indent):
        last += 1
    while last > first and not rows[last - 1].strip():
        last -= 1
    return real(Path(element.span.file)), Edit(first, 1, last + 1, 1, "")


def _elsewhere(compiled: SoundRuleset, name: str) -> bool:
    """Whether an overlay may name the function."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    own = {each.resolve() for each in compiled.parts}
    others = [each for each in variants_of(compiled.parts[0]) if each.resolve() not in own]
    return may_say((file for each in others for file in sources_of(each)), word)
