"""Turns of loops over pieces that are alike are left out, where that makes no difference, and only there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import PASSES, Pass, optimise
from yupana.interpreter.program import ir
from yupana.interpreter.program.ir import NONE
from yupana.tests.engines.compiling import compiled
from yupana.tests.engines.trial import allowed

RULES = """
ruleset: {name: crates, title: Crates, language: 4, text: Crates are carried about.}
players: {min: 2, max: 2, names: [red, blue]}
enums:
  Ware: [wool, salt, amber]
  Side: [front, back]
state: {marked: "set[Crate]", turns_taken: {type: int 0..9}}
kinds:
  Place:
    entries: {quay: {}, yard: {}, loft: {}}
    fields: {open: {type: bool, start: true}}
  Crate:
    attributes: {ware: Ware, price: int, back_price: int}
    alike: true
    start: heap
    entries:
      wool_crate: {count: 6, ware: wool, price: 2, back_price: 1}
      salt_crate: {count: 5, ware: salt, price: 3, back_price: 0}
      amber_crate: {count: 2, ware: amber, price: 5, back_price: 4}
    fields: {wet: bool, turned: bool, sealed: bool}
zones:
  heap: {of: Crate}
  store: {of: Crate, each: Place}
functions:
  cost: {of: {c: Crate, s: Side}, is: c.price if s == front else c.back_price}
  ways:
    of: {p: Place}
    gives: list[int, 2]
    is: "[1, 2] if p.open else [2]"
  loose_ways:
    of: {p: Place}
    gives: list[int, 3]
    is: "[1, 2, 1] if p.open else [2, 2]"
  burden:
    text: Going through many numbers takes work of its own
    of: {c: Crate}
    is: sum(n for n in 1..900 if n % 2 == (1 if c.wet else 0)) % 3
  toll:
    of: {p: Place, s: Side}
    is: sum(n for n in 1..1200 if n % 2 == (1 if p.open and s == front else 0)) % 5
actions:
  # all follows from what the key of a crate says
  carry:
    parameters:
      crate: {in: heap}
      side: {in: Side, if: "0 < cost(crate, side) <= 4 or crate.wet"}
      to: {in: Place}
      way: {in: ways(to)}
      price: {is: "cost(crate, side)"}
    effects: |
      crate.turned = side == back
      move crate to to.store
      if way == 2: to.open = not to.open
  # the same, with an element twice
  push:
    parameters:
      crate: {in: heap, if: not crate.sealed}
      to: {in: Place}
      way: {in: loose_ways(to)}
    effects: |
      crate.wet = not crate.wet
      crate.sealed = way == 2
  # pieces of many places
  fetch:
    parameters:
      crate: {in: "{c for p in Place for c in p.store if c.ware != amber}"}
      side: {in: Side}
      to: {in: Place, if: "toll(to, side) != 1"}
    effects: |
      crate.turned = side == front
      move crate to heap
  # each turn is worth something
  weigh:
    parameters:
      crate: {in: heap, if: burden(crate) == 0}
      n: {in: "0..1"}
    effects: crate.wet = not crate.wet
  # what is asked is no part of the key
  mark:
    parameters:
      crate: {in: heap, if: crate not in marked}
      side: {in: Side}
    effects: add crate to marked
flow:
  - turns: turn
    until: over
rulebook: {sections: {"1": All}, rules: {S-1: {section: "1", text: All.}}}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    made = compiled(RULES, tmp_path_factory.mktemp("turns"), "crates").program
    assert made is not None
    return made


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> Callable[[ir.Program], dict[str, bool]]:
    """By function that leaves turns out: whether its options need no keys."""
    making = pytest.importorskip("yupana.interpreter.backends.wasm.module_maker")
    from yupana.interpreter.backends.wasm import emit_turns

    found: dict[str, bool] = {}
    before = emit_turns.Classed.__init__

    def noted(self: emit_turns.Classed, w: emit_turns.Writer, node: ir.For, group: tuple[ir.Expr, ...]) -> None:
        before(self, w, node, group)
        found[w.function.name] = bool(emit_turns.unkeyed(w, node))

    def asked(program: ir.Program) -> dict[str, bool]:
        found.clear()
        making.Maker(program).make()
        return found

    monkeypatch.setattr(emit_turns.Classed, "__init__", noted)
    return asked


def test_turns_are_left_out_where_all_follows_from_the_key(
    program: ir.Program, left_out: Callable[[ir.Program], dict[str, bool]]
) -> None:
    assert left_out(optimise(program)) == {"options_carry": True, "options_push": False, "options_fetch": True}


def test_a_table_that_tells_pieces_apart_which_are_alike_is_asked(
    program: ir.Program, left_out: Callable[[ir.Program], dict[str, bool]]
) -> None:
    """No ruleset says so: the table of what crates cost, by crate and side, is changed for one of them."""
    program = optimise(program)
    prices = (NONE, NONE, NONE, *[NONE, 2, 1] * 6, *[NONE, 3, 0] * 5, *[NONE, 5, 4] * 2)
    (number,) = [i for i, each in enumerate(program.tables) if len(each) == len(prices) and each[4:6] == (2, 1)]
    changed = list(program.tables[number])
    changed[3 * 3 + 1] += 1
    program = replace(program, tables=(*program.tables[:number], tuple(changed), *program.tables[number + 1 :]))
    assert left_out(program) == {"options_push": False, "options_fetch": True}
    in_lockstep(program, ())


def test_games_with_pieces_that_are_alike_have_the_options_of_the_other_engine(program: ir.Program) -> None:
    in_lockstep(program, PASSES)


def in_lockstep(program: ir.Program, passes: Sequence[Pass]) -> None:
    machines = [Machine(program, find_back_end(name), passes) for name in ("python", "native")]
    for seed in range(3):
        states = [each.new_state(2, seed, []) for each in machines]
        options = [each.begin(state) for each, state in zip(machines, states, strict=True)]
        for ply in range(60):
            expected, found = options
            assert found == expected
            if ply % 20 == 19:
                one, other = [least(each, state) for each, state in zip(machines, states, strict=True)]
                assert one == other > 10_000
                for work in (one - 1, one // 2, one // 3):
                    (first, second) = [outcome(each, state, work) for each, state in zip(machines, states, strict=True)]
                    assert first == second
            chosen = expected[(ply * 7919 + seed) % len(expected)]
            options = [each.step(state, chosen) for each, state in zip(machines, states, strict=True)]
        assert list(states[0]) == list(states[1])


def least(machine: Machine, state: ir.Cells) -> int:
    """The smallest allowance with which the options of a position can be made."""
    low, high = -1, 1
    while not done(machine, state, high):
        low, high = high, 4 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if done(machine, state, middle) else (middle, high)
    return high


def done(machine: Machine, state: ir.Cells, work: int) -> bool:
    return outcome(machine, state, work) is None


def outcome(machine: Machine, state: ir.Cells, work: int) -> tuple[int, str] | None:
    """The fault of making the options with so much work."""
    with allowed(work):
        try:
            machine.legal(state)
        except Trap as trap:
            return trap.place, trap.message
    return None
