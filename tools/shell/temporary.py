"""Folders for as long as something lasts, which no signal leaves behind; what SIGKILL leaves is removed a day later."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yupana.schemas.files import new_folder

from .signals import shielded


@contextmanager
def temporary_folder(parent: Path, name: str) -> Iterator[Path]:
    """A new folder of the user's own, as long as this lasts; it may be renamed meanwhile. Raises OSError."""
    made: list[Path] = []
    try:
        with shielded():
            made.append(new_folder(parent, name))
        yield made[0]
    finally:
        try:
            with shielded():
                _remove(made)
        finally:  # the signal may have come just before the shield was up; no second one is raised
            _remove(made)


def _remove(folders: list[Path]) -> None:
    for each in folders:
        shutil.rmtree(each, ignore_errors=True)
