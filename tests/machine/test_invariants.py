"""Invariants are asked again only where something that they read has changed: the others would answer as before.

Cells of positions are spoilt at random, so that the ways of shipped games are left; links of zones are left alone.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
import yupana
from yupana.interpreter.game import Game
from yupana.interpreter.machine.faults import InternalError, Trap
from yupana.interpreter.program import ir

SPOILT = 120


def positions(game: Game, seed: int) -> list[ir.Cells]:
    """The positions of a game played at random."""
    state, random = game.start(seed=seed), Random(seed)
    found = [state.cells]
    while not state.over and len(found) < 120:
        state.apply_tuple(random.choice(state.option_tuples()))
        found.append(state.cells)
    return found


def answer(game: Game, cells: ir.Cells, number: int) -> object:
    """What an invariant says of a position: true, false, or how it fails."""
    try:
        asked = cells[ir.CELL_DECIDER], cells[ir.CELL_ACTIVE]
        return bool(game.machine.call(cells[:], game.machine.invariants.functions[number], *asked))
    except (Trap, InternalError) as fault:
        return str(fault)


@pytest.mark.parametrize("name", ["cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro"])
def test_what_is_not_asked_again_would_answer_as_before(name: str) -> None:
    game, random = yupana.load(name), Random(7)
    invariants, layout = game.machine.invariants, game.program.layout
    known = positions(game, 3)
    links = zone_links(game.program)
    spoilt = [cell for cell in range(ir.HEADER_CELLS, layout.stack) if cell not in links]
    spared = 0
    for _ in range(SPOILT):
        before = random.choice(known)
        after = before[:]
        for cell in random.sample(spoilt, random.choice((1, 1, 3))):
            after[cell] = random.choice(sorted({-1, 0, 1, *[each[cell] for each in known]}))
        asked = invariants.to_ask(invariants.read(after), invariants.read(before))
        for number in set(range(len(invariants.names))) - set(asked):
            assert answer(game, after, number) == answer(game, before, number), invariants.names[number]
            spared += 1
    assert spared


@pytest.mark.parametrize("name", ["cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro"])
def test_from_decision_to_decision_the_same_is_found_as_when_all_are_asked(name: str) -> None:
    game = yupana.load(name)
    invariants = game.machine.invariants
    known = positions(game, 5)
    for before, after in pairwise(known):
        asked = invariants.to_ask(invariants.read(after), invariants.read(before))
        for number in set(range(len(invariants.names))) - set(asked):
            assert answer(game, after, number) == answer(game, before, number), invariants.names[number]


def zone_links(program: ir.Program) -> set[int]:
    """The cells by which the pieces of a zone are found one after the other: spoilt ones would go round."""
    layout = program.layout
    tables = (layout.zone_first, layout.zones), (layout.piece_next, layout.pieces), (layout.piece_prev, layout.pieces)
    return {base + i for base, count in tables for i in range(count)}
