"""Editing stays quick: a changed rule of the largest game is played natively before its author has looked up."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from statistics import median

import pytest
from yupana.interpreter.game import Game
from yupana.tests.bench.editing import GOAL, LARGEST, edited
from yupana.tests.bench.engines import Setting, playouts

pytest.importorskip("wasmtime")


def beyond_python(edits: int) -> list[float]:
    """For so many edits, how many seconds of processor time (of all threads) more the first native playout takes, from
    the changed program on, than the first one of the Python machine."""
    setting = Setting(LARGEST)
    game = setting.game("python")
    more = []
    for program in itertools.islice(edited(game.program), edits):
        taken = {}
        for engine in ("python", "native"):
            begin = time.process_time()
            playouts(engine, Game(program, game.ruleset, engine=engine), setting, 0, 1)
            taken[engine] = time.process_time() - begin
        more.append(taken["native"] - taken["python"])
    return more


@pytest.mark.slow
def test_twenty_edits_are_compiled_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path))
    more = beyond_python(20)
    assert median(more) < GOAL, sorted(more)
    sizes = [each.stat().st_size for each in (tmp_path / "native").iterdir()]
    assert max(sizes) < 4 * 2**20, "a hundred of them are kept"
