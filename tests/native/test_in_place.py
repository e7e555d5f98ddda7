"""Large sets that are changed where they lie: the same as where another set is made and stored."""

from __future__ import annotations

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tests.machine.build import function, lst, members, op, program, v

pytest.importorskip("wasmtime")

LARGE = ir.Shape("set", 100, 0)
AT = 40
HERE = ir.Load(AT, None, LARGE)
THERE = ir.Load(AT + 4, None, LARGE)


def _set(*members_: ir.Expr | int) -> ir.Op:
    return op("set", *members_, size=100)


def _some(*numbers: int) -> ir.Comp:
    """Of these numbers, those from 40 on."""
    return ir.Comp("set", (ir.Clause(1, lst(*numbers), op("ge", v(1), 40)),), v(1), size=100)


VALUES = {
    "added": (op("set_add", HERE, 70), {3, 31, 32, 64, 99, 70}),
    "added none": (op("set_add", HERE, -1), {3, 31, 32, 64, 99}),
    "taken": (op("set_without", HERE, 32), {3, 31, 64, 99}),
    "taken none": (op("set_without", HERE, -1), {3, 31, 32, 64, 99}),
    "what is not there": (op("set_without", HERE, 33), {3, 31, 32, 64, 99}),
    "several": (op("set_or", op("set_sub", HERE, _set(31, 99, -1)), _set(0, 98)), {0, 3, 32, 64, 98}),
    "in and out": (op("set_sub", op("set_or", HERE, _set(5)), _set(5, 3)), {31, 32, 64, 99}),
    "out and in": (op("set_or", op("set_sub", HERE, _set(3)), _some(3, 41, 95)), {31, 32, 64, 99, 41, 95}),
    "by what lies there": (
        op("set_add", op("set_without", HERE, 3), op("set_has", HERE, 3)), {1, 31, 32, 64, 99},
    ),
    "of another": (op("set_add", THERE, 70), {8, 70}),
    "all of another": (op("set_or", HERE, THERE), {3, 8, 31, 32, 64, 99}),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", VALUES)
def test_a_set_is_changed(name: str, engine: str) -> None:
    value, wanted = VALUES[name]
    size = ir.Store(AT + 8, None, op("set_size", HERE), ir.SCALAR)
    begin = function("begin", (), [
        ir.Store(AT, None, members(3, 31, 32, 64, 99, size=100), LARGE),
        ir.Store(AT + 4, None, members(8, size=100), LARGE),
        ir.Store(AT, None, value, LARGE), size,
    ], result=None)  # fmt: skip
    made = program([begin], init=2)
    machine = Machine(made, find_back_end(engine), ())
    cells = machine.new_state(2, 1)
    machine.begin(cells)
    words = [each % 2**32 for each in cells[AT : AT + 9]]
    assert {32 * i + b for i in range(4) for b in range(32) if words[i] >> b & 1} == wanted
    assert {b for b in range(32) if words[4] >> b & 1} == {8}
    assert words[8] == len(wanted)
