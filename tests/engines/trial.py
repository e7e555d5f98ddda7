"""A program on two back ends: played for some decisions, and every function called alone, also where work runs out.

Compared are options, cells, events, prompts, results and faults. How much work something is comes out by finding the
smallest allowance with which it is done: one less must fault on both at the same place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from yupana.interpreter.backends.protocol import BackEnd
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import PASSES
from yupana.interpreter.program import ir, limits

from .lockstep import plain
from .reducing import reduced

DECISIONS = 6
ALLOWANCES = (200_000, 20_000, 2_000, 300)
"""Work that is allowed: enough for nearly everything, and so little that it runs out somewhere."""

ENOUGH = 500_000
"""Work that is allowed where it is not compared."""

NUMBERS = (0, 1, 2, 3, 5, 8, -1, -7, ir.INT_MAX, ir.INT_MIN)


@dataclass(frozen=True, slots=True)
class Unlike:
    """What two back ends say differently: where it was asked, and both answers."""

    where: str
    one: Any
    other: Any
    again: Callable[[Trial], Iterator[Unlike]] | None = None
    """Asks the same of another program; None: only the whole trial shows it."""

    @property
    def sort(self) -> tuple[Any, Any]:
        """What of difference it is, to know it again."""
        return tuple([each[0] if each[0] != "fault" else each for each in (self.one, self.other)])  # type: ignore[return-value]

    def __str__(self) -> str:
        return f"{self.where}\n  one:   {_short(self.one)}\n  other: {_short(self.other)}"


@dataclass(slots=True)
class Trial:
    """A program on trial. `seed` decides what is chosen and called with which values; `counts` says how it went. Not
    `metered`: how much work it is may differ."""

    one: Machine
    other: Machine
    seed: int
    metered: bool = True
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """One more of these."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def run(self) -> Iterator[Unlike]:
        """All differences, as they are met; after the first there may be more that follow from it."""
        dice = random.Random(self.seed)
        yield from self.game(dice)
        with allowed(ENOUGH):
            yield from self.calls(dice)

    def game(self, dice: random.Random) -> Iterator[Unlike]:
        """A game of some decisions, some with little work."""
        with allowed(dice.choice(ALLOWANCES) if self.metered else ENOUGH):
            for each in self.play(dice):
                yield replace(each, again=lambda trial: trial.game(random.Random(trial.seed)))

    # ------------------------------------------------------------ a game

    def play(self, dice: random.Random) -> Iterator[Unlike]:
        """A game of some decisions."""
        players, seed = dice.randint(1, 3), dice.randrange(2**32)
        sides = self.one, self.other
        states = [each.new_state(players, seed) for each in sides]
        events: tuple[list[Any], list[Any]] = [], []
        steps: list[Callable[[Machine, Any, list[Any]], Any]] = [
            lambda m, cells, told: m.begin(cells, sink=told.append)
        ]
        for number in range(DECISIONS):
            step = steps[-1]
            each = zip(sides, states, events, strict=True)
            found = [outcome(step, machine, cells, told) for machine, cells, told in each]
            yield from self.compare(f"decision {number}", *found)
            if found[0][0] != "value":
                return
            yield from self.compare(f"the cells after decision {number}", *[("value", list(each)) for each in states])
            yield from self.compare(f"the events of decision {number}", *[("value", plain(each)) for each in events])
            options = found[0][1]
            if not options:
                return
            prompts = [outcome(machine.prompt, cells) for machine, cells in zip(sides, states, strict=True)]
            yield from self.compare(f"the prompt of decision {number}", *prompts)
            option = dice.choice(options)
            steps.append(lambda m, cells, told, option=option: m.step(cells, option, told.append))  # type: ignore[misc]

    # ------------------------------------------------------------ functions alone

    def calls(self, dice: random.Random) -> Iterator[Unlike]:
        """`init` and every report, on some cells."""
        program = self.one.program
        for number in (program.init, *program.scoring.report):
            cells = self.cells(dice)
            arguments = (dice.randrange(cells[ir.CELL_PLAYERS]),) if number != program.init else ()
            yield from self.call(number, cells, arguments)

    def cells(self, dice: random.Random) -> list[int]:
        """A position in which the pieces lie somewhere and the cells hold something: what `init` leaves, where it does
        not fault, and other numbers."""
        cells = list(self.one.new_state(dice.randint(1, 3), dice.randrange(2**32)))
        kept = cells[:]
        try:
            self.one.call(cells, 0)
        except Trap:
            cells = kept
        cells[ir.CELL_ME] = dice.randrange(-1, 2)
        (first,) = [each.base for each in self.one.program.fields if each.name == "numbers"]
        for cell in range(first, first + 8):
            if dice.random() < 0.5:
                cells[cell] = dice.choice(NUMBERS)
        return cells

    def call(self, number: int, cells: Sequence[int], arguments: tuple[Any, ...]) -> Iterator[Unlike]:
        """One call, and the same with as little work as will do."""
        where = f"{self.one.program.functions[number].name}{arguments}"

        def again(work: int) -> Callable[[Trial], Iterator[Unlike]]:
            return lambda trial: trial.once(where, number, cells, arguments, work)

        found = [alone(machine, number, cells, arguments) for machine in (self.one, self.other)]
        for each in self.compare(where, *found):
            yield replace(each, again=again(ENOUGH))
        if found[0][0] != "value" or not self.metered:
            return
        least = self._work(number, cells, arguments)
        for work in (least, least - 1, least // 2):
            if work >= 0:
                for each in self.once(f"{where} with {work} of work", number, cells, arguments, work):
                    yield replace(each, again=again(work))

    def once(
        self, where: str, number: int, cells: Sequence[int], arguments: tuple[Any, ...], work: int
    ) -> Iterator[Unlike]:
        """One call with so much work."""
        with allowed(work):
            found = [alone(machine, number, cells, arguments) for machine in (self.one, self.other)]
        yield from self.compare(where, *found)

    def _work(self, number: int, cells: Sequence[int], arguments: tuple[Any, ...]) -> int:
        """The smallest allowance with which a call is done."""
        low, high = -1, 1
        while not self._done(high, number, cells, arguments):
            low, high = high, high * 4
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._done(middle, number, cells, arguments) else (middle, high)
        return high

    def _done(self, work: int, number: int, cells: Sequence[int], arguments: tuple[Any, ...]) -> bool:
        with allowed(work):
            return alone(self.one, number, cells, arguments)[0] == "value"

    def compare(self, where: str, one: Any, other: Any) -> Iterator[Unlike]:
        """What differs, if anything does; what one back end may not do is a difference too."""
        self.count(one[0])
        if one != other or one[0] == "error":
            yield Unlike(where, one, other)


def alone(machine: Machine, number: int, cells: Sequence[int], arguments: tuple[Any, ...]) -> Any:
    """What a call gives, and what it leaves behind."""
    there = machine._asked(lambda runner: runner.cells(cells))
    events: list[Any] = []
    found = outcome(lambda: machine.call(there, number, *arguments, sink=events.append))
    return (*found, list(there), plain(events)) if found[0] == "value" else found


def outcome(ask: Callable[..., Any], *asked: Any) -> tuple[Any, ...]:
    """A value, a fault with its place and message, or what may not be."""
    try:
        return "value", plain(ask(*asked))
    except Trap as trap:
        return "fault", trap.place, trap.message
    except Exception as error:  # a back end that is wrong may raise anything
        return "error", f"{type(error).__name__}: {error}"


@contextmanager
def allowed(work: int) -> Iterator[None]:
    """Let there be only so much work."""
    before = limits.WORK
    limits.WORK = work
    try:
        yield
    finally:
        limits.WORK = before


Tried = Callable[[ir.Program, int], Trial]
"""Puts a program on trial."""


def of_engines(one: BackEnd, other: BackEnd, metered: bool = True) -> Tried:
    """Trials on two back ends, after all passes (of odd seeds) or none of them."""

    def tried(program: ir.Program, seed: int) -> Trial:
        passes = PASSES if seed % 2 else ()
        return Trial(Machine(program, one, passes), Machine(program, other, passes), seed, metered)

    return tried


def of_passes(engine: BackEnd) -> Tried:
    """Trials of programs as they are against the same after all passes; these change how much work something is."""
    return lambda program, seed: Trial(Machine(program, engine, ()), Machine(program, engine), seed, False)


def small(program: ir.Program, found: Unlike, trial: Tried, seed: int, seconds: float = 30) -> ir.Program:
    """A small program with the same sort of difference."""

    def shows(changed: ir.Program) -> bool:
        try:
            tried = trial(changed, seed)
            again = next(tried.run() if found.again is None else found.again(tried), None)
        except Exception:  # what has been cut down may be anything
            return False
        return again is not None and again.sort == found.sort

    return reduced(program, shows, seconds)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 500 else text[:500] + "…"
