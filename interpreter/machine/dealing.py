"""A position that looks the same to one player, with what others have decided in secret and what is held back.

What is hidden in fields and zones `observation.redeal` deals anew. Decisions that are held back until all have decided
lie where nobody sees them: they are taken again from the first of them on, the player's own as they were and the
others at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeAlias

from ..backends.protocol import OptionTuple
from ..program import ir
from . import rng
from .backs import is_shown
from .faults import Trap
from .machine import Machine
from .observation import decision_seen, hidden_pieces, hidden_values, holders, pieces_in, redeal, sees
from .past import Past, Step, held_back
from .played import Played
from .recall import Memory, Secrets, events_of
from .worlds import chance_of, guessed, lay_all

TRIES = 32
"""So many positions are tried, of which some may not offer what the seat is offered."""
PATIENCE = 2
"""After so many times in a row in which none of them did, only one is tried."""

Dealt: TypeAlias = "tuple[ir.Cells, list[OptionTuple], Past | None]"
"""A position, the options there, and the decisions that led to it."""


def dealt_anew(machine: Machine, cells: ir.Cells, past: Past | None, viewer: int, seed: int) -> Dealt:
    """The position with everything that a player (-1: who sees what all see) cannot see dealt anew, whatever they have
    seen before."""
    held = held_back(cells, past)
    if held:
        begun = held[0].cells[:]
        redeal(machine, begun, viewer, seed)
        taken_again = _taken_again(machine, held, begun, cells, viewer, seed)
        if taken_again is not None:
            return taken_again
    cells = cells[:]
    redeal(machine, cells, viewer, seed)
    return cells, machine.legal(cells), past


def possible(memory: Memory, options: list[OptionTuple], cells: ir.Cells, past: Past | None, seed: int) -> Dealt | None:
    """The position as it may be, after all that a seat has seen, with chance from another seed; where the seat decides
    it has these options. Where nothing is found that agrees with all of it, one that agrees with what is seen now (the
    memory counts these); None if there is none of that either. It is never the true position."""
    viewer, held = memory.seat, held_back(cells, past)
    machine = memory.secrets.machine
    face = _Face(memory.secrets, cells, options, viewer)
    for number in range(TRIES if memory.missed < PATIENCE else 1):
        with suppress(Trap):  # the rules have no answer to it
            found = _world(memory, held, cells, seed * TRIES + number)
            if found is not None and face.is_like(found):
                memory.missed = 0
                return found
    memory.missed += 1
    memory.unfit += 1
    memory.secrets.unfit += 1
    for number in range(TRIES):
        with suppress(Trap):
            dealt = dealt_anew(machine, cells, past, viewer, seed * TRIES + number)
            if face.is_like(dealt):
                return rng.reseeded(dealt[0], seed), dealt[1], None
    return None


class _Face:
    """What a seat sees of a position, asked of others that may look the same."""

    def __init__(self, secrets: Secrets, cells: ir.Cells, options: list[OptionTuple], viewer: int) -> None:
        self.secrets, self.viewer = secrets, viewer
        self.options = options if cells[ir.CELL_DECIDER] == viewer else None
        self.cells = cells
        number = cells[ir.CELL_DECISION]
        known = secrets.program.decisions[number] if number >= 0 else None
        self.asks = bool(known and known.prompt_args and (self.options is not None or not known.secret))
        self.decision = decision_seen(secrets.program, cells, viewer)

    @cached_property
    def _shown(self) -> list[Any]:
        return self._look(self.cells)

    def _look(self, cells: ir.Cells) -> list[Any]:
        """What the seat sees of what may be hidden; all else is the same in positions that were dealt for it."""
        secrets, found = self.secrets, list[Any]()
        program, machine = secrets.program, secrets.machine
        for family in secrets.families:
            for holder in holders(program, family.holder, cells):
                there = sees(machine, cells, family.visibility, self.viewer, holder)
                pieces = pieces_in(program, cells, family.of(holder)) if there or program.faces else []
                known = [there or is_shown(machine, cells, self.viewer, piece) for piece in pieces]
                found.append([piece if seen else None for piece, seen in zip(pieces, known, strict=True)])
        for each in (program.fields[number] for number in secrets.fields):
            for holder in holders(program, each.domain, cells):
                there = sees(machine, cells, each.visibility, self.viewer, holder)
                found.append(cells[each.of(holder)] if there else None)
        return found

    @cached_property
    def _prompt(self) -> Sequence[Any]:
        return self.secrets.machine.prompt(self.cells)

    def is_like(self, dealt: Dealt) -> bool:
        """Whether a position that was dealt shows the seat the same, asks it the same and offers it the same."""
        cells, options, _ = dealt
        if self.options is not None and options != self.options:
            return False
        if cells[ir.CELL_DECIDER] != self.cells[ir.CELL_DECIDER]:
            return False
        if decision_seen(self.secrets.program, cells, self.viewer) != self.decision:
            return False
        if self.secrets.conditional and self._look(cells) != self._shown:
            return False
        return not self.asks or self.secrets.machine.prompt(cells) == self._prompt


def _world(memory: Memory, held: Sequence[Step], cells: ir.Cells, seed: int) -> Dealt | None:
    """A position as it may be; None where there was none with this seed."""
    machine, viewer = memory.secrets.machine, memory.seat
    zones = guessed(memory, cells, seed)
    if zones is None or memory.others is None:
        return None
    dice = chance_of(seed)
    others = memory.others.held if held else memory.others.positions
    begun = held[0].cells if held else cells
    other = others[rng.below(dice, len(others))][0][:] if others else begun[:]
    lay_all(memory.secrets, other, viewer, zones)
    rng.seed(other, rng.next32(dice) << 32 | rng.next32(dice))
    if held:
        found = _taken_again(machine, held, other, cells, viewer, seed)
        return None if found is None else (found[0], found[1], _since(found[2], held[0].before))
    return other, machine.legal(other), None


def _since(past: Past | None, begun: Past | None) -> Past | None:
    """The decisions after some others."""
    if past is None or past is begun:
        return None
    return (_since(past[0], begun), *past[1:])


def bound(game: Played, past: Past | None, cells: ir.Cells) -> str:
    """Why the last decision of a game that stands here cannot be taken back (a key of `words`); "" if it can."""
    if past is None:
        return "undo_nothing"
    if cells[ir.CELL_DECISION] < 0 and game.secrets:
        return "undo_disclosed"
    return "undo_revealed" if reveals(game.secrets, Step(*past), cells) else ""


def reveals(secrets: Secrets, step: Step, after: ir.Cells) -> bool:
    """Whether a decision let somebody know what they did not know before."""
    machine, texts = secrets.machine, secrets.program.texts
    if secrets.shows and any(
        each[0] == "log" and texts[each[1]].shows and each[2][0] for each in events_of(machine, step, after)
    ):
        return True
    before = step.cells
    if machine.program.decisions[step.decision].secret or before[ir.GENERATOR] != after[ir.GENERATOR]:
        return True
    return any(
        hidden(machine, before, seat) - hidden(machine, after, seat)
        for seat in range(after[ir.CELL_PLAYERS])
        for hidden in (hidden_pieces, hidden_values)
    )


def _taken_again(
    machine: Machine, held: Sequence[Step], cells: ir.Cells, now: ir.Cells, viewer: int, seed: int
) -> Dealt | None:  # fmt: skip
    """The decisions that are held back, taken again from a position on; None if that leads elsewhere."""
    dice = rng.generator(seed)
    own = [each.option for each in held if each.seat == viewer][::-1]
    past = held[0].before
    options = machine.legal(cells)
    while cells[ir.CELL_DECIDER] != now[ir.CELL_DECIDER] or (own and cells[ir.CELL_DECIDER] == viewer):
        if cells[ir.CELL_HELD] != now[ir.CELL_HELD]:
            return None
        if cells[ir.CELL_DECIDER] != viewer:
            option = options[rng.below(dice, len(options))]
        elif own and own[-1] in options:
            option = own.pop()
        else:
            return None
        past = past, option, cells, (), None, None
        cells = cells[:]
        options = machine.step(cells, option)
    return cells, options, past
