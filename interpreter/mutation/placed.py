"""What is broken of a piece of code because of where it stands: what an entry says of itself, when a step ends, how a
tie is broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from yupana.schemas.steps import Step

from ..language import nodes
from .code import Change, Says
from .facts import Facts
from .models import Part

LATER = {">=": "+", ">": "+", "==": "+", "<=": "-", "<": "-"}
"""What is done to the bound of an end so that it comes later by one."""


def placed(part: Part, tree: Any, says: Says, facts: Facts) -> Iterator[Change]:
    """The changes of a tree that follow from its place."""
    key, last = part.path[-1], part.around[-1]
    if part.path[:2] == ("scoring", "tie_break"):
        said = f"a tie goes the other way by `{says(tree.span)}`"
        yield Change(nodes.Unary(tree.span, "-", tree), tree.span, "tie", said)
    if part.role == "attribute" and isinstance(tree, nodes.Name):
        for other in facts.members(tree)[:1]:
            said = f"`{says(tree.span)}` is `{other}`"
            yield Change(replace(tree, name=other), tree.span, "value", said)
    if part.role == "attribute" and isinstance(tree, nodes.SetLit) and len(tree.items) == 1:
        for other in facts.members(tree.items[0])[:1]:
            said = f"`{says(tree.span)}` has `{other}` too"
            more = nodes.Name(tree.span, other)
            yield Change(replace(tree, items=(*tree.items, more)), tree.span, "element", said)
    if isinstance(last, Step) and key == "times" and not isinstance(tree, nodes.Int):
        again = nodes.Binary(tree.span, "+", tree, nodes.Int(tree.span, 1))
        yield Change(again, tree.span, "bound", f"`{says(tree.span)}` is one more")
    if isinstance(last, Step) and key == "until":
        for later, said in _later(tree, says):
            yield Change(later, tree.span, "bound", f"`{said}` comes true later by one")


def _later(tree: nodes.Expr, says: Says) -> Iterator[tuple[nodes.Expr, str]]:
    """A condition with the bound of one comparison moved by one; of numbers themselves it is said there."""
    match tree:
        case nodes.Binary(op="and" | "or"):
            for left, said in _later(tree.left, says):
                yield replace(tree, left=left), said
            for right, said in _later(tree.right, says):
                yield replace(tree, right=right), said
        case nodes.Comprehension(word="any" | "all"):
            for element, said in _later(tree.element, says):
                yield replace(tree, element=element), said
        case nodes.Compare(rest=((op, bound),)) if op in LATER and not isinstance(bound, nodes.Int):
            moved = nodes.Binary(bound.span, LATER[op], bound, nodes.Int(bound.span, 1))
            yield replace(tree, rest=((op, moved),)), says(tree.span)
