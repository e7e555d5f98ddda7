"""`yupana perft`: counts decision sequences, to compare two implementations of the same rules."""

from __future__ import annotations

from typing import Annotated

import typer

from ..playing.perft import count_leaves
from ..shell.options import AsJson, Players, Settings, Target
from ..shell.output import echo, print_json
from ..targets.games import game_options, load_game, player_count


def command(
    name: Target,
    players: Players = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the generator.")] = 1,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="Length of the sequences.")] = 3,
    option: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Count the legal decision sequences of one length.

    A game that ends earlier adds nothing. Chance goes on from the generator in the state, so for a game of chance the
    count belongs to the seed.
    """
    game = load_game(name)
    state = game.start(players=player_count(game, players), seed=seed, options=game_options(option))
    leaves = count_leaves(state, depth)
    if as_json:
        print_json("perft", {"depth": depth, "leaves": leaves})
    else:
        echo(f"{leaves} sequences of {depth} decision{'' if depth == 1 else 's'}")
