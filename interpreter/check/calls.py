"""Calls of tables and of the predicates that entries give for themselves."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type
from ..program import ir
from .body import Typed
from .core import add, times
from .expressions import Expressions
from .world import TableInfo


def table_call(e: Expressions, table: TableInfo, part: str, part_span: Span, node: nodes.Call) -> Typed | None:
    """`table(row, column)` or `table.part(row, column)`."""
    if part not in table.parts:
        if not part:
            e.world.error(messages.table_of_parts(table.name, list(table.parts), part_span))
        else:
            e.world.error(messages.unknown_element("part", part, part_span, table.parts, f"`{table.name}`"))
        return None
    if len(node.args) != len(table.keys):
        e.world.error(messages.wrong_keys(table.name, table.keys, len(node.args), node.span, table.span))
        return None
    row = _position(e, table, node.args[0], 0)
    column = _position(e, table, node.args[1], 1) if len(table.keys) == 2 else ir.Const(0)
    if row is None or column is None:
        return None
    type_, cells = table.parts[part]
    return Typed(ir.Table(cells, add(times(row, table.columns), column)), type_)


def _position(e: Expressions, table: TableInfo, node: nodes.Expr, axis: int) -> ir.Expr | None:
    """Which row or column a key means."""
    words = table.words[axis]
    if isinstance(node, nodes.Name) and node.name in words:
        return ir.Const(words[node.name])
    typed = e.integer(node)
    if typed is None:
        return None
    low, number, size, open_ends = (
        (table.row_low, table.row_table, table.row_size, table.row_open)
        if axis == 0
        else (table.column_low, table.column_table, table.column_size, table.column_open)
    )
    high = low + size - 1
    key = typed.expr
    if typed.type.low < low and open_ends[0]:
        key = ir.Op("max", (key, ir.Const(low)))
    if typed.type.high > high and open_ends[1]:
        key = ir.Op("min", (key, ir.Const(high)))
    if (typed.type.low < low and not open_ends[0]) or (typed.type.high > high and not open_ends[1]):
        key = ir.Op("in_range", (key, ir.Const(low), ir.Const(high)), e.body.place(node.span))
    return ir.Table(number, add(key, ir.Const(-low)))


def predicate_call(e: Expressions, function: nodes.Attribute, node: nodes.Call) -> Typed | None:
    """`entity.predicate(args, attribute=value)`."""
    world = e.world
    holder = e.expr(function.value)
    if holder is None:
        return None
    if holder.type.kind != "member":
        e.error_type(messages.Wanted.ENTITY, holder.type, function.value.span)
        return None
    there = e.required(holder, function.value)
    if there is None:
        return None
    domain = world.domains[there.type.domain]
    info = domain.predicates.get(function.name)
    if info is None:
        if function.name in domain.fields or function.name in domain.attributes:
            world.error(messages.field_with_brackets(function.name, function.name_span))
        else:
            world.error(messages.unknown_field(function.name, domain.name, function.name_span, domain.predicates))
        return None
    if len(node.args) != len(info.params):
        world.error(messages.wrong_arguments(info.name, list(info.params), len(node.args), node.span, info.span))
        return None
    exprs = [e.value(arg, type_) for arg, type_ in zip(node.args, info.params.values(), strict=True)]
    given: dict[str, ir.Expr | None] = {}
    for name, value in node.keywords:
        if name not in info.overrides:
            world.error(messages.unknown_element("number", name, value.span, info.overrides, domain.name))
            return None
        given[name] = e.value(value, Type("int"))
    for name in info.overrides:
        exprs.append(given[name] if name in given else ir.Table(domain.attributes[name].table, there.expr))
    known = [each for each in exprs if each is not None]
    if len(known) != len(exprs):
        return None
    return Typed(ir.Call(info.function, (there.expr, *known)), info.result)
