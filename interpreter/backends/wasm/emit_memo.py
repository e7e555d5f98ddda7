"""Values of costly pure functions that are kept while options are made, when nothing changes, and longer, until
something differs that they depend on (`dependencies.py`).

Each such function has a table of slots of eight words: the listing in which the value was worked out, up to four
arguments, the work that it took (whoever looks it up pays that again), and the value. Which slot belongs to arguments
follows from them; a later value takes the place of an earlier one. Lists, maps and large sets are copied to a place of
their slot, whose size stands behind their address.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ...passes.remember import Costs
from ...program import ir
from ...program.ir import Shape
from . import binary as wasm
from .binary import I32, I64
from .function_body import Body, element_of, is_pointer, type_of
from .memory_layout import MEMO_SLOTS

if TYPE_CHECKING:
    from .module_maker import Maker

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


def widths_of(program: ir.Program, function: ir.Function) -> list[int]:
    """How many values each parameter can have, where all are members of domains (or none) and there are not too many
    arguments in all; else nothing."""
    domains = [function.locals[slot].domain for slot in function.params]
    if any(each < 0 for each in domains):
        return []
    widths = [len(program.domains[each].names) + 1 for each in domains]
    return widths if prod(widths) <= MEMO_SLOTS else []


def slots_of(program: ir.Program, function: ir.Function) -> int:
    """How many slots a function has: one for all arguments that there can be, or a power of two."""
    return prod(widths_of(program, function)) if is_exact(program, function) else MEMO_SLOTS


def is_exact(program: ir.Program, function: ir.Function) -> bool:
    """Whether each slot is that of one row of arguments."""
    return not function.params or bool(widths_of(program, function))


class Memo:
    """Writes the function that looks a value up, and works it out (`anew`, in the module) where it is not there.
    `table` and `members`: where the slots lie, and the members that each value depends on (0: none is noted)."""

    def __init__(self, maker: Maker, number: int, anew: int, table: int, members: int) -> None:
        function = maker.program.functions[number]
        assert function.result is not None
        self.maker, self.number, self.anew, self.table, self.members = maker, number, anew, table, members
        self.result: Shape = function.result
        self.params = len(function.params)
        self.slots = slots_of(maker.program, function)
        self.body = Body(tuple([I32] * self.params))
        self.exact = is_exact(maker.program, function)
        self.widths = widths_of(maker.program, function)
        self.longer = maker.watch.outlives(number)
        self.home = maker.watch.home(number)
        self.asked_inside = members > 0 and maker.watch.asked_inside(number)

    def write(self) -> Body:
        """The function."""
        body, maker, table = self.body, self.maker, self.table
        slot, before, value = body.local(), body.local(), body.local(type_of(self.result))
        arguments = [wasm.get(i) for i in range(self.params)]
        with body.if_(wasm.global_get(maker.listing), wasm.EQZ):
            body.put(*arguments, wasm.call(self.anew), wasm.RETURN)
        self._find()
        body.put(wasm.const(5), wasm.SHL, wasm.set_(slot))
        with body.block() as miss:
            body.put(wasm.get(slot), wasm.load(table))
            if self.longer:
                body.put(wasm.const(0), wasm.load(maker.watch.head(self.number)), wasm.LE_U)
            else:
                body.put(wasm.global_get(maker.listing), wasm.NE)
            body.br_if(miss)
            if not self.exact:
                for i in range(self.params):
                    body.br_if(miss, wasm.get(slot), wasm.load(table + 4 + 4 * i), wasm.get(i), wasm.NE)
            body.put(wasm.global_get(maker.work), wasm.get(slot), wasm.load(table + 20), wasm.tee(before))
            body.br_if(miss, wasm.LT)
            body.put(wasm.global_get(maker.work), wasm.get(before), wasm.SUB, wasm.global_set(maker.work))
            if self.longer and not self.exact and is_pointer(self.result):
                # what was looked up in this listing stays where it is
                body.put(wasm.get(slot), wasm.global_get(maker.listing), wasm.store(table))
            if self.asked_inside:
                self._depends_on(slot)
            wide = type_of(self.result) == I64
            body.put(wasm.get(slot), wasm.load64(table + 24) if wide else wasm.load(table + 24), wasm.RETURN)
        body.put(wasm.global_get(maker.work), wasm.set_(before))
        noted = self._nothing_noted() if self.members else []
        body.put(*arguments, wasm.call(self.anew), wasm.set_(value))
        if self.members:
            self._put_noted(slot, noted)
        if is_pointer(self.result):
            self._keep(slot, value)
        if self.members:
            self._reaches(slot)
        body.put(wasm.get(slot), wasm.global_get(maker.listing), wasm.store(table))
        if not self.exact:
            for i in range(self.params):
                body.put(wasm.get(slot), wasm.get(i), wasm.store(table + 4 + 4 * i))
        body.put(wasm.get(slot), wasm.get(before), wasm.global_get(maker.work), wasm.SUB, wasm.store(table + 20))
        body.put(wasm.get(slot), wasm.get(value), wasm.store64(table + 24) if wide else wasm.store(table + 24))
        body.put(wasm.get(value))
        return body

    def _find(self) -> None:
        """Leave the number of the slot."""
        body = self.body
        if not self.params:
            body.put(wasm.const(0))
        elif self.exact:
            for i, width in enumerate(self.widths):
                if i:
                    body.put(wasm.const(width), wasm.MUL)
                body.put(wasm.get(i), wasm.const(1), wasm.ADD)
                if i:
                    body.put(wasm.ADD)
        else:
            for i, mixing in enumerate(_MIXING[: self.params]):
                body.put(wasm.get(i), wasm.const(mixing), wasm.MUL)
                if i:
                    body.put(wasm.ADD)
            body.put(wasm.const(33 - MEMO_SLOTS.bit_length()), wasm.SHR_U)

    # ------------------------------------------------------------ members

    def _words(self) -> range:
        return range(self.maker.watch.words(self.home))

    def _reaches(self, slot: int) -> None:
        """Values are looked through as far as any was kept."""
        body, head = self.body, self.maker.watch.head(self.number)
        end = wasm.get(body.keep(wasm.get(slot), wasm.const(SLOT), wasm.ADD))
        known = wasm.get(body.keep(wasm.const(0), end, wasm.const(0), wasm.load(head + 20)))
        body.put(known, end, known, wasm.GT_U, wasm.SELECT, wasm.store(head + 20))

    def _row(self, slot: int) -> int:
        """The local with where the members of a slot lie."""
        body = self.body
        return body.keep(wasm.get(slot), wasm.const(5), wasm.SHR_U, wasm.const(8 * len(self._words())), wasm.MUL)

    def _depends_on(self, slot: int) -> None:
        """Whoever asks depends on what a value depends on."""
        body, row, area = self.body, self._row(slot), self.maker.watch.area(self.home)
        for i in self._words():
            known = wasm.const(0) + wasm.load64(area + 8 * i)
            body.put(wasm.const(0), known, wasm.get(row), wasm.load64(self.members + 8 * i), wasm.OR64)
            body.put(wasm.store64(area + 8 * i))

    def _nothing_noted(self) -> list[int]:
        """The locals with what is noted so far, of which nothing stands there any more."""
        body, area = self.body, self.maker.watch.area(self.home)
        out = []
        for i in self._words():
            if self.asked_inside:
                out.append(body.keep(wasm.const(0), wasm.load64(area + 8 * i), type_=I64))
            body.put(wasm.const(0), wasm.const64(0), wasm.store64(area + 8 * i))
        return out

    def _put_noted(self, slot: int, before: list[int]) -> None:
        """Keep what was noted, and note besides what was noted before."""
        body, row, area = self.body, self._row(slot), self.maker.watch.area(self.home)
        for i in self._words():
            known = wasm.const(0) + wasm.load64(area + 8 * i)
            body.put(wasm.get(row), known, wasm.store64(self.members + 8 * i))
            if before:
                body.put(wasm.const(0), known, wasm.get(before[i]), wasm.OR64, wasm.store64(area + 8 * i))

    # ------------------------------------------------------------ values that lie somewhere

    def _keep(self, slot: int, value: int) -> None:
        """Copy a value to where it lasts; the function ends without keeping it where there is no room."""
        body, maker, table = self.body, self.maker, self.table
        size, to = body.local(), body.local()
        if self.result.kind == "list":
            body.put(wasm.get(value), wasm.load(), wasm.const(2), wasm.SHL, wasm.const(4), wasm.ADD, wasm.set_(size))
        else:
            body.put(wasm.const(4 * self.result.cells), wasm.set_(size))
        room = body.local()
        body.put(wasm.get(slot), wasm.load(table + 24), wasm.set_(to))
        body.put(wasm.get(size), wasm.get(slot), wasm.load(table + 28), wasm.GT_U)
        if not self.exact:
            # another value may lie there that somebody is going through
            body.put(wasm.get(slot), wasm.load(table), wasm.global_get(maker.listing), wasm.EQ, wasm.OR)
        with body.if_():
            body.put(wasm.get(size), wasm.const(31), wasm.ADD, wasm.const(-32), wasm.AND, wasm.set_(room))
            body.put(wasm.global_get(maker.kept_end), wasm.tee(to), wasm.get(room), wasm.ADD)
            with body.if_(wasm.const(maker.at["MEMO_KEPT_LIMIT"]), wasm.GT_U):
                body.put(wasm.get(value), wasm.RETURN)
            body.put(wasm.get(to), wasm.get(room), wasm.ADD, wasm.global_set(maker.kept_end))
            body.put(wasm.get(slot), wasm.get(room), wasm.store(table + 28))
        body.put(wasm.get(to), wasm.get(value), wasm.get(size), wasm.call(maker.routines.number("moved")))
        body.put(wasm.get(to), wasm.set_(value))
