"""Writing text files: whole or not at all, under a new name, or into what is not a regular file.

Guarantees: an old file is as it was until the new one is whole; of two programs that claim one new name, one gets it
and nothing is overwritten; a device or pipe is written into and stays what it is; where the system has unnamed files a
crash leaves a temporary one only between two system calls, and what one leaves the next write to that name removes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import host

SUFFIX = ".yupana-tmp"
"""How the names of temporary files end."""

_STALE, _STALE_FOLDER = 3600.0, 86400.0
"""After how many seconds a temporary file, and a folder of them, belongs to nobody any more."""

_LONGEST = 50
"""How much of a file's name is in those of its temporary ones: a system may have no room for more."""


def write_atomic(path: Path | str, text: str | bytes) -> None:
    """Write a file whole or not at all; through a link into the file it leads to.

    Raises OSError if it cannot be written; the old file is then as it was and nothing else is left behind.
    """
    write_together({Path(path): text})


def write_together(files: Mapping[Path, str | bytes]) -> None:
    """Write several files, all of them or none: all are whole beside their places before the first one takes its name,
    and where one cannot take it, those before get back what they held.

    Raises OSError as `write_atomic` does.
    """
    staged: list[tuple[Path, Path]] = []
    placed: dict[Path, bytes | None] = {}
    try:
        for path, text in files.items():
            target = _real(path)
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
            remove_stale(target.parent, target.name)
            staged.append((_temporary(target), target))
            _stage(*staged[-1], text)
        for number, (temporary, target) in enumerate(staged, 1):
            placed[target] = target.read_bytes() if number < len(staged) and target.is_file() else None
            host.replace(temporary, target)
    except BaseException:
        for temporary, _ in staged:
            _forget(temporary)
        for target, held in list(placed.items())[:-1]:
            with contextlib.suppress(OSError):
                if held is not None:
                    write_atomic(target, held)
        raise
    for folder in {target.parent for _, target in staged}:
        host.sync_folder(folder)


def _stage(temporary: Path, target: Path, text: str | bytes) -> None:
    """Write what is to take the place of a file, with the rights that this has."""
    try:
        mode = target.stat().st_mode & 0o777
    except OSError:
        mode = None
    _write_temporary(temporary, text, 0o666 if mode is None else mode)
    if mode is not None:
        os.chmod(temporary, mode)  # what the user's mask left out


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextlib.contextmanager
def whole_file(path: Path, *, alone: bool = False) -> Iterator[Path]:
    """A new file, for what opens and writes files itself: it takes the name of `path` when all is well with it, in one
    step, and else it is removed; through a link into the file it leads to. Who holds a lock, so that nobody else writes
    that file meanwhile (`alone`), need not wait until what a crash left is old.

    Raises OSError where it cannot take the name: for a folder, device or pipe too, which stays what it is.
    """
    target = _real(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    remove_stale(target.parent, target.name, alone=alone)
    temporary, descriptor = _temporary(target), host.unnamed(target.parent, 0o666)
    try:
        if descriptor is None:
            yield temporary
            _sync(temporary)
        else:
            nameless = Path(f"/proc/self/fd/{descriptor}")
            yield nameless
            os.fsync(descriptor)  # before it has a name: then a crash can hardly leave that
            if not host.name_it(descriptor, temporary):
                shutil.copyfile(nameless, temporary)
                _sync(temporary)
        host.replace(temporary, target)
    finally:
        if descriptor is not None:
            os.close(descriptor)
        _forget(temporary)
    host.sync_folder(target.parent)


def write_new(path: Path | str, text: str) -> None:
    """Write a text file under a name that nothing has, in one step.

    Raises FileExistsError when something has the name (a link too, which is not followed), OSError if it cannot be
    written.
    """
    target = Path(path)
    if _write_unnamed(target, text, 0o666):
        host.sync_folder(target.parent)
        return
    remove_stale(target.parent, target.name)
    temporary = _temporary(target)
    try:
        _write_temporary(temporary, text, 0o666)
        host.claim(temporary, target)
    except BaseException:
        _forget(temporary)
        raise
    host.sync_folder(target.parent)


def write_into(path: Path, text: str | bytes) -> None:
    """Write into what is there and stays: a device, a pipe, a stream of this process. Raises OSError."""
    own = host.own_stream(path)
    descriptor = os.dup(own) if own is not None else os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
    with os.fdopen(descriptor, "wb") as file:
        file.write(_encoded(text))


def is_written_into(path: Path) -> bool:
    """Whether a path stands for something that is written into and not replaced."""
    return host.own_stream(path) is not None or host.is_special(path)


def remove_stale(folder: Path, name: str = "", *, alone: bool = False) -> None:
    """Remove temporary files that a crash left in a folder: those for one name, or (no name) all. One that may be being
    written is left, unless nobody else writes that file (`alone`)."""
    begin = f".{name[:_LONGEST]}." if name else "."
    horizon = time.time() - _STALE
    own = re.compile(re.escape(begin) + "[0-9a-f]{16}" + re.escape(SUFFIX))
    alone = alone and 0 < len(name) <= _LONGEST
    with contextlib.suppress(OSError):
        for each in os.scandir(folder):
            if each.name.startswith(begin) and each.name.endswith(SUFFIX):
                with contextlib.suppress(OSError):
                    if (alone and own.fullmatch(each.name)) or each.stat(follow_symlinks=False).st_mtime < horizon:
                        os.unlink(each.path)


def new_folder(parent: Path, name: str) -> Path:
    """Make a folder for temporary files that only the user can read. Those for the same name that a crash has left are
    removed a day later: never somebody else's, nor what a link leads to. Raises OSError.
    """
    horizon = time.time() - _STALE_FOLDER
    with contextlib.suppress(OSError):
        for each in os.scandir(parent):
            if each.name.startswith(f"{name}-") and each.name.endswith(SUFFIX) and _is_stale(each, horizon):
                shutil.rmtree(each.path, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{name}-", suffix=SUFFIX, dir=parent))


def _is_stale(entry: os.DirEntry[str], horizon: float) -> bool:
    try:
        about = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    return mine and stat.S_ISDIR(about.st_mode) and about.st_mtime < horizon


def _real(path: Path) -> Path:
    """The file that a path leads to through links. Raises OSError for a loop of links."""
    if not path.is_symlink():
        return path
    real = Path(os.path.realpath(path))
    if real.is_symlink():
        raise OSError(errno.ELOOP, "its links lead in a loop", str(path))
    return real


def _temporary(target: Path) -> Path:
    return target.parent / f".{target.name[:_LONGEST]}.{secrets.token_hex(8)}{SUFFIX}"


def _write_temporary(path: Path, text: str | bytes, mode: int) -> None:
    """Write a new temporary file; it has its name only when it is whole, where the system can do that."""
    if _write_unnamed(path, text, mode):
        return
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags, mode)
    try:
        _fill(descriptor, text)
    finally:
        os.close(descriptor)


def _write_unnamed(path: Path, text: str | bytes, mode: int) -> bool:
    """Write a file that has no name before it is whole; False, with nothing written, where that cannot be."""
    descriptor = host.unnamed(path.parent, mode)
    if descriptor is None:
        return False
    try:
        _fill(descriptor, text)
        return host.name_it(descriptor, path)
    finally:
        os.close(descriptor)


def _fill(descriptor: int, text: str | bytes) -> None:
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        file.write(_encoded(text))
    os.fsync(descriptor)


def _encoded(text: str | bytes) -> bytes:
    """The same bytes on every system: no line end is translated."""
    return text.encode("utf-8") if isinstance(text, str) else text


def _forget(path: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
