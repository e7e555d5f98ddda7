"""Turns of a loop that could only make options for which others stand are left out.

Where options carry a key by which one stands for others (`ir.Emit.alike`), a loop over members often comes to a member
that is like one of before in all that its key says of it. When the inside of the loop asks nothing else of the member
either, its whole turn would make options that are there already, and is left out. It pays what the first turn
paid; where there is less than that left of the allowance, it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from ...program import ir
from ...program.calls import asked_by
from ...program.reach import UNKNOWN, constant_value
from ...program.walk import children, descend
from . import binary as wasm
from .emit_options import class_of, grouped
from .function_body import Label
from .writer import Writer

TRIED = 1 << 12
"""Values of locals that are tried to see what a table says."""

Inner = Callable[[Label], None]


def class_turns(w: Writer, node: ir.For) -> tuple[ir.Expr, ...]:
    """The parts of keys from which all follows that a turn does; nothing where turns are not left out."""
    if w.function.locals[node.slot].domain < 0 or node.slot not in w.slots or w.noting >= 0:
        return ()
    emits = [each for statement in node.body for each in descend(statement) if isinstance(each, ir.Emit)]
    groups = []
    for each in emits:
        if not isinstance(each.alike, ir.Op) or each.alike.op != "list":
            return ()
        if not all(w.shape(part).kind == "scalar" for part in each.alike.args):
            return ()
        groups.append(dict(grouped(w, each.alike.args)).get(node.slot, ()))
    if not groups or not groups[0] or any(each != groups[0] for each in groups) or not _Turn(w, node, groups[0]).same():
        return ()
    return groups[0]


class _Turn:
    """Asks whether a turn is the same for all members of which some expressions are the same."""

    def __init__(self, w: Writer, node: ir.For, group: tuple[ir.Expr, ...]) -> None:
        self.w, self.node, self.group, self.slot = w, node, frozenset(group), node.slot
        self.set = {each.slot for body in node.body for each in descend(body) if isinstance(each, ir.SetLocal)}
        self.tables = [each for each in group if isinstance(each, ir.Table) and each.index == ir.Local(node.slot)]

    def same(self) -> bool:
        """Whether it is."""
        return self.slot not in self.set and self._block(self.node.body, set())

    def _block(self, body: tuple[ir.Stmt, ...], known: set[int]) -> bool:
        """Statements, one after the other; `known` are the slots that were set in this turn."""
        for each in body:
            match each:
                case ir.SetLocal():
                    if not self._value(each.value, known):
                        return False
                    known = known | {each.slot}
                case ir.Guard():
                    if not (self._value(each.test, known) and self._block(each.body, known)):
                        return False
                case ir.If():
                    parts = self._block(each.then, known) and self._block(each.other, known)
                    if not (self._value(each.test, known) and parts):
                        return False
                case ir.For():
                    if each.slot == self.slot or not self._value(each.items, known):
                        return False
                    if not self._block(each.body, known | {each.slot}):
                        return False
                case ir.Emit():
                    values = [one for one in each.args if one != ir.Local(self.slot)]
                    if each.alike is None or not all(self._value(one, known) for one in (*values, each.alike)):
                        return False
                case _:
                    return False
        return True

    def _value(self, node: Any, known: set[int]) -> bool:
        """Whether an expression has the same value, pays the same and faults the same."""
        if node in self.group:
            return True
        if isinstance(node, ir.Local):
            return node.slot != self.slot and (node.slot not in self.set or node.slot in known)
        if isinstance(node, ir.Table) and any(each == ir.Local(self.slot) for each in descend(node.index)):
            return self._follows_from_tables(node)
        return all(self._value(each, known) for each in children(node))

    def _follows_from_tables(self, node: ir.Table) -> bool:
        """Whether members of which the tables among the parts of the key say the same are the same in this one."""
        program = self.w.maker.program
        slots = sorted({each.slot for each in descend(node.index) if isinstance(each, ir.Local)} - {self.slot})
        domains = [self.w.function.locals[slot].domain for slot in slots]
        members = len(program.domains[self.w.function.locals[self.slot].domain].names)
        if any(each < 0 for each in domains):
            return False
        values = [range(-1, len(program.domains[each].names)) for each in domains]
        tried = 1
        for each in values:
            tried *= len(each)
        if tried * members > TRIED:
            return False
        table = program.tables[node.table]
        said: dict[object, object] = {}
        for member in range(members):
            row = []
            for given in product(*values):
                known = {self.slot: member, **dict(zip(slots, given, strict=True))}
                at = constant_value(program, self.w.maker.facts, node.index, known)
                if at is UNKNOWN:
                    return False
                row.append(table[at] if 0 <= at < len(table) else None)
            key = tuple([program.tables[each.table][member] for each in self.tables])
            if said.setdefault(key, row) != row:
                return False
        return True


# ---------------------------------------------------------------- options that differ anyway


def unkeyed(w: Writer, node: ir.For) -> list[ir.Emit]:
    """What emits options in a loop that leaves turns out, where these differ from each other and from all others: in
    the class of the member, or in what a loop inside is at."""
    emits = [each for statement in node.body for each in descend(statement) if isinstance(each, ir.Emit)]
    loops = [each for statement in node.body for each in descend(statement) if isinstance(each, ir.For)]
    if not _outermost(w.function.body, node) or not all(_distinct(w, each.items) for each in loops):
        return []
    if not _asked_once(w, {each.alternative for each in emits}, len(emits)):
        return []
    for each in emits:
        assert isinstance(each.alike, ir.Op)
        if any(ir.Local(loop.slot) not in each.alike.args for loop in loops):
            return []
    return emits


def _outermost(body: tuple[ir.Stmt, ...], node: ir.For) -> bool:
    """Whether a loop is in no other one."""
    return any(
        each is node or (isinstance(each, ir.Guard) and _outermost(each.body, node)) for each in body
    )  # fmt: skip


def _asked_once(w: Writer, alternatives: set[int], count: int) -> bool:
    """Whether each decision asks a function once for its options, and nothing else makes options of these
    alternatives, which are so many."""
    program = w.maker.program
    if len(alternatives) != count:
        return False
    for decision in program.decisions:
        asked = asked_by(program, (decision,))
        if w.number not in asked:
            continue
        whole = [decision, *[program.functions[each] for each in asked]]
        nodes = [each for code in whole for each in descend(code)]
        calls = [each for each in nodes if each.calls and each.function == w.number]
        emits = [each for each in nodes if isinstance(each, ir.Emit) and each.alternative in alternatives]
        if len(calls) != 1 or len(emits) != count or not any(each is calls[0] for each in decision.options):
            return False
    return True


def _distinct(w: Writer, items: ir.Expr) -> bool:
    """Whether a list has no element twice."""
    match items:
        case ir.Op(op="members" | "domain" | "zone_list" | "range" | "list_distinct"):
            return True
        case ir.ConstList():
            return len(set(items.values)) == len(items.values)
        case ir.Op(op="list"):
            values = [each.value for each in items.args if isinstance(each, ir.Const)]
            return len(values) == len(items.args) == len(set(values))
        case ir.Comp(word="list", clauses=(only,)):
            return items.element == ir.Local(only.slot) and _distinct(w, only.items)
        case ir.Choice():
            return _distinct(w, items.then) and _distinct(w, items.other)
        case ir.Call():
            called = w.maker.program.functions[items.function]
            results = [one for each in called.body for one in descend(each) if isinstance(one, ir.Return)]
            return all(each.value is not None and _distinct(w, each.value) for each in results)
    return False


# ---------------------------------------------------------------- code


class Classed:
    """Writes turns that are left out when they are like another one of the same run of a loop. Which classes the run
    met is kept in a table of places, sixteen bytes each: the run, the class, and what its turn paid. There are
    more places than classes."""

    def __init__(self, w: Writer, node: ir.For, group: tuple[ir.Expr, ...]) -> None:
        maker = w.maker
        self.w, self.slot, self.group = w, node.slot, group
        domain = w.function.locals[node.slot].domain
        members = len(maker.program.domains[domain].names) + 1
        self.places = 1 << (2 * members).bit_length()
        self.table = maker.class_table(domain, group, node.slot)
        self.met = maker.class_room(16 * self.places)
        self.run = -1
        if self.table is not None and self.met is not None:
            w.unkeyed.update([id(each) for each in unkeyed(w, node)])
            w.call("next_run")
            self.run = w.body.keep()

    def turn(self, next_: Label, inner: Inner) -> None:
        """Write a turn; `inner` writes what it does, and is told where to go on."""
        w, met = self.w, self.met
        if self.table is None or met is None:
            inner(next_)
            return
        class_of(w, self.slot, self.group, *self.table)()
        known, at = w.body.keep(), w.body.local()
        w.put(wasm.get(known), wasm.const(0x9E3779B1), wasm.MUL, wasm.const(33 - self.places.bit_length()), wasm.SHR_U)
        w.put(wasm.const(4), wasm.SHL, wasm.set_(at))
        work, paid = w.maker.work, w.body.local()
        with w.body.block() as new:
            with w.body.loop() as again:
                w.body.br_if(new, wasm.get(at), wasm.load(met), wasm.get(self.run), wasm.NE)
                with w.body.if_(wasm.get(at), wasm.load(met + 4), wasm.get(known), wasm.NE):
                    w.put(wasm.get(at), wasm.const(16), wasm.ADD, wasm.const(16 * self.places - 1), wasm.AND)
                    w.put(wasm.set_(at))
                    w.body.br(again)
            w.put(wasm.global_get(work), wasm.get(at), wasm.load(met + 8), wasm.tee(paid), wasm.LT)
            w.body.br_if(new)  # it ends in the middle, where the allowance does
            w.put(wasm.global_get(work), wasm.get(paid), wasm.SUB, wasm.global_set(work))
            w.body.br(next_)
        w.put(wasm.global_get(work), wasm.set_(paid))
        with w.body.block() as done:
            inner(done)
        w.put(wasm.get(at), wasm.get(self.run), wasm.store(met), wasm.get(at), wasm.get(known), wasm.store(met + 4))
        w.put(wasm.get(at), wasm.get(paid), wasm.global_get(work), wasm.SUB, wasm.store(met + 8))
