"""Forms: every edit is the smallest, is laid out well, is sound where it says so, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.schemas.find import SHIPPED
from yupana.tests.studio.forms_asked import GAMES, QUICK, Project, both, copy, other_value, set_to, variant
from yupana.tools.page.faults import Refused

SHORT, LONG = list(QUICK), [each for each in GAMES if each not in QUICK]
ALL = [*SHORT, *(pytest.param(each, marks=pytest.mark.slow) for each in LONG)]


def _item(project: Project, path: str) -> dict[str, object]:
    return next(each for each in project.ask("forms/list")["items"] if each["path"] == path)


@pytest.mark.parametrize("game", ALL)
def test_every_number_and_option_there_and_back(game: str, tmp_path: Path) -> None:
    for project in both(tmp_path, game):
        for item in project.ask("forms/list")["items"]:
            if item["group"] in ("constants", "options", "ends", "scoring", "game"):
                for field in item["fields"]:
                    other = other_value(field)
                    if other is not None:
                        project.there_and_back(set_to(field, other), set_to(field, field["value"]))


@pytest.mark.parametrize("game", ALL)
def test_of_every_kind_an_entry_is_copied_and_taken_away(game: str, tmp_path: Path) -> None:
    for project in both(tmp_path, game):
        for item in project.ask("forms/list")["items"]:
            if item["group"] != "kinds":
                continue
            entry = project.ask("forms/entries", kind=item["path"])["entries"][-1]
            edit = {"do": "entry", "kind": item["path"], "name": "one_more_of_it", "copy": entry["name"]}
            found = project.preview(edit)
            if not found["sound"]:
                continue  # a tile of a drawn board, a space without neighbours
            way = [*entry["fields"][0]["path"][:3], "one_more_of_it"]
            project.there_and_back(edit, {"do": "remove", "path": way})


@pytest.mark.parametrize("game", ALL)
def test_whatever_can_be_taken_away_says_truly_what_is_then(game: str, tmp_path: Path) -> None:
    project = variant(tmp_path / "variant", game)
    before = project.texts()
    for item in project.ask("forms/list")["items"]:
        if not item["removable"]:
            continue
        found = project.preview({"do": "remove", "path": item["way"]})
        if found["central"]:
            assert not found["files"]
            continue
        if found["needed"]:
            assert not found["files"], "what others need goes only when that is wanted"
            try:
                found = project.preview({"do": "remove", "path": item["way"], "all": True})
            except Refused:
                continue  # a thing and a part of another one of its section: no single overlay says that
        project.write(found)
        project.holds_what_it_promises(found)
        gone = project.ask("forms/list")["removed"] if found["sound"] else []
        for each in gone:
            project.write(project.preview({"do": "restore", "path": each["way"]}))
        if gone:
            assert project.texts() == before
        for path, text in before.items():
            project.asked.ask("files/write", path=Path(path).name, text=text)


@pytest.mark.parametrize("game", ALL)
def test_ends_and_points_of_parts_are_right_by_construction(game: str, tmp_path: Path) -> None:
    project = variant(tmp_path / "variant", game)
    known = project.ask("forms/list")
    edits = [{"do": "end", "what": "rounds", "step": step, "number": 3} for step, _ in known["rounds"]]
    for moment, _ in known["moments"][-1:]:
        edits += [
            {"do": "end", "what": "quantity", "quantity": each["id"], "number": 1, "at": moment, "compare": compare}
            for each in known["quantities"]
            for compare in ("least", "most", "exactly")
        ]
    if any(each["group"] == "scoring" for each in known["items"]):
        counted = [each["id"] for each in known["quantities"] if each["player"]]
        edits += [{"do": "score", "quantity": each, "number": 2} for each in counted]
    for edit in edits:
        found = project.preview(edit)
        assert found["sound"], (edit, found["faults"])
        assert len(found["files"]) == 1


# ---------------------------------------------------------------- what is written


def test_one_number_is_one_line_of_an_overlay_and_none_when_it_is_set_back(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "stepping_stones")
    before = (tmp_path / "mine" / "mine.yaml").read_text()
    path = ["constants", "stones", "value"]
    project.write(project.preview({"do": "set", "path": path, "value": "20"}))
    assert (tmp_path / "mine" / "mine.yaml").read_text() == f"{before}\nchange:\n  constants: {{stones: 20}}\n"
    project.write(project.preview({"do": "set", "path": ["constants", "dice_thrown", "value"], "value": "3"}))
    project.write(project.preview({"do": "set", "path": path, "value": "30"}))
    assert (tmp_path / "mine" / "mine.yaml").read_text() == f"{before}\nchange:\n  constants: {{dice_thrown: 3}}\n"
    project.write(project.preview({"do": "set", "path": ["constants", "dice_thrown", "value"], "value": "2"}))
    assert (tmp_path / "mine" / "mine.yaml").read_text() == before


def test_a_copy_keeps_its_comments_and_changes_one_line(tmp_path: Path) -> None:
    project = copy(tmp_path / "stepping_stones", "stepping_stones")
    found = project.preview({"do": "set", "path": ["constants", "stones", "value"], "value": "20"})
    signs = [sign for each in found["diff"] for sign, _ in each["rows"]]
    assert signs.count("+") == signs.count("-") == 1


def test_a_cell_of_the_base_goes_when_it_says_the_same_again(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    path = ["kinds", "Find", "entries", "cockle", "count"]
    found = project.there_and_back({"do": "set", "path": path, "value": "7"}, {"do": "set", "path": path, "value": "5"})
    assert "cockle: {count: 7}" in found["files"]["mine.yaml"]


def test_several_edits_are_one(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    found = project.preview(
        {"do": "set", "path": ["constants", "glass_worth", "value"], "value": "9"},
        {"do": "set", "path": ["constants", "largest_pile", "value"], "value": "7"},
    )
    assert found["sound"]
    assert found["does"].count("\n") == 1
    assert "constants: {glass_worth: 9, largest_pile: 7}" in found["files"]["mine.yaml"]


def test_what_is_wrong_is_told_before_it_is_written(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    found = project.preview({"do": "set", "path": ["constants", "glass_worth", "value"], "value": "nobody_knows"})
    assert not found["sound"]
    assert found["faults"]


@pytest.mark.parametrize(("language", "title"), [("en", "Rounds per game"), ("de", "Runden")])
def test_things_have_the_names_of_the_game(language: str, title: str, tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "cargo_empire")
    items = project.asked.ask("forms/list", language=language)["items"]
    assert title in [each["title"] for each in items if each["group"] == "constants"]


def test_what_depends_on_a_number_is_told(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "cargo_empire")
    depends = project.ask("forms/depends", element="constants.rounds_per_game")
    assert "Round" in [each["title"] for each in depends["direct"]]
    assert depends["examples"]
    assert "CAR-1.3" in [each["id"] for each in depends["rules"]]


def test_what_was_taken_away_can_be_had_back(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "cargo_empire")
    before = project.texts()
    found = project.preview({"do": "remove", "path": ["scoring", "items", "vehicles"], "all": True})
    project.write(found)
    removed = project.ask("forms/list")["removed"]
    assert ["scoring", "items", "vehicles"] in [each["way"] for each in removed]
    for each in removed:
        project.write(project.preview({"do": "restore", "path": each["way"]}))
    assert project.texts() == before


def test_own_things_are_renamed_and_those_of_the_base_are_not(tmp_path: Path) -> None:
    mine, base = copy(tmp_path / "stepping_stones", "stepping_stones"), variant(tmp_path / "mine", "stepping_stones")
    edit = {"do": "rename", "path": ["constants", "stones"], "name": "pebbles"}
    found = mine.there_and_back(edit, {"do": "rename", "path": ["constants", "pebbles"], "name": "stones"})
    assert found["sound"]
    assert "pebbles: {value: 30" in found["files"]["game.yaml"]
    with pytest.raises(Refused, match="base game"):
        base.preview(edit)


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "dance"}, {"do": "set"}, {"do": "set", "path": []}, {"do": "entry", "kind": "Nothing", "name": "x"},
        {"do": "entry", "kind": "Find", "name": "Not A Name"}, {"do": "entry", "kind": "Find", "name": "cockle"},
        {"do": "end", "what": "quantity", "quantity": "nothing", "number": 1, "at": "tide"},
        {"do": "end", "what": "code", "code": "", "at": "tide"}, {"do": "restore", "path": ["actions", "take"]},
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_in_a_sentence(edit: dict[str, object], tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    with pytest.raises(Refused) as told:
        project.preview(edit)
    assert told.value.status in (400, 404, 409)
    assert len(told.value.sentence) > 10


def test_a_shipped_variant_is_set_back_number_by_number(tmp_path: Path) -> None:
    folder = tmp_path / "dear"
    folder.mkdir()
    text = (SHIPPED / "cargo_empire" / "variants" / "dear_ships.yaml").read_text(encoding="utf-8")
    (folder / "dear_ships.yaml").write_text(text, encoding="utf-8")
    project = Project(folder)
    path = ["constants", "ships_per_leg", "value"]
    back = {"do": "set", "path": path, "value": "2"}
    assert project.there_and_back({"do": "set", "path": path, "value": "1"}, back)["does"]


def test_examples_that_would_not_hold_are_told_and_left_out_where_that_is_wanted(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "cargo_empire")
    edit = {"do": "set", "path": ["constants", "rounds_per_game", "value"], "value": "2"}
    names = [each["path"].removeprefix("examples.") for each in project.preview(edit)["depends"]["examples"]]
    failing = project.ask("forms/examples", edits={"0": edit}, examples=names)["examples"]
    assert failing
    assert {each["name"] for each in failing} < set(names)
    project.write(project.preview(edit, {"do": "leave", "examples": [each["name"] for each in failing]}))
    compiled = compile_ruleset(tmp_path / "mine")
    assert isinstance(compiled, SoundRuleset)
    assert all(each.ok for each in run_examples(compiled))
