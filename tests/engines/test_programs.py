"""Random programs mean the same on all back ends, with and without the passes, down to where the work runs out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.program import ir
from yupana.interpreter.program.operations import OPERATIONS
from yupana.interpreter.program.shapes import COMP_WORDS
from yupana.interpreter.program.walk import descend
from yupana.tests.engines.reducing import weight
from yupana.tests.engines.trial import of_engines, of_passes, small
from yupana.tests.engines.trying import ENGINES, TRIED, TRUSTED, checked, unlike
from yupana.tests.engines.worlds import SIZES
from yupana.tests.toy_backend.operations import OPERATIONS as TOY_OPERATIONS

from .planted import instead

seeds = st.integers(0, 2**48)
NODES = [each for each in vars(ir).values() if isinstance(each, type) and issubclass(each, ir.Node)
         and each not in (ir.Node, ir.Expr, ir.Stmt, ir.Terminator)]  # fmt: skip
"""All classes of nodes that stand in programs."""

RIGHT = ENGINES[TRUSTED].engine


@pytest.mark.parametrize("name", TRIED)
@given(seeds)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
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


@pytest.mark.parametrize("seed", [93, 1013])
def test_programs_on_which_the_python_machine_once_failed(seed: int) -> None:
    """An `or` of one part that is a question; a set of members by an attribute that none of them has."""
    trial = of_engines(RIGHT, ENGINES["toy"].engine)(checked(seed), seed)
    assert not list(trial.run())


def test_every_operation_and_every_sort_of_node_is_made() -> None:
    met: Counter[Any] = Counter()
    for seed in range(36):
        program = checked(seed)
        for part in (*program.functions, *program.decisions):
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
    assert wanted - set(met) == set()


def test_most_of_what_is_tried_comes_to_a_value() -> None:
    """And a good deal to a fault: both are compared."""
    counts: Counter[str] = Counter()
    for seed in range(4):
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
    seed, program, found = next(
        (seed, program, found)
        for seed in range(1000)
        for program in [checked(seed)]
        for found in [next(trial(program, seed).run(), None)]
        if found is not None
    )
    left = small(program, found, trial, seed, 30)
    assert weight(left) < 150
    assert any(isinstance(each, ir.Op) and each.op == "set_has" for part in left.functions for each in descend(part))
