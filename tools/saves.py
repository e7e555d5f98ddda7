"""Saved games as files: finding the ruleset they belong to, naming new ones, overwriting nothing else."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from .common import UsageError, write_text

if TYPE_CHECKING:
    from yupana.interpreter.game import Game
    from yupana.schemas.record import SavedGame

Loaded = TypeVar("Loaded")


def ruleset_of(
    path: Path | str, save: SavedGame, target: str | None, load: Callable[[str], Loaded], way: str
) -> Loaded:
    """What `load` makes of the ruleset a save belongs to: `target`, or the one the save names.

    Raises UsageError when there is no such ruleset; `way` is how a person can say where it is.
    """
    try:
        return load(target or save.ruleset)
    except UsageError as fault:
        if target is not None:
            raise
        belongs = f"`{path}` is a game of `{save.ruleset}`."
        raise UsageError(f"{belongs} {fault} Say where it is: `{way}`.") from None


def write_save(path: Path, save: str) -> None:
    """Save a game; a file that is there already is overwritten only if it is a saved game.

    Raises UsageError.
    """
    from yupana.schemas.record import SaveError, read_save

    if path.is_file():
        try:
            read_save(path)
        except SaveError:
            raise UsageError(f"`{path}` is there already and is no saved game; it is left alone.") from None
    write_text(path, save)


def save_somewhere(save: str, name: str) -> Path:
    """Save a game under a new name in this folder, or in the system's folder for temporary files where it cannot be
    written.

    Raises UsageError when neither can be written.
    """
    try:
        return _save_in(Path(), save, name)
    except UsageError:
        return _save_in(Path(tempfile.gettempdir()), save, name)


def _save_in(folder: Path, save: str, name: str) -> Path:
    number = 1
    while (path := folder / f"{name}-{number}.save.json").exists():
        number += 1
    write_text(path, save)
    return path


def file_name(game: Game) -> str:
    """The game's name as the beginning of a file's name."""
    return "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in game.name)
