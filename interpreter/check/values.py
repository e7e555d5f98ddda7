"""Values written down, ranges, collections, and texts with values in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    EMPTY,
    INT_MAX,
    INT_MIN,
    NONE_TYPE,
    TEXT,
    Type,
    interval,
    join,
    list_of,
    member,
    same_family,
    set_of,
)
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .body import Body
from .core import (
    MAX_RANGE,
    as_set,
    checks,
    coerce,
    error_type,
    expression,
    integer,
    is_unknown,
    items,
    noted,
    unknown,
    value,
)
from .counting import is_counted, spelled_out
from .operators import branches, one_of
from .suggestions import text_of


@checks(nodes.Int)
def _int(body: Body, node: nodes.Int, expected: Type | None) -> Expr:
    if INT_MIN <= node.value <= INT_MAX:
        return typed.Number(node.span, interval(node.value, node.value), node.value)
    body.world.error(messages.number_beyond_int(node.span))
    return unknown(node)


@checks(nodes.Bool)
def _bool(body: Body, node: nodes.Bool, expected: Type | None) -> Expr:
    return typed.Number(node.span, BOOL, int(node.value))


@checks(nodes.NoneLit)
def _none(body: Body, node: nodes.NoneLit, expected: Type | None) -> Expr:
    return typed.NoneValue(node.span, NONE_TYPE, expected is not None and expected.kind == "int")


@checks(nodes.Template)
def _template(body: Body, node: nodes.Template, expected: Type | None) -> Expr:
    body.world.error(messages.text_as_value(node.span, text_of(body.world, node)))
    return unknown(node)


@checks(nodes.Range)
def _range(body: Body, node: nodes.Range, expected: Type | None) -> Expr:
    """`a..b` as a list."""
    low, high = integer(body, node.low), integer(body, node.high)
    if is_unknown(low) or is_unknown(high):
        return unknown(node)
    length = high.type.high - low.type.low + 1
    element = interval(low.type.low, max(low.type.low, high.type.high))
    return typed.Range(node.span, list_of(element, max(0, length) if length <= MAX_RANGE else None), low, high)


@checks(nodes.Rotation)
def _rotation(body: Body, node: nodes.Rotation, expected: Type | None) -> Expr:
    """`items from x`, `items after x`."""
    found = items(body, node.items)
    if is_unknown(found.expr):
        expression(body, node.start)
        return unknown(node)
    start = value(body, node.start, found.element)
    return typed.Rotation(node.span, list_of(found.element, found.bound), found.expr, start, node.after)


@checks(nodes.ListLit)
def _list_literal(body: Body, node: nodes.ListLit, expected: Type | None) -> Expr:
    """`[a, b]`."""
    if not node.items:
        return typed.Empty(node.span, EMPTY)
    inner = None if expected is None else member(expected.domain) if expected.kind == "set" else expected.element
    found, type_ = _alike(body, node.items, inner)
    return unknown(node) if type_ is None else typed.Items(node.span, list_of(type_, len(found)), found)


@checks(nodes.SetLit)
def _set_literal(body: Body, node: nodes.SetLit, expected: Type | None) -> Expr:
    """`{a, b}`: a set of members (numbers in braces are a list, good for `in`)."""
    if not node.items:
        return typed.Empty(node.span, EMPTY, braces=True)
    inner = member(expected.domain) if expected is not None and expected.kind in ("set", "member") else None
    found, type_ = _alike(body, node.items, inner)
    if type_ is None:
        return unknown(node)
    if type_.kind == "int":
        return typed.Items(node.span, list_of(type_, len(found)), found, braces=True)
    if type_.kind != "member" or type_.optional:
        return error_type(body, messages.Wanted.MEMBERS, type_, node.span)
    return typed.Items(node.span, set_of(type_.domain), found, braces=True)


def _alike(body: Body, written: Sequence[nodes.Expr], inner: Type | None) -> tuple[tuple[Expr, ...], Type | None]:
    """Several values of one type (None: it is not known)."""
    found = [expression(body, item, inner) for item in written]
    if any(is_unknown(each) for each in found):
        return (), None
    type_ = found[0].type
    if inner is not None and same_family(inner, type_):
        type_ = inner.widened()
    for each, item in zip(found, written, strict=True):
        if not same_family(type_, each.type):
            show = body.world.show
            body.world.error(messages.mixed_elements(show(type_), show(each.type), written[0].span, item.span))
            return (), None
        type_ = join(type_, each.type)
    return tuple([coerce(body, each, type_, item.span) for each, item in zip(found, written, strict=True)]), type_


def text(body: Body, node: nodes.Template) -> typed.Text:
    """A text with values."""
    texts: list[str] = [""]
    values: list[Expr] = []
    for part in _spelled_out(body, node):
        if isinstance(part, str):
            texts[-1] += part
            continue
        found = _shown(body, part)
        if found.type.kind == "none":
            found = error_type(body, messages.Wanted.SHOWN, found.type, part.span)
        values.append(found)
        texts.append("")
    return typed.Text(node.span, tuple(texts), tuple(values))


def _spelled_out(body: Body, node: nodes.Template) -> Iterator[str | nodes.Expr]:
    """The parts of a text, with `counted(…)` as what it stands for."""
    for part in node.parts:
        if is_counted(part) and "counted" not in body.world.ruleset.functions:
            said = spelled_out(part)
            if said is None:
                body.world.error(messages.counted_form(part.span))
            yield from said or ()
        else:
            yield part


def _shown(body: Body, node: nodes.Expr) -> Expr:
    """What a pair of braces shows: a value, a text, or what a condition chooses of such, of whatever types. Beside a
    text, none is nothing."""
    found: Expr
    if is_counted(node) and (said := spelled_out(node)) is not None and "counted" not in body.world.ruleset.functions:
        node = nodes.Template(node.span, tuple(said))
    if isinstance(node, nodes.Template):
        found = typed.Words(node.span, TEXT, text(body, node))
    elif isinstance(node, nodes.Conditional):
        test, then, other = branches(body, node, _shown)
        kinds = {then.type.kind, other.type.kind}
        if is_unknown(then) or is_unknown(other):
            return unknown(node)
        if "text" not in kinds and (kinds == {"none"} or same_family(as_set(then).type, as_set(other).type)):
            found = one_of(body, node, test, then, other)
        else:
            found = typed.Conditional(node.span, TEXT, test, then, other)
    else:
        found = expression(body, node)
        inside = found.type.element if found.type.kind in ("list", "set") else None
        if found.type.kind in ("empty", "map") or (inside is not None and inside.kind in ("list", "set", "map")):
            return error_type(body, messages.Wanted.SHOWN, found.type, node.span)
        return found
    return noted(body, node, found)
