"""A game on its way to another process, which need not have the files of its ruleset."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

from yupana.interpreter.game import Game


class Sent:
    """A game on its way to another process, with all that was compiled of it. `key` is another one for another game."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.key = hashlib.sha256(data).hexdigest()

    @classmethod
    def of(cls, game: Game) -> Sent:
        """A game made ready."""
        sent = cls(game.carried())
        sent.game = game  # in this process it is there
        return sent

    @cached_property
    def game(self) -> Game:
        """The game again. It must come from a process of the same version that is trusted as this one."""
        return Game.arrived(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sent, (self.data,)
