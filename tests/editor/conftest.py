"""An editor that talks with the language server over its standard streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

import pytest_asyncio
from yupana.tests.editor.client import Connection, Editor


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "alone: the language server of this test is started for it alone")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def connections(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[str, Connection]]:
    """The servers that tests share, by what their clients said at the start."""
    shared: dict[str, Connection] = {}
    yield shared
    for each in shared.values():
        await each.end()


@pytest_asyncio.fixture(loop_scope="session")
async def editor(
    tmp_path: Path, request: pytest.FixtureRequest, connections: dict[str, Connection]
) -> AsyncIterator[Editor]:
    """An editor in an empty folder; the server must not have had an error of its own in the end. A parameter is what
    the client says at the start."""
    options, alone = getattr(request, "param", None), request.node.get_closest_marker("alone")
    connection = None if alone else connections.get(repr(options))
    made = Editor(tmp_path, connection or Connection())
    if connection is None:
        connection = made.connection
        await connection.start(tmp_path, options)
        if not alone:
            connections[repr(options)] = connection
    yield made
    await (connection.end() if alone else made.close())
    assert made.complaints == []
