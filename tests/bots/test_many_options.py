"""Greedy among many options, where something is hidden: it tries few of them again, and none of the best is lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import State, load
from yupana.tools.bots import greedy
from yupana.tools.bots.greedy import FEW, WORLDS, GreedyBot

GAME = """
ruleset: {name: many, title: Many, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {points: int -9999..9999}}
kinds: {Card: {start: deck, entries: {ace: {}, king: {}, queen: {}, jack: {}}}}
zones: {deck: {of: Card, ordered: true, visible: none}}
setup: shuffle deck
actions:
  take: {parameters: {number: {in: 1..300}}, effects: "me.points += number % 100"}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_few_are_tried_again_and_any_of_the_best_is_taken(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(GAME, encoding="utf-8")
    state = load(path).on(engine).start(players=2, seed=1)
    assert state.game.secrets
    tried: list[int] = []
    real = greedy.ranked

    def counted(world: State, numbers: Sequence[int], options: Sequence[Any]) -> list[tuple[int, int]]:
        tried.append(len(numbers))
        return real(world, numbers, options)

    monkeypatch.setattr(greedy, "ranked", counted)
    options = state.option_tuples()
    taken = {GreedyBot(seed).choose(state, options) for seed in range(20)}
    assert taken == {98, 198, 298}  # 99 points
    assert tried == [300, *[FEW] * (WORLDS - 1)] * 20
