"""The cheapest ways from one member of a board to all others.

A search whose steps can neither fault nor pay may settle members of equal cost in any order, for only costs are kept.
It does so with a bucket for each of the next 64 costs and a list of what is farther off; all others take a heap, which
gives members in the order that the language says. What cannot be told without that order (where an allowance ends, a
step below 0) is left to the Python machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...program import ir
from ...program.walk import conjuncts
from . import binary as wasm
from .binary import I64, V128
from .emit_gather import LANES, Gathered, is_lane
from .emit_loops import go_over
from .function_body import Label
from .writer import EXPRESSIONS, Writer

BUCKETS = 64


def _costs(w: Writer, node: ir.Costs) -> None:
    start = w.new_local(node.start)
    most = w.body.local()
    if node.within is None:
        w.put(wasm.const(ir.INT_MAX), wasm.set_(most))
    else:
        limit = w.new_local(node.within)
        w.put(wasm.const(ir.INT_MAX), wasm.get(limit), wasm.get(limit), wasm.const(ir.NO_INT), wasm.EQ, wasm.SELECT)
        w.put(wasm.set_(most))
    parts = [node.over, *[each for each in (node.test, node.by) if each is not None]]
    if all(w.maker.total(w.function, each) for each in parts):
        _bucketed(w, node, start, most)
    else:
        _heaped(w, node, start, most)


def _slot(w: Writer, base: int, member: int) -> None:
    w.put(wasm.get(base), wasm.get(member), wasm.const(2), wasm.SHL, wasm.ADD)


def _step(w: Writer, node: ir.Costs, there: int, next_: Label, tests: Sequence[ir.Expr]) -> int:
    """The local with what the step to a member costs; on with the next one where there is none."""
    with w.bound(node.there, there):
        for each in tests:
            w.jump_unless(each, next_)
        if node.by is None:
            w.const(1)
        else:
            w.value(node.by)
    return w.body.keep()


# ---------------------------------------------------------------- buckets


def _bucketed(w: Writer, node: ir.Costs, start: int, most: int) -> None:
    """Costs lie in the resulting map as soon as there is a way, what waits in buckets behind (`runtime/costs.py`)."""
    arena, work, weight = w.maker.arena, w.maker.work, w.maker.weights.turn[id(node)]
    low, high = steps(node.by)
    near = low >= 0 and high < BUCKETS
    room = 4 * node.size
    w.call("cost_buckets", wasm.const(node.size))
    known = w.body.keep()
    before = w.body.keep(wasm.global_get(arena))
    done = w.body.block()
    w.body.br_if(done, wasm.get(most), wasm.const(0), wasm.LT)
    w.put(wasm.get(start), wasm.const(node.size), wasm.GE_U)
    w.fault_if("memory", node.place)
    filled, cost, total = w.body.local(I64), w.body.local(), w.body.local()
    entry, bucket, here, base = w.body.local(), w.body.local(), w.body.local(), w.body.local()

    def wait(there: int) -> None:
        """Put a member with its new cost, which is for which there is a bucket, in it."""
        _slot(w, known, there)
        w.put(wasm.get(total), wasm.store())
        w.put(wasm.global_get(arena), wasm.tee(entry), wasm.const(8), wasm.ADD, wasm.global_set(arena))
        w.put(wasm.get(entry), wasm.get(there), wasm.store())
        w.put(wasm.get(known), wasm.get(total), wasm.const(BUCKETS - 1), wasm.AND, wasm.const(2), wasm.SHL, wasm.ADD)
        w.put(wasm.tee(bucket), wasm.get(entry), wasm.get(bucket), wasm.load(room), wasm.store(4))
        w.put(wasm.get(entry), wasm.store(room))
        w.put(wasm.get(filled), wasm.const64(1), wasm.get(total), wasm.EXTEND_U, wasm.SHL64, wasm.OR64)
        w.put(wasm.set_(filled))

    searched = w.body.block()
    barred = _Barred(w, node, known)
    w.put(wasm.const64(0), wasm.set_(filled), wasm.const(0), wasm.tee(cost), wasm.tee(total), wasm.set_(base))
    wait(start)
    again = w.body.loop()
    with w.body.if_(wasm.get(filled), wasm.EQZ64):
        if near:
            w.body.br(searched)
        else:
            w.call("cost_nearer", wasm.get(known), wasm.const(node.size))
            w.body.br_if(searched, wasm.tee(cost), wasm.tee(base), wasm.const(0), wasm.LT)
            w.put(wasm.get(known), wasm.load64(room + 4 * BUCKETS + 8), wasm.set_(filled))
    # the next cost of which there is a bucket
    w.put(wasm.get(cost), wasm.get(filled), wasm.get(cost), wasm.EXTEND_U, wasm.ROTR64, wasm.CTZ64, wasm.WRAP)
    w.put(wasm.ADD, wasm.set_(cost))
    w.put(wasm.get(known), wasm.get(cost), wasm.const(BUCKETS - 1), wasm.AND, wasm.const(2), wasm.SHL, wasm.ADD)
    w.put(wasm.tee(bucket), wasm.get(bucket), wasm.load(room), wasm.tee(entry), wasm.load(4), wasm.tee(here))
    with w.body.if_(wasm.store(room), wasm.get(here), wasm.EQZ):
        w.put(wasm.get(filled), wasm.const64(1), wasm.get(cost), wasm.EXTEND_U, wasm.SHL64, wasm.XOR64)
        w.put(wasm.set_(filled))
    w.put(wasm.get(entry), wasm.load(), wasm.set_(here))
    _slot(w, known, here)
    w.put(wasm.load(), wasm.get(cost), wasm.NE)  # there was a cheaper way
    w.body.br_if(again)
    w.put(wasm.global_get(work), wasm.const(0), wasm.LT)
    w.fault_if("memory", node.place)
    each = _fixed_degree(w, node.over)
    if each:
        w.put(wasm.global_get(work), wasm.const(weight * each), wasm.SUB, wasm.global_set(work))

    def turn(there: int, out: Label, next_: Label) -> None:
        if not each:
            w.put(wasm.global_get(work), wasm.const(weight), wasm.SUB, wasm.global_set(work))
        _slot(w, known, there)
        # a cost that is not known is larger than all others without its sign
        w.body.br_if(next_, wasm.load(), wasm.get(cost), wasm.LE_U if low >= 0 else wasm.LT_U)
        step = _step(w, node, there, next_, barred.others)
        if low < 0:
            w.put(wasm.get(step), wasm.const(0), wasm.LT)
            w.fault_if("memory", node.place)
        w.put(wasm.get(cost), wasm.get(step), wasm.ADD, wasm.tee(total))
        if not near:
            w.put(wasm.const(0), wasm.LT)
            w.fault_if("memory", node.place)
            w.put(wasm.get(total))
        _slot(w, known, there)
        w.body.br_if(next_, wasm.load(), wasm.GE_U)
        w.body.br_if(next_, wasm.get(total), wasm.get(most), wasm.GT)
        if near:
            wait(there)
            return
        with w.body.if_(wasm.get(total), wasm.get(base), wasm.SUB, wasm.const(BUCKETS), wasm.LT):
            wait(there)
            w.body.else_()
            w.call("cost_far", wasm.get(known), wasm.const(node.size), wasm.get(total), wasm.get(there))

    with w.bound(node.here, here):
        go_over(w, ir.Clause(node.there, node.over, None), turn)
    w.body.br(again)
    w.body.end()
    w.body.end()
    barred.forget(start)
    w.body.end()
    w.put(wasm.global_get(work), wasm.const(0), wasm.LT)
    w.fault_if("memory", node.place)
    w.put(wasm.get(before), wasm.global_set(arena), wasm.get(known))


class _Barred:
    """Which members no way goes through is told for all of them before a search, where tests ask about the member
    alone: they seem to be reached at no cost, so that the search goes by them without a test. `others`: what is left
    to be asked at each step."""

    def __init__(self, w: Writer, node: ir.Costs, known: int) -> None:
        self.w, self.node, self.known = w, node, known
        domain = w.function.locals[node.there].domain
        tests = [] if node.test is None else conjuncts(node.test)
        self.tests = [each for each in tests if self._asks_member_alone(each)] if domain >= 0 and w.noting < 0 else []
        self.others = [each for each in tests if each not in self.tests]
        if not self.tests:
            return
        self.lanes = Gathered(w, w.maker.program.domains[domain], node.there, ()).lanes(self.tests)
        for number in range(node.size // LANES):
            w.put(wasm.get(known))
            self.lanes(number)
            w.put(wasm.lanes(*[ir.NO_INT] * LANES), wasm.AND_LANES, wasm.store_lanes(4 * LANES * number))
        self._rest(0)

    def _asks_member_alone(self, test: ir.Expr) -> bool:
        w, node = self.w, self.node
        return node.here not in w.maker.invariants.reads(test) and is_lane(w, test, node.there)

    def _rest(self, value: int) -> None:
        """Write a value for members behind the last four that are barred."""
        w = self.w
        for number in range(self.node.size - self.node.size % LANES, self.node.size):
            w.const(number)
            with w.bound(self.node.there, w.body.keep()), w.body.block() as passes:
                with w.body.block() as barred:
                    for each in self.tests:
                        w.jump_unless(each, barred)
                    w.body.br(passes)
                w.put(wasm.get(self.known), wasm.const(value), wasm.store(4 * number))

    def forget(self, start: int) -> None:
        """They are not reached, but for where the search began."""
        if not self.tests:
            return
        w, known = self.w, self.known
        for number in range(self.node.size // LANES):
            self.lanes(number)
            passing = wasm.get(w.body.keep(type_=V128))
            w.put(wasm.get(known), wasm.get(known), wasm.load_lanes(4 * LANES * number), passing, wasm.AND_LANES)
            w.put(wasm.lanes(*[ir.NO_INT] * LANES), passing, wasm.NOT_LANES, wasm.AND_LANES, wasm.OR_LANES)
            w.put(wasm.store_lanes(4 * LANES * number))
        self._rest(ir.NO_INT)
        _slot(w, known, start)
        w.put(wasm.const(0), wasm.store())


def steps(by: ir.Expr | None) -> tuple[int, int]:
    """The least and the most that an expression gives, as far as its form says."""
    match by:
        case None:
            return 1, 1
        case ir.Const():
            return by.value, by.value
        case ir.Choice():
            (a, b), (c, d) = steps(by.then), steps(by.other)
            return min(a, c), max(b, d)
    return ir.INT_MIN, ir.INT_MAX


def _fixed_degree(w: Writer, over: ir.Expr) -> int:
    """How many neighbours each member has; 0 where that differs."""
    match over:
        case ir.Op(op="neighbors", args=(ir.Const() as table, _)):
            return w.maker.uniform(table.value) or 0
    return 0


# ---------------------------------------------------------------- in order


def _heaped(w: Writer, node: ir.Costs, start: int, most: int) -> None:
    """Settled costs lie in the resulting map, those that may still become less in a heap."""
    arena, weight = w.maker.arena, w.maker.weights.turn[id(node)]
    w.call("map_fill", wasm.const(node.size), wasm.const(ir.NO_INT))
    settled = w.body.keep()
    before = w.body.keep(wasm.global_get(arena))
    w.call("cost_heap", wasm.const(node.size), wasm.get(most))
    heap = w.body.keep()
    done = w.body.block()
    w.body.br_if(done, wasm.get(most), wasm.const(0), wasm.LT)
    w.call("cost_heap_push", wasm.get(heap), wasm.const(0), wasm.get(start))
    again = w.body.loop()
    w.put(wasm.get(heap))
    w.call("cost_heap_pop")  # the member that costs least; the smallest of these
    here = w.body.local()
    w.body.br_if(done, wasm.tee(here), wasm.const(0), wasm.LT)
    cost = w.body.local()
    _slot(w, settled, here)
    _slot(w, heap, here)
    w.put(wasm.load(12), wasm.tee(cost), wasm.store())
    w.put(wasm.global_get(w.maker.work), wasm.const(0), wasm.LT)
    w.fault_if("overworked", node.place)

    def turn(there: int, out: Label, next_: Label) -> None:
        w.put(wasm.global_get(w.maker.work), wasm.const(weight), wasm.SUB, wasm.global_set(w.maker.work))
        _slot(w, settled, there)
        w.body.br_if(next_, wasm.load(), wasm.const(ir.NO_INT), wasm.NE)
        step = _step(w, node, there, next_, () if node.test is None else (node.test,))
        w.put(wasm.get(step), wasm.const(0), wasm.LT)
        w.fault_if("negative_step", node.place, wasm.get(step))
        total = w.body.local()
        w.put(wasm.get(cost), wasm.get(step), wasm.ADD, wasm.tee(total), wasm.const(0), wasm.LT)
        wide = wasm.get(cost) + wasm.EXTEND + wasm.get(step) + wasm.EXTEND + wasm.ADD64
        w.fault_if("overflow", node.place, wide + wasm.WRAP, wide + wasm.const64(32) + wasm.SHR64 + wasm.WRAP)
        w.body.br_if(next_, wasm.get(total), wasm.get(most), wasm.GT)
        w.call("cost_heap_push", wasm.get(heap), wasm.get(total), wasm.get(there))

    with w.bound(node.here, here):
        go_over(w, ir.Clause(node.there, node.over, None), turn)
    w.body.br(again)
    w.body.end()
    w.body.end()
    w.put(wasm.get(before), wasm.global_set(arena), wasm.get(settled))


EXPRESSIONS[ir.Costs] = _costs
