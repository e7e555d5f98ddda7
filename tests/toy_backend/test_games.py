"""Recorded games and random ones, played on both back ends at once: after every decision the same cells, the same
options in the same order, and the same events; at the end the same results; the same fault where there is one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from yupana.interpreter.errors import RuleFault
from yupana.interpreter.game import Game, State
from yupana.tests.found import BACK_ENDS, compiled, label, language_files, shipped, targets
from yupana.tests.games.records import FOLDER, outcome_of, read_record

RECORDS = sorted(FOLDER.glob("*/*.json"))
QUICK = 6
"""Decisions of a recorded game in the quick suite."""


def both(target: str) -> tuple[Game, Game]:
    """A game on the usual back end, and on the plain one."""
    python, toy = (BACK_ENDS[name].game(compiled(target)) for name in ("python", "toy"))
    return python, toy


def assert_alike(python: State, toy: State) -> None:
    """The position, and what is to be decided."""
    assert list(toy.cells) == list(python.cells)
    assert toy.option_tuples() == python.option_tuples()
    if python.decision is not None and toy.decision is not None:
        assert toy.decision.prompt == python.decision.prompt


def assert_same_story(python: State, toy: State) -> None:
    """What was told, and what comes of it."""
    assert toy.story() == python.story()
    assert outcome_of(toy) == outcome_of(python)
    for seat in (-1, *range(python.players)):
        assert toy.observation(seat) == python.observation(seat)


def play_record(path: Path, most: int) -> None:
    record = read_record(path)
    python, toy = (
        each.start(players=record.players, seed=record.seed, options=record.options) for each in both(record.target)
    )
    assert_alike(python, toy)
    for number, (_, option) in enumerate(record.decisions[:most]):
        later = record.decisions[number + 1 : number + 4]  # hardly any of them is offered yet
        for text in (each for _, each in later):
            assert toy.why_not(text) == python.why_not(text)
        python.apply(option)
        toy.apply(option)
        assert_alike(python, toy)
    assert_same_story(python, toy)


def play_at_random(target: str, seed: int, most: int) -> None:
    """A random game; a fault must be the same, word for word."""
    dice = random.Random(seed)
    games = both(target)
    players = dice.randint(games[0].min_players, games[0].max_players)
    python, toy = (each.start(players=players, seed=seed) for each in games)
    for _ in range(most):
        assert_alike(python, toy)
        if python.over:
            break
        option = dice.choice(python.option_tuples())
        told = []
        for state in (python, toy):
            try:
                state._run(option)  # with its events
            except RuleFault as fault:
                told.append(str(fault))
        assert told in ([], told[:1] * 2)
        if told:
            break
    assert_same_story(python, toy)


@pytest.mark.parametrize("target", [target for target in shipped() if "+" not in target])
def test_the_first_decisions_of_a_recorded_game_are_alike(target: str) -> None:
    play_record(next(path for path in RECORDS if path.parent.name == target), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_recorded_games_are_alike(path: Path) -> None:
    play_record(path, 10_000)


@pytest.mark.parametrize("target", [each for each in targets() if each not in shipped()], ids=label)
def test_random_games_of_the_language_are_alike(target: str) -> None:
    play_at_random(target, 1, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("target", targets(), ids=label)
def test_random_games_are_alike(target: str, seed: int) -> None:
    play_at_random(target, seed, 60)


def test_there_are_games_to_compare() -> None:
    assert RECORDS
    assert language_files()
