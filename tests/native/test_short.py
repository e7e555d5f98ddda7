"""Short lists are stored, looked through and turned without routines: the same as on the Python machine, for lists of
every length that they can have, in the state and in a frame."""

from __future__ import annotations

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tests.machine.build import INT, c, cell, function, layout, listed, lst, op, program, v, waiting

pytest.importorskip("wasmtime")

AT, OTHER, LONG, RESULT = 20, 26, 34, 50
HERE = ir.Load(AT, None, listed(4))
THERE = ir.Load(OTHER, None, listed(6))
FAR = ir.Load(LONG, None, listed(12))
PLAYERS = op("domain", 0)
ACTING = cell(ir.CELL_ME)
KEPT = v(0)


def _same(items: ir.Expr, slot: int = 5) -> ir.Comp:
    return ir.Comp("list", (ir.Clause(slot, items, None),), v(slot))


VALUES = {
    "constant": lst(7, 0, -1),
    "empty": lst(),
    "written": op("list", cell(RESULT), 0, op("list_size", HERE)),
    "too many written": op("list", 1, 2, 3, 4, cell(RESULT)),
    "shorter": HERE,
    "longer": THERE,
    "much longer": FAR,
    "added": op("list_add", HERE, op("list_size", HERE)),
    "added to what is kept": op("list_add", KEPT, 8),
    "added to what is kept by its size": op("list_add", KEPT, op("list_size", KEPT)),
    "together": op("list_concat", HERE, THERE),
    "members": PLAYERS,
    "turned": op("rotate", PLAYERS, ACTING),
    "turned after": op("rotate_after", PLAYERS, ACTING),
    "once more": _same(op("rotate", PLAYERS, ACTING)),
    "of the other": _same(THERE),
    "different": _same(op("list_distinct", FAR)),
    "different, of those not here": ir.Comp(
        "list", (ir.Clause(5, op("list_distinct", THERE), op("not", op("list_has", HERE, v(5)))),), v(5)
    ),
    "different, just made": op("list_distinct", ir.Comp(
        "list", (ir.Clause(5, FAR, None),), op("div", v(5), 2)
    )),
    "all alike, just made": op("list_distinct", ir.Comp(
        "list", (ir.Clause(5, HERE, None),), op("div", v(5), 9)
    )),
    "whether they are there": _same(ir.Comp(
        "list", (ir.Clause(5, lst(0, 3, 5, -1), None),), op("list_has", THERE, v(5))
    ), 6),
}  # fmt: skip
ASK = ir.Decision(
    "main", 2, c(0), -1, (), (ir.Emit(0, (c(1),)),), (ir.Answer(0, (1,), 0),), secret=False, optional=False, place=1
)  # fmt: skip


def _outcome(name: str, engine: str, lengths: tuple[int, int, int], me: int, in_frame: bool) -> object:
    here, there, far = [tuple([(3 * i + 3) % 5 for i in range(n)]) for n in lengths]
    value = VALUES[name]
    store = ir.SetLocal(0, value) if in_frame else ir.Store(AT, None, value, listed(4), place=1)
    before = [
        ir.Store(LONG, None, lst(*far), listed(12)), ir.Store(OTHER, None, lst(*there), listed(6)),
        ir.Store(AT, None, lst(*here), listed(4)), ir.SetLocal(0, op("list_concat", lst(*here), lst())),
        ir.Store(ir.CELL_ME, None, c(me), ir.SCALAR),
    ]  # fmt: skip
    asking = waiting("asking", [ir.Block((*before, store), ir.Ask(0))], keep=(0, 1), s0=listed(4))
    made = program(
        [asking], decisions=(ASK,), alternatives=(ir.Alternative("take", (("n", INT),), -1, (), 0),), main=2
    )  # fmt: skip
    machine = Machine(made, find_back_end(engine), ())
    cells = machine.new_state(3, 1)
    try:
        machine.begin(cells)
    except Trap as fault:
        return fault.place, fault.message
    return list(cells)


@pytest.mark.parametrize("in_frame", [False, True], ids=["state", "frame"])
@pytest.mark.parametrize("name", VALUES)
def test_as_on_the_python_machine(name: str, in_frame: bool) -> None:
    seen = set()
    for lengths in ((0, 0, 0), (4, 4, 5), (3, 6, 12)):
        for me in (-1, 2) if "turned" in name or "once" in name else (0,):
            native = _outcome(name, "native", lengths, me, in_frame)
            assert native == _outcome(name, "python", lengths, me, in_frame), (lengths, me)
            seen.add(str(native))
    assert len(seen) > 1 or name == "too many written"


def test_any_piece_of_a_zone_can_be_picked() -> None:
    zone = cell(RESULT + 1)
    begin = function("begin", (), [
        *[ir.Move(c(i), c(1)) for i in range(4)],
        ir.Pick(3, op("zone_list", 1, 1), 1), ir.Store(RESULT, None, v(3), ir.SCALAR),
        ir.Pick(3, op("zone_list", zone, 0), 1),
    ], result=None)  # fmt: skip
    full, empty = [
        program([begin, function("all", (), [ir.Store(RESULT + 1, None, c(number), ir.SCALAR), ir.Do(2, ())],
                                 result=None)],
                init=3, layout=layout(zones=2, pieces=4), zone_ordered=(False, True), zone_refill=(-1, -1))
        for number in (1, 0)
    ]  # fmt: skip
    picked = set()
    machines = {engine: Machine(full, find_back_end(engine), ()) for engine in ("python", "native")}
    for seed in range(24):
        cells = {}
        for engine, machine in machines.items():
            cells[engine] = machine.new_state(2, seed)
            machine.begin(cells[engine])
        assert list(cells["native"]) == list(cells["python"])
        picked.add(cells["native"][RESULT])
    assert picked == {-1, 0, 1, 2}
    for engine in ("python", "native"):
        machine = Machine(empty, find_back_end(engine), ())
        with pytest.raises(Trap, match="nothing to pick from"):
            machine.begin(machine.new_state(2, 1))
