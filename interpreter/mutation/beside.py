"""Two games played beside each other, where a break makes another game: positions of one are none of the other.

Both are played with the same seeds, and the same option is taken in both, by its place in the list. Guarantee: what is
found is a difference; that none is found proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..machine.faults import RuleFault, UsageError
from ..machine.state import State
from ..playable import Game
from .counter_examples import options_for

GAMES, LENGTH, OPTIONS = 8, 300, 12_000
"""How many games are played, how many decisions of each, and how many options are listed in one at most."""


def apart(true: Game, other: Game) -> bool:
    """Whether play shows a difference: other options, other values, other scores, or a rule that fails."""
    shared = [
        (field, at) for field in true.program.fields for at in other.program.fields
        if not field.internal and (field.name, field.domain, field.shape) == (at.name, at.domain, at.shape)
        and _holders(true, field.domain) == _holders(other, at.domain)
    ]  # fmt: skip
    places = [
        [(each.base, _holders(game, each.domain) * each.shape.cells) for each in row]
        for game, row in zip((true, other), zip(*shared, strict=True), strict=True)
    ] if shared else [[], []]  # fmt: skip
    counts = range(true.min_players, true.max_players + 1)
    if counts != range(other.min_players, other.max_players + 1):
        return True
    return any(_parts(true, other, counts[number % len(counts)], number, places) for number in range(GAMES))


def _holders(game: Game, domain: int) -> int:
    return 1 if domain < 0 else len(game.program.domains[domain].names)


def _parts(true: Game, other: Game, players: int, number: int, places: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Whether one game parts from the other."""
    dice, listed = random.Random(number), 0
    options = options_for(true.program, number)
    try:
        one = true.start(players, number + 1, options)
    except RuleFault:
        return False
    try:
        two = other.start(players, number + 1, options)
        for _ in range(LENGTH):
            if _said(one, places[0]) != _said(two, places[1]):
                return True
            offered = one.option_tuples()
            listed += len(offered)
            if not offered or listed > OPTIONS:
                break
            choice = dice.randrange(len(offered))
            try:
                one.apply_tuple(offered[choice])
            except RuleFault:
                break
            two.apply_tuple(two.option_tuples()[choice])
    except (RuleFault, UsageError):  # it may not have an option
        return True
    return False


def _said(state: State, places: Sequence[tuple[int, int]]) -> object:
    """What a position is, as far as two games can be compared."""
    decision, cells = state.decision, state._cells
    asked = None if decision is None else (decision.player, decision.name, decision.texts)
    try:
        scores: object = state.scores, state.winners
    except RuleFault as fault:  # before the end there may be nothing to count
        scores = fault.message
    return asked, scores, [cells[first : first + many] for first, many in places]
