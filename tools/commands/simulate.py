"""`yupana simulate`: statistics over many games played by bots."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from rich.text import Text
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..bots.seats import read_bots
from ..measures.advising import advice
from ..measures.components import Components
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.extras import need
from ..shell.files import typed_path
from ..shell.options import AsJson, Cluster, Engine, Limit, Players, RunSeed, Settings, Target, Workers
from ..shell.output import print_json
from ..simulation.crew import crew_of
from ..simulation.playouts import DEFAULT_LIMIT, Plan
from ..simulation.report import paced, show, summary
from ..simulation.run import how_often, play_plan
from ..targets.games import engine_of, game_options, load_game, player_count, seat_names


def components_of(game: Game) -> Components:
    """What components there are, of which the program does not say where they come from."""
    # loads what compiles
    from yupana.interpreter.compile import compile_ruleset

    return Components(Game(game.program, compile_ruleset(game.target).ruleset))


def command(
    name: Target,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=2**31 - 1, help="How many games.")] = 100,
    seed: RunSeed = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each: random,first.")] = "random",
    workers: Workers = 1,
    cluster: Cluster = "",
    limit: Limit = DEFAULT_LIMIT,
    check_invariants: Annotated[
        str,
        typer.Option(
            "--check-invariants",
            metavar="WHEN",
            help="When the ruleset's invariants are asked: at every decision, at every Nth one, or at the end only.",
            show_default=True,
        ),
    ] = "every",
    rows: Annotated[
        str, typer.Option("--rows", metavar="FILE", help="Write one row a game to a Parquet file.", show_default=False)
    ] = "",
    decisions: Annotated[
        str,
        typer.Option(
            "--decisions",
            metavar="FILE",
            help="Write one row a decision to a Parquet file; games are then played step by step, which takes longer.",
            show_default=False,
        ),
    ] = "",
    components: Annotated[
        bool,
        typer.Option(
            "--components", help="Count in the rows how often each component is used; that takes longer, too."
        ),
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was interrupted; needs `--rows` or `--decisions`.")
    ] = False,
    option: Settings = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Play many games with bots: wins, scores, length.

    The same seed gives the same games for any number of workers. Exits 1 when a game ran into a rule fault; each
    fault comes with the command that repeats it. Ctrl-C reports the games that are finished; with `--rows` they are
    kept, and `--resume` goes on.
    """
    crew = crew_of(workers, cluster)
    game = load_game(name, engine_of(engine, bulk=True))
    count = player_count(game, players)
    seats = seat_names(game, count)
    kinds = tuple(read_bots(bots, seats, people=False))
    asked, runs = how_often(check_invariants), game.back_end.name
    plan = Plan(name, count, games, seed, kinds, game_options(option), limit, asked, runs)
    kept, record = None, None
    if rows or decisions:
        need("pyarrow", "stats")
        from ..simulation import keeping, recording  # pyarrow is an extra

        paths = [typed_path(each) if each else None for each in (rows, decisions)]
        wanted = recording.Wanted(bool(rows), bool(decisions), components_of(game) if components else None)
        kept, record = keeping.Kept(game, plan, wanted, *paths, resume=resume), recording.record_chunk
    elif resume or components:
        raise UsageError(f"`--{'resume' if resume else 'components'}` needs a file of rows: `--rows FILE`.")
    run = play_plan(game, plan, replace(crew, workers=min(workers, games)), kept, record)
    document = summary(game, plan, run.tally, run.games_per_second, run.decisions_per_second)
    if run.interrupted:
        document["interrupted"] = True
    if as_json:
        print_json("simulate", document)
    else:
        if run.interrupted:
            again = "" if kept is None else " Go on with `--resume`."
            console(stderr=True).print(f"Interrupted: {run.tally.games} of {games} games were played.{again}")
        known = [each.name for each in game.program.alternatives]
        never = [each for each in dict.fromkeys(known) if not document["actions"].get(each)]
        console().print(Text(advice(document, seats, never, name), "bold"))
        console().print()
        show(document, seats, paced(document))
    if run.interrupted:
        leave(run.interrupted)
    if run.tally.faults:
        leave(FAULTS)
