"""Who asks what a field says of the members of a domain: by the sets that `views.py` keeps."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from . import binary as wasm
from .digests import Share
from .views import View
from .writer import Writer


def word_of(w: Writer, view: View, value: ir.Expr, holds: bool) -> Callable[[int], None]:
    """Writes code that makes sure of the sets; what is given writes code that leaves a word of that of a value, by its
    number, or (not `holds`) of all others."""
    with w.body.block() as known:
        w.body.br_if(known, wasm.const(0), wasm.load(view.known))
        w.put(*[wasm.const(each) for each in (view.known, view.sets, w.maker.at["STATE"] + 4 * view.base)])
        w.call("view_made", *[wasm.const(each) for each in (view.size, view.values, view.words)])
    other = b"" if holds else wasm.const64(-1) + wasm.XOR64
    if isinstance(value, ir.Const):
        inside = -1 <= value.value < view.values - 1
        first = view.sets + view.stride * (value.value + 1 if inside else view.values)
        return lambda number: w.put(wasm.const(0), wasm.load64(first + 8 * number), other)
    place(w, view, wasm.get(w.new_local(value)))
    at = wasm.get(w.body.keep())
    return lambda number: w.put(at, wasm.load64(view.sets + 8 * number), other)


# ----------------------------------------------------------------
# What must be known wherever a statement writes cells of a field: the one place to be told.


def is_noted(w: Writer, node: ir.Store) -> bool:
    """Whether anybody is to be told of a store."""
    part = w.maker.facts.part_of(node.base)
    return w.maker.views.of(part) is not None or bool(w.maker.digests.of(part))


def note_store(w: Writer, node: ir.Store, base: bytes, offset: int, value: bytes) -> None:
    """A store is about to be made: to the address that code leaves, and an offset; `value` is the code of a scalar
    (empty for all else). Neither has effects."""
    part = w.maker.facts.part_of(node.base)
    for share in w.maker.digests.of(part):
        _counted(w, share, base, offset, value)
    view = w.maker.views.of(part)
    if view is None:
        return
    if not value:
        w.put(wasm.const(0), wasm.const(0), wasm.store(view.known))
        return
    if not (isinstance(node.value, ir.Const) and -1 <= node.value.value < view.values - 1):
        w.put(value, wasm.const(1), wasm.ADD, wasm.const(view.values), wasm.GE_U)
        w.fault_if("memory", w.function.place)  # no value of the field: the Python machine goes on
    _moved(w, view, base, offset, value)


def _counted(w: Writer, share: Share, base: bytes, offset: int, value: bytes) -> None:
    """The digest of a position counts a value in place of the one before."""
    if not value:
        w.put(wasm.const(0), wasm.const(0), wasm.store(share.kept))
        return
    first = w.maker.at["STATE"] + 4 * share.base
    w.put(wasm.const(0), wasm.const(0), wasm.load64(share.kept + 8), value, wasm.EXTEND)
    w.put(base, wasm.load(offset), wasm.EXTEND, wasm.SUB64)
    w.put(base, wasm.const(offset - first), wasm.ADD, wasm.const(1), wasm.SHL, wasm.load64(share.factors))
    w.put(wasm.MUL64, wasm.ADD64, wasm.store64(share.kept + 8))


def _moved(w: Writer, view: View, base: bytes, offset: int, value: bytes) -> None:
    """A member goes from the set of its value to that of another."""
    first = w.maker.at["STATE"] + 4 * view.base
    member = wasm.get(w.body.keep(base, wasm.const(offset - first), wasm.ADD, wasm.const(2), wasm.SHR_U))
    bit = wasm.get(w.body.keep(wasm.const64(1), member, wasm.EXTEND_U, wasm.SHL64, type_=wasm.I64))
    word = b""
    if view.words > 1:
        word = wasm.get(w.body.keep(member, wasm.const(6), wasm.SHR_U, wasm.const(3), wasm.SHL)) + wasm.ADD
    place(w, view, base + wasm.load(offset))
    at = wasm.get(w.body.keep(word))
    w.put(at, at, wasm.load64(view.sets), bit, wasm.const64(-1), wasm.XOR64, wasm.AND64, wasm.store64(view.sets))
    place(w, view, value)
    at = wasm.get(w.body.keep(word))
    w.put(at, at, wasm.load64(view.sets), bit, wasm.OR64, wasm.store64(view.sets))


def place(w: Writer, view: View, value: bytes) -> None:
    """Leave how far behind the first set that of a value lies: for what is no value, the empty one."""
    w.put(value, wasm.const(1), wasm.ADD)
    number = w.body.local()
    w.put(wasm.tee(number), wasm.const(view.values), wasm.get(number), wasm.const(view.values), wasm.LT_U)
    w.put(wasm.SELECT, wasm.const(view.stride), wasm.MUL)
