"""`yupana hook`: a command for the rulesets that some files belong to, as pre-commit calls it.

Hooks are given the files of a commit; the commands want rulesets. Files that belong to none are passed over, and a
command that takes one ruleset runs for each of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..authoring.owners import owners, target
from ..shell.exits import leave
from ..shell.output import echo
from ..shell.sentences import suggestion

HOOKS = {"check": True, "test": True, "lint": True, "fmt": False}
"""The commands a hook can run, and whether a change of a base concerns its overlays too."""


def command(
    context: typer.Context,
    command: Annotated[str, typer.Argument(metavar="COMMAND", help=f"{', '.join(HOOKS)}.", show_default=False)],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Files; others than rulesets' are passed over.")
    ] = None,
) -> None:
    """Run a command for the rulesets that files belong to.

    This is what the hooks of `.pre-commit-hooks.yaml` call. A base brings the overlays in its folder `variants`. Exits
    like the command, with the worst of all.
    """
    if command not in HOOKS:
        raise UsageError(f"There is no hook `{command}`.{suggestion(command, HOOKS)}")
    worst = 0
    targets = [target(path) for path in owners(files or (), variants=HOOKS[command])]
    for each in targets:
        if len(targets) > 1 and command != "check":
            echo(f"{each}:")
        code: int = context.obj([command, each])  # the command line itself
        worst = max(worst, code)
        if code > 128:  # a signal: the rest is not wanted any more
            break
    if worst:
        leave(worst)
