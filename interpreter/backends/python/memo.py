"""Values of pure functions that are kept from one list of options to the next.

While options are made nothing changes, so a function that the program marks (`Function.memo`) is worked out once for
the same arguments; and what it gave stays true for the next list if nothing that it reads has changed since. Which
cells it reads is known from the program: all of some parts of the state, or, for a function of one argument that is
asked often, those that it can come to from this argument (see `program.reach`).

Keeping costs something too: each function is on trial at first, and one whose values are seldom asked for again is
worked out at once from then on. What is kept never shows: a value that is looked up pays for the work that working it
out took, and one that faulted is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from time import perf_counter
from typing import Any, TypeAlias

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import Part, ProgramFacts, Stretch
from ...program.reach import Reach

Entry: TypeAlias = tuple[Any, int]
"""A value, and the work it took."""

TRIAL = 300
"""After so many values asked for it is judged whether keeping a function's values pays."""

LOOKING, KEEPING = 3e-7, 1e-6
"""About how many seconds looking for a value costs, and keeping one that was worked out."""

OFTEN = 2_000
"""Values worked out after which it pays to find out what each of them read."""

MOST = 20_000
"""Values of one function that are kept."""


class Kept:
    """The kept values of one function, and the position that they are true of. `anew` works a value out. While it is on
    trial each call comes here; then `judged` tells the emitted code whether to look into `values` itself, or to work
    values out at once."""

    __slots__ = (
        "anew", "asked", "judged", "learnt", "missed", "number", "reach", "seen", "single", "stretches", "took",
        "trial", "values", "whole", "work",
    )  # fmt: skip

    def __init__(
        self, number: int, work: list[int], anew: Callable[..., Any], judged: Callable[[Kept, bool], None], trial: int
    ) -> None:
        self.number = number
        self.work = work
        self.anew = anew
        self.judged = judged
        self.trial = trial
        self.values: dict[Any, Entry] = {}
        self.asked = 0
        self.missed = 0
        self.took = 0.0  # seconds for working values out, while on trial
        self.seen: Sequence[int] = ()
        self.whole: dict[Stretch, None] = {}  # all values fall with any of these cells
        self.learnt: set[Any] = set()  # the keys of which it is known what they read:
        self.stretches: list[Stretch] = []  # some cells of these,
        self.single: dict[int, set[Any]] = {}  # by cell: the keys
        self.reach: Callable[[Any], None] | None = None  # finds that out for a new key

    def miss(self, key: Any, *arguments: Any) -> Any:
        """A value that the emitted code did not find."""
        work = self.work
        if self.trial:
            known = self._tried(key)
            if known is not None:
                return known[0]
        before = work[0]
        if self.trial:
            start = perf_counter()
            value = self.anew(*arguments)
            self.took += perf_counter() - start
        else:
            value = self.anew(*arguments)
        if len(self.values) >= MOST:
            self.values.clear()
        if self.reach is not None:
            self.reach(key)
        self.values[key] = (value, before - work[0])
        self.missed += 1
        return value

    def _tried(self, key: Any) -> Entry | None:
        self.asked += 1
        known = self.values.get(key)
        if known is not None and self.work[0] >= known[1]:
            self.work[0] -= known[1]
            return known
        if self.asked >= self.trial:
            self.trial = 0
            saved = (self.asked - self.missed) * self.took / max(self.missed, 1)
            self.judged(self, saved >= LOOKING * self.asked + KEEPING * self.missed)
        return None

    def again(self, trial: int) -> None:
        """Another trial, on other terms."""
        self.trial, self.asked, self.missed, self.took = trial, 0, 0, 0.0
        self.values.clear()

    def turns_to(self, cells: Sequence[int]) -> None:
        """Forget what is not true of a position."""
        seen, values = self.seen, self.values
        for first, end in self.whole:
            if cells[first:end] != seen[first:end]:
                values.clear()
                return
        for first, end in self.stretches:
            now, before = cells[first:end], seen[first:end]
            if now != before:
                for cell, one, other in zip(range(first, end), now, before, strict=True):
                    if one != other:
                        for key in self.single.get(cell, ()):
                            values.pop(key, None)


class Memory:
    """What the functions of one runner keep."""

    def __init__(self, program: ir.Program, facts: ProgramFacts) -> None:
        self._program = program
        self.facts = facts
        self._all: dict[int, Kept] = {}
        self._asked: list[list[Kept] | None] = [None] * len(program.decisions)

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self._program, self.facts)

    def add(self, kept: Kept) -> None:
        """One more function that keeps its values."""
        self._all[kept.number] = kept

    def remove(self, kept: Kept) -> None:
        """Its values do not pay."""
        kept.values.clear()
        del self._all[kept.number]
        self._asked = [None] * len(self._asked)

    def look_closer(self, kept: Kept) -> bool:
        """Let the values of a function of one argument fall one by one, if that is different."""
        function = self._program.functions[kept.number]
        if kept.reach is not None or len(function.params) != 1:
            return False
        reads = self.facts.function(kept.number).reads
        _, whole = self._reach.of(kept.number, (0,))
        if len(whole) == len(reads):
            return False
        kept.whole = {}
        kept.reach = lambda key: self._learn(kept, key)
        return True

    def turns_to(self, decision: int, cells: list[int]) -> None:
        """Forget what is not true of a position, of all that making the options of a decision may ask for."""
        relevant = self._asked[decision]
        if relevant is None:
            relevant = self._asked[decision] = self._relevant(decision)
        seen = cells[:] if relevant else cells
        for kept in relevant:
            if kept.values:
                kept.turns_to(cells)
            kept.seen = seen

    def _relevant(self, decision: int) -> list[Kept]:
        asked = asked_by(self._program, self._program.decisions[decision].options)
        relevant = [kept for number, kept in self._all.items() if number in asked]
        for kept in relevant:
            if not kept.whole and kept.reach is None:
                self._depends(kept, self.facts.function(kept.number).reads)
        return relevant

    # ------------------------------------------------------------ what falls with which cell

    def _depends(self, kept: Kept, parts: Iterable[Part]) -> None:
        for part in parts:
            kept.whole.update(dict.fromkeys(self.facts.cells_of(part)))

    def _learn(self, kept: Kept, key: Any) -> None:
        if key in kept.learnt:
            return
        kept.learnt.add(key)
        cells, parts = self._reach.of(kept.number, (key,))
        self._depends(kept, parts)
        for cell in cells:
            kept.single.setdefault(cell, set()).add(key)
        partly = {self.facts.part_of(cell) for cell in cells}
        found = {stretch for part in partly for stretch in self.facts.cells_of(part)}
        kept.stretches = sorted(found.union(kept.stretches))
