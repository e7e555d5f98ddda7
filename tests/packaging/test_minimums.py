"""The declared lower bounds are true: with exactly those versions, on every Python from 3.11 to the newest, it works.

Each run makes a virtual environment and asks the package index, so these tests are slow; they are skipped where a
Python is missing or the index cannot be reached.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from yupana.tests.found import ROOT

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SAMPLE = (
    "tests/schemas/test_reader.py",
    "tests/schemas/test_compose.py",
    "tests/tools/test_cli_usage.py",
    "tests/tools/test_cli_play.py",
    "tests/tools/test_cli_simulate.py",
    "tests/tools/test_streams.py",
    "tests/tools/test_documents.py",
    "tests/language/test_like_python.py",
)
"""Quick tests that go through every dependency: YAML, models, grammar, boards, command line, terminal; through those
of the tests too: JSON Schema, Hypothesis."""


def _declared() -> dict[str, str]:
    """The lower bound of every dependency, and of those of the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    found: dict[str, str] = {}
    for line in lines:
        parts = re.match(r"([A-Za-z0-9._-]+)>=([0-9.]+)", line)
        assert parts is not None, f"`{line}` declares no lower bound"
        found[parts[1]] = parts[2]
    return found


def _python(version: str) -> str | None:
    """A Python of this version on this machine."""
    homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for path in (*homes, shutil.which(f"python{version}")):
        if path is None:
            continue
        asked = [str(path), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        ran = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
        if ran.returncode == 0 and ran.stdout.strip() == version:
            return str(path)
    return None


def test_every_dependency_declares_a_lower_bound() -> None:
    assert {"lark", "pydantic", "ruamel.yaml", "networkx", "typer", "rich"} <= set(_declared())


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_declared_minimum_of_every_dependency_works(version: str, tmp_path: Path) -> None:
    python = _python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    home = tmp_path / "venv"
    subprocess.run([python, "-m", "venv", str(home)], check=True, timeout=300)
    inside = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    words = [f"{name}=={bound}" for name, bound in sorted(_declared().items())]
    install = [str(inside), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *words]
    ran = subprocess.run(install, capture_output=True, text=True, check=False, timeout=900)
    if ran.returncode and re.search("(?i)connection|resolve|timed? ?out|proxy|from versions: none", ran.stderr):
        pytest.skip("the package index cannot be reached")
    assert ran.returncode == 0, ran.stderr
    assert "yanked" not in ran.stderr, ran.stderr
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    tests = [str(inside), "-m", "pytest", "-p", "no:cacheprovider", *SAMPLE]
    ran = subprocess.run(tests, capture_output=True, text=True, check=False, cwd=ROOT, env=environment, timeout=900)
    assert ran.returncode == 0, ran.stdout[-5000:]
    build = [str(inside), "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    ran = subprocess.run(build, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    assert ran.returncode == 0, ran.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    empty = tmp_path / "elsewhere"
    empty.mkdir()
    for command in (["pip", "install", "--quiet", "--no-deps", str(wheel)], ["yupana", "test", "tic_tac_toe"]):
        ran = subprocess.run([str(inside), "-m", *command], capture_output=True, text=True, check=False, cwd=empty)
        assert ran.returncode == 0, ran.stderr
