"""The first member of a row that passes a test, such as the first place with a piece in a direction, by sets: those in
the row, as a constant, with those that pass, which are gathered once (`emit_gather.py`) for all rows looked at. A walk
along a row ends where nobody foresees it; the lowest or highest bit of a word is found without a branch.

A set is good for a stretch of code in which nothing is written. Its flags are cleared where the stretch begins; what is
called on a copy of the state has stretches of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from ...program import ir
from ...program.walk import conjuncts, domain_of, slots_set_in
from . import binary as wasm
from .binary import I64
from .emit_gather import Gathered, gathers

if TYPE_CHECKING:
    from .writer import Writer

MOST = 64
"""Members of a domain whose sets are one word."""


class Stretch:
    """Code in which nothing is written, and the flags of the sets that are gathered in it."""

    def __init__(self, w: Writer) -> None:
        self.start = len(w.body.code)
        self.loops = len(w.body.loops)
        self.flags: list[int] = []

    def close(self, w: Writer) -> None:
        """Write where it begins that no set is known."""
        w.body.code[self.start : self.start] = b"".join([wasm.const(0) + wasm.set_(each) for each in self.flags])


def begin_function(w: Writer, arguments: Sequence[ir.Expr], outer: Writer | None = None) -> bool:
    """A function is written, in a body of its own or where `outer` calls it; gives whether a stretch begins with it."""
    function = w.function
    if w.maker.writes(w.number):
        return False
    own = frozenset(function.params) - slots_set_in(*function.body).keys()
    if outer is None or outer.stretch is None:
        w.stretch, w.fixed = Stretch(w), own
        return True
    given = zip(function.params, arguments, strict=False)
    w.stretch = outer.stretch
    w.fixed = own & {slot for slot, each in given if _fixed(outer, each)}
    return False


@contextmanager
def stretched(w: Writer, node: ir.Comp) -> Iterator[None]:
    """A comprehension is written: a stretch of its own where it lies in none."""
    if w.stretch is not None:
        yield
        return
    before = w.fixed
    stretch = w.stretch = Stretch(w)
    w.fixed = frozenset(range(len(w.function.locals))) - slots_set_in(node).keys()
    yield
    stretch.close(w)
    w.stretch, w.fixed = None, before


def _fixed(w: Writer, node: ir.Expr) -> bool:
    """Whether an expression gives the same wherever it stands in the stretch."""
    plain = not w.maker.invariants.dear(node) and w.maker.total(w.function, node)
    return plain and w.maker.invariants.reads(node) <= w.fixed


def _set_of(w: Writer, slot: int, test: ir.Expr) -> int | None:
    """The local with the set of those members that pass a test of what is in a slot; None where that cannot be told, or
    would be told for one row only."""
    domain = w.function.locals[slot].domain
    if w.stretch is None or w.noting >= 0 or len(w.body.loops) <= w.stretch.loops or domain < 0:
        return None
    members = ir.Op("domain", (ir.Const(domain),))
    known = domain_of(w.maker.program, members)
    if known is None or len(known.names) > MOST or known.present:
        return None
    tests = conjuncts(test)
    if gathers(w, members, slot, tests)[1] or not w.maker.invariants.reads(test) <= w.fixed | {slot}:
        return None
    flag, members_ = w.body.local(), w.body.local(I64)
    w.stretch.flags.append(flag)
    with w.body.block() as done:
        w.body.br_if(done, wasm.get(flag))
        Gathered(w, known, slot, tests).word(0)
        w.put(wasm.set_(members_), wasm.const(1), wasm.set_(flag))
    return members_


def first_of_row(w: Writer, node: ir.Comp) -> bool:
    """Write the first member of a row that passes a test, and say so, where it can be found in this way."""
    clause = node.clauses[0]
    items = clause.items
    itself = isinstance(node.element, ir.Local) and node.element.slot == clause.slot
    if len(node.clauses) > 1 or clause.stops or clause.test is None or not itself or not isinstance(items, ir.Table):
        return False
    falling = _falling(w, items.table)
    if falling is None or id(clause) in w.maker.weights.turn:
        return False
    members = _set_of(w, clause.slot, clause.test)
    if members is None:
        return False
    index = w.in_local(items.index)
    w.put(wasm.get(index), wasm.const(3), wasm.SHL, wasm.load64(w.maker.row_masks(items.table, MOST)))
    found = w.body.keep(wasm.get(members), wasm.AND64, type_=I64)
    w.put(wasm.get(found), wasm.CTZ64, wasm.WRAP)
    if any(falling):
        w.put(wasm.const(63), wasm.get(found), wasm.CLZ64, wasm.WRAP, wasm.SUB)
        table = w.maker.room.words([1 - each for each in falling])
        w.put(wasm.get(index), wasm.const(2), wasm.SHL, wasm.load(table), wasm.SELECT)
    w.put(wasm.const(node.fill), wasm.get(found), wasm.const64(0), wasm.NE64, wasm.SELECT)
    return True


def _falling(w: Writer, table: int) -> list[int] | None:
    """Of each row of a table whether its members come from the highest on; None if those of one come in no order."""
    found = []
    for row in w.maker.program.tables[table]:
        if not isinstance(row, tuple) or any(not 0 <= each < MOST for each in row):
            return None
        rising = all(a < b for a, b in pairwise(row))
        if not rising and not all(a > b for a, b in pairwise(row)):
            return None
        found.append(int(not rising))
    return found


def one_of_set(w: Writer, node: ir.Comp) -> bool:
    """Write whether a member that there may be passes a test, and say so, where that is told of all members: it is
    asked without a branch."""
    clause = node.clauses[0]
    match clause.items, clause.test:
        case ir.Op(op="list", args=(only,)), ir.Op(op="ne", args=(ir.Local(slot=slot), ir.Const(value=-1))):
            pass
        case _:
            return False
    if node.word != "any" or len(node.clauses) > 1 or clause.stops or slot != clause.slot:
        return False
    if id(clause) in w.maker.weights.turn:
        return False
    members = _set_of(w, slot, node.element)
    if members is None:
        return False
    member = w.in_local(only)
    w.put(wasm.get(members), wasm.get(member), wasm.EXTEND_U, wasm.SHR_U64, wasm.WRAP, wasm.const(1), wasm.AND)
    w.put(wasm.get(member), wasm.const(0), wasm.GE, wasm.AND)
    return True
