"""Programs with stops: they play like those without, which are what they always were; and where the stops are."""

from __future__ import annotations

import pytest
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.program import ir
from yupana.interpreter.program.validate import validate
from yupana.interpreter.program.walk import descend
from yupana.interpreter.stepping import steppable
from yupana.tests.found import compiled, label, targets


def _stops(program: ir.Program | None) -> int:
    assert program is not None
    parts = (*program.functions, *program.decisions)
    return len([node for each in parts for node in descend(each) if isinstance(node, ir.At)])


MANY = 6
"""So many examples of a ruleset are run, unless there is time for all."""


@pytest.mark.parametrize(
    "target", [pytest.param(each, marks=pytest.mark.slow) if "+" in each else each for each in targets()], ids=label
)
def test_a_program_with_stops_plays_as_the_plain_one(target: str) -> None:
    _plays_alike(target, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("target", targets(), ids=label)
def test_it_does_so_in_all_examples(target: str) -> None:
    _plays_alike(target, 1_000_000)


def _plays_alike(target: str, most: int) -> None:
    plain = compiled(target)
    stops = steppable(plain)
    assert stops.program is not None
    validate(stops.program)
    assert stops.tables is not None
    assert not stops.tables.faults
    assert _stops(stops.program) > 0
    assert _stops(plain.program) == 0
    assert plain.ruleset is not None
    names = [str(each) for each in plain.ruleset.examples]
    some = names[:: 1 + len(names) // most]
    assert run_examples(stops, some) == run_examples(plain, some)
