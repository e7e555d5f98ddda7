"""The answers for one ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yupana.schemas.carried import every
from yupana.schemas.ruleset import Ruleset

from ..check.checker import Checked
from ..lower.tables import Tables
from ..machine.machine import Machine
from ..machine.why_not import Search, WhyNot, otherwise, person, too_little
from ..machine.words import phrase
from ..program import ir
from ..typed.bodies import Cost, Guard, Level, Limit, Options, Parameter, Test
from ..typed.nodes import Expr, Variable
from ..typed.statements import Binder
from .plain import plain_reasons
from .sight import Sight
from .telling import Telling
from .trace import Cause, Trace
from .values import Basis, Unanswered, Values


class Reasons:
    """Says why options are missing, for the games of one ruleset, by what checking and lowering have given;
    nothing of them is changed."""

    def __init__(self, checked: Checked, tables: Tables, program: ir.Program, ruleset: Ruleset) -> None:
        self.basis, self.ruleset = Basis(checked, tables, program), ruleset
        self._values = Values(self.basis)
        required = [each.requires for each in every(ruleset, "actions").values()]
        required += [each.requires for each in ruleset.functions.values()]
        self.conditions = [condition for each in required for condition in each.values()]

    def why(self, machine: Machine, cells: ir.Cells, search: Search, wanted: Mapping[int, Any]) -> WhyNot | None:
        """Why the option that a search was for is missing, for who decides; None when nothing better is known than what
        the search has found. `wanted`: the values that were asked for, by the parameter's number."""
        code = self.basis.tables.option_code.get(search.wanted)
        if code is None:
            return None
        return _Question(self, machine, cells, search, wanted, code).answer()

    def plain(self) -> tuple[bytes, dict[str, Any]]:
        """The rules as a module and plain data (see `plain_reasons`), for a host that answers by itself."""
        return plain_reasons(self.basis, self.ruleset, self.conditions)

    def values(self) -> Values:
        """What pieces of code are worth."""
        return self._values


class _Question:
    """One question about one alternative."""

    def __init__(
        self, reasons: Reasons, machine: Machine, cells: ir.Cells, search: Search, wanted: Mapping[int, Any],
        code: Options | tuple[Binder, ...],
    ) -> None:  # fmt: skip
        basis, self.machine, self.cells, self.search, self.wanted = reasons.basis, machine, cells, search, wanted
        self.tables = basis.tables
        self.levels = _levels(code)
        self.program = basis.program
        self.known = self.program.alternatives[search.wanted]
        self.player = machine.printer.player(cells[ir.CELL_DECIDER])
        self.telling = Telling(machine, basis, reasons.ruleset)
        self.sight = Sight(basis, machine, cells, cells[ir.CELL_DECIDER], reasons.values())
        self.trace = Trace(basis, cells, self.sight, reasons.values(), reasons.conditions)
        self.sources = list(self.known.source)
        self.variables = [each.parameter.variable for each in self.levels if each.parameter is not None]

    def answer(self) -> WhyNot | None:
        """By the search where all is open to who decides; else by the conditions that are open."""
        given = self._asked_for()
        if not self._is_all_open(given):
            return self._carefully(given)
        search = self.search
        given = {self.variables[i]: value for i, value in search.bound.items() if i < len(self.variables)}
        if search.place >= 0:
            return None if search.short else self._condition(search.place, given)
        if search.missing >= 0 and search.missing in self.wanted:
            parameter = self._parameter(search.missing)
            if parameter.items is not None:
                return self._missing(parameter, self.wanted[search.missing], given)
        return None

    def _condition(self, place: int, given: Mapping[Variable, Any]) -> WhyNot | None:
        at = self.program.places[place]
        for test in self._tests():
            if (test.span.file, test.span.line, test.span.column) == (at.file, at.line, at.column):
                return self.telling.sentence(self.trace.why(test, True, given), self.sources)
        return None

    def _missing(self, parameter: Parameter, value: Any, given: Mapping[Variable, Any]) -> WhyNot:
        assert parameter.items is not None
        return self.telling.sentence(
            self.trace.missing(parameter.items, value, parameter.variable, given), self.sources
        )

    # ------------------------------------------------------------ where something is hidden

    def _asked_for(self) -> dict[Variable, Any]:
        """The values that were asked for. What a parameter would otherwise be is hidden if its candidates are."""
        given: dict[Variable, Any] = {}
        for i, variable in enumerate(self.variables):
            parameter = self._parameter(i)
            if i in self.wanted:
                given[variable] = self.wanted[i]
            elif not self._is_open(parameter.items or parameter.value, given):
                self.sight.hidden.add(variable)
        return given

    def _is_open(self, expr: Expr | None, given: Mapping[Variable, Any]) -> bool:
        return expr is None or self.sight.is_open(expr, given)

    def _is_all_open(self, given: Mapping[Variable, Any]) -> bool:
        """Whether nothing that makes the options is hidden from who decides."""
        return all(
            self.sight.is_open(each, given) and all(self._is_cost_open(guard) for guard in each.guards)
            for each in self.levels
        )

    def _is_cost_open(self, guard: Guard) -> bool:
        return not isinstance(guard, Cost) or self.sight.sees_field(guard.resource, self.cells[ir.CELL_ME])

    def _carefully(self, given: Mapping[Variable, Any]) -> WhyNot:
        """The first condition that fails of those that are open; where they all hold, what is hidden decides."""
        hidden: list[Guard | Parameter] = []
        for each in self._conditions():
            try:
                told = self._fails(each, given)
            except Unanswered:
                hidden.append(each)
                continue
            if told is not None:
                return told
        if self.search.other is not None:
            return otherwise(self.machine, self.search, self.known)
        if len(hidden) == 1:  # all others hold, so that it can be nothing else
            return self._named(hidden[0], given)
        rules, player = self.telling.rules(self.sources), person(self.machine, self.player)
        return WhyNot(
            phrase(self.machine, "told_hidden", player=player) + rules,
            phrase(self.machine, "why_hidden", player=self.player) + rules,
        )

    def _conditions(self) -> Iterator[Guard | Parameter]:
        """All that can keep an option away, in order."""
        for level in self.levels:
            yield from level.guards
            if level.parameter is not None:
                yield level.parameter
                yield from (Test(each.span, each) for each in level.parameter.tests)

    def _fails(self, each: Guard | Parameter, given: Mapping[Variable, Any]) -> WhyNot | None:
        """What a condition says when it fails; None when it holds. Raises Unanswered when it is not open."""
        match each:
            case Test():
                if self.trace.truth(each.test, given):
                    return None
                return self.telling.sentence(self.trace.why(each.test, True, given), self.sources)
            case Parameter():
                at = self.variables.index(each.variable)
                if each.items is None or at not in self.wanted or self.wanted[at] in self._items(each.items, given):
                    return None
                return self._missing(each, self.wanted[at], given)
            case Cost():
                cost, held = self.trace.value(each.amount, given), self._held(each)
                return None if held >= cost else self._too_little(each, (held, cost), given)
            case Limit():
                most = 1 if each.most is None else self.trace.value(each.most, given)
                key = self.cells[ir.CELL_ME] if each.of is None else given.get(each.of)
                if key is None:
                    raise Unanswered
                used = self.cells[self.tables.cell[each.counter] + key]
                return None if used < most else self._too_little(each, (used, most), given)

    def _items(self, items: Expr, given: Mapping[Variable, Any]) -> tuple[int, ...]:
        found: tuple[int, ...] = self.trace.value(items, given)
        return found

    def _held(self, cost: Cost) -> int:
        if not self._is_cost_open(cost):
            raise Unanswered
        return self.cells[self.tables.cell[cost.resource] + self.cells[ir.CELL_ME]]

    def _too_little(self, guard: Cost | Limit, numbers: Sequence[int], given: Mapping[Variable, Any]) -> WhyNot:
        sort, name = ("cost", guard.word) if isinstance(guard, Cost) else ("limit", guard.per)
        where = f"{guard.span.file}:{guard.span.line}"
        return too_little(self.machine, sort, name, numbers, self.player, self.telling.given(given), where)

    def _named(self, each: Guard | Parameter, given: Mapping[Variable, Any]) -> WhyNot:
        """The one condition that can have failed, without its values."""
        if isinstance(each, Cost | Limit):
            return self._too_little(each, (), given)
        expr = each.test if isinstance(each, Test) else each.items or each.value
        assert expr is not None
        return self.telling.sentence(Cause(expr, False, (), ()), self.sources)

    # ------------------------------------------------------------ the parts of the header

    def _parameter(self, number: int) -> Parameter:
        wanted = self.variables[number]
        return next(
            each.parameter for each in self.levels if each.parameter is not None and each.parameter.variable is wanted
        )

    def _tests(self) -> Iterator[Expr]:
        for level in self.levels:
            yield from (each.test for each in level.guards if isinstance(each, Test))
            if level.parameter is not None:
                yield from level.parameter.tests


def _levels(code: Options | tuple[Binder, ...]) -> Sequence[Level]:
    """How an action, or the loops of a choice, make options."""
    if isinstance(code, Options):
        return code.levels
    return [
        Level(each.span, (), Parameter(each.span, each.variable, each.items, None, (each.test,) if each.test else ()))
        for each in code
    ]
