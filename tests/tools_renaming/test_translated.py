"""What is said in another language follows a name, and keeps its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.tools_renaming.test_renaming import declarations, renamed
from yupana.tools.renaming.naming import name_of

GAME = """\
ruleset: {name: fires, title: Fires, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
actions:
  burn:
    effects: |
      me.money += 1  # it's more than {money}, isn't it
      log '{me} is {"rich" if me.money > 0 else "poor: {me.money}"}'
flow: [{turns: turn, until: all(p.money > 3 for p in players)}]
look: {table: ["{'{red.money} and less' if red.money > 3 else 'more'}"]}
"""
GERMAN = """\
phrases:
  '{me} is {"rich" if me.money > 0 else "poor: {me.money}"}': 'Mit {"Geld" if me.money>0 else "nur { me.money }"}: {me}'
  "{'{red.money} and less' if red.money > 3 else 'more'}": "{'{ red.money } und mehr' if red.money > 3 else 'mehr'}"
"""


@pytest.mark.parametrize("new", ["gold", "a_much_longer_name"])
def test_a_name_in_the_braces_of_a_translation_follows(tmp_path: Path, new: str) -> None:
    game, texts = tmp_path / "game.yaml", tmp_path / "texts" / "de.yaml"
    texts.parent.mkdir()
    game.write_text(GAME, encoding="utf-8")
    texts.write_text(GERMAN, encoding="utf-8")
    (money,) = [each for each in declarations(tmp_path) if name_of(each) == "money"]
    renamed(tmp_path, money, new)
    lines = texts.read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [
        f"""  '{{me}} is {{"rich" if me.{new} > 0 else "poor: {{me.{new}}}"}}': """
        f"""'Mit {{"Geld" if me.{new} > 0 else "nur {{me.{new}}}"}}: {{me}}'""",
        f"""  "{{'{{red.{new}}} and less' if red.{new} > 3 else 'more'}}": """
        f""""{{'{{red.{new}}} und mehr' if red.{new} > 3 else 'mehr'}}\"""",
    ]
    assert compile_ruleset(tmp_path).diagnostics == []
