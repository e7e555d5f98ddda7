"""A small game with one thing of every sort, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.conftest import yupana

__all__ = ["yupana"]

GAME = """\
ruleset: {name: depot, title: Depot & Co, language: 1, text: Carriers load trucks., designer: A. <B>}
players:
  min: 2
  max: 4
  names: [red, blue, green, black]
  fields: {money: {type: int 0..99, start: 7, source: D-1}, ap: {type: int, source: D-1}}
options: {winter: {type: bool, default: false, text: Whether it snows., source: D-1}}
constants:
  ap_per_turn: {value: 6, source: D-1}
  steps: {value: [1, 2, 4], source: D-1}
  posts: {by_players: {2: 12, 3: 12, 4: 9}, text: Posts on a board, source: D-2}
enums: {Ware: [wool, salt]}
kinds:
  Card:
    source: D-3
    attributes: {ware: Ware, worth: int}
    entries:
      wool_card: {count: 7, ware: wool, worth: 1}
      salt_card: {count: {2: 3, 3: 4, 4: 5}, ware: salt, worth: 3}
    start: deck
  Town:
    source: D-3
    text: Where goods are sold
    attributes: {name: text, port: bool, size: int}
    entries: {lima: {name: Lima, port: true, size: 3}, quito: {name: Quito, size: 2, players: [3, 4]}}
boards:
  map:
    source: D-3
    kind: Place
    spaces: {east: {deep: true}, west: {}, south: {}}
    attributes: {deep: bool}
    links: {Ferry: {attributes: {fare: int}, pairs: [[east, west, {fare: 2}], [west, south]]}}
  field: {kind: Hex, source: D-3, hex: {rows: [{r: 0, q: 0..2}, {r: 1, q: 0..1}]}, shapes: {bar: [[0, 0], [1, 0]]}}
  yard: {kind: Cell, source: D-3, square: {columns: 2, rows: 2}, fields: {mark: {type: Player?, source: D-3}}}
tables:
  toll: {rows: {level: ["<=1", "2", "3+"]}, cells: [1, 3, 6], source: D-3}
  combat:
    source: D-3
    rows: {roll: ["1", "2"]}
    columns: {odds: [half, even]}
    parts: "{loss:int}{check:*}"
    cells: [["4*", "3"], ["2*", "1"]]
zones: {deck: {of: Card, ordered: true, visible: none, source: D-3}, hand: {of: Card, each: Player, source: D-3}}
functions: {rich: {of: {p: Player}, is: p.money > 9, source: D-1}}
actions:
  mark:
    source: [D-1, D-3]
    text: Mark a cell
    parameters: {cell: {in: Cell, if: cell.mark == none}}
    cost: {ap: 1}
    limit: {per: turn}
    effects: |
      cell.mark = me   # yours
      me.money += 1
setup:
  - {text: Shuffle the cards, source: D-3, do: shuffle deck}
  - {source: D-2, do: "for p in players:\\n    draw 2 from deck to p.hand"}
flow:
  - rounds: round
    source: D-2
    times: 2
    steps:
      - {turns: turn, start: me.ap = ap_per_turn, source: D-1}
scoring: {items: {money: {points: me.money, source: D-1, text: Money in hand}}, tie_break: [me.ap]}
rulebook:
  sections: {"1": Turns, "2": Things}
  rules:
    D-1: {section: "1", text: "A player has {ap_per_turn} AP in a turn."}
    D-2: {section: "1", status: ruling, text: "A board holds {posts} posts."}
    D-3: {section: "2", status: assumed, text: "There are {count(salt_card)} salt cards; Lima has size {lima.size}."}
  glossary: {AP: "Action points", post: "A small <b>hut</b>"}
book:
  chapters:
    overview: {holds: overview}
    components: {holds: [components, entries, zones]}
    boards: {title: Boards, holds: boards}
    setup: {holds: [setup, numbers]}
    rules: {title: The rules, holds: rules}
    play: {title: Play, holds: [turns, actions, special]}
    end: {holds: [tables, scoring]}
    words: {holds: glossary}
    examples: {holds: examples}
    variants: {holds: variants}
examples:
  a_cell_is_marked_once:
    source: [D-1, D-3]
    text: Two players want one cell
    players: 3
    given: red.money = 4
    when:
      - red: mark(cell=a1)
      - then: Cell.a1.mark == red
      - blue: cannot mark(cell=a1)
    then: [red.money == 5, not rich(red)]
"""


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    """The folder of the game; `yupana` runs in the folder above."""
    folder = tmp_path / "depot"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def change(folder: Path, old: str, new: str) -> None:
    """Change a text in the game's file, which must be there."""
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
