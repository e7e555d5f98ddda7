"""A blank cell in the column of an attribute that needs a value is told, at the cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset

RULES = """\
ruleset: {name: shop, title: Shop, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
enums: {Mood: [calm, angry]}
kinds:
  Card:
    attributes: {price: TYPE}
    defaults: {DEFAULTS}
    entries: {from: cards.csv}
actions: {wait: {text: Wait, effects: pass}}
flow: [{turns: turn, times: 1}]
"""


def told(folder: Path, type_: str, table: str, defaults: str = "") -> list[tuple[int, int, str]]:
    """The places and messages of what is told of blanks in a table."""
    rules = RULES.replace("TYPE", type_).replace("DEFAULTS", defaults)
    (folder / "shop.yaml").write_text(rules, encoding="utf-8")
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    compiled = compile_ruleset(str(folder / "shop.yaml"))
    assert compiled.program is not None
    return [(each.span.line, each.span.column, each.message) for each in compiled.diagnostics if each.code == "YUP138"]


@pytest.mark.parametrize(("type_", "value"), [("int", "3"), ("int 2..5", "3"), ("Mood", "angry"), ("Player", "blue")])
def test_at_the_first_one_of_a_column(tmp_path: Path, type_: str, value: str) -> None:
    (found,) = told(tmp_path, type_, f"card,price,count\nmill,{value},1\ninn,,2\nbarn,{value},\nhut,,\n")
    assert found[:2] == (3, 5)
    assert found[2].startswith("`price` of `inn` is blank, and 1 more in this column: ")


def test_a_row_that_is_too_short_has_blanks(tmp_path: Path) -> None:
    assert len(told(tmp_path, "int", "card,count,price\nmill,1,3\ninn,2\n")) == 1


@pytest.mark.parametrize(("type_", "value"), [
    ("int?", "3"), ("bool", "TRUE"), ("bool?", "TRUE"),
    ("text", "A word"), ("list[int]", "3"), ("set[Mood]", "angry"), ("Player?", "red"),
])  # fmt: skip
def test_where_a_blank_says_something_nothing_is_told(tmp_path: Path, type_: str, value: str) -> None:
    assert told(tmp_path, f'"{type_}"', f"card,price\nmill,{value}\ninn,\n") == []


def test_a_default_says_what_a_blank_is(tmp_path: Path) -> None:
    assert told(tmp_path, "int", "card,price\nmill,3\ninn,\n", "price: 2") == []


def test_a_column_that_is_yet_to_be_filled_in_is_left_alone(tmp_path: Path) -> None:
    assert told(tmp_path, "int", "card,price\nmill,\ninn,\n") == []
    assert told(tmp_path, "int", "card,count\nmill,3\ninn,\n") == []


def test_what_an_overlay_fills_in_is_not_blank(tmp_path: Path) -> None:
    told(tmp_path, "int", "card,price\nmill,3\ninn,\n")
    (tmp_path / "more.yaml").write_text(
        "ruleset: {name: more, title: More, language: 4, extends: shop}\n"
        "change: {kinds: {Card: {entries: {inn: {price: 4}}}}}\n",
        encoding="utf-8",
    )
    assert "YUP138" not in {each.code for each in compile_ruleset(str(tmp_path / "more.yaml")).diagnostics}
