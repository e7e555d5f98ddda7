"""How a command ends: its exit codes."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

FAULTS = 1
WRONG_USAGE = 2
INTERNAL = 3
INTERRUPTED = 130


def leave(code: int) -> NoReturn:
    """End the command with this exit code."""
    raise typer.Exit(code)


def failed(sentence: str, code: int) -> int:
    """Say on standard error why the command has failed; gives its exit code."""
    sys.stderr.write(sentence.rstrip() + "\n")
    return code
