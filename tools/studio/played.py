"""The game at the studio's table: how it began, what was decided, where it stands, and the same game when the rules are
others.

A position may have been put together by hand. Then it is what lines make of the beginning of a game, and no more than
that: the lines are those that the `given` of an example holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.examples.beside import Beside
from yupana.interpreter.examples.differing import effects, same
from yupana.interpreter.game import RuleFault, State
from yupana.interpreter.program.open import all_open
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError
from yupana.schemas.texts import languages

from ..bots.seats import HUMAN
from ..languages.catalogue import ENGLISH, speaks, spoken
from ..page.about import Told
from ..page.edited import Retold, retold
from ..page.faults import Refused, what_failed
from ..page.offered import Ready, made_ready
from ..terminal.opening import opened_of

MOST_LINES = 400
"""So many lines put a position together, at most."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game begins: `given` are the lines that put its first position together."""

    players: int
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    given: tuple[str, ...] = ()


def language_for(compiled: Compiled, language: str) -> str:
    """The language in which a game is shown to who reads this one; "" for its own."""
    known = languages(compiled.parts)
    if language in known:
        return language
    return spoken(language) if speaks(language) and spoken(language) != ENGLISH else ""


def ready_for(compiled: Compiled, target: str, language: str) -> Ready:
    """The game of a compiled ruleset, beside which examples can be tried. Raises RulesetError where it has faults."""
    if isinstance(compiled, SoundRuleset):
        compiled = Beside.with_room(compiled)
    language = language_for(compiled, language)
    return made_ready(opened_of(compiled, target, language or None, "python", optimised=False), language)


class Played:
    """A game. `decisions` are all that are known; those beyond `state.ply` were taken back, or cannot be taken under
    the rules as they are. Raises RuleFault, and UsageError for what the ruleset does not offer."""

    def __init__(self, ready: Ready, beginning: Beginning) -> None:
        self.ready, self.beginning = ready, beginning
        self.beside = Beside(ready.told.compiled, ready.game)
        self.first = self.begin()
        self.state = self.first.clone()
        self.decisions: list[str] = []
        self._lost = 0  # so many decisions the rules would not take when they changed last
        self._before: list[tuple[Beginning, list[str], int]] = []  # what was changed by hand, to be taken back

    # ------------------------------------------------------------ where it stands

    def bare(self) -> State:
        """The beginning without what was put together by hand."""
        begun = self.beginning
        return self.ready.game.start(begun.players, begun.seed, begun.options)

    def begin(self) -> State:
        """The first position."""
        return self.beside.put(self.bare(), self.beginning.given)

    def at(self, ply: int) -> State:
        """An earlier position. Raises Refused."""
        if not 0 <= ply <= self.state.ply:
            raise Refused(404, "The game has not come so far.")
        state = self.state.clone()
        while state.ply > ply:
            state.undo(force=True)
        return state

    @cached_property
    def open(self) -> Told:
        """The game as who sees everything is told of it."""
        told = self.ready.told
        compiled = replace(told.compiled, program=all_open(told.compiled.program))
        opened = opened_of(compiled, self.ready.game.target, self.ready.language or None, "python", optimised=False)
        return made_ready(opened, self.ready.language).told

    # ------------------------------------------------------------ deciding

    def choose(self, ply: int, index: int) -> None:
        """Take the option with a number, from 0, at a ply. Raises Refused."""
        self.must_be_offered(ply, index)
        self.take(index)

    def must_be_offered(self, ply: int, index: int) -> None:
        """Raises Refused where an option cannot be taken."""
        if self.state.over:
            raise Refused(409, "The game is over.")
        if ply != self.state.ply:
            raise Refused(409, "The game has gone on since: look at it again.")
        if not 0 <= index < len(self.state.option_tuples()):
            raise Refused(400, "There is no option with this number.")

    def take(self, index: int) -> None:
        """Take an option of who decides. Raises Refused where a rule fails."""
        after = self.state.clone()
        decision = after.decision
        assert decision is not None
        text = after.game.machine.printer.option(after.option_tuples()[index], exact=True)
        try:
            after.apply(decision.options[index])
        except RuleFault as fault:
            raise Refused(409, what_failed(fault)) from None
        self.decisions[self.state.ply :] = [text]
        self._stands(after)

    def undo(self, seats: Sequence[str]) -> None:
        """Back to the last decision of a person; where bots alone play, by one; and at the beginning back to before
        something was changed by hand. Raises Refused."""
        if self.state.ply == 0:
            if not self._before:
                raise Refused(409, "There is nothing to take back.")
            beginning, self.decisions, ply = self._before.pop()
            self.beginning = beginning
            self.first = self.begin()
            self._stands(_whole(retold(self.first.clone, self.decisions[:ply])))
            return
        state = self.state.clone()
        state.undo(force=True)
        while HUMAN in seats and state.ply > 0 and seats[state.seat] != HUMAN:
            state.undo(force=True)
        self._stands(state)

    def redo(self, seats: Sequence[str]) -> None:
        """Take again what was taken back, up to where a person decides. Raises Refused."""
        if self.state.ply == len(self.decisions):
            raise Refused(409, "There is nothing to take again.")
        state = self.state.clone()
        try:
            state.apply(self.decisions[state.ply])
            while HUMAN in seats and not state.over and state.ply < len(self.decisions) and seats[state.seat] != HUMAN:
                state.apply(self.decisions[state.ply])
        except (RuleFault, UsageError) as fault:
            raise Refused(409, what_failed(fault)) from None
        self._stands(state)

    def _stands(self, state: State) -> None:
        self.state, self._lost = state, 0

    def go(self, ply: int) -> None:
        """Take back, or take again, up to a ply, whoever decides there. Raises Refused."""
        if not 0 <= ply <= len(self.decisions):
            raise Refused(404, "The game has not come so far.")
        if ply <= self.state.ply:
            self._stands(self.at(ply))
            return
        state = self.state.clone()
        try:
            for text in self.decisions[state.ply : ply]:
                state.apply(text)
        except (RuleFault, UsageError) as fault:
            raise Refused(409, what_failed(fault)) from None
        self._stands(state)

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return self.state.ply > 0 or bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be taken again, as far as is known."""
        return self.state.ply < len(self.decisions)

    # ------------------------------------------------------------ putting a position together

    def arrange(self, lines: Sequence[str]) -> None:
        """Change the position by the effects of lines. From then on the game begins with it. Raises Refused where no
        example can begin so, or where the lines say nothing that can be done."""
        state = self.state
        self.must_be_like_the_first(state)
        try:
            after = self.beside.put(state, lines)
            bare = self.bare()
            given = effects(self.ready.game.machine.printer, bare.cells, after.cells)
            if len(given) > MOST_LINES:
                raise Refused(409, f"That takes more than {MOST_LINES} lines, and nobody could read it.")
            first = self.beside.put(bare, given)
        except RulesetError as fault:
            raise Refused(409, _first_words(fault)) from None
        except RuleFault as fault:
            raise Refused(409, what_failed(fault)) from None
        if not same(self.ready.game.machine.printer, first.cells, after.cells):
            raise Refused(409, "No line of `given` can say this: what the rules keep by themselves would be another.")
        if first.over:
            raise Refused(409, "The game would be over, and nothing could be done from there.")
        self._before.append((self.beginning, self.decisions, state.ply))
        self.beginning = replace(self.beginning, given=tuple(given))
        self.decisions, self.first = [], first
        self._stands(first.clone())

    def must_be_like_the_first(self, state: State) -> None:
        """Raises Refused where nobody is asked what the first decision of a game asks: `given` is put in place there
        and nowhere else."""
        first, here = self.first.decision, state.decision
        if here is None:
            raise Refused(409, "The game is over: take something back first.")
        assert first is not None
        if (first.seat, first.name) == (here.seat, here.name):
            return
        raise Refused(
            409, f"A position can be put together only where a game begins: {first.player} is asked for `{first.name}`"
            f" there, and here {here.player} for `{here.name}`. Take back, or play on, until it is so again.",
        )  # fmt: skip

    # ------------------------------------------------------------ other rules

    @property
    def wanted(self) -> int:
        """How many decisions the game would have if the rules took all that were taken."""
        return self.state.ply + self._lost

    def under(self, ready: Ready) -> tuple[Played | None, Retold]:
        """The same game under other rules, as far as it goes, with what an edit before has cost it; None where it
        cannot begin."""
        other = Played.__new__(Played)
        other.ready, other.beside = ready, Beside(ready.told.compiled, ready.game)
        other.beginning, other.decisions, other._before = self.beginning, self.decisions, self._before
        wanted = self.wanted
        found = retold(_told(other.begin), self.decisions[:wanted])
        if found.state is None:
            return None, found
        other.first, other.state = other.begin(), found.state
        other._lost = wanted - found.state.ply
        return other, found


def _told(begin: Callable[[], State]) -> Callable[[], State]:
    """What begins a game, and says as a fault of use what is wrong with the lines that it begins with."""

    def begun() -> State:
        try:
            return begin()
        except RulesetError as fault:
            raise UsageError(_first_words(fault)) from None

    return begun


def _whole(found: Retold) -> State:
    assert found.state is not None
    return found.state


def _first_words(fault: RulesetError) -> str:
    """The first fault as a sentence."""
    first = next(iter(fault.diagnostics), None)
    if first is None:
        return str(fault)
    hint = f"; {first.hint}" if first.hint else ""
    return f"{first.message}{hint}."
