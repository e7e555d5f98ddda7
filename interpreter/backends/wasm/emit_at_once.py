"""Short rows of a table of which all members are looked at, without leaving off at the one that decides."""

from __future__ import annotations

from ...program import ir
from ...program.walk import descend
from . import binary as wasm
from .emit_loops import SMALL, nodes
from .writer import Writer

AT_ONCE = 4
"""Members of a row that are looked at without leaving off where one decides."""

_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))


def at_once(w: Writer, node: ir.Comp) -> bool:
    """Write whether a comparison holds for any, or for all, members of a short row without a branch between them, and
    say so, where nothing is against it. To leave off at the first that decides would spare a few loads, but nobody
    foresees at which one that is, and a branch that is not foreseen takes longer than all of them."""
    clause = node.clauses[0]
    items, test = clause.items, node.element
    if len(node.clauses) > 1 or not isinstance(items, ir.Table) or not isinstance(test, ir.Op):
        return False
    if clause.going is not None or clause.until is not None or clause.test is not None:
        return False
    length = w.maker.uniform(items.table)
    small = length is not None and 0 < length <= AT_ONCE and nodes(test) <= SMALL // 3
    if length is None or not small or test.op not in _COMPARISONS or not w.maker.total(w.function, test):
        return False
    w.value(items.index)
    at = w.body.keep(wasm.const(4 * length), wasm.MUL)
    weight = w.maker.weights.turn.get(id(clause), 0)
    if weight:
        w.pay_times(wasm.const(length), weight, w.function.place)
    times = 4 if w.noting < 0 and _only_index(test, clause.slot) else 1
    row = w.maker.flat(items.table, times)
    for i in range(length):
        member = w.body.keep(wasm.get(at), wasm.load(row + 4 * i))
        if times == 4:
            w.places[clause.slot] = member
        with w.bound(clause.slot, member):
            w.value(test)
        if i:
            w.put(wasm.AND if node.word == "all" else wasm.OR)
    w.places.pop(clause.slot, None)
    return True


def _only_index(node: ir.Expr, slot: int) -> bool:
    """Whether what is in a slot is only asked for as the index of single cells."""
    uses = [each for each in descend(node) if isinstance(each, ir.Local) and each.slot == slot]
    loads = [each for each in descend(node) if isinstance(each, ir.Load) and each.index in uses]
    return len(loads) == len(uses) and all(each.shape.kind == "scalar" for each in loads)
