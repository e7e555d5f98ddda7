"""What the loops share that try everything at the command line: odd values, and odd lines at the table."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from yupana.tests.found import ROOT
from yupana.tools.cli import whole
from yupana.tools.commands.table import COMMANDS
from yupana.tools.packages.archive import archive_of, package_of

ODD_VALUES = (
    "", "-", "--5", "-1", "0", "1", "²", "٣", "9" * 5000, "1e9", "inf", "nan", "-inf", "1.5", "\x1b[2J",
    "\udcff", "a\nb", "~nosuchuser/x", "x" * 300, "x" * 5000, "/dev/null", "/dev/full", "/", ".", "..", "missing/there",
    "=", "a=b", "a=", "=b", "tic_tac_toe", "tic_tac_toe+", "+", "++", "tic_tac_toe@", "@HEAD", "tic_tac_toe@HEAD~99999",
    "random", "random,", ",", "x=random", "x=", "x=x=x", "日本", "%s", "{0}", "*", "'", '"', ";", "--", "--json",
    "99999999999999999999", "fifo", "./fifo", "folder", "./folder", "latin.yaml", "./latin.yaml", "loop", "./loop",
    "empty", "./empty", "binary", "./binary", "\udcff.yaml", "folder/\udcff/x", "/dev/stdin", "/proc/self/mem",
    "2", "65536", "4294967296", "-0", "+1", "0x10", "1_000", " 1", "1 ", "true", "None", "en", "xx",
)  # fmt: skip
"""Values of options and arguments that nobody means."""

BASE: dict[str, tuple[str, ...]] = {
    "list": (), "check": ("tic_tac_toe",), "test": ("tic_tac_toe",), "lint": ("tic_tac_toe",),
    "play": ("tic_tac_toe", "--auto", "--delay", "0"), "simulate": ("tic_tac_toe", "--games", "2"),
    "replay": ("game.json",), "perft": ("tic_tac_toe", "--depth", "1"), "diff": ("tic_tac_toe", "tic_tac_toe"),
    "impact": ("tic_tac_toe", "tic_tac_toe", "--games", "1", "--replays", "1"), "fmt": ("tic_tac_toe", "--check"),
    "explain": ("YUP101",), "rulebook": ("tic_tac_toe",), "graph": ("tic_tac_toe",), "schema": (), "new": ("fresh",),
    "watch": ("tic_tac_toe", "--once"), "migrate": ("tic_tac_toe", "--check"), "hook": ("check",),
    "compile": ("tic_tac_toe",), "export": ("tic_tac_toe",), "stats": ("games.parquet",),
    "print": ("tic_tac_toe", "--only", "tokens"), "sheet": ("export", "leduc_poker", "Card"),
    "tune": ("checkers", "--show"), "pack": ("goofspiel",), "add": ("gale-1.0.yupana",), "remove": ("gale",),
    "sweep": ("tic_tac_toe", "--vary", "actions.mark.title=a", "--games", "2"),
    "fuzz": ("tic_tac_toe", "--decisions", "30"), "debug": ("tic_tac_toe",), "lsp": (),
    "serve": ("tic_tac_toe", "--no-browser", "--for", "0.1", "--data", "tables.sqlite"),
    "studio": ("tic_tac_toe", "--no-browser", "--for", "0.1", "--folder", "projects"),
    "strength": ("tic_tac_toe", "--sample", "1"),
    "balance": ("tic_tac_toe", "--games", "2", "--bots", "random", "--only-games"),
}  # fmt: skip
"""A use of every command that works, to which an odd value is added."""

NEVER = ("--workers", "--games", "--depth", "--replays", "--decisions", "--for")
"""Options whose large values are work and no mistake: these are tried with the odd values that are no such numbers."""


def commands() -> dict[str, Any]:
    """Every command with its parameters, from the registry."""
    return {row.name: whole(row) for row in COMMANDS}


def odd_words() -> Iterator[tuple[str, ...]]:
    """Every command with every odd value of every option, and of every argument."""
    for name, command in sorted(commands().items()):
        base = BASE[name]
        for parameter in command.params:
            if parameter.name == "help":
                continue
            flags = [each for each in parameter.opts if each.startswith("-")]
            for value in ODD_VALUES:
                if value.endswith("fifo") and {"--output", "--report"} & set(parameter.opts):
                    continue  # whoever writes into a pipe waits for its reader, as everywhere
                if flags and flags[0] in NEVER and _is_work(value) and len(value) < 5000:
                    continue
                if not flags:
                    yield (name, value, *base[1:])
                elif getattr(parameter, "is_flag", False):
                    yield (name, *base, f"{flags[0]}={value}")
                else:
                    yield (name, *base, flags[0], value)


def _is_work(value: str) -> bool:
    """Whether a value is a whole number, which may be a large one, or 0 for as much as time allows."""
    return value.replace("_", "").isdecimal() or value == "-0"


def lay_out(folder: Path) -> None:
    """The files that odd values name: what is no regular file, and what holds no text."""
    (folder / "game.json").write_text("{}", encoding="utf-8")
    (folder / "latin.yaml").write_bytes(b"ruleset: {name: latin, title: \xe9}\n")
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "empty").write_bytes(b"")
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "games.parquet").write_bytes(_rows())
    (folder / "gale-1.0.yupana").write_bytes(_package())
    with contextlib.suppress(OSError, AttributeError):
        os.symlink("loop", folder / "loop")
    with contextlib.suppress(OSError, AttributeError):
        os.mkfifo(folder / "fifo")


@cache
def _package() -> bytes:
    """A package of an overlay that changes nothing."""
    rules = b"ruleset: {name: gale, title: Gale, version: 1.0, language: 4, extends: tic_tac_toe}\n"
    return archive_of(package_of("gale", "Gale", "1.0", "tic_tac_toe", "gale.yaml", {"gale.yaml": rules}))


@cache
def _rows() -> bytes:
    """A file that `simulate --rows` has written; empty where nothing can write one."""
    if find_spec("pyarrow") is None:
        return b""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        line = [sys.executable, "-m", "yupana", "simulate", "tic_tac_toe", "--games", "3", "--rows", str(path)]
        subprocess.run(line, env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}, check=True)
        return path.read_bytes()


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
