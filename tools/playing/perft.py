"""Counting legal decision sequences, to compare two implementations of the same rules."""

from __future__ import annotations

from yupana.interpreter.game import State


def count_leaves(state: State, depth: int) -> int:
    """The number of legal decision sequences of length exactly `depth` (0 or more) from a state; it is not changed."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    options = state.option_tuples()
    if depth == 1:
        return len(options)
    leaves = 0
    for option in options:
        after = state.clone()
        after.apply_tuple(option)
        leaves += count_leaves(after, depth - 1)
    return leaves
