"""An editor that talks with the language server over its standard streams."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

import pytest_asyncio
from yupana.tests.editor.client import Connection, Editor


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "alone: the language server of this test is started for it alone")
    config.addinivalue_line("markers", "idle: the server lints and runs examples when nobody types, as it is set up")
    config.addinivalue_line("markers", "home: the folder of this test, empty at first, is where its server was started")


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
    works_on = request.node.get_closest_marker("idle") is not None
    options = getattr(request, "param", None if works_on else {"lint": False, "runExamples": "never"})
    alone = request.node.get_closest_marker("alone")
    home = request.node.get_closest_marker("home") is not None
    connection = None if alone else connections.get(f"{options!r} {home}")
    made = Editor(connection.folder if connection is not None and home else tmp_path, connection or Connection())
    if connection is None:
        connection = made.connection
        await connection.start(tmp_path, options)
        if not alone:
            connections[f"{options!r} {home}"] = connection
    yield made
    if home:
        for each in made.folder.iterdir():
            shutil.rmtree(each)
    await (connection.end() if alone else made.close())
    assert made.complaints == []
