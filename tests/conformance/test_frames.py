"""What a frame holds while a game waits: nothing that nobody reads any more, and what is read is all that counts.

What may still be read is found without the analysis that the lowering uses. What no way reads may be anything: a game
goes on the same with nonsense in its place. And what is cleared is missed by nobody: a game whose frames are never
cleared goes the same way.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from yupana.interpreter import cache as kept_programs
from yupana.interpreter.errors import RuleFault
from yupana.interpreter.game import Game
from yupana.interpreter.lower.clearing import Clearing
from yupana.interpreter.program import ir
from yupana.interpreter.program.liveness import Liveness
from yupana.tests.conformance.frames import Frames
from yupana.tests.found import BACK_ENDS, compiled, game, label, shipped, targets

QUICK = 25
"""So many decisions of a random game are looked at in quick runs."""

NONSENSE = 1_234_567


@cache
def frames(target: str) -> Frames:
    return Frames(game(target).program)


def check_frames(target: str, seed: int, most: int) -> None:
    """Play a random game, and beside it the same one with nonsense in all that nobody reads."""
    of, machine = frames(target), game(target).machine
    program = of.program
    draw = random.Random(seed)
    state = game(target).start(players=draw.randint(program.min_players, program.max_players), seed=seed)
    options, spoilt = state.option_tuples(), state.cells[:]
    for number in range(most):
        if state.over:
            break
        for function, slot, first in of.dead(state.cells):
            shape = function.locals[slot]
            held = state.cells[first : first + shape.cells]
            assert not any(held), f"{target}, decision {number}: {function.name} still holds {held} in slot {slot}"
            spoilt[first : first + shape.cells] = _nonsense(shape)
        assert machine.legal(spoilt) == options
        option = options[draw.randrange(len(options))]
        try:
            state.apply_tuple(option)
        except RuleFault:
            break
        options = machine.step(spoilt, option)
        assert options == state.option_tuples()
        assert spoilt[: program.layout.stack] == state.cells[: program.layout.stack]


def _nonsense(shape: ir.Shape) -> list[int]:
    """A value that nobody expects, in cells."""
    if shape.kind == "list" and shape.size:
        return [1, NONSENSE, *[0] * (shape.size - 1)]
    return [1] * shape.cells if shape.kind == "set" else [NONSENSE] * shape.cells


def lowered_without(monkeypatch: pytest.MonkeyPatch, target: str) -> Game:
    """The game of a ruleset whose functions keep everything."""
    with monkeypatch.context() as patch:
        patch.setattr(Clearing, "cleared", lambda self: tuple(self.blocks))
        patch.setattr(kept_programs, "store", lambda *_: None)
        return BACK_ENDS["python"].game(compiled.__wrapped__(target))


def check_clearing(target: str, keeping: Game, seed: int, most: int) -> None:
    """Play a random game with and without clearing."""
    draw = random.Random(seed)
    one = game(target).start(players=draw.randint(keeping.min_players, keeping.max_players), seed=seed)
    other = keeping.start(players=one.players, seed=seed)
    stack = keeping.program.layout.stack
    for _ in range(most):
        assert one.option_tuples() == other.option_tuples()
        assert one.cells[:stack] == other.cells[:stack]
        if one.over:
            return
        option = draw.choice(one.option_tuples())
        told = []
        for state in (one, other):
            try:
                state.apply_tuple(option)
            except RuleFault as fault:
                told.append(fault.message)
        assert told in ([], told[:1] * 2)
        if told:
            return


OF_EACH = [each for each in targets() if "+" not in each]


@pytest.mark.parametrize("target", OF_EACH, ids=label)
def test_a_frame_holds_only_what_may_be_read(target: str) -> None:
    check_frames(target, 3, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 26))
@pytest.mark.parametrize("target", targets(), ids=label)
def test_a_frame_holds_only_what_may_be_read_in_many_games(target: str, seed: int) -> None:
    check_frames(target, seed, 3_000)


@pytest.mark.parametrize("target", [each for each in OF_EACH if each not in shipped()], ids=label)
def test_nobody_misses_what_is_cleared(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_clearing(target, lowered_without(monkeypatch, target), 5, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("target", targets(), ids=label)
def test_nobody_misses_what_is_cleared_in_many_games(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = lowered_without(monkeypatch, target)
    for seed in range(6):
        check_clearing(target, keeping, seed, 2_000)


@pytest.mark.parametrize("target", OF_EACH, ids=label)
def test_a_frame_has_no_room_for_what_outlives_no_block(target: str) -> None:
    program = frames(target).program
    for function in program.functions:
        if function.waits:
            kept = {slot for slot, _ in function.frame if function.locals[slot].kind != "list"}
            assert kept <= Liveness(function.blocks, program.decisions).outliving()
