"""Go on small boards, gone through whole: as many positions and games as others have counted (John Tromp and Gunnar
Farnebäck, Combinatorics of Go)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yupana
from yupana.interpreter.game import Game, State
from yupana.tests.found import ROOT, game


def stones(state: State) -> tuple[object, ...]:
    """What lies on the board."""
    shown = state.observation(0)["fields"]["Point.stone"]
    assert isinstance(shown, dict)
    return tuple(shown.values())


def after_a_stone(state: State) -> list[State]:
    """All that one stone can make of it, of either player: where the other one is to move, this one passes."""
    passed = state.clone()
    passed.apply("pass")
    found = []
    for start in (state, passed):
        if start.decision is None:
            continue
        for option in start.decision.options:
            if option.name == "place":
                after = start.clone()
                after.apply(option)
                found.append(after)
    return found


def positions(start: State) -> int:
    """How many positions of the stones can be reached."""
    seen = {stones(start)}
    waiting = [start]
    while waiting:
        for after in after_a_stone(waiting.pop()):
            if stones(after) not in seen:
                seen.add(stones(after))
                waiting.append(after)
    return len(seen)


def games(state: State) -> int:
    """How many sequences of stones there are, however short, in which no position comes twice."""
    return 1 + sum(games(after) for after in after_a_stone(state))


@pytest.mark.parametrize(
    ("side", "known"), [(2, 57), pytest.param(3, 12_675, marks=pytest.mark.slow)], ids=["2x2", "3x3"]
)
def test_there_are_as_many_positions_as_are_known(side: int, known: int) -> None:
    assert positions(game("go").start(options={"side": side})) == known


def strip(columns: int, folder: Path) -> Game:
    """Go on a single row."""
    text = (ROOT / "rulesets" / "go" / "game.yaml").read_text(encoding="utf-8")
    text = text[: text.index("\nexamples:")].replace("columns: side, rows: side", f"columns: {columns}, rows: 1")
    path = folder / "go.yaml"
    path.write_text(text, encoding="utf-8")
    return yupana.load(str(path))


@pytest.mark.parametrize(("columns", "known"), [(2, 9), (3, 907)])
def test_there_are_as_many_games_as_are_known(columns: int, known: int, tmp_path: Path) -> None:
    assert games(strip(columns, tmp_path).start(options={"komi": 0})) == known
