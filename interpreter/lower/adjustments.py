"""Functions and procedures with their adjustments around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language.types import Type, interval
from ..program import ir
from ..typed.bodies import Adjusted, InForce
from ..typed.nodes import Variable
from .builtins import switch
from .core import lower
from .expressions import items, optional
from .frame import Frame
from .statements import call, since


def in_force(frame: Frame, node: InForce) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Whether the adjustment applies here (None: always), and how often it is active (None: once)."""
    info = node.adjustment
    test: ir.Expr | None = None
    count: ir.Expr | None = None
    if info.cell is not None:
        cell = switch(frame, info, optional(frame, node.key))
        test = ir.Op("gt", (cell, ir.Const(0)))
        count = cell if info.decl.stacks else None
    if node.when is not None:
        when = lower(frame, node.when)
        test = when if test is None else ir.Op("and", (test, when))
    return test, count


def copies(frame: Frame, node: InForce) -> tuple[int, ir.Expr] | None:
    """The slot for the copies for which an adjustment counts, and these; None where it counts once."""
    if node.it is None or node.copies is None:
        return None
    listed = items(frame, node.copies)
    slot = frame.give(node.it)
    frame.bound(slot, listed, node.copies.type)
    return slot, listed


def adjusted_value(
    frame: Frame, base: ir.Expr, result: Type, span: Span, adjusted: Sequence[Adjusted]
) -> list[ir.Stmt]:
    """All adjustments of a function, applied to its base value one after the other; the last one is returned."""
    slot = frame.slot(result, span)
    statements: list[ir.Stmt] = [ir.SetLocal(slot, base)]
    for each in adjusted:
        going_through = copies(frame, each.force)
        test, count = in_force(frame, each.force)
        frame.values[each.before] = ir.Local(slot)
        change: ir.Stmt = ir.SetLocal(slot, lower(frame, each.value))
        changes = (*_stop(frame, each), change)
        if count is not None:
            turns = frame.slot(interval(0, 0), span)
            changes = (ir.For(turns, ir.Op("range", (ir.Const(1), count)), changes),)
        changes = changes if test is None else (*_stop_at_when(frame, each.force), ir.If(test, changes))
        statements += changes if going_through is None else [ir.For(*going_through, changes)]
    return [*statements, ir.Return(ir.Local(slot))]


def _stop(frame: Frame, node: Adjusted) -> list[ir.Stmt]:
    """In front of what one adjustment makes of a value, which is seen by its name."""
    return _inside(frame, node.force, node.value.span, node.before)


def _stop_at_when(frame: Frame, node: InForce) -> list[ir.Stmt]:
    """In front of the condition of an adjustment, if it has one."""
    return [] if node.when is None else _inside(frame, node, node.when.span)


def _inside(frame: Frame, node: InForce, span: Span, *given: Variable) -> list[ir.Stmt]:
    around, element = frame.visible, frame.element
    frame.visible = [*around, *filter(None, (node.it,)), *given]
    frame.element = f"adjustment {node.adjustment.name}"
    made = frame.at(span)
    frame.visible, frame.element = around, element
    return made


@dataclass(frozen=True, slots=True)
class Part:
    """A function made of one piece of an adjustment's code, or of the procedure itself: where it applies (None:
    always), and its number."""

    force: InForce | None
    function: int
    waits: bool


def wrapped_procedure(
    frame: Frame, args: tuple[ir.Expr, ...], base: Part, parts: Mapping[str, Sequence[Part]], slot: int, span: Span
) -> list[ir.Stmt]:
    """What stands `before`, then the first `instead` in force or the procedure itself, then what stands `after`; the
    result goes to `slot`."""

    def performed(part: Part, into: int, otherwise: tuple[ir.Stmt, ...] = ()) -> list[ir.Stmt]:
        going_through = None if part.force is None else copies(frame, part.force)
        test = None if part.force is None else in_force(frame, part.force)[0]
        stop = [] if part.force is None else _stop_at_when(frame, part.force)
        if going_through is None:
            made = call(part.function, args, into, waits=part.waits)
            return [made] if test is None else [*stop, ir.If(test, (made,), otherwise)]
        copy, listed = going_through
        if not otherwise:  # before or after: for every copy
            made = call(part.function, (*args, ir.Local(copy)), into, waits=part.waits)
            if test is not None:
                made = ir.If(test, (made,))
            if not part.waits:
                return [ir.For(copy, listed, (made,))]
            nothing_ended, before = since(frame, span)
            return [*before, ir.For(copy, listed, (ir.If(ir.Op("not", (nothing_ended,)), (ir.Break(),)), made))]
        counting = frame.slot(interval(ir.NONE, 0), span)
        first = ir.Comp("first", (ir.Clause(copy, listed, test),), ir.Local(copy), fill=ir.NONE)
        there = ir.Op("ne", (ir.Local(counting), ir.Const(ir.NONE)))
        made = call(part.function, (*args, ir.Local(counting)), into, waits=part.waits)
        return [ir.SetLocal(counting, first), ir.If(there, (made,), otherwise)]

    statements = [each for part in parts.get("before", ()) for each in performed(part, -1)]
    middle = performed(base, slot)
    for part in reversed(parts.get("instead", ())):
        middle = performed(part, slot, tuple(middle))
    return [*statements, *middle, *(each for part in parts.get("after", ()) for each in performed(part, -1))]
