"""The hook of git itself: what checks every commit of a repository where Yupana is installed, with nothing else.

git runs a file of its folder of hooks before each commit. `install` writes one that calls `yupana hook commit`; that
asks git which files are committed. A hook that somebody else wrote is left alone.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.files import write_atomic

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
    """What a command of git prints. Raises UsageError with git's own sentence."""
    try:
        done = subprocess.run(
            ["git", *words], capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=False, timeout=60
        )
    except FileNotFoundError:
        raise UsageError("The hook is git's, and git is not installed.") from None
    except subprocess.TimeoutExpired:
        raise UsageError("git did not answer within a minute.") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        raise UsageError(f"git says: {said}.")
    return done.stdout
