"""A ruleset's examples as executable tests.

The code of the examples is checked against the ruleset, then lowered into a copy of its program, in which each is
played (`example_runs`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from yupana.schemas.carried import every
from yupana.schemas.moves import Claim, read_move
from yupana.schemas.nearest import asked_after
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Diagnostic, Report, RulesetError, Span
from yupana.schemas.stepwise import at_once
from yupana.schemas.tree import Word
from yupana.schemas.validate import read_example

from ..backends.protocol import BackEnd
from ..backends.registry import USUAL
from ..compiled import CheckedRuleset, SoundRuleset
from ..incremental.interfaces import SoundExamples
from ..lower.assemble import program_domains, with_tables
from ..lower.core import ME
from ..lower.rules import steps
from ..lower.tables import Tables
from ..lower.triggers import run_in_the_flow
from ..machine.faults import RuleFault, UsageError
from ..machine.state import State
from ..play.playable import Game
from ..program import ir
from ..typed.names import Named
from .checker import ExampleChecker
from .misspellings import Vocabulary, absent, slips
from .playing import FailedError, Listener, Prepared, play

Made = TypeVar("Made")

_WORD = re.compile(r"[A-Za-z_]\w*")

ASKING = frozenset(["procedures", "actions", "adjustments", "triggers", "setup", "flow"])
"""The sections whose code may hold options."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How one example went. `message` says what failed, `span` where that stands; `source` are the rules it cites.
    `values` are the values of the parts of a condition that does not hold, by their text; `faulted` tells that a rule
    failed on the way."""

    name: str
    ok: bool
    message: str
    span: Span
    source: tuple[str, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    faulted: bool = False


def check_examples(compiled: CheckedRuleset, sound: SoundExamples | None = None) -> list[Diagnostic]:
    """The faults in the code of all examples, also of a ruleset that has faults of its own. Those that `sound` knows
    from the time before are left out."""
    doubtful = None if sound is None else sound.doubtful(compiled)
    examples, _ = _check(compiled, doubtful)
    if sound is None:
        compiled.around = [named for each in examples for named in each.world.names]
    else:
        for each in examples:
            if each.faults or compiled.program is None:  # beside other faults little is said
                sound.forget(each.name)
            else:
                sound.keep(each.name, each.prepared.decl, each.world.names, compiled.checked)
        sound.tell(compiled, {each.name: each.world.names for each in examples})
    return [fault for each in examples for fault in each.faults]


def names_in_examples(compiled: CheckedRuleset) -> Iterator[Named]:
    """What every name in the code of the examples means."""
    for each in _check(compiled, None)[0]:
        yield from each.world.names


def run_examples(
    compiled: SoundRuleset, only: Sequence[str] | None = None, engine: str | BackEnd = USUAL
) -> list[ExampleResult]:
    """Run the examples of a compiled ruleset without errors, or those named in `only`, on an engine (see `Game`)."""
    prepared, program, setup = _prepare(compiled, only)
    game = _ready(program, compiled.ruleset, engine)
    results = [outcome(game, each, setup) for each in prepared]
    # where a condition fails, it is run again with functions for the parts of its conditions
    failed = [each.name for each in prepared if each.condition_fails]
    return _explained(compiled, results, failed, engine) if failed else results


def each_example(compiled: SoundRuleset, only: Sequence[str], going_on: Callable[[], None]) -> Iterator[ExampleResult]:
    """Run examples as `run_examples` does, and give each result as soon as it is known; those that fail for a condition
    once more at the end, with their values. `going_on` is called again and again, and ends it all by raising."""
    going_on()
    for result in example_steps(compiled, only, going_on):
        if result is not None:
            yield result
        going_on()


def example_steps(
    compiled: SoundRuleset, only: Sequence[str], going_on: Callable[[], None]
) -> Iterator[ExampleResult | None]:
    """The same in short steps, for who has other things to do in between: None where something was done that has no
    result. `going_on` is called while an example is played."""
    ready = yield from preparing(compiled, only)
    yield None
    game = Game(ready.program, compiled.ruleset, optimised=False)
    assert game.machine
    for each in ready.examples:
        yield None
        yield outcome(game, each, ready.setup, lambda state, span: going_on())
    failed = [each.name for each in ready.examples if each.condition_fails]
    yield None
    yield from _explained(compiled, [], failed, USUAL) if failed else ()


def _ready(program: ir.Program, ruleset: Ruleset, engine: str | BackEnd) -> Game:
    """Examples as a game. An engine that does not take them says so now, and not as the failure of an example."""
    game = Game(program, ruleset, engine=engine)
    assert game.machine
    return game


def _explained(
    compiled: SoundRuleset, results: list[ExampleResult], failed: Sequence[str], engine: str | BackEnd
) -> list[ExampleResult]:
    """The results with the values of the parts of what does not hold; without results those of what failed."""
    prepared, program, setup = _prepare(compiled, failed, parts=True)
    game = _ready(program, compiled.ruleset, engine)
    again = {each.name: outcome(game, each, setup) for each in prepared}
    return [again.get(each.name, each) for each in results] or [*again.values()]


def position_of(compiled: SoundRuleset, name: str, engine: str | BackEnd = USUAL) -> State:
    """The position at the end of an example of a compiled ruleset without errors.

    Raises UsageError when there is no such example, or when it does not hold.
    """
    if name not in compiled.ruleset.examples:
        raise UsageError(f"There is no example `{name}`.{asked_after(name, compiled.ruleset.examples)}")
    (example,), program, setup = _prepare(compiled, [name])
    if example.faults:
        raise UsageError(f"The example `{name}` has faults; `yupana test` tells them.")
    try:
        return play(_ready(program, compiled.ruleset, engine), example, setup)
    except (FailedError, RuleFault) as failure:
        raise UsageError(f"The example `{name}` does not come to its end: {failure}") from None


def courses(
    compiled: SoundRuleset, names: Sequence[str], engine: str | BackEnd = USUAL
) -> dict[str, tuple[State, State]]:
    """Where examples begin and end, by their names: the position before the first of what is done, and that after all.
    Examples that have faults or do not come to their end are left out."""
    prepared, program, setup = _prepare(compiled, names)
    game, found = _ready(program, compiled.ruleset, engine), dict[str, tuple[State, State]]()
    for each in prepared:
        begun: list[State] = []

        def keep(state: State, span: Span, begun: list[State] = begun) -> None:
            begun += [] if begun else [state.clone()]

        if not each.faults:
            with suppress(FailedError, RuleFault, UsageError):
                end = play(game, each, setup, keep)
                found[each.name] = (begun[0] if begun else end, end)
    return found


def position_in(compiled: SoundRuleset, shown: str, text: str, engine: str | BackEnd = USUAL) -> State:
    """The position that a file of its own describes, as an example does: `position`, `given`, and what is done then.

    Raises RulesetError with the faults of the file, and UsageError when it does not come to its end.
    """
    whole = with_example(compiled, shown, text)
    (example,), program, setup = _prepare(whole, [shown])
    if example.faults:
        raise RulesetError(example.faults)
    try:
        return play(_ready(program, compiled.ruleset, engine), example, setup)
    except (FailedError, RuleFault) as failure:
        raise UsageError(f"The position in `{shown}` cannot be set up: {failure}") from None


def with_example(compiled: SoundRuleset, name: str, text: str) -> SoundRuleset:
    """A ruleset whose only example is this one, with the name for that of its file too. Raises RulesetError with what
    is wrong in how it is written."""
    report = Report()
    decl = read_example(text, name, report)
    if decl is None or report.errors:
        raise RulesetError(report.in_order())
    ruleset = compiled.ruleset.model_copy(update={"examples": {Word(name, decl.span): decl}})
    files = {**compiled.files, name: text}
    world = copy(compiled.checked.world)
    world.read_from(ruleset, files)
    return replace(compiled, ruleset=ruleset, files=files, checked=replace(compiled.checked, world=world))


@dataclass(frozen=True, slots=True)
class Observed:
    """How an example went, and what it looked at: the values of the parts of its conditions, in order."""

    result: ExampleResult
    seen: tuple[tuple[str | None, ...], ...]


def observe_examples(compiled: SoundRuleset) -> list[Observed]:
    """Run the examples of a compiled ruleset without errors and keep what their conditions looked at."""
    prepared, program, setup = _prepare(compiled, None, parts=True)
    game = Game(program, compiled.ruleset)
    return [Observed(outcome(game, each, setup), tuple(each.seen)) for each in prepared]


def true_claims(compiled: SoundRuleset) -> list[tuple[Code, Claim]]:
    """Every claim of the examples about what a player may not do, and the claim that is true there, as far as the
    examples come; claims about options that are offered are left out."""
    prepared, program, setup = _prepare(compiled, None)
    found: list[tuple[Code, Claim]] = []
    game = Game(program, compiled.ruleset)
    for each in prepared:
        each.true = found
        outcome(game, each, setup)
    return found


def _source(example: Prepared) -> tuple[str, ...]:
    return tuple(str(each) for each in example.decl.source)


# ---------------------------------------------------------------- preparing


Steps: TypeAlias = Generator[None, None, Made]


def _check(compiled: CheckedRuleset, only: Sequence[str] | None) -> tuple[list[ExampleChecker], Tables]:
    """The examples with all that is wrong with them, and the tables with the code that they `run`: what has no room
    where it waits, and the options that it offers, show only there."""
    return at_once(_checking(compiled, only))


def _checking(compiled: CheckedRuleset, only: Sequence[str] | None) -> Steps[tuple[list[ExampleChecker], Tables]]:
    ruleset, checked, tables = compiled.ruleset, compiled.checked, compiled.tables.extended()
    examples: list[ExampleChecker] = []
    for name, decl in ruleset.examples.items():
        if only is None or name in only:
            yield
            example = ExampleChecker(checked.world.extended(), str(name), decl)
            examples.append(example)
            more = tables.extended()
            if example.run is not None and not example.faults:
                example.prepared.run = run_in_the_flow(more, example.run, _first_acts())
                example.faults += more.faults
                tables = tables if more.faults else more
    yield
    _find_slips(compiled, examples, tables)
    return examples, tables


@dataclass(frozen=True, slots=True)
class Ready:
    """Examples of a ruleset, ready to be played: `program` is that of the ruleset with all that they need, `tables` are
    those that it was made of, `setup` its function that does the set-up alone."""

    examples: list[Prepared]
    tables: Tables
    program: ir.Program
    setup: int


def prepare(compiled: SoundRuleset, only: Sequence[str] | None = None, *, parts: bool = False) -> Ready:
    """Check the examples, lower what is sound, and put a program together that holds them too; with `parts` also
    functions for the parts of their conditions."""
    return at_once(preparing(compiled, only, parts=parts))


def preparing(compiled: SoundRuleset, only: Sequence[str] | None = None, *, parts: bool = False) -> Steps[Ready]:
    """The same in steps, for who has other things to do in between."""
    examples, tables = yield from _checking(compiled, only)
    prepared = [each.prepared for each in examples]
    setup = steps(tables, "setup_only", "set-up", compiled.checked.rules.setup, may_end=False)
    for each in examples:
        if not each.faults:
            yield
            each.lower(tables, parts=parts)
    yield
    runs = [each.run for each in prepared if each.run >= 0]
    return Ready(prepared, tables, with_tables(compiled.program, tables, (setup, *runs)), setup)


def _prepare(
    compiled: SoundRuleset, only: Sequence[str] | None, *, parts: bool = False
) -> tuple[list[Prepared], ir.Program, int]:
    ready = prepare(compiled, only, parts=parts)
    return ready.examples, ready.program, ready.setup


def _find_slips(compiled: CheckedRuleset, examples: Sequence[ExampleChecker], tables: Tables) -> None:
    """Misspellings in what the examples say is done or never offered are faults of theirs."""
    if not examples:
        return
    named = {*compiled.removed, *map(str, every(compiled.ruleset, "actions"))}
    if compiled.program is None:  # options may be missing because something else is faulty: their names stand somewhere
        named |= _words_besides(compiled)
    world = compiled.checked.world
    unwritten = world.left_out is not None and not ASKING.isdisjoint(world.left_out.unwritten)
    known = Vocabulary(tables.alternatives, program_domains(tables), all_options=not unwritten)
    for example in examples:
        for step in example.prepared.steps:
            move = read_move(step.words)
            if step.test is None and move.option and move.claim in ("", "never"):
                found = [*slips(known, named, move.option, step.code)]
                if not found and not move.claim:
                    found += absent(known, example.form, world.domains, move.option, step.code)
                example.faults += [each for each in found if not world.follows(each)]


def _words_besides(compiled: CheckedRuleset) -> set[str]:
    """All words of the ruleset's files that do not stand in an example."""
    lines = {name: text.split("\n") for name, text in compiled.files.items()}
    for example in compiled.ruleset.examples.values():
        span = example.span
        lines[span.file][span.line - 1 : span.end_line] = [""] * (span.end_line - span.line + 1)
    return {word for rows in lines.values() for word in _WORD.findall("\n".join(rows))}


def _first_acts() -> list[ir.Stmt]:
    """The first player acts when nobody does."""
    nobody = ir.Op("lt", (ME, ir.Const(0)))
    first = (
        ir.Store(ir.CELL_ME, None, ir.Const(0), ir.SCALAR),
        ir.Store(ir.CELL_ACTIVE, None, ir.Const(0), ir.SCALAR),
    )
    return [ir.If(nobody, first)]


# ---------------------------------------------------------------- running


def outcome(game: Game, example: Prepared, setup: int, listener: Listener | None = None) -> ExampleResult:
    """How one prepared example goes in a game of the program that holds it."""
    source = _source(example)
    if example.faults:
        fault = example.faults[0]
        return ExampleResult(example.name, False, f"{fault.code} {fault.message}", fault.span, source)
    try:
        play(game, example, setup, listener)
    except FailedError as failure:
        example.condition_fails = failure.test is not None
        return ExampleResult(example.name, False, str(failure), failure.span, source, failure.values)
    except RuleFault as fault:
        fault.command = ""  # the saved game does not know what the example puts in place
        return ExampleResult(example.name, False, str(fault), example.decl.span, source, faulted=True)
    except UsageError as fault:
        return ExampleResult(example.name, False, str(fault), example.decl.span, source)
    return ExampleResult(example.name, True, "", example.decl.span, source)
