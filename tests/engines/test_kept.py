"""Values that are kept from one list of options to the next are forgotten as soon as what they depend on differs."""

from __future__ import annotations

import pytest
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import optimise
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ProgramFacts
from yupana.tests.engines.compiling import compiled

RULES = """
ruleset: {name: stones, title: Stones, language: 4, text: Stones are put and taken.}
players: {min: 2, max: 3, names: [red, blue, green]}
boards:
  board:
    kind: Cell
    square: {columns: 5, rows: 11}
    fields: {stone: "Player?", height: int 0..9, seen: "set[Player]"}
state: {bonus: {type: int, start: 0}}
functions:
  # looks at a chain, its neighbours and theirs: of each cell what it depends on is noted
  worth:
    of: {c: Cell}
    is: |
      let chain = region(t from c if t.stone == c.stone)
      return sum(n.height + size(n.seen) for a in chain for n in neighbors(a)
                 if any(m.stone != none for m in neighbors(n))) + bonus
  near:
    of: {c: Cell}
    is: sum(worth(n) for n in neighbors(c))
  # a list, which lies somewhere
  higher:
    of: {c: Cell}
    gives: list[Cell]
    is: |
      return [n for n in neighbors(c) if count(m for m in neighbors(n) if overlooked(m, c)) > 1]
  overlooked:
    of: {m: Cell, c: Cell}
    is: any(k.height >= c.height for k in region(t from m if t.height > c.height or t == m))
  # depends on who acts, and on all cells
  strength:
    of: {p: Player}
    is: |
      let own = sum(c.height for c in Cell if c.stone == p and any(n.stone != p for n in neighbors(c)))
      return own + (1 if me == p else 0)
  # what was met in searches, and nothing else
  around:
    of: {c: Cell}
    is: sum(size(region(t from n if t.stone == none)) for n in neighbors(c))
  # who acts, and nothing else
  prone:
    of: {c: Cell}
    is: count(n for n in neighbors(c) if size(region(t from n if t != c and me == red)) > 1)
  # the cheapest ways past stones, from where one stands
  far:
    of: {c: Cell}
    is: |
      let reach = costs(a to b from c by slope(a, b) if b.stone == none and (b.height < 2 or a.height < 2) within 5)
      return count(h for h in Cell if reach[h] == 2) + 3 * count(h for h in Cell if reach[h] == 0)
  slope: {of: {a: Cell, b: Cell}, is: 2 if a.height != b.height else 0}
  after_raising:
    of: {c: Cell}
    is: "after(c.height = 9 - c.height; worth(c)) + worth(c)"
actions:
  put:
    parameters:
      at: {in: Cell, if: at.stone == none}
      n: {in: "[near(at) % 5, strength(me) % 7]"}
      to: {in: "distinct(higher(at))", if: "size(higher(at)) > n or to.height < 9"}
    effects: |
      at.stone = me
      add me to to.seen
      if to.height < 9: to.height += 1
      if at.height == 3: bonus += 1
  take:
    parameters:
      at: {in: Cell, if: "at.stone != none and after_raising(at) % 3 != 0"}
      gain: {is: (worth(at) + around(at) + prone(at) + far(at)) % 4}
    effects: |
      at.stone = none
      at.height = gain
  rest: {effects: bonus += 0}
flow:
  - turns: turn
    until: over
rulebook: {sections: {"1": All}, rules: {S-1: {section: "1", text: All.}}}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    made = compiled(RULES, tmp_path_factory.mktemp("kept"), "stones").program
    assert made is not None
    return made


def test_the_rules_ask_for_values_that_are_kept(program: ir.Program) -> None:
    """Else the games below would show nothing."""
    maker = pytest.importorskip("yupana.interpreter.backends.wasm.module_maker").Maker(optimise(program))
    kept = {maker.program.functions[each].name: each for each in maker.kept_functions()}
    assert {"worth", "near", "higher", "strength", "around", "prone"} <= set(kept)
    homes = {name: maker.watch.home(number) for name, number in kept.items()}
    cells = next(i for i, each in enumerate(program.domains) if each.name == "Cell")
    assert homes["worth"] == homes["near"] == homes["higher"] == homes["around"] == cells
    assert homes["strength"] == homes["prone"] == -1
    assert ProgramFacts(maker.program).function(kept["near"]).pure


def test_several_games_by_turns_have_the_options_of_the_other_engine(program: ir.Program) -> None:
    """One module plays them, so that its cells come from elsewhere at every step."""
    trusted, tried = Machine(program, find_back_end("python")), Machine(program, find_back_end("native"))
    values = [each.default for each in program.game_options]
    games = [[m.new_state(2 + game % 2, game, values) for m in (trusted, tried)] for game in range(3)]
    options = [[m.begin(state) for m, state in zip((trusted, tried), pair, strict=True)] for pair in games]
    for ply in range(200):
        game = ply // 15 % 3 if ply < 100 else ply % 3
        expected, found = options[game]
        assert found == expected
        if not expected:
            continue
        chosen = expected[(ply * 31 + game) % len(expected)]
        options[game] = [m.step(state, chosen) for m, state in zip((trusted, tried), games[game], strict=True)]
        assert list(games[game][0]) == list(games[game][1])


def test_what_was_worked_out_while_nothing_was_compared_is_forgotten(program: ir.Program) -> None:
    """Who acts differs at every decision, so that nothing is compared for a while; then it is as it was before."""
    trusted, tried = Machine(program, find_back_end("python")), Machine(program, find_back_end("native"))
    values = [each.default for each in program.game_options]
    states = [trusted.new_state(seats, 5, values) for seats in (2, 3)]
    for plies, state in zip((12, 19), states, strict=True):
        trusted.begin(state)
        for ply in range(plies):
            options = trusted.legal(state)
            trusted.step(state, options[ply * 31 % len(options)])
    expected = [trusted.legal(state) for state in states]
    turns = [0, 1] * 13 + [1, 0] * 100 + [0, 0, 1, 0, 1, 1, 0] * 4
    found = [tried.legal(states[each]) for each in turns]
    assert [each == expected[turn] for each, turn in zip(found, turns, strict=True)] == [True] * len(turns)
