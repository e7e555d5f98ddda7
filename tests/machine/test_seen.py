"""What a seat sees as numbers: within their bounds, the same for every process, and never more than an observation."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from yupana.interpreter.game import State, UsageError, load
from yupana.tests.found import game, slow_variants

SHIPPED = slow_variants()


def _positions(target: str, players: int, count: int, seed: int = 5) -> list[State]:
    """Positions of one random game, evenly over its first decisions."""
    state, draw, out = game(target).start(players, seed), random.Random(seed), []
    while not state.over and len(out) < count * 3:
        out.append(state.clone())
        state.apply_tuple(draw.choice(state.option_tuples()))
    return [*out[::3], state]


@pytest.mark.parametrize("target", SHIPPED)
def test_every_number_has_a_name_of_its_own_and_stays_within_its_bounds(target: str) -> None:
    for players in {game(target).min_players, game(target).max_players}:
        seen = game(target).seen(players)
        assert len({each.name for each in seen.layout}) == len(seen.layout)
        for state in _positions(target, players, 12):
            for seat in range(players):
                numbers = seen.look(state, seat).numbers
                assert len(numbers) == len(seen.layout)
                wrong = [
                    (each, value)
                    for each, value in zip(seen.layout, numbers, strict=True)
                    if not each.low <= value <= each.high
                ]
                assert wrong == []


@pytest.mark.parametrize("target", SHIPPED)
def test_what_a_seat_does_not_see_is_not_in_its_numbers(target: str) -> None:
    players = game(target).max_players
    seen = game(target).seen(players)
    for state in _positions(target, players, 8):
        for seat in range(players):
            look = seen.look(state, seat)
            for seed in (1, 2):
                assert seen.look(state.shuffled_for(seat, seed), seat).numbers == look.numbers


@pytest.mark.parametrize("target", SHIPPED)
def test_positions_that_are_observed_differently_have_other_numbers(target: str) -> None:
    """Nothing that an observation shows is missing; what only a prompt says is not a part of the position."""
    players = game(target).max_players
    seen = game(target).seen(players)
    told: dict[tuple[int, ...], str] = {}
    for state in _positions(target, players, 25):
        shown = state.observation(0)
        what = repr((shown["fields"], shown["zones"], shown["me"], shown["active"], shown["lost"]))
        assert told.setdefault(tuple(seen.look(state, 0).numbers), what) == what


def test_players_are_counted_from_the_viewer_on() -> None:
    seen, state = game("tic_tac_toe").seen(), game("tic_tac_toe").start()
    names = [each.name for each in seen.layout]
    state.apply("mark(space=b2)")
    mark = names.index("Square.mark[b2]")
    assert seen.layout[mark].members == ("me", "me+1")
    assert [seen.look(state, seat).numbers[mark] for seat in (0, 1)] == [1, 2]
    assert [seen.look(state, seat).numbers[names.index("decides")] for seat in (0, 1)] == [2, 1]
    assert [seen.look(state, name).numbers[names.index("seat")] for name in state.names] == [1, 2]


def test_pieces_that_are_alike_stand_in_the_order_of_where_they_lie() -> None:
    """Which of two equal cards somebody holds makes no difference."""
    found = set()
    seen = game("leduc_poker").seen()
    for seed in range(60):
        state = game("leduc_poker").start(seed=seed)
        shown = state.observation(0)["zones"]["hand"]
        assert isinstance(shown, dict)
        found.add((str(shown[state.names[0]]), tuple(seen.look(state, 0).numbers)))
    assert len(found) == 3  # a jack, a queen or a king; not six cards


def test_only_what_is_in_the_game_has_numbers() -> None:
    small, usual = (game("go").seen(options=options) for options in ({"side": 5}, {}))
    assert sum(each.name.startswith("Point.stone") for each in small.layout) == 25
    assert len(small.layout) < len(usual.layout)
    with pytest.raises(UsageError, match="another game, or has other players or options"):
        small.look(game("go").start(), 0)


@pytest.mark.slow
def test_another_process_lays_them_out_alike() -> None:
    code = (
        "import yupana; game = yupana.load('cargo_empire'); seen = game.seen(3); "
        "print("
        "repr((seen.layout, seen.look(game.start(3, 7), 1).numbers)))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    own = load("cargo_empire")
    seen = own.seen(3)
    assert said == [repr((seen.layout, seen.look(own.start(3, 7), 1).numbers)) + "\n"] * 2
