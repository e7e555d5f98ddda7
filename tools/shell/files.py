"""The files that a person has told a command to write: refused in a sentence where they cannot be written."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.files import is_written_into, write_atomic, write_into, write_new
from yupana.schemas.host import is_special


def folder_is_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it.

    Raises UsageError.
    """
    reason = _cannot_write(path)
    if reason:
        raise UsageError(f"Cannot write `{path}`: {reason}.")


def _cannot_write(path: Path) -> str:
    """Why nothing can be written under a path, as far as can be told before; or nothing."""
    try:
        if is_written_into(path):  # a device or pipe: it stays, and what is written goes into it
            return ""
        if path.is_dir():
            return "it is a folder"
        real = Path(os.path.realpath(path))
        if real.is_symlink():
            return "its links lead in a loop"
        folder = real.parent
        shown = path.parent if folder == path.parent.resolve() else folder
        if not folder.is_dir():
            return f"there is no folder `{shown}`"
        if not os.access(folder, os.W_OK):
            return f"the folder `{shown}` is not writable"
        if real.exists() and not os.access(real, os.W_OK):
            return "it may only be read"
    except (OSError, ValueError, RuntimeError) as fault:
        return _reason(fault)
    return ""


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or "no file can have such a name"


def file_is_replaceable(path: Path) -> None:
    """Refuse a file that cannot be written anew: what is put together first and then takes a name would be put
    in the place of a device or pipe.

    Raises UsageError.
    """
    folder_is_writable(path)
    if is_written_into(path):
        raise UsageError(
            f"Rows are put together before they are written and cannot go into a device or pipe: `{path}`."
        )


def make_folder(path: Path) -> None:
    """Make a folder for files, with those above it, or see that it is there.

    Raises UsageError when nothing can be written into it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        reason = "" if os.access(path, os.W_OK) else "the folder is there, and nothing may be written into it"
    except (FileExistsError, NotADirectoryError):
        reason = "something else has the name"
    except (OSError, ValueError) as fault:
        reason = _reason(fault)
    if reason:
        raise UsageError(f"Cannot make the folder `{path}`: {reason}.")


def file_is_readable(path: Path) -> None:
    """Refuse what is no file to read, or waits to be written into. Raises UsageError."""
    try:
        if is_special(path):
            raise UsageError(f"`{path}` is a device or pipe; name a file.")
        about = os.stat(path)
    except OSError as fault:
        missing = isinstance(fault, FileNotFoundError)
        raise UsageError(
            f"There is no file `{path}`." if missing else f"Cannot read `{path}`: {_reason(fault)}."
        ) from None
    if stat.S_ISDIR(about.st_mode):
        raise UsageError(f"`{path}` is a folder; name a file.")
    if not os.access(path, os.R_OK):
        raise UsageError(f"Cannot read `{path}`: you may not.")


def write_text(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all; into a device or pipe, as it is there.

    Raises UsageError when it cannot be written.
    """
    folder_is_writable(path)
    try:
        if is_written_into(path):
            write_into(path, text)
        else:
            write_atomic(path, text)
    except (OSError, ValueError) as fault:
        raise UsageError(f"Cannot write `{path}`: {_reason(fault)}.") from None


@contextmanager
def written_behind(path: Path | None, text: Callable[[], str | bytes]) -> Iterator[None]:
    """Behind what is shown meanwhile a file is written, too, if there is to be one: what took long to find out is lost
    neither where there is no room for the file nor where nobody reads on what is shown.

    Raises UsageError when it cannot be written.
    """
    try:
        yield
    finally:
        if path is not None:
            write_text(path, text())


def claim_text(path: Path, text: str) -> None:
    """Write a file under a name that nothing has yet, in one step.

    Raises FileExistsError when something has it, UsageError when it cannot be written.
    """
    folder_is_writable(path)
    try:
        write_new(path, text)
    except FileExistsError:
        raise
    except (OSError, ValueError) as fault:
        raise UsageError(f"Cannot write `{path}`: {_reason(fault)}.") from None


def typed_path(text: str) -> Path:
    """The path that a person typed, with `~` for a home folder.

    Raises UsageError for what no path can be.
    """
    if "\0" in text:
        raise UsageError("A file's name cannot hold the character NUL.")
    try:
        return Path(text).expanduser()
    except (RuntimeError, OSError, ValueError):
        raise UsageError(f"There is no home folder `{text.split('/')[0]}`.") from None


def difference(shown: str, before: str, after: str) -> Iterator[str]:
    """The lines of a file that change, as `diff -u` shows them; nothing where none does."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, shown, shown):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at the end of the file\n"
