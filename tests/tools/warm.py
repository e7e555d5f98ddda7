"""A process that has loaded the command line already and forks for every command: interruptions by the thousand become
cheap, and a random moment falls into the work of a command rather than into the loading of Python.

Asked by lines of JSON on standard input: `{"words", "folder", "environment", "out", "err"}`. For each it prints the
number of the process that carries the command out, and when that has ended how: its exit code, or minus its signal.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from importlib import import_module

from yupana.tests.tools.command_line import hear_signals
from yupana.tools import cli
from yupana.tools.commands.table import COMMANDS

LOADED = tuple(f"yupana.tools.commands.{row.name}" for row in COMMANDS)
"""All that a command may want."""


def _carry_out(asked: dict[str, object]) -> None:
    """The command, in the child; it never comes back."""
    words, environment = asked["words"], asked["environment"]
    assert isinstance(words, list)
    assert isinstance(environment, dict)
    os.setsid()
    os.chdir(str(asked["folder"]))
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number, name in ((1, "out"), (2, "err")):
        file = os.open(str(asked[name]), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, number)
    sys.argv = ["yupana", *words]
    cli.main()


def main() -> None:
    """Fork for every line until there are no more."""
    for name in LOADED:
        import_module(name)
    gc.freeze()
    hear_signals()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a fork that has not begun yet ends without a word
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            _carry_out(asked)
            os._exit(99)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
