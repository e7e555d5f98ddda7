"""The driver: runs a program from decision to decision on whichever back end translates it.

The machine keeps nothing of any game. A state is the flat array of `ir`; `step` and `begin` change it in place and give
the legal options of the decision it then waits for (none: the game is over). Each call has a runner of the back end to
itself while it lasts, so games in several threads share nothing but the translated program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

from ..backends.protocol import BackEnd, Chance, Event, OptionTuple, Runner, Search, Stepper, Translation
from ..passes import PASSES, Pass, optimise
from ..program import ir, limits
from ..program.blocks import Numbering, number_blocks, ways_out
from . import rng
from .faults import Crowded, IllegalOption, InternalError, crowded, no_options
from .invariants import Invariants
from .printing import Printer

Sink = Callable[[Event], None]


def _whole_begin(runner: Runner, cells: ir.Cells) -> list[OptionTuple] | None:
    stepper: Stepper | None = getattr(runner, "whole_steps", None)
    return None if stepper is None else stepper.begin(cells)


class Machine:
    """Runs one program on a back end, after some passes. All calls raise Trap for a rule fault, which leaves the state
    half changed."""

    def __init__(
        self, program: ir.Program, back_end: BackEnd, passes: Sequence[Pass] = PASSES,
        translation: Translation | None = None,
    ) -> None:  # fmt: skip
        """`translation`: what the back end has made of it before."""
        self.program = program
        self.printer = Printer(program)
        self.translation = translation or back_end.translate(optimise(program, passes))
        self.event_words: Mapping[str, str] = {}  # in another language than that of `events.WORDS`
        self.rule_words: Callable[[str], str] | None = None  # what players read for a rule, by its id
        self.use_numbering(number_blocks(program))

    @property
    def named(self) -> Callable[[str, str], str]:
        """What players read for a name (of this kind)."""
        return self.printer.wording.word

    def use_numbering(self, numbering: Numbering) -> None:
        """The numbers of the program's blocks in the translation."""
        self._numbering = numbering
        self._way_out = ways_out(self.program, numbering)
        decisions = self.program.decisions
        self._answers = [frozenset([each.alternative for each in known.answers]) for known in decisions]
        self._idle: list[Runner] = []

    # ------------------------------------------------------------ runners

    def _runner(
        self, sink: Sink | None = None, script: list[int] | None = None, chance: Chance | None = None
    ) -> Runner:
        """A runner that nobody uses; it goes back to the idle ones after the call."""
        try:
            runner = self._idle.pop()
        except IndexError:
            runner = self.translation.runner()
        runner.fresh(sink, script, chance)
        return runner

    # ------------------------------------------------------------ from decision to decision

    def new_state(self, players: int, seed: int, options: Sequence[int] = ()) -> ir.Cells:
        """A state in which nothing has happened: header, options, empty zones, all pieces out of play."""
        cells = self._unset[:]
        cells[ir.CELL_PLAYERS] = players
        rng.seed(cells, seed)
        for (_, cell), value in zip(self.program.layout.options, options, strict=True):
            cells[cell] = value
        return cells

    @cached_property
    def _unset(self) -> ir.Cells:
        """A state without players, seed and options."""
        layout = self.program.layout
        cells = [0] * layout.size
        cells[ir.CELL_BLOCK] = cells[ir.CELL_DECISION] = cells[ir.CELL_DECIDER] = -1
        cells[ir.CELL_ME] = cells[ir.CELL_ACTIVE] = -1
        cells[ir.CELL_FRAME] = layout.stack
        for start, count in layout.lists:
            cells[start : start + count] = [-1] * count
        made: ir.Cells = self._asked(lambda runner: runner.cells(cells))
        return made

    def begin(
        self, cells: ir.Cells, main: int = -1, sink: Sink | None = None, script: list[int] | None = None,
        chance: Chance | None = None,
    ) -> list[OptionTuple]:  # fmt: skip
        """Store the starting values and run to the first decision. `main`: another function to run instead."""
        if main < 0 and chance is None:
            options = self._asked(lambda runner: _whole_begin(runner, cells), sink, script)
            if options is not None:
                found: list[OptionTuple] = options
                return found
        self._asked(lambda runner: runner.call(cells, self.program.init, ()), sink, script)
        return self.run(cells, self.program.main if main < 0 else main, sink, script, chance)

    def set_up(self, cells: ir.Cells) -> None:
        """Store the starting values and run until something can be asked, without making options."""
        stack = self.program.layout.stack
        self._asked(lambda runner: runner.call(cells, self.program.init, ()))
        cells[ir.CELL_FRAME] = stack
        cells[stack + ir.FRAME_RETURN] = cells[stack + ir.FRAME_CALLER] = -1
        self._asked(lambda runner: runner.run(cells, self._numbering.entry[self.program.main], limits.BLOCKS))

    def run(
        self, cells: ir.Cells, main: int, sink: Sink | None = None, script: list[int] | None = None,
        chance: Chance | None = None,
    ) -> list[OptionTuple]:  # fmt: skip
        """Run a waiting function without parameters (-1: the flow) from an empty stack to its first decision."""
        stack = self.program.layout.stack
        cells[ir.CELL_FRAME] = stack
        cells[stack + ir.FRAME_RETURN] = cells[stack + ir.FRAME_CALLER] = -1
        runner = self._runner(sink, script, chance)
        block = self._numbering.entry[main] if main >= 0 else self._numbering.number(self.program.main, ir.ENTRY)
        try:
            left = runner.run(cells, block, limits.BLOCKS)
            return self._waiting(runner, cells, left)
        except Exception as error:
            self._raise(error)
        finally:
            self._idle.append(runner)

    def step(
        self, cells: ir.Cells, option: OptionTuple, sink: Sink | None = None, script: list[int] | None = None,
        chance: Chance | None = None,
    ) -> list[OptionTuple]:  # fmt: skip
        """Answer the pending decision and run to the next one. The option must be one of the legal ones."""
        decision = cells[ir.CELL_DECISION]
        if decision < 0 or option[0] not in self._answers[decision]:
            raise IllegalOption("this option does not belong to the pending decision")
        runner = self._runner(sink, script, chance)
        try:
            stepper: Stepper | None = getattr(runner, "whole_steps", None)
            options = None if stepper is None else stepper.step(cells, option)
            if options is not None:
                return options
            cells[ir.CELL_DECISION] = -1
            cells[ir.CELL_PLY] += 1
            return self._waiting(runner, cells, runner.answer(cells, decision, option, limits.BLOCKS))
        except Exception as error:
            self._raise(error)
        finally:
            self._idle.append(runner)

    def _waiting(self, runner: Runner, cells: ir.Cells, left: int) -> list[OptionTuple]:
        """The options where the blocks have come to a decision; one that need not be asked is not. `left`: how many
        blocks may still run."""
        while True:
            decision = cells[ir.CELL_DECISION]
            cells[ir.CELL_RESULT] = 0
            if decision < 0:
                cells[ir.CELL_BLOCK] = cells[ir.CELL_DECIDER] = -1
                return []
            options = self._options(runner, cells, decision)
            way_out = self._way_out.get(cells[ir.CELL_BLOCK])
            if way_out is None:
                return options or no_options(self.program.decisions[decision].place)
            block, passing = way_out
            if options and options != [(passing,)]:
                return options
            cells[ir.CELL_DECISION] = -1
            left = runner.run(cells, block, left)

    def _options(self, runner: Runner, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """All options of a decision; too many are a fault of the decision, wherever it was noticed."""
        try:
            options = runner.options(cells, decision)
        except Crowded:
            options = None
        if options is None or len(options) > limits.OPTIONS:
            crowded(limits.OPTIONS, self.program.decisions[decision].place)
        return options

    # ------------------------------------------------------------ questions

    def _asked(self, ask: Callable[[Runner], Any], sink: Sink | None = None, script: list[int] | None = None) -> Any:
        """What a runner answers, with an allowance of its own."""
        runner = self._runner(sink, script)
        try:
            return ask(runner)
        except Exception as error:
            self._raise(error)
        finally:
            self._idle.append(runner)

    def legal(self, cells: ir.Cells) -> list[OptionTuple]:
        """The options of the pending decision."""
        decision = cells[ir.CELL_DECISION]
        if decision < 0:
            return []
        found: list[OptionTuple] = self._asked(lambda runner: self._options(runner, cells, decision))
        return found

    def prompt(self, cells: ir.Cells) -> Sequence[Any]:
        """The values in the prompt of the pending decision."""
        found: Sequence[Any] = self._asked(lambda runner: runner.prompt(cells, cells[ir.CELL_DECISION]))
        return found

    def call(
        self, cells: ir.Cells, function: int, *arguments: Any, sink: Sink | None = None, script: list[int] | None = None
    ) -> Any:
        """Call a function of the program that does not wait."""
        known = self.program.functions[function]
        if known.waits:
            raise InternalError(f"{known.name} waits and cannot be called")
        runner = self._runner(sink, script)
        try:
            result = runner.call(cells, function, arguments)
        except Exception as error:
            self._raise(error)
        finally:
            self._idle.append(runner)
        if result is None and known.result is not None:
            raise InternalError(f"{known.name} of {self.program.name} gave nothing")
        return result

    def events_of(self, cells: ir.Cells, function: int, *arguments: Any) -> list[Event]:
        """What a function tells while it is called."""
        events: list[Event] = []
        self.call(cells, function, *arguments, sink=events.append)
        return events

    def replayed_events(
        self, cells: ir.Cells, option: OptionTuple, after: ir.Cells, chance: Chance | None = None
    ) -> list[Event]:  # fmt: skip
        """What is told when an option is carried out that has led to a position before; these cells stay."""
        events: list[Event] = []
        again, decision = cells[:], cells[ir.CELL_DECISION]
        again[ir.CELL_DECISION] = -1
        again[ir.CELL_PLY] += 1
        self._asked(lambda runner: runner.answer(again, decision, option, limits.BLOCKS), events.append)
        if again == after:  # no options had to be made to get there
            return events
        events = []
        self.step(cells[:], option, events.append, None, chance)
        return events

    def search(self, cells: ir.Cells, search: Search) -> None:
        """Go through the options of the pending decision for somebody who asks about one."""
        self._asked(lambda runner: runner.search(cells, cells[ir.CELL_DECISION], search))

    def _raise(self, error: Exception) -> NoReturn:
        explained = self.translation.explained(error)
        if explained is error:
            raise error
        raise explained from error

    @cached_property
    def invariants(self) -> Invariants:
        """The ruleset's invariants."""
        return Invariants(self.program)
