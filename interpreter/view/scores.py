"""The scores as they stand while a game is played, as far as a viewer can work them out.

A number is known when nothing that is hidden from the viewer was read for it. So it is the same in all positions that
look alike to the viewer: a number that merely happens to be the same in some of them would tell which one it is.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ..backends.registry import USUAL
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..machine.results import for_player
from ..machine.state import State
from ..play.playable import Game
from ..program import ir
from ..program.facts import ProgramFacts
from ..program.hidden import secret_parts
from ..program.reducing import reduced
from .taint import TrackedCells, Unseen


class Score(NamedTuple):
    """A player's score and what it is made of; None for what the viewer cannot know, or
    what the rules cannot count yet."""

    total: int | None
    items: dict[str, int | None]


def counting(program: ir.Program) -> list[int]:
    """The functions that count."""
    scoring = program.scoring
    return [each for each in (scoring.score, *[function for _, function in scoring.items]) if each >= 0]


def guarded(program: ir.Program) -> frozenset[int]:
    """Those of them that may touch what is hidden."""
    facts, secret = ProgramFacts(program), secret_parts(program)
    return frozenset([each for each in counting(program) if not secret.isdisjoint(facts.function(each).reads)])


class Scores:
    """The scores of one game."""

    def __init__(self, game: Game) -> None:
        self._program, self._passes = game.program, game.passes
        self._unseen = Unseen()

    @cached_property
    def _machine(self) -> Machine:
        """Runs what counts, and nothing that would remember what it has counted before."""
        return Machine(reduced(self._program, counting(self._program)), USUAL, self._passes)

    @cached_property
    def _guarded(self) -> frozenset[int]:
        return guarded(self._program)

    def seen(self, state: State, viewer: int) -> dict[str, Score]:
        """Every player's score as if the game ended here, as a seat (-1: who sees what all see) may know it; at the end
        all of it. Empty where nothing is counted."""
        scoring = self._program.scoring
        if not scoring.items:
            return {}
        if state.over:
            scores = state.scores
            return {name: Score(scores[name], dict(state.score_items(name))) for name in state.names}
        unseen = self._unseen.of(self._machine, state.cells, viewer) if self._guarded else frozenset()
        return {
            name: Score(
                self._number(state, unseen, scoring.score, seat),
                {item: self._number(state, unseen, each, seat) for item, each in scoring.items},
            )
            for seat, name in enumerate(state.names)
        }

    def _number(self, state: State, unseen: frozenset[int], function: int, seat: int) -> int | None:
        cells = TrackedCells(state.cells) if function in self._guarded else state.cells
        try:
            number = for_player(self._machine, cells, function, seat)
        except Trap:  # what counts at the end may make no sense before it
            return None
        return number if not isinstance(cells, TrackedCells) or cells.read.isdisjoint(unseen) else None
