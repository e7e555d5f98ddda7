"""Functions that wait: blocks, frames, answers, results, and what happens when a loop reaches no decision."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from yupana.interpreter.backends.python.emit import emit
from yupana.interpreter.game import Game, InternalError, RuleFault, State
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError
from yupana.interpreter.program.validate import validate

from .build import INT, c, cell, function, listed, lst, mapped, op, playable, program, ready, v, waiting

pytestmark = pytest.mark.usefixtures("each_engine")

LIST = listed(4)
TOTAL, TRACE = 30, 40
ME = cell(ir.CELL_ME)
PICK = ir.Alternative("take", (("n", INT),), -1, (), 0)
STOP = ir.Alternative("stop", (), -1, (), 0)
TRACE_LIST = ir.Load(TRACE, None, listed(20))


def note(value: ir.Expr) -> ir.Store:
    """Appends to a list in the state."""
    return ir.Store(TRACE, None, op("list_add", TRACE_LIST, value), listed(20), place=1)


def ask(
    function_number: int, slots: tuple[int, ...], block: int, stop: int, *, optional: bool = False,
    most: ir.Expr | None = None,
) -> ir.Decision:  # fmt: skip
    """take(n) for n in 1..most (3), or stop."""
    return ir.Decision(
        "main", function_number, c(0), -1, (),
        (ir.For(9, op("range", 1, most or c(3)), (ir.Emit(0, (v(9),)),)), *(() if optional else (ir.Emit(1, ()),))),
        (ir.Answer(0, slots, block), ir.Answer(1, (), stop)), secret=False, optional=optional, place=1,
    )  # fmt: skip


def game(functions: list[ir.Function], decisions: list[ir.Decision], main: int = 2) -> Game:
    return playable(program(functions, decisions=tuple(decisions), alternatives=(PICK, STOP), main=main))


def traced(state: State) -> list[int]:
    cells = state.cells
    return cells[TRACE + 1 : TRACE + 1 + cells[TRACE]]


# A caller that goes over a list kept in its frame; for each element it calls `inner`, which asks and gives back the
# answer plus its own argument; the results are added up in a local that is kept.
OUTER = waiting(
    "outer",
    [
        ir.Block((ir.SetLocal(0, op("range", 5, 7)), ir.SetLocal(1, c(0)), ir.SetLocal(2, c(0))), ir.Jump(1)),
        ir.Block((), ir.Fork(op("lt", v(1), op("list_size", v(0))), 2, 4)),
        ir.Block((), ir.CallWait(3, (op("list_get", v(0), v(1)), v(1)), 3, 3)),
        ir.Block(
            (ir.SetLocal(2, op("add", v(2), v(3))), note(v(2)), ir.SetLocal(1, op("add", v(1), 1))), ir.Jump(1)
        ),
        ir.Block((ir.Store(TOTAL, None, v(2), ir.SCALAR),), ir.Finish()),
    ],
    keep=(0, 1, 2), s0=LIST,
)  # fmt: skip
INNER = waiting(
    "inner",
    [
        ir.Block((), ir.Ask(0)),
        ir.Block((), ir.Finish(op("add", v(0), op("mul", v(2), 10)))),
        ir.Block((), ir.Finish(v(1))),
    ],
    params=(0, 1), keep=(0, 1, 2),
)  # fmt: skip


def nested() -> Game:
    return game([OUTER, INNER], [ask(3, (2,), 1, 2)])


def test_a_wait_inside_a_call_inside_a_loop() -> None:
    state = nested().start(2)
    for text in ("take(n=1)", "stop", "take(n=3)"):
        assert not state.over
        state.apply(text)
    assert state.over
    assert traced(state) == [15, 16, 53]
    assert state.cells[TOTAL] == 53


def test_frames_are_empty_again_when_they_are_popped() -> None:
    state = nested().start(2)
    stack = state.game.program.layout.stack
    depth = sum([1 for each in state.cells[stack:] if each])
    assert depth > 0
    while not state.over:
        state.apply("stop")
    assert not any(state.cells[stack:])
    cells = state.cells
    assert [cells[i] for i in (ir.CELL_BLOCK, ir.CELL_DECISION, ir.CELL_DECIDER, ir.CELL_RESULT)] == [-1, -1, -1, 0]


def test_two_ways_to_the_same_position_give_the_same_state() -> None:
    # take(1) at 5 is 15; the frames hold nothing that tells how the rest was reached.
    one, other = nested().start(2), nested().start(2)
    one.apply("take(n=1)")
    other.apply("take(n=1)")
    assert one.key == other.key
    one.apply("take(n=2)")
    other.apply("stop")
    assert one.key != other.key


def test_a_state_resumed_from_its_cells_alone_goes_on_the_same() -> None:
    fresh = nested()
    state = nested().start(2)
    state.apply("take(n=2)")
    cells = list(state.cells)
    machine = ready(fresh.program)  # another machine, as in another process
    options = machine.legal(cells)
    assert options == state.option_tuples()
    for option in ((0, 3), (1,)):
        machine.step(cells, option)
        state.apply_tuple(option)
        assert cells == state.cells


def test_a_result_that_is_not_wanted_is_dropped() -> None:
    outer = waiting("outer", [ir.Block((), ir.CallWait(3, (c(4), c(9)), -1, 1)), ir.Block((note(c(7)),), ir.Finish())])
    state = game([outer, INNER], [ask(3, (2,), 1, 2)]).start(2)
    state.apply("take(n=1)")
    assert state.over
    assert traced(state) == [7]
    assert state.cells[ir.CELL_RESULT] == 0


def test_a_result_may_arrive_in_a_block_that_is_also_reached_otherwise() -> None:
    # Block 1 is reached by a jump and by two calls that keep their result in different slots.
    outer = waiting(
        "outer",
        [
            ir.Block((ir.SetLocal(0, c(1)), ir.SetLocal(1, c(2)), ir.SetLocal(2, c(0))), ir.Jump(1)),
            ir.Block((note(op("add", op("mul", v(0), 100), v(1))), ir.SetLocal(2, op("add", v(2), 1))), ir.Jump(2)),
            ir.Block((), ir.Fork(op("eq", v(2), 1), 3, 4)),
            ir.Block((), ir.CallWait(3, (c(4), c(9)), 0, 1)),
            ir.Block((), ir.Fork(op("eq", v(2), 2), 5, 6)),
            ir.Block((), ir.CallWait(3, (c(5), c(9)), 1, 1)),
            ir.Block((), ir.Finish()),
        ],
        keep=(0, 1, 2),
    )
    made = game([outer, INNER], [ask(3, (2,), 1, 2)])
    assert len(emit(made.program).numbering.landing) == 2
    state = made.start(2)
    state.apply("take(n=1)")
    state.apply("take(n=2)")
    assert state.over
    assert traced(state) == [102, 1402, 1425]


def test_block_numbers_follow_functions_and_blocks() -> None:
    numbering = emit(nested().program).numbering
    assert numbering.owner == [(1, 0), *[(2, i) for i in range(5)], *[(3, i) for i in range(3)]]


# ---------------------------------------------------------------- decisions without options


def optional(otherwise_notes: int) -> Game:
    main = waiting(
        "main",
        [
            ir.Block((), ir.Ask(0, 2)),
            ir.Block((note(v(0)),), ir.Finish()),
            ir.Block((note(c(otherwise_notes)),), ir.Finish()),
        ],
        keep=(0,),
    )
    return game([main], [ask(2, (0,), 1, 2, optional=True, most=cell(TOTAL))])


def test_an_optional_decision_without_options_goes_on_by_itself() -> None:
    state = optional(8).start(2)
    assert state.over
    assert traced(state) == [8]
    assert state.cells[ir.CELL_PLY] == 0


def test_a_decision_without_options_is_a_fault() -> None:
    main = waiting("main", [ir.Block((), ir.Ask(0))])
    empty = ir.Decision("main", 2, c(0), -1, (), (), (), secret=False, optional=False, place=1)
    with pytest.raises(RuleFault) as caught:
        game([main], [empty]).start(2)
    assert (caught.value.file, caught.value.line) == ("functions.yaml", 3)


def test_options_read_the_locals_of_the_function_that_asks() -> None:
    kept = listed(4)
    main = waiting(
        "main",
        [
            ir.Block(
                (ir.SetLocal(0, lst(4, 9, 2)), ir.SetLocal(1, op("set", c(2), c(3), size=40)),
                 ir.SetLocal(3, op("map_fill", 3, 6))), ir.Ask(0),
            ),
            ir.Block((note(v(2)),), ir.Finish()),
        ],
        keep=(0, 1, 2, 3), s0=kept, s1=ir.Shape("set", 40), s3=mapped(3),
    )  # fmt: skip
    decision = ir.Decision(
        "main", 2, op("list_size", op("members", v(1))), 0, (v(0), op("map_get", v(3), 1)),
        (ir.For(9, v(0), (ir.Emit(0, (v(9),)),)), ir.For(9, op("members", v(1)), (ir.Emit(0, (v(9),)),)),
         ir.For(9, op("list", op("map_get", v(3), 0)), (ir.Emit(0, (v(9),)),))),
        (ir.Answer(0, (2,), 1),), secret=False, optional=False, place=1,
    )  # fmt: skip
    made = playable(program([main], decisions=(decision,), alternatives=(PICK,), main=2, texts=(
        ir.Text(("of ", " or ", ""), (ir.ValueType("int", many=True), INT)),)))  # fmt: skip
    state = made.start(3)
    assert [n for _, n in state.option_tuples()] == [4, 9, 2, 2, 3, 6]
    assert state.decision is not None
    assert (state.decision.player, state.decision.prompt) == ("green", "of 4, 9, 2 or 6")
    state.apply("take(n=9)")
    assert traced(state) == [9]


def test_alike_options_are_offered_once() -> None:
    main = waiting("main", [ir.Block((), ir.Ask(0)), ir.Block((), ir.Finish())])
    group = op("list", op("div", v(9), 3))
    more = [ir.Emit(0, (v(0),), op("list", op("div", v(0), 3))), ir.Emit(1, ())]
    sub = function("more", (0,), more, result=None, generator=True)
    decision = ir.Decision(
        "main", 2, c(0), -1, (),
        (ir.For(9, op("range", 0, 8), (ir.Emit(0, (v(9),), group),)), ir.EmitFrom(3, (c(1),)), ir.EmitFrom(3, (c(9),))),
        (ir.Answer(0, (), 1), ir.Answer(1, (), 1)), secret=False, optional=False, place=1,
    )  # fmt: skip
    state = game([main, sub], [decision]).start(2)
    assert state.option_tuples() == [(0, 0), (0, 3), (0, 6), (1,), (0, 9), (1,)]


def test_options_with_lists() -> None:
    blocks = [ir.Block((), ir.Ask(0)), ir.Block((note(op("list_size", v(0))),), ir.Finish())]
    main = waiting("main", blocks, keep=(0,), s0=LIST)
    several = ir.Alternative("keep", (("which", ir.ValueType("int", many=True)),), -1, (), 0)
    decision = ir.Decision(
        "main", 2, c(0), -1, (),
        (ir.Emit(0, (op("list_slice", lst(4, 5, 6), 0, 2),)), ir.Emit(0, (op("list"),)),
         ir.Emit(0, (op("range", 1, 4),))),
        (ir.Answer(0, (0,), 1),), secret=False, optional=False, place=1,
    )  # fmt: skip
    made = playable(program([main], decisions=(decision,), alternatives=(several,), main=2))
    state = made.start(2)
    assert state.decision is not None
    texts = [option.text for option in state.decision.options]
    assert texts == ["keep(which=[4, 5])", "keep(which=[])", "keep(which=[1, 2, 3, 4])"]
    state.apply("keep( which = [ 4,5 ] )")
    assert traced(state) == [2]


# ---------------------------------------------------------------- no end without a decision


def test_a_loop_that_reaches_no_decision_is_a_fault() -> None:
    main = waiting("main", [ir.Block((), ir.Jump(1)), ir.Block((), ir.Jump(0))])
    with pytest.raises(RuleFault) as caught:
        game([main], []).start(2)
    assert "without reaching a decision" in caught.value.message


def test_an_optional_decision_in_a_loop_is_no_way_out() -> None:
    main = waiting("main", [ir.Block((), ir.Ask(0, 0)), ir.Block((), ir.Finish())], keep=(0,))
    with pytest.raises(RuleFault):
        game([main], [ask(2, (0,), 1, 1, optional=True, most=c(0))]).start(2)


def heavy_call(depth: int) -> list[ir.Function]:
    """A chain of functions, each of which calls the next one twice."""
    last = function("last", (), [ir.Return(c(1))])
    calls = [ir.Call(i + 3, ()) for i in range(depth)]
    return [*[function(f"f{i}", (), [ir.Return(op("add", call, call))]) for i, call in enumerate(calls)], last]


def overworked(*functions: ir.Function) -> RuleFault:
    main = waiting("main", [ir.Block((ir.Store(TOTAL, None, ir.Call(2, ()), ir.SCALAR),), ir.Finish())])
    made = playable(program([*functions, main], main=2 + len(functions)))
    with pytest.raises(RuleFault) as caught:
        made.start(2)
    return caught.value


def loops(*sizes: ir.Expr) -> ir.Function:
    body: tuple[ir.Stmt, ...] = (ir.SetLocal(0, op("add", v(0), 1)),)
    for i, size in enumerate(sizes, 1):
        body = (ir.For(i, op("range", 1, size), body),)
    return function("loops", (), [ir.SetLocal(0, c(0)), *body, ir.Return(v(0))])


SIXTY = op("range", 1, 60)
TOO_MUCH = {
    "calls": heavy_call(60),
    "two loops": [loops(c(100_000), c(100_000))],
    "six loops": [loops(c(50), c(50), c(50), c(50), c(50), c(50))],
    "comprehension": [
        function("comp", (), [ir.Return(ir.Comp("sum", tuple([ir.Clause(i, SIXTY, None) for i in range(6)]), c(1)))])
    ],
    "while": [
        function("while", (), [
            ir.SetLocal(0, c(0)),
            ir.While(op("lt", v(0), ir.INT_MAX), (ir.SetLocal(0, op("add", v(0), 1)),), c(ir.INT_MAX), 1),
            ir.Return(v(0)),
        ])
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", TOO_MUCH)
def test_work_that_would_take_too_long_is_a_fault(name: str) -> None:
    assert "more steps" in overworked(*TOO_MUCH[name]).message


@pytest.mark.slow
def test_lists_of_lists_are_stopped_before_they_fill_the_memory() -> None:
    inside: ir.Expr = v(2)
    for slot in (2, 1, 0):
        inside = ir.Comp("list", (ir.Clause(slot, op("range", 1, 1000), None),), inside)
    cube = function("cube", (), [ir.Return(op("list_size", inside))])
    tracemalloc.start()
    assert "more steps" in overworked(cube).message
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 400_000_000


def test_a_decision_with_too_many_options_is_a_fault() -> None:
    body: tuple[ir.Stmt, ...] = (ir.Emit(0, (v(0), v(1), v(2))),)
    for slot in (2, 1, 0):
        body = (ir.For(slot, op("range", 1, 300), body),)
    put = ir.Alternative("put", (("x", INT), ("y", INT), ("z", INT)), -1, (), 0)
    main = waiting("main", [ir.Block((), ir.Ask(0)), ir.Block((), ir.Finish())])
    answers = (ir.Answer(0, (), 1),)
    decision = ir.Decision("main", 2, c(0), -1, (), body, answers, secret=False, optional=False, place=1)
    made = playable(program([main], decisions=(decision,), alternatives=(put,), main=2))
    with pytest.raises(RuleFault) as caught:
        made.start(2)
    assert "more than 100,000 options" in caught.value.message


def test_lists_that_double_are_stopped() -> None:
    wide = function(
        "wide", (),
        [ir.SetLocal(0, lst(1, 2)), ir.For(1, op("range", 1, 60), (ir.SetLocal(0, op("list_concat", v(0), v(0))),)),
         ir.Return(op("list_size", v(0)))],
        s0=listed(100_000),
    )  # fmt: skip
    assert "list" in overworked(wide).message


def test_what_is_heavy_but_bounded_runs() -> None:
    made = ready(program([loops(c(300), c(300))]))
    assert made.call(made.new_state(2, 1), 2) == 90_000


# ---------------------------------------------------------------- whose mistake it is


def test_a_bug_of_ours_is_told_apart_from_a_rule_fault() -> None:
    # A cell beyond the state: nothing that a checked ruleset can say.
    broken = waiting("main", [ir.Block((ir.Store(10_000, None, c(1), ir.SCALAR),), ir.Finish())])
    with pytest.raises(InternalError, match=r"bug in Yupana.*IndexError"):
        game([broken], []).start(2)


def test_a_block_may_only_read_what_it_set_or_what_is_kept() -> None:
    broken = waiting("main", [ir.Block((note(v(3)),), ir.Finish())])
    with pytest.raises(ProgramFileError, match="local 3 is read"):
        validate(program([broken], main=2))


def test_the_state_is_unchanged_after_a_fault() -> None:
    main = waiting(
        "main",
        [
            ir.Block((), ir.Ask(0)),
            ir.Block(
                (note(v(0)), ir.Roll(1, None, 6, -1, 0), note(op("div", 6, op("sub", v(0), 2), place=1))), ir.Jump(0)
            ),
            ir.Block((), ir.Finish()),
        ],
        keep=(0,),
    )
    state = game([main], [ask(2, (0,), 1, 2)]).start(2)
    state.apply("take(n=3)")
    before, history, options = state.key, state.history, state.option_tuples()
    attempts: list[Callable[[], None]] = [lambda: state.apply("take(n=2)"), lambda: state.apply_tuple((0, 2))]
    for attempt in attempts:
        with pytest.raises(RuleFault) as caught:
            attempt()
        assert (state.key, state.history, state.option_tuples()) == (before, history, options)
        fault = caught.value
        assert (fault.file, fault.line, fault.excerpt) == ("functions.yaml", 3, "a // b")
        assert fault.element == "function share"
        assert fault.player == "red"
        assert "take(n=2)" in fault.command
        with pytest.raises(RuleFault):
            state.game.resume(fault.save)
    state.apply("take(n=1)")
    assert len(state.history) == 2


def test_it_reads_well() -> None:
    fault: Any = None
    try:
        game([waiting("main", [ir.Block((ir.Fault(1, -1),), ir.Finish())])], []).start(2)
    except RuleFault as raised:
        fault = raised
    assert str(fault).splitlines()[0] == "functions.yaml:3:9: rule fault:  (in function share)"
