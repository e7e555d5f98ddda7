"""Calls of functions of the program: as calls, or written out where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from ...program import ir
from . import binary as wasm
from .dependencies import note_slots
from .emit_rows import begin_function
from .function_body import type_of
from .writer import Writer, block

BODY_MOST = 1 << 16
"""Bytes of code of one body beyond which nothing more is written out in it."""

WRITTEN_OUT_MOST = 1 << 19
"""The same for what is written out in all bodies together."""


def call_function(w: Writer, number: int, arguments: Sequence[ir.Expr] = ()) -> None:
    """Call a function whose arguments are on the stack; its result, if it has one, is left there. `arguments`: what
    these are, for those who want to know which members were noted (`dependencies.py`)."""
    if w.maker.kept(number):
        w.put(wasm.call(w.maker.memo_number(number)))
        return
    if w.maker.inlined(number) and number not in w.inside and len(w.inside) < 12 and _has_room(w):
        write_out(w, number, arguments)
        return
    lists = w.tip >= 0 and w.maker.program.functions[number].generator
    if lists:
        w.put(wasm.get(w.tip), wasm.global_set(w.maker.tip))
    w.put(wasm.call(w.maker.function_number(number, w.noting)))
    if lists:
        w.put(wasm.global_get(w.maker.tip), wasm.set_(w.tip))


def _has_room(w: Writer) -> bool:
    """Whether more may be written out: functions that call each other twice would double the code at every step."""
    return len(w.body.code) < BODY_MOST and w.maker.written_out < WRITTEN_OUT_MOST


def write_out(w: Writer, number: int, arguments: Sequence[ir.Expr]) -> None:
    """The body of a function where it is called, its arguments being on the stack."""
    maker, function = w.maker, w.maker.program.functions[number]
    before, so_far = len(w.body.code), maker.written_out
    inner = Writer(maker, w.body, function, number)
    inner.inside = (*w.inside, number)
    inner.words, inner.tip = w.words, w.tip
    for slot in reversed(function.params):
        inner.slots[slot] = w.body.keep(type_=type_of(function.locals[slot]))
    if maker.watch.notes_in(number, w.noting):
        inner.noting = w.noting
        given = zip(function.params, arguments, strict=False)
        note_slots(inner, frozenset([
            slot for slot, each in given if isinstance(each, ir.Local) and each.slot in w.noted
        ]))  # fmt: skip
    begins = begin_function(inner, arguments, w)
    body(inner)
    if begins and inner.stretch is not None:
        inner.stretch.close(inner)
    maker.written_out = so_far + len(w.body.code) - before  # with what was written out inside of it


def body(w: Writer) -> None:
    """The statements of a function that does not wait, whose parameters are in locals; leaves its result."""
    function = w.function
    w.pay(w.maker.weights.entry.get(w.number, 0), function.place)
    result = None if function.result is None or function.generator else type_of(function.result)
    *before, last = function.body or (ir.Return(),)
    if isinstance(last, ir.Return) and not any(returns(each) for each in before):
        block(w, before)
        if last.value is not None:
            w.held(last.value)
        return
    w.returns = w.body.block(wasm.NOTHING if result is None else result)
    block(w, function.body)
    if result is not None:
        w.put(wasm.UNREACHABLE)
    w.body.end()


def returns(node: object) -> bool:
    """Whether a statement may return."""
    if isinstance(node, ir.Return):
        return True
    bodies = getattr(node, "bodies", ())
    return any(returns(each) for name in bodies for each in getattr(node, name))
