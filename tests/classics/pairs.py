"""What OpenSpiel calls the options of each ruleset. Its players come in the same order as ours."""

from __future__ import annotations

from typing import Any

from yupana.interpreter.game import Option

from .beside import Pair


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
    # a man that is taken has a star behind it; the first player goes from the high rows to the low ones in both
    there, to = option.args["man"], option.args["to"]
    taken = str(other).splitlines()[8 - _row(to)][1 + _column(to)] != "."
    return there + to + ("*" if taken else "")


PAIRS = [
    Pair("tic_tac_toe", "tic_tac_toe", _tic_tac_toe),
    Pair("connect_four", "connect_four", _connect_four),
    Pair("reversi", "othello", _reversi, forced="pass"),
    Pair("breakthrough", "breakthrough", _breakthrough),
]
