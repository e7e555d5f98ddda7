"""`yupana watch`: what a save did, at once: its faults, what changed, and the examples it concerns."""

from __future__ import annotations

from typing import Annotated

import typer

from ..shell.exits import FAULTS, INTERRUPTED, leave
from ..shell.options import AsJson, Target, finite
from ..shell.signals import code_of
from ..strength.watching import SECONDS, glances, show
from ..testing.looks import Shows
from ..testing.watching import Watcher


def command(
    name: Target,
    once: Annotated[bool, typer.Option("--once", help="Look once and end; exits 1 on faults.")] = False,
    interval: Annotated[
        float,
        typer.Option(
            "--interval", metavar="SECONDS", min=0.01, max=60, callback=finite, help="How often to look at the files."
        ),
    ] = 0.5,
    strength: Annotated[
        float,
        typer.Option(
            "--strength", metavar="SECONDS", min=0, max=3600, callback=finite,
            help="How long to break what was edited, to see what the examples notice.",
        ),
    ] = SECONDS,
    as_json: AsJson = False,
) -> None:
    """Check, and run the examples an edit concerns, at every save.

    The first look runs all examples. After a save those come first that depend on what was changed, then the others.
    When all hold, the elements that were edited are broken in every small way, as `yupana strength` does, and what no
    example notices is told; the next save ends that. With --json there is one document on a line for each look, and
    one of `yupana strength` where something was broken. Ctrl-C ends it.
    """
    watcher = Watcher(name)
    shows = Shows(name, as_json=as_json, once=once)
    try:
        look = watcher.look()
        assert look is not None
        shows.show(look)
        if once:
            if not look.ok:
                leave(FAULTS)
            return
        shows.waits()
        while True:
            watcher.wait(interval)
            look = watcher.look()
            if look is not None:
                shows.show(look)
                show(name, glances(look, name, watcher.changed_on_disk, strength), as_json=as_json)
                shows.waits()
    except KeyboardInterrupt as stop:
        if once or code_of(stop) != INTERRUPTED:
            raise
        shows.end()
