"""Down to the part that decides: why a condition is not what it should be, why a value is not among others.

Each step goes from a piece of typed code whose value is known to the part of it that made it so: into the failing part
of a conjunction, into the body of a function, to the member for which a quantifier fails. Where no part can be named,
because the code is a loop or reads what the seat may not know, the step before it is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from yupana.schemas.ruleset import Condition

from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.declared import PredicateInfo, Signature
from ..typed.nodes import Expr, Variable
from .sight import Sight
from .values import Basis, Given, Unanswered, Values, free_variables

Entered = Signature | tuple[PredicateInfo, int] | Condition
"""A function whose body was gone into, what an entry says for a predicate, or a condition with a name."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a part of the code is worth."""

    expr: Expr
    value: Any


@dataclass(frozen=True, slots=True)
class Cause:
    """The part that decides: `expr` does not hold (or `holds`, and must not); with a `value`, that it is not in it.
    `given`: what its variables stand for; `entered`: the functions around it, the outermost first."""

    expr: Expr
    holds: bool
    facts: tuple[Fact, ...]
    given: tuple[Fact, ...]
    entered: tuple[Entered, ...] = ()
    value: Fact | None = None
    outer: Cause | None = None


@dataclass(slots=True)
class _Result:
    """What a body returned, with what is known there, and the last test on the way (with how it came out)."""

    expr: Expr
    given: dict[Variable, Any]
    turn: tuple[Expr, bool] | None


class Trace:
    """The descent for one question."""

    def __init__(
        self, basis: Basis, cells: ir.Cells, sight: Sight, values: Values, conditions: Sequence[Condition]
    ) -> None:
        self.basis, self.cells, self.sight, self.values = basis, cells, sight, values
        self.conditions = conditions
        self._meant: dict[Variable, tuple[Expr, Given]] = {}  # what a `let` says

    # ------------------------------------------------------------ values

    def value(self, expr: Expr, given: Given) -> Any:
        """A value, if the seat may know it. Raises Unanswered."""
        if not self.sight.is_open(expr, given):
            raise Unanswered
        return self.values.value(expr, given, self.cells)

    def truth(self, expr: Expr, given: Given) -> bool:
        """Whether a condition holds."""
        return bool(self.value(expr, given))

    # ------------------------------------------------------------ conditions

    def why(self, expr: Expr, wanted: bool, given: Given, entered: tuple[Entered, ...] = ()) -> Cause:
        """Why a condition is not as wanted, which it is known not to be."""
        named = named_in(self.conditions, expr)
        if named is not None and named not in entered:
            entered = (*entered, named)
        with suppress(Unanswered):
            found = self._deeper(expr, wanted, given, entered)
            if found is not None:
                return found
        return self.leaf(expr, not wanted, given, entered)

    def _deeper(self, expr: Expr, wanted: bool, given: Given, entered: tuple[Entered, ...]) -> Cause | None:
        match expr:
            case typed.Present() | typed.InRange():
                return self.why(expr.value, wanted, given, entered)
            case typed.Not():
                inner = self.why(expr.value, not wanted, given, entered)
                if inner.expr is expr.value and inner.value is None:
                    return replace(inner, expr=expr, holds=not inner.holds)
                return inner
            case typed.Binary(op="and" | "or"):
                return self._part(expr, wanted, given, entered)
            case typed.Inside() if wanted:
                return self.missing(expr.group, self.value(expr.item, given), expr.item, given, entered)
            case typed.Call():
                return self._called(expr, wanted, given, entered)
            case typed.PredicateCall():
                return self._entry(expr, wanted, given, entered)
            case typed.Comprehension(word="any" | "all"):
                return self._quantified(expr, wanted, given, entered)
            case typed.Conditional():
                branch = expr.then if self.truth(expr.test, given) else expr.other
                if branch.constant is not None:
                    return self.why(expr.test, branch is expr.other, given, entered)
                return self.why(branch, wanted, given, entered)
            case typed.Local() if expr.variable in self._meant:
                meant, there = self._meant[expr.variable]
                return self.why(meant, wanted, there, entered)
        return None

    def _part(self, expr: typed.Binary, wanted: bool, given: Given, entered: tuple[Entered, ...]) -> Cause | None:
        """One part decides where a conjunction fails, or a disjunction holds; else all of them do."""
        if (expr.op == "and") is not wanted:
            return None
        unknown = []
        for part in _parts(expr, expr.op):
            try:
                if self.truth(part, given) is not wanted:
                    return self.why(part, wanted, given, entered)
            except Unanswered:
                unknown.append(part)
        return self.leaf(unknown[0], not wanted, given, entered) if len(unknown) == 1 else None

    def _quantified(
        self, expr: typed.Comprehension, wanted: bool, given: Given, entered: tuple[Entered, ...]
    ) -> Cause | None:
        """The member for which `all` fails, or `any` holds; of a single candidate, why it fails."""
        members = list(self._members(expr.clauses, dict(given)))
        if (expr.word == "all") is wanted:
            for there in members:
                if self.truth(expr.element, there) is not wanted:
                    return self.why(expr.element, wanted, there, entered)
        if len(members) == 1:
            return self.why(expr.element, wanted, members[0], entered)
        return None

    def _members(self, clauses: Sequence[typed.Clause], given: dict[Variable, Any]) -> Iterator[dict[Variable, Any]]:
        """What the variables of a comprehension stand for, one member after the other."""
        if not clauses:
            yield given
            return
        first = clauses[0]
        for each in self.value(first.items, given):
            there = {**given, first.variable: each}
            if first.going is not None and not self.truth(first.going, there):
                return
            if first.test is None or self.truth(first.test, there):
                yield from self._members(clauses[1:], there)
            if first.until is not None and self.truth(first.until, there):
                return

    # ------------------------------------------------------------ functions

    def _called(self, expr: typed.Call, wanted: bool, given: Given, entered: tuple[Entered, ...]) -> Cause | None:
        found = self._inside(expr, given)
        if found is None:
            return None
        entered = (*entered, expr.function)
        if found.expr.constant is not None:
            if found.turn is None or bool(found.expr.constant) is wanted:
                return None
            test, way = found.turn
            return self.why(test, not way, found.given, entered)
        if self.truth(found.expr, found.given) is wanted:
            return None  # an adjustment has made it so
        return self.why(found.expr, wanted, found.given, entered)

    def _inside(self, expr: typed.Call, given: Given) -> _Result | None:
        """What the body of a called function returns."""
        function = self.basis.functions.get(expr.function)
        if function is None:
            return None
        for each in function.code.body:
            self.values.prepare(each)
        return self._run(function.code.body, self.sight.arguments(function.code.params, expr.args, given), None)

    def _run(self, block: code.Block, given: dict[Variable, Any], turn: tuple[Expr, bool] | None) -> _Result | None:
        """Follow a body to the `return` that is reached (None: its end). Raises Unanswered at a loop."""
        for each in block:
            match each:
                case code.Let():
                    self._let(each.variable, each.value, given)
                case code.Assign(target=typed.Local() as target):
                    self._let(target.variable, each.value, given)
                    self._meant.pop(target.variable, None)
                case code.If():
                    taken, turn = self._branch(each, given, turn)
                    found = self._run(taken, given, turn)
                    if found is not None:
                        return found
                case code.Return() if each.value is not None:
                    return _Result(each.value, given, turn)
                case _:
                    raise Unanswered
        return None

    def _let(self, variable: Variable, expr: Expr, given: dict[Variable, Any]) -> None:
        self._meant[variable] = expr, dict(given)
        given.pop(variable, None)
        try:
            given[variable] = self.value(expr, given)
        except Unanswered:
            self.sight.hidden.add(variable)

    def _branch(
        self, node: code.If, given: Given, turn: tuple[Expr, bool] | None
    ) -> tuple[code.Block, tuple[Expr, bool] | None]:
        for branch in node.branches:
            if self.truth(branch.test, given):
                return branch.body, (branch.test, True)
            turn = branch.test, False
        return node.other, turn

    def _entry(
        self, expr: typed.PredicateCall, wanted: bool, given: Given, entered: tuple[Entered, ...]
    ) -> Cause | None:
        found = self.basis.predicates.get(expr.predicate)
        if found is None:
            return None
        inner = self.sight.arguments(found.params, (expr.holder, *expr.args), given)
        at = inner.get(found.params[0])
        if at is None:
            return None
        overrides = found.params[1 + len(expr.args) :]
        for name, variable, one in zip(expr.predicate.overrides, overrides, expr.given, strict=True):
            own = self.basis.tables.tables[expr.domain.attributes[name].table][at]
            inner[variable] = own if one is None else self.value(one, given)
        return self.why(found.conditions[found.of_entry[at]], wanted, inner, (*entered, (expr.predicate, at)))

    # ------------------------------------------------------------ members

    def missing(
        self, group: Expr, value: Any, item: Expr | Variable, given: Given, entered: tuple[Entered, ...] = ()
    ) -> Cause:
        """Why a value is not among others."""
        named = Fact(item if isinstance(item, Expr) else typed.Local(group.span, item.type, item), value)
        leaf = replace(self.leaf(group, False, given, entered), facts=tuple(self._worth(group, given)), value=named)
        with suppress(Unanswered):
            found = self._lacks(group, value, item, given, entered)
            if found is not None:
                return found if found.outer or found.value else replace(found, outer=leaf)
        return leaf

    def _lacks(
        self, group: Expr, value: Any, item: Expr | Variable, given: Given, entered: tuple[Entered, ...]
    ) -> Cause | None:
        match group:
            case typed.AsSet() | typed.Present():
                return self.missing(group.value, value, item, given, entered)
            case typed.Comprehension(word="list" | "set" | "sorted", clauses=(clause,)):
                return self._left_out(group, clause, value, item, given, entered)
            case typed.Call():
                found = self._inside(group, given)
                if found is None or self.basis.functions[group.function].adjusted is not None:
                    return None
                entered = (*entered, group.function)
                if isinstance(found.expr, typed.Empty):
                    return None if found.turn is None else self.why(*_turned(found.turn), found.given, entered)
                return self._lacks(found.expr, value, item, found.given, entered)
            case typed.Conditional():
                holds = self.truth(group.test, given)
                branch = group.then if holds else group.other
                if isinstance(branch, typed.Empty):
                    return self.why(group.test, not holds, given, entered)
                return self._lacks(branch, value, item, given, entered)
            case typed.Local() if group.variable in self._meant:
                meant, there = self._meant[group.variable]
                return self.missing(meant, value, item, there, entered)
            case typed.Binary(op="&"):
                for each in (group.left, group.right):
                    if value not in self.value(each, given):
                        return self.missing(each, value, item, given, entered)
        return None

    def _left_out(
        self, group: typed.Comprehension, clause: typed.Clause, value: Any, item: Expr | Variable, given: Given,
        entered: tuple[Entered, ...],
    ) -> Cause | None:  # fmt: skip
        """The condition of a comprehension that the wanted element does not meet."""
        own = isinstance(group.element, typed.Local) and group.element.variable is clause.variable
        if own and value not in self.value(clause.items, given):
            return self.missing(clause.items, value, item, given, entered)
        for each in self.value(clause.items, given):
            there = {**given, clause.variable: each}
            if clause.going is not None and not self.truth(clause.going, there):
                return self.why(clause.going, True, there, entered)
            found = clause.test is not None and (each if own else self.value(group.element, there)) == value
            if clause.test is not None and found and not self.truth(clause.test, there):
                return self.why(clause.test, True, there, entered)
            if clause.until is not None and self.truth(clause.until, there):
                return self.why(clause.until, False, there, entered)
        return None

    # ------------------------------------------------------------ what is told

    def leaf(self, expr: Expr, holds: bool, given: Given, entered: tuple[Entered, ...]) -> Cause:
        """The cause that no part of it explains further."""
        facts: list[Fact] = []
        known = [Fact(typed.Local(expr.span, each.type, each), given[each])
                 for each in free_variables(expr) if each in given]  # fmt: skip
        if self.sight.is_open(expr, given):
            facts = list(self._facts(expr, given, alone=True))
        return Cause(expr, holds, tuple(facts), tuple(known), entered)

    def _facts(self, expr: Expr, given: Given, *, alone: bool) -> Iterator[Fact]:
        """What the operands of a condition are worth; of one that stands alone its truth is told anyway."""
        match expr:
            case typed.Not() | typed.Present() | typed.InRange():
                yield from self._facts(expr.value, given, alone=alone)
            case typed.Binary(op="and" | "or"):
                for part in _parts(expr, expr.op):
                    yield from self._facts(part, given, alone=False)
            case typed.Comparison():
                for side in (expr.left, expr.right):
                    yield from self._worth(side, given)
            case typed.Inside():
                yield from self._worth(expr.item, given)
                if isinstance(expr.group, typed.Range):
                    for side in (expr.group.low, expr.group.high):
                        yield from self._worth(side, given)
            case _ if not alone:
                yield from self._worth(expr, given)

    def _worth(self, expr: Expr, given: Given) -> Iterator[Fact]:
        if isinstance(expr, typed.Present | typed.InRange):
            expr = expr.value
        if expr.constant is None and not isinstance(expr, typed.Local | typed.NoneValue | typed.Empty):
            with suppress(Unanswered):
                yield Fact(expr, self.value(expr, given))
        elif isinstance(expr, typed.Declared):
            yield Fact(expr, expr.constant)


def _turned(turn: tuple[Expr, bool]) -> tuple[Expr, bool]:
    """The test that led somewhere, and what it should have been."""
    return turn[0], not turn[1]


def _parts(expr: Expr, op: str) -> list[Expr]:
    """The parts of `a and b and c`."""
    if isinstance(expr, typed.Binary) and expr.op == op:
        return [*_parts(expr.left, op), *_parts(expr.right, op)]
    return [expr]


def named_in(conditions: Sequence[Condition], expr: Expr) -> Condition | None:
    """The condition with a name that an expression belongs to; several together belong to none."""
    if isinstance(expr, typed.Binary) and expr.span == expr.left.span:
        return None
    return next((each for each in conditions if each.test.span.holds(expr.span)), None)
