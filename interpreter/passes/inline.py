"""Small functions are written where they are called.

Calling costs a Python function more than most of what a small one does, and a back end that knows the values of the
parameters can do better. A function is inlined when it is nothing but a few `let`s and one small expression. Where it
stands in an expression, every argument must be such that it may be moved to where the parameter is used: it is simple,
or it can neither fault nor is it written twice. Where its value is put into a local, and where it is a condition of
a comprehension, arguments and `let`s become locals first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..program import ir
from ..program.calls import called_first
from ..program.shapes import Shapes
from ..program.walk import can_fault, conjuncts, descend, slots_set_in
from .rewrite import bottom_up, rebuilt, size, with_slots

SMALL = 32
"""Nodes of an expression that is written where it is called."""

LOOPED = 90
"""The same where it is called for each turn of a comprehension, with simple arguments."""

LARGE = 400
"""Nodes of a function in which nothing more is inlined."""


def inline(program: ir.Program) -> ir.Program:
    """The program with small functions inlined, innermost calls first."""
    return _Inliner(program).run()


class _Straight(NamedTuple):
    """A function that is a few `let`s and an expression."""

    lets: tuple[ir.SetLocal, ...]
    value: ir.Expr
    params: tuple[int, ...]
    locals: tuple[ir.Shape, ...]


class _Inliner:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shapes = Shapes(program)
        self.done: dict[int, ir.Function] = {}

    def run(self) -> ir.Program:
        for number in called_first(self.program):  # so that calls in a row need no recursion as deep as they are
            self.function(number)
        functions = [self.done[number] for number in range(len(self.program.functions))]
        decisions = []
        for decision in self.program.decisions:
            extra = list(functions[decision.function].locals)
            known = len(extra)
            place = _Place(self, extra)
            made = rebuilt(decision, place.code)
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
            made = rebuilt(function, place.code)
            known = self.done[number] = replace(made, locals=tuple(extra)) if len(extra) > len(made.locals) else made
        return known

    def straight(self, number: int) -> _Straight | None:
        """What a function does that may be written elsewhere; None when it is too large or too much."""
        function = self.function(number)
        *before, last = function.body or (ir.Return(),)
        if function.waits or function.generator or function.memo or not isinstance(last, ir.Return):
            return None
        lets = tuple([each for each in before if isinstance(each, ir.SetLocal)])
        once = len({each.slot for each in lets}) == len(lets) == len(before)
        if last.value is None or not once or {each.slot for each in lets} & set(function.params):
            return None
        found = _Straight(lets, last.value, function.params, function.locals)
        if sum([size(each, LOOPED + 1) for each in (*lets, last.value)]) > LOOPED:
            return None
        # a list that could grow too long is the fault of the function that makes it
        watched = any(isinstance(each, ir.Expr) and self.shapes.outgrows(function, each)
                      for part in (*lets, last.value) for each in descend(part))  # fmt: skip
        return None if watched else found


class _Place:
    """Where calls are replaced: `locals` grows by the slots that inlined expressions bind."""

    def __init__(self, inliner: _Inliner, locals_: list[ir.Shape]) -> None:
        self.inliner = inliner
        self.locals = locals_
        self.nodes = 0

    def code(self, node: Any) -> Any:
        """A node with calls replaced; a list of statements for one that needs several."""
        self.nodes += size(node, LARGE)
        return bottom_up(node, self.replaced)

    def replaced(self, node: Any) -> Any:
        """One node, when the nodes inside it are done."""
        if self.nodes >= LARGE:
            return node
        match node:
            case ir.Call(copy=False):
                return self.in_expression(node, SMALL)
            case ir.SetLocal(value=ir.Call(copy=False) as call):
                return self.let(node, call)
            case ir.Comp():
                return self.comprehension(node)
        return node

    def slot(self, shape: ir.Shape) -> int:
        self.locals.append(shape)
        return len(self.locals) - 1

    def in_expression(self, call: ir.Call, most: int) -> ir.Expr:
        """The value of a call written where it stands, if it can be."""
        found = self.inliner.straight(call.function)
        if found is None or found.lets or not _movable(found.value, found.params, call.args):
            return call
        if size(found.value, most + 1) > most:
            return call
        return self.copied(found, found.value, dict(zip(found.params, call.args, strict=True)), {})

    def copied(self, found: _Straight, node: ir.Expr, values: dict[int, ir.Expr], slots: dict[int, int]) -> ir.Expr:
        """A part of a function in its new place; `slots` grows by what it binds."""
        self.nodes += size(node, LARGE)
        for slot in slots_set_in(*found.lets, found.value):
            if slot not in slots:
                slots[slot] = self.slot(found.locals[slot])
        return with_slots(node, values, slots)

    def arguments(self, found: _Straight, call: ir.Call) -> tuple[dict[int, ir.Expr], list[tuple[int, ir.Expr]]]:
        """What stands for the parameters, and the locals that hold an argument."""
        values: dict[int, ir.Expr] = {}
        held: list[tuple[int, ir.Expr]] = []
        for param, arg in zip(found.params, call.args, strict=True):
            if isinstance(arg, (ir.Const, ir.Local)):
                values[param] = arg
            else:
                held.append((self.slot(found.locals[param]), arg))
                values[param] = ir.Local(held[-1][0])
        return values, held

    def let(self, node: ir.SetLocal, call: ir.Call) -> Any:
        """A call whose value goes into a local: `let`s before it, then the value."""
        found = self.inliner.straight(call.function)
        if found is None or any(isinstance(arg, ir.Local) and arg.slot == node.slot for arg in call.args):
            return node
        if size(found.value, SMALL + 1) > SMALL:
            return node
        values, held = self.arguments(found, call)
        slots: dict[int, int] = {}
        before: list[ir.SetLocal] = [ir.SetLocal(slot, arg) for slot, arg in held]
        for each in found.lets:
            value = self.copied(found, each.value, values, slots)
            before.append(ir.SetLocal(slots[each.slot], value))
        return [*before, ir.SetLocal(node.slot, self.copied(found, found.value, values, slots))]

    def comprehension(self, node: ir.Comp) -> ir.Comp:
        """Calls that are a condition of their own: what they need becomes clauses with one element."""
        clauses: list[ir.Clause] = []
        for clause in node.clauses:
            clauses += self.clause(clause)
        element = bottom_up(node.element, self.simple)
        if len(clauses) == len(node.clauses) and element is node.element:
            return node
        return replace(node, clauses=tuple(clauses), element=element)

    def clause(self, clause: ir.Clause) -> list[ir.Clause]:
        test = clause.test
        tests = [] if test is None else conjuncts(test)
        for at, each in enumerate(tests):
            if not isinstance(each, ir.Call) or each.copy or self.nodes >= LARGE:
                continue
            found = self.inliner.straight(each.function)
            if found is None or found.lets or not found.locals or size(found.value, LOOPED + 1) > LOOPED:
                continue
            values, held = self.arguments(found, each)
            value = self.copied(found, found.value, values, {})
            value = bottom_up(value, self.simple)
            if not held:
                return [replace(clause, test=_all((*tests[:at], value, *tests[at + 1 :])))]
            steps = [ir.Clause(slot, ir.Op("list", (arg,)), None) for slot, arg in held]
            steps[-1] = replace(steps[-1], test=_all((value, *tests[at + 1 :])))
            return [replace(clause, test=_all(tests[:at])), *steps]
        return [clause]

    def simple(self, node: Any) -> Any:
        """Calls with simple arguments in what a comprehension asks at each turn."""
        if isinstance(node, ir.Call) and not node.copy and self.nodes < LARGE:
            return self.in_expression(node, LOOPED)
        return node


def _all(tests: Sequence[ir.Expr]) -> ir.Expr | None:
    """All of these hold."""
    parts = [part for each in tests for part in conjuncts(each)]
    return None if not parts else parts[0] if len(parts) == 1 else ir.Op("and", tuple(parts))


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
