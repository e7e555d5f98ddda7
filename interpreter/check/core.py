"""What every part of the expression checker needs: values of a wanted type, and what may be none.

Checking an expression gives a typed one, always: what is faulty is reported once and gives an `Unknown`, which is
passed on silently while the rest is checked. Each class of the syntax tree has its function, registered here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from yupana.schemas.source import NOWHERE, Span

from ..language import messages, nodes
from ..language.types import BOOL, INT, UNKNOWN, Type, accepts, member, same_family, set_of
from ..typed import nodes as typed
from ..typed.declared import AdjustmentInfo
from ..typed.nodes import Expr
from .body import Body, path_key
from .entries import copies_of, is_entry, kind_of

MAX_RANGE = 100_000
NARROWED = (nodes.Name, nodes.Attribute, nodes.Index, nodes.Call, nodes.Comprehension)

Check = Callable[[Body, Any, Type | None], Expr]
_Check = TypeVar("_Check", bound=Check)

CHECKS: dict[type[nodes.Expr], Check] = {}
"""The function of every class of expressions."""


class Items(NamedTuple):
    """What a loop goes through: the collection, the type of its elements, and how many there are at most."""

    expr: Expr
    element: Type
    bound: int | None


def checks(*kinds: type[nodes.Expr]) -> Callable[[_Check], _Check]:
    """Registers the function that checks these nodes."""

    def register(function: _Check) -> _Check:
        CHECKS.update(dict.fromkeys(kinds, function))
        return function

    return register


def unknown(node: nodes.Node) -> typed.Unknown:
    """A faulty piece of code."""
    return typed.Unknown(node.span, UNKNOWN)


def is_unknown(node: Expr) -> bool:
    """Whether the type says nothing, so that nothing more can be found wrong with it."""
    return node.type.kind == "unknown"


def expression(body: Body, node: nodes.Expr, expected: Type | None = None) -> Expr:
    """The value of an expression; `expected` helps to read names that several kinds share, `none` and `[]`. What is
    known not to be none has its type without none."""
    found = as_declared(body, node, expected)
    if found.type.optional and isinstance(node, NARROWED):
        key = path_key(node)
        if key is not None and body.is_narrowed(key):
            found = required(body, found, node)
    return noted(body, node, found)


def noted(body: Body, node: nodes.Expr, found: Expr) -> Expr:
    """What an expression was found to be, which is kept for those who ask what stands where."""
    if body.world.tree is not None and not body.at_load and not is_unknown(found):
        body.world.tree.setdefault((type(node), node.span), []).append(found)
    return found


def as_declared(body: Body, node: nodes.Expr, expected: Type | None = None) -> Expr:
    """As `expression`, with the declared type."""
    return CHECKS[type(node)](body, node, expected)


def look_into(body: Body, *parts: nodes.Expr) -> None:
    """Find the faults of their own of parts whose meaning is not known, because what they stand in is faulty."""
    for each in parts:
        if not isinstance(each, nodes.Name) or each.name not in body.world.entities:  # a kind would tell which entity
            expression(body, each)


_CALCULATED = (messages.Wanted.NUMBER, messages.Wanted.SORT_KEY)


def error_type(
    body: Body, wanted: str, found: Type, span: Span, declared: Span = NOWHERE, hint: str = ""
) -> typed.Unknown:
    """Report a value of a wrong type; `wanted` is one of `Wanted` or a type as it is shown, which was `declared`
    somewhere else."""
    if found.kind != "unknown":
        world = body.world
        hint = messages.one_copy(world.excerpt(span)) if is_entry(world, found) else hint
        if not hint and wanted in _CALCULATED and found.kind == "member" and world.domains[found.domain].sort == "enum":
            hint = messages.its_place(world.excerpt(span))
        world.error(messages.wrong_type(wanted, world.show(found), span, hint, declared))
    return typed.Unknown(span, UNKNOWN)


def value(body: Body, node: nodes.Expr, target: Type, declared: Span = NOWHERE) -> Expr:
    """The value of an expression as one of the target type."""
    return coerce(body, expression(body, node, target), target, node.span, declared)


def condition(body: Body, node: nodes.Expr) -> Expr:
    """A condition."""
    found = expression(body, node, BOOL)
    if found.type.kind in ("bool", "unknown"):
        found = required(body, found, node)
        return found if found.span == node.span else replace(found, span=node.span)  # with its brackets
    body.world.error(messages.not_a_condition(body.world.show(found.type), node.span))
    return unknown(node)


def integer(body: Body, node: nodes.Expr) -> Expr:
    """A number that is there."""
    found = expression(body, node, INT)
    if found.type.kind != "int":
        return error_type(body, messages.Wanted.NUMBER, found.type, node.span)
    return required(body, found, node)


def key(body: Body, node: nodes.Expr, domain: int) -> Expr:
    """A member of a domain, for use as a key; none is not allowed."""
    return as_key(body, expression(body, node, member(domain)), node, domain)


def as_key(body: Body, found: Expr, node: nodes.Expr, domain: int) -> Expr:
    """A value as a member of a domain, for use as a key."""
    if found.type.kind != "member" or found.type.domain != domain:
        return error_type(body, body.world.show(member(domain)), found.type, node.span)
    return required(body, found, node)


def required(body: Body, found: Expr, node: nodes.Expr) -> Expr:
    """The value, known not to be none; a fault otherwise."""
    if not found.type.optional:
        return found
    path = path_key(node)
    if path is None or not body.is_narrowed(path):
        body.world.error(messages.may_be_none(excerpt_of(body, node.span), node.span, late=body.root.late))
        return unknown(node)
    type_ = found.type.required()
    variable = body.find(node.name) if isinstance(node, nodes.Name) else None
    if variable is not None and not variable.mutable:
        return replace(found, type=type_)
    return typed.Present(node.span, type_, found)


def excerpt_of(body: Body, span: Span) -> str:
    """The text of a place, for a message."""
    text = body.world.excerpt(span)
    return f"`{text}`" if text and len(text) <= 40 else "this value"


def coerce(body: Body, found: Expr, target: Type, span: Span, declared: Span = NOWHERE) -> Expr:
    """The expression as a value of the target type. Ints are tested for their range where needed. `declared` is where
    the target's type stands, for the message."""
    kind, world = found.type.kind, body.world
    if kind == "unknown":
        return found
    if kind == "none":
        if not target.optional:
            return error_type(body, world.show(target), found.type, span, declared)
        return typed.NoneValue(found.span, target, target.kind == "int")
    if kind == "empty" and (target.kind in ("list", "set") or _empty_map(found, target)):
        return typed.Empty(found.span, target)
    if target.kind == "set":
        found = as_set(found)
    if accepts(target, found.type):
        return in_range(body, found, target, span, declared)
    if same_family(target, found.type) and found.type.optional:
        world.error(messages.may_be_none(excerpt_of(body, span), span, late=body.root.late))
        return typed.Unknown(span, UNKNOWN)
    return error_type(body, world.show(target), found.type, span, declared)


def _empty_map(found: Expr, target: Type) -> bool:
    """Whether it is `{}` where a map is wanted: every member has what a member that is left out has."""
    inner = target.element
    if target.kind != "map" or inner is None or not (isinstance(found, typed.Empty) and found.braces):
        return False
    return inner.optional or inner.kind != "int" or inner.low <= 0 <= inner.high


def can_fit(body: Body, found: Expr, target: Type, span: Span, declared: Span = NOWHERE) -> None:
    """Report a number that is known not to lie in the target's range."""
    if found.constant is not None:
        body.world.error(messages.outside(found.constant, target.low, target.high, span, declared))


def in_range(body: Body, found: Expr, target: Type, span: Span, declared: Span = NOWHERE) -> Expr:
    """An int tested against the target's range, unless it is known to fit."""
    type_ = found.type
    if target.kind != "int" or (target.low <= type_.low and type_.high <= target.high) or type_.optional:
        return found
    can_fit(body, found, target, span, declared)
    return typed.InRange(span, target.required(), found)


def as_set(found: Expr) -> Expr:
    """A list of entities taken as a set; anything else as it is."""
    element = found.type.element
    if found.type.kind == "list" and element is not None and element.kind == "member" and not element.optional:
        return typed.AsSet(found.span, set_of(element.domain), found)
    return found


def items(body: Body, node: nodes.Expr) -> Items:
    """A collection, and what is in it."""
    return items_of(body, expression(body, node), node)


def items_of(body: Body, found: Expr, node: nodes.Expr) -> Items:
    """The same of a value that is there already."""
    type_ = found.type
    if type_.kind == "list" and type_.element is not None:
        return Items(found, type_.element, type_.bound)
    if type_.kind == "set":
        bound = body.world.domains[type_.domain].size
        if isinstance(found, typed.Items):
            values = {each.constant for each in found.items}
            bound = bound if None in values else len(values)
        return Items(found, member(type_.domain), bound)
    if is_entry(body.world, type_):
        copies = copies_of(body.world, required(body, found, node))
        return Items(copies, member(copies.type.domain), kind_of(body.world, type_).size)
    if type_.kind == "empty":
        body.world.error(messages.no_type(node.span))
        return Items(unknown(node), UNKNOWN, None)
    return Items(error_type(body, messages.Wanted.COLLECTION, type_, node.span), UNKNOWN, None)


# ---------------------------------------------------------------- the key for which an adjustment is switched on


def key_of(body: Body, info: AdjustmentInfo, at: nodes.Expr | None, span: Span) -> Expr | None:
    """The key that an author names, or the acting player; None for an adjustment without one."""
    world = body.world
    if info.at is None and info.decl.applies_to == "me" and at is None:
        return typed.Acting(span, member(0), "me")
    if info.key < 0:
        if at is not None:
            world.error(messages.takes_no_key(info.name, at.span))
        return None
    if at is None:
        world.error(messages.key_missing(info.name, world.domains[info.key].name, span))
        return typed.Unknown(span, UNKNOWN)
    return key(body, at, info.key)
