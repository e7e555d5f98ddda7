"""Programs written by hand run on every back end."""

from __future__ import annotations

import pytest
from yupana.tests.found import BACK_ENDS

from . import build


@pytest.fixture(params=sorted(BACK_ENDS))
def each_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `ready` and `playable` run programs on."""
    monkeypatch.setattr(build, "ENGINE", BACK_ENDS[request.param].engine)
