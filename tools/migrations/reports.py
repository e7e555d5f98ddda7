"""Bringing rulesets to the present version of the language: which files are meant, and what is told of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.files import write_atomic
from yupana.schemas.find import is_folder
from yupana.schemas.render import render
from yupana.schemas.versions import CURRENT

from ..authoring.owners import variants_of
from ..shell import files
from ..shell.output import colour_wanted
from ..targets.names import must_be_there
from .plan import FilePlan, Plan, plan


def plans_of(names: Sequence[str]) -> list[Plan]:
    """What is to be done to the rulesets that are named, each once, a base with its variants.

    Raises UsageError for a name that names nothing.
    """
    return [one if isinstance(one, Plan) else plan(one) for one in _targets(names)]


def _targets(names: Sequence[str]) -> list[Path | Plan]:
    """The folders and files that are named, each once, a base with its variants; where a name cannot be followed, a
    plan that tells why.

    Raises UsageError for a name that names nothing.
    """
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


def write(file: FilePlan) -> None:
    """Write a file whole or not at all."""
    try:
        write_atomic(file.path, file.after)
    except OSError as fault:
        raise UsageError(f"Cannot write `{file.shown}`: {fault.strerror or fault}.") from None


def difference(file: FilePlan) -> Iterator[str]:
    """The lines of a file that change, as `diff -u` shows them."""
    return files.difference(file.shown, file.before, file.after)


def document(plans: Sequence[Plan], *, written: bool) -> dict[str, object]:
    """The document of `migrate --json`."""
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


def tell(plans: Sequence[Plan], needed: Sequence[FilePlan], *, written: bool) -> None:
    """What is different, line by line; faults on standard error; then the sum."""
    for file in needed:
        for line, what in file.changes:
            sys.stdout.write(f"{file.shown}:{line}: {what}\n")
    faulty = [one for one in plans if one.faults]
    for one in faulty:
        sys.stderr.write(render(one.faults, one.texts, colour=colour_wanted(sys.stderr)))
    if faulty:
        sys.stderr.write("Nothing was written: fix these faults first.\n")
    elif needed:
        files = f"{len(needed)} file{'' if len(needed) == 1 else 's'}"
        verb = "brought" if written else "to be brought"
        sys.stdout.write(f"{files} {verb} to version {CURRENT} of the language\n")
    else:
        sys.stdout.write(f"Everything is written for version {CURRENT} of the language.\n")
