"""`yupana diff`: what is different between two rulesets, and what that concerns."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..compare.changes import difference_document
from ..compare.document import document
from ..compare.sides import open_sides
from ..compare.touched import narrow, run_old_examples
from ..documents.markdown import to_markdown
from ..documents.text import show
from ..renaming.alike import compare_sides
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson
from ..shell.output import print_json

_WHAT = "A ruleset: its name, a path, base+overlay, or any of these as they were: NAME@REVISION."


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help=_WHAT, show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The other one.", show_default=False)],
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a pull request.")] = False,
    as_json: AsJson = False,
    run: Annotated[
        bool, typer.Option("--run", help="Run the examples, and list those that come out differently.")
    ] = False,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit 1 when there is any difference.")] = False,
) -> None:
    """What is different between two rulesets.

    Compares what rulesets say, not how they are laid out: elements by their names, tables cell by cell, links one by
    one, code by its meaning. Under each change stands what depends on it, with the rules and examples concerned.
    With --run both rulesets must be without faults; their examples are run, which takes a few seconds.
    NAME@REVISION is a ruleset in a revision of the git repository it lies in, such as my_game@HEAD~1.
    """

    if as_markdown and as_json:
        raise UsageError("`--markdown` and `--json` are two forms of the same; give one of them.")
    with open_sides(old, new, programs=run) as (before, after):
        alike = compare_sides(before, after, programs=run)
        before, difference = alike.side, alike.difference
        if run and difference.changes:
            runs = run_old_examples(before.sound, after.sound, difference.pairing)
            narrow(difference, runs, before.elements, after.elements)
        if as_json:
            print_json("diff", document(before, after, difference))
        elif as_markdown:
            sys.stdout.write(to_markdown(difference_document(before, after, difference), level=2))
        else:
            show(console(), difference_document(before, after, difference))
    if exit_code and difference.changes:
        leave(FAULTS)
