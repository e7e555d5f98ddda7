"""The linter and the shipped rulesets: it warns of nothing in them but what is so, and its parts agree with each other.

What it says about a shipped ruleset is a real finding or a false alarm; real ones that wait to be mended stand in
`found.txt`, a false alarm is a fault of the linter.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.found import shipped
from yupana.tests.tools_lint.cases import lint
from yupana.tools.linting.rules import RULES

FOUND = frozenset((Path(__file__).parent / "found.txt").read_text(encoding="utf-8").splitlines())
BASES = [name for name in shipped() if "+" not in name]
OVERLAYS = [name for name in shipped() if "+" in name]
QUICK = [each for each in RULES if not each.deep]


def unknown(target: str, base: str = "") -> list[str]:
    return [told for each in lint(target, QUICK) if (told := f"{each.code} {base or target} {each.at}") not in FOUND]


@pytest.mark.parametrize("name", BASES)
def test_no_false_alarm(name: str) -> None:
    assert unknown(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OVERLAYS)
def test_no_false_alarm_about_variants(name: str) -> None:
    assert unknown(name, name.partition("+")[0]) == []
