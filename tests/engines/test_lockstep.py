"""Random games of all rulesets are the same on all engines: positions, options, events, what is seen, results."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.engines.blame import told
from yupana.tests.engines.lockstep import Twins, search
from yupana.tests.engines.shrinking import shrunk
from yupana.tests.engines.trying import ENGINES, TRIED, TRUSTED
from yupana.tests.found import compiled, label, targets
from yupana.tests.language.chunks import Chunk
from yupana.tests.language.refresh import compiled_chunk
from yupana.tests.language.test_chunks import CHUNKS

QUICK = ("tests/language/02_stacks.yaml", "tests/language/30_triggers.yaml")
"""A sample: much of the language in few decisions."""

GAMES = 60
"""Games of each ruleset in the slow suite; with the variants that is thousands."""


def difference(twins: Twins, target: str, seeds: range, most: int, share: int) -> str:
    """What differs between two engines, shrunk, and in which rule; "" if nothing does."""
    found, _ = search(twins, seeds, most, share)
    return "" if found is None else told(twins, shrunk(twins, found), target)


def twins(target: str, engine: str) -> Twins:
    what = compiled(target)
    return Twins(ENGINES[TRUSTED].game(what), ENGINES[engine].game(what))


@pytest.mark.parametrize("engine", [name for name in TRIED if name != "toy"])
@pytest.mark.parametrize("target", QUICK, ids=label)
def test_some_games_are_the_same(target: str, engine: str) -> None:
    differs = difference(twins(target, engine), target, range(1, 2), 25, 8)
    assert not differs, differs


@pytest.mark.slow
@pytest.mark.parametrize("engine", TRIED)
@pytest.mark.parametrize("target", targets(), ids=label)
def test_many_games_are_the_same(target: str, engine: str) -> None:
    games = GAMES if engine != "toy" else 2
    differs = difference(twins(target, engine), target, range(100, 100 + games), 4000 if engine != "toy" else 60, 20)
    assert not differs, differs


@pytest.mark.slow
@pytest.mark.parametrize("engine", TRIED)
@pytest.mark.parametrize("chunk", [each for each in CHUNKS if each.told is None], ids=lambda chunk: chunk.name)
def test_games_of_the_chunks_are_the_same(chunk: Chunk, engine: str, tmp_path: Path) -> None:
    what = compiled_chunk(chunk, tmp_path)
    if what.program is None:
        return
    both = Twins(ENGINES[TRUSTED].game(what), ENGINES[engine].game(what))
    differs = difference(both, chunk.name, range(1, 4), 30, 5)
    assert not differs, differs


def test_there_are_engines_and_rulesets_to_compare() -> None:
    assert "toy" in ENGINES
    assert {"toy"} <= set(TRIED)
    assert set(QUICK) <= set(targets())
