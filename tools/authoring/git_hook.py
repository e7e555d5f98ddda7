"""The hook of git itself: what checks every commit of a repository where Yupana is installed, with nothing else.

git runs a file of its folder of hooks before each commit. `install` writes one that calls `yupana hook commit`; that
asks git which files are committed. A hook that somebody else wrote is left alone.
"""

from __future__ import annotations

import os
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.files import write_atomic

from ..shell.git import git

_MARK = "# written by `yupana hook install`"
_SCRIPT = f"""\
#!/bin/sh
{_MARK}; `git commit --no-verify` passes it over, and without this file nothing is checked
exec yupana hook commit
"""


def install() -> Path:
    """Write the hook of the repository around the current folder; its path. Raises UsageError where there is none, or
    a hook of somebody else."""
    path = Path(os.fsdecode(_git("rev-parse", "--git-path", "hooks/pre-commit")).rstrip("\n"))
    try:
        if path.exists() and _MARK not in path.read_text(encoding="utf-8", errors="replace"):
            raise UsageError(f"`{path}` is there already and is another one: add the line `yupana hook commit` to it.")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, _SCRIPT)
        path.chmod(0o755)
    except OSError as fault:
        raise UsageError(f"Cannot write `{path}`: {fault.strerror or fault}.") from None
    return path


def committed() -> list[Path]:
    """The files that are about to be committed and are there, from the current folder."""
    root = Path(os.fsdecode(_git("rev-parse", "--show-toplevel")).rstrip("\n"))
    names = os.fsdecode(_git("diff", "--cached", "--name-only", "--diff-filter=ACMR", "-z")).split("\0")
    files = [root / each for each in names if each]
    here = Path.cwd()
    return [each.relative_to(here) if each.is_relative_to(here) else each for each in files if each.is_file()]


def _git(*words: str) -> bytes:
    return git(Path(), *words, missing="The hook is git's, and git is not installed.")
