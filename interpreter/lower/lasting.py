"""How often adjustments are active, and what ends them.

A cell holds how often an adjustment is active, at its key. Where it matters for whom, or whether a turn that goes on is
left out, `stages` hold the same apart: the first those that the next event ends, the second those that the event after
it ends; of both as many for each player as were activated for them. The cell is always their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yupana.schemas.source import Span

from ..language.types import INT, interval, member
from ..program import ir
from ..typed import statements as code
from ..typed.chains import EventInfo
from ..typed.declared import AdjustmentInfo, FieldInfo
from ..typed.rules import Ending
from .builtins import switch
from .core import ME, add, stored
from .expressions import optional
from .frame import Frame
from .tables import Tables

_ZERO, _ONE = ir.Const(0), ir.Const(1)


def set_to(cell: ir.Load, value: ir.Expr) -> ir.Stmt:
    """Writes a cell."""
    return ir.Store(cell.base, cell.index, value, cell.shape)


def _stage(tables: Tables, info: FieldInfo, key: ir.Expr | None, owner: ir.Expr | None) -> ir.Load:
    """How often an adjustment is active at a key for a player; None: for all in one."""
    whole = stored(tables, info, None if info.domain < 0 else key or _ZERO)
    if owner is None or info.type.kind != "map":
        return whole
    return ir.Load(whole.base, owner if whole.index is None else add(whole.index, owner), whole.shape.of or ir.SCALAR)


# ---------------------------------------------------------------- switched on and off


def switched(frame: Frame, node: code.Activate, key: ir.Expr | None) -> list[ir.Stmt]:
    """An adjustment is activated or deactivated at a key."""
    info = node.adjustment
    if not info.stages:
        return [_simply(frame, node, switch(frame, info, key))]
    before: list[ir.Stmt] = []
    if key is not None and not isinstance(key, ir.Const | ir.Local):
        slot = frame.slot(member(info.key), node.span)
        before, key = [ir.SetLocal(slot, key)], ir.Local(slot)
    if node.on:
        return [*before, *_on(frame, node, key)]
    if node.whole or not info.decl.stacks:
        none = [_emptied(frame.tables, each, key) for each in info.stages]
        return [*before, set_to(switch(frame, info, key), _ZERO), *none]
    return [*before, *_one_off(frame, info, key, node.span)]


def _simply(frame: Frame, node: code.Activate, cell: ir.Load) -> ir.Stmt:
    """It is known how often it is active, and nothing else."""
    stacks = node.adjustment.decl.stacks
    value: ir.Expr = ir.Const(int(node.on))
    if stacks and node.on:
        value = ir.Op("add", (cell, _ONE), frame.place(node.span))
    elif stacks and not node.whole:
        value = ir.Op("max", (_ZERO, ir.Op("sub", (cell, _ONE))))
    return set_to(cell, value)


def _emptied(tables: Tables, info: FieldInfo, key: ir.Expr | None) -> ir.Stmt:
    whole = _stage(tables, info, key, None)
    value: ir.Expr = _ZERO
    if info.type.kind == "map":
        value = ir.Op("map_fill", (ir.Const(whole.shape.size), _ZERO))
    return set_to(whole, value)


def _on(frame: Frame, node: code.Activate, key: ir.Expr | None) -> list[ir.Stmt]:
    info, tables = node.adjustment, frame.tables
    owner = ME if info.owned else None
    place = frame.place(node.span)
    total = switch(frame, info, key)

    def more(field: FieldInfo) -> tuple[ir.Stmt, ...]:
        cell = _stage(tables, field, key, owner)
        counted = (
            set_to(cell, ir.Op("add", (cell, _ONE), place)),
            set_to(total, ir.Op("add", (total, _ONE), place)),
        )
        return counted if info.decl.stacks else (ir.If(ir.Op("eq", (cell, _ZERO)), counted),)

    if info.step is None:
        return list(more(info.stages[0]))
    going: ir.Expr = ir.Op("ne", (ir.Load(tables.cell[info.step], None, ir.SCALAR), _ZERO))
    whose = optional(frame, node.whose)
    if whose is not None and info.turn is not None:
        theirs = ir.Op("eq", (stored(tables, info.turn, None), whose))
        going = ir.Op("and", (going, theirs))
    return [ir.If(going, more(info.stages[1]), more(info.stages[0]))]


def _one_off(frame: Frame, info: AdjustmentInfo, key: ir.Expr | None, span: Span) -> list[ir.Stmt]:
    """One activation less: of those that end first, my own before those of the others in the order of their seats."""
    tables, total = frame.tables, switch(frame, info, key)
    left = frame.slot(interval(0, 1), span)
    wanted = ir.Op("ne", (ir.Local(left), _ZERO))

    def less(cell: ir.Load) -> ir.Stmt:
        test = ir.Op("and", (wanted, ir.Op("gt", (cell, _ZERO))))
        one = ir.Op("sub", (cell, _ONE)), ir.Op("sub", (total, _ONE))
        return ir.If(test, (set_to(cell, one[0]), set_to(total, one[1]), ir.SetLocal(left, _ZERO)))

    made: list[ir.Stmt] = [ir.SetLocal(left, _ONE)]
    for field in info.stages:
        if not info.owned:
            made.append(less(_stage(tables, field, key, None)))
            continue
        owner = frame.slot(member(0), span)
        somebody = ir.Op("ge", (ME, _ZERO))
        made.append(ir.If(somebody, (less(_stage(tables, field, key, ME)),)))
        everybody = ir.Op("range", (_ZERO, ir.Const(tables.domains[0].size - 1)))
        made.append(ir.For(owner, everybody, (less(_stage(tables, field, key, ir.Local(owner))),)))
    return made


# ---------------------------------------------------------------- what ends them


def ending(tables: Tables, event: EventInfo, endings: Sequence[Ending], element: str) -> None:
    """The function that ends what a sort of event ends."""
    frame = Frame(tables, f"ended_{event.number}", element)
    values = [frame.slot(each, event.span) for each in event.values.values()]
    frame.params += values
    statements: list[ir.Stmt] = []
    for each in endings:
        frame.element = f"adjustment {each.adjustment.name}"
        for variable, slot in zip(each.values, values, strict=True):
            frame.values[variable] = ir.Local(slot)
        test = optional(frame, each.test)
        ends = _ends(frame, each, values)
        statements += ends if test is None else [ir.If(test, tuple(ends))]
    frame.element = element
    frame.function(statements, frame.place(event.span), tables.reserved(frame.name))


def _ends(frame: Frame, node: Ending, values: Sequence[int]) -> list[ir.Stmt]:
    """What the event ends of one adjustment: at one key or at all, for one player or for all."""
    info = node.adjustment

    def at(key: ir.Expr | None) -> list[ir.Stmt]:
        if not info.stages:
            return [set_to(switch(frame, info, key), _ZERO)]
        if not info.owned:
            return _fewer(frame, node, key, None)
        return _for_each(frame, 0, node.owner, values, node.span, lambda owner: _fewer(frame, node, key, owner))

    if info.key < 0:
        return at(None)
    return _for_each(frame, info.key, node.key, values, node.span, at)


def _for_each(
    frame: Frame, domain: int, given: int, values: Sequence[int], span: Span, made: Callable[[ir.Expr], list[ir.Stmt]]
) -> list[ir.Stmt]:
    """Statements for the member that the event tells, or for each of a kind."""
    if given >= 0:
        return made(ir.Local(values[given]))
    one = frame.slot(member(domain), span)
    size = frame.tables.domains[domain].size
    return [ir.For(one, ir.Op("range", (_ZERO, ir.Const(size - 1))), tuple(made(ir.Local(one))))]


def _fewer(frame: Frame, node: Ending, key: ir.Expr | None, owner: ir.Expr | None) -> list[ir.Stmt]:
    """What ends is taken away, and what has one event more before it comes next."""
    info, tables = node.adjustment, frame.tables
    cells = [_stage(tables, each, key, owner) for each in info.stages]
    total, gone = switch(frame, info, key), frame.slot(INT, node.span)
    less = set_to(total, ir.Op("sub", (total, ir.Local(gone))))
    if node.later and len(cells) == 2:
        return [ir.SetLocal(gone, cells[0]), set_to(cells[0], cells[1]), set_to(cells[1], _ZERO), less]
    of_all = cells[0] if len(cells) == 1 else ir.Op("add", (cells[0], cells[1]), frame.place(node.span))
    return [ir.SetLocal(gone, of_all), *[set_to(each, _ZERO) for each in cells], less]
