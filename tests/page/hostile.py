"""A ruleset with markup, scripts and addresses in every text that a page may show."""

from __future__ import annotations

import json
from pathlib import Path

MARKUP = (
    "</script><script>window.bad=1</script><img src=x onerror='window.bad=1'><svg onload='window.bad=1'></svg>"
    "<iframe srcdoc='<script>parent.bad=1</script>'></iframe><a href='javascript:window.bad=1'>x</a>"
    "<style>@import url(//evil.example/x.css);</style>"
    "<div style='background:url(//evil.example/x.png)'>]]>--> &lt;b&gt;"
)
"""Text that must stay text; without double quotes, backquotes and braces, which mean something in a ruleset."""

NAMES = (
    "red", "blue", "calm", "wild", "Mood", "mood", "much", "Card", "Square", "board", "plain", "other", "deck", "hand",
    "pile", "go", "turn", "score", "mark", "space", "card", "points", "worth", "says", "little", "more",
)  # fmt: skip

STYLES = [
    "red; background: url(//evil.example/x.png)", "url(javascript:window.bad=1)", "expression(window.bad=1)",
    "var(--x)",
    "</style><script>window.bad=1</script>", "red' onmouseover='window.bad=1", "\\75rl(//evil.example/x.png)", MARKUP,
]  # fmt: skip
"""Colours that are none."""


def told(place: str) -> str:
    """Markup of a place, in the quotes of YAML."""
    return json.dumps(f"{place} {MARKUP}")


def hostile(folder: Path, colour: str = "red") -> Path:
    """Write the ruleset into a folder."""
    home = folder / "hostile"
    (home / "texts").mkdir(parents=True)
    (home / "variants").mkdir()
    (home / "game.yaml").write_text(f"""\
ruleset: {{name: hostile, title: {told("title")}, language: 4, designer: {told("designer")}, text: {told("about")}}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{score: {{type: int, text: {told("field")}}}}}}}
enums: {{Mood: [calm, wild]}}
options:
  mood: {{type: Mood, default: calm, text: {told("option")}}}
  much: {{type: int 1..30, default: 2, text: {told("amount")}}}
constants:
  all_of_it: {{value: 3, text: {told("constant")}}}
kinds:
  Card:
    text: {told("kind")}
    source: N-1
    attributes: {{worth: int, name: text, says: text}}
    start: deck
    entries:
      plain: {{count: 4, worth: 1, name: {told("name")}, says: {told("card")}, text: {told("entry")}, source: N-1}}
      other: {{count: 4, worth: 2, name: {told("second name")}, says: {told("second card")}, source: N-1}}
zones:
  deck: {{of: Card, visible: none, text: {told("zone")}}}
  hand: {{of: Card, each: Player, visible: owner, text: {told("hand")}}}
  pile: {{of: Card, text: {told("pile")}}}
boards:
  board:
    kind: Square
    source: N-1
    text: {told("board")}
    square: {{columns: 3, rows: 3}}
    fields: {{mark: Player?}}
actions:
  go:
    text: {told("action")}
    source: [N-1, N-2]
    parameters:
      space: {{in: Square, if: space.mark == none}}
      card: {{in: me.hand}}
    effects: |
      space.mark = me
      move card to pile
      log "log {{me}} {MARKUP} {{card}}"
      choose "choice {MARKUP}":
          option little: me.score += 1
          option more: me.score += 2
setup:
  - do: |
      for p in players:
          repeat at most 3 while size(p.hand) < 3:
              pick c in deck
              move c to p.hand
flow:
  - turns: turn
    order: players
    source: N-2
    text: {told("turn")}
    until: all(size(p.hand) == 0 for p in players)
scoring:
  items: {{points: {{points: me.score, text: {told("scoring")}}}}}
  report: ["report {{me}} {MARKUP}"]
rulebook:
  sections: {{"1": {told("section")}, "2": {told("second section")}}}
  rules:
    N-1: {{section: "1", text: {told("rule")}}}
    N-2: {{section: "2", text: {told("second rule")}}}
  glossary: {{card: {told("glossary")}}}
examples:
  one_goes:
    text: {told("example")}
    source: [N-1, N-2]
    then: size(pile) == 0
look:
  boards: {{board: {{width: 9, cell: ["{{it.mark}}", {told("cell")}]}}}}
  table: ["table {MARKUP} {{[c.name for c in pile]}}"]
  player: ["player {MARKUP} {{me.hand}} {{[c.says for c in me.hand]}}"]
  colours: {{red: {json.dumps(colour)}}}
  glyphs: {{blue: {told("glyph")}, plain: {told("second glyph")}}}
  shapes: {{plain: card}}
""", encoding="utf-8")  # fmt: skip
    names = "".join(f"  {each}: {told('called ' + each)}\n" for each in NAMES)
    (home / "texts" / "de.yaml").write_text(f"title: {told('Titel')}\nnames:\n{names}", encoding="utf-8")
    (home / "variants" / "more.yaml").write_text(
        f"ruleset: {{extends: hostile, title: {told('variant')}, text: {told('what it does')}}}\n", encoding="utf-8"
    )
    return home
