"""The examples of every shipped ruleset pass, also under each of its variants: a variant that changes what an example
shows must replace or remove that example."""

from __future__ import annotations

import pytest
from yupana.schemas.compose import compose
from yupana.tests.found import BACK_ENDS, BackEnd, compiled, faults, on_back_ends, shipped

TARGETS = shipped()


def _warnings(target: str) -> list[str]:
    return [f"{each.span.file}:{each.span.line}: {each.message}" for each in compiled(target).diagnostics]


@pytest.mark.parametrize("target", TARGETS)
def test_it_has_no_faults_and_no_warnings(target: str) -> None:
    assert faults(compiled(target)) == []
    assert _warnings(target) == []


def _concerned(target: str) -> list[str]:
    """All examples of a ruleset; of a variant those that it brings or changes, and every sixth of the others."""
    base, _, overlay = target.partition("+")
    own, others = compiled(target).ruleset, compiled(base).ruleset
    assert own is not None
    assert others is not None
    same = [name for name, each in own.examples.items() if overlay and others.examples.get(name) == each]
    return [name for name in own.examples if name not in same or same.index(name) % 6 == 0]


@pytest.mark.parametrize(("target", "back_end"), on_back_ends(TARGETS, lambda target: target == "tic_tac_toe"))
def test_examples_pass(target: str, back_end: BackEnd) -> None:
    _pass(target, back_end, _concerned(target))


@pytest.mark.slow
@pytest.mark.parametrize("target", [target for target in TARGETS if "+" in target])
def test_every_example_passes_under_every_variant(target: str) -> None:
    _pass(target, BACK_ENDS["python"], None)


def _pass(target: str, back_end: BackEnd, only: list[str] | None) -> None:
    what = compiled(target)
    assert what.program is not None
    results = back_end.examples(what, only)
    wrong = [f"{each.span.file}:{each.span.line}: {each.name}: {each.message}" for each in results if not each.ok]
    assert not wrong, "\n".join(wrong)
    composed = compose(target).ruleset
    assert composed is not None
    assert {each.name for each in results} == set(composed.examples if only is None else only)
    assert "+" in target or len(results) == len(composed.examples)
    assert results, "a ruleset without an example proves nothing"
