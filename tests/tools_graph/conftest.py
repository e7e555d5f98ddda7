"""The command line, as the tests of the other tools call it."""

from __future__ import annotations

from yupana.tests.tools.conftest import yupana

__all__ = ["yupana"]
