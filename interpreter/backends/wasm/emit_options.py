"""Statements that make options, and the keys by which some stand for others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...program import ir, limits
from . import binary as wasm
from .emit_calls import call_function
from .function_body import Label, element_of, in_one_word, stride_of, type_of
from .writer import STATEMENTS, Writer, block


def _emit(w: Writer, node: ir.Emit) -> None:
    maker = w.maker
    done = w.body.block()
    if node.alike is not None and id(node) not in w.unkeyed:
        _alike(w, node, done)
    values = []
    for each in node.args:
        w.value(each)
        shape = w.shape(each)
        if shape.kind in ("set", "map"):
            as_list(w, shape)
        values.append((shape, w.body.keep()))
    if w.words:
        _next_to_the_last(w, node, [local for _, local in values])
        w.body.end()
        return
    tip, count = maker.tip, maker.count
    w.put(wasm.global_get(count), wasm.const(limits.OPTIONS), wasm.GE_U)
    w.fault_if("crowded", w.function.place, wasm.const(limits.OPTIONS))
    if len(values) > 16 or any(shape.kind != "scalar" for shape, _ in values):
        w.put(wasm.global_get(tip))
        for shape, local in values:
            if shape.kind == "scalar":
                w.put(wasm.const(4), wasm.ADD)
            else:
                w.put(wasm.get(local), wasm.load(), wasm.const(2), wasm.SHL, wasm.ADD, wasm.const(4), wasm.ADD)
        w.put(wasm.const(maker.at["OPTIONS_LIMIT"] - 64), wasm.GT_U)
        w.fault_if("memory", w.function.place)
    w.put(wasm.global_get(count), wasm.const(2), wasm.SHL, wasm.global_get(tip), wasm.store(maker.at["INDEX"]))
    w.put(wasm.global_get(count), wasm.const(1), wasm.ADD, wasm.global_set(count))
    at = w.body.keep(wasm.global_get(tip))
    w.put(wasm.get(at), wasm.const(node.alternative), wasm.store())
    offset = 4
    for shape, local in values:
        if shape.kind == "scalar":
            w.put(wasm.get(at), wasm.get(local), wasm.store(offset))
            offset += 4
            continue
        size = w.body.local()
        w.put(wasm.get(local), wasm.load(), wasm.const(2), wasm.SHL, wasm.const(4), wasm.ADD, wasm.set_(size))
        w.put(wasm.get(at), wasm.const(offset), wasm.ADD, wasm.get(local), wasm.get(size), wasm.MEMORY_COPY)
        w.put(wasm.get(at), wasm.get(size), wasm.ADD, wasm.set_(at))
    w.put(wasm.get(at), wasm.const(offset), wasm.ADD, wasm.global_set(tip))
    w.body.end()


def _next_to_the_last(w: Writer, node: ir.Emit, values: list[int], test: ir.Expr | None = None) -> None:
    """Write a record behind the last one. It counts if the test holds, else the next one takes its place."""
    tip = w.tip
    if tip < 0:
        tip = w.body.keep(wasm.global_get(w.maker.tip))
    w.put(wasm.get(tip), wasm.const(node.alternative), wasm.store())
    for i, local in enumerate(values):
        w.put(wasm.get(tip), wasm.get(local), wasm.store(4 + 4 * i))
    w.put(wasm.get(tip), wasm.const(4 * w.words), wasm.ADD)
    if test is not None:
        w.put(wasm.get(tip))
        straight(w, test)
        w.put(wasm.SELECT)
    w.put(wasm.global_set(w.maker.tip) if w.tip < 0 else wasm.set_(tip))


def _at_hand(node: ir.Emit) -> bool:
    """Whether the values of an option need not be worked out."""
    return node.alike is None and all(isinstance(each, (ir.Local, ir.Const)) for each in node.args)


def as_list(w: Writer, shape: ir.Shape) -> None:
    """The cells of the set or map on the stack as a list in the arena."""
    cells = w.body.keep(type_=type_of(shape))
    to = w.body.keep(wasm.global_get(w.maker.arena))
    w.put(wasm.get(to), wasm.const(8 + 4 * shape.cells), wasm.ADD, wasm.global_set(w.maker.arena))
    w.put(wasm.get(to), wasm.const(shape.cells), wasm.store())
    if in_one_word(shape):
        w.put(wasm.get(to), wasm.get(cells), wasm.store64(4))
    else:
        w.move(wasm.get(to), wasm.get(cells), 4 * shape.cells, 4)
    w.put(wasm.get(to))


def _alike(w: Writer, node: ir.Emit, done: Label) -> None:
    """Leave the option out if its key was there before."""
    key = node.alike
    assert key is not None
    parts = key.args if isinstance(key, ir.Op) and key.op == "list" else None
    if parts is not None and all(w.shape(each).kind == "scalar" for each in parts) and len(parts) <= 16:
        _plain_key(w, node.alternative, parts)
        w.body.br_if(done)
        return
    if parts is None:
        whole = w.new_local(key)
        w.call("alike_begin", node.alternative)
        _alike_part(w, w.shape(key), whole)
    else:
        known = w.in_locals(parts)
        w.call("alike_begin", node.alternative)
        for shape, local in known:
            _alike_part(w, shape, local)
    w.call("alike_seen")
    w.body.br_if(done)


def _plain_key(w: Writer, alternative: int, parts: tuple[ir.Expr, ...]) -> None:
    """Leave whether a key of a few numbers was there before."""
    codes: list[Code] = []
    rest = list(parts)
    for slot, group in grouped(w, parts):
        table = w.maker.class_table(w.function.locals[slot].domain, group, slot)
        if table is not None:
            codes.append(class_of(w, slot, group, *table))
            rest = [each for each in rest if each not in group]
    codes += [partial(w.value, each) for each in rest]
    _stirred(w, alternative, codes)
    w.call("alike_met")


Code = Callable[[], None]
"""Writes code that leaves a number."""


def _stirred(w: Writer, first: int, parts: list[Code]) -> None:
    """Write a key where the next one belongs; leave its address, how many words it has, and their digest."""
    at = w.body.keep(wasm.const(0), wasm.load(w.maker.at["ALIKE_KEYS_END"]))
    digest = w.body.local()
    w.put(wasm.const(first * 0x9E3779B1 & 0xFFFFFFFF), wasm.set_(digest))
    w.put(wasm.get(at), wasm.const(first), wasm.store(8))
    for i, each in enumerate(parts):
        w.put(wasm.get(at))
        each()
        part = w.body.local()
        w.put(wasm.tee(part), wasm.store(12 + 4 * i))
        w.put(wasm.get(digest), wasm.get(part), wasm.XOR, wasm.const(0x85EBCA6B), wasm.MUL)
        w.put(wasm.const(13), wasm.ROTL, wasm.set_(digest))
    w.put(wasm.get(at), wasm.const(len(parts) + 1), wasm.get(digest))
    w.put(wasm.get(digest), wasm.const(15), wasm.SHR_U, wasm.XOR)


GROUP = 3
"""So many parts of a key that follow from one member make a class of their own."""


def grouped(w: Writer, parts: tuple[ir.Expr, ...]) -> list[tuple[int, tuple[ir.Expr, ...]]]:
    """The parts of a key that follow from one member alone, by its slot."""
    groups: dict[int, list[ir.Expr]] = {}
    for each in parts:
        reads = w.maker.invariants.reads(each)
        if len(reads) == 1 and not isinstance(each, ir.Local) and w.maker.total(w.function, each):
            (slot,) = reads
            if w.function.locals[slot].domain >= 0:
                groups.setdefault(slot, []).append(each)
    return [(slot, tuple(group)) for slot, group in groups.items() if len(group) >= GROUP and slot in w.slots]


def class_of(w: Writer, slot: int, group: tuple[ir.Expr, ...], table: int, number: int) -> Code:
    """Work out, once in a listing for each member, the class of those of which these parts are the same: the address of
    a key of their own. Gives what leaves it."""
    at = w.maker.at
    entry = w.body.local()
    w.put(wasm.get(w.slots[slot]), wasm.const(3), wasm.SHL, wasm.const(table + 8), wasm.ADD, wasm.set_(entry))
    with w.body.block() as known:
        w.body.br_if(known, wasm.get(entry), wasm.load(), wasm.const(0), wasm.load(at["ALIKE_EPOCH"]), wasm.EQ)
        w.put(wasm.get(entry))
        _stirred(w, -1 - number, [partial(w.value, each) for each in group])
        w.call("alike_found")
        w.put(wasm.store(4), wasm.get(entry), wasm.const(0), wasm.load(at["ALIKE_EPOCH"]), wasm.store())
    return lambda: w.put(wasm.get(entry), wasm.load(4))


def _alike_part(w: Writer, shape: ir.Shape, local: int) -> None:
    w.put(wasm.get(local))
    if shape.kind == "scalar":
        w.call("alike_word")
    elif in_one_word(shape):
        w.call("alike_wide")
    elif shape.kind == "list" and element_of(shape).kind == "scalar":
        w.call("alike_list")
    elif shape.kind == "list":
        _alike_elements(w, element_of(shape))
    else:
        w.call("alike_words", shape.cells)


def _alike_elements(w: Writer, element: ir.Shape) -> None:
    """The elements of the list on the stack, each as a part of the key, behind their number."""
    address = w.body.keep()
    at, left = w.body.local(), w.body.local()
    w.call("alike_word", wasm.get(address), wasm.load(), wasm.tee(left))
    w.put(wasm.get(address), wasm.const(4), wasm.ADD, wasm.set_(at))
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_if(out, wasm.get(left), wasm.EQZ)
        w.put(wasm.get(at), wasm.load64() if in_one_word(element) else wasm.load())
        _alike_part(w, element, w.body.keep(type_=type_of(element)))
        w.put(wasm.get(at), wasm.const(stride_of(element)), wasm.ADD, wasm.set_(at))
        w.put(wasm.get(left), wasm.const(1), wasm.SUB, wasm.set_(left))
        w.body.br(again)


def _emit_from(w: Writer, node: ir.EmitFrom) -> None:
    for each in node.args:
        w.value(each)
    call_function(w, node.function)


def _guard(w: Writer, node: ir.Guard) -> None:
    only = node.body[0] if len(node.body) == 1 else None
    if w.words and isinstance(only, ir.Emit) and _at_hand(only) and can_be_straight(w, node.test):
        _next_to_the_last(w, only, [w.in_local(each) for each in only.args], node.test)
        return
    with w.body.block() as out:
        w.jump_unless(node.test, out)
        block(w, node.body)


STATEMENTS.update({ir.Emit: _emit, ir.EmitFrom: _emit_from, ir.Guard: _guard})


# ----------------------------------------------------------------
# Conditions without branches: all parts are worked out, whatever the first ones give. For small ones that is quicker
# than a branch whose way nobody foresees.


MOST = 24
"""Nodes of a condition."""

_PLAIN = frozenset(("eq", "ne", "lt", "gt", "le", "ge", "add", "sub"))


def can_be_straight(w: Writer, test: ir.Expr) -> bool:
    """Whether a condition is small, and nobody can tell that all of its parts are worked out."""
    return w.maker.total(w.function, test) and 0 < _size(w, test, set(), False) <= MOST


def _size(w: Writer, node: ir.Expr, sound: set[int], early: bool) -> int:
    """How many nodes an expression has, more than `MOST` where something is against it. `sound`: slots that hold
    members, which grows; `early`: it would perhaps not be worked out otherwise, so that an index may be none."""
    match node:
        case ir.Const() | ir.Local():
            return 1
        case ir.Load(index=None, shape=ir.Shape(kind="scalar")):
            return 1
        case ir.Load(shape=ir.Shape(kind="scalar"), index=ir.Expr() as index) | ir.Table(index=index):
            if w.shape(node).kind != "scalar" or not isinstance(index, (ir.Local, ir.Const)):
                return MOST + 1
            known = w.maker.never_none(w.function, index) or (isinstance(index, ir.Local) and index.slot in sound)
            if early and not known:
                return MOST + 1
            if isinstance(index, ir.Local):
                sound.add(index.slot)
            return 2
        case ir.Op():
            if node.op in ("and", "or"):
                first, *more = node.args
                return 1 + _size(w, first, sound, early) + sum([_size(w, each, sound, True) for each in more])
            if node.op == "not" or node.op in _PLAIN:
                return 1 + sum([_size(w, each, sound, early) for each in node.args])
            if node.op == "set_has" and in_one_word(w.shape(node.args[0])):
                return 4 + sum([_size(w, each, sound, early) for each in node.args])
    return MOST + 1


def straight(w: Writer, test: ir.Expr) -> None:
    """Leave whether a condition holds, 1 or 0."""
    if not isinstance(test, ir.Op):
        w.value(test)
        w.put(wasm.const(0), wasm.NE)
    elif test.op == "not":
        straight(w, test.args[0])
        w.put(wasm.EQZ)
    elif test.op in ("and", "or"):
        for i, each in enumerate(test.args):
            straight(w, each)
            if i:
                w.put(wasm.AND if test.op == "and" else wasm.OR)
    else:
        w.value(test)
