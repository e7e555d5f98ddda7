"""`yupana debug`: stepping through the rules of a ruleset."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..debugging.adapter import Adapter
from ..debugging.opening import Wanted, open_course
from ..debugging.session import Session
from ..debugging.terminal import Stepper
from ..shell.exits import leave
from ..shell.options import Players, Settings
from ..shell.streams import messages
from ..targets.games import game_options
from ..terminal.reader import make_reader


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A ruleset: its name, a path, or base+overlay.", show_default="an editor's"
        ),
    ] = None,
    example: Annotated[
        str | None, typer.Option("--example", "-e", metavar="NAME", help="The example to step through.")
    ] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="A saved game to step through.")] = None,
    break_: Annotated[
        list[str] | None,
        typer.Option("--break", metavar="PLACE", help="Where to stop: FILE:LINE, or an element; may be repeated."),
    ] = None,
    players: Players = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Seed of a new game.")] = 1,
    option: Settings = None,
    dap: Annotated[bool, typer.Option("--dap", help="Serve an editor on standard input and output.")] = False,
) -> None:
    """Step through the rules of a game line by line, forwards and back.

    It goes through an example, a saved game, or a new one, whose decisions are taken with `do`; `help` tells what else
    can be said. An editor starts it without a ruleset, or with --dap, and says by the Debug Adapter Protocol what is to
    be stepped through. Exits 1 when the example does not hold or the rules fail.
    """
    if dap and name is not None:
        raise UsageError("With `--dap` the editor says which ruleset it is.")
    if name is None and (example or save or break_ or (not dap and sys.stdin.isatty())):
        raise UsageError("Which ruleset? Without one an editor says it, by the Debug Adapter Protocol.")
    if name is None:
        with messages() as (reads, writes):
            Adapter(reads, writes).run()
        return
    if example is not None and save is not None:
        raise UsageError("Step through an example or a saved game, not both.")
    if (example or save) and (players is not None or option):
        raise UsageError("An example and a saved game say how many play and with which options.")
    course = open_course(Wanted(name, example, save, players, seed, game_options(option)))
    stepper = Stepper(make_reader())
    code = stepper.run(Session(course, stepper), break_ or ())
    if code:
        leave(code)
