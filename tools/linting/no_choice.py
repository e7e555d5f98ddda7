"""YUL010: a parameter that never has a choice."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .ranges import plain
from .study import Study

DOC = CodeDoc(
    "parameter without a choice",
    "What is to be chosen here can only ever be one thing: a list with one value, a range from a number to itself, or "
    "a kind with a single entry. The player is asked for what is settled.",
    "parameters: {dice: {in: [2]}}",
    "Give it with `is` in place of `in`, or write the value where it is needed.",
)


def find(study: Study) -> Iterator[Found]:
    """Parameters of actions, and choices that are not optional."""
    for element, part, node in study.code:
        if part.startswith("parameters.") and part.endswith(".in") and isinstance(node, nodes.Expr):
            name = part.split(".")[1]
            if _single(study, node):
                hint = "write `is` in place of `in`"
                yield Found(element.path, f"there is only one value for `{name}`", node.span, hint)
        for each in descend(node):
            if isinstance(each, nodes.Choose) and not each.optional and not each.up_to and each.count is None:
                for binder in each.binders:
                    if len(each.binders) == 1 and binder.test is None and _single(study, binder.items):
                        yield Found(element.path, f"there is only one value for `{binder.name}`", binder.items.span)


def _single(study: Study, node: nodes.Expr) -> bool:
    if isinstance(node, nodes.ListLit | nodes.SetLit):
        return len(node.items) == 1
    if isinstance(node, nodes.Range):
        low, high = plain(node.low), plain(node.high)
        return low is not None and low == high
    if isinstance(node, nodes.Name) and node.name not in study.words_of_variants:
        number = study.analysis.world.domain_of.get(node.name)
        return number is not None and study.analysis.world.domains[number].size == 1
    return False


RULE = Rule("YUL010", "advice", DOC, find)
