"""Lines for people, each with who may read it, and what everybody is told of an option that somebody chose.

What a player chose is told to the others without what is hidden from them: the pieces that they see neither before nor
after, the parameters that are declared secret, or all of it. The author's own announcement takes its place.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..backends.protocol import OptionTuple
from ..program import ir
from .faults import Trap
from .machine import Machine
from .observation import is_hidden

SPECTATOR = -1
"""The seat of somebody at no seat, who sees what all players see."""


@dataclass(frozen=True)
class Rolled:
    """Dice of so many sides, and what they show; the seat of who rolls them, or -1."""

    sides: int
    values: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class Dealt:
    """Pieces of a domain that were drawn: how many, the seat of who has them then, or -1, and which they are, where the
    reader may know it. Of pieces that are alike the first stands for all."""

    domain: int
    count: int
    seat: int
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Event:
    """One line, in exact names; `said` is what people read, where it was asked for. `audience`: the seats that may read
    it (None: all; SPECTATOR: who sees only what all see). `whole`: whether it is read where nothing is hidden; of
    several lines that tell the same to different seats, the one that says most. `chance`: what came out by chance,
    where the line tells of that. `look`: it tells who may know it of pieces that somebody was shown."""

    text: str
    audience: frozenset[int] | None = None
    whole: bool = True
    chance: Rolled | Dealt | None = None
    look: bool = False
    said: str = ""

    def is_for(self, viewer: int | None) -> bool:
        """Whether the player on a seat (or SPECTATOR) reads it; None: who sees everything."""
        return self.whole if viewer is None else self.audience is None or viewer in self.audience

    def __str__(self) -> str:
        return self.text


def told(
    machine: Machine, option: OptionTuple, player: int, before: ir.Cells, after: ir.Cells, *, secret: bool,
    aloud: bool = False,
) -> tuple[Event, ...]:  # fmt: skip
    """What everybody is told of an option of a player, between two positions: the player and those who see all of it
    its full text, the others less, of a `secret` one nothing (an empty line). `aloud`: with what people read."""
    program, printer = machine.program, machine.printer
    known = program.alternatives[option[0]]
    full = printer.option(option)
    seats = (SPECTATOR, *range(after[ir.CELL_PLAYERS]))
    said = _announcement(machine, option, player, before, known.announce) if known.announce >= 0 else None
    others: dict[int, str] = {}
    aloud_to: dict[str, str] = {full: printer.sentence(option)} if aloud else {}
    looks = _Looks(machine, option, player, before, after)
    for seat in seats:
        if seat == player:
            continue
        hidden = _Unseen(looks, seat)
        if secret or (known.secret and said is None):
            others[seat] = ""
        elif said is not None:
            text = others[seat] = printer.text(*said, hidden=hidden)
            if aloud:
                aloud_to.setdefault(text, printer.said_text(*said, hidden=hidden))
        else:
            text = others[seat] = printer.redacted(option, hidden, known.secrets)
            if aloud:
                aloud_to.setdefault(text, printer.sentence(option, hidden, known.secrets))
    lines = _lines_by_seat(full, seats, others)
    return tuple([replace(each, said=aloud_to.get(each.text, "")) for each in lines]) if aloud else lines


def _lines_by_seat(full: str, seats: Sequence[int], others: Mapping[int, str]) -> tuple[Event, ...]:
    """The full text for all who are told the same, and what the others are told instead."""
    less = {seat: text for seat, text in others.items() if text != full}
    if not less:
        return (Event(full),)
    lines = [Event(full, frozenset([seat for seat in seats if seat not in less]))]
    for text in dict.fromkeys(less.values()):
        lines.append(Event(text, frozenset([seat for seat, each in less.items() if each == text]), whole=False))
    return tuple(lines)


@dataclass(frozen=True)
class _Looks:
    """The positions in which the players see what lies there, of a decision of a player."""

    machine: Machine
    option: OptionTuple
    player: int
    before: ir.Cells
    after: ir.Cells

    @cached_property
    def between(self) -> ir.Cells | None:
        """Where the option has been carried out and nothing else has happened; None where it is no moment by itself."""
        effects = self.machine.program.alternatives[self.option[0]].effects
        if effects < 0:
            return None
        cells = _asked_by(self.before, self.player)
        try:
            self.machine.call(cells, effects, *self.option[1:])
        except Trap:  # by another chance than that of the game, which somebody set
            return None
        return cells


@dataclass(frozen=True, slots=True)
class _Unseen(Container[int]):
    """The pieces that a seat never sees; looked at one by one, as a line tells of few, and where they lie between two
    decisions last: that is seldom asked, and has to be worked out."""

    looks: _Looks
    seat: int

    def __contains__(self, piece: object) -> bool:
        looks = self.looks
        return isinstance(piece, int) and not (
            self._lies_open(looks.before, piece)
            or self._lies_open(looks.after, piece)
            or (looks.between is not None and self._lies_open(looks.between, piece))
        )

    def _lies_open(self, cells: ir.Cells, piece: int) -> bool:
        return not is_hidden(self.looks.machine, cells, self.seat, piece)


def _asked_by(before: ir.Cells, player: int) -> ir.Cells:
    """A position of its own in which a player is `me`."""
    cells = before[:]
    cells[ir.CELL_ME] = player
    return cells


def _announcement(
    machine: Machine, option: OptionTuple, player: int, before: ir.Cells, function: int
) -> tuple[int, Sequence[Any]] | None:
    """The text and the values of an announcement by a player."""
    heard = machine.events_of(_asked_by(before, player), function, *option[1:])
    return (heard[-1][1], heard[-1][2]) if heard else None
