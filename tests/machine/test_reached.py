"""Marked games: they play as the plain ones do, and their positions say what was passed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from yupana.interpreter.game import Game, State, load, quickest
from yupana.interpreter.play.coverage import WIDTH, bare, marked
from yupana.interpreter.program.validate import validate
from yupana.tests.found import game, sampled, shipped

ENGINES = sorted({"python", quickest()})
MARKS = """
ruleset: {name: marks, title: Marks, language: 4}
players: {min: 1, max: 1, names: [red], fields: {vp: {type: int 0..99, start: 0}}}
flow:
  - turns: turn
    order: players
    times: 3
    menu: main
actions:
  go:
    menu: main
    parameters: {n: {in: 1..3}}
    effects: |
      me.vp += n
      if n == 1:
          log "small"
      else:
          log "large"
          if n == 3:
              log "largest"
scoring: {items: {vp: {points: me.vp}}}
"""
BASES = [each for each in shipped() if "+" not in each]


def _play(game: Game, seed: int, most: int) -> State:
    state, draw = game.start(seed=seed), random.Random(seed)
    for _ in range(most):
        if not (options := state.option_tuples()):
            break
        state.apply_tuple(draw.choice(options))
    return state


@pytest.mark.parametrize("target", sampled(BASES))
def test_a_marked_game_is_the_same_game(target: str) -> None:
    plain = game(target)
    noted = marked(plain)
    validate(noted.game.program)
    one, two = _play(plain, 3, 60), _play(noted.game, 3, 60)
    assert two.option_tuples() == one.option_tuples()
    assert (two.decisions, two.scores, two.chance) == (one.decisions, one.scores, one.chance)
    assert noted.game.resume(one.to_json()).key == two.key  # a save belongs to both
    assert one.key == plain.resume(two.to_json()).key
    assert 0 < len(list(noted.numbers(two))) <= len(noted.points)


@pytest.mark.parametrize("target", ["cuzco_kk", "backgammon"])
def test_engines_pass_the_same(target: str) -> None:
    found = []
    for engine in ENGINES:
        noted = marked(game(target).on(engine))
        state = _play(noted.game, 5, 200)
        found.append((noted.passed(state), noted.position(state)))
    assert all(each == found[0] for each in found)


def test_a_branch_is_passed_when_it_is_carried_out(tmp_path: Path) -> None:
    path = tmp_path / "marks.yaml"
    path.write_text(MARKS, encoding="utf-8")
    noted = marked(load(path))

    def said(*picks: int) -> list[str]:
        state = noted.game.start()
        for each in picks:
            state.apply(f"go(n={each})")
        return sorted({noted.points[number].says for number in noted.numbers(state)} - {""})

    assert said() == []
    assert said(1) == ["small"]
    assert said(2) == ["large"]
    assert said(3) == ["large", "largest"]
    assert said(1, 3) == ["large", "largest", "small"]
    (largest,) = [each for each in noted.points if each.says == "largest"]
    assert (Path(largest.file).name, largest.element, largest.whole) == ("marks.yaml", "action go", False)
    (large,) = [number for number, each in enumerate(noted.points) if each.says == "large"]
    assert largest.around == large
    assert noted.points[noted.points[large].around].whole


def test_a_bare_copy_keeps_nothing_of_the_past() -> None:
    state = _play(game("tic_tac_toe"), 1, 4)
    other = bare(state)
    assert (other.decisions, other.key) == ([], state.key)
    other.apply_tuple(other.option_tuples()[0])
    assert len(state.decisions) == 4
    assert noted_width() == 32


def noted_width() -> int:
    """How many bits a point has in what was passed, counted."""
    noted = marked(game("tic_tac_toe"))
    numbers = list(noted.numbers(state := noted.game.start()))
    passed = noted.passed(state)
    assert [number for number in range(len(noted.points)) if passed >> (number * WIDTH) & 1] == numbers
    return WIDTH


def test_a_place_is_known_where_its_function_has_none() -> None:
    """What an adjustment does stands in a function that does not say where it comes from."""
    (fled,) = [each for each in marked(game("pizarro")).points if "flees without its commander" in each.says]
    assert (fled.element, Path(fled.file).name) == ("adjustment hunt", "markers.yaml")
