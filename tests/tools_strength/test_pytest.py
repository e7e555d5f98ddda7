"""How well rulesets are protected, as tests of pytest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.tests.tools_authoring.test_pytest_plugin import run


@pytest.fixture
def folder(stall: Path) -> Path:
    """A folder with a ruleset."""
    return stall.parent


@pytest.mark.slow
def test_a_ruleset_is_a_test_more_that_fails_below_the_figure(folder: Path) -> None:
    ran = run(folder, "--yupana", "--yupana-strength=100", "-v")
    assert ran.returncode == 1
    assert "stall.yaml::a_purchase PASSED" in ran.stdout
    assert "stall.yaml::strength FAILED" in ran.stdout
    assert re.search(r"\d+(\.\d)? % of \d+ breaks noticed or accepted, but at least 100 % are wanted", ran.stdout)
    assert "S-1 (./stall.yaml:7), actions.buy: `me.money >= price` has `>` for `>=`;" in ran.stdout
    assert "Traceback" not in ran.stdout
    assert "1 failed, 1 passed" in ran.stdout


def test_it_is_there_only_where_it_is_asked_for(folder: Path) -> None:
    assert "1 passed" in run(folder, "--yupana", "-q").stdout


@pytest.mark.slow
def test_the_configuration_asks_for_it(folder: Path) -> None:
    """And whoever types another figure is asked less."""
    (folder / "pytest.ini").write_text("[pytest]\nyupana = true\nyupana_strength = 100\n")
    assert "2 passed" in run(folder, "-q", "--yupana-strength", "20", "-n", "2").stdout
    assert "1 failed, 1 deselected" in run(folder, "-q", "-k", "strength").stdout


def test_examples_that_fail_are_told_in_a_sentence(stall: Path) -> None:
    stall.write_text(stall.read_text().replace("red.goods == 1", "red.goods == 2"))
    ran = run(stall.parent, "--yupana", "--yupana-strength=50", "-q")
    assert "The ruleset can be broken when all its examples hold; `a_purchase` does not" in ran.stdout
    assert "2 failed" in ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("percent", ["101", "99.5"])
def test_it_is_a_percentage(folder: Path, percent: str) -> None:
    ran = run(folder, "--yupana", f"--yupana-strength={percent}")
    assert ran.returncode == 4
    assert f"--yupana-strength is a percentage from 0 to 100, not '{percent}'" in ran.stderr
