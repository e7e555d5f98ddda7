"""`yupana hook`: a command for the rulesets that some files belong to, as pre-commit calls it.

Hooks are given the files of a commit; the commands want rulesets. Files that belong to none are passed over, and a
command that takes one ruleset runs for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..authoring.git_hook import committed, install
from ..authoring.owners import owners, target
from ..shell.exits import leave
from ..shell.output import echo
from ..shell.sentences import suggestion

HOOKS = {"check": True, "test": True, "lint": True, "fmt": False, "rulebook": True}
"""The commands a hook can run, and whether a change of a base concerns its overlays too."""
_WORDS = {"rulebook": ["rulebook", "check"], "fmt": ["fmt", "--check"]}
"""How a hook calls its command, where it is more than a word."""
_OF_GIT = ("install", "commit")


def command(
    context: typer.Context,
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help=f"{', '.join((*HOOKS, *_OF_GIT))}.", show_default=False)
    ],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Files; others than rulesets' are passed over.")
    ] = None,
) -> None:
    """Run a command for the rulesets that files belong to.

    This is what the hooks of `.pre-commit-hooks.yaml` call. A base brings the overlays in its folder `variants`. Exits
    like the command, with the worst of all. `yupana hook install` makes git call `yupana hook commit` before every
    commit of the repository that you are in: it runs them all for the files that are committed, and changes none.
    """
    if command in _OF_GIT:
        if files:
            raise UsageError(f"`yupana hook {command}` takes no files.")
        if command == "install":
            echo(f"git checks every commit from now on: {install()} calls `yupana hook commit`.")
            return
        there = committed()
        worst = max(_run(context, each, there, _WORDS.get(each, [each])) for each in HOOKS)
    elif command not in HOOKS:
        raise UsageError(f"There is no hook `{command}`.{suggestion(command, (*HOOKS, *_OF_GIT))}")
    else:
        words = ["fmt"] if command == "fmt" else _WORDS.get(command, [command])
        worst = _run(context, command, files or (), words)
    if worst:
        leave(worst)


def _run(context: typer.Context, command: str, files: Iterable[Path], words: list[str]) -> int:
    """Run a command for all rulesets that some files belong to; the worst code with which it ended."""
    worst = 0
    targets = [target(path) for path in owners(files, variants=HOOKS[command])]
    for each in targets:
        if len(targets) > 1 and command != "check":
            echo(f"{each}:")
        code: int = context.obj([*words, each])  # the command line itself
        worst = max(worst, code)
        if code > 128:  # a signal: the rest is not wanted any more
            break
    return worst
