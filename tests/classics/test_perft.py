"""How many sequences of moves there are, as others have counted them; by OpenSpiel too, where it is installed.

A game that has ended adds nothing, and who is passed over has not moved: both are told apart in none of these depths.
"""

from __future__ import annotations

from typing import Any

import pytest
from yupana.interpreter.game import State
from yupana.tests.found import game
from yupana.tools.playing.perft import count_leaves

from .pairs import PAIRS

COUNTS = {
    "tic_tac_toe": [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872],
    "connect_four": [7, 49, 343, 2401, 16_807, 117_649, 823_536],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55_092],
    "breakthrough": [22, 484, 11_132, 256_036],
    "go": [82, 6643],
    "checkers": [7, 49, 302, 1469, 7361],
}
"""Tic-tac-toe to its end; a column of connect four takes six discs, so that 7 of its first 7 ** 7 are missing. Those of
reversi ("Perft for Reversi", 2009) and of checkers ("Perft for Checkers") are Aart Bik's; those of breakthrough and
of go are OpenSpiel's own, counted below."""
QUICK = 2_500
"""So many sequences are counted in quick runs."""

CASES = [
    pytest.param(ruleset, depth, leaves, id=f"{ruleset}-{depth}", marks=[pytest.mark.slow] if leaves > QUICK else [])
    for ruleset, counts in COUNTS.items()
    for depth, leaves in enumerate(counts, start=1)
]


@pytest.mark.parametrize(("ruleset", "depth", "leaves"), CASES)
def test_there_are_as_many_sequences_as_are_known(ruleset: str, depth: int, leaves: int) -> None:
    assert count_leaves(game(ruleset).start(), depth) == leaves


POSITIONS = {
    "tic_tac_toe": [9, 72, 252, 756, 1260, 1520, 1140, 390, 78],
    "connect_four": [7, 49, 238, 1120, 4263, 16_422, 54_859],
    "reversi": [4, 12, 54, 236, 1288, 7092],
}
"""How many positions there are after so many moves. With the empty board tic-tac-toe has 5478 in all; those of connect
four are A212693 of the On-Line Encyclopedia of Integer Sequences, those of reversi A124005 after its first."""


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [
        ("tic_tac_toe", 5),
        ("connect_four", 4),
        ("reversi", 4),
        pytest.param("tic_tac_toe", 9, marks=pytest.mark.slow),
        pytest.param("connect_four", 7, marks=pytest.mark.slow),
        pytest.param("reversi", 6, marks=pytest.mark.slow),
    ],
)
def test_there_are_as_many_positions_as_are_known(ruleset: str, plies: int) -> None:
    """However they are reached: equal positions have equal keys."""
    there, counted = [game(ruleset).start()], []
    for _ in range(plies):
        after: dict[bytes, State] = {}
        for state in there:
            for option in state.option_tuples():
                other = state.clone()
                other.apply_tuple(option)
                after.setdefault(other.key, other)
        there = list(after.values())
        counted.append(len(there))
    assert counted == POSITIONS[ruleset][:plies]


def _turns(state: State, depth: int) -> int:
    """As others count checkers: who jumps on has made one move."""
    if state.decision is None or depth == 0:
        return int(depth == 0)
    count = 0
    for option in state.option_tuples():
        after = state.clone()
        after.apply_tuple(option)
        goes_on = after.decision is not None and after.decision.seat == state.decision.seat
        count += _turns(after, depth if goes_on else depth - 1)
    return count


@pytest.mark.slow
def test_checkers_has_as_many_moves_of_several_jumps_as_are_known() -> None:
    assert _turns(game("checkers").start(), 6) == 36_768


def _count(other: Any, depth: int) -> int:
    if other.is_terminal():
        return 0
    actions = other.legal_actions()
    return len(actions) if depth == 1 else sum(_count(other.child(action), depth - 1) for action in actions)


@pytest.mark.parametrize(("ruleset", "depth", "leaves"), CASES)
def test_openspiel_counts_the_same(ruleset: str, depth: int, leaves: int) -> None:
    spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")
    name = next(pair.other for pair in PAIRS if pair.ruleset == ruleset)
    assert _count(spiel.load_game(name).new_initial_state(), depth) == leaves
