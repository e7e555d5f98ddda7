"""`yupana migrate`: rulesets brought to the present version of the language."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..migrations.reports import difference, document, plans_of, tell, write
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson
from ..shell.output import print_json


def command(
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
    plans = plans_of(names)
    faults = [each for one in plans for each in one.faults]
    needed = [file for one in plans for file in one.files if file.needed]
    written = not (check or diff) and not faults
    if written:
        for file in needed:
            write(file)
    if as_json:
        print_json("migrate", document(plans, written=written))
    else:
        if diff:
            for file in needed:
                sys.stdout.writelines(difference(file))
        tell(plans, needed, written=written)
    if faults or (check and needed):
        leave(FAULTS)
