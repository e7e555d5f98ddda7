"""Expressions that are no operations, comprehensions or searches."""

from __future__ import annotations

from ...program import ir
from . import binary as wasm
from .dependencies import note_load
from .digests import BYTES
from .emit_calls import call_function
from .function_body import is_pointer, type_of
from .writer import EXPRESSIONS, OPERATIONS, Writer


def _const(w: Writer, node: ir.Const) -> None:
    w.const(node.value)


def _const_list(w: Writer, node: ir.ConstList) -> None:
    w.const(w.maker.room.listed(node.values))


def _const_set(w: Writer, node: ir.ConstSet) -> None:
    mask = sum([1 << each for each in node.members])
    if node.size <= 64:
        w.put(wasm.const64(mask))
    else:
        w.const(w.maker.mask(mask, node.size))


def _local(w: Writer, node: ir.Local) -> None:
    w.get(node.slot)


def _load(w: Writer, node: ir.Load) -> None:
    base, offset = note_load(w, node) or w.state_address(node.base, node.index)
    w.from_state(node.shape, base, offset)


def _table(w: Writer, node: ir.Table) -> None:
    rows = w.maker.program.tables[node.table]
    lists = bool(rows) and isinstance(rows[0], tuple)
    address = w.maker.rows(node.table) if lists else w.maker.numbers(node.table)
    if isinstance(node.index, ir.Const):
        w.put(wasm.const(0), wasm.load(address + 4 * node.index.value))
        return
    w.value(node.index)
    w.put(wasm.const(2), wasm.SHL, wasm.load(address))


def _op(w: Writer, node: ir.Op) -> None:
    OPERATIONS[node.op](w, node)


def _call(w: Writer, node: ir.Call) -> None:
    if node.copy:
        on_copy(w, node)
        return
    for each in node.args:
        w.value(each)
    call_function(w, node.function, node.args)


def on_copy(w: Writer, node: ir.Call) -> None:
    """A call whose changes are taken back: what it may write is kept aside first."""
    maker, writes = w.maker, w.maker.writes(node.function)
    arguments = []
    for each in node.args:
        w.value(each)
        shape = w.shape(each)
        if is_pointer(shape) and not writes.isdisjoint(maker.lies_in(w.function, each)):
            w.copied(shape)
        arguments.append(w.body.keep(type_=type_of(shape)))
    at, called = maker.at, maker.program.functions[node.function]
    w.put(wasm.const(0), wasm.load(at["CELLS"]), wasm.const(4), wasm.SHR_U)
    w.pay_dear(w.function.place)
    kept = [(at["LISTENING"], 4), (at["SCRIPT_AT"], 4)]
    kept += [(at["STATE"] + 4 * first, 4 * (end - first)) for first, end in maker.written(node.function)]
    for view in maker.views.written(writes):
        kept += [(view.known, 4), (view.sets, view.bytes)]
    kept += [(address, BYTES) for address in maker.digests.written(writes)]
    if maker.notes_written(node.function):
        w.call("keep_notes")
        notes = w.body.keep()
    else:
        notes = -1
    locals_ = []
    for address, size in kept:
        if size <= 32:
            for offset in range(0, size, 4):
                w.put(wasm.const(0), wasm.load(address + offset))
                locals_.append((address + offset, w.body.keep()))
    large = [(address, size) for address, size in kept if size > 32]
    aside = -1
    if large:
        aside = w.body.keep(wasm.global_get(maker.arena))
        w.put(wasm.get(aside), wasm.const(sum([size for _, size in large])), wasm.ADD, wasm.global_set(maker.arena))
        offset = 0
        for address, size in large:
            w.put(wasm.get(aside), wasm.const(offset), wasm.ADD, wasm.const(address), wasm.const(size))
            w.put(wasm.MEMORY_COPY)
            offset += size
    keeps = maker.asks_kept((node,))
    listing = -1
    if keeps:
        listing = w.body.keep(wasm.global_get(maker.listing))
        w.put(wasm.const(0), wasm.global_set(maker.listing))
    w.put(wasm.const(0), wasm.const(0), wasm.store(at["LISTENING"]))
    for local in arguments:
        w.put(wasm.get(local))
    call_function(w, node.function)
    result = -1
    if called.result is not None:
        if is_pointer(called.result) and not writes.isdisjoint(maker.lies_in(w.function, node)):
            w.copied(called.result)
        result = w.body.keep(type_=type_of(called.result))
    if keeps:
        w.put(wasm.get(listing), wasm.global_set(maker.listing))
    for address, local in locals_:
        w.put(wasm.const(0), wasm.get(local), wasm.store(address))
    offset = 0
    for address, size in large:
        w.put(wasm.const(address), wasm.get(aside), wasm.const(offset), wasm.ADD, wasm.const(size), wasm.MEMORY_COPY)
        offset += size
    if notes >= 0:
        w.call("put_notes", wasm.get(notes))
    if result >= 0:
        w.put(wasm.get(result))


def _choice(w: Writer, node: ir.Choice) -> None:
    if isinstance(node.then, (ir.Const, ir.Local)) and isinstance(node.other, (ir.Const, ir.Local)):
        w.values(node.then, node.other, node.test)
        w.put(wasm.SELECT)
        return
    w.value(node.test)
    with w.body.if_(type_=w.type(node)):
        w.value(node.then)
        w.body.else_()
        w.value(node.other)


EXPRESSIONS.update({
    ir.Const: _const, ir.ConstList: _const_list, ir.ConstSet: _const_set, ir.Local: _local, ir.Load: _load,
    ir.Table: _table, ir.Op: _op, ir.Call: _call, ir.Choice: _choice,
})  # fmt: skip
