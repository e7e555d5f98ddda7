"""The command line in this process and as a process of its own, and a small ruleset, as for the other commands."""

from __future__ import annotations

from yupana.tests.tools.conftest import process, yupana
from yupana.tests.tools_authoring.conftest import made

__all__ = ["made", "process", "yupana"]
