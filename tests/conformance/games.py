"""Random games for the suite: one game is played once and looked at from many sides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from yupana.interpreter.game import State
from yupana.interpreter.machine.printing import Printer
from yupana.interpreter.program import ir
from yupana.tests.found import game

LIMIT = 20_000
"""A game of more decisions than this under random play does not end for our purposes."""


@dataclass(slots=True)
class Played:
    """A finished random game: the decisions taken, and some positions on the way (number of decisions, position)."""

    target: str
    players: int
    seed: int
    decisions: list[Any] = field(default_factory=list)
    positions: list[tuple[int, State]] = field(default_factory=list)
    end: State | None = None

    @property
    def final(self) -> State:
        """The last position; fails when the game did not end."""
        assert self.end is not None
        assert self.end.over, f"{self.target} with {self.players} has not ended after {LIMIT} random decisions"
        return self.end

    def some(self, count: int) -> Iterator[tuple[int, State]]:
        """About `count` of the positions, spread over the game."""
        step = max(1, len(self.positions) // count)
        yield from self.positions[::step]


def begin(target: str, players: int, seed: int) -> State:
    """The start of a game."""
    return game(target).start(players=players, seed=seed)


@lru_cache(maxsize=4)
def played(target: str, players: int, seed: int, keep: int = 24) -> Played:
    """Play a random game; about `keep` positions of it are kept, evenly, however long it is."""
    state = begin(target, players, seed)
    result = Played(target, players, seed)
    draw = random.Random(f"{target} {players} {seed}")
    every = 1
    while not state.over and len(result.decisions) < LIMIT:
        if len(result.decisions) % every == 0:
            result.positions.append((len(result.decisions), state.clone()))
            if len(result.positions) > 2 * keep:
                result.positions = result.positions[::2]
                every *= 2
        assert state.broken_invariants == [], f"{target} after {len(result.decisions)} decisions of seed {seed}"
        options = state.option_tuples()
        assert options, f"{target}: {state.decision} has no option after {len(result.decisions)} decisions"
        chosen = options[draw.randrange(len(options))]
        result.decisions.append(chosen)
        state.apply_tuple(chosen)
    assert state.broken_invariants == [], f"{target} at the end of seed {seed}"
    result.end = state
    result.positions.append((len(result.decisions), state.clone()))
    return result


def any_value(printer: Printer, kind: ir.ValueType, dice: random.Random) -> str:
    """Any value of a type as it is typed."""
    if kind.many:
        return f"[{any_value(printer, kind.one, dice)}]"
    if kind.kind == "bool":
        return dice.choice(["true", "false"])
    if kind.kind == "int":
        return str(dice.randrange(0, 9))
    return printer.member(kind.domain, dice.randrange(len(printer.program.domains[kind.domain].names)), True)
