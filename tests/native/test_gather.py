"""Members that pass a test, told for many at a time: the same as where each is tested by itself, in the same order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tests.machine.build import PLAYER, cell, function, layout, listed, members, op, program, v

pytest.importorskip("wasmtime")

VALUES, OTHERS, LIST, STACK = 40, 240, 440, 700
X = v(0)
HERE, THERE = cell(VALUES, X), cell(OTHERS, X)


def value(x: int) -> int:
    return x * 7 % 5 - 1


def other(x: int) -> int:
    return x * x % 3


SOME = {1, 2, 3, 30, 31, 32, 62, 63, 64, 65, 96, 99, 128}

TESTS: dict[str, tuple[Callable[[int], ir.Expr], Callable[[int], bool]]] = {
    "equal": (lambda n: op("eq", HERE, -1), lambda x: value(x) == -1),
    "not equal to what is in a cell": (lambda n: op("ne", cell(39), HERE), lambda x: value(x) != 2),
    "less": (lambda n: op("lt", HERE, THERE), lambda x: value(x) < other(x)),
    "at least": (lambda n: op("ge", THERE, HERE), lambda x: other(x) >= value(x)),
    "as it is": (lambda n: THERE, lambda x: bool(other(x))),
    "its number": (lambda n: op("gt", X, 3), lambda x: x > 3),
    "of a table": (lambda n: op("le", ir.Table(0, X), HERE), lambda x: x % 4 <= value(x)),
    "a table": (lambda n: ir.Table(0, X), lambda x: x % 4 != 0),
    "not in a table, or more": (
        lambda n: op("or", op("not", ir.Table(0, X)), op("eq", HERE, 1)), lambda x: x % 4 == 0 or value(x) == 1,
    ),
    "tables and numbers": (
        lambda n: op("and", op("or", op("ge", ir.Table(0, X), 2), op("lt", X, 3)), op("ne", X, 1)),
        lambda x: (x % 4 >= 2 or x < 3) and x != 1,
    ),
    "several": (
        lambda n: op("and", op("or", op("eq", HERE, 1), op("eq", THERE, 1)), op("not", op("eq", X, 4))),
        lambda x: (value(x) == 1 or other(x) == 1) and x != 4,
    ),
    "in a set": (lambda n: op("set_has", some(n), X), lambda x: x in SOME),
    "not in a set or more": (
        lambda n: op("or", op("not", op("set_has", some(n), X)), op("eq", HERE, 3)),
        lambda x: x not in SOME or value(x) == 3,
    ),
    "some beforehand, some one by one": (
        lambda n: op("and", op("ge", HERE, 0), op("eq", cell(VALUES, cell(OTHERS, X)), 1)),
        lambda x: value(x) >= 0 and value(other(x)) == 1,
    ),
    "nobody": (lambda n: op("lt", HERE, -1), lambda x: False),
}  # fmt: skip


def some(n: int) -> ir.ConstSet:
    return members(*sorted(each for each in SOME if each < n), size=n)


def passing(engine: str, n: int, test: ir.Expr, present: tuple[int, ...], kept: str) -> list[int]:
    """The members of a domain of so many that pass a test, by a loop of options or by a comprehension."""
    items, shape = op("domain", 1), listed(n, ir.Shape("scalar", domain=1))
    if kept == "comprehension":
        body: list[ir.Stmt] = [ir.Return(ir.Comp("list", (ir.Clause(0, items, test),), X))]
    else:
        add = ir.SetLocal(1, op("list_add", v(1), X))
        body = [ir.SetLocal(1, ir.ConstList(())), ir.For(0, items, (ir.Guard(test, (add,), 0),)), ir.Return(v(1))]
    asked = function("asked", (), body, result=shape, s1=shape)
    fill = [ir.Store(VALUES + x, None, ir.Const(value(x)), ir.SCALAR) for x in range(n)]
    fill += [ir.Store(OTHERS + x, None, ir.Const(other(x)), ir.SCALAR) for x in range(n)]
    fill.append(ir.Store(39, None, ir.Const(2), ir.SCALAR))
    names = tuple([f"p{x}" for x in range(n)])
    domain = ir.Domain("Place", "space", names, present=((), (), present, ()) if present else ())
    whole = program(
        [asked, function("begin", (), [*fill, ir.Store(LIST, None, ir.Call(2, ()), shape)], result=None)], init=3,
        layout=layout(size=900, stack=STACK),
        domains=(PLAYER, domain), tables=(tuple([x % 4 for x in range(n)]),),
    )  # fmt: skip
    machine = Machine(whole, find_back_end(engine), ())
    cells = machine.new_state(2, 1)
    machine.begin(cells)
    return list(cells[LIST + 1 : LIST + 1 + cells[LIST]])


SIZES = [4, 65, 130, *[pytest.param(each, marks=pytest.mark.slow) for each in (9, 61, 64)]]
"""Of a domain: less than a word of bits, one more than a word, and several words."""


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", TESTS)
def test_members_that_pass(name: str, n: int) -> None:
    test, holds = TESTS[name]
    for present in ((), tuple(range(1, n, 2))):
        wanted = [x for x in present or range(n) if holds(x)]
        for kept in ("comprehension", "loop"):
            assert passing("native", n, test(n), present, kept) == wanted
    assert passing("python", n, test(n), (), "comprehension") == [x for x in range(n) if holds(x)]
