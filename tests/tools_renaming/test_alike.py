"""What an editor renames means the same, and `diff` says so: also parts of elements, and names that several have."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import index
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana as yupana
from yupana.tools.compare.model import Difference
from yupana.tools.compare.sides import open_sides
from yupana.tools.renaming.alike import compare_sides
from yupana.tools.renaming.rename import rename


def two(folder: Path, game: str) -> tuple[Path, Path]:
    """Two copies of a ruleset."""
    for each in ("old", "new"):
        shutil.copytree(ROOT / "rulesets" / game, folder / each / game)
    return folder / "old" / game, folder / "new" / game


def renamed(folder: Path, sort: str, path: str, name: str, new: str) -> None:
    """Rename a declaration, and write what comes of it."""
    compiled = compile_ruleset(folder)
    uses = index(compiled).references
    assert uses is not None
    declared = next(
        each.declaration
        for each in uses.references
        if (each.declaration.sort, each.declaration.path, each.declaration.name) == (sort, path, name)
    )
    for file, text in rename(compiled, declared, new, {}).texts.items():
        Path(file).write_text(text, encoding="utf-8")


def difference(old: Path, new: Path, *, run: bool = False) -> Difference:
    with open_sides(str(old), str(new), programs=run) as (before, after):
        return compare_sides(before, after, programs=run).difference


@pytest.mark.parametrize(
    ("game", "sort", "path", "name", "new"),
    [
        ("tic_tac_toe", "local", "actions.mark", "space", "square"),
        ("tic_tac_toe", "part", "boards.grid", "Square", "Field"),
        ("tic_tac_toe", "part", "players", "x", "cross"),
        ("tic_tac_toe", "element", "actions.mark", "", "sign"),
        ("tic_tac_toe", "element", "boards.grid.fields.mark", "", "sign"),
        ("chess", "local", "kinds.Man.predicates.goals", "s", "at"),
        ("kuhn_poker", "part", "players", "ann", "anna"),
    ],
)
def test_what_has_another_name_only_is_renamed(
    tmp_path: Path, game: str, sort: str, path: str, name: str, new: str
) -> None:
    before, after = two(tmp_path, game)
    renamed(after, sort, path, name, new)
    found = difference(before, after)
    assert [each.kind for each in found.changes] == ["renamed"]
    assert not found.plays
    (change,) = found.changes
    assert [(each.old, each.new) for each in change.parts] == ([] if sort == "element" else [(name, new)])
    assert change.followers


def test_two_new_names_and_a_change_are_told_apart(tmp_path: Path) -> None:
    before, after = two(tmp_path, "tic_tac_toe")
    renamed(after, "part", "players", "x", "cross")
    renamed(after, "local", "actions.mark", "space", "square")
    file = after / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("lines(s, 3)", "lines(s, 2)", 1), encoding="utf-8")
    found = difference(before, after, run=True)
    assert sorted((each.kind, each.path) for each in found.changes) == [
        ("changed", "functions.full_line"), ("renamed", "actions.mark"), ("renamed", "players"),
    ]  # fmt: skip
    assert found.plays


def test_seats_that_change_places_have_no_new_names(tmp_path: Path) -> None:
    before, after = two(tmp_path, "tic_tac_toe")
    file = after / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("names: [x, o]", "names: [o, x]"), encoding="utf-8")
    assert [each.kind for each in difference(before, after).changes] == ["changed"]


RULES = """\
ruleset: {name: one, title: One, language: 4}
rulebook:
  sections: {s: S}
  rules:
    A-1: {section: s, text: "Who has no stone left on the board, loses the game at once"}
    A-2: {section: s, text: A player may pass}
players: {min: 2, max: 2, names: [x, o]}
state: {n: int}
actions:
  go: {source: A-2, effects: n += 1}
flow: [{turns: turn, until: n > 5}]
"""
CITED = ("A-2", "A-2", "B-7")
UNLIKE = ("A-1", "Who has no stone left on the board, loses the game at once", "The bank pays three coins for a road")
ALIKE = ("A-1", "has no stone left on the board", "has no stone on the board")


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (UNLIKE, {"added": 1, "removed": 1, "changed": 0, "renamed": 0}),
        (ALIKE, {"added": 0, "removed": 0, "changed": 1, "renamed": 1}),
        (CITED, {"added": 0, "removed": 0, "changed": 0, "renamed": 1}),
    ],
    ids=["unlike", "alike", "cited"],
)
def test_a_rule_has_another_name_only_if_it_says_much_the_same(
    tmp_path: Path, yupana: Yupana, edit: tuple[str, str, str], kinds: dict[str, int]
) -> None:
    """What nobody names cannot be known by where it is named; and what an edit does is counted alike by both."""
    name, old, new = edit
    (tmp_path / "old.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(RULES.replace(old, new).replace(name, "B-7"), encoding="utf-8")
    told = yupana("diff", "old.yaml", "new.yaml", "--json").document
    done = yupana("impact", "old.yaml", "new.yaml", "--games", "2", "--replays", "1", "--json").document
    assert told["counts"] == done["diff"]["counts"] == kinds


def test_what_is_most_alike_has_the_new_name(tmp_path: Path) -> None:
    """Two rules that say much the same get new names and new words: each is told as the one it was."""
    most = "Who has most {} when the bank is empty wins and of several with as many the one who is left of it"
    old = RULES.replace("A player may pass", most.format("roads")).replace(
        "Who has no stone left on the board, loses the game at once", most.format("coins")
    )
    head, first, second, rest = re.split(r"(    A-1.*\n)(    A-2.*\n)", old)
    new = f"{head}{second}{first}{rest}".replace("A-2", "B-2").replace("A-1", "B-1").replace("is left", "sits left")
    for name, text in (("old.yaml", old), ("new.yaml", new)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = difference(tmp_path / "old.yaml", tmp_path / "new.yaml")
    names = {each.old.name: each.new.name for each in found.changes if each.old is not None and each.new is not None}
    assert names["A-1"] == "B-1"
    assert names["A-2"] == "B-2"


def test_an_action_of_another_name_and_effect_is_counted_as_one(tmp_path: Path, yupana: Yupana) -> None:
    """`impact` counts and replays by the names that it tells of."""
    (tmp_path / "old.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(RULES.replace("go:", "step:").replace("n += 1", "n += 2"), encoding="utf-8")
    done = yupana("impact", "old.yaml", "new.yaml", "--games", "2", "--replays", "1", "--json").document
    (row,) = done["play"]["tables"]["Actions, times in a game"]
    assert (row["name"], row["old"], row["new"]) == ("step", 6.0, 3.0)
    assert "no longer offered" not in done["replays"]["results"][0]["why"]


def test_names_in_one_folder_do_not_depend_on_what_was_done_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are told by their paths from the current folder, which may be another one each time."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        Path("old.yaml").write_text(RULES, encoding="utf-8")
        Path("new.yaml").write_text(RULES.replace("go:", "step:").replace("n += 1", "n += 2"), encoding="utf-8")
        found = difference(Path("old.yaml"), Path("new.yaml"))
        assert [each.kind for each in found.changes] == ["changed", "renamed"], folder
