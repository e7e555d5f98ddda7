"""The shortest that still shows something: parts left out as long as the rest shows it (A. Zeller, R. Hildebrandt:
Simplifying and isolating failure-inducing input, 2002); and the shortest way to where a break shows, by decisions of
play left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from ..backends.protocol import OptionTuple
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..program import ir
from .counter_examples import CounterExamples, Difference, Reached

_Part = TypeVar("_Part")

MOST = 120
"""So many ways are tried."""

FEW = 2
"""So few decisions in a row are left out wherever they stand: where players take turns, it is two."""


def shrunk(
    parts: list[_Part], without: Callable[[list[_Part]], list[_Part] | None], going_on: Callable[[], bool],
    few: int = 1, *, again: bool = False,
) -> list[_Part]:  # fmt: skip
    """What is left when all is left out that can be: half of the parts in a row first, then fewer and fewer, and of so
    `few` those at every place.

    Args:
        parts: what shows it.
        without: gives of fewer parts those that are needed (all of them, or fewer still); None where they show nothing.
        going_on: whether there is time for one more try.
        few: so few parts in a row are tried at every place.
        again: after the last part is tried it is tried once more whether a few can be left out now, as long as any can.
    """
    many, shorter = max(len(parts) // 2, 1), False
    while parts and going_on():
        at = 0
        while at < len(parts) and going_on():
            fewer = without(parts[:at] + parts[at + many :])
            if fewer is not None and len(fewer) < len(parts):
                parts, shorter = fewer, True
            else:
                at += many if many > few else 1
        if many > 1:
            many = max(1, min(many // 2 if many > few else many - 1, len(parts)))
        elif again and shorter:
            many, shorter = max(1, min(few, len(parts))), False
        else:
            break
    return parts


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
    taken = search.way([option for _, option in counter_examples.true_at(place).taken])
    if taken is not None:
        shrunk(taken, search.way, lambda: search.tries < MOST, FEW)
    return search.found


class _Shortening:
    """`found` is the shortest way so far."""

    def __init__(
        self, counter_examples: CounterExamples, true: Machine, other: Machine, trace: int, functions: set[int]
    ) -> None:
        self.counter_examples, self.true, self.other, self.trace = counter_examples, true, other, trace
        self.functions = functions
        self.tries = 0
        self.found: Way | None = None

    def way(self, texts: Sequence[str]) -> list[str] | None:
        """Those of these decisions up to the first after which the break shows; None where it never does, or one of
        them cannot be taken before."""
        self.tries += 1
        way = self._way(texts)
        if way is None:
            return None
        self.found = way
        return [option for _, option in way.true.taken]

    def _way(self, texts: Sequence[str]) -> Way | None:
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
