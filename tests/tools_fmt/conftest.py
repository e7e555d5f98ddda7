"""The command line's fixture, also for these tests."""

from __future__ import annotations

from yupana.tests.tools.conftest import yupana

__all__ = ["yupana"]
