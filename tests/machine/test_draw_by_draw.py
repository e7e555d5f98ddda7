"""Chance that is told one draw after the other comes to the same outcomes as chance that is listed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from yupana.interpreter.game import UsageError, draw_by_draw
from yupana.tests.found import game


def test_all_answers_together_are_the_list_of_outcomes() -> None:
    one = game("kuhn_poker")
    found: dict[tuple[int, ...], tuple[Fraction, bytes]] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        told, weight = waiting.pop()
        drawn = draw_by_draw(lambda draws: one.start(draws=draws), told)
        if not drawn.bound:
            found[told] = weight, drawn.state.key
        waiting += [((*told, face), weight / drawn.bound) for face in range(1, drawn.bound + 1)]
    assert found == {each.draws: (each.weight, each.state.key) for each in one.starts()}


def test_an_option_leaves_its_state_as_it_is() -> None:
    state = game("backgammon").start()
    before = state.key
    while not state.over and state.ply < 10:
        option = state.decision.options[0]  # type: ignore[union-attr]
        told: tuple[int, ...] = ()

        def carried_out(draws: object, option: object = option) -> object:
            other = state.clone()
            other.apply(option, draws)  # type: ignore[arg-type]
            return other

        while True:
            drawn = draw_by_draw(carried_out, told)  # type: ignore[arg-type]
            if not drawn.bound:
                break
            told = (*told, drawn.bound)
        assert state.key == before
        state.apply(option, draws=told)
        assert state.key == drawn.state.key
        before = state.key


def test_draws_that_do_not_fit_are_refused() -> None:
    for told in ((4,), (1, 1, 1)):
        with pytest.raises(UsageError, match="draw"):
            draw_by_draw(lambda draws: game("kuhn_poker").start(draws=draws), told)
