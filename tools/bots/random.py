"""The bot that plays any legal option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .bot import Budget
from .numbers import Numbers

if TYPE_CHECKING:
    from yupana.interpreter.game import State

__all__ = ["RandomBot"]


class RandomBot(Numbers):
    """Every option equally likely, as far as 32 bits can be."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.budget = Budget() if budget is None else budget

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """Any of them."""
        return self.below(len(options))
