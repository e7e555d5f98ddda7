"""An example for a break that nobody notices: where play showed that it matters, written down, ready to paste.

Play parts at some step: the example comes there in the same way (it begins a game, or goes on from where another
example ends), takes the decisions, and says what holds then and would not hold with the break. It is given only when it
was tried: it holds, and fails with the break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from yupana.schemas.book import ExampleDecl
from yupana.schemas.quoting import scalar
from yupana.schemas.source import Code, RulesetError

from ..compiled import SoundRuleset
from ..examples.differing import effects, places, values
from ..examples.running import run_examples, with_example
from ..machine import results
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..play.playable import Game
from ..program import ir
from .counter_examples import Difference, Reached
from .lockstep import options_line, partings
from .mutants import Mutant
from .recompiler import RefusedError
from .shrinking import Way, shortest, shrunk
from .trials import Trials, changed_functions

TRIED = 12
"""So many places at which a break shows are looked at; the nearest to a beginning is taken."""

MOST = 40
"""An example that needs more decisions than this is none that anybody would read."""

FURTHEST = 60
"""A place that is further from a beginning than so many decisions is not looked at."""

LONG, LAST = 4, 4
"""From so many decisions on a position is put together instead, and so many of them are taken from there at most."""

MOST_LINES, TRIES = 120, 80
"""So many lines may put it together, and so often it is tried which of them can be left out."""

BESIDE = 16
"""So many examples are tried of those that another game beside the true one gives."""

CONDITIONS = 2
"""So many things are said that hold, of all that would not."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An example that notices a break: its name, and its lines as they stand under `examples:`."""

    name: str
    text: str


def suggested(trials: Trials, mutant: Mutant) -> Suggestion | None:
    """An example that notices a break; None where none was found."""
    try:
        compiled = trials.whole(mutant)
    except RefusedError:
        return None
    return _Suggesting(trials, mutant, compiled).found()


class _Suggesting:
    def __init__(self, trials: Trials, mutant: Mutant, compiled: SoundRuleset) -> None:
        self.trials, self.mutant, self.compiled = trials, mutant, compiled
        self.machine = trials.game.machine
        self.program = trials.program

    def found(self) -> Suggestion | None:
        """The first that does it, the shortest first."""
        return self._in_play() or self._beside()

    def _beside(self) -> Suggestion | None:
        """One from where the broken game, played beside the true one, parts from it."""
        program = self.compiled.program
        source = [f"source: [{', '.join(self.mutant.rules)}]\n"] if self.mutant.rules else []
        tried = 0
        for parting in partings(self.trials.base, Game(program, self.compiled.ruleset, optimised=False)):
            for text in parting.texts:
                tried += 1
                if tried > BESIDE:
                    return None
                if self._tells_apart("".join([*source, text])):
                    return self._suggestion("".join([*source, text]))
        return None

    def _in_play(self) -> Suggestion | None:
        """One from where play that comes to the place parts with the break."""
        program = self.trials.program_with(self.mutant)
        if program is None:
            return None
        counter_examples, touched = self.trials.counter_examples, changed_functions(self.program, program)
        other = self.trials.machine_for(program)
        places = [*islice(counter_examples.differences(other, touched), TRIED)]
        for place in sorted(places, key=self._length):
            if place.step > FURTHEST:
                break
            way = shortest(counter_examples, self.machine, other, place, touched)
            if way is None or len(way.true.taken) > MOST:
                continue
            for text in self._texts(place, way, other):
                if self._tells_apart(text):
                    return self._suggestion(self._placed(place, way, other) or text)
            if (placed := self._placed(place, way, other)) is not None:
                return self._suggestion(placed)
        return None

    def _suggestion(self, text: str) -> Suggestion:
        """An example without what it does as well without: its seed, its options, and how many play."""
        for key in ("seed", "options", "players"):
            without = re.sub(rf"^{key}: .*\n", "", text, flags=re.M)
            if without != text and self._tells_apart(without):
                text = without
        return Suggestion(self._name, text)

    def _placed(self, place: Difference, way: Way, other: Machine) -> str | None:
        """An example that puts the pieces in place by `given` and takes the last decisions alone, where that is shorter
        than the play. What is put in place takes effect where a game begins, so there it must be whoever decides in
        the same place of the rules."""
        trace, taken = self.trials.counter_examples.trace(place.trace), way.true.taken
        if len(taken) < LONG or (trace.begun is None and self._decl(trace.example).run is not None):
            return None
        start = way.before[0]
        where = [ir.CELL_BLOCK, ir.CELL_DECISION, ir.CELL_DECIDER]
        for last in range(1, LAST + 1):
            wanted = way.before[-last]
            if [start[each] for each in where] != [wanted[each] for each in where]:
                continue
            lines = effects(self.machine.printer, start, wanted)
            if not lines or len(lines) > MOST_LINES:
                continue
            for text in self._texts(place, way._replace(true=way.true._replace(taken=taken[-last:])), other, lines):
                if self._tells_apart(text):
                    put = [f"  {each}" for each in lines]
                    fewer = self._fewest(text, put)
                    if len(fewer) + last < len(taken):
                        return _with(text, put, fewer)
        return None

    def _fewest(self, text: str, lines: list[str]) -> list[str]:
        """The lines that put a position together without those that can be left out, in so many tries."""
        tried = 0

        def without(some: list[str]) -> list[str] | None:
            nonlocal tried
            tried += 1
            return some if self._tells_apart(_with(text, lines, some)) else None

        return shrunk(lines, without, lambda: tried < TRIES)

    def _length(self, place: Difference) -> int:
        trace = self.trials.counter_examples.trace(place.trace)
        return place.step + (4 if trace.begun is not None else 0)

    @property
    def _name(self) -> str:
        last = self.mutant.element.rpartition(".")[2] or "rules"
        return re.sub(r"\W+", "_", f"{last}_is_noticed").lower()

    # ------------------------------------------------------------ writing

    def _texts(self, place: Difference, way: Way, other: Machine, given: Sequence[str] = ()) -> Iterator[str]:
        """The example, with one or the other thing that it says; `given`: lines that put a position together."""
        head = self._head(place, way.true.taken, given)
        if head is None:
            return
        if way.false is None:
            yield head
            return
        said = [*islice(self._claims(way.true, way.false, other), CONDITIONS)]
        if said:
            yield head + "".join(["then: |\n", *[f"  {each}\n" for each in said]])
        yield from [head + each for each in self._offers(head, way.true, way.false, other)]

    def _head(self, place: Difference, taken: Sequence[tuple[str, str]], given: Sequence[str]) -> str | None:
        """How the example begins, and what is done."""
        trace = self.trials.counter_examples.trace(place.trace)
        lines = [f"source: [{', '.join(self.mutant.rules)}]"] if self.mutant.rules else []
        run: list[str] = []
        if trace.begun is not None:
            begun = trace.begun
            lines += [f"players: {begun.players}"] if begun.players != self.program.min_players else []
            lines += [f"seed: {begun.seed}"] if begun.seed != 1 else []
            lines += options_line(begun.options)
        else:
            decl = self._decl(trace.example)
            if decl.position is not None or decl.rolls:
                return None
            lines += [f"players: {decl.players}"] if decl.players is not None else []
            lines += [f"seed: {decl.seed}"] if decl.seed != 1 else []
            lines += options_line(decl.options)
            lines += _block("before", _lines_of(decl.before))
            given = [*_lines_of(decl.given), *given]
            run = _lines_of(decl.run)
        lines += _block("given", given) + _block("run", run)
        if taken:
            lines += ["when: |", *[f"  {player}: {option}" for player, option in taken]]
        return "".join([f"{line}\n" for line in lines])

    def _decl(self, name: str) -> ExampleDecl:
        examples = self.trials.compiled.ruleset.examples
        return next(each for key, each in examples.items() if str(key) == name)

    # ------------------------------------------------------------ what holds

    def _claims(self, true: Reached, false: Reached, other: Machine) -> Iterator[str]:
        """Conditions that hold, and would not with the break."""
        for each in values(self.machine.printer, false.cells, true.cells):
            yield each.condition
        for each in places(self.program, false.cells, true.cells):
            yield each.condition
        yield from self._scores(true.cells, false.cells, other)
        if (true.cells[ir.CELL_DECISION] < 0) != (false.cells[ir.CELL_DECISION] < 0):
            yield "is_over()" if true.cells[ir.CELL_DECISION] < 0 else "not is_over()"

    def _scores(self, true: ir.Cells, false: ir.Cells, other: Machine) -> Iterator[str]:
        player = self.machine.printer.player
        try:
            mine, others = results.points(self.machine, true), results.points(other, false)
            winning, winning_too = results.winners(self.machine, true), results.winners(other, false)
        except (Trap, ValueError):
            return
        for seat, each in enumerate(mine):
            if each != others[seat]:
                yield f"score({player(seat)}) == {each}"
        if winning != winning_too:
            yield f"winners() == [{', '.join(map(player, winning))}]"

    def _offers(self, head: str, true: Reached, false: Reached, other: Machine) -> Iterator[str]:
        """What can be chosen then, and could not with the break, or the other way round."""
        mine, others = self._options(self.machine, true), self._options(other, false)
        player = self.machine.printer.player(true.cells[ir.CELL_DECIDER]) if true.options else ""
        only = [each for each in mine if each not in others]
        if only and player:
            yield f"waits: {{{player}: {scalar(only[0])}}}\n"
        more = [each for each in others if each not in mine]
        if more and player:
            lead = "" if "when: |\n" in head else "when: |\n"
            yield f"{lead}  {player}: cannot {more[0]}\n"

    def _options(self, machine: Machine, reached: Reached) -> list[str]:
        return [machine.printer.option(each, exact=True) for each in reached.options]

    # ------------------------------------------------------------ trying

    def _tells_apart(self, text: str) -> bool:
        """Whether the example holds, and fails with the break."""
        return self._holds(self.trials.compiled, text) and not self._holds(self.compiled, text)

    def _holds(self, compiled: SoundRuleset, text: str) -> bool:
        try:
            whole = with_example(compiled, self._name, text)
        except RulesetError:
            return False
        return all(each.ok for each in run_examples(whole))


def _with(text: str, lines: Sequence[str], some: Sequence[str]) -> str:
    """An example with some of the lines that put its position together; without any of them, if those are all."""
    whole = text.replace("".join([f"{each}\n" for each in lines]), "".join([f"{each}\n" for each in some]))
    return whole.replace("given: |\nwhen:", "when:")


def _lines_of(code: Code | None) -> list[str]:
    return [] if code is None else code.text.strip("\n").split("\n")


def _block(key: str, lines: Sequence[str]) -> list[str]:
    """Lines under their key."""
    return [f"{key}: |", *[f"  {each}" for each in lines]] if lines else []
