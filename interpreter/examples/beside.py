"""Examples that are written while a game is played: each is tried by itself, beside those of the ruleset, and only what
it brings is translated; and positions that are put together as the `given` of an example puts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yupana.schemas.book import ExampleDecl
from yupana.schemas.source import Diagnostic, RulesetError

from ..backends.python.variant import fits, roomy, varied
from ..compiled import SoundRuleset
from ..machine.faults import InternalError, RuleFault, UsageError
from ..machine.state import State
from ..play.playable import Game
from .playing import FailedError, Prepared, play
from .running import ExampleResult, outcome, prepare, with_example

NAME = "example"


@dataclass(frozen=True, slots=True)
class Course:
    """How an example goes by its decisions alone: where it begins and ends, which of its conditions hold there, and
    `why` it does not come to its end ("": it does)."""

    begun: State | None
    end: State | None
    hold: tuple[bool, ...] = ()
    why: str = ""


class Beside:
    """Tries examples of a ruleset whose game is played: `game` is run by Python, without passes, and has room for what
    they bring (see `with_room`)."""

    def __init__(self, compiled: SoundRuleset, game: Game) -> None:
        self.compiled, self.game = compiled, game

    @staticmethod
    def with_room(compiled: SoundRuleset) -> SoundRuleset:
        """A ruleset for whose game examples can be tried."""
        return replace(compiled, program=roomy(compiled.program))

    def faults(self, text: str, name: str = NAME) -> Sequence[Diagnostic]:
        """What is wrong in the code of an example, or in how it is written."""
        try:
            return self._prepared(text, name)[0].faults
        except RulesetError as fault:
            return fault.diagnostics

    def declared(self, text: str, name: str = NAME) -> ExampleDecl:
        """An example as it is declared. Raises RulesetError for what is wrong in how it is written."""
        return next(iter(with_example(self.compiled, name, text).ruleset.examples.values()))

    def result(self, text: str, name: str = NAME) -> ExampleResult:
        """How an example goes. Raises RulesetError for what is wrong in how it is written."""
        example, game, setup = self._prepared(text, name)
        found = outcome(game, example, setup)
        if not example.condition_fails:
            return found
        example, game, setup = self._prepared(text, name, parts=True)  # which tells the values too
        return outcome(game, example, setup)

    def course(self, text: str, name: str = NAME) -> Course:
        """Where an example leads by its decisions, and which of the conditions of its `then` hold there. Raises
        RulesetError."""
        example, game, setup = self._prepared(text, name)
        if example.faults:
            raise RulesetError(example.faults)
        tests, example.tests, example.waits = example.tests, [], None
        begun: list[State] = []
        try:
            end = play(game, example, setup, lambda state, span: begun.append(state.clone()) if not begun else None)
        except (FailedError, RuleFault, UsageError) as fault:
            return Course(begun[0] if begun else None, None, why=str(fault))
        return Course(begun[0] if begun else end, end, tuple([_holds(end, each.function) for each in tests]))

    def put(self, state: State, lines: Sequence[str]) -> State:
        """The position with what the lines of a `given` do to it. Raises RulesetError for what is no such line, and
        RuleFault for what cannot be done."""
        if not lines:
            return state.clone()
        text = "".join([*[f"{each}\n" for each in begun_as(state)], "given: |\n", *[f"  {each}\n" for each in lines]])
        example, game, _ = self._prepared(text, NAME)
        if example.faults:
            raise RulesetError(example.faults)
        other = state.clone()
        other.game = game
        other.carry_out(example.given)
        other.game = state.game
        return other

    def _prepared(self, text: str, name: str, *, parts: bool = False) -> tuple[Prepared, Game, int]:
        """An example, a game that has what it needs, and the function that does the set-up alone."""
        whole = with_example(self.compiled, name, text)
        ready = prepare(whole, parts=parts)
        program = replace(ready.program, layout=self.game.program.layout)
        if not fits(self.game.program, program):
            raise InternalError("an example has no room in the states of its game")
        game = Game(program, whole.ruleset, optimised=False)
        game.__dict__["machine"] = varied(self.game.machine, program)
        return ready.examples[0], game, ready.setup


def begun_as(state: State, usual: int = 0) -> list[str]:
    """The lines of an example that say how many play (unless that is `usual`), and which options were chosen that are
    not as they are by themselves."""
    chosen = {name: each for name, each in state.options.items() if each != _default(state, name)}
    said = [f"{name}: {str(each).lower() if isinstance(each, bool) else each}" for name, each in chosen.items()]
    return [
        *([f"players: {state.players}"] if state.players != usual else []),
        *([f"options: {{{', '.join(said)}}}"] if said else []),
    ]


def _default(state: State, name: str) -> int | bool | str | None:
    """What an option is where nobody chooses."""
    program = state.game.program
    option = next(each for each in program.game_options if each.name == name)
    if option.type.kind == "member":
        return program.domains[option.type.domain].names[option.default] if option.default >= 0 else None
    return bool(option.default) if option.type.kind == "bool" else option.default


def _holds(state: State, function: int) -> bool:
    try:
        return bool(state.ask(function))
    except RuleFault:
        return False
