"""The story of a game: what everybody was told of each decision, and of what it led to.

That logs and announcements say nothing hidden is the checker's work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..backends.protocol import Event as Raw
from ..backends.protocol import OptionTuple
from ..program import ir
from .events import out_now, render
from .machine import Machine
from .telling import Event, told


class Passage(NamedTuple):
    """One decision: who took it (empty: what happened before the first), the lines that say what it was, and what
    happened then. `unfinished`: it is held back, and the player had more to decide then; others learn nothing of it:
    how often somebody decides could say what."""

    player: str
    option: tuple[Event, ...]
    events: tuple[Event, ...]
    unfinished: bool = False

    def is_for(self, viewer: int | None) -> bool:
        """Whether a viewer learns that there was a decision."""
        return not self.unfinished or self.chosen(viewer) != ""

    def chosen(self, viewer: int | None) -> str:
        """What a viewer is told of the option; empty: only that the player has decided."""
        return next((each.text for each in self.option if each.is_for(viewer)), "")

    def said(self, viewer: int | None) -> str:
        """The same as people read it."""
        return next((each.said for each in self.option if each.is_for(viewer)), "")


class Taken(Protocol):
    """A decision that was taken, as a game keeps it."""

    @property
    def decision(self) -> int:
        """Its number."""

    @property
    def seat(self) -> int:
        """Who took it."""

    @property
    def option(self) -> OptionTuple:
        """What was chosen."""

    @property
    def cells(self) -> ir.Cells:
        """The position before."""

    @property
    def events(self) -> Sequence[Raw]:
        """What happened then."""


def story(
    machine: Machine, first: Sequence[Raw], taken: Sequence[Taken], now: ir.Cells, since: int = 0
) -> list[Passage]:
    """What is told of a game that stands at `now`: of what happened first, then of each decision taken and what it led
    to. Of the first `since` of them nothing is told."""
    after = [*[each.cells for each in taken], now]
    begun = (*render(machine, after[0], after[0], first, aloud=True), *out_now(machine, None, after[0]))
    passages = [] if since else [Passage("", (), begun)]
    for number, each in enumerate(taken[max(since - 1, 0) :], max(since, 1)):
        then = after[number]
        events = render(machine, each.cells, then, each.events, aloud=True)
        happened = (*events, *out_now(machine, each.cells, then))
        player = machine.printer.player(each.seat)
        unfinished = 0 < each.cells[ir.CELL_HELD] == then[ir.CELL_HELD] and then[ir.CELL_DECIDER] == each.seat
        passages.append(Passage(player, announce(machine, each, then), happened, unfinished))
    return passages


def announce(machine: Machine, taken: Taken, after: ir.Cells) -> tuple[Event, ...]:
    """What everybody is told of a decision: the player who took it and those who see all of it its full text."""
    secret = machine.program.decisions[taken.decision].secret
    return told(machine, taken.option, taken.seat, taken.cells, after, secret=secret, aloud=True)
