"""Operators and comparisons: arithmetic with intervals, sets and lists, membership."""

from __future__ import annotations

from collections.abc import Callable

from yupana.schemas.intervals import calculated, result_of
from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    INT,
    INT_MAX,
    INT_MIN,
    UNKNOWN,
    Type,
    interval,
    join,
    list_of,
    member,
    same_family,
)
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .body import Body, facts_of
from .core import (
    as_key,
    as_set,
    checks,
    coerce,
    condition,
    error_type,
    expression,
    integer,
    is_unknown,
    required,
    unknown,
)
from .entries import among, fits, is_copy, is_entry, kind_of
from .names import is_zone, zone_named
from .world import FieldInfo

ARITHMETIC = ("+", "-", "*", "//", "%")
OF_SETS = ("|", "&", "-")
READ_AFTER = (nodes.Name, nodes.NoneLit, nodes.ListLit, nodes.SetLit)
"""What is read with the type of the other side in mind."""


@checks(nodes.Unary)
def _unary(body: Body, node: nodes.Unary, expected: Type | None) -> Expr:
    """`not x`, `-x`."""
    if node.op == "not":
        return typed.Not(node.span, BOOL, condition(body, node.value))
    value = integer(body, node.value)
    if is_unknown(value):
        return value
    type_ = interval(-value.type.high, -value.type.low)
    if value.constant is not None:
        return typed.Number(node.span, type_, -value.constant)
    return typed.Negative(node.span, type_, value)


@checks(nodes.Conditional)
def _conditional(body: Body, node: nodes.Conditional, expected: Type | None) -> Expr:
    """`a if c else b`."""
    return one_of(body, node, *branches(body, node, lambda body, each: expression(body, each, expected)), expected)


def branches(
    body: Body, node: nodes.Conditional, check: Callable[[Body, nodes.Expr], Expr]
) -> tuple[Expr, Expr, Expr]:
    """The condition, and what it chooses of, each checked with what is known where it is chosen."""
    test = condition(body, node.test)
    yes, no = facts_of(node.test)
    with body.knowing(yes):
        then = check(body, node.then)
    with body.knowing(no):
        other = check(body, node.other)
    return test, then, other


def one_of(
    body: Body, node: nodes.Conditional, test: Expr, then: Expr, other: Expr, expected: Type | None = None
) -> Expr:
    """One of two values, which must be of one type."""
    if is_unknown(then) or is_unknown(other):
        return unknown(node)
    if "set" in (then.type.kind, other.type.kind):
        then, other = as_set(then), as_set(other)
    if not same_family(then.type, other.type):
        show = body.world.show
        fault = messages.mixed_branches(show(then.type), show(other.type), node.then.span, node.other.span)
        body.world.error(fault)
        return unknown(node)
    type_ = join(then.type, other.type)
    if type_.kind in ("none", "empty"):
        if expected is None:
            body.world.error(messages.no_type(node.span))
            return unknown(node)
        type_ = expected
    wide = type_.widened()
    one, two = coerce(body, then, wide, node.then.span), coerce(body, other, wide, node.other.span)
    return typed.Conditional(node.span, type_, test, one, two)


@checks(nodes.Binary)
def _binary(body: Body, node: nodes.Binary, expected: Type | None) -> Expr:
    """Conditions, arithmetic, and `+ | & -` of lists and sets."""
    if node.op in ("and", "or"):
        return _logical(body, node)
    left = expression(body, node.left, expected if expected is not None and not expected.scalar else None)
    if left.type.kind in ("set", "list", "empty", "map"):
        return _collection(body, node, left)
    right = expression(body, node.right)
    if is_unknown(left) or is_unknown(right):
        return unknown(node)
    if right.type.kind in ("set", "list"):
        return _collection(body, node, left)
    for side, found in ((node.left, left), (node.right, right)):
        if found.type.kind != "int":
            return error_type(body, messages.Wanted.NUMBER, found.type, side.span)
    if node.op not in ARITHMETIC:
        body.world.error(messages.operator_of_sets(node.op, node.span))
        return unknown(node)
    return _arithmetic(body, node, required(body, left, node.left), required(body, right, node.right))


def _logical(body: Body, node: nodes.Binary) -> Expr:
    """`and`, `or`: the right side knows what the left has settled."""
    left = condition(body, node.left)
    yes, no = facts_of(node.left)
    with body.knowing(yes if node.op == "and" else no):
        right = condition(body, node.right)
    return typed.Binary(node.span, BOOL, node.op, left, right)


def _arithmetic(body: Body, node: nodes.Binary, left: Expr, right: Expr) -> Expr:
    """An operation on two ints, with the interval of its result; tested where it may leave 32 bits."""
    if is_unknown(left) or is_unknown(right):
        return unknown(node)
    a, b, op = left.type, right.type, node.op
    if op in ("//", "%") and b.low == b.high == 0:
        body.world.error(messages.divides_by_zero(node.span))
        return unknown(node)
    low, high = result_of(op, (a.low, a.high), (b.low, b.high))
    outside = low < INT_MIN or high > INT_MAX
    if left.constant is not None and right.constant is not None:
        if outside:
            body.world.error(messages.result_beyond_int(node.span))
            return unknown(node)
        result = calculated(op, left.constant, right.constant)
        return typed.Number(node.span, interval(result, result), result)
    may_fault = outside or (op in ("//", "%") and b.low <= 0 <= b.high)
    return typed.Binary(node.span, interval(low, high), op, left, right, may_fault)


def _collection(body: Body, node: nodes.Binary, left: Expr) -> Expr:
    """`| & -` of sets, `+` of lists."""
    right = expression(body, node.right, left.type)
    if is_unknown(left) or is_unknown(right):
        return unknown(node)
    world = body.world
    if node.op != "+":
        left, right = as_set(left), as_set(right)
    a, b = left.type, right.type
    kinds = {a.kind, b.kind}
    if "set" in kinds and kinds <= {"set", "empty"} and same_family(a, b):
        if node.op not in OF_SETS:
            world.error(messages.no_operator_of_sets(node.op, node.span))
            return unknown(node)
        type_ = a if a.kind == "set" else b
        one, two = coerce(body, left, type_, node.left.span), coerce(body, right, type_, node.right.span)
        return typed.Binary(node.span, type_, node.op, one, two)
    if "list" in kinds and kinds <= {"list", "empty"} and same_family(a, b):
        if node.op != "+":
            world.error(messages.no_operator_of_lists(node.op, node.span))
            return unknown(node)
        if "empty" in kinds:
            return right if a.kind == "empty" else left
        bound = a.bound + b.bound if a.bound is not None and b.bound is not None else None
        element = join(a.element, b.element) if a.element and b.element else UNKNOWN
        return typed.Binary(node.span, list_of(element, bound), "+", left, right)
    world.error(messages.not_combinable(node.op, world.show(a), world.show(b), node.span))
    return unknown(node)


# ---------------------------------------------------------------- comparisons


@checks(nodes.Compare)
def _compare(body: Body, node: nodes.Compare, expected: Type | None) -> Expr:
    """A chain of comparisons."""
    result: Expr | None = None
    left = node.first
    for op, right in node.rest:
        part = _comparison(body, op, left, right)
        span = node.first.span.to(right.span)
        result = part if result is None else typed.Binary(span, BOOL, "and", result, part)
        left = right
    assert result is not None
    return result


def _comparison(body: Body, op: str, left_node: nodes.Expr, right_node: nodes.Expr) -> Expr:
    """One comparison."""
    span = left_node.span.to(right_node.span)
    if op in ("in", "not in"):
        inside = _membership(body, left_node, right_node, span)
        return inside if op == "in" else typed.Not(span, BOOL, inside)
    if isinstance(left_node, READ_AFTER):
        right = expression(body, right_node, _expectation(body, left_node))
        left = expression(body, left_node, None if is_unknown(right) else right.type)
        if isinstance(right_node, nodes.NoneLit | nodes.Name) and not is_unknown(left) and not is_unknown(right):
            right = expression(body, right_node, left.type)
    else:
        left = expression(body, left_node)
        right = expression(body, right_node, None if is_unknown(left) else left.type)
    if is_unknown(left) or is_unknown(right):
        return typed.Unknown(span, UNKNOWN)
    if "set" in (left.type.kind, right.type.kind):
        left, right = as_set(left), as_set(right)
    if op in ("==", "!="):
        for copy, entry, at in ((left, right, right_node), (right, left, left_node)):
            if fits(body.world, copy.type, entry.type):
                same = is_copy(copy, required(body, entry, at) if copy.type.optional else entry, span)
                return same if op == "==" else typed.Not(span, BOOL, same)
    if not same_family(left.type, right.type):
        return _not_comparable(body, left, right, span)
    sides = left, right, left_node, right_node
    return _equality(body, op, span, *sides) if op in ("==", "!=") else _ordering(body, op, span, *sides)


def _not_comparable(body: Body, left: Expr, right: Expr, span: Span) -> Expr:
    show = body.world.show
    body.world.error(messages.not_comparable(show(left.type), show(right.type), span))
    return typed.Unknown(span, UNKNOWN)


def _expectation(body: Body, node: nodes.Expr) -> Type | None:
    """The type of a name that means exactly one thing, to help reading the other side."""
    if not isinstance(node, nodes.Name):
        return None
    variable = body.find(node.name)
    if variable is not None:
        return variable.type
    if node.name in ("me", "active"):
        return member(0)
    symbol = body.world.symbols.get(node.name)
    if symbol is not None:
        return symbol.type or (symbol.info.type if isinstance(symbol.info, FieldInfo) else None)
    candidates = body.world.entities.get(node.name, [])
    return member(candidates[0][0]) if len(candidates) == 1 else None


def _equality(
    body: Body, op: str, span: Span, left: Expr, right: Expr, left_node: nodes.Expr, right_node: nodes.Expr
) -> Expr:
    """`==` and `!=`; one side may be none. Who asks whether a value is none is told, whatever was made sure of before:
    it may have become none meanwhile."""
    if "none" in (left.type.kind, right.type.kind):
        left, right = (each.value if isinstance(each, typed.Present) else each for each in (left, right))
    target = join(left.type, right.type)
    if target.kind == "empty":
        target = right.type if left.type.kind == "empty" else left.type
    if target.kind in ("none", "empty"):
        return typed.Number(span, BOOL, int(op == "=="))
    if "none" in (left.type.kind, right.type.kind):
        target = target.or_none()
    wide = target.widened()
    one, two = coerce(body, left, wide, left_node.span), coerce(body, right, wide, right_node.span)
    return typed.Comparison(span, BOOL, op, one, two, target)


def _ordering(
    body: Body, op: str, span: Span, left: Expr, right: Expr, left_node: nodes.Expr, right_node: nodes.Expr
) -> Expr:
    """`< <= > >=` of numbers and lists, `<=` and `>=` of sets."""
    kinds = {left.type.kind, right.type.kind}
    if kinds == {"int"}:
        one, two = required(body, left, left_node), required(body, right, right_node)
        return typed.Comparison(span, BOOL, op, one, two, left.type)
    of_sets = kinds <= {"set", "empty"} and op in ("<=", ">=")
    if of_sets or kinds <= {"list", "empty"}:
        type_ = right.type if left.type.kind == "empty" else left.type
        wide = type_ if type_.element is None else list_of(type_.element)
        if type_.kind != "empty":
            one, two = coerce(body, left, wide, left_node.span), coerce(body, right, wide, right_node.span)
            return typed.Comparison(span, BOOL, op, one, two, type_)
    if left.type.kind == right.type.kind != "list":
        body.world.error(messages.without_order(op, body.world.show(left.type), span))
        return typed.Unknown(span, UNKNOWN)
    return _not_comparable(body, left, right, span)


def _membership(body: Body, item_node: nodes.Expr, group_node: nodes.Expr, span: Span) -> Expr:
    """`x in s` of zones, ranges, sets and lists."""
    body.world.asked_there.add(item_node.name_span if isinstance(item_node, nodes.Attribute) else item_node.span)
    zone = zone_named(body, group_node) if is_zone(body, group_node) else None
    if zone is not None:
        item = expression(body, item_node, member(zone.zone.domain))
        if fits(body.world, member(zone.zone.domain), item.type):
            return among(body.world, required(body, item, item_node), zone, span, "any")
        return typed.Inside(span, BOOL, as_key(body, item, item_node, zone.zone.domain), zone)
    if isinstance(group_node, nodes.Range):
        item = integer(body, item_node)
        low, high = integer(body, group_node.low), integer(body, group_node.high)
        return typed.Inside(span, BOOL, item, typed.Range(group_node.span, list_of(INT), low, high))
    group = expression(body, group_node, _expectation(body, item_node))
    if is_unknown(group):
        expression(body, item_node)
        return typed.Unknown(span, UNKNOWN)
    if group.type.kind == "empty":
        return typed.Number(span, BOOL, 0)
    if is_entry(body.world, group.type):
        copy = member(kind_of(body.world, group.type).number)
        item = expression(body, item_node, copy)
        if fits(body.world, item.type, group.type):
            return is_copy(item, required(body, group, group_node), span)
        return error_type(body, body.world.show(copy), item.type, item_node.span)
    wanted = member(group.type.domain) if group.type.kind == "set" else group.type.element
    if group.type.kind not in ("set", "list") or wanted is None:
        return error_type(body, messages.Wanted.COLLECTION, group.type, group_node.span)
    item = expression(body, item_node, wanted)
    if fits(body.world, wanted, item.type) and not wanted.optional:
        return among(body.world, required(body, item, item_node), group, span, "any")
    if not same_family(wanted, item.type):
        show = body.world.show
        body.world.error(messages.never_inside(show(item.type), show(group.type), span))
        return typed.Unknown(span, UNKNOWN)
    return typed.Inside(span, BOOL, item, group)
