"""The options and arguments that several commands have, in the same words."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

Target = Annotated[
    str, typer.Argument(metavar="NAME", help="A ruleset: its name, a path, or base+overlay.", show_default=False)
]
Targets = Annotated[
    list[str], typer.Argument(metavar="NAME", help="Rulesets: names, paths, or base+overlay.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="Number of players.", show_default="2, or as few as can play")
]
RunSeed = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of the whole run.")]
NewSeed = Annotated[
    int | None, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Seed.", show_default="a new one")
]
SeatBots = Annotated[
    str | None,
    typer.Option("--bots", help="Bots on seats: `red=random`, `human,random`, or one for all.", show_default="none"),
]
TableLanguage = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="The language of the table, such as `ja`.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
PlainSettings = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
"""The same where `-o` is a file."""
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")]
ReportFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the whole report: .html, .md or .json.")
]
Workers = Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Processes to play in.")]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Play on the workers of this scheduler of Dask.", show_default=False
    ),
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=2**31 - 1, help="Decisions after which a game is given up.")]
Engine = Annotated[
    str,
    typer.Option(
        "--engine", metavar="ENGINE", help="What runs the rules: python, native, or auto for what suits the command."
    ),
]


def finite(seconds: float | None) -> float | None:
    """A number of seconds that a command can wait; for options. Raises UsageError."""
    if seconds is not None and not (math.isfinite(seconds) and 0 <= seconds <= 3600):
        raise UsageError("A time is a number of seconds from 0 to 3600.")
    return seconds


Address = Annotated[
    str, typer.Option("--host", metavar="HOST", help="The address to serve on; `0.0.0.0` lets others in.")
]
OpensBrowser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]
ServesFor = Annotated[
    float, typer.Option("--for", callback=finite, help="Stop after so many seconds.", show_default="never")
]
