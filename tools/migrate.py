"""`yupana migrate`: rulesets brought to the present version of the language."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FAULTS, AsJson, UsageError, colour_wanted, leave, must_be_there, print_json

if TYPE_CHECKING:
    from .migrations.plan import FilePlan, Plan


def migrate(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME", help="Rulesets with their variants (names, paths), or base+overlay.", show_default=False
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 when something is to be written anew.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would be different.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring rulesets to the present version of the language.

    Words that a newer version of the language has changed are replaced where they stand, and the header names the
    version; everything else, comments too, stays as it is. That the files say the same is proved before any is
    written; a file is written whole or not at all. A second run finds nothing to do.
    """
    from .migrations.plan import Plan, plan

    plans = [one if isinstance(one, Plan) else plan(one) for one in _targets(names)]
    faults = [each for one in plans for each in one.faults]
    needed = [file for one in plans for file in one.files if file.needed]
    written = not (check or diff) and not faults
    if written:
        for file in needed:
            _write(file)
    if as_json:
        print_json("migrate", _document(plans, written=written))
    else:
        if diff:
            for file in needed:
                sys.stdout.writelines(_difference(file))
        _tell(plans, needed, written=written)
    if faults or (check and needed):
        leave(FAULTS)


def _targets(names: list[str]) -> list[Path | Plan]:
    """The folders and files that are named, each once, a base with its variants; where a name cannot be followed, a
    plan that tells why.

    Raises UsageError for a name that names nothing.
    """
    from yupana.schemas.compose import compose
    from yupana.schemas.find import is_folder

    from .migrations.plan import Plan
    from .owners import variants_of

    found: dict[Path, None] = {}
    failed: list[Path | Plan] = []
    for name in names:
        composed = compose(name)
        must_be_there(name, composed.report.diagnostics)
        if not composed.parts:
            failed.append(Plan(Path(name), faults=composed.report.in_order(), texts=composed.files))
            continue
        # an overlay by itself is not its base: what it stands on may be somebody else's
        for part in composed.parts if "+" in name else composed.parts[-1:]:
            found.setdefault(part)
            if "+" not in name and is_folder(part):
                found.update(dict.fromkeys(variants_of(part)))
    return [*found, *failed]


def _write(file: FilePlan) -> None:
    """Write a file whole or not at all."""
    from yupana.schemas.files import write_atomic

    try:
        write_atomic(file.path, file.after)
    except OSError as fault:
        raise UsageError(f"Cannot write `{file.shown}`: {fault.strerror or fault}.") from None


def _difference(file: FilePlan) -> Iterator[str]:
    before, after = file.before.splitlines(keepends=True), file.after.splitlines(keepends=True)
    for line in difflib.unified_diff(before, after, file.shown, file.shown):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at the end of the file\n"


def _document(plans: list[Plan], *, written: bool) -> dict[str, object]:
    from yupana.schemas.versions import CURRENT

    return {
        "ok": not any(one.faults for one in plans),
        "language": CURRENT,
        "written": written,
        "files": [
            {
                "file": file.shown,
                "from": one.version,
                "changes": [{"line": line, "what": what} for line, what in file.changes],
            }
            for one in plans
            for file in one.files
            if file.needed
        ],
        "diagnostics": [each.to_json() for one in plans for each in one.faults],
    }


def _tell(plans: list[Plan], needed: list[FilePlan], *, written: bool) -> None:
    """What is different, line by line; faults on standard error; then the sum."""
    from yupana.schemas.render import render
    from yupana.schemas.versions import CURRENT

    for file in needed:
        for line, what in file.changes:
            sys.stdout.write(f"{file.shown}:{line}: {what}\n")
    faulty = [one for one in plans if one.faults]
    for one in faulty:
        sys.stderr.write(render(one.faults, one.texts, colour=colour_wanted(sys.stderr)))
    if faulty:
        sys.stderr.write("Nothing was written: mend these faults first.\n")
    elif needed:
        files = f"{len(needed)} file{'' if len(needed) == 1 else 's'}"
        verb = "brought" if written else "to be brought"
        sys.stdout.write(f"{files} {verb} to version {CURRENT} of the language\n")
    else:
        sys.stdout.write(f"Everything is written for version {CURRENT} of the language.\n")
