"""The scores as they stand while a game is played, as far as a viewer can work them out.

A number is known when nothing that is hidden from the viewer was read for it. So it is the same in all positions that
look alike to the viewer: a number that merely happens to be the same in some of them would tell which one it is.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from .backends.registry import USUAL
from .look_lines import secret_parts
from .machine.faults import Trap
from .machine.results import for_player, items, points
from .machine.state import State
from .playable import Game
from .program.facts import ProgramFacts
from .watched import Watched, unseen_cells, unseen_places


class Score(NamedTuple):
    """A player's score and what it is made of; None for what the viewer cannot know, or
    what the rules cannot count yet."""

    total: int | None
    items: dict[str, int | None]


class Scores:
    """The scores of one game."""

    def __init__(self, game: Game) -> None:
        self._machine = game.on(USUAL).machine

    @cached_property
    def _guarded(self) -> frozenset[int]:
        """The functions of the scoring that may touch what is hidden."""
        program = self._machine.program
        facts, secret = ProgramFacts(program), secret_parts(program)
        scoring = [program.scoring.score, *[function for _, function in program.scoring.items]]
        known = [each for each in scoring if each >= 0]
        return frozenset([each for each in known if not secret.isdisjoint(facts.function(each).reads)])

    def seen(self, state: State, viewer: int) -> dict[str, Score]:
        """Every player's score as if the game ended here, as a seat (-1: who sees what all see) may know it; at the end
        all of it. Empty where nothing is counted."""
        program = self._machine.program
        if not program.scoring.items:
            return {}
        if state.over:
            points_at_end = points(self._machine, state.cells)
            return {
                name: Score(points_at_end[seat], dict(items(self._machine, state.cells, seat)))
                for seat, name in enumerate(state.names)
            }
        unseen: set[int] = set()
        if self._guarded:
            unseen = unseen_cells(self._machine, state.cells, viewer)
            unseen |= unseen_places(self._machine, state.cells, viewer)
        return {
            name: Score(
                self._number(state, unseen, program.scoring.score, seat),
                {item: self._number(state, unseen, each, seat) for item, each in program.scoring.items},
            )
            for seat, name in enumerate(state.names)
        }

    def _number(self, state: State, unseen: set[int], function: int, seat: int) -> int | None:
        cells = Watched(state.cells) if function in self._guarded else state.cells
        try:
            number = for_player(self._machine, cells, function, seat)
        except Trap:  # what counts at the end may make no sense before it
            return None
        return number if not isinstance(cells, Watched) or unseen.isdisjoint(cells.read) else None
