"""Simultaneous steps: all decide, and nothing happens; then all is told; then all is carried out, one after the other.

What was decided lies in one list of numbers in the step's frame, where nobody sees it: for each player, in their order,
the number of the action in the menu (where there is a menu) and the values, a list with its length before it. So no
option, and nothing else that can be seen, depends on what another player has decided.

Before it is carried out, everything is asked of the code that makes the options once more: what could not be chosen
any more lapses, nothing of it is carried out or paid, and that is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..language.types import interval, member
from ..program import ir, limits
from ..typed import flow
from ..typed import statements as code
from . import offers
from .choices import decision
from .core import ME, lower
from .events import worked_off
from .expressions import items
from .frame import Frame
from .lowering import lower_block
from .outcomes import has_lost
from .statements import call, candidates
from .stops import declared
from .teams import EVERYONE
from .waits import AskStmt

ACTIVE = ir.Load(ir.CELL_ACTIVE, None, ir.SCALAR)
PLY = ir.Load(ir.CELL_PLY, None, ir.SCALAR)
_NUMBER = interval(0, ir.INT_MAX)


@dataclass(slots=True)
class Held:
    """What was decided, in the step or menu `name`. `kept`: the slot of the list that it lies in; `at`: the slot that
    says where in it the reading is; `longest`: how many numbers one player adds at most."""

    frame: Frame
    name: str
    kept: int
    at: int
    longest: int = 0

    @property
    def all(self) -> ir.Expr:
        """The list. When it is read, everybody may know it."""
        return ir.Op("reveal", (ir.Local(self.kept),))

    @property
    def here(self) -> ir.Expr:
        """The number where the reading is."""
        return ir.Op("list_get", (self.all, ir.Local(self.at)))

    def keep(self, value: ir.Expr) -> ir.Stmt:
        """A number at the end of the list."""
        return ir.SetLocal(self.kept, ir.Op("list_add", (ir.Local(self.kept), value)))

    def keep_all(self, values: ir.Expr) -> ir.Stmt:
        """A list of numbers, with its length before it."""
        sized = (ir.Local(self.kept), ir.Op("list", (ir.Op("list_size", (values,)),)), values)
        return ir.SetLocal(self.kept, ir.Op("list_concat", sized))

    def on(self, by: ir.Expr) -> ir.Stmt:
        """The reading goes on."""
        return ir.SetLocal(self.at, _sum(ir.Local(self.at), by))

    def keep_slot(self, slot: int) -> ir.Stmt:
        """The value of a slot."""
        shape, value = self.frame.slots[slot], ir.Local(slot)
        match shape.kind:
            case "scalar":
                return self.keep(value)
            case "list":
                return self.keep_all(value)
            case "set":
                return self.keep_all(ir.Op("members", (value,)))
        key = self.frame.slot(_NUMBER, self.frame.slot_spans[slot])
        every = ir.Op("range", (ir.Const(0), ir.Const(shape.size - 1)))
        values = ir.Comp("list", (ir.Clause(key, every, None),), ir.Op("map_get", (value, ir.Local(key))))
        return self.keep_all(values)

    def read(self, slot: int, value: ir.Expr, alternative: int, number: int) -> ir.Stmt:
        """A slot gets a value that was decided, number so much of an alternative."""
        made = ir.SetLocal(slot, value)
        self.frame.tables.revealing[id(made)] = made, alternative, number
        return made

    def read_slot(self, slot: int, alternative: int, number: int) -> list[ir.Stmt]:
        """The value of a slot is read again."""
        shape, here = self.frame.slots[slot], ir.Local(self.at)
        if shape.kind == "scalar":
            return [self.read(slot, self.here, alternative, number), self.on(ir.Const(1))]
        first = _sum(here, ir.Const(1))
        value = self.listed(first, slot)
        if shape.kind == "set":
            value = ir.Op("list_set", (value,), size=shape.size)
        elif shape.kind == "map":
            key = self.frame.slot(_NUMBER, self.frame.slot_spans[slot])
            every = ir.Op("range", (ir.Const(0), ir.Const(shape.size - 1)))
            one = ir.Op("list_get", (self.all, _sum(first, ir.Local(key))))
            value = ir.Comp("map", (ir.Clause(key, every, None),), one, key=ir.Local(key), size=shape.size)
        return [self.read(slot, value, alternative, number), self.on(_sum(ir.Const(1), self.here))]

    def listed(self, first: ir.Expr, slot: int) -> ir.Expr:
        """The numbers of a slot's list, of which the first stands at a place; how many is the number where the reading
        is."""
        return ir.Op("list_slice", (self.all, first, _sum(first, self.here)))

    def room(self, slot: int) -> int:
        """How many numbers a slot's value takes."""
        size = self.frame.room.get(slot, self.frame.slots[slot].size)
        return 1 if self.frame.slots[slot].kind == "scalar" else 1 + size


@dataclass(slots=True)
class Fixed(Held):
    """What was worked out when all had decided, in the `slots`. Reading it tells nobody anything: who may know it is
    known from what it was worked out of."""

    slots: list[int] = field(default_factory=list)

    @property
    def all(self) -> ir.Expr:  # noqa: D102
        return ir.Local(self.kept)

    @property
    def empty(self) -> ir.Stmt:
        """Nothing is known yet."""
        return ir.SetLocal(self.kept, ir.ConstList(()))

    def read(self, slot: int, value: ir.Expr, alternative: int, number: int) -> ir.Stmt:  # noqa: D102
        return ir.SetLocal(slot, value)

    def listed(self, first: ir.Expr, slot: int) -> ir.Expr:
        """So that there are no more of them than the list has room for, whatever else lies behind them."""
        key = self.frame.slot(_NUMBER, self.frame.slot_spans[slot])
        every = ir.Op("range", (ir.Const(0), ir.Const(self.frame.slots[slot].size - 1)))
        there = ir.Op("lt", (ir.Local(key), self.here))
        one = ir.Op("list_get", (self.all, _sum(first, ir.Local(key))))
        return ir.Comp("list", (ir.Clause(key, every, there),), one)


def _fixed(frame: Frame, node: flow.Simultaneous, most: int) -> tuple[Fixed, Sequence[ir.Stmt]]:
    """Where the values lie that are fixed when all have decided, and what works them out for one player."""
    kept = frame.raw_slot(ir.Shape("list", 0, of=ir.SCALAR), node.span)
    fixed = Fixed(frame, node.name, kept, frame.slot(_NUMBER, node.span))
    known = lower_block(frame, node.fixed)
    for each in node.fixed:
        for variable in declared(each):
            value = frame.read(variable)
            assert isinstance(value, ir.Local)
            fixed.slots.append(value.slot)
    frame.slots[kept] = ir.Shape("list", limits.LIST, of=ir.SCALAR)
    frame.room[kept] = min(sum(map(fixed.room, fixed.slots)) * most, limits.LIST)
    return fixed, known


def together(frame: Frame, node: flow.Simultaneous) -> list[ir.Stmt]:
    """All decide, all is told, all is carried out."""
    span, tables = node.span, frame.tables
    most = tables.domains[0].size
    deciders = frame.raw_slot(ir.Shape("list", most, of=ir.Shape("scalar", 1, 0)), span)
    player, before_me, before_active = (frame.slot(member(0), span) for _ in range(3))
    frame.bounds[player] = most
    name = node.name if node.inside.menu is None else node.inside.menu.name
    held = Held(frame, name, frame.raw_slot(ir.Shape("list", 0, of=ir.SCALAR), span), frame.slot(_NUMBER, span))
    parts: Sequence[Part] = [_menu(held, node.inside.menu)] if node.inside.menu is not None else []
    if node.inside.menu is None:
        parts = [_choice(held, each) for each in node.choices if isinstance(each, code.Choose | code.ChooseSeveral)]
    frame.slots[held.kept] = ir.Shape("list", min(held.longest * most, limits.LIST), of=ir.SCALAR)
    acts = [ir.Store(ir.CELL_ME, None, ir.Local(player), ir.SCALAR)]
    if not node.in_turn:
        acts.append(ir.Store(ir.CELL_ACTIVE, None, ir.Local(player), ir.SCALAR))

    def each_player(*statements: ir.Stmt) -> ir.Stmt:
        return ir.For(player, ir.Local(deciders), (*acts, *statements))

    kept = [one for each in (*node.choices, *node.fixed) for one in declared(each)]
    asked = [one for each in parts for one in each.ask]
    told = [one for each in parts for one in (*each.read, *each.tell)]
    fixed, known = _fixed(frame, node, most)
    done: tuple[ir.Stmt, ...] = (*lower_block(frame, node.inside.effects, kept), *worked_off(tables))
    for each in reversed(parts):
        done = each.carried_out(done)
    read = [one for each in parts for one in each.read]
    begin = ir.SetLocal(held.at, ir.Const(0))
    fix = [fixed.empty, begin, each_player(*read, *known, *map(fixed.keep_slot, fixed.slots))] if fixed.slots else []
    read += [one for slot in fixed.slots for one in fixed.read_slot(slot, 0, 0)]
    begins = [begin, ir.SetLocal(fixed.at, ir.Const(0))] if fixed.slots else [begin]
    return [
        ir.SetLocal(before_me, ME),
        ir.SetLocal(before_active, ACTIVE),
        ir.SetLocal(deciders, _deciders(frame, node)),
        ir.SetLocal(held.kept, ir.ConstList(())),
        _held_back(ir.Op("add", (PLY, ir.Const(1)))),
        each_player(*asked),
        _held_back(ir.Const(0)),
        begin,
        each_player(*told),
        *fix,
        *begins,
        each_player(*read, *done),
        ir.Store(ir.CELL_ME, None, ir.Local(before_me), ir.SCALAR),
        ir.Store(ir.CELL_ACTIVE, None, ir.Local(before_active), ir.SCALAR),
    ]


def _deciders(frame: Frame, node: flow.Simultaneous) -> ir.Expr:
    """Who decides, each once; who has lost does not."""
    listed: ir.Expr = ir.Op("rotate", (EVERYONE, ACTIVE))
    if node.of is not None:
        listed = ir.Op("list_distinct", (items(frame, node.of),))
    slot = frame.slot(member(0), node.span)
    there = ir.Op("not", (has_lost(frame.tables, ir.Local(slot)),)) if frame.tables.declared.loses else None
    return ir.Comp("list", (ir.Clause(slot, listed, there),), ir.Local(slot))


# ---------------------------------------------------------------- what each decides


@dataclass(slots=True)
class Part:
    """One thing that each decides: how it is asked and kept, how it is read again, how it is told. `test` makes sure
    that it can still be chosen, which `fine` says then; `lapse` tells that it cannot."""

    ask: list[ir.Stmt]
    read: list[ir.Stmt]
    tell: list[ir.Stmt]
    test: list[ir.Stmt]
    fine: ir.Expr
    lapse: list[ir.Stmt]
    effects: tuple[ir.Stmt, ...] = ()

    def carried_out(self, following: Sequence[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """What happens, and all that follows; or that it lapses."""
        fine = ir.Op("reveal", (self.fine,))
        return (*self.test, ir.If(fine, (*self.effects, *following), tuple(self.lapse)))


def _menu(held: Held, node: flow.Menu) -> Part:
    """An action of a menu, or passing."""
    frame, tables = held.frame, held.frame.tables
    taken, fine = frame.slot(_NUMBER, node.span), frame.slot(_NUMBER, node.span)
    options: list[ir.Stmt] = []
    branches: list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]] = []
    part = Part([], [ir.SetLocal(taken, held.here), held.on(ir.Const(1))], [], [], ir.Local(fine), [])

    def taken_is(number: int, *then: ir.Stmt) -> ir.Stmt:
        return ir.If(ir.Op("eq", (ir.Local(taken), ir.Const(number))), then)

    for number, action in enumerate(node.actions):
        options.append(ir.EmitFrom(tables.generator[action], ()))
        slots = tuple([frame.slot(type_, node.span) for type_ in action.params.values()])
        args = tuple([ir.Local(slot) for slot in slots])
        chosen = tables.alternative[action]
        branches.append((chosen, slots, (held.keep(ir.Const(number)), *map(held.keep_slot, slots))))
        held.longest = max(held.longest, 1 + sum(map(held.room, slots)))
        part.read.append(taken_is(number, *_read_all(held, slots, chosen)))
        part.tell.append(taken_is(number, ir.Reveal(chosen, args)))
        still = ir.Call(offers.still_offered(tables, action), args)
        part.test.append(taken_is(number, ir.SetLocal(fine, still)))
        part.lapse.append(taken_is(number, ir.Reveal(chosen, args, True)))
        carried_out = call(tables.function[action], args, waits=action.waits)
        part.effects = (*part.effects, taken_is(number, carried_out))
    if node.passing is not None:
        number, place = len(node.actions), frame.place(node.span)
        passing = tables.new_alternative(ir.Alternative(node.passing.name, (), -1, (), place))
        emit: ir.Stmt = ir.Emit(passing, ())
        if node.passing.test is not None:
            emit = ir.Guard(lower(frame, node.passing.test), (emit,), frame.place(node.passing.test_span))
        options.append(emit)
        branches.append((passing, (), (held.keep(ir.Const(number)),)))
        held.longest = max(held.longest, 1)
        part.tell.append(taken_is(number, ir.Reveal(passing, ())))
    asked = decision(frame, node.name, ME, None, options, node.span, secret=True)
    part.ask = [_ask(held, AskStmt(asked, tuple(branches)))]
    part.test.insert(0, ir.SetLocal(fine, ir.Const(1)))
    return part


def _choice(held: Held, node: code.Choose | code.ChooseSeveral) -> Part:
    """Values that are chosen; of `choose several` one after the other."""
    frame = held.frame
    statements = lower_block(frame, (node,))
    ((at, ask),) = [(i, each) for i, each in enumerate(map(_asking, statements)) if each is not None]
    fine = frame.slot(_NUMBER, node.span)
    if isinstance(node, code.ChooseSeveral):
        return _several(held, node, statements, ask, fine)
    chosen, slots, _ = ask.branches[0]
    args = tuple([ir.Local(slot) for slot in slots])
    held.longest += sum(map(held.room, slots))
    read = _read_all(held, slots, chosen)
    tell: list[ir.Stmt] = [ir.Reveal(chosen, args)]
    made = frame.tables.decisions[ask.decision]
    assert made is not None
    test = list(_found(frame, made.options, chosen, args, fine))
    if node.optional:
        none = ir.Op("eq", (args[0], ir.Const(node.kept[0].type.none)))
        tell = [ir.If(none, (ir.Reveal(ask.branches[1][0], ()),), tuple(tell))]
        test = [ir.If(none, (ir.SetLocal(fine, ir.Const(1)),), tuple(test))]
    test.insert(0, ir.SetLocal(fine, ir.Const(0)))
    asked = [*statements[:at], _ask(held, ask), *statements[at + 1 :], *map(held.keep_slot, slots)]
    return Part(asked, read, tell, test, ir.Local(fine), [ir.Reveal(chosen, args, True)])


def _several(held: Held, node: code.ChooseSeveral, statements: Sequence[ir.Stmt], ask: AskStmt, fine: int) -> Part:
    """Some of a list: all of them must still be there, and may still be so many."""
    frame = held.frame
    chosen, _, _ = ask.branches[0]
    picked = frame.read(node.picked)
    assert isinstance(picked, ir.Local)
    held.longest += held.room(picked.slot)
    one, left = frame.slot(node.candidates.variable.type, node.span), frame.slot(_NUMBER, node.span)
    each = ir.Local(one)
    last = _sum(ir.Local(held.at), ir.Local(left))

    def one_by_one(*then: ir.Stmt) -> ir.Stmt:
        counted = ir.Op("range", (ir.Const(1), ir.Local(left)))
        number = frame.slot(_NUMBER, node.span)
        value = ir.Op("list_get", (held.all, _sum(ir.Local(held.at), ir.Local(number))))
        return ir.For(number, counted, (held.read(one, value, chosen, 0), *then))

    taken = ir.SetLocal(picked.slot, ir.Op("list_add", (picked, each)))
    read = [
        ir.SetLocal(left, held.here),
        ir.SetLocal(picked.slot, ir.ConstList(())),
        one_by_one(taken),
        ir.SetLocal(held.at, _sum(last, ir.Const(1))),
    ]
    tell: list[ir.Stmt] = [ir.For(one, picked, (ir.Reveal(chosen, (each,)),))]
    if len(ask.branches) > 1:
        nothing = ir.Op("eq", (ir.Op("list_size", (picked,)), ir.Const(0)))
        tell.append(ir.If(nothing, (ir.Reveal(ask.branches[1][0], ()),)))
    there = frame.slot(node.listed, node.span)
    wanted, count = candidates(frame, node.candidates), lower(frame, node.count)
    known = ir.Comp("all", (ir.Clause(one, picked, None),), ir.Op("list_has", (ir.Local(there), each)))
    few = ir.Op("le", (ir.Op("list_size", (picked,)), count))
    test: list[ir.Stmt] = [ir.SetLocal(there, wanted), ir.SetLocal(fine, ir.Op("and", (few, known)))]
    lapse = ir.For(one, picked, (ir.Reveal(chosen, (each,), True),))
    asked = [_replaced(held, each_, ask) for each_ in statements]
    return Part([*asked, held.keep_slot(picked.slot)], read, tell, test, ir.Local(fine), [lapse])


def _read_all(held: Held, slots: Sequence[int], chosen: int) -> list[ir.Stmt]:
    """All values of an option are read again."""
    return [one for number, slot in enumerate(slots) for one in held.read_slot(slot, chosen, number)]


def _asking(statement: ir.Stmt) -> AskStmt | None:
    """The decision that a statement is, or that stands in the loop that it is."""
    if isinstance(statement, ir.While):
        return next((each for each in statement.body if isinstance(each, AskStmt)), None)
    return statement if isinstance(statement, AskStmt) else None


def _replaced(held: Held, statement: ir.Stmt, ask: AskStmt) -> ir.Stmt:
    if isinstance(statement, ir.While) and ask in statement.body:
        return replace(statement, body=tuple([_ask(held, ask) if each is ask else each for each in statement.body]))
    return statement


def _ask(held: Held, ask: AskStmt) -> AskStmt:
    """The decision is one whose answer is held back. All of a step have one name: which of them a player is at, and so
    how many there were, is nobody's business."""
    tables = held.frame.tables
    made = tables.decisions[ask.decision]
    assert made is not None
    tables.decisions[ask.decision] = replace(made, name=held.name)
    tables.held.add(ask.decision)
    return ask


def _found(
    frame: Frame, options: Sequence[ir.Stmt], chosen: int, args: Sequence[ir.Expr], fine: int
) -> tuple[ir.Stmt, ...]:
    """The statements that make options, so that they say whether this one is among them."""
    found: list[ir.Stmt] = []
    for each in options:
        match each:
            case ir.Guard():
                found.append(ir.If(each.test, _found(frame, each.body, chosen, args, fine)))
            case ir.For():
                found.append(replace(each, body=_found(frame, each.body, chosen, args, fine)))
            case ir.Emit() if each.alternative == chosen:
                same = offers.same(frame.slots, each.args, args)
                found.append(ir.If(same, (ir.SetLocal(fine, ir.Const(1)),)))
            case ir.Emit():
                pass
            case _:
                found.append(each)
    return tuple(found)


def _held_back(since: ir.Expr) -> ir.Stmt:
    return ir.Store(ir.CELL_HELD, None, since, ir.SCALAR)


def _sum(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Op("add", (a, b))
