"""The bot that plays on from every option, equally often (Monte-Carlo roll-outs)."""

from __future__ import annotations

from yupana.interpreter.game import Tried

from .mcts import MctsBot

EVENLY = 1 << 16
"""So much counts what was seldom tried that nothing else does."""


class FlatBot(MctsBot):
    """Plays on at random from every option equally often, and takes the one that was worth most. It looks at nothing
    but positions that its player must take for possible."""

    exploration, wide, depth = EVENLY, 1 << 20, 1

    @staticmethod
    def speaks_for(tried: Tried) -> tuple[int, int, int]:
        """What options are compared by."""
        return tried.known, tried.worth, tried.times
