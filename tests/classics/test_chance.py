"""Games of chance, gone through with every deal and its exact weight: known values of play, and those that OpenSpiel
works out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from yupana.interpreter.game import State
from yupana.tests.found import game

from .pairs import PAIRS

Policy = Callable[[State], Mapping[str, Fraction]]
"""The probability of every option, by its name, for who decides."""


def value(state: State, policy: Policy) -> Fraction:
    """What the first player can expect."""
    if state.over:
        return Fraction(state.points[0])
    assert state.decision is not None
    chosen = policy(state)
    return sum(
        (
            chosen[option.name] * each.weight * value(each.state, policy)
            for option in state.decision.options
            if chosen[option.name]
            for each in state.chances(option, merge=True)
        ),
        start=Fraction(0),
    )


def expected(ruleset: str, policy: Policy) -> Fraction:
    """What the first player can expect before the cards are dealt."""
    starts = game(ruleset).starts(merge=True)
    assert sum(each.weight for each in starts) == 1
    return sum((each.weight * value(each.state, policy) for each in starts), start=Fraction(0))


def evenly(state: State) -> dict[str, Fraction]:
    """Any option as likely as any other."""
    assert state.decision is not None
    options = state.decision.options
    return {option.name: Fraction(1, len(options)) for option in options}


def equilibrium(bluffs: Fraction) -> Policy:
    """The known equilibria of Kuhn poker: one for every share of jacks, up to a third, that the first player bets."""
    first_bets = {"jack": bluffs, "queen": Fraction(0), "king": 3 * bluffs}
    first_calls = {"jack": Fraction(0), "queen": bluffs + Fraction(1, 3), "king": Fraction(1)}
    then_bets = {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}
    then_calls = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}

    def policy(state: State) -> dict[str, Fraction]:
        assert state.decision is not None
        player = state.decision.player
        hands = state.observation(player)["zones"]["hand"]
        assert isinstance(hands, dict)
        cards = hands[player]
        assert isinstance(cards, list)
        bets, calls = (first_bets, first_calls) if player == "ann" else (then_bets, then_calls)
        bet, call = bets[cards[0]], calls[cards[0]]
        return {"bet": bet, "check": 1 - bet, "call": call, "fold": 1 - call}

    return policy


@pytest.mark.parametrize("bluffs", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_poker_is_worth_what_it_is_known_to_be(bluffs: Fraction) -> None:
    assert expected("kuhn_poker", equilibrium(bluffs)) == Fraction(-1, 18)


def _value_of_other(other: Any) -> float:
    if other.is_terminal():
        return float(other.returns()[0])
    if other.is_chance_node():
        return sum((share * _value_of_other(other.child(action)) for action, share in other.chance_outcomes()), 0.0)
    actions = other.legal_actions()
    return sum((_value_of_other(other.child(action)) for action in actions), 0.0) / len(actions)


@pytest.mark.parametrize("ruleset", ["kuhn_poker", "leduc_poker"])
def test_random_play_is_worth_what_openspiel_says(ruleset: str) -> None:
    spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")
    name = next(pair.other for pair in PAIRS if pair.ruleset == ruleset)
    theirs = _value_of_other(spiel.load_game(name).new_initial_state())
    assert float(expected(ruleset, evenly)) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("used", range(1, 6))
def test_the_odds_of_slipping_are_those_of_two_dice(used: int) -> None:
    """On the stepping stones a throw slips where both dice show numbers that have been used in the turn."""
    state = game("stepping_stones").start(draws=[1, 1])
    for number in range(1, used + 1):
        if number > 1:
            state.apply("throw_again", draws=[number, number])
        state.apply(f"step(die={number})")
    slips = [each for each in state.chances("throw_again") if "red slips" in each.told]
    assert sum(each.weight for each in slips) == Fraction(used * used, 36)
