"""Saved games as files: finding the ruleset they belong to, naming new ones, overwriting nothing else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError
from yupana.schemas.host import quote
from yupana.schemas.record import SavedGame, SaveError, read_save

from ..shell.files import claim_text, write_text

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


def resume_command(game: Game, path: Path) -> str:
    """The command that goes on with a game that was saved there."""
    return quote(["yupana", "play", *([game.elsewhere] if game.elsewhere else []), "--resume", str(path)])


def replay_command(game: Game, path: Path) -> str:
    """The command that shows what happens in a game that was saved there."""
    elsewhere = ["--ruleset", game.elsewhere] if game.elsewhere else []
    return quote(["yupana", "replay", str(path), "--open", *elsewhere])


def write_save(path: Path, save: str) -> None:
    """Save a game; a file that is there already is overwritten only if it is a saved game.

    Raises UsageError.
    """
    try:
        if not os.path.lexists(path):
            claim_text(path, save)
            return
    except FileExistsError:
        raise UsageError(f"Another program has just written `{path}`; it is left alone.") from None
    except (OSError, ValueError) as fault:
        raise UsageError(f"Cannot write `{path}`: {getattr(fault, 'strerror', None) or fault}.") from None
    if path.is_file():
        try:
            read_save(path)
        except SaveError:
            raise UsageError(f"`{path}` is there already and is no saved game; it is left alone.") from None
    write_text(path, save)


def save_somewhere(save: str, name: str) -> Path:
    """Save a game under a new name in this folder or, where that cannot be written, in a new folder of the user's own
    among the temporary files.

    Raises UsageError when neither can be written.
    """
    try:
        return _save_in(Path(), save, name)
    except UsageError:
        try:
            folder = Path(tempfile.mkdtemp(prefix="yupana-"))
        except OSError as fault:
            raise UsageError(f"The game cannot be saved anywhere: {fault.strerror or fault}.") from None
        return _save_in(folder, save, name)


def _save_in(folder: Path, save: str, name: str) -> Path:
    """Claim the first name that is free: of two tables that save at once, each gets one of its own."""
    for number in count(1):
        path = folder / f"{name}-{number}.save.json"
        try:
            claim_text(path, save)
        except FileExistsError:
            continue
        return path
    raise AssertionError("there is always a next number")


def file_name(game: Game) -> str:
    """The game's name as the beginning of a file's name, which every file system takes."""
    return "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in game.name)[:60]
