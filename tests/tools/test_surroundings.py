"""Every command in every surrounding that a system offers: closed and full streams, old encodings, no home, no folder
that can be written. None ends in an internal error, and each fault is told in a sentence.

All of them with all are slow; a short sample runs always.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.tools.drive import BASE, lay_out

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="streams are closed and redirected by a POSIX shell"),
    pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here"),
]

NOBODY = """
import pwd, sys
def nobody(*arguments):
    raise KeyError("no entry")
pwd.getpwuid = pwd.getpwnam = nobody
from yupana.tools.start import main
sys.argv[0] = "yupana"
main()
"""


@dataclass(frozen=True)
class Around:
    """What is around a command: redirections, the environment (None: not set), where it works, how Python is called."""

    shell: str = ""
    environment: dict[str, str | None] = field(default_factory=dict)
    folder: str = ""
    python: tuple[str, ...] = ("-m", "yupana")


AROUND: dict[str, Around] = {
    "no input": Around("<&-"),
    "no output": Around(">&-"),
    "no errors": Around("2>&-"),
    "no streams": Around("<&- >&- 2>&-"),
    "full output": Around(">/dev/full"),
    "full errors": Around("2>/dev/full"),
    "both full": Around(">/dev/full 2>&1"),
    "reader gone": Around("| true"),
    "ascii": Around("", {"PYTHONIOENCODING": "ascii"}),
    "latin-1": Around("", {"PYTHONIOENCODING": "latin-1"}),
    "cp1252": Around("", {"PYTHONIOENCODING": "cp1252"}),
    "the locale C": Around("", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "no home": Around("", {"HOME": None, "YUPANA_CACHE": None, "YUPANA_DATA": None}, "", ("-c", NOBODY)),
    "a home that is not there": Around("", {"HOME": "/nowhere/at/all", "YUPANA_CACHE": None, "YUPANA_DATA": None}),
    "a cache that cannot be written": Around("", {"YUPANA_CACHE": "/dev/null/cache"}),
    "a cache that is a file": Around("", {"YUPANA_CACHE": "game.json"}),
    "a folder for data that is a file": Around("", {"YUPANA_DATA": "game.json"}),
    "a folder that cannot be written": Around("", {"TMPDIR": "/nowhere"}, "/proc/self"),
    "no terminal to speak of": Around("", {"TERM": "dumb", "COLUMNS": "1", "LINES": "0"}),
    "a terminal without sense": Around("", {"TERM": "\x1b", "COLUMNS": "-5", "LINES": "x", "NO_COLOR": ""}),
}


def wrong(words: Sequence[str], around: Around, folder: Path) -> str:
    """What was wrong with how a command ended, or nothing."""
    lay_out(folder)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path"), "YUPANA_CACHE": str(folder / "cache")}
    for name, value in around.environment.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    ran = subprocess.run(
        ["sh", "-c", f'"$@" {around.shell}', "sh", sys.executable, *around.python, *words],
        cwd=around.folder or folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
        check=False,
    )  # fmt: skip
    told = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    if ran.returncode not in (0, 1, 2) or any(each in told for each in ("Traceback", "Internal error", "Exception ig")):
        return f"{words}: {ran.returncode}: {told[-800:]}"
    if ran.returncode == 2 and ran.stderr.count(b"\n") > 2:
        return f"{words}: {told[-800:]}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("around", sorted(AROUND))
def test_every_command_in_every_surrounding(around: str, tmp_path: Path) -> None:
    found = [wrong((name, *words), AROUND[around], tmp_path) for name, words in sorted(BASE.items())]
    assert [each for each in found if each] == []


def test_commands_in_surroundings_in_short(tmp_path: Path) -> None:
    every = [(name, around) for name in sorted(BASE) for around in sorted(AROUND)]
    sample = random.Random(3).sample(every, 4)
    found = [wrong((name, *BASE[name]), AROUND[around], tmp_path) for name, around in sample]
    assert [each for each in found if each] == []
