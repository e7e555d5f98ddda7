"""Positions that a seat must take for possible, on every shipped game that hides anything."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import SPECTATOR, Game, Memory, State, load
from yupana.interpreter.machine.observation import observe, pieces_in
from yupana.interpreter.machine.worlds import lay
from yupana.interpreter.program.hidden import hides_anything
from yupana.tests.found import game, plain, shipped

DECISIONS = 100
"""A game is followed so far."""


SECRETIVE = (
    "cargo_empire", "cuzco_feld", "cuzco_kk", "goofspiel", "hanabi", "hearts", "kuhn_poker", "leduc_poker",
    "liars_dice", "moorfire", "night_market", "pizarro", "puna", "rock_paper_scissors", "three_tides",
)  # fmt: skip
"""The shipped games that hide anything, without their variants; listed, since to find them all have to be compiled,
which every worker would do before its first test."""


def seats_of(played: Game) -> int:
    """Two at least, where so many may play."""
    return max(played.min_players, min(2, played.max_players)) if played.min_players < 2 else played.max_players


def begin(target: str, seed: int) -> State:
    played = game(target).on("auto")
    return played.start(seats_of(played), seed=seed)


def hidden_lists(state: State, viewer: int) -> dict[int, list[int]]:
    """By zone that the viewer does not see, what lies there."""
    secrets = state.game.secrets
    return {zone: pieces_in(secrets.program, state.cells, zone) for zone in sorted(secrets.zones(state.cells, viewer))}


def looks(state: State, viewer: int) -> Any:
    """What the viewer sees, but for the options, which are thousands of texts in some games."""
    return plain(observe(state.game.machine, state.cells, viewer, None))


def told(state: State, viewer: int, since: int) -> list[Any]:
    return [
        (each.player, each.chosen(viewer), [event.text for event in each.events if event.is_for(viewer)])
        for each in state.story(since)
        if each.is_for(viewer)
    ]


@pytest.mark.parametrize("target", [each for each in shipped() if "+" not in each])
def test_a_game_with_secrets_is_listed(target: str) -> None:
    assert hides_anything(game(target).program) == (target in SECRETIVE)
    assert bool(game(target).secrets) == (target in SECRETIVE)


@pytest.mark.parametrize("target", SECRETIVE)
def test_a_possible_position_looks_like_the_true_one(target: str) -> None:
    for seed in (1, 2):
        draw = random.Random(seed)
        state = begin(target, seed)
        memories: dict[int, Memory | None] = {}
        while not state.over and state.ply < DECISIONS:
            viewer = draw.randrange(-1, state.players)
            often = 1.0 if state.ply < 12 else 0.1
            if draw.random() < often:
                memories[viewer] = memory = state.memory(viewer, memories.get(viewer))
                for deal in (draw.randrange(2**31), draw.randrange(2**31)):
                    other = state.possible(viewer, deal, memory)
                    assert looks(other, viewer) == looks(state, viewer)
                    assert other.seat == state.seat
                    # of those who decide in secret others do not know how many of their decisions they have taken
                    assert other.ply == state.ply or (state.held_since and viewer != state.seat)
                    if state.seat == viewer:
                        assert other.option_tuples() == state.option_tuples()
                    assert other.key == state.possible(viewer, deal).key, "what was remembered is not what was seen"
                    everywhere = sorted([p for there in hidden_lists(other, viewer).values() for p in there])
                    assert everywhere == sorted([p for there in hidden_lists(state, viewer).values() for p in there])
            state.apply_tuple(draw.choice(state.option_tuples()))


@pytest.mark.slow
@pytest.mark.parametrize("target", SECRETIVE)
def test_games_that_look_the_same_are_remembered_the_same(target: str) -> None:
    """Two pieces change places before the first decision, the same is decided, and a seat sees the same all along."""
    compared = 0
    for seed in range(1, 9):
        draw = random.Random(seed)
        true = begin(target, seed)
        viewer = draw.randrange(-1, true.players)
        zones = hidden_lists(true, viewer)
        kinds = [each for each in true.game.program.domains if each.piece_base >= 0]
        of_kind = [[p for there in zones.values() for p in there
                    if each.piece_base <= p < each.piece_base + len(each.names)] for each in kinds]  # fmt: skip
        of_kind = [each for each in of_kind if len(each) > 1]
        if not of_kind:
            continue
        pair = draw.sample(draw.choice(of_kind), 2)
        begun = true.game.secrets.set_ups(true.cells)
        if begun.zones[pair[0]] != begun.zones[pair[1]] or alike(true, pair):
            continue
        compared += _compare(true, exchanged(true, pair), pair, viewer, draw)
    assert compared or target == "pizarro" or not game(target).secrets.families, "no two pieces could change places"


def alike(state: State, pair: list[int]) -> bool:
    """Whether nobody can tell two pieces apart, wherever they lie."""
    program, printer = state.game.program, state.game.machine.printer
    names = []
    for piece in pair:
        for number, kind in enumerate(program.domains):
            if 0 <= kind.piece_base <= piece < kind.piece_base + len(kind.names):
                names.append(printer.member(number, piece - kind.piece_base))
    return names[0] == names[1]


def exchanged(state: State, pair: list[int]) -> State:
    """The position with two pieces in each other's place."""
    one, two = pair
    other = state.clone()
    other._cells = state.cells[:]
    swap = {one: two, two: one}
    layout = state.game.program.layout
    at = {state.cells[layout.piece_zone + each] for each in pair}
    lists = {zone: [swap.get(p, p) for p in pieces_in(state.game.program, state.cells, zone)] for zone in at}
    lay(state.game.program, other._cells, lists)
    other._options = other.game.machine.legal(other._cells)
    return other


def _compare(true: State, other: State, pair: list[int], viewer: int, draw: random.Random) -> int:
    """Play both; how often they were compared before they looked different."""
    compared = 0
    while not true.over and true.ply < DECISIONS // 2:
        option = draw.choice(true.option_tuples())
        mirrored = relabelled(true, option, pair)
        if mirrored not in other.option_tuples():
            break
        true._run(option)
        other._run(mirrored)
        same = plain(true.observation(viewer)) == plain(other.observation(viewer))
        if not same or told(true, viewer, true.ply) != told(other, viewer, other.ply):
            break
        if draw.random() < 0.15 or true.ply < 4:
            one, two = true.memory(viewer), other.memory(viewer)
            assert one.seen == two.seen, f"after {true.ply} decisions"
            assert true.possible(viewer, true.ply, one).key == other.possible(viewer, true.ply, two).key
            compared += 1
    return compared


def relabelled(state: State, option: tuple[Any, ...], pair: list[int]) -> tuple[Any, ...]:
    """An option as it is called where two pieces have changed places."""
    program = state.game.program
    swap = {pair[0]: pair[1], pair[1]: pair[0]}
    values = []
    for (_, kind), value in zip(program.alternatives[option[0]].params, option[1:], strict=True):
        base = program.domains[kind.domain].piece_base if kind.kind == "member" else -1
        if base < 0:
            values.append(value)
        elif isinstance(value, tuple | list):
            values.append(tuple([swap.get(base + each, base + each) - base for each in value]))
        else:
            values.append(swap.get(base + value, base + value) - base)
    return (option[0], *values)


def test_nothing_is_hidden_where_nothing_is_hidden() -> None:
    state = load("tic_tac_toe").start(2)
    state.apply(state.decision.options[0])  # type: ignore[union-attr]
    assert state.possible(1, 5).key == state.reseeded(5).key


def test_a_spectator_has_possible_positions_too() -> None:
    state = begin("kuhn_poker", 1)
    hands = {tuple(sorted(hidden_lists(state.possible(SPECTATOR, seed), SPECTATOR).items(), key=str).__repr__())
             for seed in range(40)}  # fmt: skip
    assert len(hands) == 6


def test_where_no_history_is_found_the_true_position_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits what is seen now is taken then: every hidden card, and not the true one alone."""
    from yupana.interpreter.machine import dealing

    monkeypatch.setattr(dealing, "_world", lambda *asked: None)
    state = load("kuhn_poker").start(2, 3)
    name = state.names[state.seat]
    worlds = [state.possible(name, seed) for seed in range(30)]
    assert {each.option_tuples() == state.option_tuples() for each in worlds} == {True}
    assert all(each.observation(name) == state.observation(name) for each in worlds)
    other = state.names[1 - state.seat]
    assert len({repr(each.observation(other)) for each in worlds}) == 2
