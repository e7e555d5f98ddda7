"""`yupana sweep`: a ruleset with other values, played and measured at every point of a grid."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError
from yupana.schemas.ruleset import Ruleset

from ..book.called import called
from ..bots.seats import read_bots
from ..measures.components import Components
from ..measures.figures import measures_of
from ..plots.charts import EXTRA
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.extras import need
from ..shell.files import folder_is_writable, written_behind
from ..shell.options import AsJson, Cluster, Engine, Limit, Players, RunSeed, Settings, Target, Workers
from ..shell.output import print_json
from ..shell.progress import progress
from ..simulation.crew import crew_of
from ..simulation.playouts import DEFAULT_LIMIT, Plan
from ..sweep.figures import look_for, read_measures
from ..sweep.keeping import Folder
from ..sweep.never import same_everywhere
from ..sweep.page import page
from ..sweep.report import document, show
from ..sweep.run import Sweep, play_points
from ..sweep.varying import grid, read_varies, sample
from ..sweep.wishes import rank, read_wishes
from ..targets.games import engine_of, game_options, load_game, player_count, seat_names
from ..targets.rulesets import compile_sound
from ..targets.same_rules import identity


def command(
    name: Target,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary", metavar="NAME=VALUES", help="A constant, option or path and its values: cost=1..3; repeatable."
        ),
    ],
    wish: Annotated[
        list[str] | None, typer.Option("--wish", metavar="WISH", help="A wish: drawn<5%, length~60; repeatable.")
    ] = None,
    measures: Annotated[
        str,
        typer.Option(
            "--measures",
            metavar="NAMES",
            help="Measures to take and show, such as length,drama; or all.",
            show_default="what the end of a game tells; all where bots think",
        ),
    ] = "",
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, max=1_000_000, help="Games at each point.")] = 200,
    seed: RunSeed = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each.")] = "random",
    points: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help="Try so many points of the grid, evenly spread.")
    ] = None,
    workers: Workers = 1,
    cluster: Cluster = "",
    limit: Limit = DEFAULT_LIMIT,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help="Keep overlays and figures of the points there.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the sweep that is kept in --into.")] = False,
    output: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with plots (extra plots).")
    ] = None,
    option: Settings = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Play a ruleset with other values in some places, and measure every point.

    What is varied is a constant, an option of the game, or any value by its path, such as kinds.Ship.count. All points
    have the same seeds. Measures are those of `balance`, by the same names; what needs a look at every decision, such
    as branching or drama, is taken where it is wished or named, and where bots think. With --into the overlay of each
    point is kept as a file, and --resume goes on after an interruption.
    """
    if output is not None:
        need("vl_convert", EXTRA)
        folder_is_writable(output)
    if resume and into is None:
        raise UsageError("`--resume` needs `--into FOLDER`, where the sweep is kept.")
    crew = crew_of(workers, cluster)
    compiled = compile_sound(name)
    game = load_game(name, engine_of(engine, bulk=True))
    ruleset = compiled.ruleset
    count = player_count(game, players)
    kinds = tuple(read_bots(bots, seat_names(game, count), people=False))
    options = [each.name for each in game.program.game_options]
    varies = tuple(read_varies(vary, _places(ruleset, count), options))
    settings = game_options(option)
    for each in varies:
        if each.way == "option" and each.name in settings:
            raise UsageError(f"The option `{each.name}` is varied: it cannot be `{settings[each.name]}` in all games.")
    components = Components(game)
    known = measures_of(game, components)
    named = read_measures(measures, [each.key for each in known])
    wishes = read_wishes(wish or (), [each.key for each in known])
    wished = [each.figure for each in wishes]
    chosen = tuple(grid(varies) if points is None else sample(varies, points, seed))
    plan = Plan(name, count, games, seed, kinds, settings, limit, engine=game.back_end.name)
    look = look_for(game, plan, components, known, [*named, *wished])
    known = [each for each in known if each.key in look.keys]
    sweep = Sweep(plan, ruleset.ruleset.language, compiled.name, varies, chosen, look, tuple(known))
    with tempfile.TemporaryDirectory(prefix="yupana-") as scratch:
        folder = Folder(Path(scratch) / "sweep" if into is None else into)
        folder.begin(_identity(sweep, game), resume=resume)
        with progress() as told:
            total = games * len(chosen)
            outcomes = list(play_points(sweep, folder, crew, game, lambda done: told("games", done, total)))
        notes = same_everywhere(sweep, folder, outcomes)
    ranked = rank(wishes, [each.figures for each in outcomes]) if wishes else []
    found = document(sweep, outcomes, wishes, ranked, notes)
    names = {
        **called(ruleset, compiled.parts, [each.name for each in varies]), plan.target: ruleset.ruleset.title
    }  # fmt: skip
    with written_behind(output, lambda: page(found, names)):
        if as_json:
            print_json("sweep", found)
        else:
            show(console(), found, names, [] if measures.strip() == "all" else named, wished)
            if into is not None:
                console().print(f"The overlays of the points are in {into}.")
    if output is not None and not as_json:
        console().print(f"The page with plots: {output}")
    if any(each.fault for each in outcomes):
        leave(FAULTS)


def _places(ruleset: Ruleset, players: int) -> dict[str, tuple[str, ...]]:
    """Where the value of each constant stands, for so many players."""
    return {
        name: ("constants", name, *(("value",) if each.by_players is None else ("by_players", str(players))))
        for name, each in ruleset.constants.items()
    }


def _identity(sweep: Sweep, game: Game) -> dict[str, object]:
    """What makes a sweep the same: all that its figures depend on."""
    plan = sweep.plan
    return {
        **identity(game), "players": plan.players, "games": plan.games, "seed": plan.seed, "bots": list(plan.bots),
        "options": dict(plan.options), "limit": plan.limit, "measures": sorted(sweep.look.keys),
        "worth": sweep.look.worth,
        "vary": [[each.name, list(each.values)] for each in sweep.varies],
        "points": [list(each.values) for each in sweep.points],
    }  # fmt: skip
