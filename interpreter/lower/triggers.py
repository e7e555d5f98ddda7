"""Triggers become functions: one that tells of a sort of event; of every trigger one that asks whether it comes, one
that puts it in line and one that is what follows; and one that works off the line. The last is called by the flow
alone, between its effects, so that triggers never call each other and the stack of a state does not grow with a chain.

What asks for one trigger, and which copies of its entry count, are functions of their own: who breaks rules to see what
examples notice (`mutation/`) plays those that come to a function that has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..language.types import INT, INT_MAX, interval, member, set_of
from ..program import ir
from ..typed import nodes as typed
from ..typed.chains import MOST_IN_A_ROW, ChainInfo, EventInfo, TriggerInfo, shortest_circle
from ..typed.rules import Code, Ending, Order, Subscription, Trigger
from .builtins import switch
from .core import ME, lower
from .events import CHAIN, cell, chain_of, counting, line_waits, opened, store, waiting, worked_off
from .expressions import items, optional
from .finish import code_function, finish, value_function
from .frame import Frame
from .in_order import Ordered, after, width
from .lasting import ending
from .statements import call
from .tables import Tables

ELEMENT = "triggers"


def triggers(
    tables: Tables,
    made: Sequence[Trigger],
    subscriptions: Sequence[Subscription],
    endings: Sequence[Ending],
    order: Order | None,
) -> None:
    """All functions of the triggers, and of what else waits for something to happen."""
    chain = chain_of(tables)
    if chain is None:
        return
    counted = {each.trigger for each in subscriptions if each.counts is not None}
    copies = {each.trigger: each.copies for each in made}
    for event in chain.events.values():
        hearing = [each for each in subscriptions if each.event is event]
        for kind in event.watching:
            _counting(tables, chain, event, [(each, copies[each.trigger]) for each in hearing], kind)
        _happens(tables, chain, event, hearing, counted)
        if event.ends:
            ending(tables, event, [each for each in endings if each.event is event], ELEMENT)
    for each in made:
        _asked(tables, each, counts=each.trigger in counted)
        _in_line(tables, chain, each)
        _trigger(tables, chain, each)
    if made:
        _chain(tables, chain, made, order)


# ---------------------------------------------------------------- when it happens


def _happens(
    tables: Tables, chain: ChainInfo, event: EventInfo, subscriptions: Sequence[Subscription], counted: set[TriggerInfo]
) -> None:
    """What has happened is told to the triggers that wait for it, in order of declaration, with the copies that counted
    before or count now."""
    frame = Frame(tables, f"happens_{event.number}", ELEMENT)
    span = event.span
    values = {name: frame.slot(each, span) for name, each in event.values.items()}
    before = {kind: frame.slot(set_of(kind), span) for kind in event.watching}
    frame.params += [*values.values(), *before.values()]
    now = {kind: counting(tables, event, kind, _place(event, values)) for kind in event.watching}
    statements: list[ir.Stmt] = [
        ir.SetLocal(slot, ir.Op("set_or", (ir.Local(slot), now[kind]))) for kind, slot in before.items()
    ]
    for each in subscriptions:
        frame.element = each.trigger.element
        for variable, slot in zip(each.values, values.values(), strict=True):
            frame.values[variable] = ir.Local(slot)
        told = [*values.values()]
        args: list[ir.Expr] = [ir.Const(ir.NONE) if place < 0 else ir.Local(told[place]) for place in each.args]
        if each.trigger in counted and each.trigger.carrier is not None:
            domain = each.trigger.carrier.domain
            all_of_them = typed.set_of_domain(span, domain)
            args.append(ir.Local(before[domain.number]) if each.counts is not None else lower(frame, all_of_them))
        asks = ir.Do(tables.reserved(f"asked_{each.trigger.name}"), tuple(args))
        test = optional(frame, each.test)
        statements.append(asks if test is None else ir.If(test, (asks,)))
    frame.element = ELEMENT
    is_open = ir.Op("ne", (cell(tables, chain.open), ir.Const(0)))
    frame.function([ir.If(is_open, tuple(statements))], frame.place(span), tables.reserved(frame.name))


def _place(event: EventInfo, values: dict[str, int]) -> list[ir.Expr]:
    """What tells a copy whether it counts: the holder of the zone of a piece that comes or goes."""
    return [ir.Local(values["holder"])] if event.verb in ("enters", "leaves") and "holder" in values else []


def _counting(
    tables: Tables,
    chain: ChainInfo,
    event: EventInfo,
    subscriptions: Sequence[tuple[Subscription, typed.Expr | None]],
    kind: int,
) -> None:
    """The copies of a kind whose triggers for an event count now, of those that each may be of (None: of one that is
    always in the game); nothing is asked where nothing is put in line."""
    span, size = event.span, tables.domains[kind].size
    frame = Frame(tables, f"counting_{event.number}_{kind}", ELEMENT, set_of(kind))
    if event.verb in ("enters", "leaves") and "holder" in event.values:
        frame.params.append(frame.slot(event.values["holder"], span))
    place = tuple(map(ir.Local, frame.params))
    found: list[ir.Expr] = []
    for each, copies in subscriptions:
        carrier = each.trigger.carrier
        if each.counts is None or carrier is None or carrier.domain.number != kind:
            continue
        number = value_function(tables, each.counts)
        listed = ir.ConstList((carrier.index,)) if copies is None else items(frame, copies)
        one = frame.slot(member(kind), span)
        test = ir.Call(number, (ir.Local(one), *place[: len(each.counts.params) - 1]))
        found.append(ir.Comp("set", (ir.Clause(one, listed, test),), ir.Local(one), size=size))
    if not found:  # what the kind says of when its copies count is faulty, which is told
        found.append(ir.ConstSet((), size))
    every = reduce(lambda left, right: ir.Op("set_or", (left, right)), found)
    is_open = ir.Op("ne", (cell(tables, chain.open), ir.Const(0)))
    chosen = ir.Choice(is_open, every, ir.ConstSet((), size))
    frame.function([ir.Return(chosen)], frame.place(span), tables.reserved(frame.name))


def _asked(tables: Tables, node: Trigger, *, counts: bool) -> None:
    """A trigger is put in line if its condition holds, for each copy of the entry that carries it; if not all of them
    count (`counts`), for those of a set."""
    info = node.trigger
    frame = Frame(tables, f"asked_{info.name}", info.element)
    frame.begin(node.params)
    place = frame.place(info.span)
    args: tuple[ir.Expr, ...] = tuple(map(ir.Local, frame.params))
    copy: ir.Expr | None = None
    copies = None
    if info.carrier is not None:
        copy = ir.Const(info.carrier.index)
    if node.it is not None and node.copies is not None:
        copies = items(frame, node.copies)
        slot = frame.give(node.it)
        frame.bound(slot, copies, node.copies.type)
        frame.visible.append(node.it)
        copy = ir.Local(slot)
        args = (*args, copy)
    tests = []
    if counts and copy is not None and info.carrier is not None:
        frame.params.append(frame.slot(set_of(info.carrier.domain.number), info.span))
        tests.append(ir.Op("set_has", (ir.Local(frame.params[-1]), copy)))
    test = optional(frame, node.test)
    stop = [] if node.test is None else frame.at(node.test.span)
    statements: list[ir.Stmt] = [ir.Do(tables.reserved(f"in_line_{info.name}"), args)]
    if info.switch is not None:
        active = switch(frame, info.switch, optional(frame, node.key))
        turns = frame.slot(interval(0, 0), info.span)
        often = ir.For(turns, ir.Op("range", (ir.Const(1), active)), tuple(statements))
        once = ir.If(ir.Op("gt", (active, ir.Const(0))), tuple(statements))
        statements = [often if info.switch.decl.stacks else once]
    if test is not None:
        statements = [*stop, ir.If(test, tuple(statements))]
    if tests:
        statements = [ir.If(tests[0], tuple(statements))]
    if copies is not None:
        statements = [ir.For(slot, copies, tuple(statements))]
    frame.function(statements, place, tables.reserved(frame.name))


def _carried(frame: Frame, node: Trigger) -> None:
    """The parameters with which a trigger waits in line: its names for what has happened, and the copy that has it."""
    frame.begin(node.params)
    if node.it is not None:
        frame.begin([node.it])


def _in_line(tables: Tables, chain: ChainInfo, node: Trigger) -> None:
    """A trigger goes to the end of the line."""
    info = node.trigger
    frame = Frame(tables, f"in_line_{info.name}", info.element)
    _carried(frame, node)
    line, place = cell(tables, chain.line), frame.place(info.span)
    parts: list[ir.Expr] = [ir.Const(info.number), ME]
    if chain.width:
        args = tuple(map(ir.Local, frame.params))
        whose = ir.Const(ir.NONE) if node.whose is None else ir.Call(value_function(tables, node.whose), args)
        parts.append(whose)
    parts += map(ir.Local, frame.params)
    parts += [ir.Const(0)] * (chain.width - len(parts))
    one = ir.Op("list", tuple(parts))
    last = ir.Const(line.shape.size - len(parts))
    path = _circle(tables, info)
    way = f": {' → '.join(path)}" if path else ""
    text = tables.plain_text(f"more than {chain.most:,} triggers wait in line{way}")
    statements = (
        ir.If(ir.Op("gt", (ir.Op("list_size", (line,)), last)), (ir.Fault(place, text),)),
        store(tables, chain.line, ir.Op("list_concat", (line, one)), place),
    )
    frame.function(statements, place, tables.reserved(frame.name))


# ---------------------------------------------------------------- when its turn comes


def _trigger(tables: Tables, chain: ChainInfo, node: Trigger) -> None:
    """What follows when a trigger's turn comes."""
    info = node.trigger
    frame = Frame(tables, f"trigger_{info.name}", info.element, waits=info.waits)
    _carried(frame, node)
    place = frame.place(info.span)
    number = tables.new_function()
    if node.code is not None:
        code_function(tables, node.code, place, number)
    does = call(number, tuple(map(ir.Local, frame.params)), waits=info.waits)
    finish(frame, tables.reserved(frame.name), [*_counted(frame, chain, info, place), does], info.waits, place)


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
    every = tables.declared.triggers.values()
    leads = {one: [each for each in every if any(event in each.on for event in one.follows)] for one in every}
    return [each.name for each in shortest_circle(info, leads)]


def _chain(tables: Tables, chain: ChainInfo, made: Sequence[Trigger], order: Order | None) -> None:
    """Works off the line, until nothing is in it; then everything is as before. What comes next is the front, or of
    those that came at once the one that the order says."""
    span = chain.line.span
    frame = Frame(tables, CHAIN, ELEMENT)
    line = cell(tables, chain.line)
    before = frame.slot(member(0), span)
    number = frame.slot(interval(0, len(made)), span)
    values = [frame.slot(INT, span) for _ in range(max(map(width, made)))]
    next_one = None if order is None or chain.batch is None else Ordered(frame, chain, made, order)
    first: ir.Expr = ir.Const(0) if next_one is None else next_one.at

    def comes(low: int, high: int) -> tuple[ir.Stmt, ...]:
        """One of some triggers is taken out of the line and comes."""
        if high - low > 1:
            middle = (low + high) // 2
            test = ir.Op("lt", (ir.Local(number), ir.Const(made[middle].trigger.number)))
            return (ir.If(test, comes(low, middle), comes(middle, high)),)
        each = made[low]
        size = width(each)
        head = 2 if next_one is None else 3
        taken = [ir.SetLocal(values[i], ir.Op("list_get", (line, after(first, i + head)))) for i in range(size)]
        acting = ir.Store(ir.CELL_ME, None, ir.Op("list_get", (line, after(first, 1))), ir.SCALAR)
        behind = after(first, chain.width or size + head)
        rest: ir.Expr = ir.Op("list_slice", (line, behind, ir.Const(INT_MAX)))
        if next_one is not None:
            rest = ir.Op("list_concat", (ir.Op("list_slice", (line, ir.Const(0), first)), rest))
        args = tuple([ir.Local(each) for each in values[:size]])
        follows = call(tables.reserved(f"trigger_{each.trigger.name}"), args, waits=each.trigger.waits)
        left = store(tables, chain.line, rest, -1 if next_one is None else frame.place(span))
        return (*taken, acting, left, follows)

    if next_one is None:
        body = (ir.SetLocal(number, ir.Op("list_get", (line, ir.Const(0)))), *comes(0, len(made)))
    else:
        acts_as_before = ir.Store(ir.CELL_ME, None, ir.Local(before), ir.SCALAR)
        which = ir.SetLocal(number, ir.Op("list_get", (line, first)))
        body = (acts_as_before, *next_one.found(), which, *comes(0, len(made)))
    counts = [chain.count, *(each.count for each in tables.declared.triggers.values() if each.count is not None)]
    statements = [
        ir.SetLocal(before, ME),
        ir.While(waiting(tables, chain), body, ir.Const(INT_MAX), frame.place(span)),
        *[store(tables, each, ir.Const(0)) for each in counts],
        ir.Store(ir.CELL_ME, None, ir.Local(before), ir.SCALAR),
    ]
    waits = line_waits(tables)
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
