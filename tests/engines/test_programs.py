"""Random programs mean the same on all back ends, with and without the passes, down to where the work runs out."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.interpreter.program.operations import OPERATIONS
from yupana.interpreter.program.shapes import COMP_WORDS
from yupana.interpreter.program.walk import descend
from yupana.tests.engines.programs import random_program
from yupana.tests.engines.reducing import weight
from yupana.tests.engines.trial import allowed, of_engines, of_passes, outcome, small
from yupana.tests.engines.trying import ENGINES, TRIED, TRUSTED, checked, unlike
from yupana.tests.engines.worlds import MANY, SIZES
from yupana.tests.machine.build import c, function, listed, lst, op, program, v
from yupana.tests.toy_backend.operations import OPERATIONS as TOY_OPERATIONS

from .planted import instead

seeds = st.integers(0, 2**48)
NODES = [each for each in vars(ir).values() if isinstance(each, type) and issubclass(each, ir.Node)
         and each not in (ir.Node, ir.Expr, ir.Stmt, ir.Terminator)]  # fmt: skip
"""All classes of nodes that stand in programs."""

RIGHT = ENGINES[TRUSTED].engine


@pytest.mark.parametrize("name", TRIED)
@given(seeds)
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
def test_programs_mean_the_same(name: str, seed: int) -> None:
    found = unlike(of_engines(RIGHT, ENGINES[name].engine), seed)
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
@given(seeds)
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
def test_many_programs_mean_the_same(name: str, seed: int) -> None:
    found = unlike(of_engines(RIGHT, ENGINES[name].engine), seed)
    assert not found, found


@pytest.mark.slow
@given(seeds)
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
def test_passes_change_nothing_but_the_work(seed: int) -> None:
    found = unlike(of_passes(RIGHT), seed)
    assert not found or "more steps than" in found, found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("word", "joined"), [("any", "and"), ("any", "or"), ("all", "and"), ("all", "or")])
def test_a_question_may_stand_alone_where_several_can(word: str, joined: str, engine: str) -> None:
    inner = ir.Comp(word, (ir.Clause(4, lst(1, 2), None),), op("le", v(3), v(4)))
    outer = ir.Comp(word, (ir.Clause(3, lst(1, 2, 3), None),), op(joined, inner))
    machine = Machine(program([function("asked", (), [ir.Return(outer)])]), ENGINES[engine].engine, ())
    assert int(machine.call(machine.new_state(2, 1), 2)) == (word == "any")


@pytest.mark.parametrize("engine", ENGINES)
def test_who_only_acts_on_a_copy_pays_for_the_copy(engine: str) -> None:
    acts = function("acts", (), [ir.Store(ir.CELL_ME, None, c(0), ir.SCALAR), ir.Return(c(1))])
    asks = function("asks", (), [ir.Return(ir.Call(2, (), copy=True))])
    machine = Machine(program([acts, asks], scoring=ir.Scoring(-1)), ENGINES[engine].engine, ())
    for work, pays in ((400 // 16, True), (400 // 16 - 1, False)):
        with allowed(work):
            assert (outcome(machine.call, machine.new_state(2, 1), 3)[0] == "value") == pays


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_told_is_paid_for_whether_or_not_somebody_listens(engine: str) -> None:
    tells = function("tells", (0,), [ir.Log(0, (op("list_without", v(0), 1),))], result=None, s0=listed(100_000))
    texts = (ir.Text(("", ""), (MANY,)),)
    machine = Machine(program([tells], texts=texts), ENGINES[engine].engine, ())
    for work, pays in ((4, True), (3, False)):
        for sink in (None, list[Any]().append):
            with allowed(work):
                told = outcome(lambda: machine.call(machine.new_state(2, 1), 2, (7,) * 64, sink=sink))  # noqa: B023
            assert (told[0] == "value") == pays


def test_every_operation_and_every_sort_of_node_is_made() -> None:
    met: Counter[Any] = Counter()
    for seed in range(36):
        made = random_program(random.Random(seed))
        for part in (*made.functions, *made.decisions):
            for node in descend(part):
                met[type(node)] += 1
                match node:
                    case ir.Op():
                        met[node.op] += 1
                    case ir.Comp():
                        met[node.word] += 1
                        met["clauses", len(node.clauses)] += 1
                    case ir.Call():
                        met["copy", node.copy] += 1
                    case ir.Guard():
                        met[node.sort] += 1
                if isinstance(node, (ir.ConstSet, ir.Region)):
                    met["size", node.size] += 1
                for slot in getattr(node, "binds", ()):
                    met["bound", slot] += 1
    wanted: set[Any] = {*OPERATIONS, *COMP_WORDS, *NODES, "condition", "cost", "limit", ("copy", True),
                        ("copy", False), ("clauses", 2), *[("size", size) for size in SIZES]}  # fmt: skip
    assert wanted - set(met) == {ir.At}  # only in programs to be stepped through, and back ends may pass it over


def test_most_of_what_is_tried_comes_to_a_value() -> None:
    """And a good deal to a fault: both are compared."""
    counts: Counter[str] = Counter()
    for seed in range(3):
        trial = of_engines(RIGHT, ENGINES["toy"].engine)(checked(seed), seed)
        assert not list(trial.run())
        counts.update(trial.counts)
    assert counts["value"] > counts["fault"] > 10
    assert set(counts) == {"value", "fault"}


@pytest.mark.slow
def test_a_planted_difference_is_found_in_a_small_program() -> None:
    """A set that has what it has not."""

    def wrong(right: Any) -> Any:
        return lambda *operands: int(not right(*operands))

    trial = of_engines(RIGHT, instead(TOY_OPERATIONS, "set_has", wrong), metered=False)
    seed, made, found = next(
        (seed, made, found)
        for seed in range(1000)
        for made in [checked(seed)]
        for found in [next(trial(made, seed).run(), None)]
        if found is not None
    )
    left = small(made, found, trial, seed, 30)
    assert weight(left) < 150
    assert any(isinstance(each, ir.Op) and each.op == "set_has" for part in left.functions for each in descend(part))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_takes_too_much_work_before_a_fault_is_the_fault(engine: str) -> None:
    costly = ir.Comp("sorted", (ir.Clause(3, op("range", 1, 900), None),), v(3), by=v(3))
    nothing = ir.Comp("min", (ir.Clause(4, op("list"), None),), v(4), place=0)
    asks = function("asks", (), [ir.Return(op("list_has", costly, nothing))])
    machine = Machine(program([asks], scoring=ir.Scoring(-1)), ENGINES[engine].engine, ())
    for work, told in ((10, "more steps than"), (1_000_000, "smallest of nothing")):
        with allowed(work):
            assert told in str(outcome(machine.call, machine.new_state(2, 1), 2))
