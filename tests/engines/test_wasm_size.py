"""Rules that call each other twice at every step make no module that doubles at every step."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm.calling import BODY_MOST
from yupana.interpreter.backends.wasm.making import Maker
from yupana.interpreter.game import load
from yupana.interpreter.optimise import optimise

pytest.importorskip("wasmtime")


def doubling(folder: Path, steps: int, uses: int) -> Path:
    functions = "\n".join(
        f"  f{i}: {{of: {{p: Player}}, is: f{i - 1}(p) % 2 + f{i - 1}(p) % 3}}" for i in range(1, steps)
    )
    effects = "\n".join(f"      me.score = (me.score + f{steps - 1 - i % 5}(me)) % {i + 7}" for i in range(uses))
    path = folder / "doubling.yaml"
    path.write_text(f"""
ruleset: {{name: doubling, title: Doubling, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{score: int}}}}
functions:
  f0: {{of: {{p: Player}}, is: p.score % 97}}
{functions}
actions:
  add:
    effects: |
{effects}
flow: [{{turns: turn, until: me.score >= 5000}}]
""")
    return path


@pytest.mark.parametrize(("steps", "uses", "most"), [(20, 1, 2**18), (30, 100, 2**20)])
def test_calls_are_written_out_within_bounds(tmp_path: Path, steps: int, uses: int, most: int) -> None:
    game = load(doubling(tmp_path, steps, uses))
    maker = Maker(optimise(game.program))
    assert len(maker.make()) < most
    assert max(len(each.code) for each in maker.module.functions) < 2 * BODY_MOST


def test_what_is_written_out_gives_what_calls_give(tmp_path: Path) -> None:
    python = load(doubling(tmp_path, 14, 3)).start()
    native = python.game.start(engine="native")
    for _ in range(3):
        python.apply("add")
        native.apply("add")
        assert native.key == python.key
