"""Calls: of functions, built-ins, tables, and the predicates that entries give for themselves."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span
from yupana.schemas.tree import Word

from ..language import messages, nodes
from ..language.types import INT, Type, list_of, member
from ..typed import nodes as typed
from ..typed.names import AttributeOf
from ..typed.nodes import Expr
from .body import Body
from .builtin_table import BUILTINS, builtin_call
from .core import checks, error_type, expression, integer, is_unknown, items, look_into, required, unknown, value
from .cursor import is_asked_in
from .entries import among, fits, is_entry, kind_of
from .suggestions import not_a_field, of_several
from .world import Signature, TableInfo


@checks(nodes.Call)
def _call(body: Body, node: nodes.Call, expected: Type | None) -> Expr:
    function, world = node.function, body.world
    if isinstance(function, nodes.Attribute):
        if isinstance(function.value, nodes.Name) and body.find(function.value.name) is None:
            symbol = world.symbols.get(function.value.name)
            if symbol is not None and isinstance(symbol.info, TableInfo):
                world.means(function.value.span, symbol.info, "call")
                return _table_call(body, symbol.info, function.name, function.name_span, node)
        return _predicate_call(body, function, node)
    if not isinstance(function, nodes.Name):
        world.error(messages.not_called(node.span))
        return unknown(node)
    name = function.name
    symbol = world.symbols.get(name)
    if node.keywords:
        world.error(messages.named_arguments(name, node.span))
        return unknown(node)
    if symbol is not None and isinstance(symbol.info, TableInfo):
        world.means(function.span, symbol.info, "call")
        return _table_call(body, symbol.info, "", function.span, node)
    if symbol is not None and symbol.sort == "function":
        world.means(function.span, world.signatures[name], "call")
        return _apply(body, world.signatures[name], node)
    if symbol is not None and symbol.sort == "procedure":
        world.error(messages.procedure_in_expression(name, node.span))
        return unknown(node)
    if name == "count" and len(node.args) == 1 and (counted := _counted(body, node)) is not None:
        return counted
    if name in BUILTINS:
        return builtin_call(body, BUILTINS[name], node, expected)
    if name in messages.GOING_THROUGH:
        world.error(messages.without_for(name, function.span))
        look_into(body, *node.args)
        return unknown(node)
    functions = [each for each, symbol in world.symbols.items() if symbol.sort in ("function", "table")]
    world.error(messages.unknown_name(name, function.span, [*functions, *BUILTINS]))
    look_into(body, *node.args)
    return unknown(node)


def _counted(body: Body, node: nodes.Call) -> Expr | None:
    """`count(mill in s)`: how many copies of an entry are in s."""
    argument = node.args[0]
    if not isinstance(argument, nodes.Compare) or [op for op, _ in argument.rest] != ["in"]:
        return None
    listed = items(body, argument.rest[0][1])
    entry = expression(body, argument.first, listed.element)
    if is_unknown(entry) or is_unknown(listed.expr):
        return unknown(node)
    if not is_entry(body.world, entry.type):
        return None
    if not fits(body.world, listed.element, entry.type) or listed.element.optional:
        wanted = body.world.show(list_of(member(kind_of(body.world, entry.type).number)))
        return error_type(body, wanted, listed.expr.type, argument.rest[0][1].span)
    return among(body.world, required(body, entry, argument.first), listed.expr, node.span, "count")


def _apply(body: Body, signature: Signature, node: nodes.Call) -> Expr:
    """A call of a declared function."""
    args = arguments(body, signature, node.args, node.span)
    if args is None or signature.result is None:
        return unknown(node)
    body.world.reach.call(body, signature)
    return typed.Call(node.span, signature.result, signature, args)


def arguments(body: Body, signature: Signature, args: Sequence[nodes.Expr], span: Span) -> tuple[Expr, ...] | None:
    """The arguments of a call, each as a value of its parameter's type; None when it is not as many (reported)."""
    pairs = zip(args, signature.params.items(), strict=False)
    found = [value(body, arg, type_, getattr(param, "span", signature.span)) for arg, (param, type_) in pairs]
    if len(args) == len(signature.params):
        return tuple(found)
    params = list(signature.params)
    body.world.error(messages.wrong_arguments(signature.name, params, len(args), span, signature.span))
    look_into(body, *args[len(params) :])
    return None


def _table_call(body: Body, table: TableInfo, part: str, part_span: Span, node: nodes.Call) -> Expr:
    """`table(row, column)` or `table.part(row, column)`."""
    world = body.world
    if part not in table.parts:
        if not part:
            world.error(messages.table_of_parts(table.name, list(table.parts), part_span))
        else:
            world.error(messages.unknown_element("part", part, part_span, table.parts, f"`{table.name}`"))
        return unknown(node)
    if len(node.args) != len(table.keys):
        if is_asked_in(body, node.args):
            look_into(body, *node.args)
        world.error(messages.wrong_keys(table.name, table.keys, len(node.args), node.span, table.span))
        return unknown(node)
    keys = tuple([_key(body, words, arg) for words, arg in zip(table.words, node.args, strict=False)])
    return typed.Lookup(node.span, table.parts[part][0], table, part, keys)


def _key(body: Body, words: dict[str, int], node: nodes.Expr) -> Expr:
    """A row or column, by its label or by a number."""
    if isinstance(node, nodes.Name) and node.name in words:
        return typed.Label(node.span, INT, words[node.name])
    return integer(body, node)


def _predicate_call(body: Body, function: nodes.Attribute, node: nodes.Call) -> Expr:
    """`entity.predicate(args, attribute=value)`."""
    world = body.world
    holder = expression(body, function.value)
    if holder.type.kind != "member":
        look_into(body, *node.args)
        if not is_unknown(holder):
            meant = of_several(world, holder.type, function.value, function.name)
            world.error(messages.without_fields(world.show(holder.type), function.value.span, meant))
        return unknown(node)
    domain = world.domains[holder.type.domain]
    holder = required(body, holder, function.value)
    info = domain.predicates.get(function.name)
    if info is None:
        if is_unknown(holder):
            pass
        elif domain.of >= 0 and function.name in (kind := world.domains[domain.of]).predicates:
            world.error(messages.of_each_copy(function.name, kind.name, function.name_span))
        elif function.name in domain.fields or function.name in domain.attributes:
            world.error(messages.field_with_brackets(function.name, function.name_span))
        else:
            name, known = function.name, domain.predicates
            meant = not_a_field(world, function.value, name, domain)
            world.error(messages.unknown_field(name, domain.name, function.name_span, known, meant))
        look_into(body, *node.args)
        return unknown(node)
    world.means(function.name_span, info, "call")
    if len(node.args) != len(info.params):
        if is_asked_in(body, node.args):
            _ = [value(body, arg, type_) for arg, type_ in zip(node.args, info.params.values(), strict=False)]
        world.error(messages.wrong_arguments(info.name, list(info.params), len(node.args), node.span, info.span))
        return unknown(node)
    args = tuple([value(body, arg, type_) for arg, type_ in zip(node.args, info.params.values(), strict=True)])
    given: dict[str, Expr] = {}
    for name, replacement in node.keywords:
        if name not in info.overrides:
            world.error(messages.unknown_element("number", name, replacement.span, info.overrides, domain.name))
            return unknown(node)
        if isinstance(name, Word):
            world.means(name.span, AttributeOf(domain, domain.attributes[name]))
        given[name] = value(body, replacement, INT)
    replaced = tuple(given.get(name) for name in info.overrides)
    world.reach.call(body, info)
    return typed.PredicateCall(node.span, info.result, info, domain, holder, args, replaced)
