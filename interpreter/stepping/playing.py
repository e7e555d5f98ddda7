"""What is stepped through: an example from its set-up to its last condition, or a game decision by decision.

Either is played any number of times and always comes to the same moments. Those of a game have numbers by the decision
that they follow, so that what comes before a moment that is wanted need not be listened to; and it is remembered how
the game stood at each of its decisions, so that what is played again begins at the last one before that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from yupana.schemas.nearest import asked_after
from yupana.schemas.source import Span

from ..compiled import SoundRuleset
from ..examples.playing import FailedError, play
from ..examples.running import prepare
from ..machine.chances import START, Draws, option_and_draws
from ..machine.faults import RuleFault, SaveError, UsageError
from ..machine.resuming import fitting, is_same, take_up
from ..machine.saves import read_save, start_values
from ..machine.state import State
from ..program import ir
from .stack import Waiting
from .stepping import Listener, Stepping, steppable

__all__ = ["Course", "ExampleCourse", "FailedError", "GameCourse", "RuleFault"]


EACH = 2**40
"""So much higher are the numbers of the moments of what a decision leads to than of the one before; that of the set-up
are from 0, and the first decision waits at this."""


class Course(Protocol):
    """Something that can be stepped through. `title` says what it is; `lines` are the lines of its own that it comes
    to, besides those of the rules."""

    stepping: Stepping
    title: str
    lines: tuple[Span, ...]

    def play(self, listener: Listener, moment: int = 0) -> None:
        """Play it; the moments before this one may be left out. Raises FailedError for a claim that does not hold,
        RuleFault, and UsageError for what does not fit."""


class ExampleCourse:
    """An example of a compiled ruleset. Raises UsageError when there is none of this name, or when it has faults."""

    def __init__(self, compiled: SoundRuleset, name: str, target: str = "") -> None:
        if name not in compiled.ruleset.examples:
            raise UsageError(f"There is no example `{name}`.{asked_after(name, compiled.ruleset.examples)}")
        whole = steppable(compiled)
        ready = prepare(whole, [name], parts=True)
        (self._example,) = ready.examples
        if ready.program is None or self._example.faults:
            raise UsageError(f"The example `{name}` has faults; `yupana test` tells them.")
        self._setup = ready.setup
        self.stepping = Stepping(replace(whole, tables=ready.tables, program=ready.program), target)
        self.title = f"example {name}"
        spans = [each.span for each in self._example.steps]
        self.lines = (*spans, *[each.code.span for each in self._example.tests])

    def play(self, listener: Listener, moment: int = 0) -> None:
        """Play it, always from its set-up on."""
        self.stepping.begin(listener)
        play(self.stepping.game, self._example, self._setup, self.stepping.at)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A game where a decision waits: how many came before it, and which functions wait."""

    taken: int
    state: State
    waiting: Waiting


class _Start(NamedTuple):
    """What a game begins with; `draws` are how chance came out in the set-up, None for what the seed makes of it."""

    players: int
    seed: int
    options: Mapping[str, Any]
    draws: tuple[int, ...] | None


class GameCourse:
    """A game of a compiled ruleset: a new one, or one that was `saved`. Its `decisions` are taken, one after the other;
    where there is none, `more` is called until there is one (None: that is the end).

    Raises SaveError, and UsageError for what the ruleset does not offer.
    """

    def __init__(
        self, compiled: SoundRuleset, target: str = "", *, players: int | None = None, seed: int = 1,
        options: Mapping[str, Any] | None = None, saved: str = "",
    ) -> None:  # fmt: skip
        self.stepping = Stepping(steppable(compiled), target)
        game = self.stepping.game
        self.title = game.title
        self.lines: tuple[Span, ...] = ()
        self.more: Callable[[], None] | None = None
        self._start = start = _Start(game.min_players if players is None else players, seed, options or {}, None)
        start_values(game.program, start.players, start.seed, start.options)  # so that it is told before it begins
        self.decisions: list[str] = []
        if saved:
            self._start, self.decisions = self._read(saved)
        self._marks: list[_Mark] = []

    def _read(self, saved: str) -> tuple[_Start, list[str]]:
        """What a saved game begins with, and its decisions, as far as it goes. Raises SaveError."""
        game = self.stepping.game
        save = fitting(game, read_save(saved))
        most = None if is_same(game, save) else take_up(game, saved).state.ply
        begun, draws = option_and_draws(save.decisions[0]) if save.decisions else ("", None)
        if begun == START and draws is not None:
            return _Start(save.players, save.seed, save.options, tuple(draws)), save.decisions[1:][:most]
        return _Start(save.players, save.seed, save.options, None), save.decisions[:most]

    def decide(self, number: int, option: str) -> None:
        """From now on the decision of this number is this one; those that came after it are forgotten."""
        self._take([*self.decisions[:number], option])

    def go_on_with(self, saved: str) -> bool:
        """From now on the decisions are those of another saved game, if it is one of these rules, as they are written
        here, that begins as this one; whether it is. What was played of it is not played again."""
        try:
            if read_save(saved).hash != self.stepping.program.hash:
                return False
            start, decisions = self._read(saved)
        except SaveError:
            return False
        if start == self._start:
            self._take(decisions)
        return start == self._start

    def _take(self, decisions: list[str]) -> None:
        pairs = zip(self.decisions, decisions, strict=False)
        same = next((number for number, (old, new) in enumerate(pairs) if old != new), len(decisions))
        self.decisions = decisions
        self._marks = [each for each in self._marks if each.taken <= same]

    def moment_of(self, number: int) -> int:
        """The moment at which the decision of this number (from 1) waits."""
        return number * EACH

    def play(self, listener: Listener, moment: int = 0) -> None:
        """Play it, from the last decision before the moment that is wanted; what comes before that is passed over."""
        heard = min(moment // EACH, len(self.decisions) + 1)
        begun = next((each for each in reversed(self._marks) if each.taken < heard), None)
        if begun is None:
            self.stepping.begin(listener)
            self.stepping.passes = heard > 0
            start = self._start
            draws = None if start.draws is None else Draws.of(start.draws)
            state = self.stepping.game.start(start.players, start.seed, start.options, draws=draws)
            taken = 0
        else:
            self.stepping.begin(listener, begun.waiting)
            state, taken = begun.state.clone(), begun.taken
        while not state.over:
            if not self._marks or taken > self._marks[-1].taken:
                self._marks.append(_Mark(taken, state.clone(), self.stepping.waiting))
            self.stepping.passes = taken + 1 < heard
            if not self.stepping.passes:
                self.stepping.at(state, self._span(state), self.moment_of(taken + 1))
            while taken == len(self.decisions):
                if self.more is None:
                    return
                self.more()
            state.apply(self.decisions[taken])
            taken += 1

    def _span(self, state: State) -> Span:
        """Where the rule stands that asks for the decision that waits."""
        program = self.stepping.program
        place = program.decisions[state.cells[ir.CELL_DECISION]].place
        known = program.places[place] if place >= 0 else ir.Place("", 0, 0, "", "")
        return Span(known.file, known.line, known.column, known.line, known.column)
