"""Rulesets that mean harm come to the same fault at the same place on every engine, in time, and leave no trace."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.errors import RuleFault
from yupana.interpreter.game import Game
from yupana.interpreter.program import limits
from yupana.tests.engines.compiling import compiled
from yupana.tests.engines.hostile import EFFECTS, OTHERS, text, together
from yupana.tests.engines.trying import ENGINES, TRUSTED

SECONDS = 60
"""What runs into the whole allowance of work may take so long, on the slowest of the engines that are for use."""

QUICK_WORK = 10_000
"""What a step may be in the quick suite."""

ALL = {name: told for name, (_, told) in (EFFECTS | OTHERS).items()}


def gone(game: Game, action: str) -> tuple[Any, ...]:
    """What an action comes to: the fault, its place, and whether the position is as it was."""
    state = game.start(seed=1)
    before = list(state.cells)
    try:
        state.apply(action)
    except RuleFault as fault:
        return fault.message, fault.line, fault.column, list(state.cells) == before
    return "no fault", list(state.cells), list(state.option_tuples()), False


@cache
def all_together(folder: Path) -> dict[str, Game]:
    """The ruleset with all effects, on the engines that are for use; the plain one takes long."""
    made = compiled(together(), folder, "hostile")
    return {name: engine.game(made) for name, engine in ENGINES.items() if name != "toy"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def test_the_same_faults_at_the_same_places(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", QUICK_WORK)
    games = all_together(folder)
    for action in EFFECTS:
        wanted = gone(games[TRUSTED], action)
        assert wanted[-1] is True, action
        for name, game in games.items():
            assert gone(game, action) == wanted, (name, action)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_each_alone_faults_alike(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", QUICK_WORK)
    made = compiled(text(name), tmp_path, "hostile")
    wanted = gone(ENGINES[TRUSTED].game(made), "go")
    assert wanted[-1] is True
    for engine in ENGINES.values():
        assert gone(engine.game(made), "go") == wanted


@pytest.mark.slow
@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "toy"])
@pytest.mark.parametrize("name", ALL)
def test_the_fault_comes_in_time(name: str, engine: str, tmp_path: Path) -> None:
    """With the whole allowance, as a player meets it."""
    game = ENGINES[engine].game(compiled(text(name), tmp_path, "hostile"))
    begun = time.monotonic()
    message, *_, intact = gone(game, "go")
    assert time.monotonic() - begun < SECONDS
    assert ALL[name] in message
    assert intact is True
