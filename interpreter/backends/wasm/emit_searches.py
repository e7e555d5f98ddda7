"""Searches over boards for what can be reached."""

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


EXPRESSIONS[ir.Region] = _region
