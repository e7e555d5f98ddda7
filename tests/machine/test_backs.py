"""What stands on the backs of pieces: who sees it, and that positions a seat takes for possible agree with it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import Game, State, load
from yupana.tests.found import ROOT

TARGET = ROOT / "tests" / "language" / "55_backs.yaml"


@pytest.fixture(scope="module", params=["python", "native"])
def backs(request: pytest.FixtureRequest) -> Game:
    return load(str(TARGET)).on(request.param)


def positions(game: Game, seed: int) -> list[State]:
    """Those of a game that is played at random."""
    state, dice, found = game.start(players=3, seed=seed), random.Random(seed), list[State]()
    while not state.over:
        found.append(state.clone())
        assert state.decision is not None
        state.apply(dice.choice(state.decision.options))
    return found


def told(observation: Any, holder: str) -> list[list[str]]:
    """The inks that the backs in a hand tell of."""
    return [each["inks"] for each in observation["backs"]["hand"][holder]]


def test_who_does_not_see_a_piece_sees_its_back_and_by_no_name(backs: Game) -> None:
    state = backs.start(players=2, seed=1)
    red = state.observation("red")
    assert isinstance(red["zones"]["hand"], dict)
    theirs = red["zones"]["hand"]["blue"]
    assert red["zones"]["hand"]["red"] == 3
    assert isinstance(theirs, list)
    named = sorted(red["fields"]["Letter.inks"])  # of letters that are alike by the number of the copy
    assert all(name.startswith(letter) for name, letter in zip(named, sorted(theirs), strict=True))
    assert told(red, "red") == [["black", "violet", "sepia"]] * 3
    assert set(red["backs"]["hand"]) == {"red"}


def test_who_peeks_sees_one_letter_and_nobody_else_does(backs: Game) -> None:
    state = backs.start(players=2, seed=1)
    blue = state.observation("blue")["zones"]["hand"]["red"]
    state.apply("peek(place=2)")
    assert state.observation("red")["zones"]["hand"]["red"] == [None, blue[1], None]
    assert state.observation("blue")["zones"]["hand"]["red"] == blue
    assert state.observation("blue")["zones"]["hand"]["blue"] == 3
    assert state.observation(-1)["zones"]["hand"]["red"] == 3


def test_at_the_end_hands_are_seen(backs: Game) -> None:
    last = positions(backs, 3)[-1]
    assert last.decision is not None
    seat = last.seat
    assert last.observation(seat)["zones"]["hand"][last.names[seat]] == 3 or last.observation(seat)["backs"]
    last.apply(last.decision.options[0])
    assert last.over
    assert all(isinstance(each, list) for each in last.observation(seat)["zones"]["hand"].values())
    assert set(last.observation(seat)["backs"]) == {"bag"}


@pytest.mark.parametrize("seed", range(12))
def test_possible_positions_look_the_same_and_agree_with_what_was_told(backs: Game, seed: int) -> None:
    memories: dict[int, Any] = {}
    for state in positions(backs, seed):
        for seat in range(3):
            memory = memories[seat] = state.memory(seat, memories.get(seat))
            for number in range(3):
                other = state.possible(seat, number, memory)
                assert other.observation(seat) == state.observation(seat)
                assert other.broken_invariants == []
                dealt = state.shuffled_for(seat, number)
                assert dealt.observation(seat) == state.observation(seat)
                assert dealt.broken_invariants == []
    assert [each.unfit for each in memories.values()] == [0, 0, 0]


def test_all_that_may_lie_there_is_taken_for_possible(backs: Game) -> None:
    """Of a letter of which its owner was told the ink, every one of that ink that she sees nowhere."""
    state = backs.start(players=2, seed=1)
    hand = state.observation("blue")["zones"]["hand"]["red"]
    ink = hand[0].split("_")[0]
    state.apply("peek(place=2)")
    state.apply(f"tell(p=red, ink={ink})")
    seen = {state.possible("red", number).observation("blue")["zones"]["hand"]["red"][0] for number in range(60)}
    mine = state.observation("red")["zones"]
    open_ = {*mine["hand"]["blue"], *[each for each in mine["hand"]["red"] if each]}
    every = {f"{ink}_{weight}" for weight in (1, 2, 3)} - {"black_1"} | {"black_1_1", "black_1_2"}
    assert seen == {each for each in every if each.startswith(ink)} - open_


@pytest.mark.parametrize("seed", range(4))
def test_the_numbers_of_a_seat_are_those_of_all_positions_that_look_the_same(backs: Game, seed: int) -> None:
    seen = backs.seen(3, {})
    for state in positions(backs, seed):
        for seat in range(3):
            numbers = seen.look(state, seat).numbers
            assert len(numbers) == len(seen.layout)
            assert all(each.low <= number <= each.high for each, number in zip(seen.layout, numbers, strict=True))
            assert seen.look(state.shuffled_for(seat, seed), seat).numbers == numbers
