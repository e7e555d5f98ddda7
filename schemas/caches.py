"""The folder of what is kept between runs, and how much stays in it. It may be deleted at any time."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from . import host
from .files import SUFFIX, remove_stale

KEPT = 100
"""How many entries of one kind are kept."""


def folder() -> Path | None:
    """Where entries are kept: `YUPANA_CACHE`, or the user's folder for caches; None where there is no such folder."""
    named = os.environ.get("YUPANA_CACHE")
    return Path(named) if named else host.cache_folder()


def prune(home: Path, pattern: str) -> None:
    """Remove all but the entries that were written last, and temporary files of crashed programs. Raises OSError."""
    entries = sorted(home.glob(pattern), key=lambda each: each.stat().st_mtime)
    for old in entries[:-KEPT]:
        old.unlink(missing_ok=True)
    remove_stale(home)


def read_own(path: Path, most: int) -> bytes | None:
    """What a file of up to `most` bytes holds that nobody but this user can have written; None where it does not
    exist, or somebody else could have. A link is not followed."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NONBLOCK", 0)  # of a pipe in its place
    try:
        if not host.is_own(path.parent, os.lstat(path.parent)):
            return None
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode) or about.st_size > most or not host.is_own(path, about):
                return None
            return file.read(most)
    except OSError:
        return None


def write_own(path: Path, data: bytes) -> None:
    """Write a file whole or not at all that only this user can read and write, in a folder that only they can enter.
    It need not last through a crash. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.parent / f".{path.name[:50]}.{secrets.token_hex(8)}{SUFFIX}"
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(data)
        host.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
