"""The tree search inside of the module, beside the same search decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.backends.wasm import bulk
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.game import State, TreeSearch, Tried, load
from yupana.tests.found import ROOT
from yupana.tools.bots import tree
from yupana.tools.simulation.playouts import Plan, play_some

pytest.importorskip("wasmtime")

ODD = """
ruleset: {name: odd, title: Odd, language: 2}
players: {min: 1, max: 1, names: [red], fields: {stones: int 0..5}}
actions: {take: {effects: me.stones += 2}, leave: {effects: me.stones += 0}}
flow: [{turns: turn, until: me.stones == 5}]
"""


def _search(worlds: Sequence[State], rounds: int, limit: int = 1000, **more: Any) -> TreeSearch:
    usual = {"exploration": 16, "wide": 24, "wider": 2, "margin": 4}
    return TreeSearch([each.cells for each in worlds], rounds, 4, limit, **{**usual, **more})


def _found(worlds: Sequence[State], rounds: int, limit: int = 1000, **more: Any) -> dict[Any, Tried]:
    return tree.searched(worlds, _search(worlds, rounds, limit, **more))


@pytest.mark.parametrize(("name", "players", "rounds", "limit", "moves", "more"), [
    ("tic_tac_toe", 2, 90, 100, 0, {}), ("tic_tac_toe", 2, 60, 3, 2, {}), ("tic_tac_toe", 2, 60, 100, 0, {"depth": 1}),
    ("tic_tac_toe", 2, 90, 100, 1, {"wide": 2, "wider": 1}), ("kuhn_poker", 2, 60, 100, 0, {}),
    ("backgammon", 2, 20, 8, 3, {}), ("cargo_empire", 3, 12, 5, 60, {"wide": 1}),
    (str(ROOT / "tests" / "language" / "46_teams.yaml"), 5, 90, 12, 0, {}),
    ("stepping_stones", 2, 40, 100, 5, {"margin": 16}), ("reversi", 2, 15, 9, 4, {"exploration": 1, "margin": 0}),
])  # fmt: skip
def test_the_same_tree_grows(
    name: str, players: int, rounds: int, limit: int, moves: int, more: dict[str, int]
) -> None:  # fmt: skip
    """Decision by decision and inside of the module; the position stays as it is."""
    game = load(name)
    start = game.on("python").start(players=players, seed=3)
    native = game.on(NATIVE).start(players=players, seed=3)
    for _ in range(moves):
        chosen = start.option_tuples()[-1]
        start.apply_tuple(chosen)
        native.apply_tuple(chosen)
    keys = start.key, native.key
    found = _found([start], rounds, limit, **more)
    assert _found([native], rounds, limit, **more) == found
    assert sum(each.times for each in found.values()) == rounds
    assert (start.key, native.key) == keys


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel", "cargo_empire"])
def test_one_tree_of_several_positions(name: str) -> None:
    game = load(name)
    found = []
    for engine in ("python", NATIVE):
        state = game.on(engine).start(seed=3)
        for _ in range(2):
            state.apply_tuple(state.option_tuples()[0])
        worlds = [state.possible(state.names[state.seat], seed) for seed in range(5)]
        found.append(_found(worlds, 40, 30))
    assert found[0] == found[1]


@pytest.mark.parametrize(("name", "players", "moves"), [
    ("rock_paper_scissors", 4, 0), ("rock_paper_scissors", 3, 1), ("goofspiel", 2, 0), ("kuhn_poker", 2, 0),
])  # fmt: skip
def test_who_decides_later_does_not_know_what_is_held_back(name: str, players: int, moves: int) -> None:
    """The same tree grows on both engines, with seats that can tell the positions apart and without."""
    found = []
    for engine in ("python", NATIVE):
        game = load(name).on(engine)
        state = game.start(players=min(players, game.max_players), seed=3)
        for _ in range(moves):
            state.apply_tuple(state.option_tuples()[0])
        worlds = [state.possible(state.names[state.seat], seed) for seed in range(4)]
        views = [[0 if seat == state.seat else 1 + number % 2 for seat in range(state.players)] for number in range(4)]
        found.append([_found(worlds, 60, 30), _found(worlds, 60, 30, views=views)])
    assert found[0] == found[1]
    assert found[0][0] != found[0][1]


def test_a_choice_in_secret_is_not_answered() -> None:
    """If who chooses second knew what the first one took, every choice would lose."""
    state = load("rock_paper_scissors").on(NATIVE).start()
    worlds = [state.possible(state.names[state.seat], seed) for seed in range(2)]
    found = _found(worlds, 3000, 400)
    assert all(abs(each.worth - 32768) < 6000 for each in found.values()), found


def test_who_knows_their_own_card_answers_a_bet_by_it() -> None:
    """In Kuhn poker who bets on the queen is called by the king and wins little from the jack."""
    game = load("kuhn_poker").on(NATIVE)
    state = next(
        state for state in map(game.start, [2] * 99, range(99))
        if state.observation("ann")["zones"]["hand"]["ann"] == ["queen"]
    )  # fmt: skip
    worlds = [state.possible(state.names[0], number) for number in range(20)]
    seen = [repr(each.observation(state.names[1])) for each in worlds]
    views = [[0, 1 + sorted(set(seen)).index(each)] for each in seen]
    bet = state.option_tuples()[[each.text for each in state.decision.options].index("bet")]
    worths = [_found(worlds, 4000, views=each)[bet].worth for each in ((), views)]
    assert len(set(seen)) == 2
    assert worths[1] < worths[0] - 3000, worths


def test_a_bot_that_searches_plays_alike_on_all_engines() -> None:
    for name in ("tic_tac_toe", "kuhn_poker"):
        plan = Plan(name, 2, 3, 8, ("mcts:24", "random"))
        played = list(play_some(load(name).on("python"), plan, 0, 3))
        assert list(play_some(load(name).on(NATIVE), plan, 0, 3)) == played
        assert all(each.finished for each in played)


def test_a_bot_that_searches_is_better_than_one_that_does_not() -> None:
    plan = Plan("connect_four", 2, 2, 8, ("random", "mcts"))
    played = list(play_some(load("connect_four").on(NATIVE), plan, 0, 2))
    assert [each.winners for each in played] == [(1,)] * 2


def test_what_wins_is_tried_most() -> None:
    state = load("tic_tac_toe").on(NATIVE).start()
    for space in ("a1", "b1", "a2", "b2"):
        state.apply(f"mark(space={space})")
    found = _found([state], 600)
    best = max(found, key=lambda each: found[each].times)
    assert found[best].worth == 65536
    assert found[best].times > 300
    state.apply_tuple(best)
    assert state.winners == ["x"]


@pytest.mark.parametrize("engine", ["python", NATIVE])
def test_what_is_certain_is_known(engine: str) -> None:
    """What wins at once wins, and what does not hold a threat loses; nothing is known where chance has a part."""
    state = load("tic_tac_toe").on(engine).start()
    for space in ("a1", "b1", "a2", "b2"):
        state.apply(f"mark(space={space})")
    known = {each.known for each in _found([state], 200).values()}
    assert 1 in known
    state = load("tic_tac_toe").on(engine).start()
    for space in ("a1", "b1", "b2"):
        state.apply(f"mark(space={space})")
    assert [each.known for each in _found([state], 600).values()].count(-1) >= 5
    chance = load("backgammon").on(engine).start(seed=1)
    assert {each.known for each in _found([chance], 6, 40).values()} == {0}


def test_of_many_options_only_some_are_considered() -> None:
    """More with the visits; all when there are few."""
    state = load("hex").on(NATIVE).start()
    many = len(state.option_tuples())
    assert [len(_found([state], rounds, wide=5, wider=1)) for rounds in (3, 16, 101)] == [3, 8, 15]
    assert len(_found([state], many, wide=many)) == many


def test_room_for_nodes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the tree stays as it is, and the search goes on."""
    monkeypatch.setattr(bulk, "NODES_BYTES", 40 + 5 * 48)
    found = _found([load("tic_tac_toe").on(NATIVE).start()], 50)
    assert len(found) == 5
    assert sum([each.times for each in found.values()]) == 50


def test_a_search_stops_when_its_time_is_over() -> None:
    for engine in ("python", NATIVE):
        assert sum(each.times for each in _found([load("tic_tac_toe").on(engine).start()], 0, seconds=0.1).values()) > 0


def test_a_fault_in_a_round_is_worth_a_draw(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, encoding="utf-8")
    game = load(path)
    found = [_found([game.on(each).start()], 200, 9) for each in ("python", NATIVE)]
    assert found[0] == found[1]
    assert sum(each.times for each in found[0].values()) == 200
    assert {each.worth for each in found[0].values()} == {32768}
