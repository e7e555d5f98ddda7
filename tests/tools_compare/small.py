"""A small game with one thing of each sort, and what the tests do to it."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import read_ruleset
from yupana.interpreter.index.elements import index
from yupana.tools.compare.differences import compare
from yupana.tools.compare.model import Change, Difference

TEXT = """
ruleset: {name: mill, title: The mill, language: 1}
players:
  min: 2
  max: 3
  names: [red, blue, green]
  fields: {coins: {type: int 0..999, start: first_coins}, sold: int 0..99}
options:
  harsh: {type: bool, default: false}
constants:
  first_coins: {value: 3, source: M-1}
  free_visits: 0
  fee: 1
  most_rounds: {by_players: {2: 5, 3: 4}}
enums: {Grain: [rye, oat]}
kinds:
  Sack:
    source: M-1
    attributes: {grain: Grain, worth: int}
    start: pile
    entries:
      rye_sack: {count: 6, grain: rye, worth: 2}
      oat_sack: {count: 4, grain: oat, worth: 3}
boards:
  valley:
    kind: Place
    attributes: {wet: bool}
    spaces: {mill: {wet: true}, farm: {}, town: {}}
    links:
      Path:
        attributes: {toll: int}
        pairs: [[mill, farm, {toll: 1}], [farm, town]]
tables:
  price:
    rows: {worth: ["1", "2", "3"]}
    columns: {rounds: ["1-2", "3+"]}
    cells: [[1, 2], [3, 4], [5, 6]]
state:
  pot: {type: int 0..999, text: What was paid}
zones:
  pile: {of: Sack, ordered: true}
  store: {of: Sack, each: Player}
functions:
  value_of:
    source: M-2
    of: {s: Sack}
    is: price(s.worth, season)
  dear: {of: {s: Sack}, is: "value_of(s) > 3 and s.grain == oat"}
procedures:
  pay:
    of: {n: int}
    effects: |
      me.coins -= n
      pot += n
actions:
  fetch:
    source: M-2
    text: Take a sack
    when: size(pile) > 0
    cost: {coins: fee}
    effects: draw 1 from pile to me.store
  sell:
    source: [M-2, M-3]
    parameters:
      sack: {in: me.store, if: "value_of(sack) > 0"}
    effects: |
      me.coins += value_of(sack)
      me.sold += 1
      move sack out
  idle: {effects: pass}
setup:
  - {text: All sacks lie there, do: shuffle pile}
  - pot = free_visits
flow:
  - rounds: season
    times: most_rounds
    steps:
      - turns: turn
scoring:
  source: M-3
  items: {coins: me.coins, sacks: size(me.store)}
  tie_break: [me.sold]
rulebook:
  sections: {m: The mill}
  rules:
    M-1: {section: m, text: What there is.}
    M-2: {section: m, text: "Sacks are taken and traded in."}
    M-3: {section: m, text: "Coins count."}
examples:
  selling_pays:
    source: M-2
    given: draw 1 from pile to red.store
    when:
      - red: sell
    then: red.sold == 1
  a_fee_is_paid:
    source: M-2
    when:
      - red: fetch
    then: red.coins == first_coins - fee
  idle_is_free:
    when:
      - red: idle
    then: red.coins == first_coins
"""


def edited(*edits: tuple[str, str]) -> str:
    """The text with each first word replaced by the second; each must be there."""
    text = TEXT
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text


def difference(folder: Path, new: str, old: str = TEXT) -> Difference:
    """What is different between two texts of a ruleset."""
    folder.mkdir(parents=True, exist_ok=True)
    sides = []
    for name, text in (("old", old), ("new", new)):
        path = folder / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        compiled = read_ruleset(str(path))
        assert compiled.ruleset is not None, compiled.diagnostics
        sides.append(index(compiled))
    return compare(sides[0], sides[1])


def told(found: Difference) -> list[str]:
    """The changes in short."""
    return [f"{each.kind} {each.path}" for each in found.changes]


def only(found: Difference) -> Change:
    """The one change there is."""
    assert len(found.changes) == 1, told(found)
    return found.changes[0]


def values(change: Change) -> dict[str, tuple[str | None, str | None]]:
    """Old and new value of every changed key."""
    return {part.key: (part.old, part.new) for part in change.parts}
