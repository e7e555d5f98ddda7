"""The examples of every shipped ruleset pass, also under each of its variants: a variant that changes what an example
shows must replace or remove that example."""

from __future__ import annotations

import pytest
from yupana.schemas.load import compose
from yupana.tests.found import BackEnd, compiled, faults, shipped

TARGETS = shipped()


def _warnings(target: str) -> list[str]:
    return [f"{each.span.file}:{each.span.line}: {each.message}" for each in compiled(target).diagnostics]


@pytest.mark.parametrize("target", TARGETS)
def test_it_has_no_faults_and_no_warnings(target: str) -> None:
    assert faults(compiled(target)) == []
    assert _warnings(target) == []


@pytest.mark.parametrize("target", TARGETS)
def test_every_example_passes(target: str, back_end: BackEnd) -> None:
    what = compiled(target)
    assert what.program is not None
    results = back_end.examples(what, None)
    wrong = [f"{each.span.file}:{each.span.line}: {each.name}: {each.message}" for each in results if not each.ok]
    assert not wrong, "\n".join(wrong)
    composed = compose(target).ruleset
    assert composed is not None
    assert {each.name for each in results} == set(composed.examples)
    assert results, "a ruleset without an example proves nothing"
