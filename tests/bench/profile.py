"""Where the native engine spends its time: `python -m yupana.tests.bench.profile GAME`, on Linux with `perf`.

Prints what part of the time in the module each of its functions takes. What is inlined counts for where it went.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from yupana.tests.bench.engines import NATIVE, Setting, playouts

_PLAYER = "YUPANA_BENCH_PLAYS"
"""Set in the process that plays while it is watched."""


def plays(name: str, seconds: float) -> None:
    """Play a game, in a process whose machine code tells `perf` the names of functions."""
    import wasmtime

    class Telling(wasmtime.Config):
        def __init__(self) -> None:
            super().__init__()
            self.profiler = "perfmap"

    wasmtime.Config = Telling  # type: ignore[misc]
    setting = Setting(name)
    game, first, end = setting.game(NATIVE), 0, time.process_time() + seconds
    while time.process_time() < end:
        playouts(NATIVE, game, setting, first, 10)
        first += 10


def shares(report: str) -> list[tuple[float, str]]:
    """The functions of the module in a report of `perf`, with their parts of what the module took."""
    line = r"^\s*([\d.]+)%\s+(?:\[JIT\] tid \d+|perf-\d+\.map)\s+\[\.\] (.*?)(?:\s+-\s+-)?\s*$"
    rows = re.findall(line, report, re.MULTILINE)
    whole = sum(float(part) for part, _ in rows) or 1.0
    return [(float(part) / whole, name) for part, name in rows]


def main() -> int:
    """Profile one game."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.profile", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    if os.environ.get(_PLAYER):
        plays(given.game, given.seconds)
        return 0
    if shutil.which("perf") is None:
        parser.error("there is no `perf` here")
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        again = [sys.executable, "-m", "yupana.tests.bench.profile", given.game, "--seconds", str(given.seconds)]
        # machine code that was kept has no names for `perf`
        environment = {**os.environ, _PLAYER: "1", "YUPANA_CACHE": folder}
        subprocess.run(["perf", "record", "-o", data, *again], check=True, capture_output=True, env=environment)
        command = ["perf", "report", "-i", data, "--stdio", "--sort", "dso,symbol"]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    print("\n".join([f"{part:6.1%}  {name}" for part, name in shares(report)[:25]]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
