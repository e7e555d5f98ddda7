"""How a command ends: its exit codes."""

from __future__ import annotations

from typing import NoReturn

import typer

OK = 0
FAULTS = 1
WRONG_USAGE = 2
INTERNAL = 3
INTERRUPTED = 130


def leave(code: int) -> NoReturn:
    """End the command with this exit code."""
    raise typer.Exit(code)
