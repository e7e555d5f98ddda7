"""Rulesets as the page names them: relative to the folder of the project, wherever this process runs."""

from __future__ import annotations

from pathlib import Path


def target_in(folder: Path, target: str) -> str:
    """What commands take for a target that is named relative to a folder. Names of rulesets that come with Yupana, or
    of overlays that lie with their base, stay as they are."""
    there = [each for each in target.split("+") if each and (folder / each).exists()]
    return "+".join([str(folder / each) if each in there else each for each in target.split("+")])
