"""Values that are kept while options are made: nothing changes then, so a pure function gives the same for the same
arguments.

Each such function has a table of slots of eight words: the listing in which the value was worked out, up to four
arguments, the work that it took (whoever looks it up pays that again), and the value. Which slot belongs to arguments
follows from them; a later value takes the place of an earlier one. Lists, maps and large sets are copied to where they
last as long as the listing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...optimise.remember import Costs
from ...program import ir
from ...program.ir import Shape
from . import binary as wasm
from .binary import I32, I64
from .places import MEMO_SLOTS
from .writing import Body, element_of, is_pointer, type_of

if TYPE_CHECKING:
    from .making import Maker

SLOT = 32
"""Bytes of a slot."""

_MIXING = (0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F)


class ShortCosts(Costs):
    """About how many nodes a call evaluates, where going over a short list is done by a few instructions."""

    def pass_over(self, node: ir.Op) -> float:
        """The cost of an operation that goes over a list."""
        return min(super().pass_over(node), self._longest(node.args[0]))

    def turns(self, items: ir.Expr) -> float:
        """How often the inside of a loop is taken to be evaluated."""
        return min(super().turns(items), self._longest(items))

    def _longest(self, node: ir.Expr) -> float:
        """How many elements the list can have, where that is seen at once."""
        if isinstance(node, ir.Op) and node.op == "list_distinct":
            return self._longest(node.args[0])
        return node.shape.size if isinstance(node, ir.Load) and node.shape.kind == "list" else float("inf")


def can_be_kept(function: ir.Function) -> bool:
    """Whether values of a function can be kept in this way."""
    result = function.result
    if result is None or len(function.params) > len(_MIXING):
        return False
    return result.kind != "list" or element_of(result).kind == "scalar"


def slots_of(program: ir.Program, function: ir.Function) -> int:
    """How many slots a function has: one for each member that its only parameter can be, or a power of two."""
    if not function.params:
        return 1
    if len(function.params) == 1:
        domain = function.locals[function.params[0]].domain
        if domain >= 0:
            return len(program.domains[domain].names) + 1
    return MEMO_SLOTS


def write_memo(maker: Maker, number: int, anew: int, table: int) -> Body:
    """A function that looks a value up, and works it out (`anew`, in the module) where it is not there."""
    function = maker.program.functions[number]
    assert function.result is not None
    params = tuple([I32] * len(function.params))
    body = Body(params)
    slots = slots_of(maker.program, function)
    slot, before, value = body.local(), body.local(), body.local(type_of(function.result))
    arguments = [wasm.get(i) for i in range(len(params))]
    body.put(wasm.global_get(maker.listing), wasm.EQZ)
    body.if_()
    body.put(*arguments, wasm.call(anew), wasm.RETURN)
    body.end()
    if len(params) == 1 and slots != MEMO_SLOTS:
        body.put(wasm.get(0), wasm.const(1), wasm.ADD)
    elif not params:
        body.put(wasm.const(0))
    else:
        for i, mixing in enumerate(_MIXING[: len(params)]):
            body.put(wasm.get(i), wasm.const(mixing), wasm.MUL)
            if i:
                body.put(wasm.ADD)
        body.put(wasm.const(33 - MEMO_SLOTS.bit_length()), wasm.SHR_U)
    body.put(wasm.const(5), wasm.SHL, wasm.set_(slot))
    miss = body.block()
    body.put(wasm.get(slot), wasm.load(table), wasm.global_get(maker.listing), wasm.NE)
    body.br_if(miss)
    if slots == MEMO_SLOTS:
        for i in range(len(params)):
            body.put(wasm.get(slot), wasm.load(table + 4 + 4 * i), wasm.get(i), wasm.NE)
            body.br_if(miss)
    body.put(wasm.global_get(maker.work), wasm.get(slot), wasm.load(table + 20), wasm.tee(before), wasm.LT)
    body.br_if(miss)
    body.put(wasm.global_get(maker.work), wasm.get(before), wasm.SUB, wasm.global_set(maker.work))
    wide = type_of(function.result) == I64
    body.put(wasm.get(slot), wasm.load64(table + 24) if wide else wasm.load(table + 24), wasm.RETURN)
    body.end()
    body.put(wasm.global_get(maker.work), wasm.set_(before), *arguments, wasm.call(anew), wasm.set_(value))
    if is_pointer(function.result):
        _keep(maker, body, function.result, value)
    body.put(wasm.get(slot), wasm.global_get(maker.listing), wasm.store(table))
    if slots == MEMO_SLOTS:
        for i in range(len(params)):
            body.put(wasm.get(slot), wasm.get(i), wasm.store(table + 4 + 4 * i))
    body.put(wasm.get(slot), wasm.get(before), wasm.global_get(maker.work), wasm.SUB, wasm.store(table + 20))
    body.put(wasm.get(slot), wasm.get(value), wasm.store64(table + 24) if wide else wasm.store(table + 24))
    body.put(wasm.get(value))
    return body


def _keep(maker: Maker, body: Body, shape: Shape, value: int) -> None:
    """Copy a value to where it lasts; the function ends without keeping it where there is no room."""
    size, to = body.local(), body.local()
    if shape.kind == "list":
        body.put(wasm.get(value), wasm.load(), wasm.const(2), wasm.SHL, wasm.const(4), wasm.ADD, wasm.set_(size))
    else:
        body.put(wasm.const(4 * shape.cells), wasm.set_(size))
    body.put(wasm.global_get(maker.kept_end), wasm.tee(to), wasm.get(size), wasm.ADD)
    body.put(wasm.const(maker.at["MEMO_KEPT_LIMIT"]), wasm.GT_U)
    body.if_()
    body.put(wasm.get(value), wasm.RETURN)
    body.end()
    body.put(wasm.get(to), wasm.get(value), wasm.get(size), wasm.call(maker.routines.number("moved")))
    body.put(wasm.get(to), wasm.get(size), wasm.ADD, wasm.global_set(maker.kept_end), wasm.get(to), wasm.set_(value))
