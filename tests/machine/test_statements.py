"""Every statement, comprehension and other expression, run in small functions by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from yupana.interpreter.machine.faults import Trap, UsageError
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.interpreter.program.walk import descend

from .build import c, cell, function, listed, lst, mapped, members, op, program, ready, v

pytestmark = pytest.mark.usefixtures("each_engine")

LIST = listed(4)
SET = ir.Shape("set", 40)
MAP = mapped(3)
LONG = listed(100_000)
A, B = 30, 40  # cells to write to
TEXT = (ir.Text(("it is ", "!"), (ir.ValueType("int"),)),)


def machine_of(*functions: ir.Function, **parts: Any) -> Machine:
    return ready(program(functions, texts=TEXT, **parts))


def run(body: Sequence[ir.Stmt], *arguments: Any, result: ir.Shape | None = ir.SCALAR, **special: Any) -> Any:
    """(result, state) of a function with these statements; its parameters are the first locals."""
    returns = any(isinstance(node, ir.Return) for each in body for node in descend(each))
    made = machine_of(function("tested", range(len(arguments)), body, result=result if returns else None, **special))
    cells = made.new_state(2, 1)
    return made.call(cells, 2, *arguments), cells


def faults(body: Sequence[ir.Stmt], *arguments: Any, **special: Any) -> Trap:
    with pytest.raises(Trap) as caught:
        run(body, *arguments, **special)
    return caught.value


def keep(value: ir.Expr, base: int = A, **more: Any) -> ir.Store:
    return ir.Store(base, None, value, more.pop("shape", ir.SCALAR), **more)


# ---------------------------------------------------------------- locals and stores


def test_locals_and_scalars() -> None:
    result, cells = run([ir.SetLocal(3, op("add", v(0), 1)), ir.Store(A, v(3), v(3), ir.SCALAR), ir.Return(v(3))], 4)
    assert (result, cells[A + 5]) == (5, 5)


def test_a_scalar_outside_its_range_faults_and_the_ends_do_not() -> None:
    store = [keep(op("add", v(0), 1), low=0, high=9, place=1)]
    assert run(store, 8)[1][A] == 9
    assert run(store, -1)[1][A] == 0
    assert faults(store, 9).place == 1
    assert faults(store, -2).place == 1
    assert "none" in faults([keep(c(ir.NO_INT), low=0, high=9, place=1)]).message


def test_a_change_in_place_is_tested_too() -> None:
    grow = [keep(op("add", cell(A), v(0)), low=0, high=9, place=1)]
    assert run([keep(c(4)), *grow], 5)[1][A] == 9
    assert faults([keep(c(4)), *grow], 6).place == 1
    cells = run([keep(c(4)), keep(op("sub", cell(A), op("sub", v(0), 1)))], 9)[1]
    assert cells[A] == -4


def test_lists_are_stored_with_their_length_and_zeroes_behind() -> None:
    _, cells = run([keep(lst(7, 8, 9, 10), shape=LIST), keep(lst(5), shape=LIST)])
    assert cells[A : A + 6] == [1, 5, 0, 0, 0, 0]
    assert faults([keep(op("range", v(0), 9), shape=LIST, place=1)], 5).place == 1
    _, cells = run([keep(op("range", v(0), 9), shape=LIST, place=1)], 6)
    assert cells[A : A + 5] == [4, 6, 7, 8, 9]


def test_a_list_grows_in_place_up_to_its_bound() -> None:
    grow = keep(op("list_add", ir.Load(A, None, LIST), v(0)), shape=LIST, place=1)
    _, cells = run([grow, grow, grow, grow], 6)
    assert cells[A : A + 5] == [4, 6, 6, 6, 6]
    assert faults([grow] * 5, 6).place == 1
    shrink = keep(op("list_without", ir.Load(A, None, LIST), v(0)), shape=LIST)
    assert run([grow, grow, shrink], 6)[1][A : A + 3] == [1, 6, 0]


def test_sets_take_one_signed_cell_for_32_members() -> None:
    _, cells = run([keep(members(0, 31, 32, 39, size=40), shape=SET)])
    assert cells[A : A + 2] == [1 - 2**31, 1 + (1 << 7)]
    narrow = ir.Shape("set", 32)
    stored = keep(members(31, size=32), shape=narrow)
    result, cells = run([stored, ir.Return(op("set_has", ir.Load(A, None, narrow), 31))])
    assert (cells[A], result) == (-(2**31), 1)
    small = ir.Shape("set", 5)
    result, cells = run([keep(op("set_add", ir.Load(A, None, small), v(0)), shape=small)] * 2 + [ir.Return(c(0))], 3)
    assert cells[A] == 8


def test_maps_take_a_cell_for_each_member() -> None:
    filled = keep(op("map_fill", 3, 6), shape=MAP)
    changed = keep(op("map_with", ir.Load(A, None, MAP), v(0), 2), shape=MAP)
    assert run([filled, changed], 1)[1][A : A + 4] == [6, 2, 6, 0]
    body = [ir.SetLocal(2, op("map_fill", 3, 1)), ir.Store(A, v(0), op("map_with", v(2), 0, 9), MAP)]
    _, cells = run(body, 2, s2=MAP)
    assert cells[A : A + 5] == [0, 0, 9, 1, 1]


def test_a_local_list_does_not_change_with_the_state() -> None:
    body = [
        keep(lst(1, 2), shape=LIST), ir.SetLocal(0, ir.Load(A, None, LIST)), keep(lst(9), shape=LIST),
        ir.Return(op("list_first", v(0), 0)),
    ]  # fmt: skip
    assert run(body, s0=LIST)[0] == 1


# ---------------------------------------------------------------- control


def test_if_and_else_chains() -> None:
    other = ir.If(op("eq", v(0), 0), (ir.Return(c(0)),), (ir.Return(c(1)),))
    body = [ir.If(op("lt", v(0), 0), (ir.Return(c(-1)),), (other,))]
    assert [run(body, x)[0] for x in (-5, 0, 5)] == [-1, 0, 1]
    assert run([ir.If(v(0), (), (ir.Return(c(1)),)), ir.Return(c(2))], 1)[0] == 2


def test_for_with_break_and_continue() -> None:
    body = [
        ir.SetLocal(1, c(0)),
        ir.For(2, op("range", 1, 9), (
            ir.If(op("eq", v(2), 3), (ir.Continue(),)),
            ir.If(op("gt", v(2), v(0)), (ir.Break(),)),
            ir.SetLocal(1, op("add", v(1), v(2))),
        )),
        ir.Return(v(1)),
    ]  # fmt: skip
    assert run(body, 5)[0] == 1 + 2 + 4 + 5


def test_for_goes_over_what_the_list_was_at_the_start() -> None:
    body = [
        keep(lst(1, 2), shape=LIST),
        ir.For(0, ir.Load(A, None, LIST), (keep(lst(9, 9, 9), shape=LIST), keep(op("add", cell(B), v(0)), B))),
    ]
    assert run(body, result=None)[1][B] == 3


def test_while_ends_within_its_bound_or_faults() -> None:
    def loop(bound: ir.Expr) -> list[ir.Stmt]:
        turn = ir.SetLocal(0, op("sub", v(0), 1))
        return [ir.While(op("gt", v(0), 0), (turn, keep(op("add", cell(A), 1))), bound, 1), ir.Return(cell(A))]

    assert run(loop(c(5)), 5)[0] == 5
    assert run(loop(c(0)), 0)[0] == 0
    assert run(loop(op("add", v(1), 1)), 5, 4)[0] == 5
    assert faults(loop(c(4)), 5).place == 1
    assert faults(loop(op("neg", v(1))), 1, 7).place == 1


def test_the_bound_of_a_while_is_evaluated_once() -> None:
    body = [
        ir.While(op("lt", v(0), 9), (ir.SetLocal(0, op("add", v(0), 1)), ir.SetLocal(1, c(0))), v(1), 1),
        ir.Return(v(0)),
    ]
    assert run(body, 0, 9)[0] == 9


def test_break_leaves_a_while_without_a_fault() -> None:
    turn = (ir.If(op("eq", v(0), 2), (ir.Break(),)), ir.SetLocal(0, op("add", v(0), 1)))
    body = [ir.While(c(1), turn, c(2), 1), ir.Return(v(0))]
    # The third turn would be beyond the bound of 2, and the condition still holds.
    assert faults(body, -9).place == 1
    assert run([*body], 1)[0] == 2


def test_nested_whiles_with_computed_bounds_keep_their_own_count() -> None:
    bound = op("add", v(0), 1)
    turn = (ir.SetLocal(2, op("add", v(2), 1)), keep(op("add", cell(A), 1)))
    inner = ir.While(op("lt", v(2), 3), turn, bound, 1)
    outer = ir.While(op("lt", v(1), 3), (ir.SetLocal(1, op("add", v(1), 1)), ir.SetLocal(2, c(0)), inner), bound, 1)
    assert run([ir.SetLocal(1, c(0)), outer, ir.Return(cell(A))], 2)[0] == 9


def test_calls_pass_values_and_keep_results() -> None:
    double = function("double", (0,), [ir.Return(op("mul", v(0), 2))])
    pair = function("pair", (0, 1), [ir.Return(op("list", v(0), v(1)))], result=LONG)
    note = function("note", (0,), [keep(v(0))], result=None)
    caller = function(
        "caller", (0,),
        [ir.Do(2, (v(0),), 1), ir.Do(4, (v(1),)), ir.Do(3, (v(1), ir.Call(2, (c(5),))), 2), ir.Return(v(2))],
        result=LONG, s2=LONG,
    )  # fmt: skip
    made = machine_of(double, pair, note, caller)
    cells = made.new_state(2, 1)
    assert made.call(cells, 5, 4) == (8, 10)
    assert cells[A] == 8


def test_a_call_on_a_copy_changes_nothing_and_is_not_heard() -> None:
    change = function("change", (0,), [keep(v(0)), ir.Log(0, (v(0),)), ir.Roll(1, None, 6, -1, 0), ir.Return(cell(A))])
    body = [ir.SetLocal(0, op("add", ir.Call(2, (c(7),), copy=True), cell(A))), ir.Log(0, (c(8),)), ir.Return(v(0))]
    made = machine_of(change, function("caller", (), body))
    cells = made.new_state(2, 1)
    before = cells[:]
    heard: list[Any] = []
    assert made.call(cells, 3, sink=heard.append) == 7
    assert cells == before
    assert heard == [("log", 0, (8,))]


# ---------------------------------------------------------------- chance, log, faults


def test_rolls_and_picks_come_from_the_generator_in_the_state() -> None:
    body = [ir.Roll(0, None, 6, -1, 0), ir.Roll(1, c(3), 6, -1, 0), ir.Pick(2, lst(40, 50, 60), 0),
            ir.Return(op("list_concat", op("list", v(0), v(2)), v(1)))]  # fmt: skip
    first, cells = run(body, s1=LONG)
    again, others = run(body, s1=LONG)
    assert first == again
    assert cells == others
    assert all(1 <= die <= 6 for die in (first[0], *first[2:]))
    assert first[1] in (40, 50, 60)


def test_dice_can_be_set_beforehand() -> None:
    body = [ir.Roll(0, c(2), 6, -1, 0), ir.Pick(1, lst(40, 50, 60), 0), ir.Return(op("list_add", v(0), v(1)))]
    made = machine_of(function("tested", (), body, s0=LONG, result=LONG))
    cells = made.new_state(2, 1)
    dice = [3, 5, 2]
    assert made.call(cells, 2, script=dice) == (3, 5, 50)
    assert dice == []
    for wrong in ([3], [3, 7, 1], [3, 5, 4], [0, 1, 1]):
        with pytest.raises(UsageError):
            made.call(cells, 2, script=wrong)


def test_dice_set_beforehand_are_not_used_up_on_a_copy() -> None:
    roll = function("roll", (), [ir.Roll(0, None, 6, -1, 0), ir.Return(v(0))])
    asked = function("asked", (), [ir.Return(op("list", ir.Call(2, (), copy=True), ir.Call(2, ())))], result=LONG)
    dice = [4, 2]
    made = machine_of(roll, asked)
    assert made.call(made.new_state(2, 1), 3, script=dice) == (4, 4)
    assert dice == [2]


def test_a_roll_of_too_many_dice_and_a_pick_from_nothing_fault() -> None:
    assert faults([ir.Roll(1, v(0), 6, -1, 1)], -1, s1=LONG).place == 1
    assert run([ir.Roll(1, v(0), 6, -1, 1), ir.Return(op("list_size", v(1)))], 0, s1=LONG)[0] == 0
    assert faults([ir.Pick(1, op("range", v(0), 3), 1)], 4).place == 1


def test_what_happens_is_told_to_who_listens() -> None:
    body = [ir.Log(0, (op("add", v(0), 1),)), ir.Roll(1, None, 6, 0, 0), ir.Roll(2, c(2), 4, -1, 0)]
    made = machine_of(function("tested", (0,), body, result=None, s2=LONG))
    cells = made.new_state(2, 1)
    cells[ir.CELL_ME] = 1
    heard: list[Any] = []
    made.call(cells, 2, 4, sink=heard.append)
    assert heard[0] == ("log", 0, (5,))
    assert heard[1][:4] == ("roll", 1, 0, 6)
    assert heard[2][:4] == ("roll", 1, -1, 4)
    assert len(heard[2][4]) == 2


def test_what_was_held_back_is_told_with_who_acts() -> None:
    body = [ir.Reveal(0, (op("add", v(0), 1), c(2))), ir.Reveal(1, (), lapsed=True)]
    made = machine_of(function("tested", (0,), body, result=None))
    cells = made.new_state(2, 1)
    cells[ir.CELL_ME] = 1
    heard: list[Any] = []
    made.call(cells, 2, 4, sink=heard.append)
    assert heard == [("reveal", 1, (0, 5, 2), False), ("reveal", 1, (1,), True)]
    assert faults([ir.Reveal(0, (op("div", 1, v(0), place=1),))], 0).place == 1


def test_a_log_faults_whether_or_not_somebody_listens() -> None:
    assert faults([ir.Log(0, (op("div", 1, v(0), place=1),))], 0).place == 1


def test_fail_says_its_text() -> None:
    trap = faults([ir.Fault(1, 0, (op("add", v(0), 1),))], 4)
    assert (trap.place, trap.message) == (1, "it is 5!")


# ---------------------------------------------------------------- comprehensions


def comp(word: str, element: ir.Expr, items: ir.Expr, test: ir.Expr | None = None, **more: Any) -> ir.Comp:
    return ir.Comp(word, (ir.Clause(5, items, test),), element, **more)


X = v(5)
ODD = op("mod", X, 2)
NUMBERS = op("range", 1, v(0))  # 1..n
COMPREHENSIONS: list[tuple[ir.Comp, dict[int, Any]]] = [
    (comp("list", op("mul", X, X), NUMBERS, ODD), {5: (1, 9, 25), 0: ()}),
    (comp("set", op("add", X, 30), NUMBERS), {3: 7 << 31, 0: 0}),
    (comp("map", op("mul", X, 2), NUMBERS, key=op("sub", X, 1), size=3, fill=9),
     {3: (2, 4, 6), 1: (2, 9, 9), 0: (9, 9, 9)}),
    (comp("sum", X, NUMBERS), {4: 10, 0: 0}),
    (comp("count", ODD, NUMBERS), {5: 3, 0: 0}),
    (comp("count", c(1), NUMBERS, ODD), {5: 3}),
    (comp("count", op("gt", X, 2), NUMBERS, ODD), {5: 2}),
    (comp("any", op("eq", X, 3), NUMBERS), {5: 1, 2: 0, 0: 0}),
    (comp("all", op("lt", X, 3), NUMBERS), {5: 0, 2: 1, 0: 1}),
    (comp("min", op("neg", X), NUMBERS), {3: -3}),
    (comp("max", op("neg", X), NUMBERS), {3: -1}),
    (comp("first", op("mul", X, 10), NUMBERS, op("gt", X, 2), fill=-1), {5: 30, 2: -1}),
    (comp("best", X, NUMBERS, by=op("mod", X, 3)), {3: 2, 5: -1, 0: -1}),
    (comp("best", X, NUMBERS, by=op("list", op("mod", X, 3), X)), {5: 5}),
    (comp("leaders", X, NUMBERS, by=op("mod", X, 3)), {5: (2, 5), 0: ()}),
    (comp("sorted", X, NUMBERS, by=ODD), {5: (2, 4, 1, 3, 5), 0: ()}),
    (comp("sorted", X, NUMBERS, by=op("list", op("neg", ODD), op("neg", X))), {5: (5, 3, 1, 4, 2)}),
    (comp("ranks", X, NUMBERS, by=op("div", X, 2), size=6, fill=-1), {4: (-1, 3, 2, 2, 1, -1), 0: (-1,) * 6}),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "cases"), COMPREHENSIONS, ids=lambda x: getattr(x, "word", ""))
def test_comprehensions(expression: ir.Comp, cases: dict[int, Any]) -> None:
    for size, expected in cases.items():
        result = run([ir.Return(expression)], size, result=LONG if isinstance(expected, tuple) else ir.SCALAR)[0]
        assert (tuple(result) if isinstance(expected, tuple) else int(result)) == expected, size


def test_every_comprehension_word_has_a_case() -> None:
    from yupana.interpreter.backends.python.emit_expressions import EMITTED
    from yupana.interpreter.program.shapes import COMP_WORDS

    assert {case.word for case, _ in COMPREHENSIONS} == COMP_WORDS == EMITTED
    text = ir.Comp.__doc__ or ""
    assert all(word in text for word in COMP_WORDS)


def test_least_and_sum_fault_where_they_have_a_place() -> None:
    assert faults([ir.Return(comp("min", X, NUMBERS, place=1))], 0).place == 1
    assert faults([ir.Return(comp("max", X, NUMBERS, place=1))], 0).place == 1
    assert run([ir.Return(comp("max", X, NUMBERS, place=1))], 4)[0] == 4
    big = comp("sum", op("add", 2**31 - 3, X), NUMBERS, place=1)
    assert run([ir.Return(big)], 1)[0] == 2**31 - 2
    assert faults([ir.Return(big)], 2).place == 1


def test_clauses_nest_and_each_sees_those_before() -> None:
    pairs = ir.Comp(
        "list",
        (ir.Clause(5, NUMBERS, ODD), ir.Clause(6, op("range", X, v(0)), op("ne", v(6), X))),
        op("add", op("mul", X, 10), v(6)),
    )
    assert run([ir.Return(pairs)], 3, result=LONG)[0] == (12, 13)


def test_a_checked_sum_inside_what_a_comprehension_goes_over() -> None:
    inner = comp("list", op("add", X, 2**31 - 3, place=1), NUMBERS)
    outer = ir.Comp("count", (ir.Clause(6, inner, None),), c(1))
    assert run([ir.Return(outer)], 2)[0] == 2
    assert faults([ir.Return(outer)], 3).place == 1
    none = ir.Comp("list", (ir.Clause(6, op("range", 1, op("mul", v(0), v(0), place=1)), None),), c(0))
    assert faults([ir.Return(op("list_size", none))], 65536).place == 1


def test_any_stops_at_the_first_that_holds() -> None:
    tested = comp("any", op("eq", op("div", 6, op("sub", 3, X), place=1), 3), NUMBERS)
    assert run([ir.Return(tested)], 9)[0] == 1  # 3 would divide by zero, 1 already holds
    assert faults([ir.Return(comp("all", op("div", 6, op("sub", 3, X), place=1), NUMBERS))], 9).place == 1


def test_a_checked_sum_nested_in_checked_sums() -> None:
    def plus(a: ir.Expr, b: ir.Expr) -> ir.Op:
        return op("add", a, b, place=1)

    tree = plus(plus(v(0), plus(v(1), v(1))), plus(plus(v(0), v(0)), v(1)))
    assert run([ir.Return(tree)], 5, 7)[0] == 36
    inside = comp("sum", plus(X, plus(X, v(0))), op("range", 1, 3))
    assert run([ir.Return(plus(inside, inside))], 5)[0] == 54


def test_choice_evaluates_only_what_it_takes() -> None:
    safe = ir.Choice(op("ne", v(0), 0), op("div", 6, v(0), place=1), c(-1))
    assert [run([ir.Return(safe)], x)[0] for x in (0, 2)] == [-1, 3]
    nested = op("add", ir.Choice(v(0), c(1), ir.Choice(v(1), c(2), c(3))), 10)
    assert [run([ir.Return(nested)], *x)[0] for x in ((1, 0), (0, 1), (0, 0))] == [11, 12, 13]
    lists = op("list_size", ir.Choice(v(0), op("range", 1, v(0)), lst(1, 2)))
    assert [run([ir.Return(lists)], x)[0] for x in (0, 5)] == [2, 5]


def test_tables_of_numbers_and_of_rows() -> None:
    body = [ir.Return(op("list_concat", ir.Table(1, v(0)), op("list", ir.Table(0, v(0)))))]
    made = machine_of(function("tested", (0,), body, result=LONG), tables=((5, 6), ((1, 2), (3,))))
    assert made.call(made.new_state(2, 1), 2, 1) == (3, 6)


def test_recursion_depth_of_ordinary_expressions_is_no_problem() -> None:
    total: ir.Expr = v(0)
    for i in range(150):
        total = op("add", total, op("mul", v(0), i), place=1)
    assert run([ir.Return(total)], 1)[0] == 1 + sum(range(150))
