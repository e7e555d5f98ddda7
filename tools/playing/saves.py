"""Saved games as files: finding the ruleset they belong to, naming new ones, overwriting nothing else."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from yupana.interpreter.game import Game, Resumed
from yupana.schemas.errors import UsageError
from yupana.schemas.host import quote
from yupana.schemas.record import SavedGame, SaveError, read_save
from yupana.schemas.within import within

from ..bots.seats import HUMAN, may_be_asked
from ..shell.files import claim_text, write_text

Loaded = TypeVar("Loaded")


def ruleset_of(
    path: Path | str, save: SavedGame, target: str | None, load: Callable[[str], Loaded], way: str
) -> Loaded:
    """What `load` makes of the ruleset a save belongs to: `target`, or the one the save names, which nobody has asked
    for and which so takes no more than it may (`schemas/within.py`).

    Raises UsageError when there is no such ruleset; `way` is how a person can say where it is.
    """
    try:
        if target is not None:
            return load(target)
        return within("Reading it", lambda: load(save.ruleset))
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


def taken_up(game: Game, save: SavedGame) -> Resumed:
    """A saved game, as far as it goes under the rules as they are. Raises SaveError, RuleFault."""
    return game.take_up(save.to_json())


def tell(found: Resumed, *, open_: bool = True) -> None:
    """Say on standard error what changed rules have made of a saved game (see `Resumed.told`)."""
    for line in found.told(open_=open_):
        sys.stderr.write(f"{line}\n")


def seated(found: Resumed, *, told: bool) -> tuple[str, ...]:
    """Who sat where in a saved game, empty where it does not say. A bot that reads a file or thinks for longer than
    others may ask for is not seated because a file says so: a person sits there, and if it is to be `told` it is said
    how to have it back."""
    seats = tuple([each if may_be_asked(each) else HUMAN for each in found.save.seats])
    for spec, kind, player in zip(found.save.seats, seats, found.state.names, strict=False):
        if told and spec != kind:
            sys.stderr.write(f"`{spec[:60]}` is not seated by a file; to have it: `--bots {player}=…`.\n")
    return seats


def write_save(path: Path, save: str, spared: Path | None = None) -> None:
    """Save a game; a file that is there already is overwritten only if it is a saved game, and not the `spared` one.

    Raises UsageError.
    """
    if spared is not None and path.exists() and path.samefile(spared):
        raise UsageError(f"`{path}` holds the game as it went under other rules; it is left alone: give another name.")
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
