"""`yupana fmt`: one canonical layout for rulesets."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FAULTS, AsJson, UsageError, colour_wanted, leave, print_json

if TYPE_CHECKING:
    from .format.files import Formatted


def fmt(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="Rulesets with their variants (names, base+overlay), folders, or single files.",
            show_default=False,
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 and list the files that would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Give rulesets their canonical layout.

    Only the layout changes: indentation, line ends, quotes, blanks in code. Comments, the order of everything and what
    the files say stay; this is proved before anything is written. A file that does not parse is left alone; its faults
    are shown and the exit code is 1.
    """
    from .format.files import format_targets

    files = format_targets(names)
    faults = [each for file in files for each in file.diagnostics]
    changed = [each for each in files if each.changes]
    ok = not faults and not (check and changed)
    if not (check or diff):
        for each in changed:
            _write(each)
    if as_json:
        document = [_entry(each, with_diff=diff) for each in files]
        print_json("fmt", {"ok": ok, "files": document, "diagnostics": [each.to_json() for each in faults]})
    else:
        if diff:
            for each in changed:
                sys.stdout.writelines(_difference(each))
        _tell(files, written=not (check or diff))
    if not ok:
        leave(FAULTS)


def _write(file: Formatted) -> None:
    """Write the new layout whole or not at all, with the line ends that the file had."""
    from yupana.schemas.files import write_atomic

    assert file.after is not None
    try:
        ends = b"\r\n" in file.path.read_bytes()
        write_atomic(file.path, file.after.replace("\n", "\r\n") if ends else file.after)
    except OSError as fault:
        raise UsageError(f"Cannot write `{file.shown}`: {fault.strerror or fault}.") from None


def _entry(file: Formatted, *, with_diff: bool) -> dict[str, object]:
    entry: dict[str, object] = {"file": file.shown, "changed": file.changes, "parsed": file.after is not None}
    if with_diff:
        entry["diff"] = "".join(_difference(file))
    return entry


def _difference(file: Formatted) -> Iterator[str]:
    if file.changes and file.after is not None:
        before, after = file.before.splitlines(keepends=True), file.after.splitlines(keepends=True)
        for line in difflib.unified_diff(before, after, file.shown, file.shown):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at the end of the file\n"


def _tell(files: list[Formatted], *, written: bool) -> None:
    """One line for every file that changes, the faults, and the sum."""
    from yupana.schemas.render import render

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
