"""The plugin of pytest, in pytest runs of its own."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from yupana.tests.tools_authoring.edits import edit

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = bool(entry_points(group="pytest11", name="yupana"))


def run(folder: Path, *words: str, installed: bool = False) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, with our plugin alone, since what else is installed here takes seconds to be imported;
    or with all that is installed, among which it is found by itself."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path"), "COLUMNS": "200"}
    environment.pop("PYTEST_ADDOPTS", None)
    plugins = []
    if not installed:
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        plugins = ["-p", "yupana.tools.pytest_plugin", *(["-p", "xdist"] if "-n" in words else [])]
    command = [sys.executable, "-m", "pytest", *plugins, "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def rules(made: Path, tmp_path: Path) -> Path:
    """A folder with a ruleset, an overlay of it that fails, and one with a fault."""
    (made / "variants").mkdir()
    (made / "variants" / "long.yaml").write_text(
        "ruleset: {name: long, title: Long, language: 1, extends: my_game}\nchange: {constants: {most_at_once: 4}}\n"
    )
    (tmp_path / "faulty").mkdir()
    text = (made / "game.yaml").read_text().replace("name: my_game", "name: faulty")
    (tmp_path / "faulty" / "game.yaml").write_text(text.replace("stones -= number", "stonse -= number"))
    (tmp_path / "other.yaml").write_text("services: {}\n")
    return tmp_path


def test_examples_are_tests(rules: Path) -> None:
    ran = run(rules, "--yupana", "-vv")
    assert ran.returncode == 1
    assert "my_game/game.yaml::taking_two <- my_game/examples.yaml PASSED" in ran.stdout
    assert "2 failed, 5 passed" in ran.stdout
    # the example's own line, and what does not hold there
    line = (rules / "my_game" / "examples.yaml").read_text().split("yellow: cannot")[0].count("\n") + 1
    assert f"my_game/examples.yaml:{line}: yellow may do this: take(number=4)" in ran.stdout
    assert f"   {line} |       yellow: cannot take(number=4)" in ran.stdout
    assert "rules: R-2" in ran.stdout
    # a ruleset with faults is one test that shows them
    assert "faulty/game.yaml::no faults" in ran.stdout
    assert "error YUP401: unknown name `stonse`" in ran.stdout
    assert "hint: did you mean `stones`?" in ran.stdout
    assert "Traceback" not in ran.stdout


def test_a_strangers_ruleset_writes_no_escapes(tmp_path: Path) -> None:
    header = 'ruleset: {name: evil, title: "Ev\\eil", language: 1}\nplayers: {min: 2, max: 2}\n'
    actions = "actions: {wait: {}}\nflow: [{rounds: round, times: 1, steps: [{turns: turn}]}]\n"
    examples = 'examples: {fails: {then: "1 == 2  # \x9b31m\u202e"}}\n'
    (tmp_path / "failing.yaml").write_text(header + actions + examples, encoding="utf-8")
    faulty = header.replace("evil", "faulty") + 'constants: {worth: "\\e]0;owned\\a \u202e", "\\e[2J": "no"}\n'
    (tmp_path / "faulty.yaml").write_text(faulty + actions, encoding="utf-8")
    out = run(tmp_path, "--yupana", "-p", "no:terminalreporter_colour").stdout
    assert "2 failed" in out
    assert "\\u202e" in out
    assert not set("\x1b\x9b\x07\u202e") & set(out)


def test_tests_are_picked_and_listed(rules: Path) -> None:
    ran = run(rules, "--yupana", "--collect-only", "-q", "my_game", "-k", "stone")
    assert ran.stdout.splitlines()[:2] == [
        "my_game/game.yaml::the_last_stone_wins",
        "my_game/variants/long.yaml::the_last_stone_wins",
    ]
    # a file without the header stands for what it holds
    ran = run(rules, "--yupana", "-q", "my_game/examples.yaml", "my_game/rulebook.yaml")
    assert "3 passed" in ran.stdout


@pytest.mark.slow
def test_workers_share_them(rules: Path) -> None:
    ran = run(rules, "--yupana", "-n", "2", "-q", "my_game/game.yaml", "faulty")
    assert "1 failed, 3 passed" in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.slow
def test_it_is_switched_on_by_the_configuration(rules: Path) -> None:
    (rules / "pytest.ini").write_text("[pytest]\nyupana = my_game\n")
    assert "1 failed, 5 passed" in run(rules, "-q").stdout
    (rules / "pytest.ini").unlink()
    (rules / "pyproject.toml").write_text("[tool.pytest.ini_options]\nyupana = true\n")
    assert "2 failed, 5 passed" in run(rules, "-q").stdout


@pytest.mark.skipif(not INSTALLED, reason="the project is not installed")
def test_it_disturbs_no_other_run(rules: Path) -> None:
    (rules / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    loaded = [m for m in sys.modules if m.startswith('yupana.') and 'pytest_plugin' not in m]\n"
        "    assert loaded == ['yupana.tools'], loaded\n"
        "    assert 'pydantic' not in sys.modules\n"
    )
    ran = run(rules, "-q", "-p", "no:hypothesispytest", installed=True)
    assert "1 passed" in ran.stdout, ran.stdout


@pytest.mark.skipif(not INSTALLED, reason="the project is not installed")
def test_where_it_is_installed_pytest_finds_it(rules: Path) -> None:
    ran = run(rules, "--yupana", "-q", "-p", "no:pytest-lsp", "my_game/examples.yaml", installed=True)
    assert "3 passed" in ran.stdout, ran.stdout


def test_it_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module = importlib.import_module(project["entry-points"]["pytest11"]["yupana"])
    assert callable(module.pytest_addoption)


def test_a_spoiled_example_fails_alone(rules: Path) -> None:
    line = edit(rules / "my_game" / "examples.yaml", "then: last == red", "then: last == yellow")
    ran = run(rules, "--yupana", "-q", "my_game/game.yaml")
    assert (
        f"FAILED my_game/game.yaml::the_last_stone_wins - ./my_game/examples.yaml:{line}: does not hold" in ran.stdout
    )
    assert "1 failed, 2 passed" in ran.stdout


def test_a_condition_that_fails_shows_its_values(rules: Path) -> None:
    file = rules / "my_game" / "examples.yaml"
    file.write_text(file.read_text().replace("then: stones == 7", "then: stones == most_at_once + 5"))
    ran = run(rules, "--yupana", "my_game", "-k", "taking_two")
    assert "does not hold: stones == most_at_once + 5 (7 == 3 + 5)" in ran.stdout
