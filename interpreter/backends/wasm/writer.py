"""Writes the code of a program's functions: what all kinds of nodes share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ...program import ir, limits
from ...program.ir import Shape
from ...program.walk import descend
from . import binary as wasm
from .function_body import Body, Label, element_of, is_pointer, stride_of, type_of
from .invariants import write_lazily
from .memory_layout import FAULT

if TYPE_CHECKING:
    from .emit_rows import Stretch
    from .module_maker import Maker

Emit = Callable[["Writer", Any], None]

EXPRESSIONS: dict[type, Emit] = {}
"""By class of node: writes code that leaves the value."""

OPERATIONS: dict[str, Emit] = {}
"""By name of the operation: the same."""

STATEMENTS: dict[type, Emit] = {}
"""By class of node: writes code that leaves nothing."""


def operation(*names: str) -> Callable[[Emit], Emit]:
    """Register what writes some operations."""

    def register(emit: Emit) -> Emit:
        OPERATIONS.update(dict.fromkeys(names, emit))
        return emit

    return register


class Writer:
    """Writes code of one function of the program into a body, its own or (inlined) that of a caller.

    `slots` gives the local of each slot that has one; other slots of a function that waits lie in its frame in the
    state (`frame`: their offsets), whose address is `frame_base` (code) and `frame_offset`. `writes`: the parts of the
    state that change while it runs; what lies elsewhere need not be copied.
    """

    def __init__(self, maker: Maker, body: Body, function: ir.Function, number: int) -> None:
        self.maker = maker
        self.body = body
        self.function = function
        self.number = number
        self.writes = maker.writes(number)
        self.slots: dict[int, int] = {}
        self.frame: dict[int, int] = {}
        self.places: dict[int, int] = {}  # by slot that is nothing but an index of cells: the local with four times it
        self.frame_base, self.frame_offset = b"", 0
        self.loops: list[tuple[Label, Label]] = []  # where break and continue go
        self.returns: Label | None = None
        self.lazy: dict[int, tuple[int, int]] = {}  # by id of an expression: whether it is known, and its value
        self.inside: tuple[int, ...] = ()  # functions that are being inlined around this
        self.words = maker.listings_of.words.get(number, 0)  # how many each option has that is made here, or 0
        self.tip = -1  # the local with the address behind the last option, where it is in none of the globals
        self.reading = False  # whether nothing is written before what is being written out has been evaluated
        self.unkeyed: set[int] = set()  # ids of what emits options of which none stands for another
        self.stretch: Stretch | None = None  # what is being written, if nothing changes in it
        self.fixed: frozenset[int] = frozenset()  # the slots that stay the same in it
        self.noting = -1  # the domain of whose members those are noted whose fields are looked at
        self.noted: set[int] = set()  # slots of members that are noted already

    # ------------------------------------------------------------ short words

    @property
    def put(self) -> Callable[..., None]:
        """Append instructions."""
        return self.body.put

    def shape(self, node: ir.Expr) -> Shape:
        """The shape of a value."""
        return self.maker.shapes.of(self.function, node)

    def type(self, node: ir.Expr) -> int:
        """The type of a value."""
        return type_of(self.shape(node))

    def call(self, name: str, *operands: ir.Expr | bytes | int) -> None:
        """Call a routine with expressions, code and numbers, behind what is on the stack."""
        for each in operands:
            if isinstance(each, ir.Expr):
                self.value(each)
            else:
                self.put(each if isinstance(each, bytes) else wasm.const(each))
        self.body.code += wasm.call(self.maker.routines.number(name))

    def place(self, node: Any) -> int:
        """Where a node faults: its own place or its function's."""
        place: int = node.place
        return place if place >= 0 else self.function.place

    def const(self, value: int) -> None:
        """A number."""
        self.body.code += wasm.const(value)

    # ------------------------------------------------------------ values

    def value(self, node: ir.Expr) -> None:
        """Leave the value of an expression."""
        if self.lazy and id(node) in self.lazy:
            write_lazily(self, node)
            return
        EXPRESSIONS[type(node)](self, node)

    def values(self, *nodes: ir.Expr) -> None:
        """Leave several, from left to right."""
        for each in nodes:
            self.value(each)

    def new_local(self, node: ir.Expr) -> int:
        """A new local with the value of an expression."""
        self.value(node)
        return self.body.keep(type_=self.type(node))

    def held_local(self, node: ir.Expr) -> int:
        """A new local with a value that stays what it is whatever is written into the state."""
        self.held(node)
        return self.body.keep(type_=self.type(node))

    def in_local(self, node: ir.Expr) -> int:
        """The local with the value of an expression: its own, where it is one that nothing changes meanwhile, or a new
        one."""
        known = self.slots.get(node.slot) if isinstance(node, ir.Local) else None
        return self.new_local(node) if known is None else known

    def in_locals(self, nodes: Sequence[ir.Expr]) -> list[tuple[Shape, int]]:
        """Several values, worked out from left to right, each in a new local behind its shape."""
        return [(self.shape(each), self.new_local(each)) for each in nodes]

    def held(self, node: ir.Expr) -> None:
        """Leave a value that stays what it is whatever is written into the state."""
        self.value(node)
        if self.moves(node):
            self.copied(self.shape(node))

    def moves(self, node: ir.Expr) -> bool:
        """Whether a value may lie where this function, or what it calls, writes."""
        if isinstance(node, ir.Local) and node.slot in self.frame and node.slot not in self.slots:
            return is_pointer(self.function.locals[node.slot])
        return bool(self.writes) and not self.writes.isdisjoint(self.maker.lies_in(self.function, node))

    def steady(self, node: ir.Expr) -> bool:
        """Whether an expression gives the same at any time while this function runs, its own locals aside."""
        return not self.writes or self.writes.isdisjoint(self.maker.reads(node))

    def copied(self, shape: Shape) -> None:
        """A copy of the list, map or set whose address is on the stack."""
        if shape.kind == "list":
            if stride_of(element_of(shape)) == 4:
                self.call("list_copy")
            else:
                self.const(self.maker.descriptor(element_of(shape)))
                self.call("list_copy_of")
        else:
            self.const(4 * shape.cells)
            self.call("copy_words")

    # ------------------------------------------------------------ conditions

    def jump_unless(self, node: ir.Expr, label: Label) -> None:
        """Go to a label if a condition does not hold, else on."""
        self.jump(node, label, False)

    def jump_if(self, node: ir.Expr, label: Label) -> None:
        """Go to a label if a condition holds, else on."""
        self.jump(node, label, True)

    def jump(self, node: ir.Expr, label: Label, holds: bool) -> None:
        """Go to a label if a condition holds (or, not `holds`, if it does not), else on."""
        match node:
            case ir.Op(op="not", args=(inner,)):
                self.jump(inner, label, not holds)
            case ir.Op(op="and" | "or") if (node.op == "or") is holds:  # each part by itself leads there
                for each in node.args:
                    self.jump(each, label, holds)
            case ir.Op(op="and" | "or"):
                with self.body.block() as stays:
                    for each in node.args[:-1]:
                        self.jump(each, stays, not holds)
                    self.jump(node.args[-1], label, holds)
            case ir.Const():
                if bool(node.value) is holds:
                    self.body.br(label)
            case _:
                self.value(node)
                (self.body.br_if if holds else self.body.br_unless)(label)

    # ------------------------------------------------------------ faults and payments

    def fault(self, kind: str, place: int, *values: bytes) -> None:
        """Fault; `values` are the code of up to three numbers."""
        self.const(FAULT[kind])
        self.const(place)
        for i in range(3):
            self.put(values[i] if i < len(values) else wasm.const(0))
        self.call("fault")
        self.put(wasm.UNREACHABLE)

    def fault_if(self, kind: str, place: int, *values: bytes) -> None:
        """Fault if the number on the stack is not 0."""
        with self.body.if_():
            self.fault(kind, place, *values)

    def pay(self, amount: int, place: int) -> None:
        """Take a fixed amount from the allowance."""
        if amount:
            self.const(amount)
            self.pay_dear(place)

    def pay_times(self, count: bytes, weight: int, place: int) -> None:
        """Take a weight so many times; what would not fit into a number is more than anybody has."""
        if weight * limits.NUMBERS < 2**31:
            self.put(count, wasm.const(weight), wasm.MUL)
        else:
            self.put(count, wasm.EXTEND, wasm.const64(weight), wasm.MUL64)
            amount = self.body.keep(type_=wasm.I64)
            self.put(wasm.get(amount), wasm.const64(limits.WORK + 1), wasm.get(amount), wasm.const64(limits.WORK))
            self.put(wasm.LE64, wasm.SELECT, wasm.WRAP)
        self.pay_dear(place)

    def pay_dear(self, place: int) -> None:
        """Take the amount on the stack from the allowance."""
        work = self.maker.work
        amount = self.body.keep()
        self.put(wasm.global_get(work), wasm.get(amount), wasm.SUB)
        left = self.body.local()
        self.put(wasm.tee(left), wasm.global_set(work), wasm.get(left), wasm.const(0), wasm.LT)
        self.fault_if("overworked", place)

    # ------------------------------------------------------------ the arena

    @contextmanager
    def released(self, worth: bool = True) -> Iterator[None]:
        """What is made inside is of no use behind it."""
        if not worth:
            yield
            return
        arena = self.maker.arena
        self.put(wasm.global_get(arena))
        before = self.body.keep()
        yield
        self.put(wasm.get(before), wasm.global_set(arena))

    def move(self, to: bytes, source: bytes, size: int, offset: int = 0) -> None:
        """Copy a fixed number of bytes; `to` and `source` are code without effects, `offset` is added to `to`."""
        if size > 64:
            self.put(to, wasm.const(offset), wasm.ADD, source, wasm.const(size), wasm.MEMORY_COPY)
            return
        at = 0
        while size - at >= 8:
            self.put(to, source, wasm.load64(at), wasm.store64(offset + at))
            at += 8
        if size > at:
            self.put(to, source, wasm.load(at), wasm.store(offset + at))

    # ------------------------------------------------------------ locals

    @contextmanager
    def bound(self, slot: int, local: int) -> Iterator[None]:
        """A slot is in a local for a while, wherever it was."""
        before = self.slots.get(slot)
        self.slots[slot] = local
        yield
        if before is None:
            del self.slots[slot]
        else:
            self.slots[slot] = before

    def get(self, slot: int) -> None:
        """Leave the value of a slot."""
        if slot in self.slots or slot not in self.frame:
            self.put(wasm.get(self.slot_local(slot)))
            return
        self.from_state(self.function.locals[slot], *self.frame_slot(slot))

    def slot_local(self, slot: int) -> int:
        """The local of a slot that is not in the frame."""
        known = self.slots.get(slot)
        if known is None:
            known = self.slots[slot] = self.body.local(type_of(self.function.locals[slot]))
        return known

    def set(self, slot: int) -> None:
        """Put the value on the stack into a slot."""
        if slot in self.slots or slot not in self.frame:
            self.put(wasm.set_(self.slot_local(slot)))
            return
        shape = self.function.locals[slot]
        local = self.body.keep(type_=type_of(shape))
        self.into_state(shape, *self.frame_slot(slot), wasm.get(local), self.function.place)

    def frame_slot(self, slot: int) -> tuple[bytes, int]:
        """The address of a slot in the frame: code, and an offset."""
        return self.frame_base, self.frame_offset + 4 * self.frame[slot]

    def matters_behind(self, loop: ir.For) -> bool:
        """Whether what the slot of a loop holds may be of use outside of it."""
        if loop.slot in self.frame and loop.slot not in self.slots:
            return True
        program = self.maker.program
        codes = [self.function, *[each for each in program.decisions
                                  if program.functions[each.function] is self.function]]  # fmt: skip
        return sum([_reads(each, loop.slot) for each in codes]) != _reads(loop, loop.slot)

    # ------------------------------------------------------------ the state

    def from_state(self, shape: Shape, base: bytes, offset: int) -> None:
        """Leave the value that is stored at an address and an offset from it."""
        self.put(base)
        if shape.kind == "scalar":
            self.put(wasm.load(offset))
        elif not is_pointer(shape):
            self.put(wasm.load64_32(offset) if shape.cells == 1 else wasm.load64(offset))
        elif offset:
            self.put(wasm.const(offset), wasm.ADD)

    def into_state(self, shape: Shape, base: bytes, offset: int, value: bytes, place: int) -> None:
        """Store a value; `base` and `value` are code without effects. A list with too many elements faults."""
        if shape.kind == "scalar":
            self.put(base, value, wasm.store(offset))
        elif not is_pointer(shape):
            self.put(base, value, wasm.store64_32(offset) if shape.cells == 1 else wasm.store64(offset))
        elif shape.kind == "list":
            self.put(base, wasm.const(offset), wasm.ADD, value, wasm.const(shape.size), wasm.const(place))
            self.call("store_list")
        else:
            self.move(base, value, 4 * shape.cells, offset)

    def state_address(self, cell: int, index: ir.Expr | None) -> tuple[bytes, int]:
        """The address of cell `cell + index`: code that leaves an address, and an offset from it."""
        if index is None:
            return wasm.const(0), self.maker.at["STATE"] + 4 * cell
        if isinstance(index, ir.Const):
            return wasm.const(0), self.maker.at["STATE"] + 4 * (cell + index.value)
        if isinstance(index, ir.Local) and index.slot in self.places:
            return wasm.get(self.places[index.slot]), self.maker.at["STATE"] + 4 * cell
        self.value(index)
        self.put(wasm.const(2), wasm.SHL)
        return wasm.get(self.body.keep()), self.maker.at["STATE"] + 4 * cell


def _reads(node: object, slot: int) -> int:
    return sum([isinstance(each, ir.Local) and each.slot == slot for each in descend(node)])


def block(writer: Writer, statements: Sequence[ir.Stmt]) -> None:
    """Write statements one after the other."""
    for each in statements:
        STATEMENTS[type(each)](writer, each)
        if each.ends or isinstance(each, (ir.Break, ir.Continue)):
            return
