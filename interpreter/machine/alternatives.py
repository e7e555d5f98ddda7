"""What else may stand in hidden fields, and in what rules keep over a decision: positions that look like the true one.

They begin with what set-ups put into hidden fields. When another player decides in secret, each becomes as many as
there were options to choose. From then on all are played along with the true game, and those are left out that come to
look different to the seat. So a value is known as soon as it shows, in whatever way. Where pieces lie is another matter
(`guesses`): here they lie as in the true position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..backends.protocol import Event, OptionTuple
from ..program import ir
from . import rng
from .chances import Draws
from .events import render
from .faults import Trap, UsageError
from .observation import holders, sees
from .past import Step
from .telling import told

if TYPE_CHECKING:
    from .recall import Secrets

MOST = 32
"""No more positions are kept."""
TRIED = 192
"""No more options are tried at one decision."""
CHANCES = 4
"""How often chance is let run otherwise where it may have written what is hidden."""

Position: TypeAlias = tuple[ir.Cells, list[OptionTuple]]
"""A position and its options."""


class Alternatives:
    """Of one seat in one game. `positions`: none where nothing but the true one is possible; `held`: those where the
    decisions began that are held back now."""

    def __init__(self, secrets: Secrets, seat: int, first: ir.Cells) -> None:
        self.secrets = secrets
        self.machine = secrets.machine
        self.seat = seat
        self.held: list[Position] = []
        self.positions: list[Position] = []
        if secrets.fields:
            self.positions = self._settle([*self._set_up(first)], first)
        if first[ir.CELL_HELD]:
            self.held = self.positions

    def _set_up(self, first: ir.Cells) -> Iterator[Position]:
        """The first position with what set-ups put into the hidden fields, of those in which the seat sees the same."""
        stretches = [*self.unseen(first)]
        own = [*self._fields(first)]
        offered = self.machine.legal(first)
        for begun in self.secrets.set_ups(first).positions:
            if all(begun[part] == first[part] for part in own if part not in stretches):
                other = first[:]
                for part in stretches:
                    other[part] = begun[part]
                options = self.machine.legal(other)
                if first[ir.CELL_DECIDER] != self.seat or options == offered:
                    yield other, options

    def follow(self, step: Step, after: ir.Cells, own: bool, whole: bool) -> None:
        """Play along: a decision was taken, which the seat took itself, or was told of wholly, or not."""
        before = step.cells
        secret = not own and not whole
        drawn = before[ir.GENERATOR] != after[ir.GENERATOR]
        chancy = bool(self.secrets.fields) and drawn and self._changed(before, after)
        if self.positions or secret or chancy:
            positions = self.positions or [(before, self.machine.legal(before) if secret else [step.option])]
            seen = _Seen(self, step, after)
            found: list[Position] = []
            heard = _Heard(self, step, after)
            for cells, offered in positions:
                for option in self._options(offered, step, heard, secret, len(positions)):
                    found += self._lead_to(seen, cells, option, step, chancy)
            self.positions = self._settle(found, after)
        if 0 < after[ir.CELL_HELD] != before[ir.CELL_HELD]:
            self.held = self.positions

    def _options(
        self, offered: list[OptionTuple], step: Step, heard: _Heard, secret: bool, many: int
    ) -> Sequence[OptionTuple]:  # fmt: skip
        """What may have been decided of what was offered, as far as the seat knows."""
        if not secret:
            return (step.option,) if step.option in offered else ()
        if step.cells[ir.CELL_HELD]:  # all of it is told later
            offered = [each for each in offered if heard[each] == heard[step.option]]
        return _thinned(offered, max(TRIED // many, 1))

    def _lead_to(
        self, seen: _Seen, cells: ir.Cells, option: OptionTuple, step: Step, chancy: bool
    ) -> Iterator[Position]:  # fmt: skip
        """The positions that an option leads to and that look like the true one."""
        for number in range(CHANCES if chancy and step.draws is None and step.rolls is None else 1):
            other = cells[:]
            if number:
                rng.seed(other, number)
            events: list[Event] = []
            draws = None if step.draws is None else Draws(step.draws)
            script = None if step.rolls is None else list(step.rolls)
            try:
                options = self.machine.step(other, option, events.append, script, draws)
            except (Trap, UsageError):  # what cannot be carried out was not
                continue
            if seen.is_like(cells, other, options, events):
                other[ir.GENERATOR] = seen.after[ir.GENERATOR]
                yield other, options

    def _changed(self, before: ir.Cells, after: ir.Cells) -> bool:
        return any(before[part] != after[part] for part in self.unseen(after))

    def _settle(self, found: Sequence[Position], true: ir.Cells) -> list[Position]:
        """Each once; none where there is no other than the true one."""
        once = list({tuple(each[0]): each for each in found}.values())
        if not once or (len(once) == 1 and once[0][0] == true):
            return []
        return _thinned(once, MOST)

    def _fields(self, cells: ir.Cells) -> Iterator[slice]:
        """Where the secret fields of all holders lie."""
        for number in self.secrets.fields:
            each = self.secrets.program.fields[number]
            for holder in holders(self.secrets.program, each.domain, cells):
                yield each.of(holder)

    def unseen(self, cells: ir.Cells) -> Iterator[slice]:
        """Where the fields lie that the seat does not see."""
        for number in self.secrets.fields:
            each = self.secrets.program.fields[number]
            for holder in holders(self.secrets.program, each.domain, cells):
                if not sees(self.machine, cells, each.visibility, self.seat, holder):
                    yield each.of(holder)


class _Heard(dict[OptionTuple, list[str]]):
    """By option, what the seat would be told of it once a decision is revealed: many positions offer the same ones."""

    def __init__(self, of: Alternatives, step: Step, after: ir.Cells) -> None:
        self._of, self._step, self._after = of, step, after

    def __missing__(self, option: OptionTuple) -> list[str]:
        lines = told(self._of.machine, option, self._step.seat, self._step.cells, self._after, secret=False)
        found = self[option] = [each.text for each in lines if each.is_for(self._of.seat)]
        return found


class _Seen:
    """What the seat sees of the position after a decision, and of how it came about."""

    def __init__(self, of: Alternatives, step: Step, after: ir.Cells) -> None:
        self.of = of
        self.after = after
        self._step = step
        self._unseen = [*of.unseen(after), *of.secrets.internal]
        self._face = self._shown(after)
        self._lines: list[str] | None = None
        self._options: list[OptionTuple] | None = None

    def is_like(self, before: ir.Cells, after: ir.Cells, options: list[OptionTuple], events: list[Event]) -> bool:
        """Whether another way from one position to another is the same for the seat."""
        of = self.of
        if self._shown(after) != self._face:
            return False
        if self._lines is None:
            machine, step = of.machine, self._step
            heard = step.events or machine.replayed_events(
                step.cells, step.option, self.after, None if step.draws is None else Draws(step.draws)
            )
            self._lines = self._lines_seen(step.cells, self.after, heard)
            self._options = machine.legal(self.after) if self.after[ir.CELL_DECIDER] == of.seat else None
        if self._options is not None and self._options != options:
            return False
        return self._lines_seen(before, after, events) == self._lines

    def _shown(self, cells: ir.Cells) -> list[int]:
        """The cells of a position without those that the seat does not see."""
        layout, shown = self.of.secrets.program.layout, list(cells)
        for part in self._unseen:
            shown[part] = [0] * (part.stop - part.start)
        shown[layout.stack : layout.size] = ()
        shown[ir.CELL_FRAME] = shown[ir.CELL_RNG_HIGH] = shown[ir.CELL_RNG_LOW] = 0
        return shown

    def _lines_seen(self, before: ir.Cells, after: ir.Cells, events: Sequence[Any]) -> list[str]:
        lines = render(self.of.machine, before, after, events) if events else []
        return [each.text for each in lines if each.is_for(self.of.seat)]


def _thinned(values: Sequence[Any], most: int) -> list[Any]:
    """So many of a list at most, from all of it."""
    if len(values) <= most:
        return list(values)
    return [values[i * len(values) // most] for i in range(most)]
