"""Going through the options for somebody who asks why one is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from yupana.interpreter.backends.protocol import Bound, Search
from yupana.interpreter.program import ir
from yupana.interpreter.program.targets import Target, Targets

from .expressions import Walk
from .statements import STATEMENTS, block, body, turn
from .values import outward


@dataclass(slots=True)
class Searching(Walk):
    """A walk that tells `search` how far it gets. `about` says which parameters a local ends up in; `known` are the
    locals that have a value there."""

    search: Search = field(kw_only=True)
    targets: Targets = field(kw_only=True)
    about: dict[int, set[Target]] = field(kw_only=True)
    known: list[int] = field(default_factory=list)

    @property
    def statements(self) -> dict[type, Callable[[Any, Any], None]]:
        """Those that make options tell how far they get."""
        return STATEMENTS | _TELLING

    def told(self, alternatives: frozenset[int]) -> Bound:
        """The parameters of these alternatives that have a value."""
        return tuple([
            (alternative, i, outward(self.get(slot)))
            for slot in self.known
            for alternative, i in sorted(self.about[slot])
            if alternative in alternatives
        ])  # fmt: skip


def _for(walk: Searching, node: ir.For) -> None:
    alternatives = walk.targets.alternatives(node)
    parameters = {a: i for a, i in sorted(walk.about.get(node.slot, ())) if a in alternatives}
    if not parameters:
        STATEMENTS[ir.For](walk, node)
        return
    parameter = parameters.get(walk.search.wanted, -1)
    taken = False
    for each in walk.items(node):
        walk.set(node.slot, each)
        if not walk.search.takes(parameter, outward(each)):
            continue
        taken = True
        walk.known.append(node.slot)
        goes_on = turn(walk, node.body)
        walk.known.pop()
        if not goes_on:
            break
    if not taken and parameter >= 0:
        walk.search.absent(parameter, walk.told(alternatives))


def _guard(walk: Searching, node: ir.Guard) -> None:
    alternatives = walk.targets.alternatives(node)
    if alternatives and walk.search.wanted not in alternatives:
        return
    if walk.value(node.test):
        walk.search.depth += bool(alternatives)
        block(walk, node.body)
        walk.search.depth -= bool(alternatives)
    elif alternatives:
        short: tuple[Any, ...] = ()
        if node.sort != "condition":
            numbers = node.test.args if isinstance(node.test, ir.Op) and walk.targets.is_open(node.test) else ()
            short = (node.sort, node.subject, *walk.values(numbers))
        walk.search.fail(node.place, walk.told(alternatives), short)


def _emit(walk: Searching, node: ir.Emit) -> None:
    walk.search.emit(node.alternative, outward(walk.values(node.args)))


def _emit_from(walk: Searching, node: ir.EmitFrom) -> None:
    function = walk.program.functions[node.function]
    slots = dict(zip(function.params, walk.values(node.args), strict=True))
    about = walk.targets.of_function(node.function)
    known = [slot for slot in function.params if slot in about]
    inner = Searching(
        walk.call, walk.cells, function, slots, search=walk.search, targets=walk.targets, about=about, known=known
    )
    body(inner, function.body)


_TELLING: dict[type, Callable[[Any, Any], None]] = {
    ir.For: _for, ir.Guard: _guard, ir.Emit: _emit, ir.EmitFrom: _emit_from,
}  # fmt: skip
