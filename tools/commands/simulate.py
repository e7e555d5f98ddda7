"""`yupana simulate`: statistics over many games played by bots."""

from __future__ import annotations

from typing import Annotated

import typer

from ..bots.seats import read_bots
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson, Engine, Players, Settings, Target
from ..shell.output import print_json
from ..simulation.crew import Crew
from ..simulation.playouts import DEFAULT_LIMIT, Plan
from ..simulation.run import how_often, play_plan
from ..simulation.show import show
from ..simulation.summing import summary
from ..targets.games import engine_of, game_options, load_game, player_count, seat_names


def command(
    name: Target,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of the whole run.")] = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each: random,first.")] = "random",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Processes to play in.")] = 1,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="Decisions after which a game is given up.")
    ] = DEFAULT_LIMIT,
    check_invariants: Annotated[
        str,
        typer.Option(
            "--check-invariants",
            metavar="WHEN",
            help="When the ruleset's invariants are asked: at every decision, at every Nth one, or at the end only.",
            show_default=True,
        ),
    ] = "every",
    option: Settings = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Play many games with bots: wins, scores, length.

    The same seed gives the same games for any number of workers. Exits 1 when a game ran into a rule fault; each
    fault comes with the command that repeats it. Ctrl-C reports the games that are finished.
    """
    game = load_game(name, engine_of(engine, bulk=True))
    count = player_count(game, players)
    seats = seat_names(game, count)
    kinds = tuple(read_bots(bots, seats, people=False))
    asked, runs = how_often(check_invariants), game.back_end.name
    plan = Plan(name, count, games, seed, kinds, game_options(option), limit, asked, runs)
    run = play_plan(game, plan, Crew(min(workers, games)))
    document = summary(game, plan, run.tally, run.games_per_second, run.decisions_per_second)
    if run.interrupted:
        document["interrupted"] = True
    if as_json:
        print_json("simulate", document)
    else:
        if run.interrupted:
            console(stderr=True).print(f"Interrupted: {run.tally.games} of {games} games were played.")
        show(document, seats)
    if run.interrupted:
        leave(run.interrupted)
    if run.tally.faults:
        leave(FAULTS)
