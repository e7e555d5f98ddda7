"""Packages of npm for tests that need Node. Where they cannot be had, the test is skipped and says why."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def npm(folder: Path, *words: str, timeout: float = 240) -> subprocess.CompletedProcess[str]:
    """A run of npm in a folder. Skips the test where there is none."""
    found = shutil.which("npm")
    if found is None or shutil.which("node") is None:
        pytest.skip("there is no Node here")
    return subprocess.run([found, *words], capture_output=True, encoding="utf-8", timeout=timeout, cwd=folder)


def installed(folder: Path, *packages: str) -> Path:
    """The folder that holds the packages; without any, those that `package.json` of the folder asks for."""
    words = ("--no-save", "--prefix", str(folder)) if packages else ()
    done = npm(folder, "install", "--silent", "--no-package-lock", "--no-audit", "--no-fund", *words, *packages)
    if done.returncode:
        pytest.skip(f"{', '.join(packages) or 'what package.json asks for'} cannot be fetched here")
    return folder / "node_modules"
