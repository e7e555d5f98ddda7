"""The passes, from program to program; and whole games, the same with none of them, with each, and with all."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import PASSES, Pass, optimise
from yupana.interpreter.passes.classes import classes
from yupana.interpreter.passes.inline import inline
from yupana.interpreter.passes.ranges import drop_tests
from yupana.interpreter.passes.remember import remember
from yupana.interpreter.passes.tabulate import BOOL, tabulate
from yupana.interpreter.program import ir
from yupana.interpreter.program.validate import validate
from yupana.interpreter.program.walk import descend
from yupana.tests.found import game
from yupana.tests.machine.build import INT, c, cell, function, listed, lst, op, program, v

LEVEL = ir.StateField("level", -1, 20, ir.SCALAR, INT, ir.Visibility(), low=0, high=9)
FREE = ir.StateField("free", -1, 21, ir.SCALAR, ir.ValueType("int", optional=True), ir.Visibility())
ROWS = ((3, 4, 5), (1, 2, 0, 9))
NUMBERS = (2, 7, 4)


def made(*functions: ir.Function, decisions: tuple[ir.Decision, ...] = ()) -> ir.Program:
    """A program whose functions begin with number 2."""
    return program(functions, fields=(LEVEL, FREE), tables=(ROWS, NUMBERS), decisions=decisions)


def gives(value: ir.Expr, params: int = 1) -> ir.Function:
    return function("asked", tuple(range(params)), [ir.Return(value)])


def value_of(changed: ir.Program, number: int = 2) -> ir.Expr | None:
    """What a function of one `return` gives."""
    validate(changed)
    (statement,) = changed.functions[number].body
    assert isinstance(statement, ir.Return)
    return statement.value


# ---------------------------------------------------------------- inline

TWICE = gives(op("add", v(0), v(0)))
LONG = gives(op("list_size", op("list", *[v(0)] * 40)))
LOOP = gives(ir.Comp("sum", (ir.Clause(3, lst(1, 2), None),), op("add", v(3), v(0))))
WRITES = function("writes", (0,), [ir.Store(21, None, v(0), ir.SCALAR), ir.Return(v(0))])
FAULTY = op("div", 1, v(0), place=0)


def inlined(called: ir.Function, *args: ir.Expr, copy: bool = False) -> ir.Expr | None:
    return value_of(inline(made(gives(ir.Call(3, args, copy)), called)))


def test_a_small_function_is_written_where_it_is_called() -> None:
    assert inlined(TWICE, v(0)) == op("add", v(0), v(0))
    assert inlined(TWICE, c(4)) == op("add", 4, 4)
    assert inlined(gives(op("neg", v(0))), cell(20)) == op("neg", cell(20))


@pytest.mark.parametrize(("called", "argument"), [
    (LONG, v(0)), (TWICE, cell(20)), (gives(op("neg", v(0))), FAULTY), (gives(c(1)), FAULTY), (LOOP, cell(20)),
    (WRITES, v(0)), (replace(TWICE, memo=True), v(0)),
])  # fmt: skip
def test_what_would_cost_more_or_lose_a_fault_stays_a_call(called: ir.Function, argument: ir.Expr) -> None:
    assert inlined(called, argument) == ir.Call(3, (argument,))


def test_what_runs_on_a_copy_stays_there() -> None:
    assert inlined(TWICE, v(0), copy=True) == ir.Call(3, (v(0),), copy=True)


def test_what_an_inlined_function_binds_is_told_apart() -> None:
    body = ir.Comp("sum", (ir.Clause(3, lst(5, 6), None),), ir.Call(3, (v(3),)))
    changed = inline(made(gives(body), LOOP))
    outer = value_of(changed)
    assert isinstance(outer, ir.Comp)
    inner = outer.element
    assert isinstance(inner, ir.Comp)
    assert inner.clauses[0].slot != 3
    assert inner.element == op("add", v(inner.clauses[0].slot), v(3))
    machine = Machine(changed, USUAL, ())
    assert machine.call(machine.new_state(2, 1), 2, 0) == 3 + 10 + 3 + 12


def test_calls_in_calls_are_inlined_from_within() -> None:
    middle = gives(op("mul", ir.Call(4, (v(0),)), 3))
    assert value_of(inline(made(gives(ir.Call(3, (v(0),))), middle, TWICE))) == op("mul", op("add", v(0), v(0)), 3)


SQUARE = ir.SetLocal(1, op("mul", v(0), v(0)))
BOUND = ir.Function("bound", (0,), (ir.SCALAR,) * 3, ir.SCALAR, 0, (SQUARE, ir.Return(op("add", v(1), 1))))


def test_a_value_that_goes_into_a_local_takes_its_lets_along() -> None:
    asked = function("asked", (0,), [ir.SetLocal(1, ir.Call(3, (op("add", v(0), 1),))), ir.Return(v(1))])
    changed = inline(made(asked, BOUND))
    validate(changed)
    arg, let, value, _ = changed.functions[2].body
    assert isinstance(arg, ir.SetLocal)
    assert isinstance(let, ir.SetLocal)
    assert arg.value == op("add", v(0), 1)
    assert let.value == op("mul", v(arg.slot), v(arg.slot))
    assert value == ir.SetLocal(1, op("add", v(let.slot), 1))
    again = function("asked", (0,), [ir.SetLocal(0, ir.Call(3, (v(0),))), ir.Return(v(0))])
    assert inline(made(again, BOUND)).functions[2].body == again.body, "what it is given would be written over"


def test_conditions_of_a_comprehension_take_their_arguments_as_clauses() -> None:
    test = op("and", op("lt", v(3), 8), ir.Call(3, (op("list_get", ir.Table(0, v(0)), v(3), place=0),)))
    body = ir.Comp("sum", (ir.Clause(3, op("range", 0, 2), test),), v(3))
    changed = inline(made(gives(body), TWICE))
    comp = value_of(changed)
    assert isinstance(comp, ir.Comp)
    first, second = comp.clauses
    assert first.test == op("lt", v(3), 8), "what stands before the call still keeps it from being asked"
    assert second.items == op("list", op("list_get", ir.Table(0, v(0)), v(3), place=0))
    assert second.test == op("add", v(second.slot), v(second.slot))
    plain, quick = (Machine(each, USUAL, ()) for each in (made(gives(body), TWICE), changed))
    for row in (0, 1):
        cells = plain.new_state(2, 1)
        assert plain.call(cells, 2, row) == quick.call(cells, 2, row)


def test_what_is_asked_at_each_turn_is_written_there() -> None:
    longer = gives(op("list_size", op("list", *[v(0)] * 40)))
    body = ir.Comp("any", (ir.Clause(3, lst(5, 6), None),), op("eq", ir.Call(3, (v(3),)), 7))
    value = value_of(inline(made(gives(body), longer)))
    assert not any(isinstance(each, ir.Call) for each in descend(value))


@pytest.mark.parametrize(("asked", "argument"), [
    (op("div", 5, op("clamp", ir.INT_MAX, 1, v(0)), place=0), 0),
    (op("in_range", op("clamp", 9, 1, op("mod", v(0), 10)), 0, 3, place=0), 8),
])  # fmt: skip
def test_bounds_may_be_the_wrong_way_round_or_not_known(asked: ir.Expr, argument: int) -> None:
    """Above the upper bound it is that bound, whatever the lower one is: the test that faults must stay."""
    machine = Machine(drop_tests(made(gives(asked))), USUAL, ())
    with pytest.raises(Trap):
        machine.call(machine.new_state(2, 1), 2, argument)


# ---------------------------------------------------------------- classes

GROUP = op("set_add", op("set_add", ir.ConstSet((1, 2), 5), cell(20)), 3)
"""Of five members."""


def over_group(word: str, element: ir.Expr, test: ir.Expr | None = None) -> ir.Expr:
    return ir.Comp(word, (ir.Clause(3, op("members", GROUP), test),), element)


CLASSES = ((7, 2, 7, 4, 7), (7, ir.NO_INT, 7, 4, ir.NO_INT), (ir.NO_INT,) * 5)
HAS_SEVEN = op("eq", ir.Table(1, v(3)), 7)


@pytest.mark.parametrize(("before", "quick"), [
    (over_group("count", HAS_SEVEN), True),
    (over_group("any", op("eq", ir.Table(1, v(3)), v(0))), True),
    (over_group("all", op("gt", ir.Table(1, v(3)), 2)), True),
    (over_group("count", op("eq", op("add", v(0), 1), ir.Table(1, v(3)))), False),  # worked out once for each member
    (over_group("count", op("eq", cell(20), ir.Table(1, v(3))), op("ne", v(3), 2)), True),
    (over_group("count", op("eq", ir.Table(1, v(3)), cell(20, v(3)))), False),
    (over_group("count", op("eq", ir.Table(2, v(3)), v(0))), True),  # NO_INT is equal to itself
    (over_group("any", op("eq", ir.Table(3, v(3)), v(0))), True),
    (over_group("count", op("eq", ir.Table(2, v(3)), ir.NO_INT)), True),
    (over_group("sum", ir.Table(1, v(3))), False),
    (over_group("all", HAS_SEVEN, op("ne", v(3), 2)), False),
])  # fmt: skip
def test_questions_about_constants_of_members_are_asked_of_sets(before: ir.Expr, quick: bool) -> None:
    plain = replace(made(gives(before)), tables=(ROWS, *CLASSES))
    changed = classes(plain)
    value = value_of(changed)
    assert (not any(isinstance(each, ir.Comp) for each in descend(value))) == quick
    one, other = Machine(plain, USUAL, ()), Machine(changed, USUAL, ())
    cells = one.new_state(2, 1)
    for level in range(5):
        for argument in (-1, 0, 2, 4, 7, 8, ir.NO_INT):
            cells[20] = level
            assert int(one.call(cells, 2, argument)) == int(other.call(cells, 2, argument))


def test_a_question_inside_a_question_of_constants_is_asked_of_sets_too() -> None:
    """What the inner one has become, a look into a new table, is worked out for the outer one."""
    inner = ir.Comp("any", (ir.Clause(4, op("members", ir.ConstSet((0, 2), 5)), None),),
                    op("eq", ir.Table(1, v(4)), op("add", v(3), 5)))  # fmt: skip
    nested = over_group("count", replace(inner, element=op("eq", ir.Table(1, v(4)), v(3))))
    for before in (over_group("count", inner), nested):
        plain = replace(made(gives(before)), tables=(ROWS, *CLASSES))
        one, other = Machine(plain, USUAL, ()), Machine(classes(plain), USUAL, ())
        assert int(one.call(one.new_state(2, 1), 2, 0)) == int(other.call(other.new_state(2, 1), 2, 0))


# ---------------------------------------------------------------- ranges

ONE_OF_ROWS = ir.Comp("sum", (ir.Clause(3, op("range", 0, 1), None),), op("list_get", ir.Table(0, v(3)), 2, place=0))


@pytest.mark.parametrize(("before", "after"), [
    (op("add", cell(20), 5, place=0), op("add", cell(20), 5)),
    (op("add", cell(21), 5, place=0), None),
    (op("mul", cell(20), cell(20), place=0), op("mul", cell(20), cell(20))),
    (op("div", 7, op("add", cell(20), 1), place=0), op("div", 7, op("add", cell(20), 1))),
    (op("div", 7, cell(20), place=0), None),
    (op("mod", 7, op("sub", cell(20), 10), place=0), op("mod", 7, op("sub", cell(20), 10))),
    (op("list_get", ir.Table(0, v(0)), 2, place=0), op("list_get", ir.Table(0, v(0)), 2)),
    (op("list_get", ir.Table(0, v(0)), 3, place=0), None),
    (op("list_get", ir.Table(0, v(0)), v(0), place=0), None),
    (op("list_get", lst(4, 5), op("list_size", op("list")), place=0),
     op("list_get", lst(4, 5), op("list_size", op("list")))),
    (op("some", ir.Table(1, v(0)), place=0), ir.Table(1, v(0))),
    (op("some", cell(ir.CELL_ME), place=0), None),
    (op("some_int", cell(20), place=0), cell(20)),
    (op("some_int", cell(21), place=0), None),
    (op("in_range", cell(20), 0, 9, place=0), cell(20)),
    (op("in_range", cell(20), 0, 8, place=0), None),
    (op("in_range", ir.Table(1, v(0)), 2, 7, place=0), ir.Table(1, v(0))),
    (ONE_OF_ROWS, replace(ONE_OF_ROWS, element=op("list_get", ir.Table(0, v(3)), 2))),
])  # fmt: skip
def test_tests_that_cannot_fail_are_left_out(before: ir.Expr, after: ir.Expr | None) -> None:
    assert value_of(drop_tests(made(gives(before)))) == (before if after is None else after)


MINE, SURE = cell(ir.CELL_ME), op("some", cell(ir.CELL_ME), place=0)
NOBODY, SOMEBODY = op("eq", MINE, ir.NONE), op("ne", MINE, ir.NONE)
NUMBER = op("some_int", cell(21), place=0)


@pytest.mark.parametrize(("before", "after"), [
    (op("or", NOBODY, op("eq", SURE, v(0))), op("or", NOBODY, op("eq", MINE, v(0)))),
    (op("and", SOMEBODY, op("eq", SURE, v(0))), op("and", SOMEBODY, op("eq", MINE, v(0)))),
    (op("and", op("not", NOBODY), SURE), op("and", op("not", NOBODY), MINE)),
    (op("and", op("and", v(0), SOMEBODY), SURE), op("and", op("and", v(0), SOMEBODY), MINE)),
    (ir.Choice(NOBODY, c(0), SURE), ir.Choice(NOBODY, c(0), MINE)),
    (ir.Choice(op("eq", cell(21), ir.NO_INT), c(0), NUMBER), ir.Choice(op("eq", cell(21), ir.NO_INT), c(0), cell(21))),
    (op("and", NOBODY, SURE), None),
    (op("or", SOMEBODY, SURE), None),
    (ir.Choice(NOBODY, SURE, c(0)), None),
    (op("and", op("or", v(0), SOMEBODY), SURE), None),
    (op("and", op("ne", cell(ir.CELL_ACTIVE), ir.NONE), SURE), None),
    (op("and", op("ne", cell(21), ir.NONE), NUMBER), None),  # -1 is a number here
    (op("add", op("and", SOMEBODY, 1), SURE), None),
])  # fmt: skip
def test_what_was_asked_before_need_not_be_tested(before: ir.Expr, after: ir.Expr | None) -> None:
    assert value_of(drop_tests(made(gives(before)))) == (before if after is None else after)


def test_what_a_call_may_have_changed_is_tested_again() -> None:
    forgets = function("forgets", (), [ir.Store(ir.CELL_ME, None, c(ir.NONE), ir.SCALAR), ir.Return(c(1))])
    asked = op("and", SOMEBODY, ir.Call(3, ()), SURE)
    assert value_of(drop_tests(made(gives(asked), forgets))) == asked


def test_a_local_is_all_that_it_is_ever_given() -> None:
    test = op("in_range", v(1), 0, 9, place=0)

    def body(*given: ir.Expr) -> ir.Function:
        return function("asked", (0,), [*[ir.SetLocal(1, each) for each in given], ir.Return(test)])

    narrow = drop_tests(made(body(c(3), cell(20))))
    assert narrow.functions[2].body[-1] == ir.Return(v(1))
    wide = drop_tests(made(body(c(3), cell(20), cell(21))))
    assert wide.functions[2].body[-1] == ir.Return(test)
    grows = drop_tests(made(body(c(3), op("add", v(1), 1))))
    assert grows.functions[2].body[-1] == ir.Return(test)


# ---------------------------------------------------------------- tabulate

TWO, MAYBE = v(0), v(1)
OTHERS = ir.Comp("list", (ir.Clause(2, lst(0, 1), op("ne", v(2), TWO)),), op("add", v(2), op("neg", MAYBE)))
WHEN_NONE = ir.Choice(op("eq", MAYBE, ir.NONE), c(9), op("add", op("mul", TWO, 3), ir.Table(1, MAYBE)))
LOOKED = [
    (OTHERS, listed(2)), (WHEN_NONE, ir.SCALAR), (op("list_size", OTHERS), ir.SCALAR),
    (ir.Comp("first", OTHERS.clauses, v(2), fill=7), ir.SCALAR), (replace(OTHERS, word="any"), ir.SCALAR),
]  # fmt: skip
"""Of one of two members and of a third that may be none, and what shape they have."""


def tabulated(value: ir.Expr, result: ir.Shape) -> tuple[ir.Program, ir.Program]:
    """A program whose options ask for the value, before and after."""
    pair, three = ir.Shape("scalar", domain=BOOL), ir.Shape("scalar", domain=0)
    called = replace(gives(value, 2), locals=(pair, three, *[ir.SCALAR] * 10), result=result)
    asked = ir.Call(2, (c(0), c(0)))
    shown = asked if result == ir.SCALAR else op("list_size", asked)
    decision = ir.Decision("main", 1, c(0), -1, (), (ir.Emit(0, (shown,)),), (ir.Answer(0, (), 0),), False, False, 0)
    alternative = ir.Alternative("take", (("n", INT),), -1, (), 0)
    plain = replace(made(called, decisions=(decision,)), alternatives=(alternative,))
    return plain, tabulate(plain)


@pytest.mark.parametrize(("value", "result"), LOOKED)
def test_what_follows_from_members_is_looked_up(value: ir.Expr, result: ir.Shape) -> None:
    plain, changed = tabulated(value, result)
    assert isinstance(value_of(changed), ir.Table)
    one, other = Machine(plain, USUAL, ()), Machine(changed, USUAL, ())
    cells = one.new_state(2, 1)
    for member in (0, 1):
        for maybe in range(-1 if value is WHEN_NONE else 0, 3):
            assert one.call(cells, 2, member, maybe) == other.call(cells, 2, member, maybe)


@pytest.mark.parametrize("value", [
    op("list_size", op("list", v(0), cell(20), v(1), v(0), v(1), v(0))),  # reads the state
    op("add", op("div", v(0), v(1), place=0), op("mul", op("add", v(0), 1), op("sub", v(1), 1))),  # may fault
    op("add", op("list_size", op("domain", 0)), op("mul", op("add", v(0), 1), op("add", v(1), 1))),  # who plays
    op("add", v(0), v(1)),  # as quick as looking it up
])  # fmt: skip
def test_what_does_not_follow_from_members_alone_is_worked_out(value: ir.Expr) -> None:
    assert value_of(tabulated(value, ir.SCALAR)[1]) == value


# ---------------------------------------------------------------- remember

REGION = ir.Region(3, 4, v(0), op("neighbors", 0, v(4)), op("lt", cell(20), v(3)), 5)
SEARCH = gives(op("set_size", REGION))


def remembered(called: ir.Function, listed_: bool = True) -> bool:
    option = ir.Emit(0, (ir.Call(2, (c(1),)),)) if listed_ else ir.Emit(0, (c(1),))
    decision = ir.Decision("main", 1, c(0), -1, (), (option,), (ir.Answer(0, (), 0),), False, False, 0)
    alternative = ir.Alternative("take", (("n", INT),), -1, (), 0)
    before = replace(made(called, decisions=(decision,)), alternatives=(alternative,))
    return remember(before).functions[2].memo


def test_searches_that_options_ask_for_are_remembered() -> None:
    assert remembered(SEARCH)
    assert not remembered(SEARCH, listed_=False)
    assert not remembered(TWICE)
    looked_up = op("set_has", op("list_set", ir.Table(0, v(0)), size=10), v(0))
    assert not remembered(gives(op("and", *[looked_up] * 4))), "a set in a table is there already"
    assert not remembered(replace(SEARCH, params=(0, 1, 2, 5, 6)))
    assert not remembered(replace(SEARCH, locals=(listed(4), *SEARCH.locals[1:])))
    writes = replace(SEARCH, body=(ir.Store(21, None, c(1), ir.SCALAR), *SEARCH.body))
    assert not remembered(writes)


# ---------------------------------------------------------------- whole games

CHOICES: tuple[tuple[str, tuple[Pass, ...]], ...] = (*[(each.name, (each,)) for each in PASSES], ("all", PASSES))
GAMES = {"tic_tac_toe": 9, "cargo_empire": 120, "cuzco_kk": 30, "cuzco_feld": 120, "pizarro": 120}


def trace(machine: Machine, players: int, seed: int, decisions: int) -> list[object]:
    """Positions, options and the work they took, over so many random decisions."""
    dice = random.Random(seed)
    cells = machine.new_state(players, seed, [each.default for each in machine.program.game_options])
    options = machine.begin(cells)
    out: list[object] = []
    for _ in range(decisions):
        out.append((hash(tuple(cells)), hash(tuple(options))))
        if not options:
            break
        options = machine.step(cells, dice.choice(options))
    return [*out, tuple(cells), tuple(options)]


def compare(target: str, decisions: int, seeds: range) -> None:
    plain = game(target).program
    for seed in seeds:
        players = plain.min_players + seed % (plain.max_players - plain.min_players + 1)
        expected = trace(Machine(plain, USUAL, ()), players, seed, decisions)
        for name, passes in CHOICES:
            assert trace(Machine(plain, USUAL, passes), players, seed, decisions) == expected, name


@pytest.mark.parametrize("target", GAMES)
def test_games_are_the_same_with_each_pass_and_with_all(target: str) -> None:
    compare(target, GAMES[target], range(1))


@pytest.mark.slow
@pytest.mark.parametrize("target", GAMES)
def test_whole_games_are_the_same_with_each_pass_and_with_all(target: str) -> None:
    compare(target, 400 if target == "cuzco_kk" else 5_000, range(3, 8))


@pytest.mark.parametrize("target", GAMES)
def test_what_the_passes_make_is_well_typed(target: str) -> None:
    for _, passes in CHOICES:
        validate(optimise(game(target).program, passes))
