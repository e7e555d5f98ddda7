"""However a search is carried out, its result, its work and its first fault are those of the second back end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.backends.protocol import BackEnd
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir, limits
from yupana.interpreter.program.validate import validate
from yupana.interpreter.program.walk import descend
from yupana.tests.toy_backend.backend import TOY_ON_LISTS

from .build import INT, PLAYER, c, cell, function, mapped, op, program, v

SIZE = 12
LEVEL = ir.StateField("level", 1, 20, ir.SCALAR, INT, ir.Visibility(), low=-9, high=9)
SPOT = ir.Domain("Spot", "spot", tuple("abcdefghijkl"))
HERE, THERE = cell(20, v(1)), cell(20, v(2))

HILLS = ir.Choice(op("ne", HERE, THERE), c(1), c(0))
CLIMBS = ir.Choice(op("gt", THERE, 2), c(3), HILLS)
OPEN, UPHILL = op("ge", THERE, 0), op("le", HERE, THERE)
SHARE = op("div", 5, THERE, place=1)
CALLED = ir.Call(2, (v(2),))

COSTS: dict[str, dict[str, Any]] = {
    "steps": {}, "steps with a test": {"test": OPEN}, "small steps": {"by": HILLS, "test": OPEN},
    "a test of both": {"by": CLIMBS, "test": UPHILL}, "limited": {"by": CLIMBS, "test": OPEN, "within": c(4)},
    "nothing": {"within": c(-1)}, "no limit": {"by": HILLS, "within": c(ir.NO_INT)},
    "steps of any size": {"by": THERE, "test": OPEN}, "negative steps": {"by": THERE},
    "a test that faults": {"by": HILLS, "test": op("ge", SHARE, 0)}, "a call": {"by": CALLED, "test": OPEN},
    "a step that faults": {"by": SHARE, "test": UPHILL}, "steps that add up": {"by": ir.Choice(OPEN, c(2**30), c(1))},
    "neighbors that are worked out": {"by": HILLS, "over": ir.Comp(
        "list", (ir.Clause(3, op("neighbors", 0, v(1)), op("gt", cell(20, v(3)), -2)),), v(3))},
}  # fmt: skip
REGIONS: dict[str, ir.Expr | None] = {
    "all": None, "some": op("ge", cell(20, v(2)), 0), "a test that faults": op("ge", SHARE, 0), "a call": CALLED,
}  # fmt: skip


def made(search: ir.Expr, shape: ir.Shape, seed: int) -> ir.Program:
    dice = random.Random(seed)
    around = tuple([tuple(sorted(dice.sample(range(SIZE), 3))) for _ in range(SIZE)])
    called = function("called", (0,), [ir.Return(ir.Choice(op("gt", cell(20, v(0)), 0), c(1), c(2)))])
    asked = function("asked", (0,), [ir.Return(search)], result=shape)
    out = program((called, asked), fields=(LEVEL,), tables=(around,), domains=(PLAYER, SPOT))
    validate(out)
    return out


def costs(by: Any = None, test: Any = None, within: Any = None, over: Any = None) -> ir.Expr:
    return ir.Costs(1, 2, v(0), over or op("neighbors", 0, v(1)), by, test, within, SIZE, 1)


def told(back_end: BackEnd, asked: ir.Program, seed: int) -> list[Any]:
    """What comes of the search from every spot."""
    runner = back_end.translate(asked).runner()
    cells = runner.cells([0] * 400)
    dice = random.Random(seed)
    for spot in range(SIZE):
        cells[20 + spot] = dice.choice((-1, 0, 0, 1, 1, 2, 3, 5))
    out: list[Any] = []
    for spot in range(SIZE):
        runner.fresh(None, None)
        try:
            value = runner.call(cells, 3, (spot,))
            out.append(tuple(value) if isinstance(value, (list, tuple)) else value)
        except Trap as fault:
            out.append((fault.place, str(fault)))
    return out


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", COSTS)
def test_costs(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere(made(costs(**COSTS[name]), mapped(SIZE), seed), seed, monkeypatch)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", REGIONS)
def test_regions(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    region = ir.Region(2, 1, v(0), op("neighbors", 0, v(1)), REGIONS[name], SIZE)
    everywhere(made(region, ir.Shape("set", SIZE), seed), seed, monkeypatch)


def everywhere(asked: ir.Program, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the allowance of work ends in the midst of it, at every step. (Which of two places is told when it
    ends in a call is not settled.)"""
    calls = any(isinstance(each, ir.Call) for part in asked.functions[3].body for each in descend(part))
    for work in (20_000_000, *(() if calls else range(0, 5 * SIZE, 2))):
        monkeypatch.setattr(limits, "WORK", work)
        assert told(USUAL, asked, seed) == told(TOY_ON_LISTS, asked, seed)
