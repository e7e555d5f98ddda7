"""What a bot is, and how much it may think about a decision.

A bot is made for one seat of one game from a seed. Its choices depend on nothing else than that seed, its budget and
what its seat may see of the decisions it is asked for; with a budget of rounds a game with bots can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from yupana.interpreter.game import State

LIMIT = 400
"""After how many decisions a round is given up if nothing else is said."""


class Bot(Protocol):
    """Decides for one seat."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The index of the chosen one of some options (as `State.option_tuples` gives them; at least one): those of the
        pending decision or, for a player who keeps from some of these, the others.

        The state is the true one: a bot that looks further than the number of options asks for what its seat must take
        for possible (`state.possible`) and leaves the state as it is.
        """
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot thinks about a decision: so many rounds, or (`seconds` above 0) so much time; and how far: a round
    is given up after `limit` decisions and judged by the scores as they stand then, where there are any."""

    rounds: int = 0
    seconds: float = 0.0
    limit: int = LIMIT


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of bot: how one is made from a seed and its budget, and the budget (in rounds) when none is said; None for
    a bot that does not take one. `reads` makes one from a seed and the file that stands behind the colon instead."""

    make: Callable[[int, Budget], Bot]
    rounds: int | None = None
    reads: Callable[[int, str], Bot] | None = None
