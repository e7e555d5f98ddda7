"""What a person may have meant by the name of a ruleset: said before and after it is looked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED, is_folder
from yupana.schemas.source import Diagnostic

from ..shell.sentences import sentence

_NOT_FOUND = frozenset(("YUP121", "YUP122"))
"""The codes of a target that names nothing."""

_told: set[Path] = set()


def tell_of_namesake(target: str) -> None:
    """Say on standard error which ruleset is meant when one beside the user has the name of one that comes with it."""
    name = target.partition("+")[0]
    here, shipped = Path(name), SHIPPED / name
    if name.isidentifier() and is_folder(here) and is_folder(shipped) and not here.samefile(shipped):
        if here.resolve() in _told:  # a command may compile it several times
            return
        _told.add(here.resolve())
        sys.stderr.write(f"`{name}` is the ruleset that comes with yupana; `./{name}` is the one in this folder.\n")


def must_be_there(target: str, diagnostics: Sequence[Diagnostic]) -> None:
    """A name without a ruleset is wrong usage, not a fault of a file."""
    for each in diagnostics:
        if each.code in _NOT_FOUND and not (each.span.file and each.span.line):
            raise UsageError(sentence("; ".join(filter(None, (each.message, each.hint)))))
