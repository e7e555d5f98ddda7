"""The command line as the tests of other commands call it."""

from __future__ import annotations

from yupana.tests.tools.conftest import yupana as yupana
