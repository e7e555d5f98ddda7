"""The bot that always plays the first option: for tests and for games that must not vary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .bot import Budget

if TYPE_CHECKING:
    from yupana.interpreter.game import State


class FirstBot:
    """Always the first option."""

    def __init__(self, seed: int, budget: Budget) -> None:
        pass

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The first."""
        return 0
