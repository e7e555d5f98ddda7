"""A ruleset made to be stepped through: listening to what is played, and asking where it stands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock, get_ident
from typing import Any, NamedTuple

from yupana.schemas.source import Code, Span

from ..backends.python.backend import PythonTranslation
from ..backends.python.variant import varied
from ..check.functions import check_value
from ..compiled import SoundRuleset
from ..language.types import Type
from ..lower.assemble import assemble, domains_with
from ..lower.finish import value_function
from ..lower.rules import lower_rules
from ..lower.stops import Stop
from ..lower.tables import Tables
from ..machine.faults import Trap, UsageError
from ..machine.machine import Machine
from ..machine.state import State
from ..play.playable import Game
from ..program import ir
from ..program.facts import ProgramFacts
from ..program.walk import descend
from ..reasons import Reasons
from .stack import Call, Stack, Waiting
from .values import Branch, Value, shown

_ACTING = {"me": ir.CELL_ME, "active": ir.CELL_ACTIVE}
"""The names of those who act, and where it is kept who that is."""

HERE = "here"
"""What stands for the file of an expression that is asked."""


def steppable(compiled: SoundRuleset) -> SoundRuleset:
    """A ruleset without errors, lowered once more with a stop in front of everything that is carried out."""
    tables = Tables(compiled.checked.world, [])
    lowered = lower_rules(tables, compiled.checked.rules)
    program = assemble(tables, lowered, compiled.name, compiled.hash, compiled.versions)
    program = replace(program, rules=compiled.program.rules, elements=compiled.program.elements)  # which are the same
    return replace(compiled, tables=tables, program=program)


@dataclass(slots=True)
class Moment:
    """Where a game stands. `number` grows from moment to moment. `span` is its line, `stop` the stop in the rules
    (-1: a line of an example, or a decision that waits). `state` is the game at its last decision, None before the
    first; `cells` is the position as it is now."""

    number: int
    span: Span
    stop: int
    state: State | None
    cells: ir.Cells
    around: Span | None = None
    """The line of the example, or the decision, that all this is about."""
    calls: list[Call] = field(default_factory=list)
    """What is being carried out, the innermost first; filled in by `Stepping.look`."""
    depth: int = 0
    """How many functions are being carried out, also those in which there is no stop."""

    @property
    def asks(self) -> bool:
        """Whether all this is only asked: for options, or for what must always hold."""
        return any(each.stop.asks for each in self.calls)


Listener = Callable[[Moment], None]


class _Question(NamedTuple):
    """An expression as a function of a machine of its own."""

    machine: Machine
    function: int
    type: Type
    reads: frozenset[int]
    """Of the cells of `_ACTING` those that it reads."""


class Stepping:
    """A ruleset that is `steppable`. One game at a time is listened to, in one thread."""

    def __init__(self, compiled: SoundRuleset, target: str = "") -> None:
        assert compiled.tables.stops is not None
        self.compiled, self.tables, self.program = compiled, compiled.tables, compiled.program
        self.stops: Sequence[Stop] = compiled.tables.stops
        self.game = Game(self.program, compiled.ruleset, None, target, reasons=self._reasons, optimised=False)
        translation = self.game.machine.translation
        assert isinstance(translation, PythonTranslation)
        translation.listener = self._come
        self._stack = Stack(self.program, self.stops, translation.source.numbering.owner)
        self._stays = [each.waits and not each.asks for each in self.stops]
        self._questions: dict[object, _Question] = {}
        self._lock = Lock()  # conditions of breakpoints are asked while somebody sets others
        self.begin(None)

    def _reasons(self) -> Reasons | None:
        """What says why options are missing, in the words of the rules."""
        whole = self.compiled
        if whole.checked is None or whole.ruleset is None:
            return None
        return Reasons(whole.checked, self.tables, self.program, whole.ruleset)

    # ------------------------------------------------------------ being told

    def begin(self, listener: Listener | None, waiting: Waiting | None = None) -> None:
        """From now on this listener is told of what this thread plays, from a beginning on, or from a decision at which
        these functions wait."""
        self._listener, self._thread, self._number = listener, get_ident(), 0
        self.passes = False
        self._state: State | None = None
        self._around: Span | None = None
        self._stack.begin(waiting or {})

    def _come(self, cells: ir.Cells, stop: int, values: tuple[Any, ...]) -> None:
        if self.passes and not self._stays[stop]:
            return
        if self._listener is None or get_ident() != self._thread:
            return
        self._stack.come(sys._getframe(2), cells, stop, values)
        if self.passes:
            return
        self._tell(Moment(self._number, self.stops[stop].span, stop, self._state, cells, self._around))

    def _tell(self, moment: Moment) -> None:
        self._number += 1
        if self._listener is not None:
            self._listener(moment)

    def at(self, state: State, span: Span, number: int | None = None) -> None:
        """A game stands at a line of an example, or waits at a decision, whose moment may have a number of its own."""
        if number is not None:
            self._number = number
        self._state, self._around = state.clone(), span
        self._stack.rest()
        self._tell(Moment(self._number, span, -1, self._state, state.cells, span))

    def look(self, moment: Moment) -> None:
        """Fill in what is being carried out at the present moment."""
        if moment.stop >= 0 and not moment.calls:
            moment.calls, moment.depth = self._stack.calls(moment.cells)

    @property
    def waiting(self) -> Waiting:
        """The functions that wait where a decision does."""
        return dict(self._stack.waiting)

    # ------------------------------------------------------------ asking

    def variables(self, call: Call) -> Iterator[tuple[str, Value]]:
        """The variables of a function that is being carried out, parameters first."""
        for variable, value in zip(call.stop.variables, call.values, strict=True):
            yield variable.name, self._value(variable.type, value)

    def tell(self, value: Value, name: str = "", code: str = "") -> Branch:
        """A value as a line of a tree."""
        return shown(self.game.machine.printer, name, value, code)

    def _value(self, type_: Type, value: Any) -> Value:
        words = self.compiled.checked.world.show(type_)
        return Value(self.tables.loose_shape(type_), self.tables.value_type(type_), value, words)

    def ask(self, text: str, cells: ir.Cells, call: Call | None = None) -> Value:
        """The value of an expression on a position, which stays as it is, where the variables of a function can be
        named. Raises UsageError with a sentence."""
        names: dict[str, tuple[Type, Any]] = {}
        if call is not None:
            for variable, value in zip(call.stop.variables, call.values, strict=True):
                names[variable.name] = _as_it_is(variable.type, value), value
        question = self._question(text, {name: type_ for name, (type_, _) in names.items()})
        if text.strip() not in _ACTING and any(cells[cell] < 0 and cell in question.reads for cell in _ACTING.values()):
            raise UsageError("Nobody acts here.")
        try:
            value = question.machine.call(cells[:], question.function, *[value for _, value in names.values()])
        except Trap as trap:
            raise UsageError(f"`{text.strip()}` has no value here: {trap.message}.") from None
        return self._value(question.type, value)

    def fault_of(self, text: str, stop: Stop) -> str:
        """What is wrong with a condition at a stop, in a sentence; "" when nothing is."""
        params = {each.name: replace(each.type, optional=False) for each in stop.variables}
        try:
            question = self._question(text, params)
        except UsageError as fault:
            return str(fault)
        return "" if question.type.kind == "bool" else f"`{text.strip()}` is not a condition."

    def _question(self, text: str, params: Mapping[str, Type]) -> _Question:
        key = text, tuple(params.items())
        with self._lock:
            if key not in self._questions:
                self._questions[key] = self._made(text, params)
            return self._questions[key]

    def _made(self, text: str, params: Mapping[str, Type]) -> _Question:
        world, tables = self.compiled.checked.world.extended(), self.tables.extended()
        tables.stops = None
        code = Code(text.strip(), Span(HERE, 1, 1, 1, len(text.strip()) + 1))
        made = check_value(world, "question", f"example {HERE}", code, dict(params), None)
        if world.report.errors:
            raise UsageError(f"{_upper(world.report.in_order()[0].message)}.")
        if made is None:
            raise UsageError(f"`{text.strip()}` is not an expression.")
        function = value_function(tables, made)
        program = replace(
            self.program,
            domains=domains_with(self.program, tables),
            functions=tuple([each for each in tables.functions if each is not None]),
            tables=tuple(tables.tables),
            texts=tuple(tables.texts),
            places=tuple(tables.places),
        )
        machine = varied(self.game.machine, program)
        assert isinstance(machine.translation, PythonTranslation)
        machine.translation.listener = None
        return _Question(machine, function, made.result, self._acting(program, function))

    def _acting(self, program: ir.Program, function: int) -> frozenset[int]:
        """Of the cells of `_ACTING` those that a question reads, itself or in a declared function that it calls."""
        facts, declared = ProgramFacts(program), {*self.tables.function.values()}
        found: set[int] = set()
        for node in descend(program.functions[function]):
            if isinstance(node, ir.Load):
                found.add(node.base)
            elif isinstance(node, ir.Call) and node.function in declared:
                found |= {cell for kind, cell in facts.function(node.function).reads if kind == "cell"}
        return frozenset(found & {*_ACTING.values()})


def _as_it_is(type_: Type, value: Any) -> Type:
    """The type of a variable whose value is known: it is none, or it surely is not."""
    return replace(type_, optional=False) if type_.optional and value != type_.none else type_


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:].rstrip(".")
