"""What is read of frames is all that counts in them, and what is cleared is missed by nobody. That nothing else is in
them is asked of every game in `test_conformance.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from yupana.interpreter.errors import RuleFault
from yupana.interpreter.game import Game, State
from yupana.interpreter.lower.clearing import Clearing
from yupana.interpreter.program import ir
from yupana.interpreter.program.liveness import Liveness
from yupana.tests.conformance.frames import frame_faults, frames
from yupana.tests.found import BACK_ENDS, compiled_apart, game, label, language_files, shipped, targets

QUICK = 12
"""So many decisions of a random game are looked at in quick runs."""

NONSENSE = 1_234_567

LANGUAGE = [each for each in targets() if each not in shipped()]
WAITING = ("08_procedures", "18_waiting", "24_offers", "30_triggers", "31_simultaneous")
"""Where functions wait in many ways."""


def check_frames(target: str, keeping: Game, seed: int, most: int) -> None:
    """Play a random game, beside it the same one with nonsense in all that nobody reads, and one whose frames are never
    cleared."""
    of, machine, draw = frames(target), game(target).machine, random.Random(seed)
    stack = of.program.layout.stack
    state = game(target).start(players=draw.randint(keeping.min_players, keeping.max_players), seed=seed)
    other = keeping.start(players=state.players, seed=seed)
    options, spoilt = state.option_tuples(), state.cells[:]
    for number in range(most):
        assert other.option_tuples() == options
        assert other.cells[:stack] == state.cells[:stack]
        if state.over:
            break
        assert frame_faults(target, state.cells) == [], f"{target}, decision {number}"
        for function, slot, first in of.dead(state.cells):
            shape = function.locals[slot]
            spoilt[first : first + shape.cells] = _nonsense(shape)
        assert machine.legal(spoilt) == options
        option = options[draw.randrange(len(options))]
        if [*_faults(option, state, other)]:
            break
        options = machine.step(spoilt, option)
        assert options == state.option_tuples()
        assert spoilt[:stack] == state.cells[:stack]


def _faults(option: tuple[int, ...], *states: State) -> Iterator[str]:
    """Take a decision in all games; the rule fault of each, which are the same."""
    told = []
    for state in states:
        try:
            state.apply_tuple(option)
        except RuleFault as fault:
            told.append(fault.message)
    assert told in ([], told[:1] * len(states))
    yield from told


def _nonsense(shape: ir.Shape) -> list[int]:
    """A value that nobody expects, in cells."""
    if shape.kind == "list" and shape.size:
        return [1, NONSENSE, *[0] * (shape.size - 1)]
    return [1] * shape.cells if shape.kind == "set" else [NONSENSE] * shape.cells


def lowered_without(monkeypatch: pytest.MonkeyPatch, target: str) -> Game:
    """The game of a ruleset whose functions keep everything."""
    with monkeypatch.context() as patch:
        patch.setattr(Clearing, "cleared", lambda self: tuple(self.blocks))
        keeping = BACK_ENDS["python"].game(compiled_apart(target))
    waiting = [function.name for function in keeping.program.functions if function.waits and function.frame]
    assert not waiting or keeping.program.functions != game(target).program.functions
    return keeping


@pytest.mark.parametrize("target", [each for each in LANGUAGE if label(each) in WAITING], ids=label)
def test_what_nobody_reads_is_missed_by_nobody(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_frames(target, lowered_without(monkeypatch, target), 3, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("target", targets(), ids=label)
def test_what_nobody_reads_is_missed_by_nobody_in_long_games(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = lowered_without(monkeypatch, target)
    for seed in range(20, 26):
        check_frames(target, keeping, seed, 3_000)


@pytest.mark.parametrize("target", ["tic_tac_toe", "cargo_empire", *LANGUAGE], ids=label)
def test_a_frame_has_no_room_for_what_outlives_no_block(target: str) -> None:
    program = game(target).program
    for function in program.functions:
        if function.waits:
            kept = {slot for slot, _ in function.frame if function.locals[slot].kind != "list"}
            assert kept <= Liveness(function.blocks, program.decisions).outliving()


def test_there_are_rulesets_to_look_at() -> None:
    assert len(LANGUAGE) == len(language_files()) > 20
    assert {label(each) for each in LANGUAGE} >= {*WAITING}
