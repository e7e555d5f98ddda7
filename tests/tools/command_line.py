"""What the tests of the command line share: how they call it, and what comes back."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that `--json` promises."""
        return json.loads(self.out)


Yupana = Callable[..., Ran]
Process = Callable[..., "subprocess.Popen[str]"]


def hear_signals() -> None:
    """Called in a process before it runs a command: tests that run in the background or without a terminal ignore
    signals, and what they start would too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def living(*, parent: int | None = None, leader: int | None = None) -> list[int]:
    """The living processes that `parent` started, or those of the group of `leader`, where the system tells."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, started_by, group, *_ = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if state != "Z" and parent in (None, int(started_by)) and leader in (None, int(group)):
            found.append(int(each.parent.name))
    return found
