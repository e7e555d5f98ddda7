"""A game on its way to another process, which need not have the files of its ruleset."""

from __future__ import annotations

import json
from dataclasses import dataclass

from yupana.interpreter.game import Game, game_of
from yupana.interpreter.program.codec import to_json


@dataclass(frozen=True, slots=True)
class Sent:
    """A game on its way to another process. `program` is the text of its compiled form."""

    program: str
    target: str
    engine: str

    @classmethod
    def of(cls, game: Game) -> Sent:
        """A game made ready."""
        return cls(json.dumps(to_json(game.program)), game.target, game.back_end.name)

    def game(self) -> Game:
        """The game again. Raises ProgramFileError when it comes from another version."""
        return game_of(json.loads(self.program), self.target).on(self.engine)
