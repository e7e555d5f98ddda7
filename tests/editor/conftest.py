"""An editor that talks with the language server over its standard streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

import pytest_asyncio
from yupana.tests.editor.client import Editor


@pytest_asyncio.fixture
async def editor(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    """An editor in an empty folder; the server must not have had an error of its own in the end. A parameter is what
    the client says at the start."""
    made = Editor(tmp_path)
    await made.start(getattr(request, "param", None))
    yield made
    await made.client.shutdown_session()
    assert made.complaints == []
