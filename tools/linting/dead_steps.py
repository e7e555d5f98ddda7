"""YUL006: a step of the flow that never comes."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.elements import Element
from yupana.interpreter.language import nodes
from yupana.schemas.codes import CodeDoc
from yupana.schemas.steps import AnyStep, numbered

from .finding import Found, Rule
from .ranges import Ranges, plain
from .study import Study
from .truth import Truth

DOC = CodeDoc(
    "step that never comes",
    "A step of the flow or of the set-up is never reached: it is done 0 times, every turn of it is skipped, nobody is "
    "in its order, or the step before it ends the game in every case.",
    "flow:\n  - do: end game\n  - phase: counting\n    do: count_all()",
    "Put the step where it can be reached, fix the number, or delete it.",
)


def find(study: Study) -> Iterator[Found]:
    """Steps with no turn, and steps behind an unconditional end."""
    ranges = Ranges(study)
    for element in study.elements:
        if element.section not in ("flow", "setup"):
            continue
        why = _why(study, ranges, element)
        if why:
            yield Found(element.path, f"the step `{element.name}` never comes: {why}", element.span)
    for name, steps in (("setup", study.ruleset.setup), ("flow", study.ruleset.flow)):
        yield from _behind_an_end(study, name, steps)


def _why(study: Study, ranges: Ranges, element: Element) -> str:
    for piece in element.pieces:
        node = piece.node
        if not isinstance(node, nodes.Expr):
            continue
        times = plain(node) if piece.part == "times" else None
        if times is not None and times <= 0:
            return f"it is done {times} times"
        if piece.part == "skip" and Truth(study, ranges, element).of(node) is True:
            return "every turn is skipped"
        if piece.part == "order" and isinstance(node, nodes.ListLit) and not node.items:
            return "nobody is in its order"
    return ""


def _behind_an_end(study: Study, path: str, steps: list[AnyStep]) -> Iterator[Found]:
    ended = False
    for where, step in numbered(steps, path):
        if ended:
            name = where.rpartition(".")[2]
            yield Found(where, f"the step `{name}` never comes: the step before it ends the game", step.span)
            return
        yield from _behind_an_end(study, where, step.inner)
        element = study.elements.by_path.get(where)
        bodies = [each.node for each in element.pieces if each.part in ("do", "start")] if element else []
        if not step.repeats:
            ended = any(isinstance(body, tuple) and _ends(body) for body in bodies)


def _ends(body: tuple[nodes.Node, ...]) -> bool:
    return any(
        (isinstance(each, nodes.End) and each.name == "game")
        or (isinstance(each, nodes.Outcome) and each.word in ("win", "draw"))
        for each in body
    )


RULE = Rule("YUL006", "warning", DOC, find)
