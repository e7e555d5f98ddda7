"""Interrupts long commands at random moments, in every way that there is, and says what was wrong with how they ended.

The ways: Ctrl-C, being told to terminate, a terminal that goes away, a pipe whose reader goes away; once or several
times in a row, to the process alone or to its whole group. What may never come of it: a traceback, a hang, a process or
a temporary file that stays, half a file, a lost game, another exit code than that of the signal.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import hear_signals, living

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE", "closed")
"""`closed` is no signal: the reader of standard output goes away."""

PATIENT = 30.0


@dataclass(frozen=True)
class Long:
    """A command to interrupt: its words, the latest moment (in seconds after the start of its work), and what it writes
    to: names of files that are missing or whole at any moment."""

    words: tuple[str, ...]
    latest: float
    writes: tuple[str, ...] = ()


LONG: dict[str, Long] = {
    "simulate": Long(("simulate", "tic_tac_toe", "--games", "1000000000"), 0.6),
    "simulate --workers": Long(("simulate", "tic_tac_toe", "--games", "1000000000", "--workers", "2"), 1.5),
    "impact": Long(("impact", "tic_tac_toe", "./game", "--games", "200", "-o", "report.html"), 0.8, ("report.html",)),
    "impact --workers": Long(("impact", "tic_tac_toe", "./game", "--games", "100000", "--workers", "2"), 1.5),
    "diff": Long(("diff", "./game@HEAD", "./game"), 0.5),
    "diff, large": Long(("diff", "cuzco_kk", "cuzco_kk+drum"), 1.5),
    "lint --deep": Long(("lint", "tic_tac_toe", "--deep"), 1.0),
    "test": Long(("test", "cargo_empire"), 1.5),
    "strength": Long(("strength", "cargo_empire"), 1.5),
    "strength --workers": Long(("strength", "cargo_empire", "--workers", "2"), 3.0),
    "check": Long(("check", "cuzco_kk"), 0.8),
    "play --auto": Long(("play", "cargo_empire", "--players", "5", "--auto", "--delay", "0.005"), 1.0),
    "watch": Long(("watch", "./game", "--interval", "0.05"), 0.6),
    "perft": Long(("perft", "tic_tac_toe", "--depth", "9"), 0.8),
    "rulebook": Long(("rulebook", "tic_tac_toe", "-o", "book.html"), 0.6, ("book.html",)),
    "rulebook --accept": Long(("rulebook", "check", "--accept", "./game"), 0.6, ("game/rulebook.lock",)),
    "compile": Long(("compile", "cargo_empire", "-o", "program.json"), 1.2, ("program.json",)),
    "fmt": Long(("fmt", "./game"), 0.5, ("game/game.yaml",)),
    "simulate --rows": Long(("simulate", "tic_tac_toe", "--games", "100000000", "--rows", "games.parquet"), 1.5),
    "sweep": Long(
        ("sweep", "./game", "--vary", "actions.mark.title=a,b,c,d,e,f", "--games", "20000", "--into", "swept"), 1.5
    ),
    "sweep --workers": Long(
        ("sweep", "./game", "--vary", "actions.mark.title=a,b,c", "--games", "200000", "--workers", "2"), 2.0
    ),
    "balance": Long(("balance", "./game", "--games", "2000", "--bots", "mcts:20", "-o", "page.md"), 2.0),
    "fuzz": Long(("fuzz", "./game", "--seconds", "60", "--output", "found"), 2.0),
    "fuzz --workers": Long(("fuzz", "./game", "--seconds", "60", "--workers", "2"), 3.0),
    "tune": Long(("tune", "checkers", "--games", "100000", "-o", "weights.json"), 2.0),
    "new": Long(("new", "fresh", "--repository"), 0.15, ("fresh/fresh/game.yaml", "fresh/README.md")),
}  # fmt: skip


@dataclass
class Place:
    """A folder to work in with a ruleset, folders for temporary files and the cache, and how files look when whole."""

    root: Path
    whole: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("work", "temporary", "cache"):
            (self.root / name).mkdir()
        shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", self.work / "game")
        for path in (self.work / "game").glob("*.yaml"):  # as `fmt` would not leave it
            path.write_text("\n\n\n" + path.read_text(encoding="utf-8").replace(": ", ":   ", 3), encoding="utf-8")
        (self.work / "game" / "rulebook.lock").unlink()
        for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "As it was")):
            name = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
            subprocess.run(["git", *name, *words], cwd=self.root, check=True, capture_output=True, timeout=60)
        self.before = {path: path.read_bytes() for path in self.work.rglob("*") if path.is_file()}
        self.environment = {
            "PYTHONPATH": str(ROOT / "tests" / ".path"),
            "COLUMNS": "100",
            "TMPDIR": str(self.root / "temporary"),
            "YUPANA_CACHE": str(self.root / "cache"),
        }

    @property
    def out(self) -> Path:
        """The pipe that is standard output."""
        return self.root / "out"

    @property
    def err(self) -> Path:
        """The file that is standard error."""
        return self.root / "err"

    @property
    def work(self) -> Path:
        """Where commands are run."""
        return self.root / "work"

    def tidy(self) -> None:
        """As it was at the beginning."""
        shutil.rmtree(self.work)
        for path, data in self.before.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        shutil.rmtree(self.root / "temporary")
        (self.root / "temporary").mkdir()

    def learn(self, long: Long) -> None:
        """How the files look that a command writes: as before it, and as after it."""
        for name in long.writes:
            self.whole[name] = self._texts(name)
        if long.writes:
            words = [sys.executable, "-m", "yupana", *long.words]
            environment = {**os.environ, **self.environment}
            subprocess.run(words, cwd=self.work, env=environment, capture_output=True, timeout=120, check=False)
            for name in long.writes:
                assert self._texts(name), f"{long.words} writes no {name}"
                self.whole[name] |= self._texts(name)
            self.tidy()

    def _texts(self, name: str) -> set[str]:
        path = self.work / name
        return {path.read_text(encoding="utf-8")} if path.exists() else set()

    def wrong(self, long: Long) -> str:
        """What was left behind that should not be."""
        for name in long.writes:
            if not self._texts(name) <= self.whole[name]:
                return f"half of {name}: {self._texts(name)}"[:300]
        for save in self.work.glob("*.save.json"):
            if not isinstance(json.loads(save.read_text(encoding="utf-8"))["decisions"], list):
                return f"{save.name} holds no game"
        hidden = [str(path) for path in self.work.rglob(".*") if path.parent.name != "fresh"]
        stale = [str(path) for path in (self.root / "temporary").rglob("*")]
        stale += [str(path) for path in (self.root / "cache").rglob("*") if path.name.endswith(".yupana-tmp")]
        return f"left {hidden + stale}" if hidden or stale else ""


class Cold:
    """Starts a command as a person does, Python and all."""

    def start(self, words: Sequence[str], place: Place) -> int:
        """A process in a group of its own; its number."""
        with place.out.open("wb") as out, place.err.open("wb") as err:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "yupana", *words],
                cwd=place.work, env={**os.environ, **place.environment}, stdin=subprocess.DEVNULL,
                stdout=out, stderr=err, start_new_session=True, preexec_fn=hear_signals,
            )  # fmt: skip
        return self._running.pid

    def code(self) -> int:
        """How it has ended."""
        return self._running.wait()


class Warm:
    """Forks a process that has everything loaded."""

    def __init__(self) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "yupana.tests.tools.warm"],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, preexec_fn=hear_signals,
        )  # fmt: skip
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._parent.stdout is not None
        return self._parent.stdout.readline().strip()

    def start(self, words: Sequence[str], place: Place) -> int:
        """A fork in a group of its own; its number."""
        asked = {
            "words": words, "folder": str(place.work), "environment": place.environment,
            "out": str(place.out), "err": str(place.err),
        }  # fmt: skip
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps(asked) + "\n")
        self._parent.stdin.flush()
        return int(self._line())

    def code(self) -> int:
        """How it has ended."""
        return int(self._line())

    def end(self) -> None:
        """End the process."""
        self._parent.kill()
        self._parent.communicate()


class _Pipe:
    """Reads what a command prints as it comes, until it goes away."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            os.mkfifo(path)
        self._descriptor: int | None = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def drain(self) -> None:
        """Read what there is."""
        with contextlib.suppress(BlockingIOError):
            while self._descriptor is not None and os.read(self._descriptor, 65536):
                pass

    def close(self) -> None:
        """Go away."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def interrupt(long: Long, starter: Cold | Warm, place: Place, draw: random.Random) -> str:
    """Interrupt a command once; what was wrong with how it ended, or nothing."""
    way, many, to_all = draw.choice(SIGNALS), draw.choice((1, 2, 2, 3)), draw.random() < 0.5
    number = signal.SIGTERM if way in ("SIGPIPE", "closed") else signal.Signals[way]
    moment = draw.uniform(0.0, long.latest) + (0.03 if isinstance(starter, Warm) else 0.05)
    pipe = _Pipe(place.out)
    place.err.write_text("")
    pid = starter.start(long.words, place)
    told = f"{way} x {many} after {moment:.3f} s{' to all' if to_all else ''}: "
    try:
        _wait(pid, moment, pipe)
        if way == "closed":
            pipe.close()
            _wait(pid, draw.uniform(0.02, 0.2), pipe)
        if way == "SIGPIPE":
            _send(pid, signal.SIGPIPE, to_all)
        for _ in range(many):
            _send(pid, number, to_all)
            _wait(pid, draw.uniform(0.02, 0.1), pipe)
        if not _wait(pid, PATIENT, pipe):
            _send(pid, signal.SIGKILL, to_all=True)
            starter.code()
            return told + "hangs"
    finally:
        pipe.close()
    code = starter.code()
    deadline = time.monotonic() + 5
    while (left := living(leader=pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    if left:
        _send(pid, signal.SIGKILL, to_all=True)
        return told + f"orphans {left}"
    err = place.err.read_text(encoding="utf-8", errors="replace")
    # 0 and 1: it was done before the signal came
    if code not in (0, 1, 128 + number, -number):
        return told + f"exit code {code}: {err[-300:]}"
    if any(each in err for each in ("Traceback", "Exception", "Internal error", "Error")) and not _is_pythons(err):
        return told + err[-1500:]
    wrong = place.wrong(long)
    place.tidy()
    return told + wrong if wrong else ""


def _is_pythons(err: str) -> bool:
    """Whether Python itself was interrupted, before the first line of ours."""
    return "KeyboardInterrupt" in err and "/tools/" not in err and "/schemas/" not in err and "/interpreter/" not in err


def _send(pid: int, number: int, to_all: bool) -> None:
    with contextlib.suppress(ProcessLookupError):
        (os.killpg if to_all else os.kill)(pid, number)


def _wait(pid: int, seconds: float, pipe: _Pipe) -> bool:
    """Read what is printed for so long, or until the process has ended; whether it has."""
    deadline = time.monotonic() + seconds
    while _alive(pid):
        pipe.drain()
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(left, 0.01))
    return True


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
