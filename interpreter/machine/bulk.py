"""Long work that an engine may do on its own: whole games by bots, and counting sequences of decisions.

Not every engine can, nor knows every bot; then there is no answer, and whoever asks goes from decision to decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..backends.protocol import Batch, Bulk, Foreseen, OptionTuple, PlayedGames, TreeSearch, Tried
from ..program import ir
from .invariants import Invariants
from .machine import Machine


@dataclass(frozen=True, slots=True)
class LongWork:
    """What an engine can do from one position, which stays as it is."""

    engine: Bulk
    cells: ir.Cells
    invariants: Invariants | None

    def count(self, depth: int) -> int | None:
        """The number of legal sequences of `depth` (1 or more) decisions; None when a rule fails on the way."""
        return self.engine.count(self.cells, depth)

    def ranks(self, numbers: Sequence[int]) -> list[tuple[int, int]] | None:
        """Of the options with these numbers, the least first, how good each is for who decides: 2 if it wins the game,
        0 if it loses it, else 1; and the score after it. None when a rule fails on the way."""
        return self.engine.ranks(self.cells, numbers)

    def foresee(self, numbers: Sequence[int]) -> list[Foreseen] | None:
        """What comes of the options with these numbers. None when a rule fails on the way."""
        return self.engine.foresee(self.cells, numbers)

    def search(self, search: TreeSearch) -> dict[OptionTuple, Tried]:
        """What a tree search says of the options that wait to be chosen from; this position is not one of its worlds
        unless it is among them."""
        return self.engine.search(search)

    def playouts(
        self, bots: Sequence[str], games: int, seed: int = 1, limit: int = 100_000
    ) -> Iterator[PlayedGames] | None:
        """Games that go on from a decision, played by bots (by seat), each with chance of its own; None when the engine
        does not know the bots."""
        return self._play(Batch(self.cells, seed, 0, games, tuple(bots), limit, goes_on=True))

    def new_games(
        self, bots: Sequence[str], first: int, end: int, seed: int, limit: int, invariants: int,
        summed: bool = False, listed: bool = False,
    ) -> Iterator[PlayedGames] | None:  # fmt: skip
        """Games `first` to `end` - 1 of a run (see `protocol.Batch`), which begin with a state in which nothing has
        happened."""
        stretches = self.invariants.stretches if self.invariants else ()
        return self._play(
            Batch(
                self.cells, seed, first, end, tuple(bots), limit, invariants, stretches=stretches, summed=summed,
                listed=listed,
            )
        )  # fmt: skip

    def _play(self, batch: Batch) -> Iterator[PlayedGames] | None:
        return self.engine.play(batch) if self.engine.bots.issuperset(batch.bots) else None


def long_work(machine: Machine, cells: ir.Cells) -> LongWork | None:
    """What the machine's engine can do on its own from a position; None when it can do nothing."""
    engine = machine.translation
    if not isinstance(engine, Bulk):
        return None
    return LongWork(engine, cells, machine.invariants if machine.program.invariants else None)
