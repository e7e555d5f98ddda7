"""Calls of what a ruleset declares, and look-ups in its tables: from the typed tree to the program."""

from __future__ import annotations

from ..program import ir
from ..typed import nodes as typed
from .core import add, lower, lowers, times
from .expressions import all_of
from .frame import Frame


@lowers(typed.Call)
def _call(frame: Frame, node: typed.Call) -> ir.Expr:
    return ir.Call(frame.tables.function[node.function], all_of(frame, node.args))


@lowers(typed.PredicateCall)
def _predicate_call(frame: Frame, node: typed.PredicateCall) -> ir.Expr:
    holder = lower(frame, node.holder)
    args = list(all_of(frame, node.args))
    for name, given in zip(node.predicate.overrides, node.given, strict=True):
        own = ir.Table(node.domain.attributes[name].table, holder)
        args.append(own if given is None else lower(frame, given))
    return ir.Call(frame.tables.function[node.predicate], (holder, *args))


@lowers(typed.Label)
def _label(frame: Frame, node: typed.Label) -> ir.Expr:
    return ir.Const(node.position)


@lowers(typed.Lookup)
def _lookup(frame: Frame, node: typed.Lookup) -> ir.Expr:
    table = node.table
    row = _position(frame, node.keys[0], table.row_low, table.row_table, table.row_size, table.row_open)
    column: ir.Expr = ir.Const(0)
    if len(node.keys) == 2:
        low, size = table.column_low, table.column_size
        column = _position(frame, node.keys[1], low, table.column_table, size, table.column_open)
    return ir.Table(table.parts[node.part][1], add(times(row, table.columns), column))


def _position(
    frame: Frame, node: typed.Expr, low: int, number: int, size: int, open_ends: tuple[bool, bool]
) -> ir.Expr:
    """Which row or column a key means: `low` is the lowest, and open ends take what lies beyond."""
    key = lower(frame, node)
    if isinstance(node, typed.Label):
        return key
    below, above = node.type.low < low, node.type.high > low + size - 1
    if below and open_ends[0]:
        key = ir.Op("max", (key, ir.Const(low)))
    if above and open_ends[1]:
        key = ir.Op("min", (key, ir.Const(low + size - 1)))
    if (below and not open_ends[0]) or (above and not open_ends[1]):
        key = ir.Op("in_range", (key, ir.Const(low), ir.Const(low + size - 1)), frame.place(node.span))
    return ir.Table(number, add(key, ir.Const(-low)))
