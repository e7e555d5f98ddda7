"""Games that OpenSpiel has as well, each played at random beside it: at every decision both offer the same, and at the
end the same have won."""

from __future__ import annotations

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


def _liars_dice(option: Option, other: Any) -> str:
    return "Liar" if option.name == "liar" else f"{option.args['quantity']}-{option.args['face']}"


def _seen(state: State, player: str) -> Any:
    return state.observation(player)


def _liars_die(state: State, other: Any) -> int:
    """The next die under the cups of our players: OpenSpiel has its dice thrown one cup after the other."""
    cups: list[Any] = [_seen(state, player)["fields"]["Player.faces"][player] for player in state.names]
    thrown = sum(1 for each in other.full_history() if each.player < 0)
    return [face for cup in cups for face in cup][thrown] - 1


LIARS = {"wild": "highest", "loss": "all"}
"""OpenSpiel's highest face is wild, and one call ends the game."""

GAMES = [
    Pair("amazons", "amazons", _amazons(10)),
    Pair("amazons", "amazons(board_size=8)", _amazons(8), options={"side": 8}),
    Pair("amazons", "amazons(board_size=6)", _amazons(6), options={"side": 6}),
    Pair("nine_mens_morris", "nine_mens_morris", _nine_mens_morris),
    Pair("liars_dice", "liars_dice", _liars_dice, chance=_liars_die, options={**LIARS, "dice": 1}),
    Pair("liars_dice", "liars_dice(numdice=5)", _liars_dice, chance=_liars_die, options=LIARS),
    Pair(
        "liars_dice",
        "liars_dice(numdice=3,dice_sides=4,bidding_rule=reset-quantity)",
        _liars_dice,
        chance=_liars_die,
        options={**LIARS, "dice": 3, "sides": 4, "ladder": "by_face"},
    ),
]

each_game = pytest.mark.parametrize("pair", GAMES, ids=lambda pair: f"{pair.ruleset}-{pair.other}")


@each_game
def test_a_few_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, FEW) > 2 * len(FEW)


@pytest.mark.slow
@each_game
def test_a_thousand_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, MANY) > 2 * len(MANY)


def _decisions(pair: Pair, seeds: range) -> int:
    ours, other = game(pair.ruleset), spiel.load_game(pair.other)
    return sum(play(pair, ours, other, seed) for seed in seeds)
