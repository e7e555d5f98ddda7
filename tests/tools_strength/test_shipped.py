"""How well the shipped rulesets are protected: a sample of their breaks in every run, all of them in the slow ones."""

from __future__ import annotations

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.found import shipped
from yupana.tools.strength.model import COUNTED, Strength
from yupana.tools.strength.running import strength_of

SAMPLE = 4
"""So many breaks of each are tried in every run."""

NAMES = [
    *[pytest.param(each, SAMPLE, id=f"{each}-sample") for each in shipped() if "+" not in each],
    *[pytest.param(each, None, id=each, marks=pytest.mark.slow) for each in shipped()],
]


def strength(name: str, sample: int | None) -> Strength:
    return strength_of(compile_ruleset(name), name, sample=sample, seed=7)


@pytest.mark.parametrize(("name", "sample"), NAMES)
def test_nearly_everything_that_could_be_broken_is_noticed(name: str, sample: int | None) -> None:
    """At least 99 of 100 breaks are noticed or accepted, and fewer than 3 are accepted (in small rulesets one); of a
    sample all but one are."""
    found = strength(name, sample)
    counted = found.count(*COUNTED)
    left = "\n".join([f"{each.span.file}:{each.span.line} {each.name}" for each in found if each.is_open])
    assert found.missed <= max(counted // 100, 1 if sample else 0), left
    assert found.accepted <= max(3 if sample else 1, 0.03 * counted)
    assert not [f"{each.element}: {each.what} ({each.why})" for each in found.idle]
