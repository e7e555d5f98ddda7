"""The first member of a row that passes a test, found by sets: the same as by a walk along the row, also where cells
are written between two rows, or on a copy of the state."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.backends.wasm import emit_comprehensions
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tests.machine.build import PLAYER, c, cell, function, layout, listed, op, program, v

pytest.importorskip("wasmtime")

VALUES, LIMIT, LIST, STACK = 40, 120, 140, 700
X, T, U = v(0), v(1), v(2)
LEAST = v(3)
FIRST = 2
"""The number of the function that looks along a row; behind it the one that asks whether what is found is 2."""


def value(x: int) -> int:
    return x * 5 % 7 % 3


def rows(n: int, name: str) -> tuple[tuple[int, ...], ...]:
    """Rows of members, one for each."""
    match name:
        case "rising":
            return tuple([tuple(range(x + 1, n, 1 + x % 3)) for x in range(n)])
        case "falling":
            return tuple([tuple(range(x - 1, -1, -1)) for x in range(n)])
        case "both":
            return tuple([tuple(range(x + 1, n)) if x % 2 else tuple(range(x - 1, -1, -2)) for x in range(n)])
    return tuple([(*range(x, n, 2), *range(0, x, 3)) for x in range(n)])  # in no order


def found(n: int, name: str, values: list[int], least: int) -> list[int]:
    """The first member with at least a value of each row, or -1."""
    return [next((t for t in row if values[t] >= least), -1) for row in rows(n, name)]


def looked(n: int, name: str, engine: str, body: list[ir.Stmt], more: list[ir.Function]) -> list[int]:
    """What a function gives whose body this is."""
    shape, place = listed(400), ir.Shape("scalar", domain=1)
    first = function(
        "first", (0, 3),
        [ir.Return(ir.Comp("first", (ir.Clause(1, ir.Table(0, X), op("ge", cell(VALUES, T), LEAST)),), T))],
        s0=place, s1=place, result=place,
    )  # fmt: skip
    is_two = ir.Comp(
        "any", (ir.Clause(2, op("list", ir.Call(FIRST, (X, LEAST))), op("ne", U, -1)),), op("eq", cell(VALUES, U), 2)
    )
    two = function("two", (0, 3), [ir.Return(is_two)], s0=place, s1=place, s2=place)
    asked = function("asked", (), body, result=shape, s0=place, s4=shape)
    fill = [ir.Store(VALUES + x, None, c(value(x)), ir.SCALAR) for x in range(n)]
    fill += [ir.Store(LIMIT, None, c(1), ir.SCALAR), ir.Store(LIST, None, ir.Call(4, ()), shape)]
    begin = function("begin", (), fill, result=None)
    domain = ir.Domain("Place", "space", tuple([f"p{x}" for x in range(n)]))
    whole = program(
        [first, two, asked, begin, *more], init=5, layout=layout(size=900, stack=STACK), domains=(PLAYER, domain),
        tables=(rows(n, name),),
    )  # fmt: skip
    machine = Machine(whole, find_back_end(engine), ())
    cells = machine.new_state(2, 1)
    machine.begin(cells)
    return list(cells[LIST + 1 : LIST + 1 + cells[LIST]])


PLACES = op("domain", 1)


def _each(element: ir.Expr) -> ir.Comp:
    return ir.Comp("list", (ir.Clause(0, PLACES, None),), element)


def _firsts(least: ir.Expr) -> ir.Comp:
    return _each(ir.Call(FIRST, (X, least)))


@pytest.mark.parametrize("n", [9, 64, 65])
@pytest.mark.parametrize("name", ["rising", "falling", "both", "none"])
def test_the_first_of_each_row(name: str, n: int) -> None:
    values = [value(x) for x in range(n)]
    firsts = found(n, name, values, 1)
    twos = [int(t >= 0 and values[t] == 2) for t in firsts]
    changed = [0 if x < 4 else each for x, each in enumerate(values)]
    store = ir.Store(VALUES, X, c(0), ir.SCALAR)
    add = ir.SetLocal(4, op("list_concat", v(4), _firsts(cell(LIMIT))))
    written = [
        ir.SetLocal(4, _firsts(cell(LIMIT))), ir.For(0, op("range", 0, 3), (store,)), add, ir.Return(v(4)),
    ]  # fmt: skip
    step_by_step: list[int] = []
    for x in range(n):
        now = [0 if each <= x else values[each] for each in range(n)]
        step_by_step.append(found(n, name, now, 1)[x])
    one_by_one = [
        ir.SetLocal(4, ir.ConstList(())),
        ir.For(0, PLACES, (store, ir.SetLocal(4, op("list_add", v(4), ir.Call(FIRST, (X, c(1))))))),
        ir.Return(v(4)),
    ]
    on_a_copy = function("on_a_copy", (0,), [store, ir.Return(ir.Call(FIRST, (X, c(1))))])
    copied = [found(n, name, [0 if each == x else values[each] for each in range(n)], 1)[x] for x in range(n)]
    both = _each(op("add", ir.Call(6, (X,), copy=True), op("mul", ir.Call(FIRST, (X, c(1))), 100)))
    cases: dict[str, tuple[list[ir.Stmt], list[int]]] = {
        "first": ([ir.Return(_firsts(cell(LIMIT)))], firsts),
        "another least in each": ([ir.Return(_firsts(op("mod", X, 3)))],
                                  [found(n, name, values, x % 3)[x] for x in range(n)]),
        "whether it is two": ([ir.Return(_each(ir.Call(FIRST + 1, (X, c(1)))))], twos),
        "written between": (written, firsts + found(n, name, changed, 1)),
        "written at every step": (one_by_one, step_by_step),
        "on a copy": ([ir.Return(both)], [a + 100 * b for a, b in zip(copied, firsts, strict=True)]),
    }  # fmt: skip
    for case, (body, wanted) in cases.items():
        more = [on_a_copy]
        assert looked(n, name, "python", body, more) == wanted, case
        assert looked(n, name, "native", body, more) == wanted, case


def test_rows_in_order_are_found_by_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    met: dict[str, list[bool]] = {"first_of_row": [], "one_of_set": []}

    def watched(name: str, before: Callable[..., bool]) -> Callable[..., bool]:
        def write(*args: object) -> bool:
            met[name].append(before(*args))
            return met[name][-1]

        return write

    for name in met:
        monkeypatch.setattr(emit_comprehensions, name, watched(name, getattr(emit_comprehensions, name)))
    body: list[ir.Stmt] = [ir.Return(_each(ir.Call(FIRST + 1, (X, c(1)))))]
    looked(64, "both", "native", body, [])
    assert any(met["first_of_row"])
    assert any(met["one_of_set"])
    met["first_of_row"].clear()
    looked(64, "none", "native", body, [])
    assert not any(met["first_of_row"])
