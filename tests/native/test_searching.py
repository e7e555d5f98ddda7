"""The tree search inside of the module, beside the same search decision by decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm import bulk
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.game import load
from yupana.tools.bots import tree
from yupana.tools.simulation.playouts import Plan, play_some

pytest.importorskip("wasmtime")


@pytest.mark.parametrize(("name", "rounds", "limit", "moves"), [
    ("tic_tac_toe", 90, 100, 0), ("tic_tac_toe", 60, 3, 2), ("kuhn_poker", 60, 100, 0), ("cargo_empire", 8, 5, 60),
    ("stepping_stones", 40, 100, 5),
])  # fmt: skip
def test_the_same_tree_grows(name: str, rounds: int, limit: int, moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decision by decision and inside of the module, the order included."""
    monkeypatch.setattr(tree, "LIMIT", limit)
    game = load(name)
    start = game.on("python").start(players=2, seed=3)
    native = game.on(NATIVE).start(players=2, seed=3)
    for _ in range(moves):
        chosen = start.option_tuples()[-1]
        start.apply_tuple(chosen)
        native.apply_tuple(chosen)
    keys, work = (start.key, native.key), native.long_work
    assert work is not None
    found = tree.tried(start, rounds, 4)
    assert list((work.search(rounds, 4, limit) or {}).items()) == list(found.items())
    assert tree.tried(native, rounds, 4) == found
    assert (start.key, native.key) == keys


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
    assert state.long_work is not None
    found = state.long_work.search(600) or {}
    best = max(found, key=lambda each: found[each].times)
    assert found[best].worth == 2 * found[best].times > 600
    state.apply_tuple(best)
    assert state.winners == ["x"]


def test_room_for_nodes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the tree stays as it is, and the search goes on."""
    monkeypatch.setattr(bulk, "NODES_BYTES", 8 * 4096 + 20 + 5 * 28)
    work = load("tic_tac_toe").on(NATIVE).start().long_work
    assert work is not None
    found = work.search(50) or {}
    assert len(found) == 5
    assert sum([each.times for each in found.values()]) == 5


def test_a_fault_in_a_round(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text("""
ruleset: {name: odd, title: Odd, language: 2}
players: {min: 1, max: 1, names: [red], fields: {stones: int 0..5}}
actions: {take: {effects: me.stones += 2}, leave: {effects: me.stones += 0}}
flow: [{turns: turn, until: me.stones == 5}]
""", encoding="utf-8")  # fmt: skip
    work = load(path).on(NATIVE).start().long_work
    assert work is not None
    assert work.search(200, limit=2) is not None
    assert work.search(200, limit=9) is None
