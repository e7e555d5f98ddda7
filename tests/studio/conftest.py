"""A browser, for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from yupana.tests.page.browsing import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; where there is none, the test is skipped."""
    with chromium() as found:
        yield found
