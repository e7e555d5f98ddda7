"""Rulesets in which something is wrong that random play hardly meets, each with what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HEAD = """\
ruleset: {{name: {name}, title: Planted, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{vp: {{type: int 0..99, start: 0}}}}}}
scoring: {{items: {{vp: {{points: me.vp}}}}}}
"""


@dataclass(frozen=True, slots=True)
class Planted:
    """A ruleset: `wrong` is what its text says, `mended` what it says instead, `sort` and `words` what is to be found
    in it, `fewest` the fewest decisions that show it."""

    name: str
    text: str
    wrong: str
    mended: str
    sort: str
    words: str
    fewest: int

    def write(self, folder: Path, *, mend: bool = False) -> str:
        """Write it into a folder, as it is or mended; its path."""
        path = folder / f"{self.name}.yaml"
        text = HEAD.format(name=self.name) + self.text
        assert self.wrong in text
        path.write_text(text.replace(self.wrong, self.mended) if mend else text, encoding="utf-8")
        return str(path)


LOCK = Planted(
    "lock",
    """
state: {open: int 0..7}
flow: [{turns: turn, order: players, until: turn >= 40, menu: main}]
actions:
  turn_to:
    menu: main
    parameters: {n: {in: 1..6}}
    effects: |
      if n != [3, 1, 4, 1, 5, 2, 6, 5][open]:
          open = 0
      elif open < 7:
          open += 1
      else:
          fail "the lock is open"
""",
    "          fail \"the lock is open\"",
    "          open = 0",
    "fault", "the lock is open", 8,
)  # fmt: skip

RARE_END = Planted(
    "rare_end",
    """
state: {calm: int 0..13}
flow: [{turns: turn, order: players, times: 20, menu: main}]
actions:
  wait: {menu: main, when: calm < 13, effects: calm += 1}
  trade: {menu: main, parameters: {n: {in: 1..3}}, effects: "calm = 0"}
  peace: {menu: main, when: calm >= 9, effects: "me.vp = 20 // (13 - calm)\\nend game"}
""",
    "13 - calm", "14 - calm", "fault", "division by zero", 14,
)  # fmt: skip

INVARIANT = Planted(
    "invariant",
    """
state: {bank: {type: int 0..20, start: 12}, ready: int 0..9}
flow: [{turns: turn, order: players, times: 12, menu: main}]
actions:
  save: {menu: main, when: ready < 9, effects: ready += 1}
  spend: {menu: main, effects: ready = 0}
  cash:
    menu: main
    when: ready >= 6 and bank > 0
    effects: |
      bank -= 1
      me.vp += 2
invariants: {money_is_kept: bank + sum(p.vp for p in players) == 12}
""",
    "me.vp += 2", "me.vp += 1", "invariant", "money_is_kept", 7,
)  # fmt: skip

SWAMP = Planted(
    "swamp",
    """
state: {depth: int 0..5, place: int 0..1}
flow: [{turns: turn, order: players, until: depth == 5 and place == 0 or turn > 30 and depth < 5, menu: main}]
actions:
  sink: {menu: main, when: depth < 5, effects: "depth += 1\\nplace = 1"}
  rest: {menu: main, when: depth < 5, effects: "depth = 0"}
  climb: {menu: main, when: depth < 5 and place == 1, effects: place = 0}
  turn_round: {menu: main, when: depth == 5, effects: place = 1}
""",
    "turn_round: {menu: main, when: depth == 5, effects: place = 1}",
    "turn_round: {menu: main, when: depth == 5, effects: place = 0}",
    "endless", "never end", 5,
)  # fmt: skip

DEAD_END = Planted(
    "dead_end",
    """
state: {left: {type: int 0..6, start: 6}}
flow: [{turns: turn, order: players, times: 12, menu: main}]
actions:
  take: {menu: main, when: left > 0, effects: left -= 1}
  give: {menu: main, when: 0 < left < 6, effects: left += 1}
""",
    "when: 0 < left < 6", "when: left < 6", "fault", "nothing to choose from", 6,
)  # fmt: skip

LEAK = Planted(
    "leak",
    """
state: {stage: int 0..9}
enums: {Light: [sun, moon]}
kinds:
  Card:
    attributes: {light: Light}
    start: deck
    entries: {day: {count: 4, light: sun}, night: {count: 4, light: moon}}
zones: {hand: {of: Card, each: Player, visible: owner}, deck: {of: Card, ordered: true, visible: none}}
functions: {other: {of: {p: Player}, is: "blue if p == red else red"}}
setup:
  - do: |
      shuffle deck
      for p in players:
          draw 1 from deck to p.hand
flow: [{turns: turn, order: players, times: 12, menu: main}]
actions:
  wait: {menu: main, effects: "stage = min(9, stage + 1)"}
  back: {menu: main, effects: stage = 0}
  guess: {menu: main, when: "stage >= 5 and any(c.light == sun for c in other(me).hand)", effects: me.vp += 1}
""",
    "other(me).hand", "me.hand", "leak", "hidden things are told", 5,
)  # fmt: skip

ALL = (LOCK, RARE_END, INVARIANT, SWAMP, DEAD_END, LEAK)
