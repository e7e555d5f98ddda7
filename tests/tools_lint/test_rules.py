"""Every rule of the linter finds what its cases say, and nothing else; the clean ruleset it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools_lint.cases import BY_CODE, CASES, HERE, Case, cases, laid_over, lint, read, write
from yupana.tools.linting.rules import RULES

WITH_A_TEST_OF_ITS_OWN = {"YUL013"}
"""What is about overlays: `test_overlays`."""


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.code}: {case.name}")
def test_a_case(case: Case, tmp_path: Path) -> None:
    target = write(laid_over(read(HERE / "base.yaml"), case.over), tmp_path / "clean.yaml")
    rules = [BY_CODE[case.code]] + ([BY_CODE["YUL001"]] if case.code == "YUL018" else [])
    found = [f"{each.at}: {each.message}" for each in lint(target, rules)]
    assert sorted(found) == sorted(case.finds)


def test_nothing_is_said_about_the_clean_ruleset(tmp_path: Path) -> None:
    assert lint(str(HERE / "base.yaml"), [each for each in RULES if not each.deep]) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_its_page_its_file_and_its_cases(rule: object) -> None:
    from yupana.tools.linting.finding import Rule

    assert isinstance(rule, Rule)
    assert rule.doc.title
    assert not rule.doc.title.endswith(".")
    assert rule.doc.meaning.endswith(".")
    assert rule.doc.fix.endswith(".")
    assert rule.doc.example
    if rule.code not in WITH_A_TEST_OF_ITS_OWN:
        mine = [each for each in cases() if each.code == rule.code]
        assert any(each.finds for each in mine)
        assert any(not each.finds for each in mine)


def test_codes_are_stable_and_in_order() -> None:
    assert [each.code for each in RULES] == [f"YUL{number:03}" for number in range(1, len(RULES) + 1)]
    assert {path.stem for path in CASES.glob("*.yaml")} <= set(BY_CODE)
