"""Operations on sets and maps."""

from __future__ import annotations

from ...program import ir
from . import binary as wasm
from .binary import I64
from .function_body import in_one_word
from .writer import OPERATIONS, Writer, operation

# ---------------------------------------------------------------- sets


def _sets(name: str, *small: bytes) -> None:
    """An operation on two sets: instructions on words, or a routine for large ones."""

    def emit(w: Writer, node: ir.Op) -> None:
        w.values(*node.args)
        shape = w.shape(node.args[0])
        if in_one_word(shape):
            w.put(*small)
        else:
            w.call(f"{name}_big", shape.cells)

    OPERATIONS[name] = emit


_sets("set_or", wasm.OR64)
_sets("set_and", wasm.AND64)
_sets("set_eq", wasm.EQ64)
_sets("set_sub", wasm.const64(-1), wasm.XOR64, wasm.AND64)
_sets("set_le", wasm.const64(-1), wasm.XOR64, wasm.AND64, wasm.EQZ64)


@operation("set_ne")
def _set_ne(w: Writer, node: ir.Op) -> None:
    OPERATIONS["set_eq"](w, node)
    w.put(wasm.EQZ)


@operation("set_size")
def _set_size(w: Writer, node: ir.Op) -> None:
    shape = w.shape(node.args[0])
    w.value(node.args[0])
    if in_one_word(shape):
        w.put(wasm.POPCNT64, wasm.WRAP)
        return
    size_of(w, shape.cells)


def size_of(w: Writer, cells: int) -> None:
    """How many members the large set has whose address is on the stack."""
    if cells > 8:
        w.call("set_size_big", cells)
        return
    address = w.body.keep()
    for cell in range(0, cells, 2):
        word = wasm.load64(4 * cell) if cell + 1 < cells else wasm.load64_32(4 * cell)
        w.put(wasm.get(address), word, wasm.POPCNT64, *([wasm.ADD64] if cell else []))
    w.put(wasm.WRAP)


def bit(w: Writer, member: ir.Expr) -> None:
    """The member alone as a set of one word; none gives the empty one."""
    if isinstance(member, ir.Const):
        w.put(wasm.const64(1 << member.value if member.value >= 0 else 0))
        return
    w.value(member)
    if w.maker.never_none(w.function, member):
        x = w.body.keep(wasm.EXTEND_U, type_=I64)
        w.put(wasm.const64(1), wasm.get(x), wasm.SHL64)
        return
    small = w.body.keep()
    w.put(wasm.get(small), wasm.const(0), wasm.GE, wasm.EXTEND_U, wasm.get(small), wasm.EXTEND_U, wasm.SHL64)


@operation("set_has")
def _set_has(w: Writer, node: ir.Op) -> None:
    group, member = node.args
    shape = w.shape(group)
    w.value(group)
    if in_one_word(shape):
        if isinstance(member, ir.Const):
            w.put(wasm.const64(member.value & 63), wasm.SHR_U64, wasm.WRAP, wasm.const(1), wasm.AND)
            if member.value < 0:
                w.put(wasm.const(0), wasm.AND)
            return
        x = w.new_local(member)
        w.put(wasm.get(x), wasm.EXTEND_U, wasm.SHR_U64, wasm.WRAP)
        # none is -1, and shifts take a number of places modulo 64
        if not w.maker.never_none(w.function, member):
            w.put(wasm.get(x), wasm.const(0), wasm.GE, wasm.AND)
        w.put(wasm.const(1), wasm.AND)
        return
    w.call("set_has_big", member, shape.cells)


@operation("set_add", "set_without")
def _set_change(w: Writer, node: ir.Op) -> None:
    group, member = node.args
    shape = w.shape(group)
    w.value(group)
    if in_one_word(shape):
        bit(w, member)
        if node.op == "set_add":
            w.put(wasm.OR64)
        else:
            w.put(wasm.const64(-1), wasm.XOR64, wasm.AND64)
        return
    w.call(f"{node.op}_big", member, shape.cells)


@operation("set")
def _set(w: Writer, node: ir.Op) -> None:
    if node.size <= 64:
        w.put(wasm.const64(0))
        for each in node.args:
            bit(w, each)
            w.put(wasm.OR64)
        return
    members = [w.in_local(each) for each in node.args]
    group = GrowingSet(w, node.size)
    for local in members:
        group.add(local)
    group.leave()


def empty_set(w: Writer, size: int) -> None:
    """A new large set without members."""
    w.call("map_fill", (size + 31) // 32, 0)


class GrowingSet:
    """A set that is made member by member."""

    def __init__(self, w: Writer, size: int) -> None:
        self.w, self.size, self.small = w, size, size <= 64
        if self.small:
            self.local = w.body.local(I64)
            w.put(wasm.const64(0), wasm.set_(self.local))
        else:
            empty_set(w, size)
            self.local = w.body.keep()

    def add(self, member: int) -> None:
        """Take in the member in a local; none is in no set."""
        w, x = self.w, wasm.get(member)
        if self.small:
            w.put(x, wasm.const(0), wasm.GE, wasm.EXTEND_U, x, wasm.EXTEND_U, wasm.SHL64)
            w.put(wasm.get(self.local), wasm.OR64, wasm.set_(self.local))
        else:
            w.call("set_bit", wasm.get(self.local), x)

    def leave(self) -> None:
        """Leave the set."""
        self.w.put(wasm.get(self.local))


@operation("members")
def _members(w: Writer, node: ir.Op) -> None:
    shape = w.shape(node.args[0])
    w.value(node.args[0])
    if in_one_word(shape):
        w.call("members64")
        return
    w.call("members_big", shape.cells)


# ---------------------------------------------------------------- maps


@operation("map_get")
def _map_get(w: Writer, node: ir.Op) -> None:
    values, key = node.args
    w.value(values)
    if isinstance(key, ir.Const):
        w.put(wasm.load(4 * key.value))
        return
    w.value(key)
    w.put(wasm.const(2), wasm.SHL, wasm.ADD, wasm.load())


@operation("map_with")
def _map_with(w: Writer, node: ir.Op) -> None:
    values, key, value = node.args
    w.call("map_with", values, w.shape(values).size, key, value)


@operation("map_eq", "map_ne")
def _map_eq(w: Writer, node: ir.Op) -> None:
    w.call("map_eq", *node.args, w.shape(node.args[0]).size)
    if node.op == "map_ne":
        w.put(wasm.EQZ)
