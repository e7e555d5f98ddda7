"""Who asks what a field says of the members of a domain: by the sets that `views.py` keeps."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from . import binary as wasm
from .emit_writes import place
from .views import View
from .writer import Writer


def word_of(w: Writer, view: View, value: ir.Expr, holds: bool) -> Callable[[int], None]:
    """Writes code that makes sure of the sets; what is given writes code that leaves a word of that of a value, by its
    number, or (not `holds`) of all others."""
    with w.body.block() as known:
        w.body.br_if(known, wasm.const(0), wasm.load(view.known))
        w.put(*[wasm.const(each) for each in (view.known, view.sets, w.maker.at["STATE"] + 4 * view.base)])
        w.put(*[wasm.const(each) for each in (view.size, view.values, view.words)])
        w.call("view_made")
    other = b"" if holds else wasm.const64(-1) + wasm.XOR64
    if isinstance(value, ir.Const):
        inside = -1 <= value.value < view.values - 1
        first = view.sets + view.stride * (value.value + 1 if inside else view.values)
        return lambda number: w.put(wasm.const(0), wasm.load64(first + 8 * number), other)
    place(w, view, wasm.get(w.new_local(value)))
    at = wasm.get(w.body.keep())
    return lambda number: w.put(at, wasm.load64(view.sets + 8 * number), other)
