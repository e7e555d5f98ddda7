"""The tree search inside of the module, beside the same search written in plain Python over the Python machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.backends.wasm import bulk
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.game import Game, State, load
from yupana.interpreter.machine import results, rng
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tools.playing.bots import game_seed, seat_bots

pytest.importorskip("wasmtime")


@dataclass
class Node:
    visits: int = 0
    worth: int = 0
    children: dict[tuple[Any, ...], Node] = field(default_factory=dict)


def _logarithm(n: int) -> int:
    digits = max(n, 1).bit_length() - 1
    return ((digits << 16) + ((n << 16) >> digits) - 65536) * 45426 >> 16 if n else 0


def _promise(child: Node, log: int) -> int:
    return (child.worth << 15) // child.visits + isqrt((log << 17) // child.visits)


def _worth(machine: Machine, cells: ir.Cells, seat: int) -> int:
    return {"win": 2, "draw": 1, "lose": 0}[results.by_seat(machine, cells)[seat]]


def _search(game: Game, start: State, rounds: int, seed: int, limit: int) -> dict[tuple[Any, ...], tuple[int, int]]:
    machine, root = game.machine, Node()
    for index in range(rounds):
        own = game_seed(seed, index)
        cells = start._cells[:]
        rng.seed(cells, own)
        bots = seat_bots(("random",) * start.players, own)
        options, node, path, decisions = machine.legal(cells), root, [], 0
        while options and decisions < limit and (not path or node.visits):
            untried = [each for each in options if each not in node.children]
            if untried:
                chosen = untried[0]
                node.children[chosen] = Node()
            else:
                log = _logarithm(node.visits)
                chosen = max(options, key=lambda each: _promise(node.children[each], log))
            node = node.children[chosen]
            path.append((node, cells[ir.CELL_DECIDER]))
            options = machine.step(cells, chosen)
            decisions += 1
        while options and decisions < limit:
            choose = bots[cells[ir.CELL_DECIDER]].choose
            options = machine.step(cells, options[choose(start, options)])
            decisions += 1
        root.visits += 1
        for each, seat in path:
            each.visits += 1
            winners = results.winners(machine, cells)
            shared = len(winners) > 1
            each.worth += 1 if options else min(_worth(machine, cells, seat), 1 if shared else 2)
    return {option: (each.visits, each.worth) for option, each in root.children.items()}


@pytest.mark.parametrize(("name", "rounds", "limit", "moves"), [
    ("tic_tac_toe", 250, 100, 0), ("tic_tac_toe", 60, 3, 2), ("kuhn_poker", 60, 100, 0), ("cargo_empire", 25, 12, 60),
    ("stepping_stones", 40, 100, 5),
])  # fmt: skip
def test_the_same_tree_grows(name: str, rounds: int, limit: int, moves: int) -> None:
    game = load(name)
    start = game.start(players=2, seed=3)
    native = game.on(NATIVE).start(players=2, seed=3)
    for _ in range(moves):
        chosen = start.option_tuples()[-1]
        start.apply_tuple(chosen)
        native.apply_tuple(chosen)
    key, work = native.key, native.long_work
    assert work is not None
    assert work.search(rounds, 4, limit) == _search(game, start, rounds, 4, limit)
    assert native.key == key


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
