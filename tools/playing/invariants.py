"""The invariants of a ruleset at the table: one that does not hold is told of when it first does not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yupana.interpreter.game import State


def note_broken(state: State, broken: dict[str, int]) -> None:
    """Tell of every invariant that does not hold and is not in `broken`, and note after how many decisions that was."""
    for name in state.broken_invariants:
        if name not in broken:
            broken[name] = state.ply
            sys.stderr.write(f"The invariant {name} does not hold after {state.ply} decisions.\n")
