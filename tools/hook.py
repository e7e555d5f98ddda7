"""`yupana hook`: a command for the rulesets that some files belong to, as pre-commit calls it.

Hooks are given the files of a commit; the commands want rulesets. Files that belong to none are passed over, and a
command that takes one ruleset runs for each of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import UsageError, echo, leave, suggestion

COMMANDS = {"check": True, "test": True, "lint": True, "fmt": False}
"""The commands a hook can run, and whether a change of a base concerns its overlays too."""


def hook(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help=f"{', '.join(COMMANDS)}.", show_default=False)],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Files; others than rulesets' are passed over.")
    ] = None,
) -> None:
    """Run a command for the rulesets that files belong to.

    This is what the hooks of `.pre-commit-hooks.yaml` call. A base brings the overlays in its folder `variants`. Exits
    like the command, with the worst of all.
    """
    if command not in COMMANDS:
        raise UsageError(f"There is no hook `{command}`.{suggestion(command, COMMANDS)}")

    from .cli import run
    from .owners import owners, target

    worst = 0
    targets = [target(path) for path in owners(files or (), variants=COMMANDS[command])]
    for each in targets:
        if len(targets) > 1 and command != "check":
            echo(f"{each}:")
        code = run([command, each])
        worst = max(worst, code)
        if code > 128:  # a signal: the rest is not wanted any more
            break
    if worst:
        leave(worst)
