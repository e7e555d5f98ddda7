"""The limits of the language: what is told at load, and what is a rule fault."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from yupana.interpreter.check.calls_graph import MAX_CALLS
from yupana.interpreter.check.domains import MAX_ENTITIES
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.game import Game, RuleFault
from yupana.interpreter.program import limits

BASE = """\
ruleset: {name: limits, title: Limits, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int}}
flow: [{turns: turn, times: 40}]
"""


SCENE = """\
boards: {field: {kind: Square, square: {columns: 50, rows: 40}}}
kinds: {Card: {entries: {card: {count: 3}}, start: deck}}
zones: {deck: {of: Card, ordered: true}, hand: {of: Card, each: Player}}
"""


ACTION = """\
actions:
  {name}:
    effects: |
      {code}
"""


def compiled(folder: Path, text: str) -> Compiled:
    file = folder / "limits.yaml"
    file.write_text(BASE + text)
    return compile_ruleset(str(file))


def game(folder: Path, text: str) -> Game:
    made = compiled(folder, text)
    assert made.program is not None, made.diagnostics
    return Game(made.program)


def test_the_options_of_all_actions_count_together(tmp_path: Path) -> None:
    action = "  a{}: {{parameters: {{x: {{in: 1..400}}}}, effects: pass}}\n"
    most = limits.OPTIONS // 400
    full = "actions:\n" + "".join(action.format(number) for number in range(most))
    decision = game(tmp_path, full).start().decision
    assert decision is not None
    assert len(decision.options) == limits.OPTIONS
    with pytest.raises(RuleFault, match="more than 100,000 options"):
        game(tmp_path, full + "  last: {effects: pass}\n").start()


@pytest.mark.parametrize(
    "code",
    [
        "me.n = size([x + y for x in 1..400 for y in 1..251])",
        "let xs = [x for x in 1..100000]\n      add 7 to xs\n      me.n = size(xs)",
        "let xs = [x for x in 1..60000]\n      me.n = size(xs + xs)",
        "me.n = size(sorted(x + y for x in 1..400 for y in 1..251 by x))",
    ],
)
def test_the_elements_of_a_list(tmp_path: Path, code: str) -> None:
    state = game(tmp_path, ACTION.format(name="go", code=code)).start()
    with pytest.raises(RuleFault, match=r"a list of [\d,]+ elements; the most is 100,000"):
        state.apply("go")
    fewer = code.replace("251", "250").replace("100000", "99999").replace("60000", "50000")
    state = game(tmp_path, ACTION.format(name="go", code=fewer)).start()
    state.apply("go")
    assert state.cells


def chain(length: int) -> str:
    rows = [f"  f{number}: {{is: f{number + 1}() + 1}}\n" for number in range(length - 1)]
    return "functions:\n" + "".join(rows) + f"  f{length - 1}: {{is: 'me.n'}}\n"


def test_calls_in_a_row(tmp_path: Path) -> None:
    action = "actions: {go: {effects: me.n = f0()}}\n"
    made = game(tmp_path, chain(MAX_CALLS - 1) + action)
    state = made.start()
    state.apply("go")
    base = next(each.base for each in made.program.fields if each.name == "n")
    assert state.cells[base] == MAX_CALLS - 2
    for length in (MAX_CALLS + 1, 1_000):
        (told,) = compiled(tmp_path, chain(length) + "actions: {go: {effects: pass}}\n").diagnostics
        assert (told.code, told.severity, told.message) == (
            "YUP444",
            "error",
            "at most 100 calls may be nested",
        )


def test_members_of_an_enum(tmp_path: Path) -> None:
    members = ", ".join(f"m{number}" for number in range(MAX_ENTITIES + 1))
    told = compiled(tmp_path, f"enums: {{Much: [{members}]}}\nactions: {{go: {{effects: pass}}}}\n").diagnostics
    assert [each.message for each in told] == ["an enum has at most 20,000 members"]


N = "sum(x % 3 for x in 1..390)"
CUBE = "sum(a * b * c % 3 for a in 1..800 for b in 1..800 for c in 1..800)"
COSTLY = {
    "sums": f"me.n = {CUBE}",
    "loops": "repeat at most 99999 while me.n >= 0:\n          for b in 1..99999: me.n = b",
    "lists": "me.n = size([a for a in 1..9000 for b in 1..9000])",
    "sorts": "for i in 1..90000:\n          me.n = sum(sorted(x % 17 for x in 1..9000))",
    "joins": "let xs = [x for x in 1..60000]\n      for i in 1..90000:\n          me.n = size(xs + xs)",
    "regions": f"for i in 1..9000:\n          me.n = size(region(s from a1 if {N} + me.n > 0))",
    "paths": f"for i in 1..9000:\n          let prices = costs(a to b from a1 by {N})",
    "moves": f"move all member(Player, {CUBE} % 2).hand to deck",
}
"""The costliest loops that we know."""
QUICK = ("sums",)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in COSTLY])
def test_no_decision_keeps_its_host(name: str, tmp_path: Path) -> None:
    """It ends in a fault before anybody grows impatient."""
    state = game(tmp_path, SCENE + ACTION.format(name=name, code=COSTLY[name])).start()
    began = time.process_time()
    with pytest.raises(RuleFault, match="more steps"):
        state.apply(name)
    assert time.process_time() - began < 10  # a second or so on an idle machine


def test_a_game_serves_several_threads(tmp_path: Path) -> None:
    """States of one game, played in several threads: each is what it is when it is played alone, log included."""
    text = """\
kinds: {Card: {attributes: {worth: int}, entries: {c: {count: 30, worth: 2}}, start: deck}}
zones: {deck: {of: Card, ordered: true}, hand: {of: Card, each: Player}}
scoring: {items: {n: me.n}, report: ["{me} has {me.n}"]}
actions:
  go:
    parameters: {by: {in: 1..3}}
    effects: |
      shuffle deck
      roll 3d6 as dice
      me.n = (me.n + sum(dice) * by) % 1000
      log "{me} rolls {dice}, {me.n}"
"""
    made = game(tmp_path, text)

    def played(seed: int) -> tuple[bytes, list[str], list[str]]:
        state = made.start(seed=seed)
        turn, said = 0, list[str]()
        while not state.over:
            state.apply(f"go(by={(seed + turn) % 3 + 1})")
            if turn % 10 == 0:
                said += [each.text for each in state.events]
            turn += 1
        return state.key, [*said, *(each.text for each in state.events)], state.report

    alone = {seed: played(seed) for seed in range(8)}
    found: dict[int, object] = {}
    made = game(tmp_path, text)  # its machine is made by whichever thread comes first

    def work(seed: int) -> None:
        for _ in range(3):
            found[seed] = played(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in alone]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == alone


@pytest.mark.parametrize("first", ["0", "2"])
def test_an_entry_may_have_no_copies(first: str, tmp_path: Path) -> None:
    """A card that is left out for now, also the only counted one of its kind, and one that carries an action."""
    made = compiled(
        tmp_path,
        "kinds: {Card: {actions: {play: {text: Play it}}, start: deck, entries: {\n"
        f"  out: {{count: 0, play: {{effects: me.n += 1}}}}, in: {{count: {first}, play: {{effects: pass}}}},\n"
        "  one: {play: {effects: pass}}}}}\nzones: {deck: {of: Card}}\n",
    )
    assert made.diagnostics == []
    assert made.program is not None


@pytest.mark.parametrize("count", ["-1", "{2: -1, 3: 4}", "20001"])
def test_a_count_that_cannot_be_is_told_where_it_stands(count: str, tmp_path: Path) -> None:
    text = f"kinds: {{Card: {{start: deck, entries: {{card: {{count: {count}}}}}}}}}\nzones: {{deck: {{of: Card}}}}\n"
    text += ACTION.format(name="rest", code="pass")
    (fault,) = compiled(tmp_path, text).diagnostics
    assert (fault.code, fault.span.line) == ("YUP444", 4)
    assert (fault.message, fault.span.column) == ("`count` is a number from 0 to 20,000", 53)
