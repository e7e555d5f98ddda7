"""A break is tried: the examples that come to what it changes are played, until one notices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from yupana.schemas.host import thread_time
from yupana.schemas.source import Diagnostic
from yupana.schemas.stepwise import at_once

from ..backends.python.variant import fits, noting, roomy, varied
from ..compiled import SoundRuleset
from ..disclosure import Disclosure
from ..driver import translate
from ..examples.playing import FailedError, Prepared, play
from ..examples.running import Ready, names_in_examples, preparing, run_examples
from ..language.parse import Reading
from ..lower.tables import Tables
from ..machine.faults import IllegalOption, RuleFault, UsageError
from ..machine.machine import Machine
from ..machine.state import State
from ..play.playable import Game
from ..program import ir, limits
from ..program.operations import OPERATIONS
from ..program.walk import descend
from ..typed.names import Entity
from .counter_examples import CounterExamples, Difference, translation_of
from .lockstep import apart
from .mutants import Mutant
from .recompiler import Recompiler, RefusedError

Result = TypeVar("Result")
Steps: TypeAlias = Generator[None, None, Result]

Outcome: TypeAlias = Literal["noticed", "endless", "missed", "refused", "same"]
"""`noticed` by an example; `endless`: noticed, since it never ended; `missed`; `refused` by the check; `same`: it
makes the same program, or it was never seen to matter."""

ALLOWANCE = limits.WORK // 20
"""How much work each step has while something is broken, where the examples need less."""

BATCH = 12
"""So many examples are prepared first where they have to be prepared anew; then the others."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a break: noticed `by` an example (the first that did), or what refused it (`why`); `reached`: how
    many examples come to what it changes; `shows`: where play shows that it matters, where that is known. `same`: it
    makes the same program, or play that comes to it never showed that it matters."""

    outcome: Outcome
    by: str = ""
    reached: int = 0
    why: str = ""
    shows: Difference | None = None


class Trials:
    """Tries the breaks of one compiled ruleset without errors, whose examples all hold: where there are `failing` ones,
    nothing can be said."""

    def __init__(self, compiled: SoundRuleset) -> None:
        at_once(self._begin(compiled))

    @classmethod
    def beginning(cls, compiled: SoundRuleset) -> Steps[Trials]:
        """The same in steps, of an example each, for who has other things to do in between."""
        self = cls.__new__(cls)
        yield from self._begin(compiled)
        return self

    def _begin(self, compiled: SoundRuleset) -> Steps[None]:
        self.compiled = compiled
        ready = yield from preparing(compiled)
        self.ready = replace(ready, program=roomy(ready.program))
        yield
        self.recompiler = Recompiler(compiled, self.ready)
        yield
        self.program = self.recompiler.program
        self.game = Game(self.program, compiled.ruleset, optimised=False)
        assert self.game.machine
        yield
        meant = [each.meant for each in names_in_examples(compiled)]
        self._named = frozenset([each.domain.number for each in meant if isinstance(each, Entity)])
        self.seconds: dict[str, float] = {}
        self.failing: list[str] = []
        self.allowance: int | None = ALLOWANCE
        self._noting, self._seen = noting(self.game.machine)
        self._ends: list[tuple[str, State]] = []
        self.reach = yield from self._reach()
        self._lowered = self.ready.tables
        self._noticed_in: Counter[tuple[str, str]] = Counter()

    def _reach(self) -> Steps[dict[str, frozenset[int]]]:
        """By example: the functions that it comes to."""
        seen = self._seen
        game = Game(self.program, self.compiled.ruleset, optimised=False)
        game.__dict__["machine"] = self._noting
        found = {}
        for each in self.ready.examples:
            yield
            seen.clear()
            began = thread_time()
            try:
                self._ends.append((each.name, self._true(game, each)))
            except FAILURES:
                self.failing.append(each.name)
            self.seconds[each.name] = thread_time() - began
            found[each.name] = frozenset(seen)
        return found

    def _true(self, game: Game, example: Prepared) -> State:
        """The end of an example of the true game. One that needs much work makes the allowance large."""
        with translation_of(game.machine).allowing(self.allowance):
            try:
                return play(game, example, self.ready.setup)
            except RuleFault as fault:
                if not fault.endless or self.allowance is None:
                    raise
        self.allowance = None
        return play(game, example, self.ready.setup)

    # ------------------------------------------------------------ one break

    def verdict(self, mutant: Mutant) -> Verdict:
        """What comes of a break."""
        return at_once(self.trying(mutant))

    def trying(self, mutant: Mutant) -> Steps[Verdict]:
        """The same in steps, of an example each."""
        try:
            found = yield from self._found(mutant)
            if found.outcome in ("missed", "same"):
                self._refuse_what_tells(self._lowered)
        except RefusedError as refused:
            return Verdict("refused", why=refused.faults[0].message)
        if found.outcome == "same" and not found.why:
            for further in mutant.further:
                if (yield from self._matters(further)):
                    found = replace(found, outcome="missed")
                    break
        return replace(found, reached=min(found.reached, self._so_many(mutant))) if found.outcome == "missed" else found

    def _so_many(self, mutant: Mutant) -> int:
        """How many examples have the number of players that a break is about: all, if it is about none."""
        *_, key, number = ("", "", *(() if mutant.edit is None else mutant.edit.path))
        examples = self.ready.examples
        if key not in ("by_players", "count") or not isinstance(number, int):
            return len(examples)
        return sum((each.decl.players or self.game.min_players) == number for each in examples)

    def _matters(self, further: Mutant) -> Steps[bool]:
        """Whether an example or play shows that a number is quite another: then it matters how large it is, though play
        at random comes seldom to where a small change of it would show."""
        try:
            found = yield from self._found(further)
            return found.outcome in ("noticed", "endless", "missed")
        except RefusedError:
            return False

    def _found(self, mutant: Mutant) -> Steps[Verdict]:
        """What comes of a break if nothing hidden is told with it. Raises RefusedError."""
        program, sure = self._program(mutant)
        self._lowered = self.recompiler.tables
        if program is not None and fits(self.program, program):
            found = yield from self._tried(mutant, program)
            if sure or found.outcome in ("noticed", "endless"):
                return found
        return (yield from self._whole(mutant))

    def _refuse_what_tells(self, tables: Tables) -> None:
        """Raises RefusedError where lowered rules tell somebody what is hidden from them; what an example itself tells
        is left out."""
        before = self._told_before
        if told := [each for each in self._disclosed(tables) if each not in before]:
            raise RefusedError(told)

    def _disclosed(self, tables: Tables) -> Sequence[Diagnostic]:
        return Disclosure(tables).faults(self.program.scoring.report)

    @cached_property
    def _told_before(self) -> Sequence[Diagnostic]:
        return self._disclosed(self.ready.tables)

    def _program(self, mutant: Mutant) -> tuple[ir.Program | None, bool]:
        """The program with a break, if it need not be compiled as a whole; and whether it is surely that."""
        recompiler = self.recompiler
        if mutant.edit is not None:
            return recompiler.with_edit(mutant.edit), mutant.edit.path[0] != "tables"
        assert mutant.code is not None
        if mutant.code in recompiler.values:
            return recompiler.with_value(mutant.code, mutant.tree), False
        return recompiler.with_code(mutant.code, mutant.tree), True

    def _whole(self, mutant: Mutant) -> Steps[Verdict]:
        """Of one for which the whole ruleset is compiled."""
        compiled = self.whole(mutant)
        program, base = compiled.program, self.compiled.program
        self._lowered = compiled.tables
        grafted = None if _is_constant(mutant) else graft(base, program, self.program)
        others = () if grafted is None else _other_domains(base, program)
        if grafted is not None and not others:
            return (yield from self._tried(mutant, grafted))
        if grafted is not None and self._named.isdisjoint(others):
            order = self._order(mutant, self.ready.examples)
            found = yield from self._played(mutant, self._game(grafted), self.ready, order)
            return self._shown(found, program, base)
        order = self._order(mutant, self.ready.examples)
        for some in (order[:BATCH], order[BATCH:]):
            ready = yield from preparing(compiled, [each.name for each in some])
            faults = [fault for each in ready.examples for fault in each.faults]
            if faults:
                return Verdict("refused", why=faults[0].message)
            again = self._order(mutant, ready.examples)
            verdict = yield from self._played(mutant, self._game(ready.program), ready, again)
            if verdict.outcome != "missed":
                return verdict
        return self._shown(Verdict("missed", reached=len(order)), program, base)

    def _shown(self, found: Verdict, program: ir.Program, base: ir.Program) -> Verdict:
        """Of another game that was missed: whether play ever shows that it is one, where it comes to what is other."""
        touched = set() if len(program.functions) != len(base.functions) else changed_functions(base, program)
        if found.outcome == "missed" and touched:
            found = replace(found, reached=sum(not touched.isdisjoint(seen) for seen in self.reach.values()))
        if found.outcome != "missed" or (touched and not self.counter_examples.reach(touched)):
            return found
        shows = apart(self.base, Game(program, self.compiled.ruleset, optimised=False))
        return found if shows else replace(found, outcome="same")

    @cached_property
    def base(self) -> Game:
        """The true game without its examples."""
        return Game(self.compiled.program, self.compiled.ruleset, optimised=False)

    def _game(self, program: ir.Program) -> Game:
        game = Game(program, self.compiled.ruleset, optimised=False)
        self._slow(game.machine)
        return game

    def whole(self, mutant: Mutant) -> SoundRuleset:
        """The ruleset with a break, compiled as a whole; where hidden values go is not asked. Raises RefusedError where
        it is not sound."""
        report = Reading(trees={} if mutant.code is None else {mutant.code: mutant.tree})
        ruleset = self.compiled.ruleset if mutant.edit is None else mutant.edit.of(self.compiled.ruleset)
        compiled = translate(self.compiled, ruleset, report, followed=False)
        if not isinstance(compiled, SoundRuleset):
            raise RefusedError(report.errors)
        return compiled

    def _tried(self, mutant: Mutant, program: ir.Program) -> Steps[Verdict]:
        """Of one that makes some functions others."""
        touched = changed_functions(self.program, program)
        if not touched and program.tables == self.program.tables:
            return Verdict("same", why="it makes the same program")
        game = Game(program, self.compiled.ruleset, optimised=False)
        game.__dict__["machine"] = machine = self.machine_for(program)
        found = yield from self._played(mutant, game, self.ready, self._order(mutant, self.reaching(touched)))
        if found.outcome == "missed" and self.counter_examples.reach(touched):
            difference = self.counter_examples.difference(machine, touched)
            return replace(found, outcome="same") if difference is None else replace(found, shows=difference)
        return found

    def machine_for(self, program: ir.Program) -> Machine:
        """A machine for a program that a break makes of the whole one."""
        return self._slow(varied(self.game.machine, program))

    def _slow(self, machine: Machine) -> Machine:
        """The machine, which has less work to spend from now on."""
        translation_of(machine).allowance = self.allowance
        return machine

    def program_with(self, mutant: Mutant) -> ir.Program | None:
        """The whole program with a break, if it has room in the positions of the whole one. Raises RefusedError."""
        program, _ = self._program(mutant)
        if program is None and not _is_constant(mutant):
            base, other = self.compiled.program, self.whole(mutant).program
            assert base is not None
            assert other is not None
            program = None if _other_domains(base, other) else graft(base, other, self.program)
        return program if program is not None and fits(self.program, program) else None

    def noticing(self, mutant: Mutant, names: Sequence[str]) -> list[str] | None:
        """Those of some examples that do not hold with a mutant; None where the check refuses it."""
        try:
            program = self.program_with(mutant)
            if program is None:
                return [each.name for each in run_examples(self.whole(mutant), names) if not each.ok]
        except RefusedError:
            return None
        touched = changed_functions(self.program, program)
        game = Game(program, self.compiled.ruleset, optimised=False)
        game.__dict__["machine"] = self.machine_for(program)
        asked = [each for each in self.reaching(touched) if each.name in names]
        return [each.name for each in asked if failure(game, each, self.ready.setup) is not None]

    def reaching(self, touched: Set[int]) -> list[Prepared]:
        """The examples that come to one of some functions; all where only a table is another."""
        every = self.ready.examples
        return [each for each in every if not touched or not touched.isdisjoint(self.reach[each.name])]

    @cached_property
    def counter_examples(self) -> CounterExamples:
        """Play that comes to what breaks change; it is made when a break is first missed."""
        return CounterExamples(self.game, self._noting, self._seen, self._ends, self.reach)

    def begin(self) -> None:
        """Begin with mutants of which nothing is known: the examples that noticed others come no sooner."""
        self._noticed_in.clear()

    def _order(self, mutant: Mutant, examples: Iterable[Prepared]) -> list[Prepared]:
        """Those that have noticed before first, and the quick before the slow."""

        rules = set(mutant.rules)

        def worth(each: Prepared) -> tuple[int, bool, float]:
            cites = not rules.isdisjoint(map(str, each.decl.source))
            return -self._noticed_in[mutant.element, each.name], not cites, self.seconds[each.name]

        return sorted(examples, key=worth)

    def _played(self, mutant: Mutant, game: Game, ready: Ready, examples: Sequence[Prepared]) -> Steps[Verdict]:
        for each in examples:
            yield
            fault = failure(game, each, ready.setup)
            if fault is not None:
                self._noticed_in[mutant.element, each.name] += 1
                why = f"rule fault: {fault.message}" if isinstance(fault, RuleFault) else str(fault)
                endless = isinstance(fault, RuleFault) and fault.endless
                return Verdict("endless" if endless else "noticed", each.name, len(examples), why)
        return Verdict("missed", reached=len(examples))


FAILURES = (RuleFault, FailedError, UsageError, IllegalOption)
"""How an example does not hold."""


def failure(game: Game, example: Prepared, setup: int) -> Exception | None:
    """Why an example does not hold; None if it does."""
    try:
        play(game, example, setup)
    except FAILURES as fault:
        return fault
    return None


def _is_constant(mutant: Mutant) -> bool:
    return mutant.edit is not None and mutant.edit.path[0] in ("constants", "options")


def _other_domains(base: ir.Program, program: ir.Program) -> list[int]:
    return [
        number for number, (one, other) in enumerate(zip(base.domains, program.domains, strict=True)) if one != other
    ]


def changed_functions(base: ir.Program, program: ir.Program) -> set[int]:
    """The functions that are others, or ask something else, or read a table that is another."""
    found = {
        number for number, each in enumerate(base.functions)
        if each is not program.functions[number] and each != program.functions[number]
    }  # fmt: skip
    for decision, other in zip(base.decisions, program.decisions, strict=False):
        if decision is not other and decision != other:
            found.add(decision.function)
    tables = {
        number for number, (one, other) in enumerate(zip(base.tables, program.tables, strict=False)) if one != other
    }
    if tables:
        found |= {number for number, each in enumerate(program.functions) if not tables.isdisjoint(_tables_in(each))}
    if found and len(base.functions) < len(program.functions):
        found |= set(range(len(base.functions), len(program.functions)))
    return found


def _tables_in(function: ir.Function) -> Iterator[int]:
    for node in descend(function):
        if isinstance(node, ir.Table):
            yield node.table
        elif isinstance(node, ir.Op):
            for operand, word in zip(node.args, OPERATIONS[node.op].operands, strict=False):
                if word == "#table" and isinstance(operand, ir.Const):
                    yield operand.value


def _range(table: Sequence[int] | Sequence[tuple[int, ...]]) -> tuple[int, int, int]:
    """How long a table is, and between which numbers the others lie; of one with rows the length alone."""
    numbers = [each for each in table if isinstance(each, int)]
    return len(table), min(numbers, default=0), max(numbers, default=0)


def graft(base: ir.Program, program: ir.Program, whole: ir.Program) -> ir.Program | None:
    """A whole (the base with examples) whose game is another program, where that differs from the base in functions and
    tables alone; else None."""
    same = (
        "fields", "families", "zone_ordered", "zone_refill", "alternatives", "game_options",
        "init", "main", "scoring", "invariants", "positions", "min_players", "max_players",
    )  # fmt: skip
    if any(getattr(base, name) != getattr(program, name) for name in same):
        return None
    if len(base.domains) != len(program.domains) or base.domains != whole.domains[: len(base.domains)]:
        return None
    if replace(base.layout, size=0) != replace(program.layout, size=0):
        return None
    counts = ("functions", "tables", "decisions", "texts")
    if any(len(getattr(base, name)) != len(getattr(program, name)) for name in counts) or base.texts != program.texts:
        return None
    pairs = zip(base.functions, program.functions, strict=True)
    if any((one.params, one.result) != (other.params, other.result) for one, other in pairs):
        return None  # what examples call is called with what it took
    places = len(base.places)
    if len(program.places) != places:
        return None
    if any(_range(one) != _range(other) for one, other in zip(base.tables, program.tables, strict=True)):
        return None  # examples may ask a table themselves, and what they ask was made for its length and its numbers
    functions = [one if one == other else other for one, other in zip(base.functions, program.functions, strict=True)]
    decisions = [
        one if one == other and functions[one.function] is base.functions[one.function] else other
        for one, other in zip(base.decisions, program.decisions, strict=True)
    ]
    made = replace(
        whole,
        domains=(*program.domains, *whole.domains[len(base.domains) :]),
        functions=(*functions, *whole.functions[len(base.functions) :]),
        tables=(*program.tables, *whole.tables[len(base.tables) :]),
        decisions=(*decisions, *whole.decisions[len(base.decisions) :]),
        places=(*program.places, *whole.places[places:]),
    )
    return made if fits(whole, made) else None
