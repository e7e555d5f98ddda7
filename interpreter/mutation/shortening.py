"""The shortest way to where a break shows: decisions of play left out, as long as it still shows at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..backends.protocol import OptionTuple
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..program import ir
from .counter_examples import CounterExamples, Difference, Reached

MOST = 120
"""So many ways are tried."""

FEW = 2
"""So few decisions in a row are left out wherever they stand: where players take turns, it is two."""


class Way(NamedTuple):
    """Where a way ends by the true rules, with the decisions taken, and with the break (None: a rule failed there);
    `before`: the positions by the true rules before each decision."""

    true: Reached
    false: Reached | None
    before: tuple[ir.Cells, ...] = ()


def shortest(
    counter_examples: CounterExamples, true: Machine, other: Machine, place: Difference, functions: set[int]
) -> Way | None:
    """A short way at whose end a break shows first, beginning as a trace does; None where it does not show when it is
    gone from the beginning of the trace."""
    search = _Shortening(counter_examples, true, other, place.trace, functions)
    texts = [option for _, option in counter_examples.true_at(place).taken]
    way = search.way(texts)
    if way is None:
        return None
    many = max(len(texts) // 2, 1)
    while many and search.tries < MOST:
        at = 0
        while at < len(way.true.taken) and search.tries < MOST:
            taken = [option for _, option in way.true.taken]
            shorter = search.way(taken[:at] + taken[at + many :])
            if shorter is None:
                at += 1 if many <= FEW else many
            else:
                way = shorter
        many //= 2
    return way


class _Shortening:
    def __init__(
        self, counter_examples: CounterExamples, true: Machine, other: Machine, trace: int, functions: set[int]
    ) -> None:
        self.counter_examples, self.true, self.other, self.trace = counter_examples, true, other, trace
        self.functions = functions
        self.tries = 0

    def way(self, texts: Sequence[str]) -> Way | None:
        """These decisions, up to the first after which the break shows; None where it never does, or one of them cannot
        be taken before."""
        self.tries += 1
        begun = self.counter_examples.begun_twice(self.true, self.other, self.trace, self.functions)
        if begun is None:
            return None
        (cells, options), (cells_too, options_too) = begun
        taken: list[tuple[str, str]] = []
        before: list[ir.Cells] = []
        true = Reached(cells, options, ())
        if self._differ(cells, options, cells_too, options_too):
            return Way(true, Reached(cells_too, options_too, ()))
        printer = self.true.printer
        for text in texts:
            number = next((i for i, each in enumerate(options) if printer.option(each, exact=True) == text), None)
            if number is None:
                return None
            player = printer.player(cells[ir.CELL_DECIDER])
            before.append(cells)
            cells, cells_too = cells[:], cells_too[:]
            try:
                options = self.true.step(cells, options[number])
            except Trap:
                return None
            taken.append((player, text))
            true = Reached(cells, options, tuple(taken))
            try:
                options_too = self.other.step(cells_too, options_too[number])
            except Trap:
                return Way(true, None, tuple(before))
            if self._differ(cells, options, cells_too, options_too):
                return Way(true, Reached(cells_too, options_too, ()), tuple(before))
        return None

    def _differ(
        self, cells: ir.Cells, options: list[OptionTuple], cells_too: ir.Cells, options_too: list[OptionTuple]
    ) -> bool:
        digest = self.counter_examples.digest
        if digest(self.true, cells, options) != digest(self.other, cells_too, options_too):
            return True
        return self.counter_examples.scored_otherwise(self.other, cells_too, self.functions)
