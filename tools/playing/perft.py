"""Counting legal decision sequences, to compare two implementations of the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from yupana.interpreter.game import State


def count_leaves(state: State, depth: int, *, chance: bool = False) -> int:
    """The number of legal decision sequences of length exactly `depth` (0 or more) from a state; it is not changed.
    With `chance` every outcome of chance is a branch of its own; those that lead to the same position are one."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    if chance:
        options = [] if state.decision is None else state.decision.options
        return sum([
            count_leaves(each.state, depth - 1, chance=True)
            for option in options
            for each in state.chances(option, merge=True)
        ])  # fmt: skip
    tuples = state.option_tuples()
    if depth == 1:
        return len(tuples)
    work = state.long_work
    counted = None if work is None else work.count(depth)
    if counted is not None:
        return counted
    leaves = 0
    for option in tuples:
        after = state.clone()
        after.apply_tuple(option)
        leaves += count_leaves(after, depth - 1)
    return leaves


@dataclass(frozen=True, slots=True)
class Depth:
    """How many sequences there are of one length, and how long counting them took."""

    depth: int
    leaves: int
    seconds: float


def depths(states: Sequence[State], depth: int, *, chance: bool = False) -> Iterator[Depth]:
    """Each depth from 1 on (0: that alone), of all states together, as soon as it is counted."""
    for each in range(min(1, depth), depth + 1):
        start = perf_counter()
        leaves = sum([count_leaves(state, each, chance=chance) for state in states])
        yield Depth(each, leaves, perf_counter() - start)


def divide(states: Iterable[State], depth: int, *, chance: bool = False) -> dict[str, int]:
    """How many of the sequences of a length (1 or more) begin with each option."""
    out: dict[str, int] = {}
    for state in states:
        for option in [] if state.decision is None else state.decision.options:
            outcomes = state.chances(option, merge=True) if chance else ()
            after = [each.state for each in outcomes] if chance else [_after(state, option.text)]
            leaves = sum([count_leaves(each, depth - 1, chance=chance) for each in after])
            out[option.text] = out.get(option.text, 0) + leaves
    return out


def _after(state: State, option: str) -> State:
    after = state.clone()
    after.apply(option)
    return after
