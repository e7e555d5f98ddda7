"""Random rulesets, written as an author writes them, are sound and play the same games on all engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.tests.engines.lockstep import Twins
from yupana.tests.engines.test_lockstep import difference
from yupana.tests.engines.trying import ENGINES, TRIED, TRUSTED
from yupana.tests.engines.writing import random_ruleset

seeds = st.integers(0, 2**48)


def made(seed: int, folder: Path) -> Compiled:
    """A random ruleset, compiled; it may be faulty."""
    path = folder / "random.yaml"
    path.write_text(random_ruleset(seed), encoding="utf-8")
    return compile_ruleset(str(path))


def differs(seed: int, engine: str, folder: Path) -> str:
    """What is different about the games of a ruleset that is sound."""
    what = made(seed, folder)
    if what.program is None:
        return ""
    both = Twins(ENGINES[TRUSTED].game(what), ENGINES[engine].game(what))
    found = difference(both, f"ruleset {seed}", range(1, 4), 40, 4)
    return found and f"{found}\n\n{random_ruleset(seed)}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@pytest.mark.parametrize("engine", [name for name in TRIED if name != "toy"])
def test_a_random_ruleset_plays_the_same_games(engine: str, folder: Path) -> None:
    found = differs(1, engine, folder)
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("engine", TRIED)
@given(seed=seeds)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_rulesets_play_the_same_games(engine: str, seed: int, folder: Path) -> None:
    found = differs(seed, engine, folder)
    assert not found, found


@pytest.mark.slow
def test_nearly_all_random_rulesets_are_sound(folder: Path) -> None:
    faulty = [seed for seed in range(100) if made(seed, folder).program is None]
    assert len(faulty) <= 5
