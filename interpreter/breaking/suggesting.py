"""An example for a break that nobody notices: where play showed that it matters, written down, ready to paste.

Play parts at some step: the example comes there in the same way (it begins a game, or goes on from where another
example ends), takes the decisions, and says what holds then and would not hold with the break. It is given only when it
was tried: it holds, and fails with the break.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice

from yupana.schemas.book import ExampleDecl
from yupana.schemas.source import Report
from yupana.schemas.tree import Word
from yupana.schemas.validate import read_example

from ..compiled import Compiled
from ..examples import run_examples
from ..machine import results
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..program import ir
from .breaks import Break
from .remaking import RefusedError
from .shortening import Way, shortest
from .trial import Trials, changed_functions
from .witnesses import Difference, Reached

TRIED = 12
"""So many places at which a break shows are looked at; the nearest to a beginning is taken."""

MOST = 40
"""An example that needs more decisions than this is none that anybody would read."""

FURTHEST = 60
"""A place that is further from a beginning than so many decisions is not looked at."""

CONDITIONS = 2
"""So many things are said that hold, of all that would not."""

_PLAIN = re.compile(r"[A-Za-z_][\w(),=.+-]*( [\w(),=.+-]+)*")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An example that notices a break: its name, and its lines as they stand under `examples:`."""

    name: str
    text: str


def suggested(trials: Trials, broken: Break) -> Suggestion | None:
    """An example that notices a break; None where none was found."""
    try:
        compiled = trials.whole(broken)
    except RefusedError:
        return None
    return _Suggesting(trials, broken, compiled).found()


class _Suggesting:
    def __init__(self, trials: Trials, broken: Break, compiled: Compiled) -> None:
        self.trials, self.broken, self.compiled = trials, broken, compiled
        self.machine = trials.game.machine
        self.program = trials.program

    def found(self) -> Suggestion | None:
        """The first that does it, the shortest first."""
        program = self.trials.program_with(self.broken)
        if program is None:
            return None
        witnesses, touched = self.trials.witnesses, changed_functions(self.program, program)
        other = self.trials.machine_for(program)
        places = [*islice(witnesses.differences(other, touched), TRIED)]
        for place in sorted(places, key=self._length):
            if place.step > FURTHEST:
                break
            way = shortest(witnesses, self.machine, other, place, touched)
            if way is None or len(way.true.taken) > MOST:
                continue
            for text in self._texts(place, way, other):
                if self._tells_apart(text):
                    return Suggestion(self._name, text)
        return None

    def _length(self, place: Difference) -> int:
        trace = self.trials.witnesses.trace(place.trace)
        return place.step + (4 if trace.begun is not None else 0)

    @property
    def _name(self) -> str:
        last = self.broken.element.rpartition(".")[2] or "rules"
        return re.sub(r"\W+", "_", f"{last}_is_noticed").lower()

    # ------------------------------------------------------------ writing

    def _texts(self, place: Difference, way: Way, other: Machine) -> Iterator[str]:
        """The example, with one or the other thing that it says."""
        head = self._head(place, way.true.taken)
        if head is None:
            return
        if way.false is None:
            yield head
            return
        said = [*islice(self._said(way.true, way.false, other), CONDITIONS)]
        if said:
            yield head + "".join(["then:\n", *[f"  - {_quoted(each)}\n" for each in said]])
        yield from [head + each for each in self._offers(head, way.true, way.false, other)]

    def _head(self, place: Difference, taken: Sequence[tuple[str, str]]) -> str | None:
        """How the example begins, and what is done."""
        trace = self.trials.witnesses.trace(place.trace)
        lines = [f"source: [{', '.join(self.broken.rules)}]"] if self.broken.rules else []
        if trace.begun is not None:
            players, seed = trace.begun
            lines += [f"players: {players}", f"seed: {seed}"]
        else:
            decl = self._decl(trace.example)
            if decl.position is not None or decl.rolls:
                return None
            lines += [f"players: {decl.players}"] if decl.players is not None else []
            lines += [f"seed: {decl.seed}"] if decl.seed != 1 else []
            if decl.options:
                lines.append("options: {" + ", ".join([f"{name}: {each}" for name, each in decl.options.items()]) + "}")
            for key in ("given", "run"):
                code = getattr(decl, key)
                if code is not None:
                    lines += [f"{key}: |", *[f"  {line}" for line in code.text.strip("\n").split("\n")]]
        if taken:
            lines += ["when:", *[f"  - {player}: {_quoted(option)}" for player, option in taken]]
        return "".join([f"{line}\n" for line in lines])

    def _decl(self, name: str) -> ExampleDecl:
        assert self.trials.compiled.ruleset is not None
        examples = self.trials.compiled.ruleset.examples
        return next(each for key, each in examples.items() if str(key) == name)

    # ------------------------------------------------------------ what holds

    def _said(self, true: Reached, false: Reached, other: Machine) -> Iterator[str]:
        """Conditions that hold, and would not with the break."""
        yield from self._fields(true.cells, false.cells)
        yield from self._pieces(true.cells, false.cells)
        yield from self._scores(true.cells, false.cells, other)
        if (true.cells[ir.CELL_DECISION] < 0) != (false.cells[ir.CELL_DECISION] < 0):
            yield "is_over()" if true.cells[ir.CELL_DECISION] < 0 else "not is_over()"

    def _fields(self, true: ir.Cells, false: ir.Cells) -> Iterator[str]:
        printer, domains = self.machine.printer, self.program.domains
        for each in self.program.fields:
            if each.internal or not each.name or each.shape.kind != "scalar":
                continue
            for holder in range(1 if each.domain < 0 else len(domains[each.domain].names)):
                cell = each.base + holder
                if true[cell] != false[cell]:
                    name = each.name if each.domain < 0 else f"{domains[each.domain].names[holder]}.{each.name}"
                    value = printer.value(each.type, true[cell], exact=True)
                    yield {"true": name, "false": f"not {name}"}.get(value, f"{name} == {value}")

    def _pieces(self, true: ir.Cells, false: ir.Cells) -> Iterator[str]:
        layout = self.program.layout
        for domain in self.program.domains:
            for index, name in enumerate(domain.names) if domain.piece_base >= 0 else ():
                cell = layout.piece_zone + domain.piece_base + index
                if true[cell] != false[cell]:
                    zone = self._zone(true[cell])
                    yield f"not in_play({name})" if zone is None else f"{name} in {zone}"

    def _zone(self, number: int) -> str | None:
        for family in self.program.families:
            if family.first <= number < family.first + family.count:
                if family.holder < 0:
                    return family.name
                return f"{self.program.domains[family.holder].names[number - family.first]}.{family.name}"
        return None

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
            yield f"waits: {{{player}: {_quoted(only[0])}}}\n"
        more = [each for each in others if each not in mine]
        if more and player:
            lead = "" if "when:\n" in head else "when:\n"
            yield f"{lead}  - {player}: {_quoted(f'cannot {more[0]}')}\n"

    def _options(self, machine: Machine, reached: Reached) -> list[str]:
        return [machine.printer.option(each, exact=True) for each in reached.options]

    # ------------------------------------------------------------ trying

    def _tells_apart(self, text: str) -> bool:
        """Whether the example holds, and fails with the break."""
        return self._holds(self.trials.compiled, text) and not self._holds(self.compiled, text)

    def _holds(self, compiled: Compiled, text: str) -> bool:
        report = Report()
        decl = read_example(text, self._name, report)
        if decl is None or report.errors:
            return False
        assert compiled.ruleset is not None
        assert compiled.checked is not None
        ruleset = compiled.ruleset.model_copy(update={"examples": {Word(self._name, decl.span): decl}})
        files = {**compiled.files, self._name: text}
        whole = replace(compiled, ruleset=ruleset, files=files)
        world = copy(compiled.checked.world)
        world.read_from(ruleset, files)
        whole.checked = replace(compiled.checked, world=world)
        return all(each.ok for each in run_examples(whole))


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
