"""The command `yupana` in a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yupana.tests.found import ROOT
from yupana.tests.tools.terminals import CLEARED

_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """The command `yupana` in a terminal of 80 by 24, or another size."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._all = ""

    def screen(self, patience: float = 60.0) -> str:
        """What stands on the screen when the command waits for a line."""
        until = time.monotonic() + patience
        while True:
            ready = self._all.endswith("> ")
            if not select.select([self._file], [], [], 0.15 if ready else max(0.0, until - time.monotonic()))[0]:
                assert ready, f"no prompt:\n{self._all[-3000:]}"
                break
            try:
                found = os.read(self._file, 65536)
            except OSError:  # the command has ended
                found = b""
            if not found:
                break
            self._all = _STYLES.sub("", (self._all + found.decode("utf-8", "replace")).replace(CLEARED, "\f"))
        return self._all.rpartition("\f")[2].replace("\r", "")

    def type(self, line: str) -> str:
        """Type a line; what stands on the screen then."""
        os.write(self._file, f"{line}\n".encode())
        self._all += "\n"
        return self.screen()


@contextmanager
def terminal(*arguments: str, folder: Path, width: int = 80, height: int = 24) -> Iterator[Terminal]:
    """The command with these arguments in a terminal."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    paths = os.pathsep.join([str(ROOT / "tests" / ".path"), kept.get("PYTHONPATH", "")])
    command = subprocess.Popen(
        [sys.executable, "-m", "yupana", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder,
        env={**kept, "TERM": "xterm", "PYTHONPATH": paths, "INPUTRC": os.devnull},
    )  # fmt: skip
    os.close(theirs)
    try:
        yield Terminal(ours)
    finally:
        command.kill()
        command.wait()
        os.close(ours)
