"""Runs the command line in this process: what it printed, and its exit code."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Process, Ran, Yupana, hear_signals
from yupana.tools.cli import run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def yupana(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Yupana:
    """Calls `yupana` with words, in a folder of its own; `lines` is what is typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*words: str, lines: Sequence[str] = ()) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = run(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """Starts `yupana` as a process of its own, in a folder of its own; what still runs afterwards is ended."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path"), "COLUMNS": "100"}
        command = [sys.executable, "-m", "yupana", *words]
        started.append(
            subprocess.Popen(
                command,
                cwd=tmp_path,
                env=environment,
                text=True,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                preexec_fn=hear_signals if os.name == "posix" else None,
            )
        )
        return started[-1]

    yield start
    for each in started:
        if each.poll() is None:
            each.kill()
        each.communicate()
