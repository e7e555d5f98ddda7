"""Whether a break that no example notices matters at all: play that comes to what it changes, played again with it.

Games are played at random, from the beginning and on from where the examples end. Of each step it is known which
functions it came to, and what the position, the options and the scores were after it. So of a break only the steps that
come to what it changes are played again. A game is played when it is first asked for, with dice of its own, so that
nothing depends on what was asked before. Guarantee: what is found here is a difference; that none is found proves
nothing.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from ..backends.protocol import OptionTuple
from ..backends.python.backend import PythonTranslation
from ..backends.python.noted import Noted
from ..machine import results
from ..machine.faults import Trap, Unending
from ..machine.machine import Machine
from ..machine.past import steps_to
from ..machine.saves import start_values
from ..machine.state import State
from ..play.playable import Game
from ..program import ir
from ..program.calls import asked_by

GAMES, LENGTH = 12, 1_000
"""How many games are played from the beginning, and how many decisions of each."""

OPTIONS = 8_000
"""So many options are listed in each of them, at most: where there are thousands, listing them takes the time."""

MORE, TIMES = 24, 3
"""How many decisions are taken on from where an example ends, and how often."""

APART = 8
"""A position is kept after so many decisions."""

WHOLE_LENGTH = 150
"""So many decisions of a game are played again where what a break changes goes on from its beginning."""

NEAR = 24
"""So many examples that come to what a break changes are gone on from before games are played."""

TRIED, STEPS = 60, 300
"""So many steps that come to what a break changes are played again at most, and so many with those before them."""


class Difference(NamedTuple):
    """Where a break showed first: in which trace, and after how many of its decisions (0: at its beginning)."""

    trace: int
    step: int


class Reached(NamedTuple):
    """A position with its options, and the decisions (player, option) that lead there."""

    cells: ir.Cells
    options: list[OptionTuple]
    taken: tuple[tuple[str, str], ...]


class Begun(NamedTuple):
    """How a game begins."""

    players: int
    seed: int
    options: Mapping[str, str | int]


@dataclass(slots=True)
class Trace:
    """A stretch of play. `begun`: how the game began, where it is one from the beginning; `example`: where it goes on
    from, else ""; `chosen[i]` is the place of the option in its list that was taken at step i, `after[i]` what was
    there behind it (`after[0]`: at the beginning), `come[i]` the functions that it came to; `kept` are positions, by
    the number of decisions before."""

    begun: Begun | None
    example: str = ""
    chosen: list[int] = field(default_factory=list)
    after: list[bytes] = field(default_factory=list)
    come: list[frozenset[int]] = field(default_factory=list)
    kept: dict[int, tuple[ir.Cells, list[OptionTuple]]] = field(default_factory=dict)


class CounterExamples:
    """Play of one ruleset, with what it comes to. `noting` is the machine of a game that says which functions it has
    come to, in `seen`; `reach` tells the same of each example, whose `ends` are gone on from."""

    def __init__(
        self, game: Game, noting: Machine, seen: Noted, ends: Sequence[tuple[str, State]],
        reach: Mapping[str, frozenset[int]],
    ) -> None:  # fmt: skip
        self.game, self.machine, self.seen = game, noting, seen
        self.program = game.program
        self.owners = _owners(game.machine)
        self.lasting = _lasting(game.program)
        self.scoring = _scoring(game.program)
        self.ends, self.reached = ends, reach
        self._traces: list[Trace | None] = [None] * (GAMES + TIMES * len(ends))

    def trace(self, number: int) -> Trace:
        """A trace by its number: the games come first, then what goes on from examples."""
        found = self._traces[number]
        if found is None:
            dice = random.Random(number)
            if number < GAMES:
                players = range(self.game.min_players, self.game.max_players + 1)
                begun = Begun(players[number % len(players)], number + 1, options_for(self.program, number))
                found = self._from_the_beginning(begun, dice)
            else:
                found = self._on_from(*self.ends[(number - GAMES) // TIMES], dice)
            self._traces[number] = found
        return found

    def played(self) -> Iterator[Trace]:
        """All traces, each made when it is asked for: what else is played when a break first wants it."""
        return map(self.trace, range(len(self._traces)))

    def _in_order(self, functions: set[int]) -> Iterator[int]:
        """The numbers of the traces: a few that come to functions for sure, then games, then the others that do; where
        no example does, those of all."""
        near = [at for at, (name, _) in enumerate(self.ends) if not functions.isdisjoint(self.reached[name])]
        going_on = [GAMES + TIMES * at + time for time in range(TIMES) for at in near or range(len(self.ends))]
        yield from dict.fromkeys([*(going_on[:NEAR] if near else ()), *range(GAMES), *going_on])

    # ------------------------------------------------------------ playing

    def _from_the_beginning(self, begun: Begun, dice: random.Random) -> Trace:
        trace = Trace(begun)
        cells = self._new(begun)
        self.seen.clear()
        try:
            options = self.machine.begin(cells)
        except Trap:
            return trace
        return self._goes_on(trace, cells, options, (), dice, LENGTH)

    def _new(self, begun: Begun) -> ir.Cells:
        values = start_values(self.program, begun.players, begun.seed, begun.options)
        chosen = [values[name] for name, _ in self.program.layout.options]
        return self.game.machine.new_state(begun.players, begun.seed, chosen)

    def _on_from(self, name: str, state: State, dice: random.Random) -> Trace:
        """The decisions of an example once more, and some after its end."""
        steps = [*steps_to(state._past)]
        cells, trace = (steps[0].cells if steps else state.cells)[:], Trace(None, name)
        try:
            options = self.machine.legal(cells)
        except Trap:
            return trace
        taken = [each.option for each in steps]
        self.seen.clear()
        return self._goes_on(trace, cells, options, taken, dice, len(taken) + MORE)

    def _goes_on(
        self, trace: Trace, cells: ir.Cells, options: list[OptionTuple], taken: Sequence[OptionTuple],
        dice: random.Random, most: int,
    ) -> Trace:  # fmt: skip
        listed = 0
        for step in range(most + 1):
            trace.after.append(self.digest(self.machine, cells, options))
            trace.come.append(frozenset(self.seen))
            if step % APART == 0:
                trace.kept[step] = cells, options
            listed += len(options)
            if not options or step == most or (step >= len(taken) and listed > OPTIONS):
                break
            if step < len(taken):
                if taken[step] not in options:  # it was decided with scripted dice, which are no part of a position
                    break
                choice = options.index(taken[step])
            else:
                choice = dice.randrange(len(options))
            self.seen.clear()
            cells = cells[:]
            try:
                options = self.machine.step(cells, options[choice])
            except Trap:
                break
            trace.chosen.append(choice)
        return trace

    def digest(self, machine: Machine, cells: ir.Cells, options: Sequence[OptionTuple]) -> bytes:
        """What a position is, and what can be done in it, but for where the program stands; after the game what
        anybody can see of it."""
        names = machine.program.alternatives
        known = [0 if each in _WHERE else cells[each] for each in range(ir.HEADER_CELLS)]
        rest = cells[ir.HEADER_CELLS : self.program.layout.stack]
        if cells[ir.CELL_BLOCK] < 0:
            known, rest = [], [cells[each] for each in self.lasting]
        said = blake2b(array("i", known).tobytes(), digest_size=12)
        said.update(array("i", rest).tobytes())
        said.update(repr([(names[each[0]].name, *each[1:]) for each in options]).encode())
        return said.digest()

    def scored_otherwise(self, machine: Machine, cells: ir.Cells, functions: set[int]) -> bool:
        """Whether a machine whose functions are others gives other scores for a position."""
        if self.scoring.isdisjoint(functions):
            return False
        return _scores(machine, cells) != _scores(self.game.machine, cells)

    # ------------------------------------------------------------ telling apart

    def reach(self, functions: set[int]) -> bool:
        """Whether anything here comes to one of the functions."""
        return any(self._steps(number, functions) for number in self._in_order(functions))

    def _steps(self, number: int, functions: set[int]) -> list[int]:
        """The steps of a trace that come to functions: those of the scoring are asked at each."""
        come = self.trace(number).come
        if not self.scoring.isdisjoint(functions):
            return [*range(len(come))]
        return [step for step, each in enumerate(come) if not functions.isdisjoint(each)]

    def difference(self, machine: Machine, functions: set[int]) -> Difference | None:
        """Where a machine whose functions are others shows it first, in so many tries; None where it never does."""
        return next(self.differences(machine, functions), None)

    def differences(self, machine: Machine, functions: set[int]) -> Iterator[Difference]:
        """Where it shows that, of each trace the first place."""
        left, done = STEPS, dict[int, int]()
        for number, step, furthest in islice(self._spread(functions), TRIED):
            if left <= 0 or done.get(number, -1) >= step:
                continue
            first = self._before(number, step, functions)
            last = step if first > 0 else min(furthest, WHOLE_LENGTH)  # from the beginning, as far as it pays
            if first < 0 or last < step:
                continue
            begun = self._begun(machine, number, functions) if first == 0 else self.trace(number).kept[first]
            found = (
                begun
                if isinstance(begun, Difference)
                else self._parting(machine, number, *begun, first, last, functions)
            )
            left -= last - first
            done[number] = last if found is None else len(self.trace(number).after)
            if found is not None:
                yield found

    def true_at(self, place: Difference) -> Reached:
        """The position behind a step of a trace, with the decisions that lead there."""
        trace, machine = self.trace(place.trace), self.game.machine
        if trace.begun is None:
            cells, options = trace.kept[0]
        else:
            cells = self._new(trace.begun)
            options = machine.begin(cells)
        taken = []
        for at in range(place.step):
            option = options[trace.chosen[at]]
            taken.append((machine.printer.player(cells[ir.CELL_DECIDER]), machine.printer.option(option, exact=True)))
            cells = cells[:]
            options = machine.step(cells, option)
        return Reached(cells, options, tuple(taken))

    def begun_twice(
        self, true: Machine, other: Machine, number: int, functions: set[int]
    ) -> tuple[tuple[ir.Cells, list[OptionTuple]], tuple[ir.Cells, list[OptionTuple]]] | None:
        """The beginning of a trace on two machines; None where one of the functions is going on there already, or a
        rule fails."""
        trace = self.trace(number)
        if trace.begun is None:
            outside = self._is_outside(trace.kept[0][0], functions)
            return (trace.kept[0], trace.kept[0]) if outside else None
        cells, cells_too = self._new(trace.begun), self._new(trace.begun)
        try:
            return (cells, true.begin(cells)), (cells_too, other.begin(cells_too))
        except Trap:
            return None

    def _spread(self, functions: set[int]) -> Iterator[tuple[int, int, int]]:
        """The steps that come to functions, of all traces by turns; with each trace the last of them."""
        waiting: list[tuple[int, list[int]]] = []
        for number in self._in_order(functions):
            if row := self._steps(number, functions):
                waiting.append((number, row))
                yield number, row[0], row[-1]
        for at in range(1, max([len(row) for _, row in waiting], default=0)):
            for number, row in waiting:
                if at < len(row):
                    yield number, row[at], row[-1]

    def _before(self, number: int, step: int, functions: set[int]) -> int:
        """The last step before one at which a position is kept that is not inside one of the functions; 0 where a game
        is to begin anew, and -1 where there is no way to come to it."""
        trace = self.trace(number)
        for each in sorted(trace.kept, reverse=True):
            if 0 < each < step and self._is_outside(trace.kept[each][0], functions):
                return each
        return 0 if trace.begun is not None or (step > 0 and self._is_outside(trace.kept[0][0], functions)) else -1

    def _begun(
        self, machine: Machine, number: int, functions: set[int]
    ) -> tuple[ir.Cells, list[OptionTuple]] | Difference:
        """The beginning of a trace once more."""
        trace = self.trace(number)
        if trace.begun is None:
            return trace.kept[0]
        try:
            cells, options = _after(machine, self._new(trace.begun))
        except Trap:
            return Difference(number, 0)
        same = self.digest(machine, cells, options) == trace.after[0]
        same = same and not self.scored_otherwise(machine, cells, functions)
        return (cells, options) if same else Difference(number, 0)

    def _parting(
        self,
        machine: Machine,
        number: int,
        cells: ir.Cells,
        options: list[OptionTuple],
        first: int,
        last: int,
        functions: set[int],
    ) -> Difference | None:
        """Where a trace goes another way, between two of its steps."""
        trace = self.trace(number)
        for at in range(first, last):
            try:
                cells, options = _after(machine, cells, options[trace.chosen[at]])
            except Trap:
                return Difference(number, at + 1)
            same = self.digest(machine, cells, options) == trace.after[at + 1]
            if not same or self.scored_otherwise(machine, cells, functions):
                return Difference(number, at + 1)
        return None

    def _is_outside(self, cells: ir.Cells, functions: set[int]) -> bool:
        """Whether none of the functions is going on."""
        block, frame = cells[ir.CELL_BLOCK], cells[ir.CELL_FRAME]
        while block >= 0:
            if self.owners[block] in functions:
                return False
            block, frame = cells[frame + ir.FRAME_RETURN], cells[frame + ir.FRAME_CALLER]
        return True


def _after(machine: Machine, cells: ir.Cells, option: OptionTuple | None = None) -> tuple[ir.Cells, list[OptionTuple]]:
    """The position after an option, or at the beginning, and its options, on a machine that has less work to spend:
    where that does not do, with all that a step of a game may spend, as the true game had it. Raises Trap."""
    after = cells[:]
    try:
        return after, machine.begin(after) if option is None else machine.step(after, option)
    except Unending:
        after = cells[:]
        with translation_of(machine).allowing(None):
            return after, machine.begin(after) if option is None else machine.step(after, option)


_WHERE = frozenset([ir.CELL_BLOCK, ir.CELL_FRAME, ir.CELL_DECISION, ir.CELL_RESULT])
"""Cells that say where the program stands, which no player sees."""


def _scores(machine: Machine, cells: ir.Cells) -> object:
    """The scores as they stand, and who would win now."""
    try:
        return results.points(machine, cells), results.winners(machine, cells), results.is_draw(machine, cells)
    except (Trap, ValueError) as fault:  # before the end there may be nothing to count
        return str(fault)


def options_for(program: ir.Program, number: int) -> dict[str, str | int]:
    """What is chosen at the beginning of a game by its number: of every other game, about, all is as it is without a
    choice."""
    dice, found = random.Random(f"options {number}"), dict[str, str | int]()
    for each in program.game_options if dice.random() < 0.5 else ():
        if each.type.kind == "bool":
            value: str | int = dice.choice(["true", "false"])
        elif each.type.kind == "int":
            value = dice.randint(each.low, each.high)
        else:
            value = dice.choice(program.domains[each.type.domain].names)
        found[each.name] = value
    return found


def _scoring(program: ir.Program) -> frozenset[int]:
    """The functions that say how many points there are and who wins."""
    known = program.scoring
    roots = [known.score, *[number for _, number in known.items], *known.ties, known.winners, known.draw]
    wanted = [each for each in roots if each >= 0]
    return frozenset(wanted).union(asked_by(program, [program.functions[each] for each in wanted]))


def _lasting(program: ir.Program) -> list[int]:
    """The cells that say something after the game: those of the declared fields, and of zones and pieces."""
    layout = program.layout
    inner = set[int]()
    declared = set[int]()
    for field_ in program.fields:
        holders = 1 if field_.domain < 0 else len(program.domains[field_.domain].names)
        (inner if field_.internal else declared).update(range(field_.base, field_.base + holders * field_.shape.cells))
    for first, many in (
        *[(each, layout.zones) for each in (layout.zone_first, layout.zone_last, layout.zone_size)],
        *[(each, layout.pieces) for each in (layout.piece_zone, layout.piece_next, layout.piece_prev)],
    ):
        declared.update(range(first, first + many))
    return sorted(declared - inner)


def _owners(machine: Machine) -> list[int]:
    return [f for f, _ in translation_of(machine).source.numbering.owner]


def translation_of(machine: Machine) -> PythonTranslation:
    """What a machine of breaks runs on."""
    assert isinstance(machine.translation, PythonTranslation)
    return machine.translation
