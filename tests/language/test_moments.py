"""Which copies of a card hear of what comes and goes: random moves beside a model that knows sets alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.machine.state import State
from yupana.tests.found import BackEnd, faults

RULES = """\
ruleset: {name: moments, title: Moments, language: 4}
players: {min: 2, max: 2, names: [a, b]}
kinds:
  Man: {WHILE entries: {ghost: {count: 4, triggers: {
    goes: {on: c leaves p.camp, do: add 100 * number(p) + 10 * number(c) + number(it) to told},
    comes: {on: c enters p.camp, if: c != it, do: add 1000 + 100 * number(p) + 10 * number(c) + number(it) to told}}}}}
zones: {camp: {of: Man, each: Player, ordered: true}}
state: {told: "list[int, 900]"}
actions:
  send: {parameters: {c: {in: Man}, p: {in: players}}, effects: "told = []; move c to p.camp"}
  away: {parameters: {c: {in: Man, if: any(c in p.camp for p in players)}}, effects: "told = []; move c out"}
  march: {parameters: {p: {in: players}}, effects: "told = []; move all p.camp to next(p).camp"}
  follow: {parameters: {p: {in: players}}, effects: "told = []; draw 2 from p.camp to next(p).camp"}
setup: "for c in Man: move c to a.camp"
flow: [{turns: turn, times: 8}]
"""


Camps = list[list[int]]


def heard(before: Camps, after: Camps, home: int) -> list[int]:
    """What is told when men have gone from camp to camp, in the order of numbers. Who was or is in a camp hears of
    what comes and goes there; where there is a `home` (not -1), who was or is there hears of everything."""
    told = []
    for verb, ways in ((0, zip(before, after, strict=True)), (1, zip(after, before, strict=True))):
        for place, (there, elsewhere) in enumerate(ways):
            listening = {*before[home], *after[home]} if home >= 0 else {*there, *elsewhere}
            for man in {*there} - {*elsewhere}:
                told += [1000 * verb + 100 * place + 10 * man + it for it in listening if not verb or it != man]
    return sorted(told)


def seen(state: State) -> tuple[Camps, list[int]]:
    """Who is where, and what was told."""
    shown: Any = state.observation("a")
    camps = [[int(man.removeprefix("ghost_")) - 1 for man in camp] for camp in shown["zones"]["camp"].values()]
    return camps, sorted(shown["fields"]["told"])


@pytest.mark.parametrize("home", [-1, 1])
def test_who_was_there_or_is_there_hears_it(home: int, back_end: BackEnd, tmp_path: Path) -> None:
    path = tmp_path / "moments.yaml"
    path.write_text(RULES.replace("WHILE", "" if home < 0 else "while: it in b.camp,"))
    compiled = compile_ruleset(path)
    assert faults(compiled) == []
    dice, some = random.Random(home), 0
    for seed in range(1 if back_end.engine.name == "toy" else 4):
        state = back_end.game(compiled).start(players=2, seed=seed)
        while not state.over:
            before, _ = seen(state)
            state.apply_tuple(dice.choice(state.option_tuples()))
            after, told = seen(state)
            assert told == heard(before, after, home)
            some += len(told)
    assert some > 20
