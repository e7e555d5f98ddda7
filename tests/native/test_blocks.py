"""Blocks of functions that wait, written together and one by one: the same as on the Python machine, at the limit of
blocks too."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.backends.wasm import emit_blocks
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir, limits
from yupana.tests.machine.build import INT, c, cell, op, program, v, waiting

pytest.importorskip("wasmtime")

TOTAL = 60


def _decision(function: int, block: int) -> ir.Decision:
    options = (ir.For(9, op("range", 1, 3), (ir.Emit(0, (v(9),)),)),)
    return ir.Decision(
        "main", function, c(0), -1, (), options, (ir.Answer(0, (1,), block),), secret=False, optional=False, place=1
    )  # fmt: skip


def _called_from_several_places() -> ir.Program:
    """`asking` is called by `main` twice, with a result that goes to two slots, and by `between`, in a deeper frame;
    `between` is called from one place."""
    counted = ir.Store(TOTAL, None, op("add", op("mul", cell(TOTAL), 3), v(3)), ir.SCALAR)
    main = waiting("main", [
        ir.Block((ir.SetLocal(0, c(4)),), ir.CallWait(3, (v(0),), 3, 1)),
        ir.Block((counted,), ir.CallWait(4, (op("add", v(0), 1),), 3, 2)),
        ir.Block((counted, ir.SetLocal(0, op("sub", v(0), 1))), ir.Fork(op("lt", v(0), 1), 3, 4)),
        ir.Block((), ir.Finish()),
        ir.Block((), ir.CallWait(3, (v(0),), 2, 5)),
        ir.Block((ir.SetLocal(3, v(2)),), ir.Jump(1)),
    ], keep=(0, 3))  # fmt: skip
    asking = waiting("asking", [
        ir.Block((), ir.Ask(0)),
        ir.Block((), ir.Finish(op("add", op("mul", v(0), 5), v(1)))),
    ], params=(0,), keep=(0, 1))  # fmt: skip
    between = waiting("between", [
        ir.Block((), ir.CallWait(3, (op("add", v(0), 2),), 2, 1)),
        ir.Block((), ir.Fork(op("lt", v(2), 9), 0, 2)),
        ir.Block((), ir.Finish(v(2))),
    ], params=(0,), keep=(0, 2))  # fmt: skip
    return program(
        [main, asking, between], decisions=(_decision(3, 1),), main=2,
        alternatives=(ir.Alternative("take", (("n", INT),), -1, (), 0),),
    )  # fmt: skip


def _game(engine: str, made: ir.Program, seed: int) -> list[list[int]]:
    machine = Machine(made, find_back_end(engine), ())
    cells = machine.new_state(2, seed)
    chance = random.Random(seed)
    options, out = machine.begin(cells), [list(cells)]
    while options:
        options = machine.step(cells, options[chance.randrange(len(options))])
        out.append(list(cells))
    return out


@pytest.mark.parametrize("together", [0, 512], ids=["one_by_one", "together"])
def test_a_function_called_from_several_places(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emit_blocks, "TOGETHER", together)
    made = _called_from_several_places()
    for seed in range(4):
        game = _game("python", made, seed)
        assert len(game) > 8
        assert _game("native", made, seed) == game


def _rounds(count: int, more: int) -> ir.Program:
    """Takes three blocks for each round before the first decision, and 2 + `more`."""
    main = waiting("main", [
        ir.Block((ir.SetLocal(0, c(0)),), ir.Jump(1)),
        ir.Block((ir.SetLocal(0, op("add", v(0), 1)),), ir.Jump(2)),
        ir.Block((), ir.Fork(op("lt", v(0), count), 3, 4 + more)),
        ir.Block((), ir.Jump(1)),
        ir.Block((), ir.Jump(7)),
        ir.Block((), ir.Jump(4)),
        ir.Block((), ir.Jump(5)),
        ir.Block((), ir.Ask(0)),
    ], keep=(0, 1))  # fmt: skip
    return program(
        [main], decisions=(_decision(2, 1),), main=2, alternatives=(ir.Alternative("take", (("n", INT),), -1, (), 0),)
    )  # fmt: skip


def _begun(engine: str, made: ir.Program) -> object:
    machine = Machine(made, find_back_end(engine), ())
    cells = machine.new_state(2, 1)
    try:
        return machine.begin(cells), list(cells)
    except Trap as fault:
        return fault.place, fault.message


def test_the_limit_of_blocks_is_the_same() -> None:
    for rounds in (limits.BLOCKS // 3 - 1, limits.BLOCKS // 3):
        for more in range(3):
            made = _rounds(rounds, more)
            native = _begun("native", made)
            assert native == _begun("python", made)
            faults = isinstance(native, tuple) and isinstance(native[0], int)
            assert faults == (3 * rounds + 2 + more > limits.BLOCKS)
