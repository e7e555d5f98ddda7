"""A program from elsewhere is checked before it is run: whatever was changed in it, nothing of ours breaks."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from yupana.interpreter.game import Game, InternalError, RuleFault, UsageError
from yupana.interpreter.machine.verify import verify
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError, from_json, to_json

from .build import c, function, lst, op, program, v
from .card_game import MAIN, card_game
from .tictactoe import tictactoe


@pytest.mark.parametrize("made", [card_game(), tictactoe(), program()], ids=lambda made: made.name)
def test_whole_programs_pass(made: ir.Program) -> None:
    verify(made)


def with_body(*body: ir.Stmt) -> ir.Program:
    return program([function("broken", (0,), body, count=3)], tables=((1, 2),))


BROKEN = {
    "local": with_body(ir.SetLocal(3, c(1))),
    "table": with_body(ir.Return(ir.Table(1, v(0)))),
    "no place": with_body(ir.Return(op("add", v(0), v(0), place=7))),
    "no operation": with_body(ir.Return(ir.Op("pow", (v(0), v(0))))),
    "operands": with_body(ir.Return(op("add", v(0)))),
    "of what": with_body(ir.Return(op("neighbors", v(0), v(0)))),
    "cannot be called": with_body(ir.Do(1, ())),
    "values": with_body(ir.Do(0, (v(0),))),
    "calls itself": with_body(ir.Return(ir.Call(2, (v(0),)))),
    "no function": with_body(ir.Return(ir.Call(9, (v(0),)))),
    "number does not fit": with_body(ir.Return(c(2**31))),
    "set": with_body(ir.Return(op("set_size", ir.ConstSet((10**9,))))),
    "die": with_body(ir.Roll(0, None, 0, -1, 0)),
    "text": with_body(ir.Fault(0, 3)),
    "options": with_body(ir.Emit(0, ())),
    "no size": with_body(ir.Return(op("map_fill", 10**9, 0))),
    "bound": with_body(ir.Store(20, None, lst(1), ir.Shape("list", -1))),
    "outside the state": with_body(ir.Return(ir.Load(10**6, None, ir.SCALAR))),
    "state": replace(tictactoe(), layout=replace(tictactoe().layout, size=10**9)),
    "zones": replace(card_game(), layout=replace(card_game().layout, piece_next=159)),
    "main function": replace(tictactoe(), main=0),
    "no function 99": replace(tictactoe(), init=99),
    "number of players": replace(tictactoe(), min_players=3),
    "players are missing": replace(tictactoe(), max_players=3),
    "no block": replace(card_game(), functions=tuple([
        replace(MAIN, blocks=(*MAIN.blocks[:-1], ir.Block((), ir.Jump(77)))) if each is MAIN else each
        for each in card_game().functions
    ])),
    "another function": replace(tictactoe(), decisions=(replace(tictactoe().decisions[0], function=1),)),
}  # fmt: skip


@pytest.mark.parametrize("words", BROKEN)
def test_what_names_nothing_is_refused(words: str) -> None:
    with pytest.raises(ProgramFileError, match=words):
        verify(BROKEN[words])


def changed(data: Any, dice: random.Random) -> Any:
    """The same data with one number in it changed, or one list cut or doubled."""
    copy = json.loads(json.dumps(data))
    spots: list[tuple[list[Any], int]] = []
    rest: list[list[Any]] = [copy[2]]
    while rest:
        spot = rest.pop()
        for i, each in enumerate(spot):
            if isinstance(each, list):
                rest.append(each)
            spots.append((spot, i))
    spot, at = dice.choice(spots)
    if isinstance(spot[at], int):
        spot[at] = dice.choice([spot[at] + 1, spot[at] - 1, -1, 0, 3, 31, 10**6, 2**31 - 1, -(2**31)])
    elif isinstance(spot[at], list) and dice.random() < 0.5:
        spot[at] = [*spot[at], *spot[at][-1:]]
    else:
        del spot[at]
    return copy


def played(data: Any, dice: random.Random) -> str:
    """What becomes of a changed program."""
    try:
        program = from_json(data)
        verify(program)
    except ProgramFileError:
        return "refused"
    try:
        state = Game(program).start(2, 3)
        for _ in range(30):
            if state.over:
                break
            assert state.decision is not None
            for option in state.decision.options[:3]:
                assert option.text
            state.observation(0)
            state.apply(dice.choice(state.decision.options))
        assert state.winners is not None
    except (RuleFault, UsageError):
        return "fault"
    except InternalError:
        return "ours"
    return "played"


def test_a_changed_program_is_refused_or_plays_something() -> None:
    dice, data = random.Random(11), to_json(card_game())
    found = [played(changed(data, dice), dice) for _ in range(300)]
    assert found.count("refused") > 60
    assert found.count("played") > 30
