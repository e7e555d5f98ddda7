"""Games that OpenSpiel has as well, each played at random beside it: at every decision both offer the same, and at the
end the same have won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from yupana.interpreter.game import Option, State
from yupana.tests.found import game

from .beside import Pair, Steps, play

spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")

FEW = range(1, 6)
MANY = range(1000, 2000)


def _amazons(side: int) -> Any:
    """It asks for the amazon, for where she goes and for where she shoots, one after the other."""

    def named(square: str) -> str:
        # our first row is drawn at the bottom, theirs at the top
        return f"({side + 1 - int(square[1:])}, {ord(square[0]) - ord('a') + 1})"

    def action(option: Option, other: Any) -> str | Steps:
        sign = "XO"[other.current_player()]
        if option.name == "shoot":
            return f"{sign} Shoot: {named(option.args['at'])}"
        return f"{sign} From {named(option.args['amazon'])}", f"{sign} To {named(option.args['to'])}"

    return action


ROWS = ("adg7", "bdf6", "cde5", "abcefg4", "cde3", "bdf2", "adg1")
POINTS = [column + row[-1] for row in ROWS for column in row[:-1]]
"""The points of a morris board as OpenSpiel numbers them: row by row from the top."""


def _nine_mens_morris(option: Option, other: Any) -> str:
    if option.name == "move":
        return f"Move {POINTS.index(option.args['man'])} -> {POINTS.index(option.args['to'])}"
    return f"Point {POINTS.index(option.args['at' if option.name == 'place' else 'man'])}"


def _quoridor(side: int) -> Any:
    """Their first row is drawn at the top, and a wall is called by the square above it and at its left."""

    def action(option: Option, other: Any) -> str:
        name = option.args["to" if option.name == "run" else "joint"]
        row = int(name[1:].partition("_")[0])
        if option.name == "run":
            return f"{name[0]}{side + 1 - row}"
        return f"{name[0]}{side - row}{'h' if option.args['lie'] == 'level' else 'v'}"

    return action


def _shared(side: int, seats: tuple[int, ...]) -> Callable[[State], list[float]]:
    """Who does not win pays a part of what the winner gets. OpenSpiel calls it a draw where the very last turn wins; and
    it says who decides by other numbers than who is paid, which go round the table as ours do."""

    def returns(state: State) -> list[float]:
        won = [each == "win" for each in state.results.values()]
        if not any(won) or state.ply == 4 * side * side:
            return [0.0] * len(won)
        return [1.0 if won[seat] else -1.0 / (len(won) - 1) for seat in seats]

    return returns


def _quoridors() -> Iterator[Pair]:
    for side, seats in ((9, (0, 1)), (7, (0, 1)), (6, (0, 1)), (5, (0, 1)), (9, (0, 2, 1, 3)), (5, (0, 2, 1))):
        other = f"quoridor(board_size={side},players={len(seats)},wall_count={side * side // 4 // len(seats)})"
        yield Pair(
            "quoridor", other, _quoridor(side), returns=_shared(side, seats), options={"side": side}, players=seats
        )


GAMES = [
    Pair("amazons", "amazons", _amazons(10)),
    Pair("amazons", "amazons(board_size=8)", _amazons(8), options={"side": 8}),
    Pair("amazons", "amazons(board_size=6)", _amazons(6), options={"side": 6}),
    Pair("nine_mens_morris", "nine_mens_morris", _nine_mens_morris),
    *_quoridors(),
]

each_game = pytest.mark.parametrize("pair", GAMES, ids=lambda pair: f"{pair.ruleset}-{pair.other}")


@each_game
def test_a_few_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, FEW) > 10 * len(FEW)


@pytest.mark.slow
@each_game
def test_a_thousand_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, MANY) > 10 * len(MANY)


def _decisions(pair: Pair, seeds: range) -> int:
    ours, other = game(pair.ruleset), spiel.load_game(pair.other)
    return sum(play(pair, ours, other, seed) for seed in seeds)
