"""`yupana tune`: weights of a ruleset's features, fitted by self-play; what matters in the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..bots.weights import place_of, read_weights
from ..documents.playing import Tune
from ..shell.console import console
from ..shell.files import folder_is_writable, written_behind
from ..shell.options import AsJson, Engine, PlainSettings, Players, RunSeed, Target, Workers
from ..shell.output import print_json
from ..shell.progress import progress
from ..simulation.crew import Crew
from ..targets.games import engine_of, game_options, load_game, player_count
from ..targets.rulesets import compile_sound
from ..tuning.fitting import FEWEST, Fitting
from ..tuning.matches import Table
from ..tuning.report import document, show, weights_file


def command(
    name: Target,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=FEWEST, help="How many games, at most.")] = 3000,
    seed: RunSeed = 1,
    workers: Workers = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the weights there, not beside the ruleset."),
    ] = None,
    kept: Annotated[bool, typer.Option("--show", help="Only show what the kept weights say; play nothing.")] = False,
    option: PlainSettings = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Fit weights of a ruleset's features by self-play; tell what matters in the game.

    The weights are kept beside the ruleset, where the bot `tuned` finds them, or in --output FILE for `tuned:FILE`.
    The same seed and number of games give the same weights for any number of workers.
    """
    compiled = compile_sound(name)
    game = load_game(name, engine_of(engine, bulk=True))
    if not game.features:
        raise UsageError(f"`{name}` names no `features`: quantities that may matter, which `tune` finds weights for.")
    path = place_of(compiled.parts[-1]) if output is None else output
    if kept:
        found = _kept(path, game)
        fresh = read_weights(str(path)).fitted_for(game)
    else:
        folder_is_writable(path)
        seats, settings = player_count(game, players), game_options(option)
        with progress() as told, Crew(workers).kept(game) as crew:
            table = Table(game, seats, settings, crew)
            fitting = Fitting(table, games, seed, told)
            fitted = fitting.fit()
        found, fresh = document(game, fitted, fitting.par, table.players, seed, _texts(compiled)), True
    with written_behind(None if kept else path, lambda: weights_file(game, found)):
        if as_json:
            print_json("tune", found)
        else:
            show(console(), found, fresh=fresh)
    if not kept:
        read_weights.cache_clear()
        if not as_json:
            console().print(f"The weights are in {path}.")


def _texts(compiled: SoundRuleset) -> dict[str, str]:
    """What the ruleset says of its features."""
    return {str(name): " ".join((each.text or "").split()) for name, each in compiled.ruleset.features.items()}


def _kept(path: Path, game: Game) -> Tune:
    """What a file of weights says was found. Raises UsageError."""
    weights = read_weights(str(path))
    weights.of(game.start(), str(path))
    said: dict[str, Any] | None = weights.told.get("found")
    try:
        return {"ruleset": game.name, "engine": game.back_end.name, **said}  # type: ignore[typeddict-item]
    except TypeError:
        raise UsageError(f"`{path}` holds weights, but not what was found about them.") from None
