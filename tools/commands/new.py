"""`yupana new`: a small ruleset to start from, which checks clean and can be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..authoring.starting import new_files, write_folder
from ..shell.options import AsJson
from ..shell.output import answer

MOST_NAMED = 12
"""So many files are told by name."""


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and _.", show_default=False)
    ],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="The folder to make it in.")] = Path(),
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="RULESET", help="Begin with a copy of this ruleset.", show_default=False),
    ] = None,
    repository: Annotated[
        bool, typer.Option("--repository", help="Put it into a repository of its own: workflow, hooks, README, schema.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a small ruleset to start from.

    It is a folder that checks clean, passes its examples and can be played; change it bit by bit. With --from it is a
    copy of another ruleset, such as one of those that `yupana list` shows, with its variants. With --repository it
    lies in a folder made for git: a GitHub workflow that checks it, hooks for pre-commit, a README, and the schema for
    editors.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UsageError(f"A ruleset's name is small letters, digits and _, a letter first, unlike `{name}`.")
    folder = into / name
    if folder.exists():
        raise UsageError(f"`{folder}` is there already, and nothing is overwritten.")
    if not into.is_dir():
        raise UsageError(f"There is no folder `{into}`.")
    files = new_files(name, folder, repository=repository, source=source)
    write_folder(folder, files)
    made = folder / name if repository else folder
    shown = made.as_posix() if made.is_absolute() else f"./{made.as_posix()}"
    told = ", ".join(sorted(files)) if len(files) <= MOST_NAMED else f"{len(files)} files"
    lines = [f"Made {folder} with {told}. Now try:"]
    lines += [f"  yupana {command} {shown}" for command in ("check", "test", "play")]
    if repository:
        lines.append(f"To have every commit checked: cd {folder.as_posix()} && git init && yupana hook install")
    answer("new", {"folder": str(folder), "files": sorted(files)}, *lines, as_json=as_json)
