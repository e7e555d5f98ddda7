"""What two positions differ in, said in lines: they turn one into the other, whatever fields and zones a game has."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.beside import Beside, begun_as
from yupana.interpreter.examples.differing import effects, places, same, values
from yupana.interpreter.game import Game
from yupana.schemas.compose import list_rulesets

FEW = ("backgammon", "cargo_empire", "hearts", "night_market")
"""Fields of one value, lists, sets and maps; zones in order and without."""


@pytest.mark.parametrize("ruleset", FEW)
def test_lines_turn_one_position_into_another(ruleset: str) -> None:
    turned(ruleset, 2)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [each.name for each in list_rulesets() if each.name not in FEW])
def test_lines_turn_positions_of_every_game_into_each_other(ruleset: str) -> None:
    turned(ruleset, 4)


def turned(ruleset: str, games: int) -> None:
    """Play games at random, and put some of their positions together from the beginning, and from each other."""
    compiled = compile_ruleset(ruleset)
    assert isinstance(compiled, SoundRuleset)
    compiled = Beside.with_room(compiled)
    game = Game(compiled.program, compiled.ruleset, optimised=False)
    beside, printer = Beside(compiled, game), game.machine.printer
    for seed in range(games):
        dice, state = random.Random(seed), game.start(seed=seed + 1)
        first, before = state.clone(), state.clone()
        for ply in range(30):
            if state.over:
                break
            state.apply_tuple(dice.choice(state.option_tuples()))
            if ply % 10 == 9 and not state.over:
                for start in (first, before):
                    lines = effects(printer, start.cells, state.cells)
                    put = beside.put(start, lines)
                    assert same(printer, put.cells, state.cells), effects(printer, put.cells, state.cells)[:4]
                before = state.clone()
                others = [*values(printer, first.cells, state.cells), *places(game.program, first.cells, state.cells)]
                said = [each.condition for each in others] or ["1 == 1"]
                head = [f"seed: {seed + 1}", *begun_as(first), "given: |", *[f"  {each}" for each in effects(
                    printer, first.cells, state.cells)]]  # fmt: skip
                course = beside.course(
                    "".join([f"{each}\n" for each in (*head, "then: |", *[f"  {each}" for each in said])])
                )
                assert all(course.hold), [each for each, holds in zip(said, course.hold, strict=True) if not holds]
