"""Locals and what is written: `let`, assignments, `add` and `remove`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yupana.schemas.source import NOWHERE, Span

from ..language import messages, nodes
from ..language.show import show_expression
from ..language.trees import descend
from ..language.types import INT, UNKNOWN, Type, accepts, list_of, member
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.nodes import Expr
from .body import Body, path_key
from .constants import Constants
from .core import (
    as_declared,
    can_fit,
    coerce,
    error_type,
    excerpt_of,
    expression,
    in_range,
    integer,
    is_unknown,
    key,
    required,
    value,
)
from .cursor import is_marked
from .effects import Made, checks, do, held, result_of
from .suggestions import field_alone
from .world import WORDS, FieldInfo


@checks(nodes.Let)
def _let(body: Body, node: nodes.Let) -> Made:
    """`let x: T = e`, `let x = do p()`."""
    following = body.following
    mutable = node.name in body.assigned
    declared = None if node.type is None else Constants(body.world).resolve(node.type)
    if node.type is not None and declared is None:
        declared = UNKNOWN
    if isinstance(node.value, nodes.Do):
        return _let_result(body, node, node.value, declared, mutable)
    found = expression(body, node.value, declared)
    if declared is None and found.type.kind in ("empty", "none", "text"):
        kept = _kept_in(node.name, following)
        types = {info.type for info in body.world.fields if info.name in kept}
        declared = types.pop() if len(types) == 1 else None
        if declared is None or not accepts(declared, found.type):
            if not (kept and body.world.partial):  # else what could not be read may be the field that it is kept in
                body.world.error(messages.no_type(node.name_span, node.name, show_expression(node.value)))
            declared = UNKNOWN
    if is_unknown(found) or declared == UNKNOWN:
        body.declare(node.name, declared or UNKNOWN, node.name_span, True)
        return code.Faulty(node.span)
    type_ = declared or (found.type.widened() if mutable else found.type)
    given = coerce(body, found, type_, node.value.span)
    variable = body.declare(node.name, type_, node.name_span, mutable)
    if type_.optional and not found.type.optional and found.type.kind != "none":
        body.learn({("name", node.name)})
    return code.Let(node.span, variable, given)


def _kept_in(name: str, following: Sequence[nodes.Stmt]) -> set[str]:
    """The names of the fields that a local is given to in the statements after it."""
    return {
        each.target.name
        for each in descend(following)
        if isinstance(each, nodes.Assign)
        and isinstance(each.value, nodes.Name)
        and each.value.name == name
        and isinstance(each.target, nodes.Name | nodes.Attribute)
    }


def _let_result(body: Body, node: nodes.Let, call: nodes.Do, declared: Type | None, mutable: bool) -> Made:
    result = result_of(body, call)
    if result is None or declared == UNKNOWN:
        body.declare(node.name, declared or UNKNOWN, node.name_span, True)
        return code.Faulty(node.span)
    type_ = declared or result
    if not accepts(type_, result):
        error_type(body, body.world.show(type_), result, call.span)
        return code.Faulty(node.span)
    made = do(body, call)
    variable = body.declare(node.name, type_, node.name_span, mutable)
    return replace(made, into=variable) if isinstance(made, code.Perform) else made


@checks(nodes.Assign)
def _assign(body: Body, node: nodes.Assign) -> Made:
    """`target = e`, `+=`, `-=`."""
    if isinstance(node.value, nodes.Do):
        result = result_of(body, node.value)
        if result is None:
            return code.Faulty(node.span)
        call, found = held(body, node.value, result)
        target = _target(body, node.target)
        return call, _written(body, node.target, target, found, node.value.span)
    if node.op == "=":
        target = _target(body, node.target)
        found = expression(body, node.value, None if is_unknown(target) else target.type)
        return _written(body, node.target, target, found, node.value.span)
    old = expression(body, node.target)
    if is_unknown(old):
        return code.Faulty(node.span)
    op = "|" if node.op == "+=" and old.type.kind == "set" else node.op[0]
    found = expression(body, nodes.Binary(node.span, op, node.target, node.value))
    return _written(body, node.target, _target(body, node.target), found, node.span)


@checks(nodes.AddTo)
def _add_to(body: Body, node: nodes.AddTo) -> Made:
    """`add x to xs`, `remove x from xs`."""
    group = expression(body, node.target)
    type_ = group.type
    if type_.kind == "set":
        wanted = member(type_.domain)
    elif type_.kind == "list" and type_.element is not None:
        wanted = type_.element
    else:
        written = f"{show_expression(node.target)} {'-' if node.remove else '+'}= {show_expression(node.value)}"
        hint = f"write `{written}`" if type_.kind == "int" else ""
        error_type(body, messages.Wanted.LIST_OR_SET, type_, node.target.span, hint=hint)
        return code.Faulty(node.span)
    added = value(body, node.value, wanted)
    if type_.kind == "list" and not node.remove:
        type_ = list_of(type_.element or INT, None if type_.bound is None else type_.bound + 1)
    target = _target(body, node.target)
    made = _written(body, node.target, target, replace(group, type=type_), node.span)
    if not isinstance(made, code.Assign):
        return made
    return code.AddTo(node.span, target, added, node.remove, made.tested)


# ---------------------------------------------------------------- targets


def _target(body: Body, node: nodes.Expr) -> Expr:
    """What can be written to: a local, a field, or an entry of a map or list that can be."""
    world = body.world
    if is_marked(body, node):
        return expression(body, node)
    match node:
        case nodes.Name():
            variable, symbol = body.find(node.name), world.symbols.get(node.name)
            if variable is not None:
                if variable.type.kind == "unknown":
                    return _unknown(node)
                if variable.mutable:
                    world.means(node.span, variable, "write")
                    return typed.Local(node.span, variable.type, variable)
            elif symbol is not None and isinstance(symbol.info, FieldInfo):
                return _field(body, node, node.span, symbol.info, None)
            elif symbol is None and node.name not in world.entities and node.name not in WORDS:
                return _unknown_target(body, node)
            elif is_unknown(expression(body, node)):
                return _unknown(node)
        case nodes.Attribute():
            holder = expression(body, node.value)
            holder = required(body, holder, node.value)
            if is_unknown(holder):
                return _unknown(node)
            if holder.type.kind == "member":
                domain = world.domains[holder.type.domain]
                if node.name in domain.fields:
                    return _field(body, node, node.name_span, domain.fields[node.name], holder)
                if node.name not in domain.attributes and is_unknown(expression(body, node)):
                    return _unknown(node)
        case nodes.Index():
            return _entry(body, node)
    world.error(messages.not_assignable(excerpt_of(body, node.span), node.span))
    return _unknown(node)


def _unknown(node: nodes.Expr) -> Expr:
    return typed.Unknown(node.span, UNKNOWN)


def _unknown_target(body: Body, node: nodes.Name) -> Expr:
    """Report a name that cannot be set because nothing declares it; told once, it is known from here on."""
    fields = [name for name, symbol in body.world.symbols.items() if isinstance(symbol.info, FieldInfo)]
    meant = field_alone(body, node.name, node.span)
    body.world.error(messages.unknown_target(node.name, node.span, [*body.names(), *fields], meant))
    body.declare(node.name, UNKNOWN, node.span, True)
    return _unknown(node)


def _field(body: Body, node: nodes.Expr, named: Span, info: FieldInfo, holder: Expr | None) -> Expr:
    if body.pure:
        body.world.error(messages.impure(node.span))
        return _unknown(node)
    body.world.reach.use(body, info, str(info.name), named)
    body.world.reach.changes(body, info)
    body.world.means(named, info, "write")
    return typed.Field(node.span, info.type, info, holder)


def _entry(body: Body, node: nodes.Index) -> Expr:
    """`m[k]` or `xs[i]` as a target."""
    before = len(body.world.names)
    group = as_declared(body, node.value)
    del body.world.names[before:]  # it is looked at, but what is done with it is found as a target below
    element = group.type.element
    if is_unknown(group):
        return group
    if element is None or group.type.kind not in ("map", "list"):
        body.world.error(messages.not_assignable(excerpt_of(body, node.span), node.span))
        return _unknown(node)
    if group.type.kind == "map":
        at = key(body, node.index, group.type.domain)
        held = _target(body, node.value)
        return held if is_unknown(held) else typed.MapEntry(node.span, element, held, at)
    at = integer(body, node.index)
    held = _target(body, node.value)
    return held if is_unknown(held) else typed.ListEntry(node.span, element, held, at)


def _written(body: Body, node: nodes.Expr, target: Expr, found: Expr, span: Span) -> code.Stmt:
    """The assignment of a value; what is known of the target from here on. A number outside the range of a field is a
    rule fault."""
    given, type_ = found.type, target.type
    if is_unknown(target):
        return code.Faulty(node.span)
    match target:
        case typed.Local():
            assert isinstance(node, nodes.Name)
            found = coerce(body, found, type_, span)
            body.forget(node.name)
            _learn(body, node, type_, given)
            return code.Assign(node.span, target, found)
        case typed.Field():
            wide = type_ if type_.kind == "list" else type_.widened()
            found = coerce(body, found, wide, span, target.field.span)
            if is_unknown(found):
                return code.Faulty(node.span)
            _learn(body, node, type_, given)
            return _tested(body, node, target, found, given, target.field.span)
        case typed.MapEntry():
            found = coerce(body, found, type_.widened(), span)
            if isinstance(target.map, typed.Field):
                return _tested(body, node, target, found, given)
            if isinstance(target.map, typed.Local):
                body.forget(target.map.variable.name)
                _learn(body, node, type_, given)
            return code.Assign(node.span, target, in_range(body, found, type_, span))
    return code.Assign(node.span, target, coerce(body, found, type_, span))


def _learn(body: Body, node: nodes.Expr, type_: Type, given: Type) -> None:
    """What is written is there, though the target may hold none."""
    path = path_key(node)
    if path is not None and type_.optional and not given.optional and given.kind not in ("none", "unknown"):
        body.learn({path})


def _tested(
    body: Body, node: nodes.Expr, target: Expr, found: Expr, given: Type, declared: Span = NOWHERE
) -> code.Stmt:
    """An assignment to the state, tested where it is not known that the value fits: a number in the range of the
    target's type, which is `declared` somewhere else, a list in its room."""
    type_ = target.type
    tested = False
    if type_.kind == "int" and given.kind == "int" and not (type_.low <= given.low and given.high <= type_.high):
        can_fit(body, found, type_, node.span, declared)
        tested = True
    elif type_.kind == "list":
        tested = given.bound is None or type_.bound is None or given.bound > type_.bound
    return code.Assign(node.span, target, found, tested)
