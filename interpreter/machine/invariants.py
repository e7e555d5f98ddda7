"""The ruleset's invariants, asked again only where something that they read has changed.

Guarantee: the same names come out as when every invariant is asked at every position. What an invariant reads is known
from the program (see `program.facts`); a position in which these cells are as in one where it held needs no asking.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..program import ir
from ..program.facts import Part, ProgramFacts, Stretch
from ..program.walk import descend


class Invariants:
    """The invariants of a program; `names[i]` is checked by the function `functions[i]` (decider, active)."""

    def __init__(self, program: ir.Program) -> None:
        self.names = [name for name, _ in program.invariants]
        self.functions = [function for _, function in program.invariants]
        self._concerned: list[tuple[int, int, frozenset[int]]] = []
        if not self.names:
            return
        facts = ProgramFacts(program)
        by_stretch: dict[Stretch, list[int]] = {}
        for number, function in enumerate(self.functions):
            parts = facts.function(function).reads | _told(program.functions[function])
            for stretch in {each for part in parts for each in facts.cells_of(part)}:
                by_stretch.setdefault(stretch, []).append(number)
        self._concerned = [(first, end, frozenset(numbers)) for (first, end), numbers in sorted(by_stretch.items())]

    def to_ask(self, cells: Sequence[int], sound: Sequence[int] | None) -> Sequence[int]:
        """The numbers of those to be asked at a position, in order. `sound` is one at which all held."""
        everyone = range(len(self.names))
        if sound is None:
            return everyone
        asked: set[int] = set()
        for first, end, numbers in self._concerned:
            if not numbers <= asked and cells[first:end] != sound[first:end]:
                asked |= numbers
        return sorted(asked)


def _told(function: ir.Function) -> set[Part]:
    """Who decides and whose turn it is, as far as the invariant asks."""
    told = dict(zip(function.params, (ir.CELL_DECIDER, ir.CELL_ACTIVE), strict=True))
    used = {each.slot for part in function.body for each in descend(part) if isinstance(each, ir.Local)}
    return {("cell", cell) for slot, cell in told.items() if slot in used}
