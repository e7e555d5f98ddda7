"""Functions forget what they do not read any more, and nothing else: programs made at random, and how single ones look
afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.game import RuleFault, State
from yupana.interpreter.lower.clearing import Clearing, without_idle
from yupana.interpreter.program import ir
from yupana.interpreter.program.liveness import Liveness
from yupana.tests.conformance.frames import Frames

from .build import INT, c, cell, listed, lst, op, playable, program, v, waiting

TOTAL = 30
SCALARS = (0, 1, 2, 3)
MANY = 4  # a list
LOOP = 9
ONE = ir.Alternative("one", (("n", INT),), -1, (), 0)
NONE = ir.Alternative("none", (), -1, (), 0)


def note(value: ir.Expr) -> ir.Stmt:
    """What is read shows in the state."""
    mixed = op("mod", op("add", op("mul", cell(TOTAL), 31), value), 10_007)
    return ir.Store(TOTAL, None, mixed, ir.SCALAR)


def forgetful(function: ir.Function, decisions: list[ir.Decision]) -> ir.Function:
    """A function that keeps all slots of its frame, as it is lowered."""
    shapes = list(function.locals)

    def new_slot(shape: ir.Shape) -> int:
        shapes.append(shape)
        return len(shapes) - 1

    live = without_idle(Liveness(function.blocks, decisions))
    kept = live.outliving()
    assert kept <= {slot for slot, _ in function.frame}
    blocks = Clearing(live, function.params, kept, shapes, new_slot).cleared()
    frame, at = [], ir.FRAME_HEAD
    for slot in sorted(kept):
        frame.append((slot, at))
        at += shapes[slot].cells
    return replace(function, blocks=blocks, locals=tuple(shapes), frame=tuple(frame), frame_size=at)


# ---------------------------------------------------------------- programs made at random

scalars = st.sampled_from(SCALARS)
numbers = st.integers(0, 2)
tests = st.builds(lambda slot, value: op("eq", v(slot), value), scalars, numbers)
values = st.one_of(
    st.builds(c, numbers),
    st.builds(v, scalars),
    st.builds(lambda slot: op("mod", op("add", v(slot), 1), 3), scalars),
    st.builds(lambda slot, number: op("list_first", v(MANY), v(slot)), scalars, numbers),
)
plain = st.one_of(
    st.builds(ir.SetLocal, scalars, values),
    st.builds(ir.SetLocal, st.just(MANY), st.sampled_from((lst(), lst(1, 2)))),
    st.builds(note, values),
)
bodies = st.lists(plain, max_size=2).map(tuple)
leaving = st.builds(ir.If, tests, st.tuples(st.sampled_from((ir.Break(), ir.Continue()))))
in_loops = st.lists(st.one_of(plain, leaving), min_size=1, max_size=3).map(tuple)
statements = st.one_of(
    plain,
    st.builds(ir.If, tests, bodies, bodies),
    st.builds(lambda body: ir.For(LOOP, op("range", 1, 2), body), in_loops),
    st.builds(
        lambda slot, body: ir.While(
            op("lt", v(slot), 2), (*body, ir.SetLocal(slot, op("add", v(slot), 1))), c(5), 0
        ),
        scalars, bodies,
    ),
)  # fmt: skip


@st.composite
def functions(draw: Any, number: int, first_decision: int, callee: int) -> tuple[ir.Function, list[ir.Decision]]:
    """A waiting function of a few blocks, with its decisions. Only from a decision does it go back, so that it
    comes to decisions."""
    count = draw(st.integers(1, 6))
    anywhere = st.integers(0, count - 1)
    blocks: list[ir.Block] = []
    decisions: list[ir.Decision] = []
    for at in range(count):
        body = tuple(draw(st.lists(statements, max_size=3)))
        ways = ["finish", "ask", "ask"]
        if at < count - 1:
            ways += ["jump", "fork", "fork", *["call"] * (callee >= 0)]
        ahead = st.integers(at + 1, count - 1)
        end: ir.Terminator
        match draw(st.sampled_from(ways)):
            case "jump":
                end = ir.Jump(draw(ahead))
            case "fork":
                end = ir.Fork(draw(tests), draw(ahead), draw(ahead))
            case "call":
                end = ir.CallWait(callee, tuple(draw(st.tuples(values, values))), draw(st.sampled_from((-1, *SCALARS))),
                                  draw(ahead))  # fmt: skip
            case "ask":
                emits = (
                    ir.For(LOOP, op("range", 1, draw(st.one_of(st.just(c(2)), values))), (ir.Emit(0, (v(LOOP),)),)),
                    ir.Emit(1, ()),
                )
                answers = (ir.Answer(0, (draw(scalars),), draw(anywhere)), ir.Answer(1, (), draw(anywhere)))
                otherwise = draw(ahead) if at < count - 1 and draw(st.booleans()) else -1
                end = ir.Ask(first_decision + len(decisions), otherwise)
                decider = draw(st.sampled_from((c(0), op("mod", v(0), 2))))
                decisions.append(
                    ir.Decision("d", number, decider, -1, (), emits, answers, False, otherwise >= 0, 0)
                )  # fmt: skip
            case _:
                end = ir.Finish(draw(values))
        blocks.append(ir.Block(body, end))
    params = (0, 1) if callee < 0 else ()
    return waiting("made", blocks, params=params, keep=(*SCALARS, MANY), s4=listed(3)), decisions


@st.composite
def programs(draw: Any) -> tuple[ir.Program, ir.Program]:
    """A program of a function and one that it calls; the same with its frames cleared."""
    inner, asked = draw(functions(3, 0, -1))
    outer, more = draw(functions(2, len(asked), 3))
    decisions = [*asked, *more]
    keeping = [outer, inner]
    clearing = [forgetful(each, decisions) for each in keeping]
    made = [
        program(each, decisions=tuple(decisions), alternatives=(ONE, NONE), main=2) for each in (keeping, clearing)
    ]
    return made[0], made[1]


@settings(max_examples=80, deadline=None)
@given(programs(), st.lists(st.integers(0, 5), min_size=1, max_size=10))
def test_a_program_forgets_what_it_does_not_read_and_nothing_else(
    made: tuple[ir.Program, ir.Program], choices: list[int]
) -> None:
    games = [playable(each) for each in made]
    frames = Frames(made[1])
    keeping, clearing = [attempt(partial(each.start, 2)) for each in games]
    for choice in choices:
        if isinstance(keeping, str) or isinstance(clearing, str):
            assert keeping == clearing
            break
        assert_alike(keeping, clearing)
        if keeping.over:
            break
        for function, slot, first in frames.dead(clearing.cells):
            assert not any(clearing.cells[first : first + function.locals[slot].cells]), f"slot {slot} is not forgotten"
        options = keeping.option_tuples()
        option = options[choice % len(options)]
        keeping, clearing = [attempt(partial(taken, each, option)) for each in (keeping, clearing)]


def taken(state: State, option: tuple[Any, ...]) -> State:
    state.apply_tuple(option)
    return state


def attempt(begin: Callable[[], State]) -> State | str:
    """The next state, or the rule fault that comes instead."""
    try:
        return begin()
    except RuleFault as fault:
        return fault.message


def assert_alike(one: State, other: State) -> None:
    """The same position but for the frames."""
    stack = one.game.program.layout.stack
    assert one.option_tuples() == other.option_tuples()
    assert (one.seat, one.over) == (other.seat, other.over)
    assert one.cells[ir.CELL_PLY : stack] == other.cells[ir.CELL_PLY : stack]


# ---------------------------------------------------------------- single functions

ASKED = ir.Decision("d", 2, c(0), -1, (), (ir.Emit(1, ()),), (ir.Answer(1, (), 1),), False, False, 0)


def lowered(*blocks: ir.Block) -> ir.Function:
    return forgetful(waiting("made", blocks, keep=(*SCALARS, MANY), s4=listed(3)), [ASKED])


def test_what_dies_before_a_wait_is_cleared_where_it_dies() -> None:
    function = lowered(
        ir.Block((ir.SetLocal(0, v(3)), ir.SetLocal(MANY, lst(1))), ir.Jump(2)),
        ir.Block((), ir.Finish()),
        ir.Block((note(op("list_size", v(MANY))), note(v(0))), ir.Jump(3)),
        ir.Block((), ir.Ask(0)),
    )
    assert function.blocks[2].body[2:] == (ir.SetLocal(0, c(0)), ir.SetLocal(MANY, lst()))
    assert [len(each.body) for each in function.blocks] == [2, 0, 4, 0]


def test_what_dies_where_no_wait_follows_is_not_cleared() -> None:
    function = lowered(ir.Block((ir.SetLocal(0, v(3)),), ir.Jump(1)), ir.Block((note(v(0)),), ir.Finish()))
    assert [len(each.body) for each in function.blocks] == [1, 1]


def test_what_one_way_of_a_fork_reads_is_cleared_on_the_other() -> None:
    function = lowered(
        ir.Block((ir.SetLocal(0, v(3)),), ir.Fork(op("eq", v(3), 1), 2, 3)),
        ir.Block((), ir.Finish()),
        ir.Block((note(v(0)),), ir.Finish()),
        ir.Block((), ir.Ask(0)),
    )
    assert function.blocks[2].body == (note(v(0)),)
    assert function.blocks[3].body == (ir.SetLocal(0, c(0)),)


def test_an_argument_is_cleared_before_the_function_that_it_goes_to() -> None:
    function = lowered(
        ir.Block((ir.SetLocal(0, v(3)),), ir.Jump(1)),
        ir.Block((), ir.CallWait(3, (op("add", v(0), 1), v(1)), -1, 2)),
        ir.Block((note(v(1)),), ir.Finish()),
    )
    assert function.blocks[1].body == (ir.SetLocal(12, v(0)), ir.SetLocal(0, c(0)))
    assert function.blocks[1].end == ir.CallWait(3, (op("add", v(12), 1), v(1)), -1, 2)
    assert 12 not in dict(function.frame)


def test_a_result_that_nobody_reads_is_not_kept() -> None:
    function = lowered(
        ir.Block((ir.SetLocal(0, v(3)),), ir.CallWait(3, (c(1), c(2)), 0, 1)), ir.Block((), ir.Finish())
    )
    assert function.blocks[0] == ir.Block((), ir.CallWait(3, (c(1), c(2)), -1, 1))
    assert function.frame == ()


def test_a_number_that_only_counts_itself_is_left_out() -> None:
    function = lowered(
        ir.Block((ir.SetLocal(0, c(1)),), ir.Jump(1)),
        ir.Block((ir.SetLocal(0, op("add", v(0), 1)),), ir.Ask(0)),
    )
    assert function.frame == ()
    assert [each.body for each in function.blocks] == [(), ()]


def test_what_may_fault_stays_though_nobody_reads_it() -> None:
    sure = ir.SetLocal(0, op("add", v(1), 1, place=0))
    function = lowered(ir.Block((sure,), ir.Jump(1)), ir.Block((), ir.Ask(0)))
    assert function.blocks[0].body == (sure,)
    assert function.frame == ((1, ir.FRAME_HEAD),)


def test_a_parameter_is_cleared_too() -> None:
    blocks = [ir.Block((note(v(0)),), ir.Jump(2)), ir.Block((), ir.Finish()), ir.Block((), ir.Ask(0))]
    function = forgetful(waiting("made", blocks, params=(0,), keep=(0,)), [ASKED])
    assert function.blocks[0].body == (note(v(0)), ir.SetLocal(0, c(0)))


@pytest.mark.parametrize("body", [
    (ir.For(LOOP, op("range", 1, v(3)), (ir.SetLocal(0, c(1)),)), note(v(0))),
    (ir.While(op("lt", v(1), 2), (ir.SetLocal(0, c(2)),), c(5), 0), note(v(0))),
    (ir.While(op("lt", v(0), 2), (ir.SetLocal(0, c(2)),), c(5), 0),),
], ids=["for", "while", "test"])  # fmt: skip
def test_what_a_loop_may_leave_as_it_is_lives_until_then(body: tuple[ir.Stmt, ...]) -> None:
    function = lowered(ir.Block((ir.SetLocal(0, v(3)),), ir.Jump(1)), ir.Block(body, ir.Ask(0)))
    assert function.blocks[0].body == (ir.SetLocal(0, v(3)),)
    assert 0 in dict(function.frame)
