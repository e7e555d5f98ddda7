"""What a local is called is nobody else's: rulesets that differ in names of locals only are the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import read_ruleset
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.language.locals import without_names
from yupana.interpreter.language.parse import parse_effects, parse_expression
from yupana.interpreter.language.show import show_effects, show_expression
from yupana.schemas.find import SHIPPED
from yupana.schemas.source import NOWHERE, Code, Report
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.small import difference, told, values
from yupana.tools.book.lock import marks
from yupana.tools.testing.affected import changes

GAME = """
ruleset: {name: row, title: A row, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int 0..99, at: Square?}}
boards: {grid: {kind: Square, square: {columns: 3, rows: 3}, fields: {mark: Player?}}}
state: {pot: int 0..99}
functions:
  marks: {source: A-1, of: {p: Player, least: int}, is: "count(s for s in Square if s.mark == p) + least"}
  worth:
    source: A-1
    of: {what: Square}
    adjustable: true
    is: |
      let found = 0
      for each in 1..what.column:
          found += each
      return found
  round_about: {of: {from_here: Square}, is: "size(region(there from from_here over neighbors(there)))"}
procedures:
  take: {source: A-1, of: {n: int}, effects: "let old = pot\\npot = old + n\\nme.n += old"}
actions:
  mark:
    source: A-1
    parameters: {space: {in: Square, if: space.mark == none}}
    effects: |
      roll d6 as die
      roll 2d6 as dice
      pick other in Square if other != space
      space.mark = me
      me.n = die + sum(d for d in dice) + (1 if other.mark == me else 0)
      choose where in Square
      me.at = where
adjustments:
  dear: {source: A-1, of: worth, value: value + what.row}
flow: [{rounds: round, times: 2, steps: [{turns: turn}]}]
scoring: {items: {n: "me.n + marks(me, 1) + sum(worth(s) for s in Square if s.mark == me)"}}
rulebook:
  sections: {a: All}
  rules: {A-1: {section: a, text: Nothing.}}
"""

RENAMED = {
    "a comprehension": ("(s for s in Square if s.mark == p)", "(each for each in Square if each.mark == p)"),
    "a parameter": (
        '{p: Player, least: int}, is: "count(s for s in Square if s.mark == p) + least"',
        '{who: Player, plus: int}, is: "count(s for s in Square if s.mark == who) + plus"',
    ),
    "let": ("let old = pot\\npot = old + n\\nme.n += old", "let before = pot\\npot = before + n\\nme.n += before"),
    "for": (
        "for each in 1..what.column:\n          found += each",
        "for c in 1..what.column:\n          found += c",
    ),
    "roll": (("die", "one"),),
    "pick": (("other", "another"),),
    "walk": ("(there from from_here over neighbors(there))", "(x from from_here over neighbors(x))"),
    "an adjusted parameter": (("what", "place"),),
}


def _edited(edit: tuple[str, str] | tuple[tuple[str, str]]) -> str:
    import re

    if isinstance(edit[0], tuple):
        old, new = edit[0]
        return re.sub(rf"\b{old}\b", new, GAME)
    assert edit[0] in GAME
    return GAME.replace(edit[0], str(edit[1]))


@pytest.mark.parametrize("edit", RENAMED.values(), ids=RENAMED)
def test_a_local_by_another_name_is_no_change(tmp_path: Path, edit: tuple[str, str] | tuple[tuple[str, str]]) -> None:
    text = _edited(edit)
    assert text != GAME
    assert told(difference(tmp_path, text, GAME)) == []
    old, new = (_elements(tmp_path / name) for name in ("old.yaml", "new.yaml"))
    assert changes(old, new) == []
    assert [each.meaning for each in old] == [each.meaning for each in new]
    text = {"A-1": "Nothing."}
    assert len(marks(old, text, text)["A-1"].elements) == 5
    assert marks(old, text, text) == marks(new, text, text)


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("choose where in Square\n      me.at = where", "choose there in Square\n      me.at = there", "actions.mark"),
        (
            "{space: {in: Square, if: space.mark == none}}\n    effects: |",
            "{at: {in: Square, if: at.mark == none}}\n    effects: |\n      let space = at",
            "actions.mark",
        ),
        ("me.n += old", "me.n += n", "procedures.take"),
        ("{p: Player, least: int}", "{least: int, p: Player}", "functions.marks"),
        ("found += each", "found += found", "functions.worth"),
    ],
    ids=["a choice", "a parameter of an action", "another local", "the order of parameters", "a loop's own"],
)
def test_names_that_mean_something_are_a_change(tmp_path: Path, old: str, new: str, path: str) -> None:
    assert old in GAME
    found = difference(tmp_path, GAME.replace(old, new), GAME)
    assert told(found) == [f"changed {path}"]
    assert values(found.changes[0])


def test_a_change_beside_a_new_name_is_told_in_the_authors_words(tmp_path: Path) -> None:
    edit = "let before = pot\\npot = before + n\\nme.n += before + 1"
    found = difference(tmp_path, GAME.replace("let old = pot\\npot = old + n\\nme.n += old", edit), GAME)
    (change,) = found.changes
    assert values(change)["effects"][1] == "let before = pot\npot = before + n\nme.n += before + 1"


def test_impact_takes_rulesets_with_other_locals_for_the_same(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(_edited(RENAMED["a comprehension"]), encoding="utf-8")
    ran = yupana("impact", "old.yaml", "new.yaml", "--games", "3", "--replays", "2", "--json")
    assert (ran.document["diff"]["same"], ran.document["replays"]["same"]) == (True, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tic_tac_toe", "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro"])
def test_code_with_other_locals_reads_the_same(name: str) -> None:
    """Every piece of code with all its locals called otherwise means what it did."""
    seen = 0
    for element in _elements(SHIPPED / name):
        for piece in element.pieces:
            bare = without_names(piece.node)
            if bare == piece.node:
                continue
            is_block = isinstance(bare, tuple)
            shown = show_effects(bare) if isinstance(bare, tuple) else show_expression(bare)  # type: ignore[arg-type]
            code, report = Code(shown.replace("$", "other_"), NOWHERE), Report()
            again = parse_effects(code, report) if is_block else parse_expression(code, report)
            assert again is not None, (element.path, shown)
            assert without_names(again) != again, "the other names are locals"
            told_again = without_names(again)
            show = show_effects(told_again) if is_block else show_expression(told_again)  # type: ignore[arg-type]
            assert show == shown, element.path
            seen += 1
    assert seen > 3


def _elements(path: Path) -> Elements:
    compiled = read_ruleset(str(path))
    assert compiled.ruleset is not None, compiled.diagnostics
    return index(compiled)
