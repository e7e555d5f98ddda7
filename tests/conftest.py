"""What all tests share: slow runs are left out unless they are asked for, and the back ends are a fixture."""

from __future__ import annotations

import pytest
from hypothesis import settings
from yupana.tests.found import BACK_ENDS, BackEnd


def pytest_configure(config: pytest.Config) -> None:
    """Let properties be tried on the same cases in every run, so that a change is judged by itself; with `-m slow` on
    new ones each time."""
    settings.register_profile("repeatable", derandomize=True)
    if "slow" not in (config.option.markexpr or ""):
        settings.load_profile("repeatable")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `slow` unless `-m` names the mark."""
    if "slow" in (config.option.markexpr or ""):
        return
    skip = pytest.mark.skip(reason="slow: ask for it with -m slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(params=sorted(BACK_ENDS))
def back_end(request: pytest.FixtureRequest) -> BackEnd:
    """Each back end in turn."""
    return BACK_ENDS[request.param]
