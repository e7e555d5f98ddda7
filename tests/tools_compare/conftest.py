"""The command line as the tests of other commands call it, and two versions of the small game as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from yupana.tests.tools.conftest import yupana as yupana
from yupana.tests.tools_compare.small import TEXT, edited

Files = Callable[..., None]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Writes old.yaml, and new.yaml with some edits."""

    def write(*edits: tuple[str, str], old: str = TEXT) -> None:
        (tmp_path / "old.yaml").write_text(old, encoding="utf-8")
        (tmp_path / "new.yaml").write_text(edited(*edits), encoding="utf-8")

    return write
