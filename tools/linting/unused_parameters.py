"""YUL003: a parameter that makes no difference."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.elements import Element
from yupana.schemas.codes import CodeDoc
from yupana.schemas.source import Span

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "unused parameter",
    "A function, procedure, predicate or action has a parameter that its code never reads. In an action the player is "
    "then asked for something that changes nothing. A parameter that is shown (`is`) is not meant.",
    "functions:\n  bonus: {of: {p: Player, round: int}, is: p.money // 2}",
    "Take the parameter out (and the argument from every call), or use it.",
)


def find(study: Study) -> Iterator[Found]:
    """Parameters that no code reads, of what adjusts it or of the entries of its kind neither."""
    for element in study.elements:
        for name, span in _parameters(element).items():
            if span not in study.locals_read:
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


RULE = Rule("YUL003", "warning", DOC, find)
