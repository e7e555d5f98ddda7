"""Triggers become functions: one that puts a sort of event in line, one for what follows it, one for every trigger, and
one that works off the line. The last is called by the flow alone, between its effects, so that triggers never call each
other and the stack of a state does not grow with a chain."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language.types import INT, INT_MAX, interval, member
from ..program import ir
from ..typed.declared import MOST_IN_A_ROW, MOST_WAITING, ChainInfo, EventInfo, TriggerInfo
from ..typed.rules import Code, Heard, Trigger
from .core import ME
from .events import CHAIN, cell, chain_of, opened, store, waiting, worked_off
from .expressions import items, optional
from .finish import code_function, finish
from .frame import Frame
from .statements import call
from .tables import Tables

ELEMENT = "triggers"


def triggers(tables: Tables, made: Sequence[Trigger], heard: Sequence[Heard]) -> None:
    """All functions of the triggers."""
    chain = chain_of(tables)
    if chain is None:
        return
    for event in chain.events.values():
        _put_in_line(tables, chain, event)
        _follows(tables, event, [each for each in heard if each.event is event])
    for each in made:
        _trigger(tables, chain, each)
    _chain(tables, chain)


def _span(tables: Tables, event: EventInfo) -> Span:
    """The first trigger that waits for an event."""
    return next(each.span for each in tables.declared.triggers.values() if event in each.on)


def _put_in_line(tables: Tables, chain: ChainInfo, event: EventInfo) -> None:
    """An event goes to the end of the line."""
    frame = Frame(tables, f"happens_{event.number}", ELEMENT)
    span = _span(tables, event)
    frame.params += [frame.slot(each, span) for each in event.values.values()]
    line = cell(tables, chain.line)
    one = ir.Op("list", (ir.Const(event.number), ME, *(ir.Local(each) for each in frame.params)))
    last = ir.Const(line.shape.size - len(frame.params) - 2)
    ways = [_circle(tables, each) for each in tables.declared.triggers.values() if event in each.on]
    way = "".join(f": {' → '.join(each)}" for each in [*filter(None, ways)][:1])
    text = tables.plain_text(f"more than {MOST_WAITING} events wait for triggers{way}")
    statements = (
        ir.If(ir.Op("gt", (ir.Op("list_size", (line,)), last)), (ir.Fault(frame.place(span), text),)),
        store(tables, chain.line, ir.Op("list_concat", (line, one)), frame.place(span)),
    )
    is_open = ir.Op("ne", (cell(tables, chain.open), ir.Const(0)))
    frame.function([ir.If(is_open, statements)], frame.place(span), tables.reserved(frame.name))


def _follows(tables: Tables, event: EventInfo, heard: Sequence[Heard]) -> None:
    """What follows an event: the triggers that hear of it, in order of declaration."""
    span = _span(tables, event)
    frame = Frame(tables, f"follows_{event.number}", ELEMENT)
    me = frame.slot(member(0), span)
    values = [frame.slot(each, span) for each in event.values.values()]
    frame.params += [me, *values]
    statements: list[ir.Stmt] = []
    for each in heard:
        acting = ir.Store(ir.CELL_ME, None, ir.Local(me), ir.SCALAR)
        frame.element = each.trigger.element
        for variable, slot in zip(each.values, values, strict=True):
            frame.values[variable] = ir.Local(slot)
        args = tuple([ir.Const(ir.NONE) if place < 0 else ir.Local(values[place]) for place in each.args])
        comes = call(tables.reserved(f"trigger_{each.trigger.name}"), args, waits=each.trigger.waits)
        test = optional(frame, each.test)
        statements += [acting, comes if test is None else ir.If(test, (comes,))]
    finish(frame, tables.reserved(frame.name), statements, _waits(event, tables), frame.place(span))


def _waits(event: EventInfo, tables: Tables) -> bool:
    return any(event in each.on and each.waits for each in tables.declared.triggers.values())


def _trigger(tables: Tables, chain: ChainInfo, node: Trigger) -> None:
    """One trigger: it comes if its condition holds, for each copy of the entry that carries it."""
    info = node.trigger
    frame = Frame(tables, f"trigger_{info.name}", info.element, waits=info.waits)
    frame.begin(node.params)
    place = frame.place(info.span)
    args: tuple[ir.Expr, ...] = tuple(ir.Local(each) for each in frame.params)
    statements: list[ir.Stmt] = []
    number = tables.new_function()
    if node.code is not None:
        code_function(tables, node.code, place, number)
    copies = None
    if node.it is not None and node.copies is not None:
        copies = items(frame, node.copies)
        slot = frame.give(node.it)
        frame.bound(slot, copies, node.copies.type)
        frame.visible.append(node.it)
        args = (*args, ir.Local(slot))
    test = optional(frame, node.test)
    stop = [] if node.test is None else frame.at(node.test.span)
    come = (*_counted(frame, chain, info, place), call(number, args, waits=info.waits))
    statements = list(come) if test is None else [*stop, ir.If(test, come)]
    if copies is not None:
        statements = [ir.For(slot, copies, tuple(statements))]
    finish(frame, tables.reserved(frame.name), statements, info.waits, place)


def _counted(frame: Frame, chain: ChainInfo, info: TriggerInfo, place: int) -> list[ir.Stmt]:
    """A trigger comes once more; too often is a fault that tells what leads to what."""
    tables = frame.tables
    path = _circle(tables, info)
    way = f": {' → '.join(path)}" if path else f", the last of them {info.name}"
    counts = [(chain.count, MOST_IN_A_ROW, f"more than {MOST_IN_A_ROW:,} triggers have come one after the other{way}")]
    if info.count is not None and info.decl.most is not None:
        most = int(info.decl.most)
        more = f"the trigger {info.name} has come more often than {most} in a row"
        counts.append((info.count, most, more + (f": {' → '.join(path)}" if path else "")))
    made: list[ir.Stmt] = []
    for known, most, text in counts:
        now = cell(tables, known)
        made.append(ir.If(ir.Op("ge", (now, ir.Const(most))), (ir.Fault(place, tables.plain_text(text)),)))
        made.append(store(tables, known, ir.Op("add", (now, ir.Const(1)))))
    return made


def _circle(tables: Tables, info: TriggerInfo) -> list[str]:
    """The shortest way from a trigger back to itself by what each may bring about; empty if there is none."""
    every = list(tables.declared.triggers.values())
    ways: dict[str, list[str]] = {info.name: [info.name]}
    rest = [info]
    for each in rest:
        for following in every:
            if any(event in following.on for event in each.follows):
                if following is info:
                    return [*ways[each.name], info.name]
                if following.name not in ways:
                    ways[following.name] = [*ways[each.name], following.name]
                    rest.append(following)
    return []


def _chain(tables: Tables, chain: ChainInfo) -> None:
    """Works off the line from its front, until nothing is in it; then everything is as before."""
    span = chain.line.span
    frame = Frame(tables, CHAIN, ELEMENT)
    line = cell(tables, chain.line)
    before = frame.slot(member(0), span)
    kind = frame.slot(interval(0, len(chain.events)), span)
    width = max(len(each.values) for each in chain.events.values()) + 1
    values = [frame.slot(INT, span) for _ in range(width)]
    branches: tuple[ir.Stmt, ...] = ()
    for event in reversed(chain.events.values()):
        size = len(event.values) + 1
        taken = [ir.SetLocal(values[i], ir.Op("list_get", (line, ir.Const(i + 1)))) for i in range(size)]
        rest = ir.Op("list_slice", (line, ir.Const(size + 1), ir.Const(INT_MAX)))
        args = tuple([ir.Local(each) for each in values[:size]])
        follows = call(tables.reserved(f"follows_{event.number}"), args, waits=_waits(event, tables))
        found = (*taken, store(tables, chain.line, rest), follows)
        test = ir.Op("eq", (ir.Local(kind), ir.Const(event.number)))
        branches = (ir.If(test, found, branches),) if branches else found
    body = (ir.SetLocal(kind, ir.Op("list_get", (line, ir.Const(0)))), *branches)
    counts = [chain.count, *(each.count for each in tables.declared.triggers.values() if each.count is not None)]
    statements = [
        ir.SetLocal(before, ME),
        ir.While(waiting(tables, chain), body, ir.Const(INT_MAX), frame.place(span)),
        *[store(tables, each, ir.Const(0)) for each in counts],
        ir.Store(ir.CELL_ME, None, ir.Local(before), ir.SCALAR),
    ]
    waits = any(each.waits for each in tables.declared.triggers.values())
    finish(frame, tables.reserved(CHAIN), statements, waits, frame.place(span))


# ---------------------------------------------------------------- code beside the rules


def run_in_the_flow(tables: Tables, node: Code, before: Sequence[ir.Stmt]) -> int:
    """Effects that run instead of the flow; the number of their function. `before` stands before them."""
    if chain_of(tables) is None:
        return code_function(tables, node, -1, before=before)
    inner = code_function(tables, node, -1, settles=True)
    frame, number = Frame(tables, f"{node.name}_run", node.element), tables.new_function()
    statements = [*before, *opened(tables, 1), call(inner, (), waits=True), *worked_off(tables)]
    finish(frame, number, statements, True, -1)
    return number


def put_in_place(tables: Tables, node: Code) -> int:
    """Effects that set off no trigger, for they only put things where they are; the number of their function."""
    chain = chain_of(tables)
    number = code_function(tables, node, tables.place(node.span, node.element))
    if chain is None:
        return number
    frame = Frame(tables, f"{node.name}_given", node.element)
    slot = frame.slot(interval(0, 1), node.span)
    was = ir.SetLocal(slot, cell(tables, chain.open))
    statements = [was, *opened(tables, 0), ir.Do(number, ()), store(tables, chain.open, ir.Local(slot))]
    return frame.function(statements, -1)
