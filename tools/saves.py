"""Saved games as files: reading them with clear refusals, finding the ruleset they belong to, and naming new ones."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .common import UsageError, load_game, write_text

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

MAX_BYTES = 64 * 1024 * 1024


def read_text(path: Path) -> str:
    """The text of a saved game.

    Raises UsageError when the file cannot be read or is no text.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"`{path}` is larger than any saved game.")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"There is no file `{path}`.") from None
    except OSError as fault:
        raise UsageError(f"Cannot read `{path}`: {fault.strerror or fault}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"`{path}` is not a saved game: it is not text.") from None


def game_of(path: Path, text: str, target: str | None) -> Game:
    """The game a save belongs to: `target`, or the ruleset the save names.

    Raises SaveError when the text is no saved game, UsageError when its ruleset cannot be found.
    """
    from yupana.schemas.record import read_save

    name = read_save(text).ruleset
    try:
        return load_game(target or name)
    except UsageError as fault:
        if target is not None:
            raise
        raise UsageError(f"`{path}` is a game of `{name}`. {fault} `--ruleset PATH` says where it is.") from None


def save_somewhere(state: State, name: str) -> Path:
    """Save a game under a new name in this folder, or in the system's folder for temporary files where it cannot be
    written.

    Raises UsageError when neither can be written.
    """
    try:
        return _save_in(Path(), state, name)
    except UsageError:
        return _save_in(Path(tempfile.gettempdir()), state, name)


def _save_in(folder: Path, state: State, name: str) -> Path:
    number = 1
    while (path := folder / f"{name}-{number}.save.json").exists():
        number += 1
    write_text(path, state.to_json())
    return path
