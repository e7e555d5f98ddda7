"""YUL003: a parameter that makes no difference."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.elements import Element
from yupana.interpreter.language import nodes
from yupana.schemas.codes import CodeDoc
from yupana.schemas.source import Span

from .finding import Found, Rule
from .study import Study
from .walk import every

DOC = CodeDoc(
    "unused parameter",
    "A function, procedure, predicate or action has a parameter that its code never reads. In an action the player is "
    "then asked for something that changes nothing. A parameter that is shown (`is`) is not meant.",
    "functions:\n  bonus: {of: {p: Player, round: int}, is: p.money // 2}",
    "Take the parameter out (and the argument from every call), or use it.",
)


def find(study: Study) -> Iterator[Found]:
    """Parameters whose name does not occur in the code that could read it."""
    for element in study.elements:
        names = _parameters(element)
        if not names:
            continue
        read = _names_read(study, element)
        for name, span in names.items():
            if name not in read:
                what = "choice" if element.section == "actions" else "parameter"
                yield Found(element.path, f"nothing reads the {what} `{name}` of `{element.name}`", span)


def _parameters(element: Element) -> dict[str, Span]:
    model = element.model
    if element.section == "actions":
        parameters = getattr(model, "parameters", {})
        return {str(name): name.span for name, each in parameters.items() if each.items is not None}
    if element.section in ("functions", "procedures") or ".predicates." in element.path:
        return {str(name): name.span for name in getattr(model, "of", None) or {}}
    return {}


def _names_read(study: Study, element: Element) -> set[str]:
    """The names that the code of an element reads; for one that is adjusted, or is a condition of entries, also that
    of its adjustments or of the entries."""
    readers = [element]
    if getattr(element.model, "adjustable", False):
        readers += [each for each in study.elements if getattr(each.model, "of", None) == element.name]
    if element.within is not None:
        inside = f"{element.within}."
        readers += [each for each in study.elements if each.path == element.within or each.path.startswith(inside)]
    read = {
        node.name
        for each in readers
        for piece in each.pieces
        for node in every(piece.node)
        if isinstance(node, nodes.Name)
    }
    limit = getattr(element.model, "limit", None)
    if limit is not None and limit.of is not None:
        read.add(str(limit.of))
    return read


RULE = Rule("YUL003", "warning", DOC, find)
