"""Comprehensions, walks over boards, and values on a copy of the state: from the typed tree to the program."""

from __future__ import annotations

from ..program import ir
from ..typed import nodes as typed
from ..typed.declared import DomainInfo
from .core import lower, lowers
from .expressions import gone_through, items, optional, size_of
from .forms import rows_present
from .frame import Frame


@lowers(typed.Comprehension)
def _comprehension(frame: Frame, node: typed.Comprehension) -> ir.Expr:
    clauses = tuple([_clause(frame, each) for each in node.clauses])
    element = lower(frame, node.element)
    key, by = optional(frame, node.key), optional(frame, node.by)
    type_ = node.type
    place = -1
    match node.word:
        case "count" if node.element.type.kind != "bool":
            element = ir.Const(1)
        case "sum" if node.may_fault:
            place = frame.place(node.span)
        case "min" | "max":
            place = frame.place(node.span)
        case "sorted":
            by = by or element
    size, fill = 0, ir.NONE
    if node.word in ("set", "map", "ranks"):
        size = size_of(frame, type_)
    if node.word == "map" and type_.element is not None:
        fill = type_.element.none if type_.element.optional else 0
    elif node.word == "ranks":
        fill = ir.NO_INT
    elif node.word in ("best", "first"):
        fill = type_.none
    return ir.Comp(node.word, clauses, element, key=key, by=by, size=size, fill=fill, place=place)


def _clause(frame: Frame, node: typed.Clause) -> ir.Clause:
    if node.variable.type.kind == "list":
        expr = items(frame, node.items)
        rows = _rows(expr)
        if rows is None:
            slot = frame.give(node.variable)
        else:
            slot, expr, frame.values[node.variable] = rows
        there = None
    elif node.going is not None or node.until is not None:
        expr, slot, there = items(frame, node.items), frame.give(node.variable), None
    else:
        expr, slot, there = gone_through(frame, node.items, node.variable)
    going, until = optional(frame, node.going), optional(frame, node.until)
    test = optional(frame, node.test)
    if there is not None:
        test = there if test is None else ir.Op("and", (there, test))
    return ir.Clause(slot, expr, test, going, until)


def _rows(listed: ir.Expr) -> tuple[int, ir.Expr, ir.Expr] | None:
    """Of a list of rows of a table: a local that goes through their numbers, these, and the row of one. So no list of
    lists is made to go through it."""
    match listed:
        case ir.Comp(word="list", clauses=(ir.Clause(test=None, stops=False) as each,), element=ir.Table() as row):
            return each.slot, each.items, row
    return None


@lowers(typed.Walk)
def _walk(frame: Frame, node: typed.Walk) -> ir.Expr:
    start = lower(frame, node.start)
    here = frame.give(node.here)
    if node.over is not None:
        over = items(frame, node.over)
    else:
        assert node.domain.board is not None
        over = neighbors(frame, node.domain, node.domain.board.neighbors, ir.Local(here))
    there = frame.give(node.there)
    test = optional(frame, node.test)
    if node.type.kind == "set":
        return ir.Region(there, here, start, over, test, node.domain.size)
    by, within = optional(frame, node.by), optional(frame, node.within)
    place = frame.place(node.span)
    return ir.Costs(here, there, start, over, by, test, within, node.domain.size, place)


def neighbors(frame: Frame, domain: DomainInfo, table: int, here: ir.Expr) -> ir.Expr:
    """The neighbours of a space that are in the game."""
    number, row = rows_present(frame, domain, table, here)
    return ir.Op("neighbors", (ir.Const(number), row))
