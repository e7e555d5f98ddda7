"""Changes of a large set that lies in the state, written where it lies: no set is made to be stored in its place."""

from __future__ import annotations

from typing import TypeAlias

from ...program import ir
from . import binary as wasm
from .emit_comprehensions import each_element
from .writer import Writer
from .writing import Label, in_one_word

Changes: TypeAlias = list[tuple[bool, ir.Expr]]
"""One after the other: whether it puts in or takes out, and a member or a comprehension of members."""


def changed_in_place(w: Writer, node: ir.Store, base: bytes, offset: int) -> bool:
    """Write a store of a set that differs from what lies there in a few members, if it is one, and say so."""
    shape = node.shape
    if shape.kind != "set" or in_one_word(shape) or not isinstance(node.index, (type(None), ir.Const, ir.Local)):
        return False
    changes = _changes(node, node.value)
    part = w.maker.facts.part_of(node.base)
    # what is put in must be the same whether or not what comes before it is done already
    if not changes or any(part in w.maker.reads(each) for _, each in changes):
        return False
    for added, each in changes:
        if not isinstance(each, ir.Comp):
            _bit(w, each, added, base, offset, shape.cells)
            continue

        def inner(next_: Label, each: ir.Comp = each) -> None:
            _bit(w, each.element, True, base, offset, shape.cells)

        each_element(w, each, inner)
    return True


def _changes(node: ir.Store, value: ir.Expr) -> Changes | None:
    """What makes a value of the set that lies where the store goes; None if something else does."""
    if isinstance(value, ir.Load):
        same = value.base == node.base and value.index == node.index and value.shape == node.shape
        return [] if same else None
    if not isinstance(value, ir.Op) or value.op not in ("set_add", "set_without", "set_or", "set_sub"):
        return None
    before, what = _changes(node, value.args[0]), value.args[1]
    added = value.op in ("set_add", "set_or")
    if before is None:
        return None
    if value.op in ("set_add", "set_without"):
        return [*before, (added, what)]
    if isinstance(what, ir.Op) and what.op == "set":
        return [*before, *[(added, each) for each in what.args]]
    return [*before, (True, what)] if added and isinstance(what, ir.Comp) and what.word == "set" else None


def _bit(w: Writer, member: ir.Expr, added: bool, base: bytes, offset: int, cells: int) -> None:
    """Put one member in, or take it out; none is in no set."""
    x = wasm.get(w.new_local(member))
    with w.body.if_(x, wasm.const(32 * cells), wasm.LT_U):
        at = wasm.get(w.body.keep(base, x, wasm.const(5), wasm.SHR_U, wasm.const(2), wasm.SHL, wasm.ADD))
        w.put(at, at, wasm.load(offset), wasm.const(1), x, wasm.SHL)
        if added:
            w.put(wasm.OR)
        else:
            w.put(wasm.const(-1), wasm.XOR, wasm.AND)
        w.put(wasm.store(offset))
