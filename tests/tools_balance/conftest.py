"""The command line as the tests of other commands call it, and games in which something is known to be so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana as yupana

HEAD = """
ruleset: {name: toy, title: Toy, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {points: int 0..99}}
"""

TOYS = {
    # whoever rolls more; nobody has a choice
    "forced": """
actions: {throw: {effects: "roll 1d6 as r\\nme.points += sum(r)"}}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # red begins with a lead that cannot be made up
    "first_wins": """
actions: {add: {parameters: {n: {in: 1..3}}, effects: me.points += n}}
setup: red.points = 50
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # one of the actions is worth far more; another one is for nobody, one can never be taken, one makes no difference
    "strong": """
kinds: {Card: {entries: {ace: {}, dead: {}}}}
zones: {box: {of: Card}}
actions:
  small: {effects: "roll 1d3 as r\\nme.points += sum(r)"}
  large: {effects: "roll 1d6 as r\\nme.points += sum(r) + 4"}
  never: {when: "me.points > 90", effects: me.points += 1}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # by lot somebody begins, and has won by that
    "beginner_wins": """
state: {beginner: Player}
actions: {add: {parameters: {n: {in: 1..2}}, effects: "if red.points + blue.points == 0: me.points += 50"}}
setup: |
  roll 1d2 as r
  if sum(r) == 1: beginner = red
  else: beginner = blue
flow: [{turns: turn, times: 3, order: players from beginner}]
scoring: {items: {points: me.points}}
""",
    "drawn": """
actions: {add: {parameters: {n: {in: 1..2}}, effects: me.points += 0}}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # two kinds of dice that are alike; both players at once in turn, so that nobody is first
    "fair": """
actions:
  left: {effects: "roll 1d6 as r\\nme.points += sum(r)"}
  right: {effects: "roll 1d6 as r\\nme.points += sum(r)"}
flow: [{turns: turn, times: 4}]
scoring: {items: {points: me.points}}
""",
    # tiles that no option names and no decision moves: in a field, a list, a set, on a place; and a spare
    "lying": """
kinds:
  Place: {entries: {here: {}}}
  Tile:
    entries: {held: {}, listed: {}, kept: {}, placed: {}, turned: {}, marked: {}, spare: {}}
    fields: {side: bool}
zones: {on: {of: Tile, each: Place}}
state: {one: Tile?, some: "list[Tile, 3]", few: "set[Tile]", marks: "map[Tile, int]"}
actions:
  add:
    parameters: {n: {in: 1..3}}
    effects: |
      me.points += n
      turned.side = true
      marks[marked] += 1
setup: |
  one = held
  some = [listed]
  few = {kept}
  move placed to here.on
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # the last of three actions is the best; who takes what stands first never finds out
    "hidden_gem": """
actions:
  sand: {effects: "roll 1d6 as r\\nme.points += sum(r)"}
  gem: {effects: "roll 1d6 as r\\nme.points += sum(r) + 6"}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
    # all win or nobody does, by lot
    "together": """
state: {luck: int 0..6}
actions: {add: {parameters: {n: {in: 1..2}}, effects: "roll 1d6 as r\\nluck = sum(r)"}}
flow: [{turns: turn, times: 3}]
scoring: {winners: "{p for p in players if luck > 4}"}
""",
    "faulty": """
actions: {add: {parameters: {n: {in: 1..2}}, effects: "me.points += n\\nif me.points > 3: fail \\"too many\\""}}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}}
""",
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Writes a toy, and gives its name for a command."""
    monkeypatch.chdir(tmp_path)

    def write(name: str) -> str:
        (tmp_path / f"{name}.yaml").write_text(HEAD + TOYS[name], encoding="utf-8")
        return f"{name}.yaml"

    return write


@pytest.fixture
def balanced(yupana: Yupana, toy: Callable[[str], str]) -> Callable[..., Any]:
    """The document of `balance` of a toy."""

    def run(name: str, *more: str) -> Any:
        ran = yupana("balance", toy(name), *more, "--engine", "python", "--json")
        assert ran.code in (0, 1), ran.err
        return ran.document

    return run
