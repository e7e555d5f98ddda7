"""Commands are imported when they are wanted: the list of commands is told from the table alone."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys

import pytest
from yupana.tests.found import ROOT
from yupana.tools.commands.table import COMMANDS, function_of

LOADED = """
import sys
from yupana.tools import cli
code = cli.run(sys.argv[1:])
print(code, *sorted(name for name in sys.modules if name.startswith("yupana.tools.commands.")), file=sys.stderr)
"""
HEAVY = """
import sys
from yupana.tools import cli
cli.run(sys.argv[1:])
print(*[name for name in ("rich", "networkx", "lark", "yupana.interpreter.compile") if name in sys.modules],
    file=sys.stderr)
"""
TABLE = "yupana.tools.commands.table"


def _told(script: str, *words: str) -> tuple[str, list[str]]:
    ran = subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return ran.stdout, ran.stderr.split()


@pytest.mark.parametrize("words", [("--help",), ("--version",), (), ("nonsense",)])
def test_the_list_of_commands_imports_none(words: tuple[str, ...]) -> None:
    _, loaded = _told(LOADED, *words)
    assert [name for name in loaded if name.startswith("yupana.tools.commands.")] == [TABLE]


def test_a_command_imports_itself_alone() -> None:
    _, loaded = _told(LOADED, "check", "tic_tac_toe")
    assert loaded == ["0", "yupana.tools.commands.check", TABLE]


def test_what_is_not_needed_is_not_loaded() -> None:
    """An unchanged ruleset is checked without reading YAML sections or checking them."""
    assert _told(HEAVY, "check", "tic_tac_toe")[0] == "tic_tac_toe: no faults\n"  # now it is in the cache
    assert _told(HEAVY, "check", "tic_tac_toe") == ("tic_tac_toe: no faults\n", [])
    assert _told(HEAVY, "--help")[1] == []


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_the_table_tells_what_the_command_tells(name: str) -> None:
    row = next(row for row in COMMANDS if row.name == name)
    text = inspect.getdoc(function_of(name))
    assert text is not None
    assert " ".join(text.split("\n\n")[0].split()) == row.summary


def test_every_command_stands_in_the_table() -> None:
    modules = {path.stem for path in (ROOT / "tools" / "commands").glob("*.py")} - {"__init__", "table"}
    assert modules == {row.name for row in COMMANDS}
