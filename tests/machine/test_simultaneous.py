"""Simultaneous steps: what one has decided is nobody else's before it is revealed, and the machine knows of it."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.game import SPECTATOR, Game, State, UsageError, load
from yupana.interpreter.program import ir
from yupana.tests.found import ROOT, game

SCREENS = "31_simultaneous"


@cache
def screens() -> Game:
    return load(str(ROOT / "tests" / "language" / f"{SCREENS}.yaml"))


def played(players: int, seed: int, decisions: int) -> State:
    """A random game after so many decisions, or at its end."""
    state, draw = screens().start(players=players, seed=seed), random.Random(seed)
    while not state.over and state.ply < decisions:
        state.apply(draw.choice(state.decision.options))  # type: ignore[union-attr]
    return state


def seen_by(state: State, viewer: str | int) -> str:
    """Everything that a viewer can come to see of a game."""
    seat = viewer if isinstance(viewer, int) else state.names.index(viewer)
    story = [
        (each.player, each.chosen(seat), [event.text for event in each.events if event.is_for(seat)])
        for each in state.story()
        if each.is_for(seat)
    ]
    decision = state.decision
    own = []
    if decision is not None and decision.player == viewer:
        own = [decision.prompt, *decision.texts, *[state.why_not(text) for text in ("bid(n=9)", "buy(n=2)", "stay")]]
    return json.dumps([state.observation(viewer), story, own])


@settings(max_examples=60, deadline=None)
@given(players=st.integers(1, 4), seed=st.integers(0, 999), decisions=st.integers(1, 60), deal=st.integers(0, 99))
def test_nobody_sees_what_others_have_decided(players: int, seed: int, decisions: int, deal: int) -> None:
    state = played(players, seed, decisions)
    for viewer in (*state.names, SPECTATOR):
        other = state.shuffled_for(viewer, deal)
        assert seen_by(other, viewer) == seen_by(state, viewer)
        assert other.cells[ir.CELL_HELD] == state.cells[ir.CELL_HELD]


def test_what_is_held_back_is_dealt_anew() -> None:
    state = screens().start(players=3, seed=1)
    state.apply("bid(n=4)")
    state.apply("bid(n=2)")
    for viewer, known in (("red", {0: "bid(n=4)"}), ("blue", {1: "bid(n=2)"}), ("green", {}), (SPECTATOR, {})):
        others = [state.shuffled_for(viewer, seed).decisions for seed in range(30)]
        for at in (0, 1):
            there = {each[at] for each in others}
            assert there == {known[at]} if at in known else len(there) > 3


def test_what_was_decided_is_told_when_all_have_decided() -> None:
    state = screens().start(players=2, seed=1)
    state.apply("bid(n=4)")
    assert [each.chosen(1) for each in state.story()][1:] == [""]
    state.apply("bid(n=6)")
    *_, red, blue = state.story()
    assert (red.events, red.chosen(1), blue.chosen(0)) == ((), "", "")
    for seat in (0, 1, SPECTATOR):
        assert [each.text for each in blue.events if each.is_for(seat)] == ["red: bid(n=4)", "blue: bid(n=6)"]


def test_what_lapses_is_told_when_it_is_its_turn() -> None:
    state = screens().start(players=3, seed=1)
    for option in ("bid(n=0)", "bid(n=0)", "bid(n=0)", "buy(n=2)", "buy(n=1)", "buy(n=2)"):
        state.apply(option)
    assert [each.text for each in state.story()[-1].events] == [
        "red: buy(n=2, price=4)",
        "blue: buy(n=1, price=2)",
        "green: buy(n=2, price=4)",
        "green: buy(n=2, price=4) cannot be done any more",
        "red has bought much",
    ]
    assert state.observation("green")["fields"]["Player.money"] == {"red": 2, "blue": 4, "green": 6}


def test_what_remains_secret_is_not_told() -> None:
    state = screens().start(players=3, seed=1)
    for option in ("bid(n=0)", "bid(n=0)", "bid(n=0)", "steal(from_whom=blue)", "stay", "buy(n=1)"):
        state.apply(option)
    told = {seat: [each.text for each in state.story()[-1].events if each.is_for(seat)] for seat in (0, 1, SPECTATOR)}
    assert told[0] == ["red: steal(from_whom=blue)", "blue: stay", "green: buy(n=1, price=2)"]
    assert told[1] == told[SPECTATOR] == told[0][1:]


def test_who_chooses_several_times_is_told_of_once() -> None:
    state = screens().start(players=2, seed=1)
    for option in ("bid(n=0)", "bid(n=0)", "stay", "stay"):
        state.apply(option)
    for _ in range(4):
        state.apply_tuple(state.option_tuples()[0])
    begun = state.ply
    for option in ("take(s=a1)", "number(x=1)", "number(x=3)"):
        assert state.observation("blue")["decision"] == {"player": "red", "name": "stalls"}
        state.apply(option)
    for option in ("take(s=b1)", "done"):
        state.apply(option)
    passages = state.story()[begun + 1 :]
    assert [each.player for each in passages if each.is_for(1)] == ["red", "blue", "blue"]
    assert [each.player for each in passages if each.is_for(0)] == ["red", "red", "red", "blue"]


def test_how_far_somebody_has_decided_is_not_in_the_numbers_of_others() -> None:
    state = screens().start(players=2, seed=1)
    for option in ("bid(n=0)", "bid(n=0)", "stay", "stay"):
        state.apply(option)
    for _ in range(4):
        state.apply_tuple(state.option_tuples()[0])
    numbers = screens().seen(2)
    before = {seat: numbers.look(state, seat).numbers for seat in (0, 1)}
    state.apply("take(s=a1)")
    assert state.possible(1, 5).seat == 0
    assert numbers.look(state, 1).numbers == before[1]
    assert numbers.look(state, 0).numbers != before[0]


@pytest.mark.parametrize("players", [4, 5])
def test_who_has_handed_on_a_hand_knows_where_it_went_from_there(players: int) -> None:
    """Where several hands go on at once nobody sees them, but all have been told what was decided."""
    state = game("three_tides").start(players=players, seed=3)
    for _ in range(2 * players):
        state.apply_tuple(state.option_tuples()[0])
    handed_on = state.observation(2)["zones"]["basket"][state.names[2]]
    worlds = [state.possible(0, seed) for seed in range(10)]
    assert {str(each.observation(2)["zones"]["basket"][state.names[2]]) for each in worlds} == {str(handed_on)}
    others = {str(each.observation(3)["zones"]["basket"][state.names[3]]) for each in worlds}
    assert len(others) > 1
    memory = state.memory(0)
    while not state.over and state.ply < 60:
        memory = state.memory(0, memory)
        state.possible(0, state.ply, memory)
        state.apply_tuple(state.option_tuples()[-1])
    assert memory.unfit == 0


def test_a_game_goes_on_in_the_middle() -> None:
    for decisions in range(1, 30, 3):
        state = played(3, 5, decisions)
        again = screens().resume(state.to_json())
        assert again.key == state.key
        assert [each.text for each in again.events] == [each.text for each in state.events]
        for viewer in (*state.names, SPECTATOR):
            assert seen_by(again, viewer) == seen_by(state, viewer)


def test_taking_back_needs_force_and_gives_the_position_before() -> None:
    state = screens().start(players=2, seed=1)
    before = state.key
    state.apply("bid(n=4)")
    with pytest.raises(UsageError):
        state.undo()
    state.undo(force=True)
    assert state.key == before
    state.redo()
    assert state.observation("red")["decision"] == {"player": "blue", "name": "bids"}
