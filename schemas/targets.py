"""How a target, the ruleset that is meant, is written. Imports nothing, so that a cached ruleset loads fast."""

from __future__ import annotations

import os
from pathlib import Path


def spelled(target: str | Path) -> str:
    """A target as it is written at the command line: a `Path` is always a path and never the name of a ruleset."""
    if isinstance(target, str):
        return target
    text = str(target)
    return text if len(target.parts) > 1 or target.anchor or text in (".", "..") else os.path.join(os.curdir, text)
