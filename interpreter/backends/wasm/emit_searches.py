"""Searches over boards for what can be reached."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from ...program.walk import conjuncts
from . import binary as wasm
from .binary import I64
from .dependencies import note_member, note_words
from .emit_loops import go_over
from .emit_sets import GrowingSet
from .emit_views import word_of
from .function_body import Label
from .views import in_words
from .writer import EXPRESSIONS, Writer

ROWS = 1 << 14
"""Words that the neighbours of all members of a board may take as sets."""


class _Met(GrowingSet):
    """A set of members that were met, none of them none; it can be asked while it grows."""

    def has(self, member: int) -> None:
        """Leave whether it has a member."""
        w = self.w
        if self.small:
            w.put(wasm.get(self.local), wasm.get(member), wasm.EXTEND_U, wasm.SHR_U64, wasm.WRAP, wasm.const(1))
            w.put(wasm.AND)
            return
        w.put(wasm.get(self.local), wasm.get(member), wasm.const(3), wasm.SHR_U, wasm.ADD, wasm.load8())
        w.put(wasm.get(member), wasm.const(7), wasm.AND, wasm.SHR_U, wasm.const(1), wasm.AND)

    def words(self) -> list[bytes]:
        """The code of each word of 64 members."""
        if self.small:
            return [wasm.get(self.local)]
        cells = (self.size + 31) // 32
        at = wasm.get(self.local)
        out = [at + wasm.load64(8 * i) for i in range(cells // 2)]
        return [*out, at + wasm.load64_32(4 * (cells - 1))] if cells % 2 else out

    def add(self, member: int) -> None:
        """Take a member in."""
        w = self.w
        if self.small:
            w.put(wasm.const64(1), wasm.get(member), wasm.EXTEND_U, wasm.SHL64, wasm.get(self.local), wasm.OR64)
            w.put(wasm.set_(self.local))
            return
        address = w.body.local()
        w.put(wasm.get(self.local), wasm.get(member), wasm.const(3), wasm.SHR_U, wasm.ADD, wasm.tee(address))
        w.put(wasm.get(address), wasm.load8(), wasm.const(1), wasm.get(member), wasm.const(7), wasm.AND, wasm.SHL)
        w.put(wasm.OR, wasm.store8())


def _region(w: Writer, node: ir.Region) -> None:
    match node.over:
        case ir.Op(op="neighbors", args=(ir.Const() as table, of)) if in_words(node):
            rows = len(w.maker.program.tables[table.value]) * ((node.size + 63) // 64)
            plain = node.test is None or w.maker.total(w.function, node.test)
            if plain and rows <= ROWS and w.maker.total(w.function, of):
                _in_words(w, node, table.value, of)
                return
    _queued(w, node)


def _in_words(w: Writer, node: ir.Region, table: int, of: ir.Expr) -> None:
    """With a test that can neither fault nor pay, in whatever order: the members that were met, and those of them that
    are still to be tested, are words in locals, and so are the neighbours of a member."""
    count = (node.size + 63) // 64
    masks = w.maker.wide_masks(table, node.size)
    start = w.new_local(node.start)
    met = [w.body.local(I64) for _ in range(count)]
    waiting = [w.body.local(I64) for _ in range(count)]
    for each in (*met, *waiting):
        w.put(wasm.const64(0), wasm.set_(each))
    reached = _Met(w, node.size)
    new, row, here = w.body.local(I64), w.body.local(), w.body.local()
    asked = [of] if node.test is None else [of, node.test]
    noted = _noted(w, node)
    allowed, tests = _allowed(w, node)
    makes = any(w.maker.makes(w.function, each) for each in asked)
    with w.released(makes), w.body.block() as done:
        if node.test is not None:
            with w.bound(node.slot, start):
                w.jump_unless(node.test, done)
        w.put(wasm.get(start), wasm.set_(here))
        for i, each in enumerate(met):
            _bit_of(w, start, i, count)
            w.put(wasm.set_(each))
        with w.body.loop() as again:
            reached.add(here)
            with w.bound(node.at, here):
                w.value(of)
            w.put(wasm.const(8 * count), wasm.MUL, wasm.set_(row))
            for i in range(count):
                w.put(wasm.get(row), wasm.load64(masks + 8 * i), wasm.get(met[i]), wasm.const64(-1), wasm.XOR64)
                w.put(wasm.AND64, wasm.tee(new), wasm.get(met[i]), wasm.OR64, wasm.set_(met[i]), wasm.get(new))
                for word in allowed:
                    word(i)
                    w.put(wasm.AND64)
                w.put(wasm.get(waiting[i]), wasm.OR64, wasm.set_(waiting[i]))
            with w.body.loop() as next_:
                with w.body.block() as found:
                    for i, each in enumerate(waiting):
                        with w.body.block() as empty:
                            w.body.br_if(empty, wasm.get(each), wasm.EQZ64)
                            w.put(wasm.get(each), wasm.CTZ64, wasm.WRAP, wasm.const(64 * i), wasm.ADD, wasm.set_(here))
                            w.body.drop_lowest(each)
                            w.body.br(found)
                    w.body.br(done)
                for test in tests:
                    with w.bound(node.slot, here):
                        w.jump_unless(test, next_)
                w.body.br(again)
    if noted:
        w.noted -= noted
        note_member(w, start)
        note_words(w, w.noting, [wasm.get(each) for each in met])
    for i, each in enumerate(met):
        w.put(wasm.get(each), wasm.POPCNT64, wasm.WRAP, wasm.ADD if i else b"")
    amount = w.body.keep(wasm.const(w.maker.weights.turn[id(node)]), wasm.MUL)
    w.put(wasm.get(amount))
    with w.body.if_():  # a search that ends at its start does not even ask whether the allowance is used up
        w.put(wasm.get(amount))
        w.pay_dear(w.function.place)
    w.put(wasm.get(reached.local))


def _allowed(w: Writer, node: ir.Region) -> tuple[list[Callable[[int], None]], list[ir.Expr]]:
    """Sets, word by word, in which all members that pass the test are, and what is still to be asked of these."""
    allowed: list[Callable[[int], None]] = []
    rest: list[ir.Expr] = []
    invariants = w.maker.invariants
    for each in [] if node.test is None else conjuncts(node.test):
        known = w.maker.views.asked(each, node.slot, node.size)
        if known is None or invariants.reads(known[1]) & {node.slot, node.at} or invariants.dear(known[1]):
            rest.append(each)
        else:
            allowed.append(word_of(w, *known))
    return allowed, rest


def _bit_of(w: Writer, member: int, i: int, count: int) -> None:
    """Leave word i of the set that holds a member alone."""
    w.put(wasm.const64(1), wasm.get(member), wasm.EXTEND_U, wasm.SHL64)
    if count > 1:
        w.put(wasm.const64(0), wasm.get(member), wasm.const(6), wasm.SHR_U, wasm.const(i), wasm.EQ, wasm.SELECT)


def _queued(w: Writer, node: ir.Region) -> None:
    """Breadth first, neighbours in their order."""
    arena = w.maker.arena
    start = w.new_local(node.start)
    reached, met = _Met(w, node.size), _Met(w, node.size)
    count = w.body.local()
    w.put(wasm.const(0), wasm.set_(count))
    noted = _noted(w, node)
    done = w.body.block()
    if node.test is not None:
        with w.bound(node.slot, start):
            w.jump_unless(node.test, done)
    reached.add(start)
    met.add(start)
    w.put(wasm.const(1), wasm.set_(count))
    queue = w.body.keep(wasm.global_get(arena))
    w.put(wasm.get(queue), wasm.const(4 * node.size), wasm.ADD, wasm.global_set(arena))
    w.put(wasm.get(queue), wasm.get(start), wasm.store())
    head, tail = w.body.local(), w.body.local()
    w.put(wasm.get(queue), wasm.set_(head), wasm.get(queue), wasm.const(4), wasm.ADD, wasm.set_(tail))
    again = w.body.loop()
    here = w.body.keep(wasm.get(head), wasm.load())
    w.body.add(head, 4)

    def turn(there: int, out: Label, next_: Label) -> None:
        met.has(there)
        w.body.br_if(next_)
        met.add(there)
        w.body.add(count, 1)
        if node.test is not None:
            with w.bound(node.slot, there):
                w.jump_unless(node.test, next_)
        reached.add(there)
        w.put(wasm.get(tail), wasm.get(there), wasm.store())
        w.body.add(tail, 4)

    with w.bound(node.at, here):
        go_over(w, ir.Clause(node.slot, node.over, None), turn)
    w.body.br_if(again, wasm.get(head), wasm.get(tail), wasm.LT_U)
    w.body.end()
    w.put(wasm.get(queue), wasm.global_set(arena))
    weight = w.maker.weights.turn[id(node)]
    w.pay_times(wasm.get(count), weight, w.function.place)
    w.body.end()
    if noted:
        w.noted -= noted
        note_member(w, start)
        note_words(w, w.noting, met.words())
    w.put(wasm.get(reached.local))


def _noted(w: Writer, node: ir.Region) -> set[int]:
    """The slots of a search whose members are noted when it ends: all that it met, and where it starts."""
    if w.noting < 0 or w.function.locals[node.slot].domain != w.noting:
        return set()
    slots = {node.slot, node.at} - w.noted
    w.noted |= slots
    return slots


EXPRESSIONS[ir.Region] = _region
