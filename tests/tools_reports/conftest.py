"""The command line, and games in which something is known to be so."""

from __future__ import annotations

from yupana.tests.tools.conftest import yupana as yupana
from yupana.tests.tools_balance.conftest import toy as toy
