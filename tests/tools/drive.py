"""What the loops share that try everything at the command line: how it is run, and what may never come of it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import hear_signals
from yupana.tools.cli import build

LONG: dict[str, tuple[str, ...]] = {
    "simulate": ("simulate", "tic_tac_toe", "--games", "1000000", "--workers", "2"),
    "impact": ("impact", "tic_tac_toe", "tic_tac_toe", "--games", "100000", "--workers", "2", "-o", "report.html"),
    "lint --deep": ("lint", "tic_tac_toe", "--deep"),
    "test": ("test", "cargo_empire"),
    "play --auto": ("play", "cargo_empire", "--players", "5", "--auto", "--delay", "0.01"),
    "watch": ("watch", "tic_tac_toe", "--interval", "0.05"),
    "perft": ("perft", "tic_tac_toe", "--depth", "9"),
    "rulebook": ("rulebook", "cargo_empire", "-o", "book.html"),
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))


def start(words: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """A command in a process group of its own, which hears Ctrl-C even if the tests do not."""

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path"), "COLUMNS": "100"}
    return subprocess.Popen(
        [sys.executable, "-m", "yupana", *words],
        cwd=folder,
        env=environment,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_signals if os.name == "posix" else None,
    )


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


def interrupt(words: Sequence[str], folder: Path, draw: random.Random, *, latest: float = 1.5) -> str:
    """Interrupt a command at a random moment with random signals; what is wrong with how it ended, or nothing."""
    running = start(words, folder)
    number, many, to_all = draw.choice(SIGNALS), draw.choice((1, 1, 2, 3)), draw.random() < 0.5
    time.sleep(draw.uniform(0.03, latest))
    for _ in range(many):
        try:
            (os.killpg if to_all else os.kill)(running.pid, number)
        except ProcessLookupError:
            break
        time.sleep(draw.uniform(0.005, 0.1))
    try:
        _, err = running.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        return f"{number.name} x {many}: hangs"
    deadline = time.monotonic() + 5
    while (left := living(leader=running.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    if left:
        os.killpg(running.pid, signal.SIGKILL)
        return f"{number.name} x {many}: orphans {left}"
    if "Traceback" in err and "tools/" not in err:
        return ""  # before the first line of ours Python itself may speak
    if "Traceback" in err or "Exception" in err or "Internal error" in err:
        return f"{number.name} x {many}: {err[-800:]}"
    # 0 and 1: it was done before the signal came
    if running.returncode not in (0, 1, 128 + number, -number):
        return f"{number.name} x {many}: exit code {running.returncode}: {err[-300:]}"
    wrong = [each.name for each in folder.iterdir() if each.name.startswith(".")]
    return f"{number.name} x {many}: left {wrong}" if wrong else ""


ODD_VALUES = (
    "", "-", "--5", "-1", "0", "1", "²", "٣", "9" * 5000, "1e9", "inf", "nan", "-inf", "1.5", "\x1b[2J",
    "\udcff", "a\nb", "~nosuchuser/x", "x" * 300, "x" * 5000, "/dev/null", "/dev/full", "/", ".", "..", "missing/there",
    "=", "a=b", "a=", "=b", "tic_tac_toe", "tic_tac_toe+", "+", "++", "tic_tac_toe@", "@HEAD", "tic_tac_toe@HEAD~99999",
    "random", "random,", ",", "x=random", "x=", "x=x=x", "日本", "%s", "{0}", "*", "'", '"', ";", "--", "--json",
    "99999999999999999999",
)  # fmt: skip
"""Values of options and arguments that nobody means."""

BASE: dict[str, tuple[str, ...]] = {
    "list": (), "check": ("tic_tac_toe",), "test": ("tic_tac_toe",), "lint": ("tic_tac_toe",),
    "play": ("tic_tac_toe", "--auto", "--delay", "0"), "simulate": ("tic_tac_toe", "--games", "2"),
    "replay": ("game.json",), "perft": ("tic_tac_toe", "--depth", "1"), "diff": ("tic_tac_toe", "tic_tac_toe"),
    "impact": ("tic_tac_toe", "tic_tac_toe", "--games", "1", "--replays", "1"), "fmt": ("tic_tac_toe", "--check"),
    "explain": ("YUP101",), "rulebook": ("tic_tac_toe",), "graph": ("tic_tac_toe",), "schema": (), "new": ("fresh",),
    "watch": ("tic_tac_toe", "--once"), "migrate": ("tic_tac_toe", "--check"), "hook": ("check",),
    "compile": ("tic_tac_toe",),
}  # fmt: skip
"""A use of every command that works, to which an odd value is added."""

NEVER = ("--workers", "--games", "--depth", "--replays")
"""Options whose large values are work and no mistake: these are tried with the odd values that are no such numbers."""


def commands() -> dict[str, Any]:
    """Every command with its parameters, from the registry."""
    group = typer.main.get_command(build())
    assert hasattr(group, "commands")
    return dict(group.commands)


def odd_words() -> Iterator[tuple[str, ...]]:
    """Every command with every odd value of every option, and of every argument."""
    for name, command in sorted(commands().items()):
        base = BASE.get(name, ())
        for parameter in command.params:
            if parameter.name == "help":
                continue
            flags = [each for each in parameter.opts if each.startswith("-")]
            for value in ODD_VALUES:
                if "\0" in value or (flags and flags[0] in NEVER and value.isdecimal() and len(value) < 5000):
                    continue
                if not flags:
                    yield (name, value, *base[1:])
                elif getattr(parameter, "is_flag", False):
                    yield (name, *base, f"{flags[0]}={value}")
                else:
                    yield (name, *base, flags[0], value)


COMMANDS_AT_THE_TABLE = (
    "help", "back", "all", "show", "why", "why not", "log", "rules", "undo", "redo", "save", "load", ":", ":save", "#",
    "more",
)  # fmt: skip


def odd_lines(number: int, draw: random.Random) -> list[str]:
    """Lines that nobody means, for the table: commands with odd arguments, options half typed, noise."""
    found: list[str] = []
    letters = "abcxyz(),=# :~/.\\'\"\x1b\x07\x9b\u202e\udcff日²٣é0123456789-\t\x00"
    while len(found) < number:
        kind = draw.randrange(4)
        if kind == 0:
            line = f"{draw.choice(COMMANDS_AT_THE_TABLE)} {draw.choice(ODD_VALUES)}"
        elif kind == 1:
            line = draw.choice(ODD_VALUES)
        elif kind == 2:
            line = "mark(space=a1)"[: draw.randrange(15)] + draw.choice(letters) * draw.randrange(4)
        else:
            line = "".join(draw.choice(letters) for _ in range(draw.choice((1, 3, 10, 100, 3000))))
        line = line.replace("\n", " ")
        if line.strip().removeprefix(":").partition(" ")[0].casefold() != "quit":
            found.append(line)
    return found
