"""`yupana perft`: counts decision sequences, to compare two implementations of the same rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Players, Settings, Target, echo, game_options, load_game, player_count, print_json

if TYPE_CHECKING:
    from yupana.interpreter.game import State


def perft(
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


def count_leaves(state: State, depth: int) -> int:
    """The number of legal decision sequences of length exactly `depth` (0 or more) from a state; it is not changed."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    options = state.option_tuples()
    if depth == 1:
        return len(options)
    leaves = 0
    for option in options:
        after = state.clone()
        after.apply_tuple(option)
        leaves += count_leaves(after, depth - 1)
    return leaves
