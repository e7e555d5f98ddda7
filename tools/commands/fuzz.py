"""`yupana fuzz`: looks for what is wrong with a ruleset, guided by what was not reached yet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..fuzzing.plan import Plan
from ..fuzzing.report import document, show, write
from ..fuzzing.run import search
from ..fuzzing.unreached import unreached
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.files import make_folder
from ..shell.options import AsJson, Engine, PlainSettings, RunSeed, Target, Workers
from ..shell.output import print_json
from ..shell.progress import progress
from ..targets.games import engine_of, game_options, load_game, player_count

_USUAL = 60.0
"""Seconds, when neither time nor decisions are given."""


def command(
    name: Target,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Number of players.", show_default="all that can play")
    ] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long to look.", show_default="1")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="The same in seconds.", show_default=False)] = None,
    decisions: Annotated[
        int, typer.Option("--decisions", min=0, help="Look through so many decisions instead; 0: as time allows.")
    ] = 0,
    seed: RunSeed = 1,
    workers: Workers = 1,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=2**31 - 1, help="Decisions after which a playout is taken for endless.")
    ] = 5_000,
    option: PlainSettings = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="Write saved games and examples into this folder."),
    ] = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Look for faults, broken invariants, games without an end, leaks, and what is never reached.

    Plays on from positions where something rare was reached, and shrinks what goes wrong to the shortest list of
    decisions, as an example that can be pasted into the ruleset. With one worker and a number of decisions the same
    seed finds the same. Exits 1 when something is wrong; what was not reached is told, and is no fault.
    """
    if sum(each is not None for each in (minutes, seconds, decisions or None)) > 1:
        raise UsageError("`--minutes`, `--seconds` and `--decisions` each bound the run; give one of them.")
    time = (minutes or 0.0) * 60 + (seconds or 0.0)
    if not 0 <= time <= 24 * 3600 or (0 in (minutes, seconds)):
        raise UsageError("A run takes more than no time and at most a day.")
    game = load_game(name, engine_of(engine, bulk=True))
    counts = range(game.min_players, game.max_players + 1) if players is None else [player_count(game, players)]
    plan = Plan(
        name, tuple(counts), seed, time or (0.0 if decisions else _USUAL), decisions, limit,
        tuple(game_options(option).items()), game.back_end.name,
    )  # fmt: skip
    if output is not None:
        make_folder(output)
    with progress() as report:
        found = search(plan, workers, report)
    missing = unreached(found, game.ruleset)
    written, failed = {}, None
    try:
        written = {} if output is None else write(found, output)
    except UsageError as fault:  # what took so long is not lost when there is no room for it
        failed = fault
    if as_json:
        print_json("fuzz", document(found, missing, written))
    else:
        if found.interrupted:
            console(stderr=True).print(f"Interrupted after {found.decisions:,} decisions.")
        show(found, missing, bool(written))
    if failed is not None:
        raise failed
    if found.interrupted:
        leave(found.interrupted)
    if found.findings:
        leave(FAULTS)
