"""Plays one prepared example from its set-up to its last condition, and says what does not hold.

`before` is carried out when the set-up has ended, before the flow begins, and `given` at the first decision (or after
the set-up, when there is a `run`). Then the players of `when` decide one after the other; every condition of `then`
must hold, all scripted dice be used, and what was run have come to its end, unless `waits` says who is asked for what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import Claim, Move, read_move
from yupana.schemas.source import Code, Diagnostic, Span

from ..machine.faults import IllegalOption
from ..machine.state import State
from ..machine.why_not import never
from ..play.playable import Game
from .misspellings import slips
from .values import Probes, seen, values_of


@dataclass(slots=True)
class Test:
    """A condition of an example: its function, its place, and what tells why it does not hold."""

    function: int
    code: Code
    probes: Probes | None = None


@dataclass(slots=True)
class Step:
    """One entry of `when` or `waits`: a decision of a player (`words`), or a condition."""

    player: str
    words: str
    code: Code
    test: Test | None = None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.code.span


@dataclass(slots=True)
class Prepared:
    """An example with the numbers of its functions."""

    name: str
    decl: ExampleDecl
    before: int = -1
    given: int = -1
    run: int = -1
    steps: list[Step] = field(default_factory=list)
    tests: list[Test] = field(default_factory=list)
    waits: Step | None = None
    faults: list[Diagnostic] = field(default_factory=list)
    condition_fails: bool = False
    true: list[tuple[Code, Claim]] | None = None
    """Where claims are gathered that are true, whatever the example says; it then does not fail for a wrong one."""
    seen: list[tuple[str | None, ...]] = field(default_factory=list)
    """The values of the parts of its conditions, one condition after the other, where these are prepared."""


class FailedError(Exception):
    """An example does not hold."""

    def __init__(
        self, message: str, span: Span, test: Test | None = None, values: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.span = span
        self.test = test
        self.values = values or {}


Listener = Callable[[State, Span], None]
"""Is told where an example stands before each entry of `when` and each condition."""


def play(game: Game, example: Prepared, setup: int, listener: Listener | None = None) -> State:
    """Play an example; `setup` is the function that does the set-up alone. Gives the position at its end.

    Raises FailedError with what does not hold, RuleFault, and UsageError for options or dice that do not fit.
    """
    decl = example.decl
    players = decl.players if decl.players is not None else game.min_players
    options = {str(name): str(value) if isinstance(value, str) else value for name, value in decl.options.items()}
    begun = True
    if example.run >= 0:
        state = game.start(players, decl.seed, options, main=setup)
        while not state.over:
            state.apply_tuple(state.option_tuples()[0])
        if example.before >= 0:
            state.carry_out(example.before)
        if example.given >= 0:
            state.as_first_player()
            state.carry_out(example.given)
        state.go_on(example.run, decl.rolls)
    else:
        arranged = example.before >= 0
        state = game.start(players, decl.seed, options, main=setup if arranged else -1, rolls=decl.rolls or None)
        begun = not arranged or _begin(state, example)
        if example.given >= 0:
            state.carry_out(example.given)
    # a position that was put together may be none of the game's, and is not asked what it breaks
    put_together = example.given >= 0 or example.before >= 0
    broken = frozenset(state.broken_invariants) if put_together else frozenset()
    _ask_invariants(state, broken, decl.span)
    for step in example.steps:
        if listener is not None:
            listener(state, step.span)
        if step.test is not None:
            _expect(state, step.test, example)
        elif example.true is None or not (move := read_move(step.words)).claim:
            _decide(state, step)
            begun = begun or _begin(state, example)
        elif claim := truth(state, step.player, move.option):
            example.true.append((step.code, claim))
        if step.test is None:
            _ask_invariants(state, broken, step.span)
    for test in example.tests:
        if listener is not None:
            listener(state, test.code.span)
        _expect(state, test, example)
    if state.rolls_left:
        left = state.rolls_left
        raise FailedError(f"{left} of the {len(decl.rolls)} scripted dice were not rolled", decl.value_span("rolls"))
    _end(state, example)
    return state


def _begin(state: State, example: Prepared) -> bool:
    """Where the set-up has ended, arrange what the flow begins with, and begin it; whether that was so."""
    if state.over:
        state.carry_out(example.before)
        state.go_on()
        return True
    return False


def _ask_invariants(state: State, but: frozenset[str], span: Span) -> None:
    """The ruleset's invariants must hold whenever a player decides, and at the end."""
    if wrong := [each for each in state.broken_invariants if each not in but]:
        raise FailedError(f"the invariant {wrong[0]} does not hold here", span)


def _end(state: State, example: Prepared) -> None:
    """Whoever is said to be asked must be asked, and nothing that was run may wait for anybody else."""
    decision, waits = state.decision, example.waits
    if waits is not None:
        if decision is None:
            raise FailedError("nothing waits for a decision: it came to its end", waits.span)
        if decision.player != waits.player or (decision.name != waits.words and not state.offers(waits.words)):
            raise FailedError(f"{_who_decides(state)}, not {waits.player} for `{waits.words}`", waits.span)
    elif decision is not None and example.run >= 0:
        what = decision.options[0].name if decision.name == "choose" else decision.name
        raise FailedError(
            f"what was run is not at its end: {_who_decides(state)}; answer this in `when`,"
            f" or say that it is meant so: `waits: {{{decision.player}: {what}}}`",
            example.decl.value_span("run"),
        )


def _who_decides(state: State) -> str:
    """Who is asked for what, in half a sentence."""
    decision = state.decision
    if decision is None:
        return "nobody is asked"
    names = list(dict.fromkeys(each.name for each in decision.options))
    shown = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
    return f"{decision.player} is asked for {decision.name}" + (f" ({shown})" if names != [decision.name] else "")


def _expect(state: State, test: Test, example: Prepared) -> None:
    if test.probes is not None:
        example.seen.append(seen(state, test.probes))
    if not state.ask(test.function):
        message = f"does not hold: {' '.join(test.code.text.split())}"
        told, values = values_of(state, test.probes) if test.probes is not None else ("", {})
        raise FailedError(f"{message} ({told})" if told else message, test.code.span, test, values)


def truth(state: State, player: str, option: str) -> Claim:
    """Which claim about a player and an option is true in a position; "" when it is offered to them."""
    if option and never(state.game.machine.printer, option):
        return "never"
    decision = state.decision
    if decision is None or decision.player != player:
        return "not asked"
    found = state.standing(option) if option else "offered"
    return "" if found == "offered" else "cannot" if found == "not offered" else "not asked"


def _claim(state: State, step: Step, move: Move) -> None:
    """A claim about what a player may not do must be the true one of the three."""
    true = truth(state, step.player, move.option)
    if true == move.claim:
        return
    player, option = step.player, move.option
    if true == "never":
        why = never(state.game.machine.printer, option)
        if not any(slips(state.game.program, (), option, step.code)):  # a misspelling is to be put right
            why += f": `never {option}` says that"
    elif true == "cannot":
        why = f"{player} is asked now, and this is not offered: `cannot {option}` says that"
    elif true == "not asked":
        decision = state.decision
        this = " for this" if decision is not None and decision.player == player else ""
        why = f"{_who_decides(state)}: `{Move('not asked', option)}` says that {player} is not asked{this}"
    else:
        why = f"{player} may do this: {option}" if option else _who_decides(state)
    raise FailedError(why, step.span)


def _decide(state: State, step: Step) -> None:
    words, decision = step.words, state.decision
    move = read_move(words)
    if move.claim:
        _claim(state, step, move)
        return
    if decision is None or decision.player != step.player:
        who = "the game is over" if decision is None else f"{decision.player} decides now ({decision.name})"
        raise FailedError(f"{step.player} cannot decide: {who}", step.span)
    try:
        state.apply(words)
    except IllegalOption as error:
        why = "" if state.offers(words) else state.why_not(words)
        raise FailedError(
            f"{step.player}: {error}" + (f" ({why})" if why and why not in str(error) else ""), step.span
        ) from None
