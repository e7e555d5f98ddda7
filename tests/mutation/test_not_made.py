"""What is not broken, since no example could tell it, and where a break is told that an overlay has made."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Mutant, mutants_of

PILES = """\
ruleset: {name: piles, title: Piles, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
constants: {purse: 4}
kinds:
  Card: {start: deck, entries: {ace: {}, king: {}, queen: {}}}
zones:
  deck: {of: Card, ordered: true}
  rest: {of: Card, ordered: true}
actions:
  mix:
    when: size(deck) > 1
    effects: |
      draw 1 from deck to rest
      move all deck to rest
      shuffle rest
      draw 1 from rest to deck
  show:
    when: size(deck) > 0
    effects: |
      for c in deck:
          move c to rest
      draw 2 from rest to deck
      shuffle rest
  earn: {when: me.money < purse, effects: me.money += 1}
flow: [{turns: turn, times: 1}]
scoring:
  report:
    - {if: me.money > 3, say: "{me} is rich"}
"""

OVERLAY = """\
ruleset: {name: rich, title: Rich, language: 4, extends: piles}
change:
  constants: {purse: {value: 6}}
"""


def made(path: str | Path) -> list[Mutant]:
    compiled = compile_ruleset(path)
    assert not [each for each in compiled.diagnostics if each.severity == "error"], compiled.diagnostics
    return mutants_of(compiled)


def written(folder: Path) -> Path:
    (folder / "piles").mkdir()
    (folder / "piles" / "game.yaml").write_text(PILES, encoding="utf-8")
    return folder / "piles"


def test_where_cards_go_in_a_pile_that_is_shuffled_then_says_nothing(tmp_path: Path) -> None:
    ends = [each.name for each in made(written(tmp_path)) if "goes to the bottom" in each.what]
    assert ends == [
        "actions.show: `move c to rest` goes to the bottom",  # of these two are drawn before the shuffle
    ]


def test_what_is_told_after_the_game_is_not_broken(tmp_path: Path) -> None:
    assert not [each.name for each in made(written(tmp_path)) if each.element.startswith("scoring")]


def test_what_an_overlay_changes_is_told_at_its_place(tmp_path: Path) -> None:
    base = written(tmp_path)
    (base / "variants").mkdir()
    (base / "variants" / "rich.yaml").write_text(OVERLAY, encoding="utf-8")
    found = [each for each in made(f"{base}+rich") if each.element == "constants.purse"]
    assert [(Path(each.span.file).name, each.span.line) for each in found] == [("rich.yaml", 3)] * 4
