"""Python in the browser, under Node: Pyodide with all that the studio's page brings it."""

from __future__ import annotations

import json
import select
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from yupana.tools.studio.browser.packing import is_fresh
from yupana.tools.studio.building import BUILT

SCRIPT = Path(__file__).with_name("python.mjs")
PACKED = BUILT / "python"
PATIENCE = 90
"""How many seconds it may say nothing."""

RUN = """
import contextlib, io, json, os, sys
os.environ["COLUMNS"] = "100"
from yupana.tools.cli import run

def said(words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    return [code, out.getvalue(), err.getvalue()]
"""
"""What `said` gives of a command: its exit code, its output, and its errors."""


class Answer(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


class InBrowser:
    """Python as a worker of the studio starts it. `seconds` and `worked` tell how long that took by the clock, and how
    many seconds of processors."""

    def __init__(self, node: str) -> None:
        words = [node, "--no-warnings", str(SCRIPT), f"{PACKED}/"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        begun = self._heard()
        self.seconds, self.worked = begun["seconds"], begun["worked"]

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        assert ready, f"Python in the browser says nothing for {PATIENCE} seconds"
        line = self._process.stdout.readline()
        assert line, "Python in the browser has ended"
        found: dict[str, Any] = json.loads(line)
        return found

    def do(self, code: str) -> Any:
        """What a program gives last."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        heard = self._heard()
        assert "fault" not in heard, heard["fault"][-3000:]
        return heard.get("found")

    def run(self, *words: str) -> Answer:
        """What a command of the shell says there."""
        return Answer(*json.loads(self.do(f"{RUN}\njson.dumps(said({list(words)!r}))")))

    def end(self) -> None:
        """No more."""
        self._process.kill()
        self._process.wait()


def in_browser() -> Iterator[InBrowser]:
    """Such a Python. Skips the test where there is none."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")
    if not is_fresh(PACKED):
        pytest.skip("Python for the browser is not packed, or of other sources: python -m yupana.tools.studio.building")
    found = InBrowser(node)
    try:
        yield found
    finally:
        found.end()
