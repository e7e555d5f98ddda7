"""How a position looks, as text: the table that `yupana play` shows, to one who sees what all see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..shell.output import echo
from ..terminal.opening import open_game, picture

if TYPE_CHECKING:
    from yupana.interpreter.game import State

WIDTH = 100


class Pictures:
    """Pictures of the positions of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self._opened = open_game(ruleset, None)

    def shown(self, state: State, mode: str | None) -> str | None:
        """The table as text: given, or (`human`) printed."""
        if mode != "human":
            return self.of(state)
        echo(self.of(state))
        return None

    def of(self, state: State) -> str:
        """The table, and who has to decide what."""
        lines = picture(self._opened, state, WIDTH)
        decision = state.decision
        if decision is None:
            lines.append(", ".join([f"{name}: {result}" for name, result in state.results.items()]))
        else:  # a prompt may name what only the decider of a secret choice knows
            prompt = "" if decision.secret else decision.prompt
            lines.append(f"{decision.player}: {prompt or '…'}")
        return "\n".join(lines) + "\n"
