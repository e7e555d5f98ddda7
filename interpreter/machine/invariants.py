"""The ruleset's invariants, asked again only where something that they read has changed.

Guarantee: the same names come out as when every invariant is asked at every position. What an invariant reads is known
from the program (see `program.reach`); a position in which these cells are as in one where it held needs no asking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import itemgetter, ne
from typing import Any, TypeAlias

from ..program import ir
from ..program.facts import ProgramFacts
from ..program.reach import UNKNOWN, Reach
from ..program.walk import descend

Read: TypeAlias = tuple[Any, ...]
"""What stands in the cells that the invariants of a ruleset read, stretch by stretch."""


class Invariants:
    """The invariants of a program; `names[i]` is checked by the function `functions[i]` (decider, active)."""

    def __init__(self, program: ir.Program) -> None:
        self.names = [name for name, _ in program.invariants]
        self.functions = [function for _, function in program.invariants]
        readers: dict[int, int] = {}  # by cell: the invariants that read it, as bits
        facts = ProgramFacts(program)
        self.pure = all(facts.function(each).pure for each in self.functions)
        """Whether asking them changes nothing, so that they can be asked on the position itself."""
        reach = Reach(program, facts)
        for number, function in enumerate(self.functions):
            for cell in _cells_read(reach, function):
                readers[cell] = readers.get(cell, 0) | 1 << number
        self._concerned: list[int] = []  # by stretch: the invariants that read its cells, as bits
        stretches: list[slice] = []
        for cell, numbers in sorted(readers.items()):
            if stretches and stretches[-1].stop == cell and self._concerned[-1] == numbers:
                stretches[-1] = slice(stretches[-1].start, cell + 1)
            else:
                stretches.append(slice(cell, cell + 1))
                self._concerned.append(numbers)
        self.stretches = list(zip(stretches, self._concerned, strict=True))
        """Cells that are read by the same invariants, with these as bits."""
        nothing = slice(0, 0)
        self.read: Callable[[Sequence[int]], Read] = itemgetter(nothing, nothing, *stretches)
        """What stands in the cells that they read."""
        self._concerned[:0] = (0, 0)

    def to_ask(self, now: Read, sound: Read | None) -> Sequence[int]:
        """The numbers of those to be asked at a position, in order. `sound` is what was read at one where all held."""
        everyone = range(len(self.names))
        if sound is None:
            return everyone
        asked = 0
        for numbers in compress(self._concerned, map(ne, now, sound)):
            asked |= numbers
        return [number for number in everyone if asked >> number & 1] if asked else ()


def _cells_read(reach: Reach, number: int) -> set[int]:
    """The cells that an invariant may read, those included in which it finds who decides and whose turn it is."""
    function = reach.program.functions[number]
    cells, parts = reach.of(number, (UNKNOWN,) * len(function.params))
    found = set(cells)
    for part in parts:
        for first, end in reach.facts.cells_of(part):
            found.update(range(first, end))
    told = dict(zip(function.params, (ir.CELL_DECIDER, ir.CELL_ACTIVE), strict=True))
    used = {each.slot for part in function.body for each in descend(part) if isinstance(each, ir.Local)}
    return found.union([cell for slot, cell in told.items() if slot in used])
