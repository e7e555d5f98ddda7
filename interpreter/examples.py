"""A ruleset's examples as executable tests.

The code of the examples is checked and lowered against the ruleset, and added to a copy of its program. An example
plays the game
from its set-up: `given` is carried out at the first decision (or after the set-up, when there is a `run`), then the
players of `when` decide one after the other, then every condition of `then` must hold and all scripted dice be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from yupana.schemas.book import ExampleDecl
from yupana.schemas.source import Code, Diagnostic, Report, Span

from .check.assemble import assemble
from .check.body import Body
from .check.core import ME
from .check.effects import Effects, assigned_names
from .check.flow import FlowMaker
from .check.functions import finish
from .compile import Compiled
from .game import Game, IllegalOption, RuleFault, State, UsageError
from .language import messages
from .language.parse import parse_effects
from .language.types import BOOL
from .machine.why_not import never
from .program import ir


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How one example went. `message` says what failed, `span` where that stands; `source` are the rules it cites."""

    name: str
    ok: bool
    message: str
    span: Span
    source: tuple[str, ...]


@dataclass(slots=True)
class _Test:
    """A condition of an example: its function and place."""

    function: int
    code: Code


@dataclass(slots=True)
class _Step:
    """One entry of `when`: a decision of a player (`words`), or a condition."""

    player: str
    words: str
    span: Span
    test: _Test | None = None


@dataclass(slots=True)
class _Prepared:
    """An example with the numbers of its functions."""

    name: str
    decl: ExampleDecl
    given: int = -1
    run: int = -1
    steps: list[_Step] = field(default_factory=list)
    tests: list[_Test] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)


def check_examples(compiled: Compiled) -> list[Diagnostic]:
    """The faults in the code of all examples of a ruleset that has none itself."""
    prepared, _, _ = _prepare(compiled, None)
    return [fault for each in prepared for fault in each.faults]


def run_examples(compiled: Compiled, only: Sequence[str] | None = None) -> list[ExampleResult]:
    """Run the examples of a compiled ruleset without errors, or those named in `only`."""
    prepared, program, setup = _prepare(compiled, only)
    if program is None:
        return [_not_run(each) for each in prepared]
    game = Game(program, compiled.ruleset)
    return [_result(game, each, setup) for each in prepared]


def _not_run(example: _Prepared) -> ExampleResult:
    """An example of a set that could not be lowered."""
    if example.faults:
        fault = example.faults[0]
        return ExampleResult(example.name, False, f"{fault.code} {fault.message}", fault.span, _source(example))
    return ExampleResult(example.name, False, "not run: another is faulty", example.decl.span, _source(example))


def _source(example: _Prepared) -> tuple[str, ...]:
    return tuple(str(each) for each in example.decl.source)


# ---------------------------------------------------------------- preparing


def _prepare(compiled: Compiled, only: Sequence[str] | None) -> tuple[list[_Prepared], ir.Program | None, int]:
    """Lower the examples against the world of the ruleset, and put a program together that holds them too."""
    checked, ruleset, base = compiled.checked, compiled.ruleset, compiled.program
    assert checked is not None, "the ruleset has errors"
    assert ruleset is not None
    assert base is not None
    world = checked.world
    kept = world.report
    names = [name for name in ruleset.examples if only is None or name in only]
    prepared: list[_Prepared] = []
    marks = world.mark()
    try:
        world.report = Report()
        setup = _setup(checked.functions, world)
        runs: list[int] = []
        for name in names:
            world.report = Report()
            before = world.mark()
            example = _Preparer(compiled, str(name), ruleset.examples[name]).prepare()
            example.faults = world.report.in_order()
            if example.faults:
                world.back_to(before)
            elif example.run >= 0:
                runs.append(example.run)
            prepared.append(example)
        world.report = Report()
        program = assemble(
            world, base.name, base.hash, base.init, base.main, base.scoring, base.invariants, (setup, *runs)
        )
    finally:
        world.report = kept
        world.back_to(marks)
    return prepared, program, setup


def _setup(functions: object, world: object) -> int:
    """A waiting function that does the set-up and nothing else."""
    from .check.functions import Functions
    from .check.world import World

    assert isinstance(functions, Functions)
    assert isinstance(world, World)
    number = world.new_function("setup_only")
    body = Body(world, "setup_only", "set-up", can_wait=True)
    flow = FlowMaker(world, functions)
    statements: list[ir.Stmt] = []
    for step in world.ruleset.setup:
        statements += flow.step(body, step)
    finish(body, number, statements, True, -1)
    return number


class _Preparer:
    """Lowers one example."""

    def __init__(self, compiled: Compiled, name: str, decl: ExampleDecl) -> None:
        assert compiled.checked is not None
        self.world = compiled.checked.world
        self.functions = compiled.checked.functions
        self.example = _Prepared(name, decl)
        self.element = f"example {name}"

    def prepare(self) -> _Prepared:
        """All code of the example."""
        example, decl, world = self.example, self.example.decl, self.world
        low, high = world.ruleset.players.min, world.ruleset.players.max
        if decl.players is not None and not low <= decl.players <= high:
            world.error(
                messages.bad_declaration(f"the game is for {low} to {high} players", decl.value_span("players"))
            )
        if decl.given is not None:
            example.given = self.effects(decl.given, waits=False)
        if decl.run is not None:
            example.run = self.effects(decl.run, waits=True)
        for entry in decl.when:
            for player, code in entry.items():
                self.step(str(player), getattr(player, "span", code.span), code)
        for code in decl.then:
            test = self.test(code)
            if test is not None:
                example.tests.append(test)
        return example

    def effects(self, code: Code, *, waits: bool) -> int:
        """A function of effects."""
        statements = parse_effects(code, self.world.report)
        if statements is None:
            return -1
        names = assigned_names(statements)
        name = f"example_{self.example.name}"
        body = Body(self.world, name, self.element, can_wait=waits, assigned=names)
        lowered = Effects(self.world, body).block(statements)
        if waits:
            lowered = [*_first_acts(), *lowered]
        number = self.world.new_function(name)
        finish(body, number, lowered, waits, body.place(code.span))
        return number

    def test(self, code: Code) -> _Test | None:
        """A function of one condition."""
        made = self.functions.expression_function(f"then_{self.example.name}", self.element, code, {}, BOOL)
        return None if made is None else _Test(made[0], code)

    def step(self, player: str, span: Span, code: Code) -> None:
        """One entry of `when`."""
        if player == "then":
            test = self.test(code)
            if test is not None:
                self.example.steps.append(_Step(player, "", code.span, test))
            return
        names = [str(each) for each in self.world.ruleset.players.names]
        if player not in names:
            self.world.error(messages.unknown_element("player", player, span, [*names, "then"]))
        self.example.steps.append(_Step(player, code.text.strip(), code.span))


def _first_acts() -> list[ir.Stmt]:
    """The first player acts when nobody does."""
    nobody = ir.Op("lt", (ME, ir.Const(0)))
    first = (
        ir.Store(ir.CELL_ME, None, ir.Const(0), ir.SCALAR),
        ir.Store(ir.CELL_ACTIVE, None, ir.Const(0), ir.SCALAR),
    )
    return [ir.If(nobody, first)]


# ---------------------------------------------------------------- running


class _FailedError(Exception):
    """An example does not hold."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def _result(game: Game, example: _Prepared, setup: int) -> ExampleResult:
    source = _source(example)
    if example.faults:
        return _not_run(example)
    try:
        _play(game, example, setup)
    except _FailedError as failure:
        return ExampleResult(example.name, False, str(failure), failure.span, source)
    except RuleFault as fault:
        return ExampleResult(example.name, False, str(fault), example.decl.span, source)
    except UsageError as error:
        return ExampleResult(example.name, False, str(error), example.decl.span, source)
    return ExampleResult(example.name, True, "", example.decl.span, source)


def _play(game: Game, example: _Prepared, setup: int) -> None:
    decl = example.decl
    players = decl.players if decl.players is not None else game.min_players
    options = {str(name): str(value) if isinstance(value, str) else value for name, value in decl.options.items()}
    if example.run >= 0:
        state = game.start(players, decl.seed, options, main=setup)
        while not state.over:
            state.apply_tuple(state.option_tuples()[0])
        if example.given >= 0:
            state.as_first_player()
            state.carry_out(example.given)
        state.go_on(example.run, decl.rolls)
    else:
        state = game.start(players, decl.seed, options, rolls=decl.rolls or None)
        if example.given >= 0:
            state.carry_out(example.given)
    for step in example.steps:
        if step.test is not None:
            _expect(state, step.test)
        else:
            _decide(state, step)
    for test in example.tests:
        _expect(state, test)
    if state.rolls_left:
        left = state.rolls_left
        raise _FailedError(f"{left} of the {len(decl.rolls)} scripted dice were not rolled", decl.value_span("rolls"))


def _expect(state: State, test: _Test) -> None:
    if not state.ask(test.function):
        text = " ".join(test.code.text.split())
        raise _FailedError(f"does not hold: {text}", test.code.span)


def _decide(state: State, step: _Step) -> None:
    words = step.words
    reject = words.startswith("reject ")
    if reject:
        words = words.removeprefix("reject ").strip()
    decision = state.decision
    if reject and (wrong := never(state.game.machine.printer, words)):
        raise _FailedError(f"{wrong}, so this rejects nothing", step.span)
    if decision is None or decision.player != step.player:
        if reject:
            return
        who = "the game is over" if decision is None else f"{decision.player} decides now ({decision.name})"
        raise _FailedError(f"{step.player} cannot decide: {who}", step.span)
    if reject:
        if state.offers(words):
            raise _FailedError(f"{step.player} may do this: {words}", step.span)
        return
    try:
        state.apply(words)
    except IllegalOption as error:
        why = "" if state.offers(words) else state.why_not(words)
        raise _FailedError(
            f"{step.player}: {error}" + (f" ({why})" if why and why not in str(error) else ""), step.span
        ) from None
