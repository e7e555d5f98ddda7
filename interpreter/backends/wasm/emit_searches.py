"""Searches over boards: what can be reached, and what the cheapest way costs."""

from __future__ import annotations

from ...program import ir
from . import binary as wasm
from .binary import I64
from .emit_loops import go_over
from .emit_sets import empty_set
from .writer import EXPRESSIONS, Writer
from .writing import Label


class _Met:
    """A set of members that grows, in one word or in the memory."""

    def __init__(self, w: Writer, size: int) -> None:
        self.w, self.size = w, size
        if size <= 64:
            self.local = w.body.local(I64)
            w.put(wasm.const64(0), wasm.set_(self.local))
        else:
            empty_set(w, size)
            self.local = w.body.kept()

    def has(self, member: int) -> None:
        """Leave whether it has a member."""
        w = self.w
        if self.size <= 64:
            w.put(wasm.get(self.local), wasm.get(member), wasm.EXTEND_U, wasm.SHR_U64, wasm.WRAP, wasm.const(1))
            w.put(wasm.AND)
            return
        w.put(wasm.get(self.local), wasm.get(member), wasm.const(3), wasm.SHR_U, wasm.ADD, wasm.load8())
        w.put(wasm.get(member), wasm.const(7), wasm.AND, wasm.SHR_U, wasm.const(1), wasm.AND)

    def add(self, member: int) -> None:
        """Take a member in."""
        w = self.w
        if self.size <= 64:
            w.put(wasm.const64(1), wasm.get(member), wasm.EXTEND_U, wasm.SHL64, wasm.get(self.local), wasm.OR64)
            w.put(wasm.set_(self.local))
            return
        address = w.body.local()
        w.put(wasm.get(self.local), wasm.get(member), wasm.const(3), wasm.SHR_U, wasm.ADD, wasm.tee(address))
        w.put(wasm.get(address), wasm.load8(), wasm.const(1), wasm.get(member), wasm.const(7), wasm.AND, wasm.SHL)
        w.put(wasm.OR, wasm.store8())


def _region(w: Writer, node: ir.Region) -> None:
    arena = w.maker.arena
    w.value(node.start)
    start = w.body.kept()
    reached, met = _Met(w, node.size), _Met(w, node.size)
    count = w.body.local()
    w.put(wasm.const(0), wasm.set_(count))
    done = w.body.block()
    if node.test is not None:
        with w.bound(node.slot, start):
            w.jump_unless(node.test, done)
    reached.add(start)
    met.add(start)
    w.put(wasm.const(1), wasm.set_(count))
    w.put(wasm.global_get(arena))
    queue = w.body.kept()
    w.put(wasm.get(queue), wasm.const(4 * node.size), wasm.ADD, wasm.global_set(arena))
    w.put(wasm.get(queue), wasm.get(start), wasm.store())
    head, tail = w.body.local(), w.body.local()
    w.put(wasm.get(queue), wasm.set_(head), wasm.get(queue), wasm.const(4), wasm.ADD, wasm.set_(tail))
    again = w.body.loop()
    w.put(wasm.get(head), wasm.load())
    here = w.body.kept()
    w.put(wasm.get(head), wasm.const(4), wasm.ADD, wasm.set_(head))

    def turn(there: int, out: Label, next_: Label) -> None:
        met.has(there)
        w.body.br_if(next_)
        met.add(there)
        w.put(wasm.get(count), wasm.const(1), wasm.ADD, wasm.set_(count))
        if node.test is not None:
            with w.bound(node.slot, there):
                w.jump_unless(node.test, next_)
        reached.add(there)
        w.put(wasm.get(tail), wasm.get(there), wasm.store())
        w.put(wasm.get(tail), wasm.const(4), wasm.ADD, wasm.set_(tail))

    with w.bound(node.at, here):
        go_over(w, ir.Clause(node.slot, node.over, None), turn)
    w.put(wasm.get(head), wasm.get(tail), wasm.LT_U)
    w.body.br_if(again)
    w.body.end()
    w.put(wasm.get(queue), wasm.global_set(arena))
    weight = w.maker.weights.turn[id(node)]
    w.put(wasm.get(count), wasm.const(weight), wasm.MUL)
    w.pay_dear(w.function.place)
    w.body.end()
    w.put(wasm.get(reached.local))


def _costs(w: Writer, node: ir.Costs) -> None:
    """Settled costs lie in the resulting map, those that may still become less in a heap."""
    arena, weight = w.maker.arena, w.maker.weights.turn[id(node)]
    w.value(node.start)
    start = w.body.kept()
    most = w.body.local()
    if node.within is None:
        w.put(wasm.const(ir.INT_MAX), wasm.set_(most))
    else:
        w.value(node.within)
        limit = w.body.kept()
        w.put(wasm.const(ir.INT_MAX), wasm.get(limit), wasm.get(limit), wasm.const(ir.NO_INT), wasm.EQ, wasm.SELECT)
        w.put(wasm.set_(most))
    w.put(wasm.const(node.size), wasm.const(ir.NO_INT))
    w.call("map_fill")
    settled = w.body.kept()
    w.put(wasm.global_get(arena))
    before = w.body.kept()
    w.put(wasm.const(node.size), wasm.get(most))
    w.call("cost_heap")
    heap = w.body.kept()
    done = w.body.block()
    w.put(wasm.get(most), wasm.const(0), wasm.LT)
    w.body.br_if(done)

    def slot(base: int, member: int) -> None:
        w.put(wasm.get(base), wasm.get(member), wasm.const(2), wasm.SHL, wasm.ADD)

    w.put(wasm.get(heap), wasm.const(0), wasm.get(start))
    w.call("cost_heap_push")
    again = w.body.loop()
    w.put(wasm.get(heap))
    w.call("cost_heap_pop")  # the member that costs least; the smallest of these
    here = w.body.local()
    w.put(wasm.tee(here), wasm.const(0), wasm.LT)
    w.body.br_if(done)
    cost = w.body.local()
    slot(settled, here)
    slot(heap, here)
    w.put(wasm.load(12), wasm.tee(cost), wasm.store())
    w.put(wasm.global_get(w.maker.work), wasm.const(0), wasm.LT)
    w.fault_if("overworked", node.place)

    def turn(there: int, out: Label, next_: Label) -> None:
        w.put(wasm.global_get(w.maker.work), wasm.const(weight), wasm.SUB, wasm.global_set(w.maker.work))
        slot(settled, there)
        w.put(wasm.load(), wasm.const(ir.NO_INT), wasm.NE)
        w.body.br_if(next_)
        with w.bound(node.there, there):
            if node.test is not None:
                w.jump_unless(node.test, next_)
            if node.by is None:
                w.const(1)
            else:
                w.value(node.by)
        step = w.body.kept()
        w.put(wasm.get(step), wasm.const(0), wasm.LT)
        w.fault_if("negative_step", node.place, wasm.get(step))
        total = w.body.local()
        w.put(wasm.get(cost), wasm.get(step), wasm.ADD, wasm.tee(total), wasm.const(0), wasm.LT)
        wide = wasm.get(cost) + wasm.EXTEND + wasm.get(step) + wasm.EXTEND + wasm.ADD64
        w.fault_if("overflow", node.place, wide + wasm.WRAP, wide + wasm.const64(32) + wasm.SHR64 + wasm.WRAP)
        w.put(wasm.get(total), wasm.get(most), wasm.GT)
        w.body.br_if(next_)
        w.put(wasm.get(heap), wasm.get(total), wasm.get(there))
        w.call("cost_heap_push")

    with w.bound(node.here, here):
        go_over(w, ir.Clause(node.there, node.over, None), turn)
    w.body.br(again)
    w.body.end()
    w.body.end()
    w.put(wasm.get(before), wasm.global_set(arena), wasm.get(settled))


EXPRESSIONS[ir.Region] = _region
EXPRESSIONS[ir.Costs] = _costs
