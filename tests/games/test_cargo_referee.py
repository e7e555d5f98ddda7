"""Random games of Cargo Empire, checked delivery by delivery against an independent referee (CAR-5.1 to CAR-5.5)."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, State
from yupana.tests.found import ROOT, game
from yupana.tests.games.cargo_referee import DisputeError, Referee

GAMES = 20
LOSING = (2, 6)
"""Random games of three players in which steps of cards and bonus moves are lost at the end of a track."""


def watch(state: State, seed: int) -> Referee:
    """Play to the end at random, under a referee's eyes."""
    referee = Referee()
    draw = random.Random(seed)
    while (decision := state.decision) is not None:
        option = decision.texts[draw.randrange(len(decision.texts))]
        referee.before(state, option)
        state.apply(option)
    referee.end(state)
    return referee


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_delivery_of_random_games(players: int) -> None:
    deliveries, payments = [], 0
    for seed in range(1, GAMES + 1):
        referee = watch(game("cargo_empire").start(players=players, seed=seed), seed)
        deliveries += referee.deliveries
        payments += referee.payments
    # the games show what they are played for
    assert {each.bonus for each in deliveries} >= {0, 1, 2}
    assert sum(each.bonus > 0 for each in deliveries) > len(deliveries) / 2
    assert any(sum(count > 0 for count in each.bonus_moved.values()) > 1 for each in deliveries)
    assert any(each.lost for each in deliveries)
    assert payments > len(deliveries) * 3 / 4


@pytest.mark.parametrize("overlay", ["dear_ships", "fjords", "short"])
def test_every_delivery_under_an_overlay(overlay: str) -> None:
    target = f"cargo_empire+{overlay}"
    assert sum(len(watch(game(target).start(players=3, seed=seed), seed).deliveries) for seed in (1, 2)) > 40


def outliving(field: str, folder: Path) -> Game:
    """A copy of the ruleset in which the field does not start anew with each delivery."""
    copy = folder / "cargo_empire"
    shutil.copytree(ROOT / "rulesets" / "cargo_empire", copy, ignore=shutil.ignore_patterns("variants", "texts"))
    path = copy / "game.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    (number,) = [n for n, line in enumerate(lines) if line.startswith(f"  {field}: ") and "per: action, " in line]
    lines[number] = lines[number].replace("per: action, ", "")
    path.write_text("".join(lines), encoding="utf-8")
    program = compile_ruleset(str(copy)).program
    assert program is not None
    return Game(program)


def disputed(state: State, seed: int) -> bool:
    """Whether the referee objects to the game."""
    try:
        watch(state, seed)
    except DisputeError:
        return True
    return False


def invariants_broken(state: State, seed: int) -> set[str]:
    """The invariants that some position of the game breaks."""
    draw = random.Random(seed)
    found: set[str] = set()
    while not state.over:
        options = state.option_tuples()
        state.apply_tuple(options[draw.randrange(len(options))])
        found.update(state.broken_invariants)
    return found


@pytest.mark.parametrize(
    ("field", "seen_from_outside"),
    [
        ("moving", True),
        pytest.param("owed", True, marks=pytest.mark.slow),
        # the next delivery counts its bonus moves anew, so nobody ever takes one that was left over
        pytest.param("bonus", False, marks=pytest.mark.slow),
    ],
)
def test_what_outlives_its_delivery_is_noticed(field: str, seen_from_outside: bool, tmp_path: Path) -> None:
    """The referee objects to such a game, and the ruleset's own invariant says that it does not hold."""
    broken, sound = outliving(field, tmp_path), game("cargo_empire")
    assert any(disputed(broken.start(players=3, seed=seed), seed) for seed in LOSING) == seen_from_outside
    assert "nothing_is_left_of_a_delivery" in invariants_broken(broken.start(players=3, seed=LOSING[0]), LOSING[0])
    for seed in LOSING:
        assert not disputed(sound.start(players=3, seed=seed), seed)
        assert not invariants_broken(sound.start(players=3, seed=seed), seed)
