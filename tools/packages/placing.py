"""The folder in which a user's packages lie: one program at a time changes it, and whatever ends that program, each
package is there as it was or as it is to be.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from yupana.schemas import host
from yupana.schemas.errors import UsageError
from yupana.schemas.find import is_folder
from yupana.schemas.installed import before_of, place_in, store

from ..authoring.starting import write_folder
from ..shell.files import make_folder
from ..shell.signals import shielded
from ..shell.temporary import temporary_folder

_PATIENCE, _PAUSE = 10.0, 0.05


@contextmanager
def own_store() -> Iterator[Path]:
    """The folder, made where it is missing; while this lasts no other program changes it. What one that was ended has
    left half done is settled first.

    Raises UsageError where there is none, or when another program does not come to an end.
    """
    home = store()
    if home is None:
        raise UsageError("There is no home folder to install in; the environment variable YUPANA_DATA names another.")
    make_folder(home)
    latest = time.monotonic() + _PATIENCE
    while True:
        with host.locked_folder(home) as alone:
            if alone:
                _settle(home)
                yield home
                return
        if time.monotonic() > latest:
            raise UsageError("Another program is installing just now; try again when it is done.")
        time.sleep(_PAUSE)


def _settle(home: Path) -> None:
    try:
        left = [each for each in home.iterdir() if before_of(home / each.name[1:].partition(".")[0]) == each]
        for each in left:
            folder = home / each.name[1:].partition(".")[0]
            if place_in(home, folder.name) == each:
                host.replace(each, folder)
            else:
                shutil.rmtree(each)
    except OSError as fault:
        raise UsageError(f"Cannot install or remove anything in `{home}`: {fault.strerror or fault}.") from None


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a package into its folder, in the place of what is there. Raises UsageError; then that is there as it was."""
    before = before_of(folder)
    try:
        with temporary_folder(folder.parent, f".{folder.name}") as aside:
            write_folder(aside / folder.name, files)
            with shielded():
                if is_folder(folder):
                    host.replace(folder, before)
                try:
                    host.replace(aside / folder.name, folder)
                except OSError:
                    if is_folder(before):
                        host.replace(before, folder)
                    raise
        shutil.rmtree(before, ignore_errors=True)
    except OSError as fault:
        raise UsageError(f"Cannot install `{folder.name}`: {fault.strerror or fault}.") from None


def take_away(folder: Path) -> None:
    """Take a package away. Raises UsageError; then it is there as it was."""
    try:
        with temporary_folder(folder.parent, f".{folder.name}") as aside:
            host.replace(folder, aside / folder.name)
    except OSError as fault:
        raise UsageError(f"Cannot remove `{folder.name}`: {fault.strerror or fault}.") from None
