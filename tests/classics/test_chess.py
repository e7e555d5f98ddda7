"""Random games of chess beside python-chess: at every position the same moves, the same claims, the same end. And
positions with known numbers of move sequences."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import position_of
from yupana.interpreter.game import Game, State
from yupana.tests.found import game
from yupana.tools.playing.perft import count_leaves

chess = pytest.importorskip("chess", reason="python-chess is not installed (it belongs to the extra `dev`)")

from .chess_moves import moves, position  # noqa: E402

POSITIONS = {
    "start": (chess.STARTING_FEN, [20, 400, 8_902, 197_281, 4_865_609]),
    "crowded": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039, 97_862, 4_085_603]),
    "pinned_in_passing": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238, 674_624]),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9_467, 422_333]),
    "talkchess": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379, 2_103_487]),
    "alternative": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2_079, 89_890, 3_894_594],
    ),
}  # fmt: skip
"""The positions and counts of the page "Perft Results" of the Chess Programming Wiki, in its order."""
QUICK = 300
"""So many sequences are counted in quick runs."""

CASES = [
    pytest.param(name, depth, leaves, id=f"{name}-{depth}", marks=[pytest.mark.slow] if leaves > QUICK else [])
    for name, (_, counts) in POSITIONS.items()
    for depth, leaves in enumerate(counts, start=1)
]


def play(ours: Game, seed: int, board: chess.Board) -> int:
    """A random game in which castling and taking in passing are seldom missed; gives the number of moves."""
    generator = random.Random(seed)
    state = ours.start(seed=seed)
    while not state.over:
        assert state.decision is not None
        where = f"after {state.decisions}"
        known = moves(state.decision.options)
        assert set(known) == {each.uci() for each in board.legal_moves}, where
        claimed = len(known) < len(state.decision.options)
        assert claimed == (board.is_fifty_moves() or board.is_repetition(3)), where
        assert board.outcome() is None, where
        rare = [move for move, option in known.items() if option.name in ("castle", "take_in_passing")]
        move = generator.choice(sorted(rare or known))
        state.apply(known[move])
        board.push_uci(move)
    same_end(state, board)
    return state.ply


def same_end(state: State, board: chess.Board) -> None:
    outcome = board.outcome()
    assert outcome is not None, f"only our game is over after {state.decisions}"
    winner = {None: [], True: ["white"], False: ["black"]}[outcome.winner]
    assert [name for name, result in state.results.items() if result == "win"] == winner


@pytest.mark.slow
def test_random_games_are_the_same() -> None:
    assert sum(play(game("chess"), seed, chess.Board()) for seed in range(1)) > 50


@pytest.mark.slow
def test_many_random_games_are_the_same() -> None:
    assert sum(play(game("chess"), seed, chess.Board()) for seed in range(100, 400)) > 50_000


@pytest.mark.slow
def test_a_king_on_the_hill_wins_there_as_well() -> None:
    variant = pytest.importorskip("chess.variant")
    ours = game("chess+king_of_the_hill")
    assert sum(play(ours, seed, variant.KingOfTheHillBoard()) for seed in range(100, 200)) > 5_000


@cache
def positions(folder: Path) -> dict[str, State]:
    """The positions in our game, each the end of an example in an overlay."""
    overlay = folder / "positions.yaml"
    lines = ["ruleset: {name: positions, title: Positions, language: 4, extends: chess}", "examples:"]
    for name, (fen, _) in POSITIONS.items():
        given = position(chess.Board(fen)).replace("\n", "\n      ")
        lines += [f"  {name}:", "    source: []", "    given: |", f"      {given}", "    then: not is_over()"]
    overlay.write_text("\n".join(lines) + "\n", encoding="utf-8")
    compiled = compile_ruleset(overlay)
    return {name: position_of(compiled, name) for name in POSITIONS}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("positions")


@pytest.mark.parametrize(("name", "depth", "leaves"), CASES)
def test_there_are_as_many_sequences_as_are_known(folder: Path, name: str, depth: int, leaves: int) -> None:
    assert count_leaves(positions(folder)[name], depth) == leaves
