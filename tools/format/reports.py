"""What laying out files has changed: written to the files, as a document, and for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from yupana.schemas.errors import UsageError
from yupana.schemas.files import write_atomic
from yupana.schemas.render import render

from ..shell import files
from ..shell.output import colour_wanted
from .files import Formatted


def write(file: Formatted) -> None:
    """Write the new layout whole or not at all, with the line ends that the file had."""
    assert file.after is not None
    try:
        ends = b"\r\n" in file.path.read_bytes()
        write_atomic(file.path, file.after.replace("\n", "\r\n") if ends else file.after)
    except OSError as fault:
        raise UsageError(f"Cannot write `{file.shown}`: {fault.strerror or fault}.") from None


def entry(file: Formatted, *, with_diff: bool) -> dict[str, object]:
    """A file in the document of `fmt --json`."""
    told: dict[str, object] = {"file": file.shown, "changed": file.changes, "parsed": file.after is not None}
    if with_diff:
        told["diff"] = "".join(difference(file))
    return told


def difference(file: Formatted) -> Iterator[str]:
    """The lines of a file that change, as `diff -u` shows them."""
    return files.difference(file.shown, file.before, file.before if file.after is None else file.after)


def tell(files: Sequence[Formatted], *, written: bool) -> None:
    """One line for every file that changes, the faults, and the sum."""
    changed = [each for each in files if each.changes]
    faulty = [each for each in files if each.after is None and each.diagnostics]
    for each in changed:
        sys.stdout.write(f"{'formatted' if written else 'would change'}: {each.shown}\n")
    for each in faulty:
        sys.stderr.write(render(each.diagnostics, {each.shown: each.before}, colour=colour_wanted(sys.stderr)))
        sys.stderr.write(f"left alone: {each.shown}\n")
    rest = len(files) - len(changed) - len(faulty)
    what = "formatted" if written else "would change"
    parts = [f"{_files(len(changed))} {what}"] if changed else []
    parts += [f"{_files(rest)} already in order"] if rest else []
    parts += [f"{_files(len(faulty))} left alone"] if faulty else []
    sys.stdout.write(", ".join(parts) + "\n")


def _files(number: int) -> str:
    return f"{number} file{'' if number == 1 else 's'}"
