"""A browser and a server of tables, one of each for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from yupana.tests.page.browsing import chromium
from yupana.tests.page.served import Asking, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; where there is none, the test is skipped."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """A server with a file of its own."""
    with serving(tmp_path_factory.mktemp("tables")) as asking:
        yield asking
