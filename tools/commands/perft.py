"""`yupana perft`: counts decision sequences, to compare two implementations of the same rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from yupana.interpreter.examples.running import position_of
from yupana.interpreter.game import Game, State
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SUFFIXES
from yupana.schemas.record import read_save

from ..playing.perft import Depth, depths, divide
from ..playing.saves import taken_up, tell
from ..shell.options import AsJson, Engine, Players, Settings, Target
from ..shell.output import echo, print_json
from ..targets.games import engine_of, game_options, load_game, player_count
from ..targets.rulesets import compile_sound, position_file


def command(
    name: Target,
    players: Players = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the generator.")] = 1,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="Length of the sequences.")] = 3,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="WHERE", help="Begin at a saved game, an example (NAME) or a position (FILE.yaml)."
        ),
    ] = None,
    by_option: Annotated[bool, typer.Option("--divide", help="Also count by the first option.")] = False,
    chance: Annotated[
        bool, typer.Option("--chance", help="Go through all that chance can do, in place of the generator.")
    ] = False,
    option: Settings = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Count the legal decision sequences of every length up to one.

    A game that ends earlier adds nothing. Chance goes on from the generator in the state, so for a game of chance the
    count belongs to the seed; with --chance every outcome is a branch, and those that lead to the same position are
    one. --divide shows how many of the longest begin with each option.
    """
    runs = engine_of(engine, bulk=True)
    game = load_game(name, runs)
    if begin is None:
        settings, count = game_options(option), player_count(game, players)
        if chance:
            states = [each.state for each in game.starts(count, settings, seed=seed, merge=True)]
        else:
            states = [game.start(players=count, seed=seed, options=settings)]
    else:
        if players is not None or option:
            raise UsageError("`--from` says how many play and with which options: leave `--players`, `--option` out.")
        states = [_position(game, name, begin, runs)]
    rows: list[Depth] = []
    for each in depths(states, depth, chance=chance):
        rows.append(each)
        if not as_json:
            _show(each, first=len(rows) == 1)
    parts = divide(states, depth, chance=chance) if by_option and depth else {}
    if as_json:
        document: dict[str, Any] = {"depth": depth, "leaves": rows[-1].leaves}
        document["depths"] = [{"depth": each.depth, "leaves": each.leaves, "seconds": each.seconds} for each in rows]
        if by_option:
            document["divide"] = [{"option": text, "leaves": leaves} for text, leaves in parts.items()]
        print_json("perft", document)
        return
    wide = max([len(text) for text in parts], default=0)
    for text, leaves in parts.items():
        echo(f"{text:{wide}}  {leaves:,}")


def _show(row: Depth, first: bool) -> None:
    if first:
        echo("depth        sequences   seconds")
    echo(f"{row.depth:5}  {row.leaves:15,}  {row.seconds:8.2f}")


def _position(game: Game, target: str, begin: str, engine: str) -> State:
    """The position at the end of a saved game, an example, or what a file says as an example does."""
    path = Path(begin)
    if path.is_file() and path.suffix in SUFFIXES:
        return position_file(compile_sound(target), begin, path, engine)
    if path.is_file():
        found = taken_up(game, read_save(path))
        tell(found)
        return found.state
    compiled = compile_sound(target)
    if begin not in compiled.ruleset.examples and (path.suffix or len(path.parts) > 1):
        raise UsageError(f"There is no file `{begin}`, and no example of this name.")
    return position_of(compiled, begin, engine)
