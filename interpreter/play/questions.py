"""Questions asked of a position from outside: expressions that are compiled against a ruleset beside its own code.

The game with the questions plays exactly like the one without them; it only knows more functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from yupana.schemas.source import Code, Diagnostic

from ..check.functions import check_value
from ..compiled import SoundRuleset
from ..language import nodes
from ..language.types import Type
from ..lower.assemble import with_tables
from ..lower.finish import value_function
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..machine.saves import start_values
from ..program import ir
from ..program.facts import ProgramFacts
from .playable import Game


class Question(NamedTuple):
    """The number of the function that answers a question (for `State.ask`) and the type of the answer. Where it cannot
    be asked when nobody acts, the number is -1, and `faults` say why."""

    function: int
    type: Type | None = None
    faults: tuple[Diagnostic, ...] = ()


def with_questions(compiled: SoundRuleset, codes: Sequence[Code | nodes.Expr]) -> tuple[Game, list[Question]]:
    """A compiled ruleset without errors as a game, and each expression as a question that it answers."""
    tables = compiled.tables.extended()
    asked: list[Question] = []
    for number, code in enumerate(codes):
        world = compiled.checked.world.extended()
        made = check_value(world, f"question_{number}", "a question", code, {}, None)
        faults = tuple(world.report.errors)
        if made is None or faults:
            asked.append(Question(-1, faults=faults))
        else:
            asked.append(Question(value_function(tables, made), made.result))
    return Game(with_tables(compiled.program, tables), compiled.ruleset), asked


class Unanswered(Exception):  # noqa: N818
    """A question has no answer before the game begins; the message says why."""


class BeforePlay:
    """Answers questions whose answers are the same in every game with as many players and the usual options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._facts = ProgramFacts(game.program)
        options = {("cell", cell) for _, cell in game.program.layout.options}
        self._fixed = {("cell", ir.CELL_PLAYERS), *options}

    @cached_property
    def _machine(self) -> Machine:
        """Each question is asked a few times: no pass is worth it."""
        return Machine(self.game.program, self.game.back_end, ())

    def is_known(self, question: Question) -> bool:
        """Whether nothing that happens in a game changes the answer."""
        facts = self._facts.function(question.function)
        return facts.pure and not facts.does and facts.reads <= self._fixed

    def answer(self, question: Question, players: int) -> Any:
        """The answer: a number, a truth value, the number of a member, or a tuple of these. Raises Unanswered."""
        start = start_values(self.game.program, players, 1, {})
        cells = self._machine.new_state(players, 1, [start[name] for name, _ in self.game.program.layout.options])
        try:
            return self._machine.call(cells, question.function)
        except Trap as trap:
            raise Unanswered(trap.message) from None
