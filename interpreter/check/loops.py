"""What a `for` goes through, and where it ends before its last value (`while` and `until`)."""

from __future__ import annotations

from dataclasses import replace

from ..language import nodes
from ..language.types import BOOL, Type, list_of
from ..typed import nodes as typed
from ..typed.nodes import Expr, Variable
from .body import Body, facts_of
from .core import Items, condition, expression, items, items_of
from .entries import is_entry


def gone_through(body: Body, node: nodes.Expr, expected: Type | None = None) -> Items:
    """What a loop goes through: a collection, `expected` to be of a type, or a single value that may be none, which is
    left out then."""
    if isinstance(node, nodes.NoneLit):
        return items(body, node)
    return _gone_through(body, node, expression(body, node, expected))


def one_or_several(body: Body, node: nodes.Expr) -> Items:
    """The same, and any other single value as a collection of one."""
    if isinstance(node, nodes.NoneLit):
        return items(body, node)
    found = expression(body, node)
    single = found.type.kind in ("member", "int", "bool")
    if not single or found.type.optional or is_entry(body.world, found.type):
        return _gone_through(body, node, found)
    return Items(typed.Items(node.span, list_of(found.type, 1), (found,)), found.type, 1)


def _gone_through(body: Body, node: nodes.Expr, found: Expr) -> Items:
    if not found.type.optional or not found.type.scalar or is_entry(body.world, found.type):
        return items_of(body, found, node)
    span, there = node.span, found.type.required()
    each = Variable("each", found.type, span)
    value = typed.Local(span, found.type, each)
    none = typed.NoneValue(span, found.type, found.type.kind == "int")
    present = typed.Comparison(span, BOOL, "!=", value, none, found.type)
    clause = typed.Clause(span, each, typed.Items(span, list_of(found.type, 1), (found,)), present)
    listed = typed.Comprehension(
        span, list_of(there, 1), "list", (clause,), replace(value, type=there), None, None, False
    )
    return Items(listed, there, 1)


def stops(body: Body, node: nodes.For | nodes.ForClause) -> tuple[Expr | None, Expr | None]:
    """The conditions of a loop whose name is known already; what `while` says of it is known from here on."""
    going = None
    if node.going is not None:
        going = condition(body, node.going)
        body.learn(facts_of(node.going)[0])
    return going, None if node.until is None else condition(body, node.until)
