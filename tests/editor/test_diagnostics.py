"""What an editor shows while rules are typed: the faults of `check`, then the findings of `lint`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types
from yupana.schemas.source import Diagnostic, Span
from yupana.tests.editor.client import Editor, File
from yupana.tests.found import ROOT
from yupana.tests.schemas.books import xlsx
from yupana.tests.schemas.test_sheets import market
from yupana.tools.editor.diagnostics import Shown
from yupana.tools.editor.projects import Opened, Project

pytestmark = [pytest.mark.asyncio, pytest.mark.idle]


def a_game(editor: Editor) -> File:
    editor.copy("tic_tac_toe")
    return editor.open("tic_tac_toe/game.yaml")


async def test_a_fault_is_there_while_it_is_typed_and_gone_when_it_is_taken_back(editor: Editor) -> None:
    file = a_game(editor)
    assert await file.codes() == []
    file.replace("space.mark == none", "space.marc == none")
    (fault,) = await file.diagnostics()
    assert fault.code == "YUP264" or str(fault.code).startswith("YUP")
    assert "marc" in fault.message
    assert fault.range == types.Range(file.at("marc"), file.at("marc", end=True))
    assert fault.severity == types.DiagnosticSeverity.Error
    file.replace("space.marc == none", "space.mark == none")
    assert await file.codes() == []


async def test_broken_yaml_in_mid_edit_is_told_and_does_no_harm(editor: Editor) -> None:
    file = a_game(editor)
    before = file.text
    file.type(file.at("actions:", end=True), ' "')
    assert await file.codes() != []
    file.restore(before)
    assert await file.codes() == []


@pytest.mark.parametrize("odd", ["\u2028", "\x0c", "\x85", "\x1c", "𝄞"])
async def test_lines_end_where_the_editor_ends_them(editor: Editor, odd: str) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    whole = file.text
    file.type(types.Position(2, 0), f"# one {odd} line\n")
    file.type(file.at("line\n"), "row of ")
    assert f"# one {odd} row of line\n" in file.text
    file.replace(f"# one {odd} row of line\n", "")
    assert file.text == whole
    file.type(types.Position(whole.count("\n"), 0), f"# the {odd} end")
    file.restore(whole)
    assert await file.diagnostics() == []


async def test_the_linter_speaks_when_nobody_types(editor: Editor) -> None:
    file = a_game(editor)
    file.type(file.at("actions:"), "constants:\n  never_used: 7\n\n")
    found = await file.diagnostics(lint=True)
    assert any("never_used" in each.message and each.source == "yupana lint" for each in found)


async def test_an_overlay_sees_what_its_base_says_in_the_editor(editor: Editor) -> None:
    base = a_game(editor)
    overlay = editor.open("tic_tac_toe/variants/misere.yaml")
    assert await overlay.codes() == []
    assert await base.codes() == []
    base.replace("mark", "marked", after="fields:")
    assert await base.codes() != []


async def test_what_was_found_is_told_of_the_text_that_it_was_found_in(tmp_path: Path) -> None:
    told: list[int | None] = []
    shown, project = Shown(lambda path, found, version: told.append(version)), Project(tmp_path)
    path = str(tmp_path / "game.yaml")
    project.shown, project.versions = {path: "game.yaml"}, {path: 2}
    seen = Shown.found(project, "utf-16")
    project.versions = {path: 3}  # it is edited, and looked at, before the client is told
    shown.show(project, seen)
    assert told == [2]


async def test_what_a_ruleset_says_that_was_not_checked_since_is_told_where_it_is_now(tmp_path: Path) -> None:
    told: list[tuple[list[str], int | None]] = []
    shown = Shown(lambda path, found, version: told.append(([str(each.range) for each in found], version)))
    path = str(tmp_path / "game.yaml")

    def checked(project: Project, text: str, version: int, faults: list[Span]) -> None:
        project.shown, project.own, project.versions = {path: path}, frozenset([path]), {path: version}
        project.texts = {path: text}
        project.diagnostics = [Diagnostic("YUP401", "error", "unknown name", each) for each in faults]
        shown.show(project, Shown.found(project, "utf-16"))

    base, overlay = Project(tmp_path), Project(tmp_path / "variants" / "mod.yaml")
    faults = [Span(path, 1, 4, 1, 5), Span(path, 2, 4, 2, 5)]
    checked(base, "a: x\nb: y\n", 1, faults)
    checked(overlay, "a: x\nb: y\n", 1, faults)
    told.clear()
    checked(base, "# more\na: z\nb: y\n", 2, [])
    checked(overlay, "# more\na: z\nb: y\n", 2, [])
    assert told == [(["2:3-2:4"], 2), ([], 2)]


async def test_a_fault_in_a_workbook_is_told_with_its_cell(tmp_path: Path) -> None:
    """Nobody sees its lines; the file is that of the workbook, whatever sheet it is in."""
    home = market(tmp_path, xlsx([["no"]], [["card", "vp"], ["wagon", "two"]]), "cards.xlsx")
    game = home / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("cards.xlsx", "cards.xlsx#More"), encoding="utf-8")
    project = Project(home)
    project.check(Opened(), "utf-16", lambda: None)
    found = Shown.found(project, "utf-16").found
    (fault,) = [each for each in found[str((home / "cards.xlsx").resolve())] if "two" in each.message]
    assert fault.message.startswith("B2: ")
    assert fault.range.start == types.Position(0, 0)
    assert str((home / "cards.xlsx").resolve()) in project.own


async def test_a_file_that_becomes_a_ruleset_while_it_is_typed_is_checked(editor: Editor) -> None:
    (editor.folder / "new").mkdir()
    (editor.folder / "new" / "game.yaml").write_text("", encoding="utf-8")
    file = editor.open("new/game.yaml")
    file.type(types.Position(0, 0), "ruleset: {title: New}\nplayrs: {min: 2, max: 2}\n")
    assert "YUP201" in await file.codes()


async def test_a_file_is_found_where_its_ruleset_came_to_the_disk_later(editor: Editor) -> None:
    folder = editor.folder / "tic_tac_toe"
    (folder / "texts").mkdir(parents=True)
    (folder / "texts" / "de.yaml").write_text("nams: {}\n", encoding="utf-8")
    file = editor.open("tic_tac_toe/texts/de.yaml")
    shutil.copy(ROOT / "rulesets" / "tic_tac_toe" / "game.yaml", folder)
    came = types.FileEvent((folder / "game.yaml").as_uri(), types.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([came]))
    assert "YUP250" in await file.codes()


async def test_a_base_that_cannot_be_read_is_told_though_only_its_overlay_is_open(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    base = editor.folder / "tic_tac_toe" / "game.yaml"
    base.write_text("ruleset: [\n", encoding="utf-8")
    over = editor.open("tic_tac_toe/variants/misere.yaml")
    assert await over.codes() == []  # what its base has is not known
    await editor.until(lambda: bool(editor.published.get(base.as_uri())))
    assert [each.code for each in editor.published[base.as_uri()][-1].diagnostics] == ["YUP101"]
