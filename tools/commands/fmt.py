"""`yupana fmt`: one canonical layout for rulesets."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..format.files import format_targets
from ..format.reports import difference, entry, tell, write
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson
from ..shell.output import print_json


def command(
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

    Only the layout changes: indentation, line ends, quotes, blanks in code, and the order of the keys of an element,
    which is that of `yupana schema`: for most `source` and `text` come first and the effects last. Sections, names and
    attributes keep their order, and comments stay with their keys. The files say the same; this is proved before
    anything is written. A file that does not parse is left alone; its faults are shown and the exit code is 1.
    """
    files = format_targets(names)
    faults = [each for file in files for each in file.diagnostics]
    changed = [each for each in files if each.changes]
    ok = not faults and not (check and changed)
    if not (check or diff):
        for each in changed:
            write(each)
    if as_json:
        document = [entry(each, with_diff=diff) for each in files]
        print_json("fmt", {"ok": ok, "files": document, "diagnostics": [each.to_json() for each in faults]})
    else:
        if diff:
            for each in changed:
                sys.stdout.writelines(difference(each))
        tell(files, written=not (check or diff))
    if not ok:
        leave(FAULTS)
