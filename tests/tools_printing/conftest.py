"""The command line in this process and as a process of its own, as for the other commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import process, yupana

__all__ = ["made", "process", "yupana"]


@pytest.fixture
def made(yupana: Yupana, tmp_path: Path) -> Path:
    """A ruleset made by `yupana new`, in the folder in which commands run."""
    assert yupana("new", "my_game").code == 0
    return tmp_path / "my_game"
