"""The story of a game: what everybody was told of each decision, and of what it led to.

What a player chose is told to the others without what is hidden from them: the pieces that they do not see when the
option has been carried out, the parameters that are declared secret, or all of it. The author's own announcement takes
its place. That logs and announcements say nothing hidden besides is the checker's work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ..backends.protocol import Event as Raw
from ..backends.protocol import OptionTuple
from ..program import ir
from .events import SPECTATOR, Event, out_now, render
from .machine import Machine
from .observation import hidden_pieces


class Passage(NamedTuple):
    """One decision: who took it (empty: what happened before the first), the lines that say what it was, and what
    happened then."""

    player: str
    option: tuple[Event, ...]
    events: tuple[Event, ...]

    def chosen(self, viewer: int | None) -> str:
        """What a viewer is told of the option; empty: only that the player has decided."""
        return next((each.text for each in self.option if each.is_for(viewer)), "")


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
    told = [] if since else [Passage("", (), (*render(machine, after[0], first), *out_now(machine, None, after[0])))]
    for number, each in enumerate(taken[max(since - 1, 0) :], max(since, 1)):
        happened = (*render(machine, after[number], each.events), *out_now(machine, each.cells, after[number]))
        player = machine.printer.player(each.seat)
        told.append(Passage(player, announce(machine, each, after[number]), happened))
    return told


def announce(machine: Machine, taken: Taken, after: ir.Cells) -> tuple[Event, ...]:
    """What everybody is told of a decision: the player who took it and those who see all of it its full text."""
    program, printer = machine.program, machine.printer
    known = program.alternatives[taken.option[0]]
    full = printer.option(taken.option)
    seats = (SPECTATOR, *range(after[ir.CELL_PLAYERS]))
    said = _said_of(machine, taken, known.announce) if known.announce >= 0 else None
    pieces = said is not None or any(_is_piece(program, kind) for _, kind in known.params)
    others: dict[int, str] = {}
    for seat in seats:
        if seat == taken.seat:
            continue
        hidden = set[int]()
        if pieces:
            hidden = hidden_pieces(machine, taken.cells, seat) & hidden_pieces(machine, after, seat)
        if program.decisions[taken.decision].secret or (known.secret and said is None):
            others[seat] = ""
        elif said is not None:
            others[seat] = printer.text(*said, hidden=hidden)
        else:
            others[seat] = printer.told(taken.option, hidden, known.secrets)
    return _told(full, seats, others)


def _told(full: str, seats: Sequence[int], others: Mapping[int, str]) -> tuple[Event, ...]:
    """The full text for all who are told the same, and what the others are told instead."""
    less = {seat: text for seat, text in others.items() if text != full}
    if not less:
        return (Event(full),)
    lines = [Event(full, frozenset([seat for seat in seats if seat not in less]))]
    for text in dict.fromkeys(less.values()):
        lines.append(Event(text, frozenset([seat for seat, each in less.items() if each == text]), whole=False))
    return tuple(lines)


def _is_piece(program: ir.Program, kind: ir.ValueType) -> bool:
    return kind.kind == "member" and program.domains[kind.domain].piece_base >= 0


def _said_of(machine: Machine, taken: Taken, function: int) -> tuple[int, Sequence[Any]] | None:
    """The text and the values of an announcement."""
    heard = machine.told(taken.cells[:], function, *taken.option[1:])
    return (heard[-1][1], heard[-1][2]) if heard else None
