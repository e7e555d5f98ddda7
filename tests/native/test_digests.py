"""Digests of positions that are kept with every write: they are what summing up gives."""

from __future__ import annotations

from array import array

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.backends.wasm.digests import Digests
from yupana.interpreter.backends.wasm.module_maker import Maker
from yupana.interpreter.cached import compile_program
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import optimise
from yupana.interpreter.program import ir
from yupana.tests.machine.build import PLAYER, c, cell, function, layout, op, program, v, waiting

pytest.importorskip("wasmtime")

OWNER, FLAG, LEVEL, GROUP, OUT, STACK = 40, 140, 240, 340, 500, 800
"""A field of one of two values or none, one of truth, one of any number, a set, where answers go, and the stack."""

CHANGE, GUESS = 3, 4
"""Functions: what changes the fields, and what does so on a copy and looks."""

SIZE = 70
TRUTH = ir.Shape("scalar", domain=-2)
WHOLE = ir.Shape("set", SIZE, 1)
KEPT = (0, 1, 2)
"""Positions of which the digest is kept: of many cells, all of them of fields of single cells."""

POSITIONS = (
    ir.Position("owners", ((OWNER, SIZE),), ()),
    ir.Position("several", ((LEVEL, SIZE), (OWNER, SIZE), (FLAG, SIZE)), ()),
    ir.Position("levels", ((LEVEL, SIZE),), ()),
    ir.Position("with_a_set", ((OWNER, SIZE), (GROUP, WHOLE.cells)), ()),
    ir.Position("part", ((OWNER, SIZE - 1),), ()),
    ir.Position("who_and_owners", ((ir.CELL_PLAYERS, 1), (OWNER, SIZE)), ()),
    ir.Position("few", ((GROUP + 10, 1),), ()),
)


def _made() -> ir.Program:
    everybody = ir.Visibility()
    number = ir.ValueType("int")
    fields = (
        ir.StateField("owner", 1, OWNER, ir.SCALAR, ir.ValueType("member", 0, optional=True), everybody),
        ir.StateField("flag", 1, FLAG, TRUTH, ir.ValueType("bool"), everybody),
        ir.StateField("level", 1, LEVEL, ir.SCALAR, number, everybody),
        ir.StateField("group", -1, GROUP, WHOLE, ir.ValueType("member", 1), everybody),
        ir.StateField("few", -1, GROUP + 10, ir.SCALAR, number, everybody),
    )
    x = v(0)
    change = function("change", (0,), [
        ir.Store(OWNER, x, op("sub", op("mod", op("add", x, cell(OUT - 1)), 3), 1), ir.SCALAR),
        ir.Store(OWNER, c(SIZE - 1), c(-1), ir.SCALAR),
        ir.Store(FLAG, x, op("not", ir.Load(FLAG, x, TRUTH)), TRUTH),
        ir.Store(LEVEL, op("mod", op("mul", x, 5), SIZE), op("sub", cell(LEVEL, x), 1_000_000_007), ir.SCALAR),
        ir.Store(GROUP, None, op("set_add", ir.Load(GROUP, None, WHOLE), x), WHOLE),
        ir.Store(GROUP + 10, None, op("add", x, cell(OUT - 1)), ir.SCALAR),
    ], result=None)  # fmt: skip
    looked = ir.Return(op("add", *[op("position_times", i) for i in (0, 1)]))
    guess = function("guess", (0,), [ir.Do(CHANGE, (x,)), looked])
    every = range(len(POSITIONS))
    body: list[ir.Stmt] = [ir.Note(i, 0) for i in every]
    out = OUT
    for turn, changed in enumerate((3, 9, 9, 14, 3)):
        body += [ir.Store(OUT - 1, None, c(turn % 2), ir.SCALAR), ir.Do(CHANGE, (c(changed),))]
        answers: list[ir.Expr] = [ir.Call(GUESS, (c(3),), copy=True), ir.Call(GUESS, (c(changed),), copy=True)]
        answers += [op(word, i) for i in every for word in ("position_times", "position_ago")]
        for each in answers:
            body.append(ir.Store(out, None, each, ir.SCALAR))
            out += 1
        body += [ir.Note(i, 0) for i in every]
        body += [ir.Store(OWNER, c(changed), c(-1), ir.SCALAR), ir.Store(FLAG, c(changed), c(0), TRUTH), ir.Note(0, 0)]
    play = function("play", (), body, result=None)
    main = waiting("main", [ir.Block((ir.Do(2, ()),), ir.Finish())])
    begin = function("init", (), (ir.Store(OUT - 2, None, c(0), ir.SCALAR),), result=None)
    domains = (PLAYER, ir.Domain("Site", "space", tuple([f"s{i}" for i in range(SIZE)])))
    return program(
        (play, change, guess, begin, main), domains=domains, fields=fields, layout=layout(STACK + 50, stack=STACK),
        positions=POSITIONS, init=5, main=6,
    )  # fmt: skip


def test_kept_digests_are_those_that_are_summed_up() -> None:
    """The notes, which are cells of the state, hold them; changes that are taken back take them back as well."""
    made = _made()
    played = []
    for engine in ("python", "native"):
        machine = Machine(made, find_back_end(engine), ())
        cells = machine.new_state(2, 1)
        machine.begin(cells)
        played.append(list(cells))
    assert played[0] == played[1]
    found = played[0][OUT : OUT + 80]
    assert len({each for each in found if each > 0}) > 1
    assert tuple(Maker(made).digests.at) == KEPT


def test_what_is_kept_of_a_field_is_known() -> None:
    maker = Maker(_made())
    digests: Digests = maker.digests
    owner, level, group = [maker.facts.part_of(base) for base in (OWNER, LEVEL, GROUP)]
    assert [share.kept for share in digests.of(owner)] == [digests.at[0], digests.at[1]]
    assert digests.written({level}) == [digests.at[1], digests.at[2]]
    assert digests.of(group) == digests.written({group}) == []


def test_a_position_that_is_put_back_is_summed_up_anew() -> None:
    """By who has nothing but the module: the digests are not those of the position before."""
    program = optimise(compile_program("go").program)
    runner = NATIVE.translate(program).runner()
    instance, first = runner.instance, runner.at["STATE"] >> 2
    instance.call("begin", 2, 1)
    size = program.layout.size + ir.NOTE_CELLS  # with the note of the empty board
    start = runner.words[first : first + size].tolist()
    after = []
    for _ in range(2):
        instance.call("apply", 7)
        after.append(runner.words[first : first + size + ir.NOTE_CELLS].tolist())
        runner.words[first : first + size] = array("i", start)
        instance.call("restore", size)
    assert after[0] == after[1]
    assert after[0][size - ir.NOTE_CELLS : size] != after[0][size:]
