"""Random games of Cargo Empire, checked delivery by delivery against an independent referee (CAR-5.1 to CAR-5.5)."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, State
from yupana.tests.found import ROOT, game
from yupana.tests.games.cargo_referee import DisputeError, Referee
from yupana.tests.games.records import FOLDER, read_record

GAMES = 20
LOSING = (2, 6)
"""Random games of three players in which steps of cards and bonus moves are lost at the end of a track."""


def watch(state: State, options: Iterable[str]) -> Referee:
    """Take the options, one for each decision, under a referee's eyes."""
    referee = Referee()
    for option in options:
        referee.before(state, option)
        state.apply(option)
    referee.end(state)
    return referee


def at_random(state: State, seed: int) -> Iterator[str]:
    """An option of every decision, as long as the game lasts."""
    draw = random.Random(seed)
    while (decision := state.decision) is not None:
        yield decision.texts[draw.randrange(len(decision.texts))]


def watch_random(target: str, players: int, seed: int) -> Referee:
    """A whole random game under a referee's eyes."""
    state = game(target).start(players=players, seed=seed)
    return watch(state, at_random(state, seed))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_delivery_of_random_games(players: int) -> None:
    deliveries, payments = [], 0
    for seed in range(1, GAMES + 1):
        referee = watch_random("cargo_empire", players, seed)
        deliveries += referee.deliveries
        payments += referee.payments
    # the games show what they are played for
    assert {each.bonus for each in deliveries} >= {0, 1, 2}
    assert sum(each.bonus > 0 for each in deliveries) > len(deliveries) / 2
    assert any(sum(count > 0 for count in each.bonus_moved.values()) > 1 for each in deliveries)
    assert any(each.lost for each in deliveries)
    assert payments > len(deliveries) * 3 / 4


@pytest.mark.slow
@pytest.mark.parametrize("overlay", ["dear_ships", "fjords", "short"])
def test_every_delivery_under_an_overlay(overlay: str) -> None:
    target = f"cargo_empire+{overlay}"
    assert sum(len(watch_random(target, 3, seed).deliveries) for seed in (1, 2)) > 40


def test_the_recorded_game_of_three_holds_bonus_moves_of_each() -> None:
    """In a whole game each of the three makes several deliveries with bonus moves, after a lost step too."""
    record = read_record(FOLDER / "cargo_empire" / "way_bonus_moves_three_players.json")
    state = game(record.target).start(players=record.players, seed=record.seed, options=record.options)
    deliveries = watch(state, [option for _, option in record.decisions]).deliveries
    assert state.over
    assert record.players == 3
    for name in state.names:
        own = [each for each in deliveries if each.player == name]
        assert sum(each.bonus_moved.total() > 0 for each in own) >= 3
        assert {each.bonus_moved.total() for each in own} >= {1, 2}
        assert any(each.lost for each in own)
    for name in state.names:
        lost = next(number for number, each in enumerate(deliveries) if each.player == name and each.lost)
        assert any(each.player == name and each.bonus_moved.total() for each in deliveries[lost + 1 :])
        assert any(each.player != name and each.bonus_moved.total() for each in deliveries[lost + 1 :])


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
        watch(state, at_random(state, seed))
    except DisputeError:
        return True
    return False


def invariants_broken(state: State, seed: int) -> set[str]:
    """The invariants that some position of the game breaks."""
    found: set[str] = set()
    for option in at_random(state, seed):
        state.apply(option)
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
