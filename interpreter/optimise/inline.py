"""Small functions are written where they are called.

Calling costs a Python function more than most of what a small one does, and a back end that knows the values of the
parameters can do better. A function is inlined when it is nothing but one expression, a small one, and when every
argument may be moved to where the parameter is used: it is simple, or it can neither fault nor is it written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..program import ir
from ..program.shapes import Shapes
from ..program.walk import bound_slots, can_fault, descend
from .rewrite import bottom_up, size, with_slots

SMALL = 32
"""Nodes of an expression that is written where it is called."""

LARGE = 400
"""Nodes of a function in which nothing more is inlined."""


def inline(program: ir.Program) -> ir.Program:
    """The program with small functions inlined, innermost calls first."""
    return _Inliner(program).run()


class _Inliner:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shapes = Shapes(program)
        self.done: dict[int, ir.Function] = {}

    def run(self) -> ir.Program:
        functions = [self.function(number) for number in range(len(self.program.functions))]
        decisions = []
        for decision in self.program.decisions:
            extra = list(functions[decision.function].locals)
            known = len(extra)
            place = _Place(self, extra)
            made = replace(
                decision,
                decider=place.code(decision.decider),
                prompt_args=tuple([place.code(each) for each in decision.prompt_args]),
                options=tuple([place.code(each) for each in decision.options]),
            )
            if len(extra) > known:
                functions[decision.function] = replace(functions[decision.function], locals=tuple(extra))
            decisions.append(made)
        return replace(self.program, functions=tuple(functions), decisions=tuple(decisions))

    def function(self, number: int) -> ir.Function:
        known = self.done.get(number)
        if known is None:
            function = self.program.functions[number]
            extra = list(function.locals)
            place = _Place(self, extra)
            body = tuple([place.code(each) for each in function.body])
            blocks = tuple([place.code(each) for each in function.blocks])
            known = self.done[number] = replace(function, body=body, blocks=blocks, locals=tuple(extra))
        return known

    def value_of(self, number: int) -> ir.Expr | None:
        """The one expression that a function is, if it is small enough."""
        function = self.function(number)
        match function.body:
            case (ir.Return(value=ir.Expr() as value),) if not (function.waits or function.generator or function.memo):
                if size(value, SMALL + 1) > SMALL:
                    return None
                # a list that could grow too long is the fault of the function that makes it
                watched = any(isinstance(each, ir.Expr) and self.shapes.outgrows(function, each)
                              for each in descend(value))  # fmt: skip
                return None if watched else value
        return None


class _Place:
    """Where calls are replaced: `locals` grows by the slots that inlined expressions bind."""

    def __init__(self, inliner: _Inliner, locals_: list[ir.Shape]) -> None:
        self.inliner = inliner
        self.locals = locals_
        self.nodes = 0

    def code(self, node: Any) -> Any:
        self.nodes += size(node, LARGE)
        return bottom_up(node, self.replaced)

    def replaced(self, node: Any) -> Any:
        if not isinstance(node, ir.Call) or node.copy or self.nodes >= LARGE:
            return node
        value = self.inliner.value_of(node.function)
        if value is None:
            return node
        called = self.inliner.function(node.function)
        if not _movable(value, called.params, node.args):
            return node
        self.nodes += size(value, LARGE)
        slots: dict[int, int] = {}
        for each in descend(value):
            for slot in bound_slots(each):
                if slot not in slots:
                    slots[slot] = len(self.locals)
                    self.locals.append(called.locals[slot])
        return with_slots(value, dict(zip(called.params, node.args, strict=True)), slots)


def _movable(value: ir.Expr, params: Sequence[int], args: Sequence[ir.Expr]) -> bool:
    """Whether the arguments may stand where the parameters do, without another value, fault or much more work."""
    used: dict[int, int] = {}
    looped: set[int] = set()
    for each in descend(value):
        if isinstance(each, ir.Local):
            used[each.slot] = used.get(each.slot, 0) + 1
        elif isinstance(each, (ir.Comp, ir.Region, ir.Costs)):
            looped |= {inner.slot for inner in descend(each) if isinstance(inner, ir.Local)}
    for slot, arg in zip(params, args, strict=True):
        if isinstance(arg, (ir.Const, ir.Local)):
            continue
        if can_fault(arg) or used.get(slot, 0) > 1 or slot in looped:
            return False
    return True
