"""A checkout on a system without links can import what it holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.tests import link
from yupana.tests.found import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout as git makes it where it cannot make links: a text file with the link's target."""
    root = tmp_path / "checkout"
    for name in ("interpreter", "schemas", "tools"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", root / "rulesets" / "tic_tac_toe")
    shutil.copy(ROOT / "__init__.py", root)
    shutil.copy(ROOT / "__main__.py", root)
    (root / "tests" / ".path").mkdir(parents=True)
    (root / "tests" / ".path" / "yupana").write_text("../..", encoding="utf-8")
    return root


def _run(root: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(root / "tests" / ".path")}
    ran = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, env=environment, cwd=root, timeout=60
    )
    return ran.stdout


def _is_found(root: Path) -> bool:
    """Whether what is imported is the checkout, and not what is installed besides."""
    code = "import yupana.schemas.host as it, yupana; print(it.__file__, yupana.load('tic_tac_toe').title)"
    return _run(root, "-c", code).startswith(str(root))


@pytest.mark.parametrize("links", [pytest.param(True, marks=pytest.mark.slow), False])
def test_what_stands_in_for_the_link_works(checkout: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    assert not _is_found(checkout)
    if not links:

        def refuse(root: Path, place: Path) -> None:
            raise OSError("no links on this system")

        monkeypatch.setattr(link, "_link", refuse)
    told = link.make(checkout)
    assert _is_found(checkout)
    assert "2 games" in _run(checkout, "-m", "yupana", "simulate", "tic_tac_toe", "--games", "2", "--workers", "2")
    assert (told == "a link") is links
    assert link.make(checkout) == "nothing to do"
