"""The studio's page, made of our modules and packages of npm: `python -m yupana.tools.studio.building`.

What is fetched is what `package-lock.json` names, with its digests; nothing of it is committed. A wheel is built with
it (see `pyproject.toml`), and a checkout makes it when it is asked to.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from yupana.schemas.errors import UsageError

from .browser.packing import pack

HERE = Path(__file__).parent
BUILT = HERE / "built"
"""The page, once it is made: `index.html` and what belongs to it."""

NOT_BUILT = (
    "The studio's page is not built yet: install Node (20 or newer) with npm, and run "
    "`python -m yupana.tools.studio.building` once."
)


def need_built() -> None:
    """Raises UsageError where the page was not made."""
    if not (BUILT / "index.html").is_file():
        raise UsageError(NOT_BUILT)


def build(python: bool = True) -> None:
    """Fetch the packages, unless they are there, and make the page; `python`: what it needs for Python in the browser
    too. Raises UsageError where there is no Node."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise UsageError("The studio's page is built with Node (20 or newer) and npm, which are not installed here.")
    if not _fetched():
        _run([npm, "ci", "--silent", "--ignore-scripts"])
    _run([node, "build.mjs"])
    if python:
        pack(BUILT / "python")


def _fetched() -> bool:
    """Whether the packages that the lock names were fetched."""
    kept = HERE / "node_modules" / ".package-lock.json"
    return kept.is_file() and kept.stat().st_mtime >= (HERE / "package-lock.json").stat().st_mtime


def _run(words: list[str]) -> None:
    done = subprocess.run(words, cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        raise UsageError(f"The studio's page cannot be built: {done.stderr.strip()[-2000:]}")


if __name__ == "__main__":
    try:
        build()
    except UsageError as fault:
        sys.exit(str(fault))
