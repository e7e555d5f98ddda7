"""What the search for a missing option asks of a program: where parameters come from, and what everybody may know.

Every back end goes through the statements that make options; this says which loop is about which parameter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import ir
from .walk import descend

Target = tuple[int, int]
"""A parameter: the alternative and the parameter's number."""


class Targets:
    """Which parameters a local ends up in, through the functions that emit options."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._functions: dict[int, dict[int, set[Target]]] = {}
        self._reach: dict[int, frozenset[int]] = {}
        self._hidden = [each for each in program.fields if each.visibility.mode != "all" and not each.internal]
        self._hides_pieces = any(each.visibility.mode != "all" for each in program.families)

    def of_body(self, body: Iterable[ir.Stmt]) -> dict[int, set[Target]]:
        """The parameters by slot."""
        out: dict[int, set[Target]] = {}
        for statement in body:
            for node in descend(statement):
                if isinstance(node, ir.Emit):
                    for i, value in enumerate(node.args):
                        if isinstance(value, ir.Local):
                            out.setdefault(value.slot, set()).add((node.alternative, i))
                elif isinstance(node, ir.EmitFrom):
                    params = self.program.functions[node.function].params
                    inside = self.of_function(node.function)
                    for slot, value in zip(params, node.args, strict=True):
                        if isinstance(value, ir.Local):
                            out.setdefault(value.slot, set()).update(inside.get(slot, ()))
        return out

    def of_function(self, number: int) -> dict[int, set[Target]]:
        """The parameters by slot of a generator function."""
        if number not in self._functions:
            self._functions[number] = self.of_body(self.program.functions[number].body)
        return self._functions[number]

    def alternatives(self, statement: ir.Stmt) -> frozenset[int]:
        """The alternatives that a statement may emit."""
        out: set[int] = set()
        for node in descend(statement):
            if isinstance(node, ir.Emit):
                out.add(node.alternative)
            elif isinstance(node, ir.EmitFrom):
                out |= self.reach(node.function)
        return frozenset(out)

    def reach(self, number: int) -> frozenset[int]:
        """The alternatives that a generator function may emit."""
        if number not in self._reach:
            found: set[int] = set()
            for statement in self.program.functions[number].body:
                found |= self.alternatives(statement)
            self._reach[number] = frozenset(found)
        return self._reach[number]

    def is_open(self, node: ir.Expr) -> bool:
        """Whether a value comes of nothing that anybody may not know: of no hidden field and, where a zone is hidden,
        of no zone."""
        rest: list[Any] = [node]
        called: set[int] = set()
        while rest:
            for each in descend(rest.pop()):
                if isinstance(each, ir.Load) and self._reads_hidden(each):
                    return False
                if isinstance(each, ir.Op) and each.op.startswith(("zone", "piece")) and self._hides_pieces:
                    return False
                if isinstance(each, ir.Call) and each.function not in called:
                    called.add(each.function)
                    rest.extend(self.program.functions[each.function].body)
        return True

    def _reads_hidden(self, node: ir.Load) -> bool:
        holders = self.program.holders
        return any(each.base <= node.base < each.base + holders(each) * each.shape.cells for each in self._hidden)
