"""Positions without a way out: whatever is decided from there on, the game never ends.

All positions that can be reached are gone through, and none of them is an end. Positions are compared without the
number of decisions; where chance has a part in it, each state of the generator makes another position. That is a proof.
Where something counts on (turns, say), it is asked again without what has only grown in a long game, and without
chance: then it is no proof, but a game that went on for as long did not end either.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.interpreter.game import RuleFault
from yupana.interpreter.play.coverage import Marked, bare

if TYPE_CHECKING:
    from yupana.interpreter.game import State

_MOST = 400
"""So many positions are gone through."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A set of positions that is never left, and the names of the decisions asked there."""

    positions: frozenset[bytes]
    asked: tuple[str, ...]
    but: frozenset[int] = frozenset()

    @property
    def words(self) -> str:
        """What is wrong, in a sentence."""
        many = len(self.positions)
        where = f"these {many} positions" if many > 1 else "this position"
        aside = ", what only counts up left aside" if self.but else ""
        return f"the game can never end from here: no decision ({', '.join(self.asked)}) leads out of {where}{aside}"

    def holds(self, marked: Marked, state: State) -> bool:
        """Whether a position is one of these."""
        return marked.position(state, self.but) in self.positions


def trap(marked: Marked, state: State, but: frozenset[int] = frozenset()) -> Trap | None:
    """The positions that a game cannot leave any more; None if it can, or if there are too many of them. `but`: these
    cells make no difference."""
    seen = {marked.position(state, but)}
    rest, asked = deque([bare(state)]), set[str]()
    while rest:
        here = rest.popleft()
        if here.over:
            return None
        asked.add(marked.game.program.decisions[marked.asks(here)].name)
        for option in here.option_tuples():
            after = here.clone()
            try:
                after.apply_tuple(option)
            except RuleFault:
                return None
            key = marked.position(after, but)
            if key not in seen:
                if len(seen) >= _MOST:
                    return None
                seen.add(key)
                rest.append(bare(after))
    return Trap(frozenset(seen), tuple(sorted(asked)), but)
