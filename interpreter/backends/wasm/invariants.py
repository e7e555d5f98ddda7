"""What stays the same through all turns of a loop is worked out once, and not before it is asked for: so nothing is
worked out for a loop that never gets there. What can fault or pays is left where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ...program import ir
from ...program.operations import OPERATIONS
from ...program.walk import children, slots_set_in
from . import binary as wasm
from .function_body import is_pointer

if TYPE_CHECKING:
    from .writer import Writer

_DEAR = (ir.Comp, ir.Region, ir.Costs, ir.Call)


class Invariants:
    """Of the expressions of a program: which locals of their surroundings they read, and whether they go through
    anything."""

    def __init__(self) -> None:
        self._reads: dict[int, frozenset[int]] = {}
        self._dear: dict[int, bool] = {}

    def reads(self, node: Any) -> frozenset[int]:
        """The slots that a node reads and does not bind itself."""
        known = self._reads.get(id(node))
        if known is None:
            found: set[int] = {node.slot} if isinstance(node, ir.Local) else set()
            for each in children(node):
                found |= self.reads(each)
            bound = {getattr(node, name) for name in node.binds}
            if isinstance(node, ir.Comp):
                bound |= {clause.slot for clause in node.clauses}
            known = self._reads[id(node)] = frozenset(found - bound)
        return known

    def dear(self, node: Any) -> bool:
        """Whether a node costs more than looking at what it gave before."""
        known = self._dear.get(id(node))
        if known is None:
            known = isinstance(node, _DEAR) or (isinstance(node, ir.Op) and OPERATIONS[node.op].cost != "")
            known = self._dear[id(node)] = known or any(self.dear(each) for each in children(node))
        return known


def _candidates(w: Writer, node: Any, slots: frozenset[int]) -> Iterator[ir.Expr]:
    """The largest expressions inside a node that are the same in every turn."""
    known = w.maker.invariants
    if not known.dear(node):
        return
    whole = isinstance(node, ir.Expr) and not isinstance(node, ir.Op | ir.Choice) and id(node) not in w.lazy
    if whole and slots.isdisjoint(known.reads(node)) and _steady(w, node):
        yield node
        return
    for each in children(node):
        yield from _candidates(w, each, slots)


def _steady(w: Writer, node: ir.Expr) -> bool:
    if not w.steady(node) or not w.maker.total(w.function, node):
        return False
    return not is_pointer(w.shape(node)) or not w.maker.makes(w.function, node)


@contextmanager
def once(w: Writer, nodes: Sequence[Any], more: Iterable[int]) -> Iterator[None]:
    """A loop over nodes is written inside; `more` are the slots that it binds besides those that are set in it."""
    slots = frozenset((*slots_set_in(*nodes), *more))
    made: list[int] = []
    for node in nodes:
        for each in _candidates(w, node, slots):
            flag, value = w.body.local(), w.body.local(w.type(each))
            w.put(wasm.const(0), wasm.set_(flag))
            w.lazy[id(each)] = flag, value
            made.append(id(each))
    yield
    for number in made:
        del w.lazy[number]


def write_lazily(w: Writer, node: ir.Expr) -> None:
    """Leave the value of an expression that is worked out when it is first asked for."""
    flag, value = w.lazy.pop(id(node))
    with w.body.block() as done:
        w.body.br_if(done, wasm.get(flag))
        w.value(node)
        w.put(wasm.set_(value), wasm.const(1), wasm.set_(flag))
    w.put(wasm.get(value))
    w.lazy[id(node)] = flag, value
