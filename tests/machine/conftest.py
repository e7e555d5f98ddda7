"""Programs written by hand run on every back end."""

from __future__ import annotations

import pytest
from yupana.interpreter.backends.registry import USUAL
from yupana.tests.toy_backend.backend import TOY_ON_LISTS

from . import build


@pytest.fixture(params=[USUAL, TOY_ON_LISTS], ids=lambda engine: engine.name)
def each_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `ready` and `playable` run programs on."""
    monkeypatch.setattr(build, "ENGINE", request.param)
