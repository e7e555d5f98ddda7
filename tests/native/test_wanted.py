"""Loops and questions that want only some members of a domain, whatever is written meanwhile: as one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.cached import compile_program
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import optimise
from yupana.interpreter.program import ir
from yupana.tests.machine.build import PLAYER, c, cell, function, layout, op, program, v, waiting

pytest.importorskip("wasmtime")

OWNER, FLAG, KEPT, OUT, STACK = 40, 340, 640, 1000, 2000
"""A field of one of two values or none, one of truth, a set of all members, where answers go, and the stack."""

CHANGE, GUESS, MORE = 3, 4, 7
"""Functions: what changes the fields, what does so on a copy and looks, and what a test does besides."""

TRUTH = ir.Shape("scalar", domain=-2)
KINDS = (ir.ValueType("member", 0, optional=True), ir.ValueType("bool"), ir.ValueType("member", 1))


def _made(size: int, answers: list[ir.Expr], more: tuple[ir.Stmt, ...] = (), searched: bool = True) -> ir.Program:
    """A program that gives these answers, changes the fields, gives them again, and so on. `searched`: it also searches
    the board by a field, so that sets of members by its value are kept."""
    if searched:
        answers = [*answers, *_searches(size)]
    names = tuple([f"s{i}" for i in range(size)])
    present = ((), tuple(range(0, size, 2)), tuple(range(size)), tuple(range(1, size, 3)))
    domains = (PLAYER, ir.Domain("Site", "space", names), ir.Domain("Here", "space", names, present=present))
    everybody = ir.Visibility()
    whole = ir.Shape("set", size, 1)
    fields = (
        ir.StateField("owner", 1, OWNER, ir.SCALAR, KINDS[0], everybody),
        ir.StateField("flag", 1, FLAG, TRUTH, KINDS[1], everybody),
        ir.StateField("kept", -1, KEPT, whole, KINDS[2], everybody),
    )
    x = v(0)
    change = function("change", (0,), [
        ir.Store(OWNER, x, op("sub", op("mod", op("add", x, cell(OUT - 1)), 3), 1), ir.SCALAR),
        ir.Store(OWNER, op("mod", op("mul", x, 5), size), c(1), ir.SCALAR),
        ir.Store(OWNER, c(size - 1), c(-1), ir.SCALAR),
        ir.Store(FLAG, x, op("not", ir.Load(FLAG, x, TRUTH)), TRUTH),
        ir.Store(KEPT, None, op("set_add", ir.Load(KEPT, None, whole), op("mod", op("mul", x, 7), size)), whole),
    ], result=None)  # fmt: skip
    guess = function(
        "guess",
        (0,),
        [
            ir.Do(CHANGE, (x,)),
            ir.Return(ir.Comp("sum", (ir.Clause(1, op("domain", 1), op("eq", cell(OWNER, v(1)), 1)),), v(1))),
        ],
    )
    body: list[ir.Stmt] = []
    for turn in range(3):
        body += [ir.Store(OUT - 1, None, c(turn), ir.SCALAR), ir.Do(CHANGE, (c(2 + turn),)), ir.Do(MORE, ())]
        body += [ir.For(1, op("range", 0, size // 2), (ir.Do(CHANGE, (v(1),)),))] if turn % 2 else []
        for i, each in enumerate(answers):
            body.append(ir.Store(OUT + len(answers) * turn + i, None, each, ir.SCALAR))
    play = function("play", (), body, result=None)
    main = waiting("main", [ir.Block((ir.Do(2, ()),), ir.Finish())])
    begin = function("init", (), (ir.Store(OUT - 2, None, c(0), ir.SCALAR),), result=None)
    state = layout(STACK + 50, stack=STACK)
    functions = (play, change, guess, begin, main, function("more", (), more, result=None))
    ring = tuple([((x - 1) % size, (x + 1) % size, (x + 5) % size) for x in range(size)])
    return program(functions, domains=domains, fields=fields, layout=state, tables=(ring,), init=5, main=6)


def _played(made: ir.Program, players: int) -> Iterator[list[int] | tuple[int, str]]:
    for engine in ("python", "native"):
        machine = Machine(made, find_back_end(engine), ())
        out: list[int] | tuple[int, str] = []
        for _ in range(2):  # what is kept of the first game says nothing of the second
            cells = machine.new_state(players, 1)
            try:
                machine.begin(cells)
                out = list(cells)
            except Trap as trap:
                out = trap.place, trap.message
        yield out


def _searches(size: int) -> list[ir.Expr]:
    """How many places can be reached through those of which something holds."""
    over, here = op("neighbors", 0, v(7)), cell(OWNER, v(8))
    tests = [
        op("eq", here, cell(OUT - 2)), op("ne", here, 1), op("and", op("lt", v(8), size - 2), op("ne", -1, here)),
        op("and", op("eq", here, 0), op("not", ir.Load(FLAG, v(8), TRUTH))), op("eq", here, 9),
        op("or", op("eq", here, 0), op("eq", here, 1)), ir.Load(FLAG, v(8), TRUTH),
    ]  # fmt: skip
    return [op("set_size", ir.Region(8, 7, c(start), over, test, size)) for test in tests for start in (0, 6)]


def _answers(size: int) -> list[ir.Expr]:
    owner, flag = cell(OWNER, v(1)), ir.Load(FLAG, v(1), TRUTH)
    kept = ir.Load(KEPT, None, ir.Shape("set", size, 1))
    over = [op("domain", 1), op("domain", 2), op("members", kept)]
    tests = [
        op("eq", owner, -1), op("ne", owner, 0), op("eq", cell(OUT - 2), owner), op("eq", owner, 7), op("ne", owner, 5),
        op("eq", owner, cell(OUT)), flag, op("not", flag), op("and", flag, op("eq", owner, 1)),
        op("not", op("or", op("eq", owner, 1), flag, op("lt", v(1), 4))), op("or", op("eq", owner, 1), flag),
        op("and", op("gt", v(1), 3), op("ne", owner, 1), op("set_has", kept, v(1))),
    ]  # fmt: skip
    out: list[ir.Expr] = []
    for items in over:
        for test in tests:
            out.append(ir.Comp("count", (ir.Clause(1, items, test),), c(1)))
            out.append(ir.Comp("sum", (ir.Clause(1, items, test),), op("add", v(1), 1)))
        for test in tests[1:8:2]:
            out.append(ir.Comp("count", (ir.Clause(1, items, test),), op("eq", owner, 0)))
            out.append(ir.Comp("first", (ir.Clause(1, items, test),), v(1)))
            out += [ir.Comp(word, (ir.Clause(1, items, None),), test) for word in ("any", "all")]
            going = ir.Clause(1, items, test, going=op("lt", v(1), size - 3), until=op("eq", v(1), 8))
            out.append(ir.Comp("count", (going,), c(1)))
    out.append(ir.Call(GUESS, (c(3),), copy=True))
    return out


@pytest.mark.parametrize(("size", "searched"), [(64, True), (70, False), (130, True)])
def test_answers_are_those_of_the_cells(size: int, searched: bool) -> None:
    made = _made(size, _answers(size), searched=searched)
    for players in (1, 2, 3):
        python, native = _played(made, players)
        assert native == python
    assert optimise(made) is not None


LOOPS: dict[str, ir.Stmt] = {
    "what changes the field": ir.Store(OWNER, op("mod", op("add", v(5), 3), 70), c(1), ir.SCALAR),
    "what changes the value": ir.Store(OUT - 2, None, op("mod", v(5), 2), ir.SCALAR),
    "what changes neither": ir.Store(OUT - 3, None, op("add", cell(OUT - 3), v(5)), ir.SCALAR),
    "what calls somebody who does": ir.Do(CHANGE, (v(5),)),
    "what ends it": ir.If(op("gt", v(5), 5), (ir.Store(OUT - 3, None, v(5), ir.SCALAR), ir.Break())),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_meets_those_it_would_meet_without(name: str) -> None:
    test = op("and", op("eq", cell(OWNER, v(5)), cell(OUT - 2)), op("ne", v(5), 6))
    loop = ir.For(5, op("domain", 1), (ir.If(test, (LOOPS[name],)),))
    behind = ir.Store(OUT - 4, None, v(5), ir.SCALAR)  # who was met last, or would have been
    for more in ((loop,), (loop, behind)):
        python, native = _played(_made(70, [cell(OUT - 3), cell(OUT - 4)], more), 2)
        assert native == python


def test_what_is_asked_before_faults_as_without() -> None:
    divided = op("ge", op("div", c(60), op("sub", v(1), 8), place=1), -99)
    first = ir.Comp("count", (ir.Clause(1, op("domain", 1), op("and", divided, op("eq", cell(OWNER, v(1)), 1))),), c(1))
    python, native = _played(_made(70, [first]), 2)
    assert python == native
    assert isinstance(python, tuple)
    last = op("and", op("eq", cell(OWNER, v(1)), 5), divided)
    behind = ir.Comp("count", (ir.Clause(1, op("domain", 1), last),), c(1))
    python, native = _played(_made(70, [behind]), 2)
    assert python == native
    assert isinstance(python, list)


def test_what_is_no_value_is_left_to_the_other_machine() -> None:
    """A value is written that the field does not have: not at first, when the sets are worked out, but later."""
    more = (ir.Store(OWNER, c(61), op("mul", cell(OUT - 1), 7), ir.SCALAR),)
    strangers = [op("eq", cell(OWNER, v(1)), which) for which in (7, 8)]
    counts = [ir.Comp("count", (ir.Clause(1, op("domain", 1), each),), c(1)) for each in strangers]
    python, native = _played(_made(70, [*counts], more), 2)
    assert native == python
    counted = 2 + len(_searches(70))
    assert [python[OUT + counted * turn : OUT + counted * turn + 2] for turn in (0, 1)] == [[0, 0], [1, 0]]


def test_a_position_that_is_put_back_is_looked_at_anew() -> None:
    """By who has nothing but the module: the sets are not those of the position before."""
    program = optimise(compile_program("hex").program)
    runner = NATIVE.translate(program).runner()
    instance, first = runner.instance, runner.at["STATE"] >> 2
    options = instance.call("begin", 2, 1)
    start = runner.words[first : first + program.layout.size].tolist()
    assert instance.call("apply", 7) < options
    runner.words[first : first + len(start)] = array("i", start)
    assert instance.call("restore", len(start)) == options


@pytest.mark.slow
def test_turns_that_are_left_out_are_paid_for() -> None:
    """A loop in a loop, over and over, until the allowance is used up: at the same place."""
    inner = ir.Comp("sum", (ir.Clause(3, op("domain", 1), op("eq", cell(OWNER, v(3)), -1)),), op("mul", v(3), v(2)))
    middle = ir.Comp("sum", (ir.Clause(2, op("domain", 1), op("ne", cell(OWNER, v(2)), 1)),), inner)
    outer = [ir.Comp("sum", (ir.Clause(1, op("range", 0, many), None),), middle) for many in (20, 3000)]
    python, native = _played(_made(130, outer[:1]), 2)
    assert python == native
    assert isinstance(python, list)
    python, native = _played(_made(130, outer), 2)
    assert python == native
    assert isinstance(python, tuple)
