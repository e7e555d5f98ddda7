"""What OpenSpiel calls the options of each ruleset, and with which options and players its rules are ours."""

from __future__ import annotations

from typing import Any

from yupana.interpreter.game import Option, State

from .beside import Pair
from .chess_moves import uci


def _column(space: str) -> int:
    return ord(space[0]) - ord("a")


def _row(space: str) -> int:
    return int(space[1:])


def _tic_tac_toe(option: Option, other: Any) -> str:
    space = option.args["space"]
    return f"{'xo'[other.current_player()]}({_row(space) - 1},{_column(space)})"


def _connect_four(option: Option, other: Any) -> str:
    return f"{'xo'[other.current_player()]}{_column(option.args['at'])}"


def _reversi(option: Option, other: Any) -> str:
    return option.args["at"]


def _breakthrough(option: Option, other: Any) -> str:
    # the first player goes from the high rows to the low ones in both
    return option.args["man"] + option.args["to"]


def _hex(option: Option, other: Any) -> str:
    cell = option.args["at"]
    return f"{chr(ord('a') + _row(cell) - 1)}{_column(cell) + 1}"


def _checkers(option: Option, other: Any) -> str:
    # our first row is drawn at the top, theirs at the bottom
    return "".join(f"{space[0]}{9 - _row(space)}" for space in (option.args["man"], option.args["to"]))


def _go(option: Option, other: Any) -> str:
    # their columns have no i
    colour = "BW"[other.current_player()]
    if option.name == "pass":
        return f"{colour} PASS"
    point = option.args["at"]
    return f"{colour} {'abcdefghjklmnopqrst'[_column(point)]}{_row(point)}"


def _chess(option: Option, other: Any) -> str:
    return other.action_to_string(other.parse_move_to_action(uci(option)))


def _kuhn_poker(option: Option, other: Any) -> str:
    return {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}[option.name]


def _leduc_poker(option: Option, other: Any) -> str:
    return {"check": "Call", "fold": "Fold", "raise": "Raise", "call": "Call"}[option.name]


def scores(state: State) -> list[float]:
    """What games about money pay."""
    return [float(points) for points in state.points]


def _dealt(state: State, other: Any) -> str:
    """The card that our game has dealt where the other is about to: to each player, and then to the middle."""
    cards = sum(1 for each in other.full_history() if each.player < 0)
    if cards < 2:
        player = state.names[cards]
        hands = state.observation(player)["zones"]["hand"]
        assert isinstance(hands, dict)
        found = hands[player]
    else:
        found = state.observation(0)["zones"]["middle"]  # type: ignore[assignment]
    assert isinstance(found, list)
    return found[0]


def _kuhn_card(state: State, other: Any) -> int:
    return ("jack", "queen", "king").index(_dealt(state, other))


def _leduc_card(state: State, other: Any) -> int:
    # equal cards are alike in ours; of the other's two that are left either will do
    rank = ("jack", "queen", "king").index(_dealt(state, other).split("_")[0])
    return next(int(card) for card, _ in other.chance_outcomes() if card // 2 == rank)


GO = {"repetition": "drawn", "capped": True}
"""OpenSpiel ends a game of go as a draw when a position comes again, and scores it after so many moves."""

PAIRS = [
    Pair("tic_tac_toe", "tic_tac_toe", _tic_tac_toe),
    Pair("connect_four", "connect_four", _connect_four),
    Pair("connect_four", "connect_four(rows=5,columns=9)", _connect_four, options={"rows": 5, "columns": 9}, few=3),
    Pair("reversi", "othello", _reversi, forced="pass"),
    Pair("breakthrough", "breakthrough", _breakthrough, many=300),
    Pair("breakthrough", "breakthrough(rows=6,columns=6)", _breakthrough, options={"side": 6}, few=3, many=300),
    Pair("hex", "hex", _hex, many=100),
    Pair("hex", "hex(board_size=5)", _hex, options={"side": 5}, few=3),
    Pair("checkers", "checkers", _checkers),
    Pair("go", "go(board_size=9,komi=7.5)", _go, options=GO, few=4),
    Pair("go", "go(board_size=13,komi=6.5)", _go, options={**GO, "side": 13, "komi": 6}, few=1, many=100),
    Pair("go", "go(board_size=19,komi=7.5)", _go, options={**GO, "side": 19}, few=0, many=20),
    Pair(
        "go",
        "go(board_size=19,komi=0.5,handicap=5)",
        _go,
        few=0,
        many=20,
        options={**GO, "side": 19, "komi": 0, "handicap": 5},
    ),
    Pair("chess", "chess", _chess, options={"claims": False}, players=(1, 0), few=1, many=100),
    Pair("kuhn_poker", "kuhn_poker", _kuhn_poker, returns=scores, chance=_kuhn_card),
    Pair("leduc_poker", "leduc_poker", _leduc_poker, returns=scores, chance=_leduc_card),
]
