"""Searches over small and large boards in a module: result, work and first fault are those of the second back end."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from yupana.interpreter.backends.protocol import BackEnd
from yupana.interpreter.backends.wasm.backend import NATIVE, WasmRunner
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir, limits
from yupana.interpreter.program.validate import validate
from yupana.tests.machine.build import INT, PLAYER, c, cell, function, layout, listed, mapped, op, program, v
from yupana.tests.machine.test_searches import COSTS, OPEN, REGIONS, THERE
from yupana.tests.toy_backend.backend import TOY_ON_LISTS

pytest.importorskip("wasmtime")

WAYS: dict[str, dict[str, Any]] = COSTS | {
    "large steps": {"by": op("mul", op("mul", THERE, THERE), 9), "test": OPEN},
    "large steps, limited": {"by": op("mul", op("mul", THERE, THERE), 9), "within": c(500)},
    "steps near and far": {"by": ir.Choice(op("gt", THERE, 1), c(200), c(63)), "within": c(900)},
    "near and far by where one comes from": {"by": ir.Table(2, v(1))},
    "a row of no fixed length": {"by": THERE, "test": OPEN, "over": op("neighbors", 1, v(1))},
}
AREAS: dict[str, ir.Expr | None] = REGIONS | {
    "the start and some": op("or", op("eq", v(2), v(0)), op("ge", cell(20, v(2)), 2)),
    "not the start": op("ne", v(2), v(0)),
    "what is made on the way": op("list_has", ir.Comp("list", (ir.Clause(3, op("range", 1, 4), None),), v(3)),
                                  cell(20, v(2))),
}  # fmt: skip


def made(searches: Sequence[ir.Expr], size: int) -> ir.Program:
    """Functions from 3 on give what the searches find, as lists."""
    dice = random.Random(size)
    around = tuple([tuple(sorted(dice.sample(range(size), 3))) for _ in range(size)])
    uneven = tuple([each[: dice.randrange(4)] for each in around])
    far = tuple([dice.choice((0, 1, 63, 64, 65, 128, 192, 300)) for _ in range(size)])
    called = function("called", (0,), [ir.Return(ir.Choice(op("gt", cell(20, v(0)), 0), c(1), c(2)))])
    asked = []
    for search in searches:
        found: ir.Expr = op("members", v(4))
        if isinstance(search, ir.Costs):
            found = ir.Comp("list", (ir.Clause(5, op("range", 0, size - 1), None),), op("map_get", v(4), v(5)))
        shape = mapped(size) if isinstance(search, ir.Costs) else ir.Shape("set", size)
        body = [ir.SetLocal(4, search), ir.Return(found)]
        asked.append(function("asked", (0,), body, result=listed(size), s4=shape))
    out = program(
        (called, *asked), layout=layout(size=600, stack=400), tables=(around, uneven, far),
        fields=(ir.StateField("level", 1, 20, ir.SCALAR, INT, ir.Visibility(), low=-9, high=9),),
        domains=(PLAYER, ir.Domain("Spot", "spot", tuple([f"s{i}" for i in range(size)]))),
        alternatives=tuple([
            ir.Alternative("wait", (("spot", INT),), -1, (), 0, announce=3 + i) for i in range(len(asked))
        ]),
    )  # fmt: skip
    validate(out)
    return out


class Asked:
    """A back end that is asked for what searches find."""

    def __init__(self, back_end: BackEnd, asked: ir.Program, size: int) -> None:
        self.runner = back_end.translate(asked).runner()
        self.cells = self.runner.cells([0] * 600)
        dice = random.Random(size)
        for spot in range(size):
            self.cells[20 + spot] = dice.choice((-1, 0, 0, 1, 1, 2, 3, 5))

    def told(self, number: int, spots: int) -> list[Any]:
        """What comes of a search from several spots."""
        out: list[Any] = []
        for spot in range(spots):
            self.runner.fresh(None, None)
            try:
                out.append(tuple(self.runner.call(self.cells, 3 + number, (spot,))))
            except Trap as fault:
                out.append((fault.place, str(fault)))
        return out


def everywhere(searches: Mapping[str, ir.Expr], size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the allowance of work ends in the midst of it. (Which of two places is told when it ends in a call is
    not settled.)"""
    asked = made(tuple(searches.values()), size)
    native, toy = Asked(NATIVE, asked, size), Asked(TOY_ON_LISTS, asked, size)
    for i, name in enumerate(searches):
        expected = toy.told(i, 6)
        with monkeypatch.context() as patch:
            if not any(isinstance(each[-1], str) for each in expected if each):
                patch.setattr(WasmRunner, "python", lambda self: pytest.fail("the Python machine was asked"))
            assert native.told(i, 6) == expected, name
        for work in () if name == "a call" else range(0, 60, 9):
            with monkeypatch.context() as patch:
                patch.setattr(limits, "WORK", work)
                assert native.told(i, 2) == toy.told(i, 2), (name, work)


@pytest.mark.parametrize("size", [12, 150])
def test_cheapest_ways(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = {"over": op("neighbors", 0, v(1)), "by": None, "test": None, "within": None}
    ways = {}
    for name, parts in WAYS.items():
        each = usual | parts
        ways[name] = ir.Costs(1, 2, v(0), each["over"], each["by"], each["test"], each["within"], size, 1)
    everywhere(ways, size, monkeypatch)


@pytest.mark.parametrize(("size", "table"), [(12, 0), (64, 1), (70, 0), (200, 1), (250, 0), (300, 0)])
def test_connected_parts(size: int, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    over = op("neighbors", table, v(1))
    everywhere({name: ir.Region(2, 1, v(0), over, test, size) for name, test in AREAS.items()}, size, monkeypatch)


def test_a_search_that_ends_at_its_start_pays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the last steps of a search for ways took is not judged before something else is paid."""
    size, over = 12, op("neighbors", 0, v(1))
    ways = ir.Costs(1, 2, v(0), over, op("div", 5, 5, place=1), None, None, size, 1)
    start = ir.Choice(op("ge", op("map_get", ways, v(0)), 0), v(0), v(0))
    asked = made([ir.Region(2, 1, start, over, op("ne", v(2), v(0)), size)], size)
    native, toy = Asked(NATIVE, asked, size), Asked(TOY_ON_LISTS, asked, size)
    kinds = set()
    for work in range(60):
        monkeypatch.setattr(limits, "WORK", work)
        expected = toy.told(0, 2)
        assert native.told(0, 2) == expected
        kinds.update([bool(each) for each in expected])
    assert kinds == {False, True}
