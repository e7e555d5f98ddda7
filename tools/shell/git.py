"""Commands of git, whose own sentences people are told where one does not go well."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from yupana.schemas.errors import UsageError


def git(folder: Path, *words: str, missing: str) -> bytes:
    """What a command of git prints in a folder; `missing` is said where git is not installed. Raises UsageError."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, env=environment, check=False, timeout=60
        )
    except FileNotFoundError:
        raise UsageError(missing) from None
    except subprocess.TimeoutExpired:
        raise UsageError("git did not answer within a minute.") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        raise UsageError(f"git says: {reason}.")
    return done.stdout
